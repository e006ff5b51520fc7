"""The notes of one part, and where its last ones stood before: runs by pitch and by rhythm.

Legend: N notes of a part.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.generation.copier.odds import LONGEST, PHRASE_BARS, Lag

Numbers = NDArray[np.int64]
NOWHERE = -1
"""No id, no pitch, no part."""
ONSET, PITCH, WAIT, STEP, SAID = range(5)
"""Rows of a line's notes: onset, pitch, ticks since the onset before, interval from the pitch
before, and from `SAID` on the ids that say it: pitch, velocity, length."""
_ROWS = 7
_NONE: Numbers = np.zeros(0, dtype=np.int64)


class Again(NamedTuple):
    """A note that the last one may be again, or the one after it.

    Attributes:
        note: Its index in the line.
        run: How many notes before it are the same.
        lag: How far back it stands.
    """

    note: int
    run: int
    lag: Lag


class Next(NamedTuple):
    """The next note of a part, as it was before.

    Attributes:
        onset: Tick.
        part: Number of the part.
        pitch: Of the note.
        token: Id of its pitch.
        again: Which note it would be again.
        moved: Whether that stood at another pitch.
    """

    onset: int
    part: int
    pitch: int
    token: int
    again: Again
    moved: bool


class Line:
    """The notes of one part, and where its last ones stood before.

    Args:
        part: Its number.
        sureness: Odds of a pitch by lag and run, by which one of several runs is chosen.
        notes: What it played so far, (7, N) int64: onset, pitch, ticks since the onset before,
            interval from the pitch before, ids of pitch, velocity and length (-1: none).
        closed: Whether only these notes may be repeated, and not the ones that come later.
    """

    def __init__(
        self,
        part: int,
        sureness: NDArray[np.float64],
        notes: Numbers | None = None,
        *,
        closed: bool = False,
    ) -> None:
        self.part = part
        self._sureness = sureness
        heard = np.zeros((_ROWS, 0), dtype=np.int64) if notes is None else notes
        self._count = int(heard.shape[1])
        self._notes = np.zeros((_ROWS, max(64, 2 * self._count)), dtype=np.int64)
        self._notes[:, : self._count] = heard
        self._repeatable = self._count if closed else None
        # Notes that the last one is the same as, at its pitch and at another one, and their runs.
        self._same = _same_runs(heard)
        self._moved = _moved_runs(heard)
        self._rated: dict[tuple[bool, int], _Rated] = {}

    @property
    def notes(self) -> Numbers:
        """What it played, (7, N)."""
        return self._notes[:, : self._count]

    def push(self, onset: int, pitch: int, token: int) -> None:
        """Take the beginning of a note."""
        count = self._count
        if count == self._notes.shape[1]:
            self._notes = np.concatenate([self._notes, np.zeros_like(self._notes)], axis=1)
        wait = onset - int(self._notes[ONSET, count - 1]) if count else 0
        step = pitch - int(self._notes[PITCH, count - 1]) if count else 0
        heard = self._notes[:, : self._limit]
        in_time, there = heard[WAIT] == wait, heard[PITCH] == pitch
        same = np.flatnonzero(there)
        runs = 1 + np.where(in_time[same], _runs_at(self._same, same - 1, count), 0)
        moved = np.flatnonzero(in_time & (heard[STEP] == step) & ~there)
        moved = moved[moved > 0]
        self._moved = moved, np.minimum(1 + _runs_at(self._moved, moved - 1, count), LONGEST)
        self._same = same, np.minimum(runs, LONGEST)
        self._notes[:, count] = onset, pitch, wait, step, token, NOWHERE, NOWHERE
        self._count += 1
        self._rated.clear()

    def say(self, token: int) -> None:
        """Take the velocity of the last note, then its length."""
        last = self._notes[SAID:, self._count - 1]
        last[1 if last[1] == NOWHERE else 2] = token

    def again(self, bar: int) -> tuple[int, Again] | None:
        """Return the id that comes next in the last note, if it is as it was, and which that is.

        None where nothing is known, or nothing is left to be said.

        Args:
            bar: Ticks of a bar.
        """
        rated = self._rate(bar, moved=False)
        left = np.flatnonzero(self._notes[SAID:, self._count - 1] == NOWHERE)
        best = rated.best()
        if best is None or not len(left):
            return None
        token = int(self._notes[SAID + left[0], best.note])
        return (token, best) if token != NOWHERE else None

    def next(self, bar: int, at: int | None = None) -> Next | None:
        """Return its next note; None where nothing is known.

        Args:
            bar: Ticks of a bar.
            at: Where it begins; None: wherever it did.
        """
        if not self._count:
            return None
        onset, pitch = self._notes[ONSET, self._count - 1], self._notes[PITCH, self._count - 1]
        for moved in (False, True):
            rated = self._rate(bar, moved=moved).followed(self._limit)
            if at is not None and len(rated.places):
                rated = rated.where(self._notes[WAIT, rated.places + 1] == at - onset)
            best = rated.best(ahead=1)
            if best is not None:
                was = self._notes[:, best.note]
                to = int(pitch + was[STEP] if moved else was[PITCH])
                token = int(was[SAID]) + to - int(was[PITCH])
                return Next(int(onset + was[WAIT]), self.part, to, token, best, moved)
        return None

    @property
    def _limit(self) -> int:
        heard = self._count
        return heard if self._repeatable is None else min(heard, self._repeatable)

    def _rate(self, bar: int, *, moved: bool) -> "_Rated":
        """Return the places where the last note stood, with how sure each is."""
        found = self._rated.get((moved, bar))
        if found is None:
            places, runs = self._moved if moved else self._same
            back = self._notes[ONSET, self._count - 1] - self._notes[ONSET, places]
            lags = np.zeros_like(back)
            if bar:
                lags = np.where(back % bar, Lag.ANY, Lag.BARS)
                lags[back % (PHRASE_BARS * bar) == 0] = Lag.PHRASES
            found = _Rated(places, runs, lags, self._sureness[lags, runs])
            self._rated[moved, bar] = found
        return found


class _Rated(NamedTuple):
    """Places where the last note stood: (N,) each.

    Attributes:
        places: Indices of notes, ascending.
        runs: Notes up to each that are the same.
        lags: How far back each is.
        sure: Odds that it goes on from there.
    """

    places: Numbers
    runs: Numbers
    lags: Numbers
    sure: NDArray[np.float64]

    def followed(self, limit: int) -> "_Rated":
        """Return the places that a note before this one follows."""
        if len(self.places) and self.places[-1] == limit - 1:
            return self._only(slice(-1))
        return self

    def where(self, there: NDArray[np.bool_]) -> "_Rated":
        """Return some of the places."""
        return self._only(there)

    def _only(self, there: slice | NDArray[np.bool_]) -> "_Rated":
        return _Rated(self.places[there], self.runs[there], self.lags[there], self.sure[there])

    def best(self, *, ahead: int = 0) -> Again | None:
        """Return the surest place, the latest of equals; None without any.

        Args:
            ahead: Notes after the place that are meant.
        """
        if not len(self.places):
            return None
        best = len(self.sure) - 1 - int(self.sure[::-1].argmax())
        return Again(
            int(self.places[best]) + ahead, int(self.runs[best]), Lag(int(self.lags[best]))
        )


def _runs_at(found: tuple[Numbers, Numbers], places: Numbers, count: int) -> Numbers:
    """Return the runs at some places, 0 where there is none."""
    at = np.zeros(count + 1, dtype=np.int64)
    at[found[0]] = found[1]
    return at[places]  # place -1 is the last cell, where nothing is


def _same_runs(notes: Numbers) -> tuple[Numbers, Numbers]:
    """Return which notes the last one is the same as, and how many up to there are."""
    pitch, wait, count = notes[PITCH], notes[WAIT], notes.shape[1]
    if not count:
        return _NONE, _NONE
    places = np.flatnonzero(pitch[:-1] == pitch[-1])
    runs = np.ones(len(places), dtype=np.int64)
    open_ = np.arange(len(places))
    for back in range(1, min(LONGEST, count - 1)):
        at = places[open_]
        kept = at >= back
        kept[kept] = (wait[at[kept] - back + 1] == wait[count - back]) & (
            pitch[at[kept] - back] == pitch[count - 1 - back]
        )
        open_ = open_[kept]
        runs[open_] += 1
    return places, runs


def _moved_runs(notes: Numbers) -> tuple[Numbers, Numbers]:
    """Return the same of notes at another pitch, and how many intervals up to there are."""
    pitch, count = notes[PITCH], notes.shape[1]
    if not count:
        return _NONE, _NONE
    figures = notes[[WAIT, STEP]]
    there = (figures[:, :-1] == figures[:, -1:]).all(axis=0) & (pitch[:-1] != pitch[-1])
    places = np.flatnonzero(there)
    places = places[places > 0]
    runs = np.ones(len(places), dtype=np.int64)
    open_ = np.arange(len(places))
    for back in range(1, min(LONGEST, count - 1)):
        at = places[open_]
        kept = at > back
        kept[kept] = (figures[:, at[kept] - back] == figures[:, [count - 1 - back]]).all(axis=0)
        open_ = open_[kept]
        runs[open_] += 1
    return places, runs
