"""Decides which bars of the piece return in a continuation.

A plan names the bar that returns in each bar (`engine/planning`). Without a plan a continuation
leaves the piece for one phrase and returns to it in the next. The network alone drifts away,
because less and less of the piece is in its memory (experiment 2026-11-23-sixteen-bars).
The phrase that returns is the piece's last one, then the ones before it in turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.planning.phrases import PHRASE

Bar = TypeVar("Bar")

PLANNED_LAGS, PLANNED_ODDS = 5 / 3, 3.0
"""Factors where a plan names the bar that returns. A planned return is surer than every second
phrase, for which the strengths on a model's card were fitted. Chosen on 21 songs of *choose*
(experiment 2026-11-26-chord-plan)."""


NEW_ODDS = 0.3
"""Factor on the copier's odds in a section that is new."""

NEW_PITCHES = -1.0
"""Factor on the nats of pitches of a bar from before a new section: it costs to say it again."""


def returns(bars: int) -> bool:
    """Return whether the piece returns in a bar.

    Args:
        bars: Bars that were written before it.
    """
    return bool(bars // PHRASE % 2)


def returning_bar(bars: int, piece: Sequence[Bar]) -> Bar | None:
    """Return the bar of the piece that returns in a bar; None where none does.

    Args:
        bars: Bars that were written before it.
        piece: The last bars of the piece, in order.
    """
    if not returns(bars) or not piece:
        return None
    phrases = max(1, len(piece) // PHRASE)
    end = len(piece) - bars // (2 * PHRASE) % phrases * PHRASE
    phrase = piece[max(0, end - PHRASE) : end]
    return phrase[bars % PHRASE % len(phrase)]


@dataclass(frozen=True, slots=True)
class Form:
    """Which bars return.

    Attributes:
        backs: For each written bar, how many bars back the bar is that it returns to; 0 for a new
            one. None alternates phrases.
        since: For each written bar, how many bars of its new section are before it; -1 where the
            section is not new. Bars beyond the last are not.
        leaves: Whether the new bars leave a phrase that has just come twice.
        alike: How nearly bars come again to which the plan returns, 0 (in their chords alone) to 1.
    """

    backs: tuple[int, ...] | None = None
    since: tuple[int, ...] = ()
    leaves: bool = False
    alike: float = 0.0

    @property
    def lags(self) -> float:
        """The factor on the nats of a bar that returns."""
        return 1.0 if self.backs is None else PLANNED_LAGS

    @property
    def odds(self) -> float:
        """Factor on the copier's odds in a bar that returns."""
        return 1.0 if self.backs is None else PLANNED_ODDS

    def since_new(self, bars: int) -> int | None:
        """Return how many bars a new section has said; None in a section that is not new.

        Args:
            bars: Bars that were written before.
        """
        since = self.since[bars] if bars < len(self.since) else -1
        return None if since < 0 else since

    def returns(self, bars: int) -> bool:
        """Return whether music returns in a bar.

        Args:
            bars: Bars that were written before it.
        """
        return returns(bars) if self.backs is None else self._back(bars) > 0

    def returning_bar(self, bars: int, *, piece: Sequence[Bar], heard: Sequence[Bar]) -> Bar | None:
        """Return the bar that returns; None where none does, or it is too far back.

        Args:
            bars: Bars that were written before.
            piece: The last bars of the piece, in order.
            heard: All bars that are known, the one that is written last.
        """
        if self.backs is None:
            return returning_bar(bars, piece)
        back = self._back(bars)
        return heard[-1 - back] if 0 < back < len(heard) else None

    def _back(self, bars: int) -> int:
        return self.backs[bars] if self.backs is not None and bars < len(self.backs) else 0


ALTERNATING = Form()
"""The form of a row without a plan."""
