"""The first half of an answer leans to the bars of the phrase."""

import pytest

from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.imitation import imitated_bars

BAR = 1920
GRID = BarGrid()


def bars(phrase: int, answer: int, tick: int, *, turn: int = 4) -> tuple[int, int] | None:
    found = imitated_bars(GRID, phrase=phrase, answer=answer, tick=tick, bars=turn)
    return None if found is None else (found[0] // BAR, found[1] // BAR)


def test_bar_by_bar_in_the_first_half_of_the_turn() -> None:
    found = [bars(4 * BAR, 8 * BAR, (8 + into) * BAR) for into in range(4)]
    assert found == [(4, 8), (5, 8), None, None]


def test_a_phrase_of_one_bar_comes_again() -> None:
    assert [bars(7 * BAR, 8 * BAR, (8 + into) * BAR, turn=8) for into in range(4)] == [(7, 8)] * 4


def test_an_answer_that_begins_inside_a_bar_counts_this_bar() -> None:
    assert bars(4 * BAR + 480, 8 * BAR + 960, 8 * BAR + 960) == (4, 8)
    assert bars(4 * BAR + 480, 8 * BAR + 960, 9 * BAR) == (5, 8)


@pytest.mark.parametrize("phrase", [8 * BAR, 8 * BAR + 480])
def test_a_phrase_that_began_in_the_same_bar_is_not_imitated(phrase: int) -> None:
    assert bars(phrase, 8 * BAR + 960, 8 * BAR + 960) is None


def test_a_turn_without_a_set_length_counts_as_four_bars() -> None:
    found = [bars(4 * BAR, 8 * BAR, (8 + into) * BAR, turn=0) for into in range(3)]
    assert found == [(4, 8), (5, 8), None]
