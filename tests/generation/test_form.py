"""What is made goes away for a phrase and comes back for one."""

import pytest
import torch

from engine.generation.form import PHRASE, comes_back, first_bar_of, theme_bar
from engine.generation.processors import BarLagBias
from engine.music.score import Note, Score, Track
from engine.tokens.bar_lags import LAGS
from engine.tokens.tokenizer import Tokenizer
from tests.generation.conftest import BAR

VOCABULARY = Tokenizer().vocabulary


class Heard:
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def __call__(self, logits: torch.Tensor, *, theme: object = None) -> torch.Tensor:
        self.asked.append(theme)
        return logits

    def push(self, token: int) -> None:
        """Hear nothing."""

    def branch(self) -> "Heard":
        """Return itself."""
        return self


@pytest.mark.parametrize(
    ("begins", "first"), [(0, 0), (480, 0), (2 * BAR, 2), (BAR - 480, 1), (3 * BAR - 960, 3)]
)
def test_phrases_are_counted_from_the_first_bar_that_sounds_less_an_upbeat(begins, first) -> None:
    early, late = Note(begins, 60, 480), Note(begins + BAR, 48, 480)
    score = Score(tracks=(Track(), Track(notes=(late,)), Track(notes=(early,))))
    assert first_bar_of(score) == first
    assert first_bar_of(Score(tracks=(Track(),))) == 0


def test_a_phrase_away_and_a_phrase_back_for_ever() -> None:
    form = [comes_back(bar) for bar in range(4 * PHRASE)]
    assert form == ([False] * PHRASE + [True] * PHRASE) * 2


def theme(bars: int, piece: int) -> list[int | None]:
    """Return which bars come back, of a piece of so many."""
    return [theme_bar(bar, range(piece)) for bar in range(bars)]


def test_what_comes_back_is_the_last_phrase_and_then_in_turn_those_before_it() -> None:
    away = [None] * PHRASE
    last, before = list(range(PHRASE, 2 * PHRASE)), list(range(PHRASE))
    assert theme(6 * PHRASE, 2 * PHRASE) == [*away, *last, *away, *before, *away, *last]
    assert theme(4 * PHRASE, PHRASE) == [*away, *before] * 2


def test_a_short_piece_comes_back_more_than_once_in_a_phrase_and_an_empty_one_never() -> None:
    assert theme(2 * PHRASE, 3)[PHRASE:] == [0, 1, 2, 0, 1, 2, 0, 1]
    assert theme(2 * PHRASE, 12)[PHRASE:] == list(range(4, 12))
    assert not any(theme(4 * PHRASE, 0))


def test_the_first_to_come_back_is_what_stood_there_as_long_ago_as_is_looked_back() -> None:
    assert LAGS[-1] == 2 * PHRASE
    piece = list(range(100))
    made = theme_bar(PHRASE, piece)
    assert made == len(piece) + PHRASE - LAGS[-1]


def test_bars_lean_to_the_theme_where_it_comes_back_and_alternatives_count_their_own() -> None:
    heard, piece = Heard(), range(PHRASE)
    bias = BarLagBias(heard, bar_line=VOCABULARY.bar, piece=piece)  # type: ignore[arg-type]
    other = bias.branch()
    logits = torch.zeros(len(VOCABULARY))
    for _ in range(2 * PHRASE):
        bias.process(logits, None)  # type: ignore[arg-type]
        bias.accept(VOCABULARY.bar)
    assert heard.asked == [None] * PHRASE + list(piece)
    heard.asked.clear()
    other.process(logits, None)  # type: ignore[arg-type]
    assert heard.asked == [None]
