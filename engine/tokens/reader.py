"""Read ids while they are drawn: a note is complete as soon as its last id arrives.

The cost per id does not depend on the length of the piece, unlike that of MidiTok's decoder. The
music is the same, except that MidiTok joins tracks of one instrument.
"""

from copy import copy
from dataclasses import dataclass

from engine.tokens.vocabulary import DRUMS, TokenKind, Vocabulary

# No meter was read yet.
_UNKNOWN_METER = -1
# Plain integers: looking up a member of an enum would cost more than the rest of `push`.
_BAR, _METER, _POSITION = int(TokenKind.BAR), int(TokenKind.METER), int(TokenKind.POSITION)
_TEMPO, _PEDAL = int(TokenKind.TEMPO), int(TokenKind.PEDAL)
_PEDALS = frozenset({int(TokenKind.PEDAL), int(TokenKind.PEDAL_OFF)})
_PROGRAM, _VELOCITY = int(TokenKind.PROGRAM), int(TokenKind.VELOCITY)
_PART, _CHORD = int(TokenKind.PART), int(TokenKind.CHORD)
_DURATION = int(TokenKind.DURATION)
_PITCHES = frozenset({int(TokenKind.PITCH), int(TokenKind.DRUM)})


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A complete note.

    Attributes:
        bar: Number of its bar, from 0.
        start: Ticks (positions) from the beginning of the first bar read.
        duration: Ticks; a drum's is half a quarter, as MidiTok's decoder has it.
        pitch: MIDI number.
        velocity: 1 to 127.
        program: 0 to 127; -1 for drums.
        is_drum: Whether the pitch is a drum.
    """

    bar: int
    start: int
    duration: int
    pitch: int
    velocity: int
    part: int
    program: int
    is_drum: bool


@dataclass(frozen=True, slots=True)
class BarBegun:
    """A bar begins: bar from 0, start in ticks."""

    bar: int
    start: int


@dataclass(frozen=True, slots=True)
class MeterRead:
    """The meter from this bar on, if it changes."""

    bar: int
    start: int
    numerator: int
    denominator: int


@dataclass(frozen=True, slots=True)
class TempoRead:
    """The tempo, in quarters a minute, from a tick on."""

    bar: int
    start: int
    bpm: float


@dataclass(frozen=True, slots=True)
class PedalRead:
    """The sustain pedal of a program goes down or up."""

    bar: int
    start: int
    program: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class ChordRead:
    """The chord from a tick on: an index into the vocabulary's `chords`."""

    bar: int
    start: int
    chord: int


@dataclass(frozen=True, slots=True)
class PartDeclared:
    """A part of the piece with its program."""

    part: int
    program: int


Read = ReadNote | BarBegun | MeterRead | TempoRead | PedalRead | ChordRead | PartDeclared


class NoteReader:
    """Reads a song id by id.

    Args:
        vocabulary: The vocabulary of the ids.
        programs: Program of each part, if the ids do not declare them.

    Attributes:
        bar: The bar being read, from 0; -1 before the first.
        bar_start: Tick where it begins.
        now: Latest tick read; all later notes begin here or later.
    """

    def __init__(self, vocabulary: Vocabulary, programs: tuple[int, ...] = ()) -> None:
        self._kinds: list[int] = vocabulary.kinds.tolist()
        self._values: list[int] = vocabulary.values.tolist()
        self._meters = vocabulary.meters
        self._tempos = vocabulary.tempos
        self._lengths: list[int] = vocabulary.meter_lengths.tolist()
        self._drum_duration = vocabulary.positions_per_beat // 2
        self._bar_length = 4 * vocabulary.positions_per_beat
        self._meter = _UNKNOWN_METER
        self._programs = dict(enumerate(programs))
        self._part = 0
        self._pitch = 0
        self._velocity = 0
        self._expected = -1  # kind that would go on with the note begun
        self.bar = -1
        self.bar_start = 0
        self.now = 0

    def copy(self) -> "NoteReader":
        """Return an independent copy, for a branch."""
        return copy(self)  # what it holds is replaced, never written to

    def push(self, token: int) -> Read | None:
        """Read one id; return the event that it completes, or None.

        Special ids, and ids in a wrong place, are skipped.
        """
        kind = self._kinds[token]
        if kind == self._expected:
            return self._note_goes_on(kind, self._values[token])
        self._expected = -1
        if kind in _PITCHES:
            self._pitch = self._values[token]
            self._expected = _VELOCITY
            return None
        if kind == _POSITION:
            self.now = self.bar_start + self._values[token]
            return None
        if kind == _PART:
            self._part = self._values[token]
            return None
        return self._event(kind, self._values[token])

    def _note_goes_on(self, kind: int, value: int) -> ReadNote | None:
        self._expected = -1
        if kind == _VELOCITY:
            self._velocity = value
            if self._programs.get(self._part) == DRUMS:
                return self._note(self._drum_duration)
            self._expected = _DURATION
            return None
        return self._note(value)

    def _note(self, duration: int) -> ReadNote:
        program = self._programs.get(self._part, 0)
        return ReadNote(
            self.bar,
            self.now,
            duration,
            self._pitch,
            self._velocity,
            self._part,
            program,
            program == DRUMS,
        )

    def _event(self, kind: int, value: int) -> Read | None:
        if kind == _BAR:
            return self._begin_bar()
        if kind == _METER:
            return self._change_meter(value)
        if kind == _PROGRAM:
            self._programs = self._programs | {self._part: value}
            return PartDeclared(self._part, value)
        return self._moment(kind, value)

    def _moment(self, kind: int, value: int) -> Read | None:
        """Read an event that holds from a position in a bar on."""
        if kind == _CHORD:
            return ChordRead(self.bar, self.now, value)
        if kind == _TEMPO:
            return TempoRead(self.bar, self.now, self._tempos[value])
        if kind in _PEDALS:
            return PedalRead(self.bar, self.now, value, kind == _PEDAL)
        return None

    def _begin_bar(self) -> BarBegun:
        if self.bar >= 0:
            self.bar_start += self._bar_length
        self.bar += 1
        self.now = self.bar_start
        return BarBegun(self.bar, self.bar_start)

    def _change_meter(self, meter: int) -> MeterRead | None:
        if meter == self._meter:
            return None
        self._meter = meter
        self._bar_length = self._lengths[meter]
        return MeterRead(self.bar, self.bar_start, *self._meters[meter])
