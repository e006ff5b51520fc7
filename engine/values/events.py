"""Note and the other events of a piece: frozen values. All times are integer ticks.

`engine.values.event_kinds` has a row for each kind.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from msgspec import Meta

from engine.values.ranges import (
    CLOCKS_PER_CLICK,
    MOST_BARS,
    Bend,
    Bpm,
    Channel,
    Clocks,
    Denominator,
    DirectionText,
    EventCode,
    Fifths,
    MarkWords,
    Numerator,
    Origin,
    Pitch,
    Port,
    SevenBits,
    Staff,
    StateStatus,
    Tick,
    Ticks,
    Velocity,
)

NoteLane = Literal["bend", "pressure", "timbre"]
# Semitones of a full bend of one note: what MPE 1.1 has for the channel of a note.
NOTE_BEND_SEMITONES = 48
# The values of a note that nothing moves; timbre is controller 74.
NOTE_AT_REST: dict[NoteLane, int] = {"bend": 0, "pressure": 0, "timbre": 64}
# The velocity of the end of a note where nothing measured it (MIDI 1.0).
USUAL_RELEASE = 64


@dataclass(frozen=True, slots=True, order=True)
class NoteMove:
    """A movement of one note alone, as in MPE: from its tick on the note has this value.

    Attributes:
        after: Ticks after the note begins.
        lane: The value that it moves.
        value: A bend is -8192 to 8191, where 8192 are `NOTE_BEND_SEMITONES`; the others 0 to 127.
    """

    after: Tick
    lane: NoteLane
    value: Bend


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
        release: The velocity with which the key is let go; the usual one where nothing measured it.
        moves: Its own bend, pressure and timbre, by tick. Those past its end are not heard: they
            are back when it is made longer.
        marks: Its written marks, a word each (`engine.values.mark_kinds`). Nobody plays them: how
            they are played is in its length and its velocity.
    """

    start: Tick
    pitch: Pitch
    duration: Ticks
    velocity: Velocity = 80
    origin: Origin = 0
    release: SevenBits = USUAL_RELEASE
    moves: tuple[NoteMove, ...] = ()
    marks: MarkWords = ""

    @property
    def end(self) -> int:
        """The first tick at which it no longer sounds."""
        return self.start + self.duration

    @property
    def heard_moves(self) -> tuple[NoteMove, ...]:
        """Its moves before its end."""
        return tuple(move for move in self.moves if move.after < self.duration)

    def between(self, start: int, end: int) -> "Note":
        """Return the part of it that sounds in [start, end), which begins as it is moved there.

        The marks are those of its beginning: a later part has none.
        """
        first = max(start, self.start)
        marks = self.marks if first == self.start else ""
        cut = replace(self, start=first, duration=min(end, self.end) - first, marks=marks)
        if not self.moves:
            return cut
        by = first - self.start
        held = {move.lane: replace(move, after=0) for move in self.moves if move.after <= by}
        later = (replace(move, after=move.after - by) for move in self.moves if move.after > by)
        heard = (move for move in later if move.after < cut.duration)
        return replace(cut, moves=(*held.values(), *heard))

    def joined(self, rest: "Note") -> "Note":
        """Return it with the length and the moves of a note that goes on with it."""
        moves = list(self.heard_moves)
        now = NOTE_AT_REST | {move.lane: move.value for move in moves}
        begun = NOTE_AT_REST | {move.lane: move.value for move in rest.moves if not move.after}
        moves += (
            NoteMove(self.duration, lane, value)
            for lane, value in begun.items()
            if value != now[lane]
        )
        moves += (
            replace(move, after=move.after + self.duration) for move in rest.moves if move.after
        )
        return replace(self, duration=self.duration + rest.duration, moves=tuple(moves))


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


DirectionKind = Literal[
    "dynamic",
    "crescendo",
    "diminuendo",
    "hairpin-end",
    "words",
    "rehearsal",
    "dashes",
    "dashes-end",
    "metronome",
    "segno",
    "coda",
]


@dataclass(frozen=True, slots=True, order=True)
class Direction(TimedEvent):
    """A mark over or under a part, as a page has it; nobody plays it.

    Attributes:
        tick: Where it stands.
        kind: Its kind. A hairpin and dashes reach to the next end of theirs with the same text.
        text: The dynamic, the words; of hairpins and dashes their number.
        staff: The staff that it belongs to, from 1.
        above: Whether it stands above the staff.
        ends_bar: Whether it stands at the end of the bar before its tick.
    """

    kind: DirectionKind
    text: DirectionText = ""
    staff: Staff = 1
    above: bool = False
    ends_bar: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Tempo(TimedEvent):
    """Quarter notes a minute from a tick on."""

    bpm: Bpm


@dataclass(frozen=True, slots=True, order=True)
class TimeSignature(TimedEvent):
    """The meter from a tick on.

    Attributes:
        tick: Where it begins.
        numerator: Beats in a bar.
        denominator: The length of a beat: 4 is a quarter note.
        clocks: MIDI clocks, 24 a quarter note, of a click of the metronome, as the file says; of
            two meters that differ in nothing else neither is another meter.
    """

    numerator: Numerator
    denominator: Denominator
    clocks: Clocks = field(default=CLOCKS_PER_CLICK, compare=False)


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
class WrittenBar(TimedEvent):
    """A bar of the page that a piece was read from: it is played from this tick on.

    A bar that is repeated is played more than once. The notes are those that are heard; a page is
    written with its repeats as long as all that its bars play is the same.

    Attributes:
        tick: Where it is played.
        number: Its number on the page, from 0.
        signs: Its signs of repeats and jumps, a word each (`engine.form.way`).
    """

    number: Annotated[int, Meta(ge=0, le=MOST_BARS)]
    signs: MarkWords = ""


@dataclass(frozen=True, slots=True, order=True)
class SilentMessage(TimedEvent):
    """A message of a MIDI file on a channel that plays no note: it is only written again.

    A set-up of 16 channels for one piano is no orchestra. So this is neither a part nor an event of
    one: no code that plays, shows, reads or writes parts finds it.

    Attributes:
        tick: Where it stands.
        port: The file's MIDI port.
        channel: 0 to 15.
        status: That of a channel message other than a note, without the channel.
        first: Its first data byte.
        second: Its second data byte, 0 where there is one.
    """

    port: Port
    channel: Channel
    status: StateStatus
    first: SevenBits
    second: SevenBits = 0


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
