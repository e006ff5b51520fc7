"""Figures of a tune, of keys that are struck again, of blocks that return and of fills."""

import pytest

from benchmarks.evaluation.passages import Passage
from benchmarks.quality import tune
from engine.values.score import Note, Score, Track

BAR = 4 * 480
C, F, G, A_MINOR = (60, 64, 67), (65, 69, 72), (55, 59, 62), (57, 60, 64)


def passage(*tracks: Track, bars: int = 24) -> Passage:
    return Passage(score=Score(tracks=tracks), begin=0, start=8 * BAR, end=bars * BAR)


def line(*pitches: int, program: int = 0) -> Track:
    """A quarter note each, over and over."""
    notes = (Note(480 * at, pitches[at % len(pitches)], 480) for at in range(96))
    return Track(notes=tuple(notes), program=program)


def chords(*names: tuple[int, ...]) -> Track:
    """A chord a bar."""
    notes = [Note(bar * BAR, pitch, BAR) for bar, name in enumerate(names) for pitch in name]
    return Track(notes=tuple(sorted(notes)))


def test_the_highest_part_of_the_prompt_is_the_tune() -> None:
    found = passage(line(48, 48), line(72, 74))
    assert tune.steps(found) == 1.0
    assert tune.same_note(found) == 0.0
    assert tune.turns(found) == 1.0
    assert tune.longest_run(found) == 1.0


def test_repeated_notes_are_counted_and_leaps_are_no_steps() -> None:
    found = passage(line(72, 72, 72, 79))
    assert tune.same_note(found) == pytest.approx(32 / 63)
    assert tune.steps(found) == 0.0
    assert tune.longest_run(found) == 3.0


def test_too_few_notes_make_no_tune() -> None:
    found = passage(Track(notes=(Note(0, 60, 480),)))
    assert tune.steps(found) is None
    assert tune.longest_run(found) is None


def test_a_key_is_struck_again_within_a_quarter() -> None:
    assert tune.hammered(passage(line(60))) == pytest.approx(63 / 64)
    assert tune.hammered(passage(line(60, 62))) == 0.0
    assert tune.hammered(passage(Track(is_drum=True, notes=line(36).notes))) is None


def test_blocks_return_that_have_the_roots_of_an_earlier_one_but_for_one() -> None:
    verse, new = (C, F, G, C), (A_MINOR, F, C, G)
    other = (F, C, A_MINOR, F)
    found = passage(chords(*verse, *verse, *verse, *new, C, F, G, A_MINOR, *other))
    assert tune.returning(found) == 0.5
    # C and A minor have two of four notes in common.
    assert tune.returned(found) == pytest.approx((1.0 + (3 + 0.5) / 4) / 2)


def test_fills_are_hits_of_each_fourth_bar_beside_the_others() -> None:
    hits = [Note(bar * BAR + 240 * at, 38, 60) for bar in range(24) for at in range(4)]
    more = [Note(bar * BAR + 960 + 120 * at, 45, 60) for bar in range(3, 24, 4) for at in range(4)]
    plain = Track(is_drum=True, notes=tuple(sorted(hits)))
    filled = Track(is_drum=True, notes=tuple(sorted(hits + more)))
    assert tune.fills(passage(plain)) == 1.0
    assert tune.fills(passage(filled)) == 2.0
    assert tune.fills(passage(line(60))) is None
