"""What is made goes away for a phrase and comes back for one."""

import torch

from engine.generation.form import PHRASE, comes_back
from engine.generation.processors import BarLagBias
from engine.tokens.bar_lags import LAGS
from engine.tokens.tokenizer import Tokenizer

VOCABULARY = Tokenizer().vocabulary


class Heard:
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[bool] = []

    def __call__(self, logits: torch.Tensor, *, coming_back: bool = False) -> torch.Tensor:
        self.asked.append(coming_back)
        return logits

    def push(self, token: int) -> None:
        """Hear nothing."""

    def branch(self) -> "Heard":
        """Return itself."""
        return self


def test_a_phrase_away_and_a_phrase_back_for_ever() -> None:
    form = [comes_back(bar) for bar in range(4 * PHRASE)]
    assert form == ([False] * PHRASE + [True] * PHRASE) * 2


def test_a_phrase_away_and_back_is_as_long_as_the_longest_lag() -> None:
    # Else what comes back would not be what stood there.
    assert LAGS[-1] == 2 * PHRASE


def test_bars_lean_to_the_theme_where_it_comes_back_and_alternatives_count_their_own() -> None:
    heard = Heard()
    bias = BarLagBias(heard, bar_line=VOCABULARY.bar)  # type: ignore[arg-type]
    other = bias.branch()
    logits = torch.zeros(len(VOCABULARY))
    for _ in range(2 * PHRASE):
        bias.process(logits, None)  # type: ignore[arg-type]
        bias.accept(VOCABULARY.bar)
    assert heard.asked == [False] * PHRASE + [True] * PHRASE
    heard.asked.clear()
    other.process(logits, None)  # type: ignore[arg-type]
    assert heard.asked == [False]
