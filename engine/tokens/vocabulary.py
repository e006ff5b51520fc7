"""The meaning of each token id, as arrays that the encoder, the grammar and the reader look up.

MidiTok defines most ids. Segue adds pointers to the tracks of a piece (`Part_3`), so that two
violins stay two; chords (`Chord_2.min7`), which come before the notes that they stand for; and
announcements of bars and parts that are read out of order (`engine/tokens/ordering.py`).
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

DRUMS = -1  # MidiTok's program number for drums
MOST_BARS = 32  # that an announcement can count; 33 means "more"


class TokenKind(IntEnum):
    """The kind of a token."""

    SPECIAL = 0
    BAR = 1
    METER = 2
    POSITION = 3
    TEMPO = 4
    PEDAL_OFF = 5
    PEDAL = 6
    PROGRAM = 7
    PITCH = 8
    DRUM = 9
    VELOCITY = 10
    DURATION = 11
    PART = 12
    CHORD = 13
    GAP = 14  # bars or parts are left out here
    FILL = 15  # the left-out bars or parts follow
    BARS = 16  # the number of bars left out
    BACK = 17  # bars from the left-out ones to the next one in the song
    REJOIN = 18  # the song goes on where it was before the fill


_KIND_OF_TYPE = {
    "PAD": TokenKind.SPECIAL,
    "BOS": TokenKind.SPECIAL,
    "EOS": TokenKind.SPECIAL,
    "Bar": TokenKind.BAR,
    "TimeSig": TokenKind.METER,
    "Position": TokenKind.POSITION,
    "Tempo": TokenKind.TEMPO,
    "PedalOff": TokenKind.PEDAL_OFF,
    "Pedal": TokenKind.PEDAL,
    "Program": TokenKind.PROGRAM,
    "Pitch": TokenKind.PITCH,
    "PitchDrum": TokenKind.DRUM,
    "Velocity": TokenKind.VELOCITY,
    "Duration": TokenKind.DURATION,
    "Part": TokenKind.PART,
    "Chord": TokenKind.CHORD,
    "Gap": TokenKind.GAP,
    "Fill": TokenKind.FILL,
    "Bars": TokenKind.BARS,
    "Back": TokenKind.BACK,
    "Rejoin": TokenKind.REJOIN,
}
_ANNOUNCED = (
    TokenKind.GAP,
    TokenKind.FILL,
    TokenKind.BARS,
    TokenKind.BACK,
    TokenKind.REJOIN,
)
# Ids without a number.
_WORTH_NOTHING = frozenset(
    {TokenKind.SPECIAL, TokenKind.BAR, TokenKind.GAP, TokenKind.FILL, TokenKind.REJOIN}
)


@dataclass(frozen=True)
class Vocabulary:
    """The meaning of every id. One tick here is one position: a quarter / positions_per_beat.

    Attributes:
        names: Strings by id, such as `Pitch_60`; MidiTok's, then those of chords, parts and
            announcements.
        positions_per_beat: Ticks in a quarter note.
    """

    names: tuple[str, ...]
    positions_per_beat: int

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that differ whenever an id means something else."""
        text = f"{self.positions_per_beat}\n" + "\n".join(self.names)
        return sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def kinds(self) -> NDArray[np.uint8]:
        """`TokenKind` of each id, shape (V,)."""
        types = [name.partition("_")[0] for name in self.names]
        return np.array([_KIND_OF_TYPE[type_] for type_ in types], dtype=np.uint8)

    @cached_property
    def values(self) -> NDArray[np.int64]:
        """The number in each id, shape (V,).

        Pitch, velocity, program (-1 is drums), position and duration in ticks, number of a part,
        bars of an announcement, index into `meters`, `tempos` or `chords`; 0 for the rest.
        """
        return np.array([self._value(i) for i in range(len(self.names))], dtype=np.int64)

    @cached_property
    def meters(self) -> tuple[tuple[int, int], ...]:
        """(numerator, denominator) of each meter token, in the order of their ids."""
        texts = [self.names[i].partition("_")[2] for i in self.ids_of(TokenKind.METER)]
        pairs = [text.split("/") for text in texts]
        return tuple((int(numerator), int(denominator)) for numerator, denominator in pairs)

    @cached_property
    def meter_lengths(self) -> NDArray[np.int64]:
        """Ticks in a bar of each meter, in the order of `meters`."""
        whole = 4 * self.positions_per_beat
        return np.array([whole * num // den for num, den in self.meters], dtype=np.int64)

    @cached_property
    def tempos(self) -> tuple[float, ...]:
        """Quarter notes a minute of each tempo token, in the order of their ids."""
        return tuple(float(self.names[i].partition("_")[2]) for i in self.ids_of(TokenKind.TEMPO))

    @cached_property
    def chords(self) -> tuple[tuple[int, str], ...]:
        """(root, quality) of each chord token, in the order of their ids; (-1, "none") is none."""
        texts = [self.names[i].partition("_")[2] for i in self.ids_of(TokenKind.CHORD)]
        pairs = [text.split(".") for text in texts]
        return tuple((int(p[0]), p[1]) if len(p) == 2 else (-1, "none") for p in pairs)

    @cached_property
    def chord_ids(self) -> dict[tuple[int, str], int]:
        """(root, quality) to its Chord id."""
        first = self.first_of(TokenKind.CHORD) if self.has_chords else 0
        return {chord: first + index for index, chord in enumerate(self.chords)}

    @cached_property
    def part_count(self) -> int:
        """The number of parts that have an id."""
        return len(self.ids_of(TokenKind.PART))

    @cached_property
    def durations(self) -> NDArray[np.int64]:
        """Ticks of each duration token, in the order of their ids, ascending."""
        return self.values[self.ids_of(TokenKind.DURATION)]

    @cached_property
    def velocities(self) -> NDArray[np.int64]:
        """Velocity of each velocity token, in the order of their ids, ascending."""
        return self.values[self.ids_of(TokenKind.VELOCITY)]

    @cached_property
    def pad(self) -> int:
        """The id that fills a batch where there is no song."""
        return self.names.index("PAD_None")

    @cached_property
    def begin(self) -> int:
        """The id before a song's first bar."""
        return self.names.index("BOS_None")

    @cached_property
    def end(self) -> int:
        """The id after a song's last note."""
        return self.names.index("EOS_None")

    @cached_property
    def bar(self) -> int:
        """The id with which every bar begins."""
        return self.names.index("Bar_None")

    @cached_property
    def has_chords(self) -> bool:
        """Whether chords have tokens."""
        return bool((self.kinds == TokenKind.CHORD).any())

    @cached_property
    def has_order(self) -> bool:
        """Whether announcements of bars and parts that are read out of order have tokens."""
        return bool((self.kinds == TokenKind.GAP).any())

    @cached_property
    def as_encoded(self) -> "Vocabulary":
        """The ids that the encoder writes: all but the announcements, which come last."""
        written = np.flatnonzero(~np.isin(self.kinds, _ANNOUNCED))
        return replace(self, names=self.names[: int(written[-1]) + 1])

    @cached_property
    def first_part(self) -> int:
        """The id of part 0."""
        return self.first_of(TokenKind.PART)

    @cached_property
    def has_pedal(self) -> bool:
        """Whether the sustain pedal has tokens."""
        return bool((self.kinds == TokenKind.PEDAL).any())

    def ids_of(self, kind: TokenKind) -> NDArray[np.int64]:
        """Return the ids of a kind, ascending; they lie side by side."""
        return self._ids_by_kind[kind]

    def span_of(self, kind: TokenKind) -> slice:
        """Return the ids of a kind as a slice; empty where the vocabulary has none."""
        ids = self.ids_of(kind)
        return slice(int(ids[0]), int(ids[-1]) + 1) if len(ids) else slice(0, 0)

    def first_of(self, kind: TokenKind) -> int:
        """Return the lowest id of a kind."""
        return int(self.ids_of(kind)[0])

    @cached_property
    def _ids_by_kind(self) -> dict[TokenKind, NDArray[np.int64]]:
        return {kind: np.flatnonzero(self.kinds == kind).astype(np.int64) for kind in TokenKind}

    @cached_property
    def program_ids(self) -> dict[int, int]:
        """Program (-1 is drums) to its Program id."""
        return self._by_value(TokenKind.PROGRAM)

    def _by_value(self, kind: TokenKind) -> dict[int, int]:
        return {int(self.values[i]): int(i) for i in self.ids_of(kind)}

    def _value(self, token: int) -> int:
        kind, text = TokenKind(int(self.kinds[token])), self.names[token].partition("_")[2]
        if kind in _WORTH_NOTHING:
            return 0
        if kind in {TokenKind.METER, TokenKind.TEMPO, TokenKind.CHORD}:
            return token - self.first_of(kind)
        if kind is TokenKind.DURATION:
            beats, positions, resolution = (int(part) for part in text.split("."))
            return (beats * resolution + positions) * self.positions_per_beat // resolution
        return int(text)
