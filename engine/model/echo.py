"""What a piece did before after the same ids: a short-term model beside the network.

A network that learned from thousands of songs knows how music goes on; that this piece's own ideas
come back is another kind of knowledge, which small networks hardly learn. Prediction of music has
long joined the two, a long-term model and a short-term one made of the piece alone (Conklin and
Witten 1995; Pearce 2005, IDyOM). The short-term one here has contexts of any length, as PPM* does
(Cleary and Teahan 1997): it finds the longest run of ids that ended just now and that stood
somewhere before, and says what followed there. How sure it is depends on how long the run is, and
was measured: `docs/experiments/2026-11-22-echo.md`.

Legend: N ids heard.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

AS_LIKELY = 10.0
"""Ids in common after which a piece is as likely to repeat itself as not."""
LONGEST = 64
"""Ids of a run beyond which it counts no more."""
REACH = 16_384
"""Ids of a piece that are taken up, its last ones; what is heard after that is kept, too."""

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Repeat:
    """What comes next if the piece repeats itself.

    Attributes:
        token: The id.
        run: How many ids before it are the same, 1 to `LONGEST`.
        share: How likely that is, 0 to 1.
    """

    token: int
    run: int
    share: float


class Echo:
    """Hears a piece, and says what comes next if it does again what it did before.

    Args:
        ids: What was heard so far, oldest first.
        strength: Factor on the odds of a repetition; 0 is none.
        closed: Whether only these ids may come back, and not what is heard after them.
    """

    def __init__(
        self, ids: Sequence[int] | Ids = (), *, strength: float = 1.0, closed: bool = False
    ) -> None:
        heard = np.asarray(ids, dtype=np.int64)[-REACH:]
        self._strength = strength
        self._repeatable = len(heard) if closed else None
        self._length = len(heard)
        self._ids = np.zeros(max(256, 2 * self._length), dtype=np.int64)
        self._ids[: self._length] = heard
        # Where the last id stood before, and how many ids up to there are the same as the last.
        runs = runs_of(heard)
        self._places = np.flatnonzero(runs)
        self._runs = runs[self._places]

    def closed(self) -> "Echo":
        """Return one that has heard the same, goes on by itself and repeats nothing but that."""
        return Echo(self._ids[: self._length], strength=self._strength, closed=True)

    def push(self, token: int) -> None:
        """Hear one id more."""
        heard = self._length
        if heard == len(self._ids):
            self._ids = np.concatenate((self._ids, np.zeros_like(self._ids)))
        before = np.zeros(heard + 1, dtype=np.int64)
        before[self._places + 1] = self._runs
        # What follows a place is what may come back: the last id of all has nothing after it.
        last = heard if self._repeatable is None else min(heard, self._repeatable - 1)
        self._places = np.flatnonzero(self._ids[: max(0, last)] == token)
        self._runs = np.minimum(before[self._places] + 1, LONGEST)
        self._ids[heard] = token
        self._length += 1

    def repeat(self) -> Repeat | None:
        """Return what followed the longest run, the last time; None where nothing is known."""
        if not self._strength or not len(self._places):
            return None
        latest = len(self._runs) - 1 - int(self._runs[::-1].argmax())
        token, run = int(self._ids[self._places[latest] + 1]), int(self._runs[latest])
        odds = self._strength * (run / AS_LIKELY) ** 2
        return Repeat(token=token, run=run, share=odds / (1.0 + odds))


def runs_of(ids: Ids) -> Ids:
    """Return how many ids up to each place are the same as the last ones, (N,).

    The last place itself counts as none; none is longer than `LONGEST`.
    """
    runs = np.zeros(len(ids), dtype=np.int64)
    places = np.arange(len(ids) - 1)
    for back in range(min(LONGEST, len(ids) - 1)):
        places = places[places >= back]
        places = places[ids[places - back] == ids[-1 - back]]
        if not len(places):
            break
        runs[places] += 1
    return runs
