"""The rates of a page beside its score: each fault counts in its own rate alone."""

import pytest

from benchmarks.measures.played_page import (
    PageErrors,
    PageNote,
    beginning,
    page_errors,
    score_notes,
)
from engine.values.score import Note, Score, Tempo, Track

SCORE = [
    note
    for beat in range(32)
    for note in (
        PageNote(float(beat), 60 + beat % 7, 1.0, 1),
        PageNote(float(beat), 40 + beat % 5, 1.0, 2),
    )
]
RIGHT = PageErrors(missing=0, extra=0, onset=0, value=0, staff=0)


def test_the_score_itself_is_right() -> None:
    assert page_errors(SCORE, SCORE) == RIGHT
    assert page_errors(SCORE[:32], SCORE) == RIGHT


@pytest.mark.parametrize("factor", [0.5, 2, 1.5, 1 / 3])
def test_a_page_with_another_beat_is_right(factor: float) -> None:
    page = [PageNote(n.onset * factor, n.pitch, n.value * factor, n.staff) for n in SCORE]
    assert page_errors(page, SCORE) == RIGHT


@pytest.mark.slow
def test_each_fault_has_its_rate() -> None:
    lacks = page_errors(SCORE[1:], SCORE)
    assert lacks.missing == pytest.approx(1 / 64)
    assert (lacks.extra, lacks.onset, lacks.value, lacks.staff) == (0, 0, 0, 0)
    more = page_errors([*SCORE, PageNote(5.0, 90, 1.0, 1)], SCORE)
    assert more.extra == pytest.approx(1 / 65)
    late = [n._replace(onset=n.onset + 0.25 * (n.onset >= 16)) for n in SCORE]
    assert page_errors(late, SCORE).onset == pytest.approx(1 / 31)
    short = [n._replace(value=0.75 if n.onset < 8 else 1.0) for n in SCORE]
    assert page_errors(short, SCORE).value == pytest.approx(0.25)
    low = [n._replace(staff=2) for n in SCORE]
    assert page_errors(low, SCORE).staff == pytest.approx(0.5)
    assert page_errors(low, SCORE).mean == pytest.approx(0.1)


def test_another_piece_is_wrong() -> None:
    other = [n._replace(pitch=n.pitch + 30) for n in SCORE]
    assert page_errors(other, SCORE).mean == 1


def test_a_score_for_two_hands_and_its_beginning() -> None:
    hands = Score(
        tracks=(
            Track(notes=(Note(960, 72, 240),)),
            Track(notes=(Note(960, 48, 480), Note(1920, 50, 480))),
        ),
        tempos=(Tempo(0, 60.0),),
    )
    assert score_notes(hands) == [(2.0, 48, 1.0, 2), (2.0, 72, 0.5, 1), (4.0, 50, 1.0, 2)]
    assert beginning(hands, 1.5).note_count == 2
