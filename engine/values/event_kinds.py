"""The table of event kinds, one row each: its name, the field that holds it, its MIDI bytes.

Code that reads, writes, moves, limits, records, plays or lists events uses these rows and names no
kind. A new kind is a value in `engine.values.events`, a field of `Track` or `Score` that
holds its events (pieces are saved by fields), and a row here.
"""

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from engine.values.channel_numbers import CONTROLS_AT_REST, FIRST_MODE_MESSAGE
from engine.values.events import (
    ChannelPressure,
    Control,
    Direction,
    KeySignature,
    Marker,
    Note,
    Other,
    PitchBend,
    SilentMessage,
    Tempo,
    TimedEvent,
    TimeSignature,
    WrittenBar,
)
from engine.values.oddities import Oddity
from engine.values.ranges import (
    FASTEST_BPM,
    LAST_DENOMINATOR_POWER,
    LONGEST_NUMERATOR,
    SLOWEST_BPM,
)
from engine.values.texts import decode_text

# Controllers.
_EXPRESSION, _SUSTAIN = 11, 64
_US_PER_MINUTE = 60_000_000
# Microseconds of a quarter: a tempo event has three bytes for them.
_SLOWEST_TEMPO_US = 0xFFFFFF
# MIDI clocks in a click of the metronome and thirty-second notes in a quarter: the usual ones.
_NOTATED_32NDS = 8

_E = TypeVar("_E", bound=TimedEvent)
Events = tuple[TimedEvent, ...]


@dataclass(frozen=True, slots=True)
class ChannelMessage(Generic[_E]):
    """How MIDI writes a kind of event that a channel has.

    Attributes:
        status: The status byte with channel 0.
        read: Makes the event of its tick and two data bytes; the second is 0 where there is one.
        write: Returns both data bytes.
    """

    status: int
    read: Callable[[int, int, int], _E]
    write: Callable[[_E], tuple[int, int]]

    def event(self, tick: int, data: bytes) -> _E:
        """Return the event of a message's data bytes."""
        first, second = (*data, 0)[:2]
        return self.read(tick, first, second)

    def data(self, event: _E) -> bytes:
        """Return the data bytes, of which program changes and channel pressure have one."""
        return bytes(self.write(event)[: data_bytes(self.status)])


@dataclass(frozen=True, slots=True)
class MetaEvent(Generic[_E]):
    """How a MIDI file writes a kind of event that stands on the ruler.

    Attributes:
        type: The meta event's type.
        read: Makes the event of its tick and bytes; says what is odd, or None where it is empty.
        write: Returns its bytes.
    """

    type: int
    read: Callable[[int, bytes], _E | Oddity | None]
    write: Callable[[_E], bytes]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EventKind(Generic[_E]):
    """A row of the table: one kind of event.

    Attributes:
        name: Its name in code.
        event: The class of its events.
        field: The field of the `Track`, or for the ruler of the `Score`, that holds them in order.
        shown: Its English name in the table of events; empty where it is not shown there.
        value: The attribute that is its value; empty where it has more than one.
    """

    name: str
    event: type[_E]
    field: str
    shown: str = ""
    value: str = ""

    def of(self, holder: object) -> tuple[_E, ...]:
        """Return the events of this kind.

        Args:
            holder: A `Track`, or for the ruler a `Score`.
        """
        events: tuple[_E, ...] = getattr(holder, self.field)
        return events

    def arranged(self, events: Iterable[_E]) -> tuple[_E, ...]:
        """Return events as a field holds them: by tick, those of one tick as they stand."""
        return in_order(events)

    @property
    def values(self) -> range:
        """The whole numbers that its value may be, as the value's own type says them."""
        event: Any = self.event  # mypy does not see that a class can be hashed
        return _values(event, self.value)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChannelKind(EventKind[_E]):
    """A kind of event that holds for a part's MIDI channel from its tick on.

    Attributes:
        message: How it is written in MIDI.
        new: Returns the event that the table of events inserts at a tick.
        lane: Returns the number of what an event is about: a controller's. Of the events of one
            lane the last one holds.
        at_rest: Returns the value that holds in an event's lane where nothing was written.
        lets_go: Returns whether an event's lane goes back to rest when the hands leave it: the
            sustain pedal and the wheel do, a fader does not.
        holds: Returns whether an event says what holds from its tick on, as all do but the
            controllers that are channel mode messages.
    """

    message: ChannelMessage[_E]
    new: Callable[[int], _E]
    lane: Callable[[_E], int] = lambda _: 0
    at_rest: Callable[[_E], int] = lambda _: 0
    lets_go: Callable[[_E], bool] = lambda _: True
    holds: Callable[[_E], bool] = lambda _: True

    def bounded(self, event: _E) -> _E:
        """Return an event whose value is the nearest that MIDI can say."""
        value, values = getattr(event, self.value), self.values
        if value in values:
            return event
        return replace(event, **{self.value: min(max(value, values[0]), values[-1])})

    def resting(self, event: _E, *, tick: int) -> _E:
        """Return what puts an event's lane to rest at a tick."""
        return replace(event, tick=tick, **{self.value: self.at_rest(event)})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RulerKind(EventKind[_E]):
    """A kind of event that is of the whole piece.

    Attributes:
        meta: How it is written in MIDI; None where an event says that itself.
        replaces: Whether of several at a tick only the last one counts; of others all are kept.
    """

    meta: MetaEvent[_E] | None = None
    replaces: bool = False

    def arranged(self, events: Iterable[_E]) -> tuple[_E, ...]:
        """Return events as a field holds them; where one replaces another, one at a tick."""
        ordered = in_order(events)
        return tuple({e.tick: e for e in ordered}.values()) if self.replaces else ordered


@cache
def _values(event: type, name: str) -> range:
    hint = get_type_hints(event, include_extras=True)[name]
    bounds = next(each for each in hint.__metadata__ if isinstance(each, msgspec.Meta))
    return range(int(bounds.ge or 0), int(bounds.le or 0) + 1)


def data_bytes(status: int) -> int:
    """Return how many data bytes a channel message has."""
    return 1 if 0xC0 <= status < 0xE0 else 2


# --- the ruler's bytes ---------------------------------------------------------------------------


def _tempo(tick: int, data: bytes) -> Tempo | Oddity:
    if len(data) != 3:
        return Oddity.META_LENGTH
    microseconds = int.from_bytes(data, "big")
    bpm = _US_PER_MINUTE / microseconds if microseconds else 0.0
    return Tempo(tick, bpm) if SLOWEST_BPM <= bpm <= FASTEST_BPM else Oddity.TEMPO


def _tempo_bytes(tempo: Tempo) -> bytes:
    microseconds = max(1, min(round(_US_PER_MINUTE / tempo.bpm), _SLOWEST_TEMPO_US))
    return microseconds.to_bytes(3, "big")


def _meter(tick: int, data: bytes) -> TimeSignature | Oddity:
    # Of the four bytes two say the meter, but what is cut short is not to be trusted for them.
    if len(data) != 4:
        return Oddity.META_LENGTH
    numerator, power = data[0], data[1]
    if not 1 <= numerator <= LONGEST_NUMERATOR or power > LAST_DENOMINATOR_POWER:
        return Oddity.METER
    return TimeSignature(tick, numerator, 1 << power, data[2])


def _meter_bytes(meter: TimeSignature) -> bytes:
    power = meter.denominator.bit_length() - 1
    return bytes((meter.numerator, power, meter.clocks, _NOTATED_32NDS))


def _key(tick: int, data: bytes) -> KeySignature | Oddity:
    if len(data) != 2:
        return Oddity.META_LENGTH
    fifths, minor = struct.unpack("bB", data)
    if not -7 <= fifths <= 7:
        return Oddity.KEY
    # Some programs write a mode that does not exist; the signs are right all the same.
    return KeySignature(tick, fifths, minor == 1)


def _key_bytes(key: KeySignature) -> bytes:
    return struct.pack("bB", key.fifths, key.minor)


def _marker(tick: int, data: bytes) -> Marker | None:
    text = decode_text(data)
    return Marker(tick, text) if text else None


def _marker_bytes(marker: Marker) -> bytes:
    # Names of files, which are texts here, may not be text at all.
    return marker.text.encode("utf-8", "replace")


# --- the rows ------------------------------------------------------------------------------------

# A note is a row for lists of events. It has a length, which no other event has, so that
# readers, writers and movers deal with notes by themselves.
NOTE: EventKind[Any] = EventKind(
    name="note", event=Note, field="notes", shown="Note", value="velocity"
)
CONTROL: ChannelKind[Control] = ChannelKind(
    name="control",
    event=Control,
    field="controls",
    shown="Controller",
    value="value",
    new=lambda tick: Control(tick, _EXPRESSION, 100),
    lane=lambda event: event.number,
    at_rest=lambda event: CONTROLS_AT_REST.get(event.number, 0),
    lets_go=lambda event: event.number == _SUSTAIN,
    holds=lambda event: 0 <= event.number < FIRST_MODE_MESSAGE,
    message=ChannelMessage(
        0xB0,
        Control,
        lambda event: (event.number, event.value),
    ),
)
BEND: ChannelKind[PitchBend] = ChannelKind(
    name="bend",
    event=PitchBend,
    field="pitch_bends",
    shown="Pitch bend",
    value="value",
    new=lambda tick: PitchBend(tick, 0),
    message=ChannelMessage(
        0xE0,
        lambda tick, fine, coarse: PitchBend(tick, (coarse << 7 | fine) - 8192),
        lambda event: (event.value + 8192 & 0x7F, event.value + 8192 >> 7),
    ),
)
CHANNEL_PRESSURE: ChannelKind[ChannelPressure] = ChannelKind(
    name="channel pressure",
    event=ChannelPressure,
    field="channel_pressures",
    shown="Channel pressure",
    value="value",
    new=lambda tick: ChannelPressure(tick, 0),
    message=ChannelMessage(
        0xD0,
        lambda tick, value, _: ChannelPressure(tick, value),
        lambda event: (event.value, 0),
    ),
)
DIRECTION: EventKind[Direction] = EventKind(name="direction", event=Direction, field="directions")
OTHER: EventKind[Other] = EventKind(name="other", event=Other, field="others")
TEMPO: RulerKind[Tempo] = RulerKind(
    name="tempo",
    event=Tempo,
    field="tempos",
    shown="Tempo",
    value="bpm",
    replaces=True,
    meta=MetaEvent(0x51, _tempo, _tempo_bytes),
)
METER: RulerKind[TimeSignature] = RulerKind(
    name="meter",
    event=TimeSignature,
    field="time_signatures",
    shown="Meter",
    replaces=True,
    meta=MetaEvent(0x58, _meter, _meter_bytes),
)
KEY: RulerKind[KeySignature] = RulerKind(
    name="key",
    event=KeySignature,
    field="key_signatures",
    shown="Key",
    replaces=True,
    meta=MetaEvent(0x59, _key, _key_bytes),
)
MARKER: RulerKind[Marker] = RulerKind(
    name="marker",
    event=Marker,
    field="markers",
    shown="Marker",
    meta=MetaEvent(0x06, _marker, _marker_bytes),
)
RULER_OTHER: RulerKind[Other] = RulerKind(name="ruler other", event=Other, field="others")
SILENT: RulerKind[SilentMessage] = RulerKind(
    name="silent message", event=SilentMessage, field="silent_messages"
)

WRITTEN_BAR: RulerKind[WrittenBar] = RulerKind(
    name="written bar", event=WrittenBar, field="written_bars", replaces=True
)

AnyKind = EventKind[Any]
# Kinds on a part's MIDI channel, kinds of a part, kinds on the ruler; notes are none of them.
ON_CHANNEL: tuple[ChannelKind[Any], ...] = (CONTROL, BEND, CHANNEL_PRESSURE)
IN_TRACK: tuple[AnyKind, ...] = (*ON_CHANNEL, DIRECTION, OTHER)
ON_RULER: tuple[RulerKind[Any], ...] = (
    TEMPO,
    METER,
    KEY,
    MARKER,
    RULER_OTHER,
    SILENT,
    WRITTEN_BAR,
)
EVENT_KINDS: tuple[AnyKind, ...] = (NOTE, *IN_TRACK, *ON_RULER)
BY_STATUS = {kind.message.status: kind for kind in ON_CHANNEL}
BY_META = {kind.meta.type: kind.meta for kind in ON_RULER if kind.meta is not None}


def by_field(
    kinds: Iterable[AnyKind], events: Iterable[object]
) -> dict[str, tuple[TimedEvent, ...]]:
    """Return events by the field that holds them, those of one tick in the order they came in.

    Args:
        kinds: The rows whose events are wanted.
        events: Of any kinds; those of others are passed over.
    """
    known = tuple(events)
    return {
        kind.field: kind.arranged(event for event in known if type(event) is kind.event)
        for kind in kinds
    }


def in_order(events: Iterable[_E]) -> tuple[_E, ...]:
    """Return events sorted by tick; those at one tick stay as they stand."""
    return tuple(sorted(events, key=lambda event: event.tick))
