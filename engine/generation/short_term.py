"""What the piece did before, by the surer of two ways: the short-term model beside the network.

The echo finds runs of ids, all parts together; motifs find runs of notes of each part by itself.
Where both know something, what is likelier to come back is taken (`docs/experiments`, echo and
motifs, tell what each is worth).

Where the piece comes back (`form.py`), a repetition is likelier.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.generation.form import comes_back
from engine.model.echo import Echo, Repeat
from engine.tokens.motifs import Motifs
from engine.tokens.vocabulary import Vocabulary

RETURN = 2.0
"""Factor on the odds of a repetition in the bars in which it comes back."""


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
        self._bars += self._alone and token == self._bar_line
        if self._strength:
            self._echo.push(token)
            self._motifs.push(token)

    def repeat(self) -> Repeat | None:
        """Return what comes back, and how likely that is; None where nothing is known."""
        known = [each for each in (self._echo.repeat(), self._motif()) if each is not None]
        surest = max(known, key=lambda each: each.share, default=None)
        if surest is None or not comes_back(self._bars):
            return surest
        odds = RETURN * surest.share / (1.0 - surest.share)
        return replace(surest, share=odds / (1.0 + odds))

    def _motif(self) -> Repeat | None:
        guess = self._motifs.guess() if self._strength else None
        if guess is None or not guess.odds:
            return None
        odds = self._strength * guess.odds
        return Repeat(token=guess.token, run=guess.run, share=odds / (1.0 + odds))
