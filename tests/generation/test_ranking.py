"""Best of many: what was drawn is ranked by its parts, and those that are offered differ."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.generation.choose.ranking import (
    Candidate,
    ComparedPrompt,
    Weights,
    alike,
    best,
    worth_underway,
)
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.events import AlternativeEnded, Event, NotesDrawn, RequestEnded
from engine.generation.model import LiveModel
from engine.generation.reading.branches import Branches
from engine.generation.reading.memory_log import MemoryLog
from engine.live.session import Session
from engine.messages import AlternativeFinished, ContinuationFinished
from engine.request import PartNote, Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, asking, chord_piece, gap, notes_of

START = 4 * BAR


def prompt() -> ComparedPrompt:
    return ComparedPrompt(chord_piece(), ("write", "write", "write"), start=START)


def bar_of(*pitches: int, fit: float | None = None) -> Candidate:
    """A bar of quarter notes in the piano."""
    notes = tuple(
        PartNote(0, Note(START + 480 * beat, pitch, 480)) for beat, pitch in enumerate(pitches)
    )
    return Candidate(notes=notes, fit=fit)


def order(*candidates: Candidate, count: int = 0) -> list[int]:
    ranked = best(prompt(), candidates, count=count or len(candidates))
    return [one.candidate for one in ranked]


def test_what_stays_in_the_key_of_the_prompt_is_better() -> None:
    assert order(bar_of(61, 66, 68, 70), bar_of(74, 76, 77, 79))[0] == 1


def test_what_is_more_like_a_bar_of_the_prompt_is_better() -> None:
    assert order(bar_of(72, 72, 72, 72), bar_of(60, 64, 67, 60))[0] == 1


def after(*pitches: int) -> ComparedPrompt:
    """A prompt of four bars of eighths that begin with these pitches again and again."""
    notes = (Note(240 * at, pitches[at % len(pitches)], 240) for at in range(32))
    return ComparedPrompt(Score(tracks=(Track(notes=tuple(notes)),)), ("write",), start=START)


def test_keys_that_are_struck_again_and_again_are_worse() -> None:
    moves, hammers = after(60, 64, 67, 72), after(60, 60, 60, 60)
    struck, moving = bar_of(64, 64, 64, 64), bar_of(64, 67, 64, 67)
    assert moves.merit_of(struck).hammered == 0.75
    assert moves.merit_of(moving).hammered == 0.0
    alone = Weights(likeness=0.0, key=0.0, standing=0.0)
    ranked = best(moves, [struck, moving], count=2, weights=alone)
    assert ranked[0].candidate == 1
    # Where the piece does so, it may go on so.
    assert hammers.merit_of(struck).hammered == 0.0


def test_music_that_is_thinner_than_the_prompt_is_worse_and_fuller_music_is_not() -> None:
    prompt = after(60, 64, 67, 72)
    halves = tuple(PartNote(0, Note(START + 480 * at, 60 + at, 240)) for at in range(4))
    thin, whole = Candidate(notes=halves), bar_of(62, 65, 69, 74)
    assert prompt.merit_of(thin).thinner == pytest.approx(0.5)
    assert prompt.merit_of(whole).thinner == 0.0
    both = Candidate(notes=(*whole.notes, *bar_of(50, 53, 57, 62).notes))
    assert prompt.merit_of(both).thinner == 0.0
    alone = Weights(likeness=0.0, key=0.0, standing=0.0, hammered=0.0)
    assert best(prompt, [thin, whole], count=1, weights=alone)[0].candidate == 1
    assert prompt.merit_of(Candidate(notes=())).thinner == 1.0


def test_a_rhythm_is_lost_as_far_as_it_is_less_like_the_prompt_than_its_own_bars_are() -> None:
    beats = [PartNote(t, n) for t, n in chord_piece(8).between(START, 2 * START).notes()]
    transposed = [PartNote(p.track, replace(p.note, pitch=p.note.pitch + 5)) for p in beats]
    fewer = [part for part in transposed if part.track == 0]
    assert prompt().rhythm_lost(Candidate(notes=tuple(transposed))) == 0.0
    assert prompt().rhythm_lost(Candidate(notes=tuple(fewer))) == pytest.approx(2 / 3)
    assert prompt().rhythm_lost(Candidate(notes=())) == 1.0
    both = [Candidate(notes=tuple(fewer)), Candidate(notes=tuple(transposed))]
    worth = worth_underway(prompt(), both)
    assert worth[1] > worth[0]


def test_each_part_is_said_of_what_was_chosen() -> None:
    merits = {one.candidate: one.merit for one in best(prompt(), [bar_of(60, 61)], count=1)}
    assert merits[0].key == 0.5
    # One of its two notes stands in the prompt's bars, which have twenty-four.
    assert 0.0 < merits[0].likeness < 0.1
    assert merits[0].fit is None


def test_of_two_that_are_the_same_only_one_is_among_the_best_while_another_is_there() -> None:
    twin = bar_of(60, 64, 67, 64)
    assert order(twin, twin, bar_of(67, 60, 64, 67), count=2) == [0, 2]


def test_another_plan_of_chords_is_offered_before_the_same_one_again() -> None:
    one, two, three = (60, 64, 67, 64), (60, 64, 67, 72), (61, 66, 68, 70)
    same, other = (0, 9, 5, 7), (0, 5, 7, 0)
    alike_but_one = [replace(bar_of(*notes), chords=same) for notes in (one, two, three)]
    free = order(*alike_but_one, count=2)
    assert 2 not in free
    alike_but_one[2] = replace(alike_but_one[2], chords=other)
    assert order(*alike_but_one, count=2) == [free[0], 2]
    # Where nothing is planned the notes alone decide.
    assert order(*(bar_of(*notes) for notes in (one, two, three)), count=2) == free


def test_a_double_comes_after_all_others_however_good_it_is() -> None:
    fine, poor = bar_of(60, 64, 67, 64), bar_of(61, 66, 68, 70)
    assert order(fine, fine, poor, Candidate(notes=())) == [0, 2, 1, 3]


def test_bars_that_say_others_again_count_once_among_the_prompt_s_own() -> None:
    """So a candidate that says them once more is no longer the one most like the prompt."""
    pitches = (60, 64, 67, 72, 62, 65, 69, 74)  # two bars, twice
    notes = tuple(Note(480 * k, pitch, 480) for k, pitch in enumerate(pitches * 2))
    piece, roles = Score(tracks=(Track(notes=notes),)), ("write",)
    twice = ComparedPrompt(piece, roles, start=START)
    once = ComparedPrompt(piece, roles, start=START, again=2)
    again, new = bar_of(*pitches[:4]), bar_of(60, 65, 67, 74)
    assert twice.merit_of(again).likeness_gap < twice.merit_of(new).likeness_gap
    assert once.merit_of(again).likeness_gap > once.merit_of(new).likeness_gap


def test_where_music_follows_only_how_well_it_joins_counts() -> None:
    dull = bar_of(61, 66, fit=-1.0)
    fine = bar_of(60, 64, fit=-2.0)
    assert order(fine, dull) == [1, 0]


def test_silence_is_the_last_choice() -> None:
    silent = Candidate(notes=())
    assert order(silent, bar_of(61), bar_of(66))[-1] == 0
    assert order(silent, silent) == [0, 1]
    assert best(prompt(), [], count=4) == ()


def test_tracks_that_are_ignored_or_only_heard_are_no_model_for_what_is_written() -> None:
    piece = chord_piece()
    heard = ComparedPrompt(piece, ("context", "write", "ignore"), start=START)
    copy = bar_of(60, 64, 67, 60)
    assert heard.merit_of(copy).likeness == 0.0
    assert prompt().merit_of(copy).likeness > 0.0


def test_bars_before_what_was_forgotten_do_not_count() -> None:
    track = Track(notes=(Note(0, 61, 480), Note(2 * BAR, 60, 480)))
    forgotten = ComparedPrompt(Score(tracks=(track,)), ("write",), start=START, since=BAR)
    assert forgotten.merit_of(bar_of(61)).likeness == 0.0
    assert forgotten.merit_of(bar_of(60)).likeness == 1.0


def test_likeness_of_two_candidates_is_one_for_the_same_and_none_for_strangers() -> None:
    bars = [prompt().bars_of(bar_of(*pitches).notes) for pitches in ((60, 64), (60, 64), (61, 65))]
    assert alike(bars[0], bars[1]) == 1.0
    assert alike(bars[0], bars[2]) == 0.0
    assert alike({}, {}) == 1.0


@pytest.mark.slow
def test_the_best_of_more_are_the_alternatives(tiny_folder: Path) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    wish = Request(start=START, bars=2, alternatives=2, sampling=SamplingConfig(seed=5))
    all_of_them = continuations(generator, chord_piece(), replace(wish, alternatives=6))
    chosen = continuations(generator, chord_piece(), replace(wish, best_of=6))
    assert len(chosen) == 2
    by_seed = {one.seed: one.parts for one in all_of_them}
    assert all(by_seed[one.seed] == one.parts for one in chosen)
    ranked = continuations(generator, chord_piece(), replace(wish, alternatives=6, best_of=6))
    assert [one.seed for one in ranked[:2]] == [one.seed for one in chosen]
    assert {one.seed for one in ranked} == set(by_seed)


@pytest.mark.slow
def test_the_first_are_told_as_without_choosing_and_better_ones_later(
    tiny_folder: Path,
) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    wish = Request(start=START, bars=2, alternatives=2, sampling=SamplingConfig(seed=5))
    plain = list(generator.events(chord_piece(), wish))
    told = list(generator.events(chord_piece(), replace(wish, best_of=12)))
    assert told[1 : len(plain) - 1] == plain[1:-1]
    later, last = told[len(plain) - 1 : -1], told[-1]
    assert isinstance(last, RequestEnded)
    assert len(last.best) == 2
    new = [one.candidate for one in last.best if one.candidate >= 2]
    assert [(type(event), event.alternative) for event in later] == [
        (kind, number) for number in sorted(new) for kind in (NotesDrawn, AlternativeEnded)
    ]


@pytest.mark.parametrize(
    ("request_", "batches"),
    [
        (Request(start=START, bars=1, alternatives=2, best_of=6), [6]),
        (Request(start=START, bars=1, alternatives=3), [3]),
        # Of a gap the first way is wanted at once; a single one is told when it is chosen.
        (gap(bars=1, alternatives=3, best_of=5), [1, 2, 2]),
        (gap(bars=1, alternatives=1, best_of=4), [4]),
    ],
)
def test_all_candidates_of_a_continuation_are_rows_of_one_batch(
    filling_folder: Path, monkeypatch: pytest.MonkeyPatch, request_: Request, batches: list[int]
) -> None:
    made: list[int] = []
    branches = MemoryLog.branches

    def counted(log: MemoryLog, count: int) -> Branches:
        made.append(count)
        return branches(log, count)

    monkeypatch.setattr(MemoryLog, "branches", counted)
    generator = MusicGenerator(LiveModel.load(filling_folder))
    list(generator.events(chord_piece(8), request_))
    assert made == batches


def test_who_stops_while_others_are_drawn_keeps_the_first_as_they_are(tiny_folder: Path) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    # By this seed neither of the first two is the last of the twelve to end.
    seed = SamplingConfig(seed=1)
    wish = Request(start=START, bars=2, alternatives=2, best_of=12, sampling=seed)
    told: list[Event] = []

    def enough() -> bool:
        # Several may end in one round.
        return sum(isinstance(event, AlternativeEnded) for event in told) >= 2

    for event in generator.events(chord_piece(), wish, cancelled=enough):
        told.append(event)  # noqa: PERF402 - `enough` looks at it while it grows
    last = told[-1]
    assert isinstance(last, RequestEnded)
    assert last.cancelled
    assert not last.best


def test_what_never_ends_is_not_chosen_from() -> None:
    assert Request(bars=0, alternatives=1, best_of=16).drawn == 1
    assert Request(bars=4, alternatives=4, best_of=16).drawn == 16
    assert Request(bars=4, alternatives=4, best_of=2).drawn == 4


@pytest.mark.slow
def test_the_window_is_told_which_are_the_best_and_their_notes(session: Session) -> None:
    wish = asking(chord_piece(), alternatives=2, best_of=12)
    events = list(session.continue_(wish))
    last = events[-1]
    assert isinstance(last, ContinuationFinished)
    ended = [event.alternative for event in events if isinstance(event, AlternativeFinished)]
    assert set(last.best) <= set(ended)
    assert sorted(ended) == list(range(len(ended)))
    for number in last.best:
        assert notes_of(events, number)


@pytest.mark.slow
def test_a_rewrite_takes_those_after_which_the_piece_goes_on_best(session: Session) -> None:
    wish = asking(chord_piece(8), alternatives=2, best_of=8, following=2)
    last = list(session.continue_(wish))[-1]
    assert isinstance(last, ContinuationFinished)
    fits = [last.fits[number] for number in last.best]
    assert all(a >= b for a, b in pairwise(fits))


def test_a_rewrite_of_the_last_bars_is_chosen_by_what_it_is_like(tiny_folder: Path) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    wish = Request(start=2 * BAR, bars=2, alternatives=4, best_of=4, following=4)
    told = list(generator.events(chord_piece(), wish))
    notes = [
        tuple(p for e in told if isinstance(e, NotesDrawn) and e.alternative == n for p in e.notes)
        for n in range(4)
    ]
    before = ComparedPrompt(chord_piece(), ("write", "write", "write"), start=wish.start)
    assert isinstance(told[-1], RequestEnded)
    assert told[-1].best == best(before, [Candidate(notes=each) for each in notes], count=4)


def bars_of(*bars: tuple[int, ...]) -> Candidate:
    parts = (
        PartNote(0, replace(part.note, start=part.note.start + BAR * number))
        for number, bar in enumerate(bars)
        for part in bar_of(*bar).notes
    )
    return Candidate(notes=tuple(parts))


def prompt_of_bars(*bars: tuple[int, ...]) -> ComparedPrompt:
    notes = tuple(
        Note(BAR * number + 480 * beat, pitch, 480)
        for number, bar in enumerate(bars)
        for beat, pitch in enumerate(bar)
    )
    return ComparedPrompt(Score(tracks=(Track(notes=notes),)), ("write",), start=START)


HOME, AWAY = (60, 64, 67, 60), (62, 65, 69, 62)


def test_what_says_one_bar_again_and_again_stands_behind_what_goes_on() -> None:
    going_on = prompt_of_bars(HOME, AWAY, HOME, AWAY)
    still, going = bars_of(HOME, HOME, HOME, HOME), bars_of(HOME, AWAY, HOME, AWAY)
    assert going_on.merit_of(still).standing > 0.5
    assert going_on.merit_of(going).standing == 0.0
    assert going_on.merit_of(bars_of()).standing == 0.0
    ranked = best(going_on, [still, going], count=2)
    assert [one.candidate for one in ranked] == [1, 0]


def test_a_piece_that_stands_itself_may_go_on_so() -> None:
    standing = prompt_of_bars(HOME, HOME, HOME, HOME)
    assert standing.merit_of(bars_of(HOME, HOME, HOME, HOME)).standing == 0.0


def test_what_is_liker_to_the_prompt_than_its_bars_are_to_each_other_is_too_like() -> None:
    # Each bar of this prompt shares half of its notes with another.
    mixed, mixed_too = (*HOME[:2], *AWAY[2:]), (*AWAY[:2], *HOME[2:])
    varied = prompt_of_bars(HOME, mixed, AWAY, mixed_too)
    copied, going_on = (
        bars_of(HOME, AWAY, HOME, AWAY),
        bars_of((*HOME[:2], 69, 71), (62, 65, 60, 57)),
    )
    strangers = bars_of((61, 63, 66, 68), (66, 61, 68, 63))
    assert varied.merit_of(copied).likeness == 1.0
    assert varied.merit_of(copied).likeness_gap > 0.3
    assert varied.merit_of(strangers).likeness_gap > 0.2
    assert varied.merit_of(going_on).likeness_gap < 0.15
    ranked = best(varied, [copied, strangers, going_on], count=1)
    assert [one.candidate for one in ranked] == [2]
    # Real music leaves its prompt, a loop too.
    loop = prompt_of_bars(HOME, HOME, HOME)
    copies = [loop.merit_of(bars_of(*[HOME] * bars)).likeness_gap for bars in (1, 8, 32)]
    assert copies == pytest.approx([0.2, 0.35, 0.59], abs=0.01)


def test_a_prompt_that_leaves_its_key_may_be_gone_on_with_so() -> None:
    home, outside = (60, 64, 67, 60), (60, 63, 67, 60)
    chromatic = prompt_of_bars(home, outside, home, (62, 65, 69, 59))
    strict = prompt_of_bars(home, (62, 65, 69, 59), home, (64, 67, 72, 60))
    kept, left = bars_of(home, home, home, home), bars_of(home, outside, home, (62, 65, 69, 59))
    assert strict.merit_of(kept).key_gap == 0.0 < strict.merit_of(left).key_gap
    assert chromatic.merit_of(left).key_gap < chromatic.merit_of(kept).key_gap
