"""What is made for a part with pedal has pedal: where it is changed, and where it ends."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.midi.channels import seam
from engine.midi.channels.pedalling import (
    changes_of,
    habits_of,
    pedal_for,
    presses_of,
    strokes_of,
)
from engine.midi.file.midifile import read_midi, write_midi
from engine.values.events import Control, Note
from engine.values.score import Score, Track
from engine.values.time import BarMap
from tests.midi.interpreter import notes_of
from tests.midi.pedalled import BAR, BARS, END, NEW, PIANO, QUARTER, START, bars_of


def made(track: Track, notes: Sequence[Note] = NEW, **asked: object) -> tuple[Control, ...]:
    """Return the controllers of what is written after a piece."""
    options: dict[str, object] = {"start": START} | asked
    score = seam.with_written(Score(tracks=(track,)), {0: notes}, **options)  # type: ignore[arg-type]
    return tuple(c for c in score.tracks[0].controls if c.tick >= START)


def test_the_pedal_is_changed_where_the_harmony_changes_as_the_piece_does() -> None:
    presses = presses_of(made(PIANO))
    assert [down // BAR for down, _ in presses] == [BARS, BARS + 1, BARS + 2, BARS + 3]
    for down, up in presses:
        assert 0 < down % BAR <= QUARTER // 4
        assert -QUARTER // 8 <= up - (down // BAR + 1) * BAR <= QUARTER // 8


def test_the_notes_ring_in_the_file() -> None:
    score = seam.with_written(Score(tracks=(PIANO,)), {0: NEW}, start=START)
    notes = notes_of(write_midi(score))
    new, old = ([n for n in notes if (n.on >= START) is is_new] for is_new in (True, False))
    share = [sum(n.pedal for n in each) / len(each) for each in (old, new)]
    assert share[1] == pytest.approx(share[0], abs=0.05)


def test_a_part_without_pedal_gets_none() -> None:
    assert made(replace(PIANO, controls=())) == ()
    once = (Control(BAR, 64, 127), Control(2 * BAR, 64, 0))
    assert made(replace(PIANO, controls=once)) == ()


ONE_PRESS = (Control(0, 64, 127),)


@pytest.mark.parametrize(
    "controls",
    [
        ONE_PRESS,
        (*ONE_PRESS, Control(START, 64, 0)),
        tuple(c for c in PIANO.controls if c.tick >= (BARS - 2) * BAR),
        (Control(4 * BAR, 64, 100), Control(12 * BAR, 64, 0), Control(12 * BAR + 60, 64, 100)),
    ],
    ids=["never lifted", "one press", "in the last bars only", "two presses"],
)
def test_a_part_that_is_mostly_under_few_presses_has_the_usual_pedal(
    controls: tuple[Control, ...],
) -> None:
    first = BARS - 2 if controls[0].tick >= (BARS - 2) * BAR else 0
    part = Track(notes=bars_of(first, BARS - first), controls=controls)
    presses = presses_of(made(part))
    # A change of harmony that brings only one new pitch class may go without.
    assert {BARS, BARS + 1, BARS + 3} <= {down // BAR for down, _ in presses}
    assert len(presses) <= 8
    assert made(part)[-1].value == 0


def test_a_press_from_before_the_latest_notes_holds_them() -> None:
    notes = tuple(Note(60 * i, 60 + i % 12, 60) for i in range(1000))
    piece = Score(tracks=(Track(notes=notes),))
    habits = habits_of(notes, ONE_PRESS, piece, guessing=True)
    assert habits is not None
    assert habits.hold == 0
    assert habits_of(notes, ONE_PRESS, piece) is None
    lifted = (*ONE_PRESS, Control(60 * 300, 64, 0))
    assert habits_of(notes, lifted, piece, guessing=True) is None


def test_a_part_that_has_long_held_one_press_goes_on_holding() -> None:
    def presses(bars: int) -> int:
        notes = bars_of(0, bars)
        habits = habits_of(notes, ONE_PRESS, Score(tracks=(PIANO,)), guessing=True)
        assert habits is not None
        new = bars_of(bars, 8)
        return len(presses_of(pedal_for(new, habits, BarMap.of(Score()), end=(bars + 8) * BAR)))

    assert presses(40) <= 2
    assert presses(16) >= 4


def test_drums_get_none() -> None:
    assert presses_of(made(replace(PIANO, is_drum=True))) == []


def test_the_habits_are_those_of_the_part() -> None:
    habits = habits_of(PIANO.notes, PIANO.controls, Score(tracks=(PIANO,)))
    assert habits is not None
    assert (habits.wait, habits.press, habits.lift, habits.hold) == (BAR, 60, -20, 0)
    short = tuple(replace(c, tick=c.tick - BAR // 2) if c.value == 0 else c for c in PIANO.controls)
    habits = habits_of(PIANO.notes, short, Score(tracks=(PIANO,)))
    assert habits is not None
    assert habits.hold == BAR // 2 - 80


def test_in_a_gap_the_pedal_of_what_follows_stays() -> None:
    score = Score(tracks=(PIANO,))
    start, end = 8 * BAR, 10 * BAR
    filled = seam.with_written(score, {0: bars_of(8, 2)}, start=start, end=end)

    def after(each: Score) -> list[object]:
        return [note for note in notes_of(write_midi(each)) if note.on >= end]

    assert after(filled) == after(score)
    inside = [c for c in filled.tracks[0].controls if start < c.tick < end]
    assert len(presses_of(inside)) >= 2


PREFIXES = st.integers(1, len(NEW) - 1)


@given(PREFIXES, PREFIXES)
def test_what_was_decided_while_the_music_grew_stays(one: int, other: int) -> None:
    few, more = sorted((one, other))
    earlier, later = made(PIANO, NEW[:few], growing=True), made(PIANO, NEW[:more], growing=True)
    assert earlier == later[: len(earlier)]
    assert later == made(PIANO)[: len(later)]


@given(st.integers(0, 10_000))
def test_every_press_ends(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - music, not a secret
    notes = tuple(
        sorted(
            Note(START + draw.randrange(4 * BAR), draw.randrange(30, 90), draw.randrange(1, BAR))
            for _ in range(draw.randrange(1, 60))
        )
    )
    end = draw.choice([None, END, END + BAR])
    written = made(PIANO, notes, end=end)
    moves = [c for c in written if c.number == 64]
    # Up at the seam, then down and up in turn.
    assert [c.value > 0 for c in moves] in (
        [bool(i % 2) for i in range(len(moves))],
        [not i % 2 for i in range(len(moves))],
    )
    assert not moves or moves[-1].value == 0
    assert all(c.tick <= max(n.end for n in notes) for c in moves)


@pytest.mark.slow
def test_the_pedal_of_performed_pieces_is_met(test_data: Path) -> None:
    """The figures of experiment 2026-11-26-pedal, on some pieces."""
    agreed, measured = 0.0, 0
    for path in sorted((test_data / "music" / "pop909" / "test").glob("*.mid"))[:10]:
        score = read_midi(path.read_bytes()).score
        part = max(score.tracks, key=lambda t: sum(c.number == 64 for c in t.controls))
        cut = part.notes[len(part.notes) * 6 // 10].start
        rest = [note for note in part.notes if note.start >= cut]
        own = [c for c in part.controls if c.number == 64 and c.tick >= cut]
        written = seam.with_written(replace(score, tracks=(part,)), {0: rest}, start=cut)
        new = [c for c in written.tracks[0].controls if c.number == 64 and c.tick > cut]
        if not new:
            continue
        real, ours = presses_of(own), presses_of(new)
        measured += 1
        agreed += sum(_near(down, real, QUARTER // 4) for down, _ in ours) / len(ours)
        assert changes_of(ours, strokes_of(rest, QUARTER))
    assert measured >= 8
    assert agreed / measured > 0.5


def _near(tick: int, presses: Sequence[tuple[int, int]], within: int) -> bool:
    return any(abs(down - tick) <= within for down, _ in presses)


def test_half_pedals_come_again_as_deep_as_they_were() -> None:
    presses = [c for c in PIANO.controls if c.number == 64]
    half = tuple(
        replace(c, value=(78, 92)[i // 2 % 2] if c.value >= 64 else 30)
        for i, c in enumerate(presses)
    )
    values = [c.value for c in made(replace(PIANO, controls=half)) if c.number == 64]
    assert {value for value in values if value >= 64} == {78, 92}
    assert {value for value in values if value < 64} == {0, 30}
    # The pedal is up before and after the music.
    assert values[0] == values[-1] == 0


def test_a_pedal_that_is_behind_its_usual_number_of_changes_makes_up_for_it() -> None:
    habits = habits_of(PIANO.notes, PIANO.controls, Score(tracks=(PIANO,)))
    assert habits is not None
    assert habits.behind(round(3 * habits.every), 1) == pytest.approx(2, abs=0.01)
    assert habits.behind(round(habits.every), 3) == pytest.approx(-2, abs=0.01)
    assert replace(habits, every=0.0).behind(10_000, 0) == 0.0
