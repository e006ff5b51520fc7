"""Whether alternatives are different ideas: plans that are counted, tunes that are compared."""

import pytest

from benchmarks.quality.alternatives import compared, figures, plan_of
from engine.form.alternative_plan import AlternativePlan
from engine.generation.continuation import Continuation
from engine.harmony.chord_symbols import Chord
from engine.request import PartNote
from engine.values.score import Note, Score, Track

BAR = 4 * 480
PIECE = Score(
    tracks=(
        Track(notes=(Note(0, 60, BAR),)),
        Track(notes=(Note(0, 36, BAR),)),
        Track(is_drum=True, notes=(Note(0, 38, 60),)),
    )
)
C, G, F = ((root, "maj") for root in (0, 7, 5))


def made(*chords: tuple[int, str], tune: int = 72, drum: int = 38) -> Continuation:
    """Two bars: a chord each, a note of the tune each, and a drum."""
    starts = (BAR, 2 * BAR)
    parts = [PartNote(0, Note(start, tune, 480)) for start in starts if tune]
    parts += [PartNote(2, Note(start, drum, 60)) for start in starts]
    return Continuation(
        score=PIECE,
        parts=tuple(parts),
        start=BAR,
        end=3 * BAR,
        ended=False,
        seed=1,
        plan=AlternativePlan(
            chords=tuple(
                Chord(start, root, quality, root)
                for start, (root, quality) in zip(starts, chords, strict=False)
            )
        ),
    )


def test_a_plan_has_a_chord_on_each_bar_line() -> None:
    assert plan_of(made(C, G)) == (C, G)
    assert plan_of(made(C)) == (C, C)
    assert plan_of(made()) == ()


def test_plans_are_counted_where_all_have_one() -> None:
    assert figures(PIECE, [made(C, G), made(C, F), made(C, G)])["plans"] == 2
    assert figures(PIECE, [made(C, G), made(C, G)])["two"] == 0.0
    assert "plans" not in figures(PIECE, [made(C, G), made()])


def test_tunes_are_compared_and_not_drums_and_drums_where_there_is_no_tune() -> None:
    found = figures(PIECE, [made(tune=72), made(tune=72, drum=42), made(tune=74)])
    assert found["tunes"] == pytest.approx(2 / 3)
    assert found["nearest"] == 0.0
    assert figures(PIECE, [made(tune=0), made(tune=0, drum=42)])["tunes"] == 1.0


def test_another_run_is_compared_on_the_songs_that_both_have() -> None:
    rows = [{"collection": "a", "song": name, "run": 1} for name in ("x", "y")]
    others = [{"collection": "a", "song": name, "run": 2} for name in ("z", "y")]
    assert compared(rows, others) == (rows[1:], others[1:])
