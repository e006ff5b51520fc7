"""Finds earlier runs of one part that equal its last notes, by pitch and by rhythm.

Legend: N notes of a part.
"""

from copy import copy
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.generation.copier.ids import places_by_value
from engine.generation.copier.odds import LONGEST, PHRASE_BARS, Lag

Numbers = NDArray[np.int64]
NOWHERE = -1
"""No id, no pitch, no part."""
ONSET, PITCH, WAIT, STEP, SAID = range(5)
"""Rows of a line's notes: onset, pitch, ticks since the onset before, interval from the pitch
before, and from `SAID` on its ids: pitch, velocity, length."""
# Of `_notes`: what is kept of each note.
_ROWS = 7
_STEPS = 1_024  # more than there are intervals, up and down
_NONE: Numbers = np.zeros(0, dtype=np.int64)
_NOT_SURE: NDArray[np.float64] = np.zeros(0)
_LAGS = tuple(Lag)
_ANY, _BARS, _PHRASES = map(int, Lag)  # looking up an enum member takes longer than the rest


class Again(NamedTuple):
    """An earlier note that the last note, or the one after it, may repeat.

    Attributes:
        note: Its index in the line.
        run: Number of equal notes before it.
        lag: Its distance, as `Lag`.
    """

    note: int
    run: int
    lag: Lag


class Next(NamedTuple):
    """The next note of a part, as a repetition of an earlier one.

    Attributes:
        onset: Tick.
        part: Number of the part.
        pitch: Its pitch.
        token: The id of its pitch.
        again: The note that it would repeat.
        moved: Whether that note has another pitch.
    """

    onset: int
    part: int
    pitch: int
    token: int
    again: Again
    moved: bool


class Line:
    """The notes of one part, with the places where its last ones occurred before.

    Args:
        part: Its number.
        sureness: Odds of a pitch by lag and run; the run with the highest odds is chosen.
        notes: Its notes so far, (7, N) int64: onset, pitch, ticks since the onset before,
            interval from the pitch before, ids of pitch, velocity and length (-1: none).
    """

    def __init__(
        self, part: int, sureness: NDArray[np.float64], notes: Numbers | None = None
    ) -> None:
        self.part = part
        self._sureness = sureness
        heard = np.zeros((_ROWS, 0), dtype=np.int64) if notes is None else notes
        self._count = int(heard.shape[1])
        self._notes = np.zeros((_ROWS, max(64, 2 * self._count)), dtype=np.int64)
        self._notes[:, : self._count] = heard
        # In a closed line: the notes that may be repeated, without later ones.
        self._repeatable: _Repeatable | None = None
        # Notes that equal the last one, at its pitch and at another one, and their runs.
        self._same = _same_runs(heard)
        self._moved = _moved_runs(heard)
        # By note and one more cell: the run that ends there; all 0 between two calls.
        self._run_at = np.zeros(self._notes.shape[1] + 1, dtype=np.int64)
        # Of the last note, by whether it is moved and the ticks of a bar.
        self._rated: dict[tuple[bool, int], _Rated] = {}

    def closed(self) -> "Line":
        """Return an independent copy that repeats only the notes so far."""
        other = Line(self.part, self._sureness, self.notes)
        other._repeatable = _Repeatable.of(self.notes)
        return other

    def branch(self) -> "Line":
        """Return an independent copy of a closed line."""
        other = copy(self)
        other._notes = self._notes.copy()
        other._rated = {}
        return other

    @property
    def notes(self) -> Numbers:
        """Its notes, (7, N)."""
        return self._notes[:, : self._count]

    def push(self, onset: int, pitch: int, token: int) -> None:
        """Add the beginning of a note."""
        count = self._count
        if count == self._notes.shape[1]:
            self._notes = np.concatenate([self._notes, np.zeros_like(self._notes)], axis=1)
            self._run_at = np.zeros(self._notes.shape[1] + 1, dtype=np.int64)
        wait = onset - int(self._notes[ONSET, count - 1]) if count else 0
        step = pitch - int(self._notes[PITCH, count - 1]) if count else 0
        same, moved = self._alike(pitch, wait, step)
        in_time = self._notes[WAIT, same] == wait
        runs = 1 + np.where(in_time, self._runs_at(self._same, same - 1), 0)
        self._moved = moved, np.minimum(1 + self._runs_at(self._moved, moved - 1), LONGEST)
        self._same = same, np.minimum(runs, LONGEST)
        self._notes[:, count] = onset, pitch, wait, step, token, NOWHERE, NOWHERE
        self._count += 1
        self._rated.clear()

    def _alike(self, pitch: int, wait: int, step: int) -> tuple[Numbers, Numbers]:
        """Return the notes of a pitch, and those of another that came by this wait and step."""
        if self._repeatable is not None:
            same, moved = self._repeatable.notes_like(pitch, wait, step)
            return same, moved[self._notes[PITCH, moved] != pitch]
        heard = self.notes
        there = heard[PITCH] == pitch
        moved = np.flatnonzero((heard[WAIT] == wait) & (heard[STEP] == step) & ~there)
        return np.flatnonzero(there), moved[moved > 0]

    def _runs_at(self, found: tuple[Numbers, Numbers], places: Numbers) -> Numbers:
        """Return the runs at some places, 0 where there is none."""
        if not len(places) or not len(found[0]):
            return np.zeros_like(places)
        self._run_at[found[0]] = found[1]
        runs = self._run_at[places]  # place -1 is the last cell, where nothing is
        self._run_at[found[0]] = 0
        return runs

    def say(self, token: int) -> None:
        """Add the velocity of the last note, then its length."""
        last = self._notes[SAID:, self._count - 1]
        last[1 if last[1] == NOWHERE else 2] = token

    def again(self, bar: int) -> tuple[int, Again] | None:
        """Return the next id of the last note as a repetition, and the note that it repeats.

        None without a run, or if the note is complete.

        Args:
            bar: Ticks of a bar.
        """
        said: list[int] = self._notes[SAID:, self._count - 1].tolist()
        best = self._rate(bar, moved=False).best
        if best is None or NOWHERE not in said:
            return None
        token = int(self._notes[SAID + said.index(NOWHERE), best.note])
        return (token, best) if token != NOWHERE else None

    def next(self, bar: int, at: int | None = None) -> Next | None:
        """Return its next note as a repetition; None without a run.

        Args:
            bar: Ticks of a bar.
            at: Tick at which it must begin; None allows any.
        """
        if not self._count:
            return None
        onset, pitch = self._notes[ONSET : PITCH + 1, self._count - 1].tolist()
        for moved in (False, True):
            rated = self._rate(bar, moved=moved)
            best = rated.next if at is None else rated.next_after(at - onset)
            if best is not None:
                was: list[int] = self._notes[:, best.note].tolist()
                to = pitch + was[STEP] if moved else was[PITCH]
                token = was[SAID] + to - was[PITCH]
                return Next(onset + was[WAIT], self.part, to, token, best, moved)
        return None

    def _rate(self, bar: int, *, moved: bool) -> "_Rated":
        """Return the places where the last note occurred, with their odds."""
        found = self._rated.get((moved, bar))
        if found is None:
            places, runs = self._moved if moved else self._same
            found = self._rated[moved, bar] = _Rated(
                places, runs, self._lags(places, bar), self._sureness, self._waits
            )
        return found

    def _lags(self, places: Numbers, bar: int) -> Numbers:
        """Return the `Lag` of places."""
        if not len(places):
            return places
        if not bar:
            return np.zeros_like(places)
        back = self._notes[ONSET, self._count - 1] - self._notes[ONSET, places]
        lags = np.where(back % bar, _ANY, _BARS)
        lags[back % (PHRASE_BARS * bar) == 0] = _PHRASES
        return lags

    @property
    def _waits(self) -> Numbers:
        """The waits of the notes that may be repeated."""
        repeatable = self._repeatable
        return self._notes[WAIT, : self._count if repeatable is None else repeatable.length]


class _Repeatable(NamedTuple):
    """An index of the notes of a closed line that may be repeated.

    Attributes:
        length: Their number.
        of_pitch: Their places by pitch.
        of_figure: Their places by wait and step (`_figure`), without the first note.
    """

    length: int
    of_pitch: dict[int, Numbers]
    of_figure: dict[int, Numbers]

    @classmethod
    def of(cls, notes: Numbers) -> "_Repeatable":
        """Return the index of notes, (7, N)."""
        figures = places_by_value(_figure(notes[WAIT, 1:], notes[STEP, 1:]))
        return cls(
            notes.shape[1],
            places_by_value(notes[PITCH]),
            {figure: places + 1 for figure, places in figures.items()},
        )

    def notes_like(self, pitch: int, wait: int, step: int) -> tuple[Numbers, Numbers]:
        """Return the notes of a pitch, and those that came by this wait and step."""
        figure = _figure(wait, step)
        return self.of_pitch.get(pitch, _NONE), self.of_figure.get(figure, _NONE)


_Count = TypeVar("_Count", int, Numbers)


def _figure(wait: _Count, step: _Count) -> _Count:
    """Return one number for a wait and a step."""
    return wait * _STEPS + step


class _Rated:
    """Places where the last note occurred, with their odds.

    Args:
        places: Indices of notes, ascending, (N,).
        runs: The length of the equal run that ends at each.
        lags: The `Lag` of each.
        sureness: Odds of a pitch by lag and run.
        waits: The waits of all notes that may be repeated.
    """

    def __init__(
        self,
        places: Numbers,
        runs: Numbers,
        lags: Numbers,
        sureness: NDArray[np.float64],
        waits: Numbers,
    ) -> None:
        self._places, self._runs, self._lags, self._waits = places, runs, lags, waits
        self._sure = sureness[lags, runs] if len(places) else _NOT_SURE
        # A note before the last one follows all places, or all but the last.
        count = len(places)
        self._followed = count - (count > 0 and int(places[-1]) == len(waits) - 1)

    @property
    def best(self) -> Again | None:
        """The place with the highest odds, the latest of equals; None without any."""
        return self._surest(len(self._places), ahead=0)

    @property
    def next(self) -> Again | None:
        """The note after the best place that a note before the last one follows."""
        return self._surest(self._followed, ahead=1)

    def next_after(self, wait: int) -> Again | None:
        """The same of the places that a note follows after so many ticks."""
        if not self._followed:
            return None
        after = self._waits[self._places[: self._followed] + 1]
        at = np.flatnonzero(after == wait)
        if not len(at):
            return None
        return self._at(int(at[_latest_of_most(self._sure[at])]), ahead=1)

    def _surest(self, count: int, *, ahead: int) -> Again | None:
        return self._at(_latest_of_most(self._sure[:count]), ahead=ahead) if count else None

    def _at(self, index: int, *, ahead: int) -> Again:
        note = int(self._places[index]) + ahead
        return Again(note, int(self._runs[index]), _LAGS[self._lags[index]])


def _latest_of_most(sure: NDArray[np.float64]) -> int:
    """Return the index of the largest number, the last of equals."""
    return len(sure) - 1 - int(sure[::-1].argmax())


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
