"""An n-gram cache of ids: finds the longest earlier run that equals the last ids, and its next id.

It is a short-term model of the piece, as in Conklin and Witten 1995 and Pearce 2005 (IDyOM), with
contexts of any length as in PPM* (Cleary and Teahan 1997). The odds of its guess depend on the
length of the run: experiment 2026-11-22-echo.

Legend: N ids heard.
"""

from collections.abc import Mapping, Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from engine.model.decoding.sampling import Guess

LONGEST = 64
"""Length in ids from which a longer run has no higher odds."""
REACH = 16_384
"""Number of the last ids of a piece that are kept; all later ids are kept as well."""

Ids = NDArray[np.int64]
_NOWHERE: Ids = np.zeros(0, dtype=np.int64)


class IdCache:
    """Follows ids, and guesses the next one from what followed the same ids before.

    Args:
        ids: The ids so far, oldest first.
        even_run: Ids in common after which a repetition is as likely as not; 0 guesses nothing.
        strength: Factor on the odds of a repetition; 0 guesses nothing.
    """

    def __init__(
        self, ids: Sequence[int] | Ids = (), *, even_run: float, strength: float = 1.0
    ) -> None:
        heard = np.asarray(ids, dtype=np.int64)[-REACH:]
        self._even_run, self._strength = even_run, strength
        # In a closed cache, by id: its places among the ids of the piece except the last one.
        self._index: Mapping[int, Ids] | None = None
        self._length = len(heard)
        self._ids = np.zeros(max(256, 2 * self._length), dtype=np.int64)
        self._ids[: self._length] = heard
        # Earlier places of the last id, and the length of the equal run that ends at each.
        runs = runs_of(heard)
        self._places = np.flatnonzero(runs)
        self._runs = runs[self._places]
        # By place and one more: the run that ends there, 0 elsewhere.
        self._run_after = np.zeros(len(self._ids) + 1, dtype=np.int64)

    def closed(self) -> "IdCache":
        """Return an independent copy that repeats only the ids so far."""
        other = self.branch()
        if self._index is None:
            other._index = places_by_value(self._ids[: max(0, self._length - 1)])
        return other

    def branch(self) -> "IdCache":
        """Return an independent copy of a closed cache."""
        other = copy(self)
        other._run_after = self._run_after.copy()
        return other

    def push(self, token: int) -> None:
        """Add one id."""
        # An id that followed the same ids may come again; nothing follows the last id.
        if self._index is None:
            places = np.flatnonzero(self._ids[: self._length] == token)
        else:
            places = self._index.get(token, _NOWHERE)
        self._places, self._runs = places, self._runs_at(places)
        if self._index is None:
            self._append(token)

    def _runs_at(self, places: Ids) -> Ids:
        """Return the lengths of runs that end at some places of the last id."""
        if not len(places) or not len(self._places):
            return np.ones_like(places)
        after, before = self._run_after, self._places + 1
        after[before] = self._runs
        runs = after[places]
        after[before] = 0
        runs += 1
        return np.minimum(runs, LONGEST, out=runs)

    def guess(self) -> Guess | None:
        """Return the id after the latest longest run, with its odds; None without a run."""
        if not self._strength or not self._even_run or not len(self._places):
            return None
        latest = len(self._runs) - 1 - int(self._runs[::-1].argmax())
        token, run = int(self._ids[self._places[latest] + 1]), int(self._runs[latest])
        odds = self._strength * (run / self._even_run) ** 2
        return Guess(token=token, share=odds / (1.0 + odds))

    def _append(self, token: int) -> None:
        if self._length == len(self._ids):
            self._ids = np.concatenate((self._ids, np.zeros_like(self._ids)))
            self._run_after = np.zeros(len(self._ids) + 1, dtype=np.int64)
        self._ids[self._length] = token
        self._length += 1


def places_by_value(numbers: Ids) -> dict[int, Ids]:
    """Return the places of each number, ascending."""
    if not len(numbers):
        return {}
    order = np.argsort(numbers, kind="stable")
    found, firsts = np.unique(numbers[order], return_index=True)
    return dict(zip(found.tolist(), np.split(order, firsts[1:]), strict=True))


def runs_of(ids: Ids) -> Ids:
    """Return the length of the run up to each place that equals the last ids, (N,).

    The last place itself has 0; `LONGEST` is the most.
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
