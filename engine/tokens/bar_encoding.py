"""One bar to ids: what `encoding.py` does for a whole score, for music that is being played.

A player changes only the last bar, so that only its ids are made again. All bars have one meter of
the vocabulary. A bar line is then a whole number of positions from the beginning, and the ids of a
bar depend only on its notes, its chords, and the part that played last.
`tests/tokens/test_bar_encoding.py` compares both encoders.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from engine.ground.errors import LimitError
from engine.harmony.chords import Chord
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.vocabulary import DRUMS, TokenKind, Vocabulary
from engine.values.score import Note, TimeSignature


class PlacedNote(NamedTuple):
    """A note on the grid, comparable; of two equal notes the longer and louder comes first.

    Attributes:
        place: Positions from the beginning of the music.
        pitch: MIDI number.
        shorter: The index of its duration, negative.
        softer: The index of its velocity, negative.
    """

    place: int
    part: int
    pitch: int
    shorter: int
    softer: int


class BarEncoder:
    """Encodes bars of one meter.

    Args:
        vocabulary: The vocabulary of the ids.
        ticks_per_quarter: The resolution of the music.
        meter: The meter of all bars.
        bpm: Quarters a minute, encoded in bar 0.
        parts: The declared parts.

    Raises:
        LimitError: The vocabulary has no such meter.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        ticks_per_quarter: int,
        meter: TimeSignature,
        bpm: float,
        parts: Parts,
    ) -> None:
        sizes = (meter.numerator, meter.denominator)
        if sizes not in vocabulary.meters:
            raise LimitError(
                "The model knows no bars of {numerator}/{denominator}.",
                numerator=sizes[0],
                denominator=sizes[1],
            )
        index = vocabulary.meters.index(sizes)
        self._vocabulary = vocabulary
        self._ticks = ticks_per_quarter
        self._positions = vocabulary.positions_per_beat
        self._length = int(vocabulary.meter_lengths[index])
        self._meter = vocabulary.first_of(TokenKind.METER) + index
        self._tempo = vocabulary.first_of(TokenKind.TEMPO) + _nearest_ratio(vocabulary.tempos, bpm)
        self._drums = frozenset(p for p, program in enumerate(parts.programs) if program == DRUMS)
        self._velocities = _middles(vocabulary.velocities.tolist())
        self._durations = _middles(vocabulary.durations.tolist())
        self._first = {
            kind: vocabulary.first_of(kind)
            for kind in (
                TokenKind.POSITION,
                TokenKind.PITCH,
                TokenKind.DRUM,
                TokenKind.VELOCITY,
                TokenKind.DURATION,
            )
        }

    @property
    def bar_positions(self) -> int:
        """Positions in a bar."""
        return self._length

    def place_of(self, tick: int) -> int:
        """Return the position nearest to a tick, from the beginning; halves are rounded up."""
        return (2 * max(0, tick) * self._positions + self._ticks) // (2 * self._ticks)

    def bar_of(self, tick: int) -> int:
        """Return the bar of an onset; one that rounds to the bar line belongs to the next bar."""
        return self.place_of(tick) // self._length

    def placed(self, note: Note, part: int) -> PlacedNote:
        """Return a note on the grid.

        Args:
            note: The note, in ticks of the music.
            part: The number of its part.
        """
        place = self.place_of(note.start)
        length = max(1, self.place_of(max(0, note.start) + note.duration) - place)
        return PlacedNote(
            place,
            part,
            min(max(note.pitch, 0), 127),
            -bisect_left(self._durations, 2 * length),
            -bisect_left(self._velocities, 2 * note.velocity),
        )

    def ids(
        self, bar: int, notes: Iterable[PlacedNote], *, chords: Sequence[Chord], playing: int
    ) -> tuple[int, ...]:
        """Return the ids of one bar.

        Args:
            bar: The bar, from 0.
            notes: All notes that begin in it, in any order.
            chords: The chords of the music, ascending, on whole positions; unused if the vocabulary
                has no chords.
            playing: The part of the last note before this bar, or `NO_PART`.
        """
        begin = bar * self._length
        changes = dict(self._chords_in(begin, chords))
        ids: list[int] = [self._vocabulary.bar, self._meter]
        if self._vocabulary.has_chords:
            ids.append(changes.pop(0))
        together: dict[int, list[PlacedNote]] = {}
        for note in canonical(notes):
            together.setdefault(note.place - begin, []).append(note)
        tempos = {0: self._tempo} if not bar else {}
        for position in sorted({*changes, *tempos, *together}):
            ids.append(self._first[TokenKind.POSITION] + position)
            ids += [at[position] for at in (changes, tempos) if position in at]
            for note in together.get(position, ()):
                ids += self._note(note, playing)
                playing = note.part
        return tuple(ids)

    def _note(self, note: PlacedNote, playing: int) -> Iterator[int]:
        drum = note.part in self._drums
        if note.part != playing:
            yield self._vocabulary.first_part + note.part
        yield self._first[TokenKind.DRUM if drum else TokenKind.PITCH] + note.pitch
        yield self._first[TokenKind.VELOCITY] - note.softer
        if not drum:
            yield self._first[TokenKind.DURATION] - note.shorter

    def _chords_in(self, begin: int, chords: Sequence[Chord]) -> Iterator[tuple[int, int]]:
        """Yield (position, id) of the chord at the bar line and of the later chords of a bar."""
        if not self._vocabulary.has_chords:
            return
        places = [self.place_of(chord.tick) for chord in chords]
        held = bisect_right(places, begin)
        yield 0, self._chord(chords[held - 1] if held else None)
        for chord, place in zip(chords[held:], places[held:], strict=True):
            if place >= begin + self._length:
                return
            yield place - begin, self._chord(chord)

    def _chord(self, chord: Chord | None) -> int:
        none = self._vocabulary.chord_ids[-1, "none"]
        if chord is None:
            return none
        return self._vocabulary.chord_ids.get((chord.root, chord.quality), none)


def canonical(notes: Iterable[PlacedNote]) -> list[PlacedNote]:
    """Return notes in the vocabulary's order; of equal pitch, part and place only the longest."""
    kept: dict[tuple[int, int, int], PlacedNote] = {}
    for note in sorted(notes):
        kept.setdefault(note[:3], note)
    return list(kept.values())


def last_part(notes: Iterable[PlacedNote]) -> int:
    """Return the part of the last note, `NO_PART` without notes."""
    return max(((note.place, note.part) for note in notes), default=(0, NO_PART))[1]


def _middles(table: list[int]) -> list[int]:
    """Return twice the midpoints between the entries of an ascending table."""
    return [low + high for low, high in pairwise(table)]


def _nearest_ratio(table: Sequence[float], value: float) -> int:
    logs = np.log(table)
    # Compare ratios, as `encoding.py` does.
    return int(np.searchsorted((logs[:-1] + logs[1:]) / 2, np.log(value)))
