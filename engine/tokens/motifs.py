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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tokens.motif_lines import NOWHERE, SAID, Line, Next, Numbers
from engine.tokens.motif_odds import MOVED, ODDS, Lag
from engine.tokens.vocabulary import TokenKind, Vocabulary

_PITCHES = frozenset({TokenKind.PITCH, TokenKind.DRUM})
_SOUND = frozenset({TokenKind.VELOCITY, TokenKind.DURATION})


class Guess(NamedTuple):
    """What comes next if a part does again what it did.

    Attributes:
        token: The id.
        kind: What it says.
        run: How many notes of the part before it are the same, 1 to the longest that counts.
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
        self._part = self._pitch = NOWHERE
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
        self._part = int(parts[-1]) if len(parts) else NOWHERE

    def push(self, token: int) -> None:
        """Hear one id more."""
        kind, number = self._kinds[token], self._numbers[token]
        if kind == TokenKind.BAR:
            self._bar += self._bar_length
            self._position, self._placed, self._pitch = 0, False, NOWHERE
        elif kind == TokenKind.METER:
            self._bar_length = self._lengths[number]
        elif kind == TokenKind.POSITION:
            self._position, self._placed, self._pitch = number, True, NOWHERE
        elif kind == TokenKind.PART:
            self._part, self._pitch = number, NOWHERE
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
        if self._placed and self._pitch == NOWHERE:
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
            return int(self._lines[self._part].notes[SAID, -1]) in self._pitch_ids
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
    ahead = np.append(ids, [NOWHERE, NOWHERE])
    is_pitch = kinds[struck] == TokenKind.PITCH
    length = np.where(is_pitch, ahead[struck + 2], NOWHERE)
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
