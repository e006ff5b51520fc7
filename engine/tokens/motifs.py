"""What a part did before after the same notes, whatever the other parts do meanwhile.

The echo (`engine/model/echo.py`) hears one stream of ids: a theme that comes back over another
accompaniment, in another register, or played a little louder is new to it. Here each part is a line
of its own, as viewpoints of a melody are (Conklin and Witten 1995; Pearce 2005, IDyOM): the longest
run of its last notes that stood before in it, by pitch and by time between onsets, says which
note comes next and when. Where none stood there at its pitch, one that did at another pitch counts,
interval by interval: a sequence, or a theme in another key.

How sure it is of what is found out by a run of so many notes was measured, for the place, the part,
the pitch and the length of the next note: `docs/experiments/2026-11-22-motifs.md`.

Legend: N notes of a part.
"""

from collections.abc import Sequence
from copy import copy
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tokens.vocabulary import TokenKind, Vocabulary

LONGEST = 16
"""Notes of a run beyond which it counts no more."""


class Lag(IntEnum):
    """How far back what may come again stood."""

    ANY = 0
    BARS = 1
    PHRASES = 2


PHRASE_BARS = 4
"""Bars of which phrases have one or several: what comes again so far back is surest of all."""

Numbers = NDArray[np.int64]
_NOWHERE = -1
_NONE: Numbers = np.zeros(0, dtype=np.int64)
_PITCHES = frozenset({TokenKind.PITCH, TokenKind.DRUM})
_SOUND = frozenset({TokenKind.VELOCITY, TokenKind.DURATION})
# Rows of a line's notes: onset, pitch, ticks since the onset before, interval from the pitch
# before, and the ids that say it: pitch, velocity, length.
_ONSET, _PITCH, _WAIT, _STEP, _SAID = range(5)
_ROWS = 7


def _odds(*shares: tuple[float, float]) -> NDArray[np.float64]:
    """Return odds by lag and run, (lags, `LONGEST` + 1): the run's square, by so much, at most."""
    squares = np.arange(LONGEST + 1) ** 2.0
    return np.stack([np.minimum(squares * by, most) for by, most in shares])


ODDS: dict[TokenKind, NDArray[np.float64]] = {
    TokenKind.PITCH: _odds((1 / 20, 2.5), (1 / 14, 2.3), (1 / 8, 8.0)),
    TokenKind.DRUM: _odds((1 / 22, 3.0), (1 / 7, 1.3), (1 / 14, 3.0)),
    TokenKind.PART: _odds((1 / 80, 0.4), (1 / 40, 0.35), (1 / 16, 0.9)),
    TokenKind.DURATION: _odds((1 / 150, 1.0), (1 / 25, 0.5), (1 / 16, 0.4)),
    TokenKind.VELOCITY: _odds((1 / 120, 1.2), (1 / 200, 0.1), (1 / 200, 0.05)),
}
"""Odds that a guess is right, mixed to all else that is known, by its lag (any, whole bars, whole
phrases) and its run; near to what was fitted (`docs/experiments/2026-11-22-motifs.md`)."""
MOVED = np.minimum(np.arange(LONGEST + 1) * 0.14, 2.0)
"""The same of a pitch whose run stood at another pitch, by its run; its rhythm says nothing new."""
_SURE = ODDS[TokenKind.PITCH]


class Guess(NamedTuple):
    """What comes next if a part does again what it did.

    Attributes:
        token: The id.
        kind: What it says.
        run: How many notes of the part before it are the same, 1 to `LONGEST`.
        lag: How far back they stood.
        moved: Whether they stood at another pitch.
    """

    token: int
    kind: TokenKind
    run: int
    lag: Lag
    moved: bool

    @property
    def odds(self) -> float:
        """How likely it is, as odds; 0 where it says nothing that is not known better."""
        if self.moved:
            return float(MOVED[self.run]) if self.kind == TokenKind.PITCH else 0.0
        table = ODDS.get(self.kind)
        return float(table[self.lag, self.run]) if table is not None else 0.0


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
        wait = onset - int(self._notes[_ONSET, count - 1]) if count else 0
        step = pitch - int(self._notes[_PITCH, count - 1]) if count else 0
        heard = self._notes[:, :count]
        in_time = heard[_WAIT] == wait
        same = np.flatnonzero(heard[_PITCH] == pitch)
        runs = 1 + np.where(in_time[same], _runs_at(self._same, same - 1, count), 0)
        moved = np.flatnonzero(in_time & (heard[_STEP] == step) & (heard[_PITCH] != pitch))
        moved = moved[moved > 0]
        self._moved = moved, np.minimum(1 + _runs_at(self._moved, moved - 1, count), LONGEST)
        self._same = same, np.minimum(runs, LONGEST)
        self._notes[:, count] = onset, pitch, wait, step, token, _NOWHERE, _NOWHERE
        self._count += 1

    def say(self, token: int) -> None:
        """Hear how loud the last note is, then how long."""
        last = self._notes[_SAID:, self._count - 1]
        last[1 if last[1] == _NOWHERE else 2] = token

    def again(self, bar: int) -> tuple[int, Again] | None:
        """Return the id that comes next in the last note, if it is as it was, and which that is.

        None where nothing is known, or nothing is left to be said.

        Args:
            bar: Ticks of a bar.
        """
        best = self._best(*self._same, bar=bar)
        last = self._notes[_SAID:, self._count - 1]
        left = np.flatnonzero(last == _NOWHERE)
        if best is None or not len(left):
            return None
        token = int(self._notes[_SAID + left[0], best.note])
        return (token, best) if token != _NOWHERE else None

    def next(self, bar: int, at: int | None = None) -> Next | None:
        """Return its next note; None where nothing is known.

        Args:
            bar: Ticks of a bar.
            at: Where it begins; None: wherever it did.
        """
        if not self._count:
            return None
        onset, pitch = self._notes[_ONSET, self._count - 1], self._notes[_PITCH, self._count - 1]
        for (places, runs), moved in ((self._same, False), (self._moved, True)):
            after = places + 1
            there = after < self._limit
            if at is not None:
                there[there] = self._notes[_WAIT, after[there]] == at - onset
            best = self._best(places[there], runs[there], bar=bar, ahead=1)
            if best is not None:
                was = self._notes[:, best.note]
                to = int(pitch + was[_STEP] if moved else was[_PITCH])
                token = int(was[_SAID]) + to - int(was[_PITCH])
                return Next(int(onset + was[_WAIT]), self.part, to, token, best, moved)
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
        back = self._notes[_ONSET, self._count - 1] - self._notes[_ONSET, places]
        lags = np.where(back % bar, Lag.ANY, Lag.BARS) if bar else np.zeros_like(back)
        if bar:
            lags[back % (PHRASE_BARS * bar) == 0] = Lag.PHRASES
        sure = _SURE[lags, runs]
        best = len(sure) - 1 - int(sure[::-1].argmax())
        return Again(int(places[best]) + ahead, int(runs[best]), Lag(int(lags[best])))


class Motifs:
    """Hears a piece, and says what its parts do next if they do again what they did before.

    Args:
        vocabulary: Of the ids.
        ids: What was heard so far, oldest first.
    """

    def __init__(self, vocabulary: Vocabulary, ids: Sequence[int] | Numbers = ()) -> None:
        self._vocabulary = vocabulary
        self._kinds = tuple(TokenKind(kind) for kind in vocabulary.kinds.tolist())
        self._numbers: list[int] = vocabulary.values.tolist()
        self._lengths: list[int] = vocabulary.meter_lengths.tolist()
        pitches = vocabulary.ids_of(TokenKind.PITCH)
        self._pitch_ids = range(int(pitches[0]), int(pitches[-1]) + 1)
        heard = np.asarray(ids, dtype=np.int64)
        self._bar, self._bar_length, self._position, self._placed = 0, 0, 0, False
        self._part = self._pitch = _NOWHERE
        self._last = TokenKind.SPECIAL
        self._expected: dict[int, Next | None] = {}
        # What stands before the last bar line is taken in at once; the rest, id by id.
        whole = _last_bar(vocabulary, heard)
        self._lines = {
            part: Line(part, notes) for part, notes in _notes_of(vocabulary, heard[:whole]).items()
        }
        self._follow(heard[:whole])
        for token in heard[whole:].tolist():
            self.push(token)
        self._expected = {part: line.next(self._bar_length) for part, line in self._lines.items()}

    def closed(self) -> "Motifs":
        """Return one that has heard the same, goes on by itself and repeats nothing but that."""
        other = copy(self)
        other._close()  # noqa: SLF001 - of the same class
        return other

    def _close(self) -> None:
        lines = self._lines.items()
        self._lines = {part: Line(part, line.notes, closed=True) for part, line in lines}
        self._expected = {part: line.next(self._bar_length) for part, line in self._lines.items()}

    def _follow(self, ids: Numbers) -> None:
        """Be where these ids end, a bar line, without their notes."""
        kinds, values = self._vocabulary.kinds[ids], self._vocabulary.values[ids]
        meters = values[kinds == TokenKind.METER]
        lengths = self._vocabulary.meter_lengths[meters]
        self._bar = int(lengths[:-1].sum())
        self._bar_length = int(lengths[-1]) if len(lengths) else 0
        parts = values[kinds == TokenKind.PART]
        self._part = int(parts[-1]) if len(parts) else _NOWHERE

    def push(self, token: int) -> None:
        """Hear one id more."""
        kind, number = self._kinds[token], self._numbers[token]
        if kind == TokenKind.BAR:
            self._bar += self._bar_length
            self._position, self._placed, self._pitch = 0, False, _NOWHERE
        elif kind == TokenKind.METER:
            self._bar_length = self._lengths[number]
        elif kind == TokenKind.POSITION:
            self._position, self._placed, self._pitch = number, True, _NOWHERE
        elif kind == TokenKind.PART:
            self._part, self._pitch = number, _NOWHERE
        elif kind in _PITCHES:
            self._pitch = number
            line = self._lines.setdefault(self._part, Line(self._part))
            line.push(self._now, number, token)
            self._expected[self._part] = line.next(self._bar_length)
        elif kind in _SOUND and self._part in self._lines:
            self._lines[self._part].say(token)
        self._last = kind

    def guess(self) -> Guess | None:
        """Return what comes next; None where nothing is known."""
        line, bar = self._lines.get(self._part), self._bar_length
        if line is not None and self._is_inside_a_note:
            found = line.again(bar)
            if found is None:
                return None
            token, again = found
            return Guess(token, self._kinds[token], again.run, again.lag, moved=False)
        if self._last == TokenKind.PART:
            return self._note(line.next(bar, self._now) if line is not None else None)
        if self._placed and self._pitch == _NOWHERE:
            here = (self._lines[part].next(bar, self._now) for part in sorted(self._lines))
            return self._led_to(next((each for each in here if _is_known(each)), None))
        return self._led_to(self._soonest())

    @property
    def _now(self) -> int:
        return self._bar + self._position

    @property
    def _is_inside_a_note(self) -> bool:
        if self._last == TokenKind.VELOCITY:
            # A drum has no length.
            return int(self._lines[self._part].notes[_SAID, -1]) in self._pitch_ids
        return self._last in _PITCHES

    def _soonest(self) -> Next | None:
        """Return the next note of all parts, after what was said."""
        said = (self._now, self._part, self._pitch) if self._pitch >= 0 else (self._now - 1, 0, 0)
        later = (n for n in self._expected.values() if n and _is_known(n) and n[:3] > said)
        return min(later, default=None)

    def _note(self, following: Next | None) -> Guess | None:
        """Return the pitch of a note of the part that plays."""
        if following is None or not 0 <= following.pitch <= 127:
            return None
        return self._guess(following.token, following)

    def _led_to(self, following: Next | None) -> Guess | None:
        """Return the id that leads to a note from here."""
        if following is None:
            return None
        if following.onset >= self._bar + self._bar_length:
            return self._guess(self._vocabulary.bar, following)
        if following.onset > self._now or not self._placed:
            first = self._vocabulary.first_of(TokenKind.POSITION)
            return self._guess(first + following.onset - self._bar, following)
        if following.part != self._part:
            return self._guess(self._vocabulary.first_part + following.part, following)
        return self._note(following)

    def _guess(self, token: int, following: Next) -> Guess:
        again = following.again
        return Guess(token, self._kinds[token], again.run, again.lag, following.moved)


def _is_known(following: Next | None) -> bool:
    """Return whether so much of it stood before that it says when something comes."""
    return following is not None and following.again.run > 1


def _last_bar(vocabulary: Vocabulary, ids: Numbers) -> int:
    """Return the index of the last Bar id, 0 where there is none."""
    bars = np.flatnonzero(ids == vocabulary.bar)
    return int(bars[-1]) if len(bars) else 0


def _notes_of(vocabulary: Vocabulary, ids: Numbers) -> dict[int, Numbers]:
    """Return the notes of each part in whole bars, (7, N) each as `Line` takes them."""
    kinds, values = vocabulary.kinds[ids], vocabulary.values[ids]
    struck = np.flatnonzero((kinds == TokenKind.PITCH) | (kinds == TokenKind.DRUM))
    if not len(struck):
        return {}
    meters = np.flatnonzero(kinds == TokenKind.METER)
    lengths = vocabulary.meter_lengths[values[meters]]
    begins = np.concatenate(([0], np.cumsum(lengths)))
    bar = np.searchsorted(meters, struck) - 1
    position = values[_latest(kinds == TokenKind.POSITION)[struck]]
    part = values[_latest(kinds == TokenKind.PART)[struck]]
    onset = begins[np.maximum(bar, 0)] + position
    ahead = np.append(ids, [_NOWHERE, _NOWHERE])
    is_pitch = kinds[struck] == TokenKind.PITCH
    length = np.where(is_pitch, ahead[struck + 2], _NOWHERE)
    said = np.stack([ids[struck], ahead[struck + 1], length])
    return {
        int(each): _as_line(
            onset[part == each], values[struck][part == each], said[:, part == each]
        )
        for each in np.unique(part)
    }


def _latest(marks: NDArray[np.bool_]) -> Numbers:
    """Return the index of the latest mark at or before each place; the first where none is."""
    return np.maximum.accumulate(np.where(marks, np.arange(len(marks)), 0))


def _as_line(onset: Numbers, pitch: Numbers, said: Numbers) -> Numbers:
    wait, step = (np.diff(each, prepend=each[:1]) for each in (onset, pitch))
    return np.vstack([onset, pitch, wait, step, said])


def _runs_at(found: tuple[Numbers, Numbers], places: Numbers, count: int) -> Numbers:
    """Return the runs at some places, 0 where there is none."""
    at = np.zeros(count + 1, dtype=np.int64)
    at[found[0]] = found[1]
    return at[places]  # place -1 is the last cell, where nothing is


def _same_runs(notes: Numbers) -> tuple[Numbers, Numbers]:
    """Return which notes the last one is the same as, and how many up to there are."""
    pitch, wait, count = notes[_PITCH], notes[_WAIT], notes.shape[1]
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
    pitch, count = notes[_PITCH], notes.shape[1]
    if not count:
        return _NONE, _NONE
    figures = notes[[_WAIT, _STEP]]
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
