"""Going on: on the grid, in the user's bounds, in time, and the same every time."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.state.voices import Voices
from engine.ground.errors import EmptyMusicError, LimitError
from engine.ground.paths import starter_model
from engine.live.session import Session
from engine.messages import (
    AlternativeFinished,
    ContinuationFinished,
    LiveEvent,
    NotesMade,
    Primed,
)
from engine.processes.process import child_environment
from engine.request import Request
from engine.tokens.parts import parts_of
from engine.tokens.vocabulary import TokenKind
from engine.values.config import CompressionConfig, CompressionFunction, SamplingConfig
from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from engine.values.time import BarMap
from tests.generation.conftest import BAR, accepted, asking, chord_piece, make_model, notes_of


def run(session: Session, score: Score, **changes: object) -> list[LiveEvent]:
    return list(session.continue_(asking(score, **changes)))


def finished(events: list[LiveEvent]) -> list[AlternativeFinished]:
    return [event for event in events if isinstance(event, AlternativeFinished)]


def test_events_come_in_order_and_fill_exactly_the_bars(session: Session) -> None:
    events = run(session, chord_piece(), alternatives=3)
    assert isinstance(events[0], Primed)
    assert isinstance(events[-1], ContinuationFinished)
    assert [e.alternative for e in sorted(finished(events), key=lambda e: e.alternative)] == [
        0,
        1,
        2,
    ]
    for end in finished(events):
        assert end.made.seed == 5 + end.alternative
        assert end.made.end == 6 * BAR
    starts = [part.note.start for k in range(3) for part in notes_of(events, k)]
    assert starts
    assert all(4 * BAR <= start < 6 * BAR for start in starts)


@pytest.mark.slow
def test_until_never_lies_and_never_goes_back(session: Session) -> None:
    for seed in range(4):
        events = run(session, chord_piece(), bars=4, sampling=SamplingConfig(seed=seed))
        promised = 4 * BAR
        for event in events:
            if isinstance(event, NotesMade):
                assert all(part.note.start >= promised for part in event.notes)
                assert event.until >= promised
                promised = event.until


@pytest.mark.slow
def test_same_seed_same_notes_whatever_was_done_before(session: Session) -> None:
    score = chord_piece()
    first = notes_of(run(session, score))
    # Other pieces, other prefixes of this one, a rewind into its middle, an edit of its past.
    run(session, chord_piece(bars=9), start=9 * BAR)
    run(session, score, start=2 * BAR)
    changed = score.with_track(1, score.tracks[1].with_notes([Note(0, 40, 480)]))
    run(session, changed)
    assert notes_of(run(session, score)) == first
    assert notes_of(run(session, score)) == first
    session.forget()
    assert notes_of(run(session, score)) == first
    assert notes_of(run(session, score, sampling=SamplingConfig(seed=6))) != first


@pytest.mark.slow
def test_same_notes_in_a_new_process(session: Session, tiny_folder: Path) -> None:
    here = [(p.track, p.note.start, p.note.pitch) for p in notes_of(run(session, chord_piece()))]
    script = (
        "from pathlib import Path\n"
        "from engine.live.session import Session\n"
        "from engine.generation.model import LiveModel\n"
        "from tests.generation.conftest import asking, chord_piece, notes_of\n"
        f"session = Session(LiveModel.load(Path({str(tiny_folder)!r})))\n"
        "made = notes_of(list(session.continue_(asking(chord_piece()))))\n"
        "print([(p.track, p.note.start, p.note.pitch) for p in made])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=child_environment("live"),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == str(here)


@pytest.mark.slow
def test_each_alternative_is_made_again_alone_by_its_seed(session: Session) -> None:
    together = run(session, chord_piece(), alternatives=4)
    for end in finished(together):
        alone = run(session, chord_piece(), sampling=SamplingConfig(seed=end.made.seed))
        assert notes_of(alone) == notes_of(together, end.alternative)


@pytest.mark.slow
def test_no_key_is_struck_while_it_is_held(session: Session) -> None:
    score = chord_piece()
    held = Note(3 * BAR, 50, 2 * BAR)  # into the bars that are written
    score = score.with_track(0, score.tracks[0].with_notes([*score.tracks[0].notes, held]))
    events = run(session, score, bars=8, alternatives=4)
    for alternative in range(4):
        made = notes_of(events, alternative)
        assert made
        for index, track in enumerate(score.tracks):
            if track.is_drum:
                continue
            before = [note for note in track.notes if note.start < 4 * BAR]
            notes = [*before, *(part.note for part in made if part.track == index)]
            for pitch in {note.pitch for note in notes}:
                same = sorted((n.start, n.end) for n in notes if n.pitch == pitch)
                assert all(a[1] <= b[0] for a, b in pairwise(same)), (pitch, same)


def test_going_on_bar_by_bar_reads_only_what_is_new(session: Session) -> None:
    score = chord_piece(bars=40)
    first = run(session, score, start=40 * BAR)
    longer = accepted(score, notes_of(first))
    again = run(session, longer, start=42 * BAR)
    assert isinstance(first[0], Primed)
    assert isinstance(again[0], Primed)
    # All of the first piece against two bars and the rest of a block.
    assert again[0].steps < first[0].steps / 3


def test_only_tracks_set_to_write_get_notes_and_ignored_ones_are_not_heard(
    session: Session,
) -> None:
    score = chord_piece()
    roles = ("context", "write", "ignore")
    parts = notes_of(run(session, score, roles=roles, bars=4))
    assert {part.track for part in parts} == {1}
    silent = score.with_track(2, replace(score.tracks[2], notes=()))
    assert notes_of(run(session, silent, roles=roles, bars=4)) == parts
    other = score.with_track(0, replace(score.tracks[0], notes=()))
    assert notes_of(run(session, other, roles=roles, bars=4)) != parts


def test_pitches_stay_in_the_users_bounds_but_drums_are_free(session: Session) -> None:
    classes = (0, 2, 4, 5, 7, 9, 11)
    parts = notes_of(
        run(session, chord_piece(), bars=8, pitch_classes=classes, lowest=50, highest=70)
    )
    pitched = [part.note.pitch for part in parts if part.track != 2]
    assert pitched
    assert all(50 <= pitch <= 70 and pitch % 12 in classes for pitch in pitched)


@pytest.mark.parametrize("limit", [1, 2])
def test_never_more_voices_than_allowed(session: Session, limit: int) -> None:
    score = chord_piece()
    # One note rings far into the continuation and takes a voice there.
    ringing = score.with_track(1, score.tracks[1].adding([Note(3 * BAR, 40, 2 * BAR)]))
    parts = notes_of(run(session, ringing, bars=4, max_voices=limit))
    for track in (0, 1):
        own = [p.note for p in parts if p.track == track]
        own += [n for n in ringing.tracks[track].notes if n.end > 4 * BAR]
        for tick in {note.start for note in own if note.start >= 4 * BAR}:
            assert sum(n.start <= tick < n.end for n in own) <= limit
    assert parts


def test_tracks_of_one_program_are_written_apart(session: Session) -> None:
    beats = range(0, 4 * BAR, 480)
    score = Score(
        tracks=(
            Track(name="Low", notes=tuple(Note(t, 30, 480) for t in beats)),
            Track(name="High", notes=tuple(Note(t, 90, 480) for t in beats)),
        )
    )
    made = notes_of(run(session, score, bars=8))
    assert {part.track for part in made} == {0, 1}
    only = notes_of(run(session, score, bars=8, roles=("context", "write")))
    assert {part.track for part in only} == {1}


def test_a_key_that_one_part_holds_is_free_in_another() -> None:
    track = Track(notes=(Note(0, 60, 480),))
    score = Score(tracks=(track, track))
    voices = Voices(score, ("write", "write"), parts_of(score, most=32), start=BAR, max_voices=1)
    voices.place(Note(BAR, 45, 480), 1)
    assert voices.held(1, BAR + 240) == {45}
    assert voices.held(0, BAR + 240) == frozenset()
    assert voices.full(BAR + 240) == {1}


def test_the_piece_keeps_its_own_meters_and_tempos_ahead(session: Session) -> None:
    score = replace(
        chord_piece(),
        time_signatures=(TimeSignature(0, 4, 4), TimeSignature(5 * BAR, 3, 4)),
        tempos=(Tempo(0, 100.0), Tempo(5 * BAR, 140.0)),
    )
    bars = BarMap.of(score)
    events = run(session, score, bars=4)
    assert [end.made.end for end in finished(events)] == [bars.start_of(8)]
    begun = [e.until for e in events if isinstance(e, NotesMade) and not e.notes]
    assert begun[:2] == [bars.start_of(5), bars.start_of(6)]


def test_a_meter_that_no_token_has_still_fills_exactly_the_bars(session: Session) -> None:
    score = replace(chord_piece(), time_signatures=(TimeSignature(0, 17, 16),))
    bars = BarMap.of(score)
    events = run(session, score, start=bars.start_of(4), bars=3)
    (end,) = finished(events)
    assert end.made.end == bars.start_of(7)
    assert all(bars.start_of(4) <= p.note.start < bars.start_of(7) for p in notes_of(events))


@pytest.mark.parametrize("seed", range(3))
def test_starting_inside_a_bar_fills_the_rest_of_it_first(session: Session, seed: int) -> None:
    start = 3 * BAR + 500
    events = run(session, chord_piece(), start=start, sampling=SamplingConfig(seed=seed))
    assert all(part.note.start >= start for part in notes_of(events))
    (end,) = finished(events)
    assert end.made.end == 5 * BAR


def test_the_model_reads_no_silence_after_the_last_note_of_an_open_bar(tiny_folder: Path) -> None:
    model = LiveModel.load(tiny_folder)
    piece = chord_piece().between(0, 3 * BAR + 480)
    plan = Plan(model, piece, Request(start=3 * BAR + 3 * 480, bars=2, alternatives=1))
    kinds = [TokenKind(plan.vocabulary.kinds[token]) for token in plan.ids]
    last = len(kinds) - 1 - kinds[::-1].index(TokenKind.BAR)
    # The bar's own chord is the only one; no chord of silence follows its notes.
    assert kinds[last:].count(TokenKind.CHORD) == 1


def test_silence_can_be_gone_on_with(session: Session) -> None:
    empty = Score(tracks=(Track(name="Piano"),))
    events = run(session, empty, start=0, bars=4)
    assert notes_of(events)
    # Four empty bars are a prompt as well.
    later = run(session, empty, start=4 * BAR, bars=4)
    assert all(part.note.start >= 4 * BAR for part in notes_of(later))


def test_nothing_to_continue_has_its_sentence(session: Session) -> None:
    with pytest.raises(EmptyMusicError, match="There is nothing to continue yet"):
        run(session, Score(), start=0)
    with pytest.raises(EmptyMusicError, match="No track is set to Write"):
        run(session, chord_piece(), roles=("context",) * 3)


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"lowest": 70, "highest": 60}, "range of pitches is empty"),
        ({"longest_copy": 3}, "Copies shorter than"),
    ],
)
def test_limits_that_make_no_sense_are_refused_in_a_sentence(
    session: Session, limits: dict[str, object], words: str
) -> None:
    with pytest.raises(LimitError, match=words):
        run(session, chord_piece(), **limits)


@pytest.mark.slow
def test_a_piece_may_end_in_the_last_bar_that_is_asked_for_and_in_no_other(
    session: Session,
) -> None:
    ended = 0
    for seed in range(30):
        events = run(
            session, chord_piece(), bars=6, sampling=SamplingConfig(seed=seed, temperature=2.0)
        )
        (end,) = finished(events)
        assert end.made.end == 10 * BAR
        ended += end.made.ended
    assert ended, "no seed ended the piece: the test has seen nothing"


@pytest.mark.slow
def test_cancelling_stops_at_once_and_says_so(session: Session) -> None:
    asked = iter(range(1000))

    def cancelled() -> bool:
        return next(asked) > 20

    events = list(session.continue_(asking(chord_piece(), bars=0), cancelled=cancelled))
    assert isinstance(events[-1], ContinuationFinished)
    assert events[-1].cancelled
    assert not finished(events)
    # Cancelled while reading: what was read stays good.
    long = chord_piece(bars=60)
    events = list(session.continue_(asking(long, start=60 * BAR), cancelled=lambda: True))
    assert [type(event) for event in events] == [ContinuationFinished]
    again = notes_of(run(session, long, start=60 * BAR))
    session.forget()
    assert notes_of(run(session, long, start=60 * BAR)) == again


@pytest.mark.slow
def test_going_on_without_end_goes_on(session: Session) -> None:
    events: list[LiveEvent] = []
    command = asking(chord_piece(), bars=0, sampling=SamplingConfig(seed=3, min_p=0.2))
    for event in session.continue_(command, cancelled=lambda: len(events) > 500):
        events.append(event)  # noqa: PERF402 - the lambda looks at it while it grows
    begun = [e.until for e in events if isinstance(e, NotesMade) and not e.notes]
    assert all(b - a == BAR for a, b in pairwise(begun))
    assert len(begun) > 2


def test_the_memory_says_which_bars_it_holds(session: Session) -> None:
    score = chord_piece(bars=20)
    primed = run(session, score, start=20 * BAR)[0]
    assert isinstance(primed, Primed)
    first, past = primed.exact_bars
    assert past == 20
    # 64 tokens, and a bar of this piece has 4 * (1 + 3 * 3 + 3 + 2 + 3) and a few more.
    assert 18 <= first <= 20
    assert primed.compressed_bars[0] == primed.compressed_bars[1]
    short = run(session, score, start=BAR)[0]
    assert isinstance(short, Primed)
    assert short.exact_bars[1] == 1


def test_compressed_memory_holds_older_bars(tmp_path: Path) -> None:
    compression = CompressionConfig(length=64, rate=2)
    session = Session(LiveModel.load(make_model(tmp_path / "m", compression=compression)))
    primed = run(session, chord_piece(bars=20), start=20 * BAR)[0]
    assert isinstance(primed, Primed)
    assert primed.compressed_bars[1] == primed.exact_bars[0]
    assert primed.compressed_bars[0] < primed.compressed_bars[1]


@pytest.mark.slow
@pytest.mark.parametrize("function", ["convolution", "most_used"])
def test_compressed_memory_gives_the_same_notes_after_going_back(
    tmp_path: Path, function: CompressionFunction
) -> None:
    compression = CompressionConfig(length=32, rate=3, function=function)
    folder = make_model(tmp_path / "m", compression=compression)
    fresh = notes_of(run(Session(LiveModel.load(folder)), chord_piece(30), start=30 * BAR))
    session = Session(LiveModel.load(folder))
    run(session, chord_piece(50), start=50 * BAR, bars=1)
    run(session, chord_piece(30), start=20 * BAR, bars=1)
    assert notes_of(run(session, chord_piece(30), start=30 * BAR)) == fresh


@pytest.mark.slow
def test_what_is_out_of_sight_can_be_let_go(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    for tokens in (10**9, 16):
        monkeypatch.setattr("engine.generation.draw._ROUNDS_BETWEEN_TRIMS", tokens)
        events: list[LiveEvent] = []
        for event in session.continue_(
            asking(chord_piece(), bars=0), cancelled=lambda heard=events: len(heard) > 300
        ):
            events.append(event)  # noqa: PERF402 - the lambda looks at it while it grows
        made.append(notes_of(events))
    assert made[0] == made[1]


def test_another_piece_is_remembered_before_this_one(session: Session) -> None:
    # One note: the model's 64 tokens reach back into the other piece.
    score = Score(tracks=(Track(notes=(Note(0, 60, 480),)),))
    plain = run(session, score, start=BAR)
    other = Score(tracks=(Track(notes=tuple(Note(t, 95, 240) for t in range(0, BAR, 240))),))
    remembering = run(session, score, start=BAR, remembered=other)
    assert notes_of(plain) != notes_of(remembering)
    assert isinstance(remembering[0], Primed)
    assert remembering[0].exact_bars == (0, 1)


@pytest.mark.slow
def test_the_starter_goes_on_in_time() -> None:
    session = Session(LiveModel.load(starter_model()))
    events = run(session, chord_piece(bars=8), start=8 * BAR, bars=4, alternatives=2)
    end = events[-1]
    assert isinstance(end, ContinuationFinished)
    assert end.first_note_seconds > 0
    assert notes_of(events)
