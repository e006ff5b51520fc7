"""An n-gram cache of the notes of each part, independent of the other parts.

Runs of ids miss a theme that returns over another accompaniment or a little louder. Here each part
is a line of its own, as in models of melody (Conklin and Witten 1995; Pearce 2005, IDyOM). The
cache finds the longest earlier run that equals the last notes by pitch and by time between
onsets, and guesses the note after it. Without such a run it takes one at another pitch, with the
same intervals. experiment 2026-11-22-motifs measures the odds of the guesses.

Legend: N notes of a part.
"""

from collections.abc import Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from engine.generation.copier.lines import NOWHERE, SAID, Again, Line, Next, Numbers
from engine.generation.copier.odds import OddsTables
from engine.generation.state.heard import BEFORE_MUSIC, NOTHING, Heard
from engine.model.decoding.sampling import Guess
from engine.tokens.parts import NO_PART
from engine.tokens.vocabulary import TokenKind, Vocabulary

# Plain integers, because looking up an enum member takes longer.
_PITCHES = frozenset({int(TokenKind.PITCH), int(TokenKind.DRUM)})
_VELOCITY, _PART = int(TokenKind.VELOCITY), int(TokenKind.PART)
_SOUND = frozenset({_VELOCITY, int(TokenKind.DURATION)})

_Found = tuple[int, Again, bool]
"""An id, the note that it repeats, and whether that note has another pitch."""


class VoiceCache:
    """Follows the notes of all parts, and guesses the next id as a repetition of one part.

    Args:
        vocabulary: The vocabulary.
        odds: The odds of guesses.
        ids: The ids so far, oldest first.
        strength: Factor on the odds; 0 guesses nothing.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        odds: OddsTables,
        ids: Sequence[int] | Numbers = (),
        *,
        strength: float = 1.0,
    ) -> None:
        self._kinds: list[int] = vocabulary.kinds.tolist()
        self._odds, self._strength = odds, strength
        self._bar, self._first_part = vocabulary.bar, vocabulary.first_part
        self._first_position = vocabulary.first_of(TokenKind.POSITION)
        self._pitch_ids = vocabulary.span_of(TokenKind.PITCH)
        said = np.asarray(ids, dtype=np.int64)
        # Whole bars are read at once, the begun one id by id: it may end inside a note.
        bars = np.flatnonzero(said == vocabulary.bar)
        whole = int(bars[-1]) if len(bars) else 0
        notes = _notes_of(vocabulary, said[:whole])
        self._lines = {part: Line(part, odds.sureness, each) for part, each in notes.items()}
        heard = Heard(vocabulary, said[:whole].tolist())
        self._expect(heard.bar_length)
        for token in said[whole:].tolist():
            heard.push(token)
            self.push(token, heard)

    def closed(self, bar_length: int) -> "VoiceCache":
        """Return an independent copy that repeats only the notes so far.

        Args:
            bar_length: Positions of the bar that is written.
        """
        other = copy(self)
        other._lines = {part: line.closed() for part, line in self._lines.items()}
        other._expect(bar_length)
        return other

    def branch(self) -> "VoiceCache":
        """Return an independent copy of a closed cache."""
        other = copy(self)
        other._lines = {part: line.branch() for part, line in self._lines.items()}
        other._expected = dict(self._expected)
        return other

    def _expect(self, bar_length: int) -> None:
        self._expected: dict[int, Next | None] = {
            part: line.next(bar_length) for part, line in self._lines.items()
        }

    def push(self, token: int, heard: Heard) -> None:
        """Add one id.

        Args:
            token: The id.
            heard: The state of the music after it.
        """
        kind, part = self._kinds[token], heard.part_number
        if kind in _PITCHES:
            line = self._lines.get(part)
            if line is None:
                line = self._lines[part] = Line(part, self._odds.sureness)
            line.push(heard.now, heard.value(token), token)
            self._expected[part] = line.next(heard.bar_length)
        elif kind in _SOUND and part in self._lines:
            self._lines[part].say(token)

    def guess(self, heard: Heard) -> Guess | None:
        """Return the guess; None without one.

        Args:
            heard: The state of the music.
        """
        found = self._next_id(heard) if self._strength else None
        if found is None:
            return None
        token, again, moved = found
        kind = self._kinds[token]
        odds = self._strength * self._odds.of(kind, run=again.run, lag=again.lag, moved=moved)
        return Guess(token=token, share=odds / (1.0 + odds)) if odds else None

    def _next_id(self, heard: Heard) -> _Found | None:
        line, bar = self._lines.get(heard.part_number), heard.bar_length
        if line is not None and self._is_inside_note(line, heard):
            again = line.again(bar)
            return (*again, False) if again is not None else None
        if heard.kind == _PART:
            return _note(line.next(bar, heard.now) if line is not None else None)
        if heard.position != NOTHING and heard.pitch == NOTHING:
            here = (self._lines[part].next(bar, heard.now) for part in sorted(self._lines))
            return self._led_to(next((each for each in here if _is_known(each)), None), heard)
        return self._led_to(self._soonest(heard), heard)

    def _is_inside_note(self, line: Line, heard: Heard) -> bool:
        if heard.kind == _VELOCITY:
            # A drum has no length.
            pitch = int(line.notes[SAID, -1])
            return bool(self._pitch_ids.start <= pitch < self._pitch_ids.stop)
        return heard.kind in _PITCHES

    def _soonest(self, heard: Heard) -> Next | None:
        """Return the earliest of the next notes of all parts, after the last id."""
        if heard.pitch != NOTHING:
            said = (heard.now, heard.part_number, heard.value(heard.pitch))
        else:
            said = (heard.now - 1, 0, 0)
        later = [
            each
            for each in self._expected.values()
            if each is not None and each.again.run > 1 and each[:3] > said
        ]
        return min(later, default=None)

    def _led_to(self, following: Next | None, heard: Heard) -> _Found | None:
        """Return the first id on the way to a note."""
        if following is None:
            return None
        if following.onset >= heard.bar_start + heard.bar_length:
            return self._bar, following.again, following.moved
        if following.onset > heard.now or heard.position == NOTHING:
            position = self._first_position + following.onset - heard.bar_start
            return position, following.again, following.moved
        if following.part != heard.part_number:
            return self._first_part + following.part, following.again, following.moved
        return _note(following)


def _note(following: Next | None) -> _Found | None:
    """Return the pitch of the next note of the part that plays."""
    if following is None or not 0 <= following.pitch <= 127:
        return None
    return following.token, following.again, following.moved


def _is_known(following: Next | None) -> bool:
    """Return whether a run is long enough to guess the time of the next note."""
    return following is not None and following.again.run > 1


def _notes_of(vocabulary: Vocabulary, ids: Numbers) -> dict[int, Numbers]:
    """Return the notes of each part, (7, N) each as `Line` takes them."""
    kinds, values = vocabulary.kinds[ids], vocabulary.values[ids]
    struck = np.flatnonzero((kinds == TokenKind.PITCH) | (kinds == TokenKind.DRUM))
    if not len(struck):
        return {}
    meters = np.flatnonzero(kinds == TokenKind.METER)
    lengths = vocabulary.meter_lengths[values[meters]]
    begins = np.concatenate(([0], np.cumsum(lengths)))
    bar = np.searchsorted(meters, struck) - 1
    position = values[_latest(kinds == TokenKind.POSITION)[struck]]
    part = _parts_at(kinds, values)[struck]
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


def _parts_at(kinds: NDArray[np.integer], values: Numbers) -> Numbers:
    """Return the number of the part that plays at each id, as `Heard` has it."""
    said = _latest(kinds == TokenKind.PART)
    declared = _latest(np.isin(kinds, list(BEFORE_MUSIC)))
    return np.where(said > declared, values[said], NO_PART)


def _latest(marks: NDArray[np.bool_]) -> Numbers:
    """Return the index of the latest mark at or before each place; the first mark without one."""
    return np.maximum.accumulate(np.where(marks, np.arange(len(marks)), 0))


def _as_line(onset: Numbers, pitch: Numbers, said: Numbers) -> Numbers:
    wait, step = (np.diff(each, prepend=each[:1]) for each in (onset, pitch))
    return np.vstack([onset, pitch, wait, step, said])
