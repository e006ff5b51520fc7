"""What is heard of an end: pieces made by hand, that end and do not."""

from dataclasses import replace

import pytest

from benchmarks.quality.endings import Ending, ending_of
from engine.values.score import Note, Score, Track

BAR = 4 * 480
SCALE = tuple(Note(i * 480, 60 + (0, 2, 4, 5, 7, 9, 11)[i % 7], 480) for i in range(16))
DOMINANT = tuple(Note(4 * BAR + i * 480, 67, 480) for i in range(4))
END = 6 * BAR


def piece(*last: Note, hits: tuple[int, ...] = (0,)) -> Score:
    """Five bars of C major and a last one."""
    kit = tuple(Note(5 * BAR + tick, 36, 60) for tick in hits)
    beat = tuple(Note(4 * BAR + i * 480, 36, 60) for i in range(4))
    return Score(
        tracks=(
            Track(notes=(*SCALE, *DOMINANT, *last)),
            Track(is_drum=True, notes=(*beat, *kit)),
        )
    )


def heard(score: Score) -> Ending:
    return ending_of(score, start=4 * BAR, end=END)


TONIC = Note(5 * BAR, 48, BAR)


def test_a_held_tonic_ends_and_its_dominant_is_heard() -> None:
    ending = heard(piece(TONIC, Note(5 * BAR, 64, BAR)))
    assert ending == Ending(tonic=True, struck=True, held=True, together=True, dominant=True)
    assert ending.ends


@pytest.mark.parametrize(
    ("last", "hits", "fails"),
    [
        ((TONIC, replace(TONIC, pitch=43)), (0,), "tonic"),
        ((TONIC, Note(5 * BAR + 480, 60, 480)), (0,), "struck"),
        ((TONIC,), (0, 480), "struck"),
        ((replace(TONIC, duration=480),), (0,), "held"),
        ((), (0,), "tonic"),
    ],
)
def test_what_is_missing_from_an_end_is_said(last, hits, fails) -> None:
    ending = heard(piece(*last, hits=hits))
    assert not getattr(ending, fails)
    assert not ending.ends


def test_a_part_that_plays_up_to_the_end_belongs_to_it() -> None:
    assert not heard(piece(TONIC, hits=())).together
