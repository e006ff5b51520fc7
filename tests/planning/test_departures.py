"""A phrase that came twice is left, as often as in real songs, unless the user wants loops."""

import pytest

from engine.planning.departures import LEAVES, LEAVES_A_RIFF, Departure, departure_from
from engine.planning.sections import SectionBar
from engine.values.score import Note, Score, Track

QUARTER = Score().ticks_per_quarter
BAR = 4 * QUARTER
SEEDS = range(2_000)


def piece(*bars: int, track: int = 1) -> Score:
    """Return a piece with four quarters in each bar; a number says how they go, -1 is silence."""
    notes = tuple(
        Note(number * BAR + beat * QUARTER, 60 + kind + beat * (kind + 1), 200, 80)
        for number, kind in enumerate(bars)
        if kind >= 0
        for beat in range(4)
    )
    return Score(tracks=(*[Track()] * (track - 1), Track(notes=notes)))


def departure(*bars: int, echo: float = 1.0, to_come: int = 64) -> Departure | None:
    return departure_from(piece(*bars), past=len(bars), bars=to_come, echo=echo)


@pytest.mark.parametrize(
    ("bars", "phrase"),
    [
        ((0, 1, 2, 3) * 2, 4),
        ((5, 6, 0, 1, 2, 3, 0, 1, 2, 3), 4),
        ((*range(8), *range(8)), 8),
        ((0, 1, 2, 3) * 4, 8),
    ],
)
def test_a_phrase_of_four_or_eight_bars_came_twice(bars: tuple[int, ...], phrase: int) -> None:
    found = departure(*bars)
    assert found is not None
    assert found.phrase == phrase
    assert found.chance == pytest.approx(LEAVES)


@pytest.mark.parametrize("bars", [(0,) * 8, (0, 1) * 4])
def test_a_riff_is_left_less_often(bars: tuple[int, ...]) -> None:
    found = departure(*bars)
    assert found is not None
    assert found.chance == pytest.approx(LEAVES_A_RIFF)


@pytest.mark.parametrize(
    "bars",
    [
        tuple(range(8)),
        (0, 1, 2, 3, 0, 1, 2, 4),
        (0, 1, 2, 3, 0, 1, 2, 3, 4),
        (0, 1, 2),
        (0, -1, 2, 3, 0, -1, 2, 3),
        (),
    ],
    ids=["new", "another end", "a bar after it", "short", "with a rest", "nothing"],
)
def test_other_bars_are_no_phrase_that_came_twice(bars: tuple[int, ...]) -> None:
    assert departure(*bars) is None


def test_a_track_that_does_the_same_in_another_part_is_another_phrase() -> None:
    tracks = (piece(0, 1, 2, 3).tracks[0], piece(-1, -1, -1, -1, 0, 1, 2, 3).tracks[0])
    assert departure_from(Score(tracks=tracks), past=8, bars=8, echo=1.0) is None


def test_eight_bars_are_new_and_no_more_than_are_to_come() -> None:
    found, short = departure(*(0, 1, 2, 3) * 2), departure(*(0, 1, 2, 3) * 2, to_come=3)
    assert found is not None
    assert short is not None
    assert found.bars == tuple(SectionBar(since=bar) for bar in range(8))
    assert short.bars == found.bars[:3]


@pytest.mark.parametrize(("echo", "share"), [(0.0, 1.0), (1.0, LEAVES), (1.4, 0.86)])
def test_echo_decides_how_many_leave(echo: float, share: float) -> None:
    found = departure(*(0, 1, 2, 3) * 2, echo=echo)
    assert found is not None
    left = [found.leaves(seed) for seed in SEEDS]
    assert sum(left) / len(SEEDS) == pytest.approx(share, abs=0.02)
    assert left == [found.leaves(seed) for seed in SEEDS]


def test_the_rows_of_a_request_leave_in_these_shares() -> None:
    riff, phrase = departure(*(0, 1) * 4), departure(*(0, 1, 2, 3) * 2)
    assert riff is not None
    assert phrase is not None
    for first in range(200):
        seeds = range(first, first + 8)
        assert sum(map(riff.leaves, seeds)) in {4, 5}
        assert sum(map(phrase.leaves, seeds)) in {6, 7, 8}
