"""Note and the other events of a piece: frozen values. All times are integer ticks.

`engine.music.event_kinds` has a row for each kind.
"""

from dataclasses import dataclass

from engine.music.ranges import (
    Bend,
    Bpm,
    Denominator,
    EventCode,
    Fifths,
    Numerator,
    Origin,
    Pitch,
    SevenBits,
    Tick,
    Ticks,
    Velocity,
)


@dataclass(frozen=True, slots=True, order=True)
class Note:
    """One note.

    Attributes:
        start: Tick where it begins.
        pitch: MIDI number, 60 is middle C.
        duration: Ticks it sounds, at least 1.
        velocity: 1 to 127.
        origin: A label of who made it that music passes on and never reads;
            `engine.piece.composition` gives it a meaning.
        release: The velocity with which the key is let go; 64 where nothing measured it.
    """

    start: Tick
    pitch: Pitch
    duration: Ticks
    velocity: Velocity = 80
    origin: Origin = 0
    release: SevenBits = 64

    @property
    def end(self) -> int:
        """The first tick at which it no longer sounds."""
        return self.start + self.duration


@dataclass(frozen=True, slots=True, order=True)
class TimedEvent:
    """Any event at a tick other than a note."""

    tick: Tick


@dataclass(frozen=True, slots=True, order=True)
class Control(TimedEvent):
    """A controller's value from a tick on."""

    number: SevenBits
    value: SevenBits


@dataclass(frozen=True, slots=True, order=True)
class PitchBend(TimedEvent):
    """The pitch wheel from a tick on: -8192 to 8191, 0 at rest."""

    value: Bend


@dataclass(frozen=True, slots=True, order=True)
class ChannelPressure(TimedEvent):
    """How hard the keys of a part are pressed from a tick on (aftertouch), 0 at rest."""

    value: SevenBits


@dataclass(frozen=True, slots=True, order=True)
class Tempo(TimedEvent):
    """Quarter notes a minute from a tick on."""

    bpm: Bpm


@dataclass(frozen=True, slots=True, order=True)
class TimeSignature(TimedEvent):
    """The meter from a tick on."""

    numerator: Numerator
    denominator: Denominator


@dataclass(frozen=True, slots=True, order=True)
class KeySignature(TimedEvent):
    """The key from a tick on.

    Attributes:
        tick: Where it begins.
        fifths: Sharps (positive) or flats (negative), -7 to 7.
        minor: Whether it is a minor key.
    """

    fifths: Fifths
    minor: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Marker(TimedEvent):
    """A text at a tick."""

    text: str


@dataclass(frozen=True, slots=True, order=True)
class Other(TimedEvent):
    """An event of a MIDI file that nothing here understands; it is only passed on.

    Attributes:
        tick: Where it stands.
        kind: Meta event type below 0x80, a channel message's status (0xA0 is key pressure), or
            0xF0 for system exclusive.
        data: Its bytes without status and length; channels are the writer's.
    """

    kind: EventCode
    data: bytes
