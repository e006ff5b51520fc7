"""Gaps are filled with both sides read first, and joined to them without a seam."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from engine.generation.continuation import Continuation
from engine.generation.draw import MusicGenerator
from engine.generation.events import Attended, Event, PromptRead, RequestEnded
from engine.generation.filling import filling, fills, pieces_of
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.row import rows_of
from engine.generation.rules import rules_of
from engine.generation.wishes import WHOLE_REQUEST
from engine.ground.errors import EmptyMusicError, LimitError, ModelFileError
from engine.live.session import Session
from engine.messages import (
    AlternativeFinished,
    ContinuationFinished,
    Continue,
    NotesMade,
    Primed,
)
from engine.request import PartNote, Request
from engine.tokens.events import events_of
from engine.tokens.grammar import Place
from engine.tokens.ordering import MEMORY, Gap, in_order, reordered
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, TimeSignature, Track
from tests.generation.conftest import ALL, BAR, SOME, chord_piece, gap, in_the_middle


@pytest.fixture
def generator(filling_folder: Path) -> MusicGenerator:
    return MusicGenerator(LiveModel.load(filling_folder))


def names_of(plan: Plan, model: LiveModel) -> list[str]:
    return [model.tokenizer.token_names[token] for token in plan.ids]


def outside(score: Score, track: int, *, start: int, end: int) -> list[Note]:
    return [n for n in score.tracks[track].notes if not start <= n.start < end]


def test_a_gap_of_one_track_is_read_with_the_others_and_with_what_follows(generator) -> None:
    plan = Plan(generator.model, chord_piece(bars=16), in_the_middle())
    names = names_of(plan, generator.model)
    first, fill = names.index("Gap_None"), names.index("Fill_None")
    assert names[first : first + 4] == ["Gap_None", "Part_0", "Gap_None", "Bars_10"]
    assert names[fill : fill + 5] == ["Fill_None", "Part_0", "Fill_None", "Back_14", "Bars_10"]
    assert names[-2:] == ["Bar_None", "TimeSig_4/4"]
    assert names[:first].count("Bar_None") == 2
    missing = names[first + 4 : fill]
    bars = [index for index, name in enumerate(missing) if name == "Bar_None"]
    assert len(bars) == 14
    assert "Part_0" not in missing[: bars[10]]
    assert "Part_0" in missing[bars[10] :]


def test_a_gap_of_all_tracks_leaves_its_bars_out(generator) -> None:
    plan = Plan(generator.model, chord_piece(bars=16), in_the_middle(roles=ALL))
    names = names_of(plan, generator.model)
    first, fill = names.index("Gap_None"), names.index("Fill_None")
    assert names[first : first + 2] == ["Gap_None", "Bars_6"]
    assert names[fill : fill + 3] == ["Fill_None", "Back_10", "Bars_6"]
    assert names[:first].count("Bar_None") == 6
    assert names[first:fill].count("Bar_None") == 4


@pytest.mark.parametrize(("roles", "bars"), [(SOME, 8), (ALL, 4)])
def test_what_leads_into_a_gap_is_read_right_before_it_is_written(generator, roles, bars) -> None:
    plan = Plan(generator.model, chord_piece(bars=16), in_the_middle(roles=roles))
    names = names_of(plan, generator.model)
    lead = names[names.index("Fill_None") :]
    # The bar that is begun last is the gap's first.
    assert lead.count("Bar_None") == bars + 1
    piano, all_parts = 12 * bars, 20 * bars
    assert sum(name.startswith("Velocity") for name in lead) == (
        piano if roles == SOME else all_parts
    )
    assert plan.prompt.ids[plan.prompt.block] == generator.model.tokenizer.bar


@pytest.mark.parametrize("roles", [SOME, ALL])
def test_the_model_reads_a_gap_as_it_learned_to(generator, roles) -> None:
    """What is read is the beginning of the song in an order that training draws."""
    model, score = generator.model, chord_piece(bars=16)
    ask = in_the_middle(roles=roles)
    tokenizer, vocabulary = model.tokenizer, model.tokenizer.vocabulary
    bare = tokenizer.encode(ask.cleared(score)).ids
    ids = np.array([tokenizer.begin, *bare, tokenizer.end], dtype=np.uint16)
    lead = 8 if roles == SOME else 4
    parts = frozenset({0}) if roles == SOME else None
    whole = reordered(ids, [Gap(first=10 - lead, after=12, until=16, parts=parts)], vocabulary)
    read = Plan(model, score, ask).ids
    assert tuple(whole[: len(read)].tolist()) == read


def test_who_played_last_before_a_gap_plays_on_in_it(generator) -> None:
    score = chord_piece(bars=16)
    for roles, part in ((SOME, 0), (ALL, 2)):
        plan = Plan(generator.model, score, in_the_middle(roles=roles))
        (one,) = rows_of(plan, rules_of(plan))
        assert one.state.part == part


def test_a_track_that_was_silent_is_not_read_as_silence_before_its_gap(generator) -> None:
    score = chord_piece(bars=16)
    for since, bars in ((10, 0), (9, 1), (4, 6)):
        late = [note for note in score.tracks[0].notes if note.start >= since * BAR]
        plan = Plan(
            generator.model, score.with_track(0, score.tracks[0].with_notes(late)), in_the_middle()
        )
        names = names_of(plan, generator.model)
        assert names[names.index("Fill_None") :].count("Bar_None") == bars + 1


def test_where_music_is_dense_less_leads_into_a_gap_but_always_something(generator) -> None:
    score = chord_piece(bars=16)
    beats = tuple(Note(t, 50 + t // 60 % 8, 60) for t in range(0, 16 * BAR, 60))
    for more, bars in ((beats[::4], 2), (beats, 1)):
        dense = score.with_track(1, score.tracks[1].adding(more))
        plan = Plan(generator.model, dense, in_the_middle(roles=ALL))
        names = names_of(plan, generator.model)
        assert names[names.index("Fill_None") :].count("Bar_None") == bars + 1


@pytest.mark.parametrize("roles", [SOME, ALL])
def test_every_bar_that_is_read_is_known_by_its_number(generator, roles) -> None:
    plan = Plan(generator.model, chord_piece(bars=16), in_the_middle(roles=roles))
    prompt = plan.prompt
    bars = [i for i, token in enumerate(prompt.ids) if token == generator.model.tokenizer.bar]
    assert list(prompt.bars) == bars
    some = [*range(16), *range(2, 10)]
    every = [*range(6), *range(12, 16), *range(6, 10)]
    assert list(prompt.numbers) == (some if roles == SOME else every)


def test_the_bars_of_an_odd_meter_are_known_by_their_numbers_too(generator) -> None:
    score = chord_piece(bars=16, meter=(13, 4))
    bar = 13 * 480
    prompt = Plan(generator.model, score, gap(start=10 * bar)).prompt
    assert len(prompt.bars) == len(prompt.numbers) > 16
    assert set(prompt.numbers) == set(range(max(prompt.numbers) + 1))
    assert prompt.numbers[-1] == 9


def test_what_is_looked_at_and_held_is_told_by_bars_of_the_piece(generator) -> None:
    score = chord_piece(bars=16)
    generator.watch(on=True)
    heard = list(filling(generator, score, in_the_middle(roles=ALL)))
    (read,) = (event for event in heard if isinstance(event, PromptRead))
    looks = [event for event in heard if isinstance(event, Attended)]
    assert looks
    # It holds 64 steps: the bars that lead into the gap, but none before these.
    assert read.exact_bars[0] >= 6
    assert read.exact_bars[1] == 16
    assert read.compressed_bars[1] == read.exact_bars[0]
    for look in looks:
        assert len(look.shares) == 16
        assert not any(look.shares[10:12])
        assert sum(look.shares[6:10]) > 0


def test_what_is_read_and_written_is_the_piece_in_another_order(generator) -> None:
    """The stream of a fill, put in order again, is the filled piece."""
    score = chord_piece(bars=6)
    plan = Plan(generator.model, score, gap())
    (one,) = rows_of(plan, rules_of(plan))
    assert one.state.place == Place.METER
    tokenizer = generator.model.tokenizer
    bare = [*plan.ids, tokenizer.vocabulary.chord_ids[-1, "none"]]
    bare += [tokenizer.bar, bare[-2], bare[-1], tokenizer.token_names.index("Rejoin_None")]
    whole = in_order(np.array([*bare, tokenizer.end], dtype=np.uint16), tokenizer.vocabulary)
    events = events_of(whole, tokenizer.vocabulary)
    played = [
        (int(bar), int(position), int(part))
        for bar, position, part in zip(events.bar, events.position, events.part, strict=True)
        if part >= 0
    ]
    empty = gap().cleared(score)
    assert len(played) == empty.note_count
    assert played == sorted(played)


@pytest.mark.parametrize("roles", [SOME, ALL])
def test_nothing_outside_a_gap_changes(generator, roles) -> None:
    score = chord_piece(bars=8)
    for made in fills(generator, score, gap(roles=roles, alternatives=3)):
        for track, role in enumerate(roles):
            span = {"start": 2 * BAR, "end": 4 * BAR}
            before, after = (outside(each, track, **span) for each in (score, made.score))
            assert before == after
            if role == "context":
                assert made.score.tracks[track] == score.tracks[track]
        assert all(2 * BAR <= part.note.start < 4 * BAR for part in made.parts)
        assert all(roles[part.track] == "write" for part in made.parts)
        assert made.end == 4 * BAR


def seams_of(made: Continuation, track: int) -> list[str]:
    """What is wrong in a track: keys struck twice at once, or while they are held."""
    wrong = []
    sounding: dict[int, Note] = {}
    for note in made.score.tracks[track].notes:
        before = sounding.get(note.pitch)
        if before is not None and before.start == note.start:
            wrong.append(f"doubled at {note.start}")
        elif before is not None and before.end > note.start:
            wrong.append(f"cut at {note.start}")
        sounding[note.pitch] = note
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("selected", ["replaced", "thinned", "kept"])
@pytest.mark.parametrize("roles", [SOME, ALL])
def test_no_note_is_doubled_or_cut_at_the_edges(generator, selected, roles) -> None:
    # Notes that ring into the gap and over all of it, and one that begins right after it.
    long = (Note(BAR, 72, 6 * BAR), Note(2 * BAR - 240, 62, 480), Note(2 * BAR + 240, 48, 2 * BAR))
    score = chord_piece(bars=8)
    score = score.with_track(0, score.tracks[0].adding(long))
    sampling = SamplingConfig(seed=3, temperature=1.3)
    ask = gap(roles=roles, selected=selected, alternatives=8, sampling=sampling)
    for made in fills(generator, score, ask):
        for track in (0, 1):
            assert not seams_of(made, track), made.seed


def test_selected_notes_stay_all_or_every_other_one_or_none(generator) -> None:
    score = chord_piece(bars=8)
    inside = [n for n in score.tracks[0].notes if 2 * BAR <= n.start < 4 * BAR]
    for selected, kept in (("kept", 24), ("thinned", 12), ("replaced", 0)):
        (made,) = fills(generator, score, gap(selected=selected))
        drawn = {part.note for part in made.parts}
        there = [n for n in made.score.tracks[0].notes if 2 * BAR <= n.start < 4 * BAR]
        staying = [note for note in there if note not in drawn]
        assert len(staying) == kept
        assert set(staying) <= set(inside)


@pytest.mark.parametrize("selected", ["replaced", "thinned", "kept"])
def test_others_like_one_begin_as_it_does_and_what_follows_stays(generator, selected) -> None:
    score = chord_piece(bars=8)
    beginning = (PartNote(0, Note(2 * BAR + 30, 85, 60)),)
    ask = gap(bars=3, selected=selected, beginning=beginning, beginning_end=3 * BAR)
    (made,) = fills(generator, score, ask)
    assert all(3 * BAR <= part.note.start < 5 * BAR for part in made.parts)
    span = {"start": 2 * BAR, "end": 5 * BAR}
    assert outside(made.score, 0, **span) == outside(score, 0, **span)
    assert beginning[0].note in made.score.tracks[0].notes
    drawn = {part.note for part in made.parts} | {beginning[0].note}
    there = [n for n in made.score.tracks[0].notes if 2 * BAR <= n.start < 5 * BAR]
    kept = {"replaced": 0, "thinned": 18, "kept": 36}[selected]
    assert len([note for note in there if note not in drawn]) == kept


def test_the_same_request_fills_alike_and_another_seed_does_not(generator) -> None:
    score = chord_piece(bars=8)
    first, again = (fills(generator, score, gap(alternatives=2)) for _ in range(2))
    assert [made.parts for made in first] == [made.parts for made in again]
    (second,) = fills(generator, score, gap(sampling=SamplingConfig(seed=6)))
    assert second.parts == first[1].parts != first[0].parts


@pytest.mark.slow
def test_a_track_is_added_to_a_whole_piece_piece_by_piece(generator) -> None:
    score = chord_piece(bars=12)
    score = replace(score, tracks=(*score.tracks, Track(name="Strings", program=48)))
    ask = gap(start=0, bars=12, roles=("context", "context", "context", "write"))
    pieces = list(pieces_of(score, ask, memory=MEMORY))
    assert len(pieces) > 1
    assert sum(piece.bars for piece in pieces) == 12
    for made in fills(generator, score, ask):
        assert made.score.tracks[:3] == score.tracks[:3]
        assert {part.track for part in made.parts} == {3}
        assert max(part.note.start for part in made.parts) >= 8 * BAR
        assert made.bars == 12


def test_a_gap_of_two_hundred_bars_beside_others_is_cut_into_what_can_be_held() -> None:
    score = chord_piece(bars=208)
    pieces = list(pieces_of(score, gap(start=4 * BAR, bars=200), memory=MEMORY))
    assert sum(piece.bars for piece in pieces) == 200
    assert pieces[0].start == 4 * BAR
    assert all(piece.bars <= 8 for piece in pieces)


class Watched(MusicGenerator):
    """One that keeps which bars it was asked for, and of what span."""

    def events(self, score: Score, request: Request, **how: object) -> Iterator[Event]:
        self.asked = [*getattr(self, "asked", ()), (request, how.get("span", WHOLE_REQUEST))]
        return super().events(score, request, **how)


@pytest.mark.slow
def test_each_piece_of_a_large_gap_knows_all_that_is_wished_for(generator) -> None:
    score = chord_piece(bars=12)
    score = replace(score, tracks=(*score.tracks, Track(name="Strings", program=48)))
    roles = ("context", "context", "context", "write")
    watched = Watched(generator.model)
    fills(watched, score, gap(start=0, bars=12, roles=roles, wish="build"))
    assert len(watched.asked) > 1
    for request, span in watched.asked:
        assert span.bars(request) == 12
        assert span.before * BAR == request.start
    alone = Watched(generator.model)
    fills(alone, score, gap(bars=2, roles=roles, wish="build"))
    assert [span for _, span in alone.asked] == [WHOLE_REQUEST]


@pytest.mark.slow
def test_the_live_process_tells_of_a_large_gap_as_of_a_small_one(generator) -> None:
    score = chord_piece(bars=12)
    score = replace(score, tracks=(*score.tracks, Track(name="Strings", program=48)))
    roles = ("context", "context", "context", "write")
    ask = gap(start=0, bars=12, roles=roles, alternatives=2)
    session = Session(generator.model)
    told = list(session.continue_(Continue(request=4, score=score, ask=ask)))
    assert [type(event) for event in told].count(Primed) == 1
    ends = [event for event in told if isinstance(event, AlternativeFinished)]
    assert [(event.alternative, event.made.end, event.made.seed) for event in ends] == [
        (0, 12 * BAR, 5),
        (1, 12 * BAR, 6),
    ]
    made = fills(MusicGenerator(generator.model), score, ask)
    for number, whole in enumerate(made):
        notes = [n for e in told if isinstance(e, NotesMade) and e.alternative == number
                 for n in e.notes]  # fmt: skip
        assert tuple(notes) == whole.parts
    assert isinstance(told[-1], ContinuationFinished)
    assert not told[-1].cancelled


def test_a_large_gap_that_is_cancelled_keeps_what_is_there(generator) -> None:
    score = chord_piece(bars=12)
    score = replace(score, tracks=(*score.tracks, Track(name="Strings", program=48)))
    ask = gap(start=0, bars=12, roles=("context", "context", "context", "write"), alternatives=2)
    rounds = count()

    def cancelled() -> bool:
        return next(rounds) > 40

    heard: list[Event] = list(filling(generator, score, ask, cancelled=cancelled))
    assert isinstance(heard[-1], RequestEnded)
    assert heard[-1].cancelled


@pytest.mark.parametrize("selected", ["thinned", "kept"])
def test_in_the_last_bars_no_key_of_what_stays_is_struck(generator, selected) -> None:
    score = chord_piece(bars=4)
    for made in fills(generator, score, gap(roles=ALL, selected=selected, alternatives=4)):
        assert not seams_of(made, 0)
        there = [n for n in made.score.tracks[1].notes if 2 * BAR <= n.start < 4 * BAR]
        drawn = {part.note for part in made.parts}
        assert len([n for n in there if n not in drawn]) == (8 if selected == "kept" else 4)


def test_a_gap_of_an_odd_meter_is_filled_to_its_bar_lines(generator) -> None:
    score = chord_piece(bars=8, meter=(5, 4))
    score = replace(score, time_signatures=(TimeSignature(0, 5, 4),))
    bar = 5 * 480
    (made,) = fills(generator, score, gap(start=2 * bar))
    assert made.end == 4 * bar
    assert made.score.tracks[0].notes[-1] == score.tracks[0].notes[-1]


def test_the_last_bars_of_all_tracks_are_gone_on_with(generator) -> None:
    score = chord_piece(bars=4)
    (made,) = fills(generator, score, gap(roles=ALL))
    assert all(part.note.start >= 2 * BAR for part in made.parts)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"start": 2 * BAR + 1}, LimitError, "whole bars"),
        ({"bars": 0}, LimitError, "whole bars"),
        ({"roles": ALL, "bars": 9}, LimitError, "at most 8 bars"),
        ({"roles": ALL, "bars": 200}, LimitError, "at most 8 bars, not 200"),
        ({"roles": ("context",) * 3}, EmptyMusicError, "No track"),
        (
            {"roles": ("write", "ignore", "ignore"), "start": 0, "bars": 8},
            EmptyMusicError,
            "around",
        ),
    ],
)
def test_a_gap_that_makes_no_sense_is_refused_in_a_sentence(
    generator, change, error, words
) -> None:
    score = chord_piece(bars={9: 16, 200: 208}.get(change.get("bars", 0), 8))
    with pytest.raises(error, match=words):
        fills(generator, score, gap(**change))


@pytest.mark.parametrize(
    ("roles", "words"),
    [(ALL, "all tracks has at most 8 bars, not 17"), (SOME, "some .* 16 bars at once, not 17")],
)
def test_what_is_too_long_to_be_read_at_once_is_told_by_its_own_limit(
    generator, roles, words
) -> None:
    with pytest.raises(LimitError, match=words):
        Plan(generator.model, chord_piece(bars=24), gap(roles=roles, bars=17))


def test_an_empty_piece_has_nothing_to_go_by(generator) -> None:
    score = Score(tracks=(Track(), Track(program=33)))
    with pytest.raises(EmptyMusicError):
        fills(generator, score, gap(roles=("write", "context")))


def test_a_model_that_never_learned_it_says_so(tiny_folder: Path) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    with pytest.raises(ModelFileError, match="has not learned to fill gaps"):
        fills(generator, chord_piece(bars=8), gap())
