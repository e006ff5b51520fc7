"""A continuation leaves the piece for a phrase and returns to it for one."""

import pytest

from engine.generation.rules.repetition import LAGS
from engine.generation.state.form import returning_bar, returns
from engine.planning.phrases import PHRASE, first_bar_of
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR


@pytest.mark.parametrize(
    ("begins", "first"), [(0, 0), (480, 0), (2 * BAR, 2), (BAR - 480, 1), (3 * BAR - 960, 3)]
)
def test_phrases_are_counted_from_the_first_bar_that_sounds_after_an_upbeat(begins, first) -> None:
    early, late = Note(begins, 60, 480), Note(begins + BAR, 48, 480)
    score = Score(tracks=(Track(), Track(notes=(late,)), Track(notes=(early,))))
    assert first_bar_of(score) == first
    assert first_bar_of(Score(tracks=(Track(),))) == 0


def test_the_piece_is_left_for_a_phrase_and_returns_for_one_for_ever() -> None:
    form = [returns(bar) for bar in range(4 * PHRASE)]
    assert form == ([False] * PHRASE + [True] * PHRASE) * 2


def returning(bars: int, piece: int) -> list[int | None]:
    """Return which bars return, of a piece of so many."""
    return [returning_bar(bar, range(piece)) for bar in range(bars)]


def test_the_last_phrase_returns_first_and_then_those_before_it_in_turn() -> None:
    away = [None] * PHRASE
    last, before = list(range(PHRASE, 2 * PHRASE)), list(range(PHRASE))
    assert returning(6 * PHRASE, 2 * PHRASE) == [*away, *last, *away, *before, *away, *last]
    assert returning(4 * PHRASE, PHRASE) == [*away, *before] * 2


def test_a_short_piece_returns_more_than_once_in_a_phrase_and_an_empty_one_never() -> None:
    assert returning(2 * PHRASE, 3)[PHRASE:] == [0, 1, 2, 0, 1, 2, 0, 1]
    assert returning(2 * PHRASE, 12)[PHRASE:] == list(range(4, 12))
    assert set(returning(4 * PHRASE, 0)) == {None}


def test_the_first_bar_that_returns_stood_as_long_ago_as_rules_look_back() -> None:
    assert LAGS[-1] == 2 * PHRASE
    piece = list(range(100))
    assert returning_bar(PHRASE, piece) == len(piece) + PHRASE - LAGS[-1]
