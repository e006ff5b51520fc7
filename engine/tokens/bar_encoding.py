"""One bar to ids: what `encoding.py` writes for a whole score, for music that is being played.

A player changes the last bar only, so only its ids are made anew. Bars are all of one
meter of the vocabulary's; then a bar line is a whole number of positions from the beginning, and
what a bar says depends on its notes, the chords that hold in it, and which part played last.
`tests/tokens/test_bar_encoding.py` holds both encoders to the same ids.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from engine.errors import LimitError
from engine.music.chords import Chord
from engine.music.score import Note, TimeSignature
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.vocabulary import DRUMS, TokenKind, Vocabulary


class PlacedNote(NamedTuple):
    """A note on the grid; in the vocabulary's order, of two alike the longer and louder first.

    Attributes:
        place: Positions from the beginning of the music.
        part: Which part plays it.
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
    """Writes bars of one meter.

    Args:
        vocabulary: Of the ids.
        ticks_per_quarter: The music's grid.
        meter: Of all bars.
        bpm: Quarters a minute, said where the music begins.
        parts: Which are declared.

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
            raise LimitError(f"The model knows no bars of {sizes[0]}/{sizes[1]}.")
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
        """Return the position nearest to a tick, from the beginning, halves upwards."""
        return (2 * max(0, tick) * self._positions + self._ticks) // (2 * self._ticks)

    def bar_of(self, tick: int) -> int:
        """Return the bar to which what begins at a tick belongs: a hair before its line, too."""
        return self.place_of(tick) // self._length

    def placed(self, note: Note, part: int) -> PlacedNote:
        """Return a note on the grid.

        Args:
            note: In ticks of the music.
            part: Which part plays it.
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
            bar: Which, from 0.
            notes: All that begin in it, in any order.
            chords: Of the music, ascending, on whole positions; only where the vocabulary says
                chords at all.
            playing: The part that was emitted last before this bar, or `NO_PART`.
        """
        begin = bar * self._length
        changes = dict(self._chords_in(begin, chords))
        said: list[int] = [self._vocabulary.bar, self._meter]
        if self._vocabulary.has_chords:
            said.append(changes.pop(0))
        together: dict[int, list[PlacedNote]] = {}
        for note in canonical(notes):
            together.setdefault(note.place - begin, []).append(note)
        tempos = {0: self._tempo} if not bar else {}
        for position in sorted({*changes, *tempos, *together}):
            said.append(self._first[TokenKind.POSITION] + position)
            said += [at[position] for at in (changes, tempos) if position in at]
            for note in together.get(position, ()):
                said += self._note(note, playing)
                playing = note.part
        return tuple(said)

    def _note(self, note: PlacedNote, playing: int) -> Iterator[int]:
        drum = note.part in self._drums
        if note.part != playing:
            yield self._vocabulary.first_part + note.part
        yield self._first[TokenKind.DRUM if drum else TokenKind.PITCH] + note.pitch
        yield self._first[TokenKind.VELOCITY] - note.softer
        if not drum:
            yield self._first[TokenKind.DURATION] - note.shorter

    def _chords_in(self, begin: int, chords: Sequence[Chord]) -> Iterator[tuple[int, int]]:
        """Yield (position, id): the chord that holds at a bar line, and those that begin after."""
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
    """Return notes in the vocabulary's order; of one pitch, part and place the longest."""
    kept: dict[tuple[int, int, int], PlacedNote] = {}
    for note in sorted(notes):
        kept.setdefault(note[:3], note)
    return list(kept.values())


def last_part(notes: Iterable[PlacedNote]) -> int:
    """Return the part that a bar's notes end with, `NO_PART` where there are none."""
    return max(((note.place, note.part) for note in notes), default=(0, NO_PART))[1]


def _middles(table: list[int]) -> list[int]:
    """Return twice the middles between the entries of an ascending table."""
    return [low + high for low, high in pairwise(table)]


def _nearest_ratio(table: Sequence[float], value: float) -> int:
    logs = np.log(table)
    # The ear hears ratios, as `encoding.py` says.
    return int(np.searchsorted((logs[:-1] + logs[1:]) / 2, np.log(value)))
