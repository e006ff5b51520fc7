"""The notes of one part, and where its last ones stood before: runs by pitch and by rhythm.

Legend: N notes of a part.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tokens.motif_odds import LONGEST, ODDS, PHRASE_BARS, Lag
from engine.tokens.vocabulary import TokenKind

Numbers = NDArray[np.int64]
NOWHERE = -1
"""No id, no pitch, no part."""
ONSET, PITCH, WAIT, STEP, SAID = range(5)
"""Rows of a line's notes: onset, pitch, ticks since the onset before, interval from the pitch
before, and from `SAID` on the ids that say it: pitch, velocity, length."""
_ROWS = 7
_NONE: Numbers = np.zeros(0, dtype=np.int64)
# What is surest of a pitch is taken for all that its note says.
_SURE = ODDS[TokenKind.PITCH]


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
        notes: What it played so far, (7, N) int64: onset, pitch, ticks since the onset before,
            interval from the pitch before, ids of pitch, velocity and length (-1: none).
        closed: Whether only these notes may come back, and not what is heard after them.
    """

    def __init__(self, part: int, notes: Numbers | None = None, *, closed: bool = False) -> None:
        self.part = part
        heard = np.zeros((_ROWS, 0), dtype=np.int64) if notes is None else notes
        self._count = int(heard.shape[1])
        self._notes = np.zeros((_ROWS, max(64, 2 * self._count)), dtype=np.int64)
        self._notes[:, : self._count] = heard
        self._repeatable = self._count if closed else None
        # Notes that the last one is the same as, at its pitch and at another one, and their runs.
        self._same = _same_runs(heard)
        self._moved = _moved_runs(heard)

    @property
    def notes(self) -> Numbers:
        """What it played, (7, N)."""
        return self._notes[:, : self._count]

    def push(self, onset: int, pitch: int, token: int) -> None:
        """Hear the beginning of a note."""
        count = self._count
        if count == self._notes.shape[1]:
            self._notes = np.concatenate([self._notes, np.zeros_like(self._notes)], axis=1)
        wait = onset - int(self._notes[ONSET, count - 1]) if count else 0
        step = pitch - int(self._notes[PITCH, count - 1]) if count else 0
        heard = self._notes[:, :count]
        in_time = heard[WAIT] == wait
        same = np.flatnonzero(heard[PITCH] == pitch)
        runs = 1 + np.where(in_time[same], _runs_at(self._same, same - 1, count), 0)
        moved = np.flatnonzero(in_time & (heard[STEP] == step) & (heard[PITCH] != pitch))
        moved = moved[moved > 0]
        self._moved = moved, np.minimum(1 + _runs_at(self._moved, moved - 1, count), LONGEST)
        self._same = same, np.minimum(runs, LONGEST)
        self._notes[:, count] = onset, pitch, wait, step, token, NOWHERE, NOWHERE
        self._count += 1

    def say(self, token: int) -> None:
        """Hear how loud the last note is, then how long."""
        last = self._notes[SAID:, self._count - 1]
        last[1 if last[1] == NOWHERE else 2] = token

    def again(self, bar: int) -> tuple[int, Again] | None:
        """Return the id that comes next in the last note, if it is as it was, and which that is.

        None where nothing is known, or nothing is left to be said.

        Args:
            bar: Ticks of a bar.
        """
        best = self._best(*self._same, bar=bar)
        last = self._notes[SAID:, self._count - 1]
        left = np.flatnonzero(last == NOWHERE)
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
        for (places, runs), moved in ((self._same, False), (self._moved, True)):
            after = places + 1
            there = after < self._limit
            if at is not None:
                there[there] = self._notes[WAIT, after[there]] == at - onset
            best = self._best(places[there], runs[there], bar=bar, ahead=1)
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

    def _best(self, places: Numbers, runs: Numbers, *, bar: int, ahead: int = 0) -> Again | None:
        """Return the surest place that may come back, the latest of those, and what follows it."""
        there = places + ahead < self._limit
        places, runs = places[there], runs[there]
        if not len(places):
            return None
        back = self._notes[ONSET, self._count - 1] - self._notes[ONSET, places]
        lags = np.where(back % bar, Lag.ANY, Lag.BARS) if bar else np.zeros_like(back)
        if bar:
            lags[back % (PHRASE_BARS * bar) == 0] = Lag.PHRASES
        sure = _SURE[lags, runs]
        best = len(sure) - 1 - int(sure[::-1].argmax())
        return Again(int(places[best]) + ahead, int(runs[best]), Lag(int(lags[best])))


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
