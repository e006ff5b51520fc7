"""What the piece did before, by the surer of two ways: the short-term model beside the network.

The echo finds runs of ids, all parts together; motifs find runs of notes of each part by itself.
Where both know something, what is likelier to come back is taken (`docs/experiments`, echo and
motifs, tell what each is worth).

Where the piece comes back (`form.py`), a repetition is likelier. What rules lean against is less
likely as a repetition, too (`weighed`): a band's drummer who repeats himself leaves room for the
others.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from engine.generation.form import comes_back
from engine.model.echo import Echo, Repeat
from engine.tokens.motifs import Motifs
from engine.tokens.vocabulary import Vocabulary

RETURN = 2.0
"""Factor on the odds of a repetition in the bars in which it comes back."""

AGAIN = 0.4
"""Factor on them in the others, for each bar in a row that only said what the piece had said: real
songs repeat bars there, and do not go on doing so (`docs/experiments/2026-11-23-bands.md`)."""


Nats = NDArray[np.float32]


class ShortTermModel:
    """Hears a piece, and says what comes next if it does again what it did before.

    Args:
        echo: That has heard the piece.
        motifs: That have heard it, too.
        bar_line: The id that begins a bar.
        strength: Factor on the odds of both; 0 is none.
        alone: Whether what is heard from now on is no longer the piece.
    """

    def __init__(
        self, echo: Echo, motifs: Motifs, *, bar_line: int, strength: float, alone: bool = False
    ) -> None:
        self._echo, self._motifs, self._strength = echo, motifs, strength
        self._bar_line, self._alone = bar_line, alone
        self._bars = 0
        self._known: frozenset[int] | None = None  # what would come back here, if that was asked
        self._literal: bool | None = None  # of this bar; None: nothing was asked in it
        self._literal_bars = 0

    @classmethod
    def of(
        cls, vocabulary: Vocabulary, ids: Sequence[int], *, strength: float = 1.0
    ) -> "ShortTermModel":
        """Return one that has heard these ids, oldest first."""
        return cls(
            Echo(ids, strength=strength),
            Motifs(vocabulary, ids),
            bar_line=vocabulary.bar,
            strength=strength,
        )

    def closed(self) -> "ShortTermModel":
        """Return one that has heard the same, goes on by itself and repeats nothing but that."""
        return ShortTermModel(
            self._echo.closed(),
            self._motifs.closed(),
            bar_line=self._bar_line,
            strength=self._strength,
            alone=True,
        )

    def push(self, token: int) -> None:
        """Hear one id more."""
        if self._alone:
            self._follow(token)
        if self._strength:
            self._echo.push(token)
            self._motifs.push(token)

    def repeat(self) -> Repeat | None:
        """Return what comes back, and how likely that is; None where nothing is known."""
        known = [each for each in (self._echo.repeat(), self._motif()) if each is not None]
        self._known = frozenset(each.token for each in known)
        surest = max(known, key=lambda each: each.share, default=None)
        if surest is None:
            return None
        factor = RETURN if comes_back(self._bars) else AGAIN**self._literal_bars
        return _times(factor, surest)

    def _follow(self, token: int) -> None:
        """Count bars, and those in a row in which nothing was said that had not been."""
        if self._known is not None:
            self._literal = self._literal is not False and token in self._known
        self._known = None
        if token == self._bar_line:
            self._literal_bars = self._literal_bars + 1 if self._literal else 0
            self._literal = None
            self._bars += 1

    def _motif(self) -> Repeat | None:
        guess = self._motifs.guess() if self._strength else None
        if guess is None or not guess.odds:
            return None
        odds = self._strength * guess.odds
        return Repeat(token=guess.token, run=guess.run, share=odds / (1.0 + odds))


def weighed(
    repeats: Sequence[Repeat | None], logits: Tensor, shaped: Tensor
) -> list[Repeat | None]:
    """Return repetitions as the rules weigh them that have shaped what the network says.

    The sampler mixes them in afterwards, so that a rule alone would shape the rest: all ids that
    a rule makes likelier than the one repeated take from its odds what they take from the network.
    What leans to the repetition does not add to it: it knows the same piece.

    Args:
        repeats: Of each row, K of them.
        logits: (K, V) as the network says them.
        shaped: (K, V) as the rules shaped them, −inf where an id is forbidden.
    """
    rows = zip(repeats, logits.float().numpy(), shaped.float().numpy(), strict=True)
    return [repeat and _weighed(repeat, before, after) for repeat, before, after in rows]


def _weighed(repeat: Repeat, before: Nats, after: Nats) -> Repeat:
    # In NumPy: this is asked at every id, and as six calls of PyTorch it was a tenth of drawing.
    legal = after > -np.inf
    own = float(after[repeat.token] - before[repeat.token])
    return _times(math.exp(min(0.0, own + _whole(before[legal]) - _whole(after[legal]))), repeat)


def _whole(nats: Nats) -> float:
    """Return the logarithm of the sum of the exponentials."""
    most = float(nats.max(initial=-math.inf))
    return most + math.log(float(np.exp(nats - most).sum())) if math.isfinite(most) else most


def _times(factor: float, repeat: Repeat) -> Repeat:
    """Return a repetition with its odds multiplied."""
    if factor == 1.0:
        return repeat
    odds = factor * repeat.share / (1.0 - repeat.share)
    return replace(repeat, share=odds / (1.0 + odds))
