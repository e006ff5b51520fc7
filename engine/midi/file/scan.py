"""A fast scan of sound MIDI files: all events at once, in NumPy.

The first bytes of an event tell where it ends. So the scan computes for every byte of the file
where the next event would begin if an event began there, and from that, by adding, where the
fourth event after it would begin. A walk then takes four events a step. Python looks only at
system events one by one; there are few.

`scan` gives up on a file whose bytes are damaged in any way. `engine.midi.file.events` reads such
files event by event; both return the same columns.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.midi.file.chunks import Layout, TrackSpan
from engine.midi.file.columns import MessageColumns, RawFile
from engine.midi.file.events import (
    END_OF_TRACK,
    ESCAPE,
    LARGEST_PAYLOAD,
    META,
    MOST_SYSTEM_MESSAGES,
    SYSEX,
    Meta,
)

# Bytes from here on are status bytes.
_HIGH = 0x80
# The marks of unknown steps, in their eighth bit.
_ODD = np.uint8(0x80)
# Bytes of the shortest and longest channel event: time step, data bytes, status byte.
_SHORTEST, _LONGEST = 3, 6
# Numbers of time and length have so many bytes at most; longer ones are odd.
_MOST_NUMBER_BYTES = 3
# Any byte is looked at as if an event began there, the last ones included.
_PADDING = 16
# The scan takes about 20 bytes of memory for each byte of the file; sound music is smaller.
_MOST_BYTES = 4 << 20
_LAST_META_TYPE = 127
_PROGRAM, _PITCH_BEND = 0xC0, 0xE0
Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class SystemEvent:
    """A meta event or a system exclusive message.

    Attributes:
        kind: Of a meta event; None for a message.
        payload: Its bytes.
        is_last: Whether its track ends with it.
    """

    kind: int | None
    payload: bytes
    is_last: bool


def scan(data: bytes, layout: Layout, *, most_events: int) -> RawFile | None:
    """Return the events of a file whose bytes are sound, else None.

    Args:
        data: The whole file.
        layout: Where its tracks are.
        most_events: A file with more events is left to the other reader.
    """
    if len(data) > _MOST_BYTES:
        return None
    padded = data + bytes(_PADDING)
    body = np.frombuffer(padded, np.uint8)
    walk = _Walk(padded, _Steps.of(body))
    for span in layout.tracks:
        if not span.trusted or not walk.through(span, most_system=MOST_SYSTEM_MESSAGES):
            return None
    begins = walk.begins(len(data))
    ended = sum(event.is_last for event in walk.system)
    if len(begins) > most_events or ended < len(layout.tracks):
        return None
    if not all(map(_is_sound, walk.system)):
        return None
    return _raw_file(body, begins, walk)


def _is_sound(event: SystemEvent) -> bool:
    kind, payload = event.kind, event.payload
    if len(payload) > LARGEST_PAYLOAD:
        return False
    if kind is None:
        return not event.is_last and (not payload or payload[-1] == ESCAPE)
    if (kind == END_OF_TRACK) != event.is_last:
        return False
    return kind <= _LAST_META_TYPE and not (event.is_last and payload)


def _raw_file(body: Bytes, begins: Places, walk: "_Walk") -> RawFile | None:
    delta = _delta_bytes(body, begins)
    written = body[begins + delta]
    running = written < _HIGH
    first = np.searchsorted(begins, walk.starts)
    if running[first].any():
        return None
    status = written
    if running.any():
        numbers = np.flatnonzero(~running)
        repeats = np.concatenate((numbers[1:], [len(written)])) - numbers
        status = np.repeat(written[numbers], repeats)
        if np.any(running & _takes_none_or_one(status)):
            return None
    lengths = np.concatenate((first[1:], [len(begins)])) - first
    track = np.repeat(np.arange(len(first), dtype=np.int32), lengths)
    tick = _ticks(body, begins, delta, first=first, lengths=lengths)
    is_message = status < SYSEX
    place = (begins + delta + ~running)[is_message]
    kept = status[is_message]
    messages = MessageColumns(
        track=track[is_message],
        tick=tick[is_message],
        status=kept,
        first=body[place],
        second=body[place + 1] * (kept & 0xE0 != _PROGRAM),
    )
    before = np.cumsum(is_message)
    base = np.concatenate(([0], before))[first]
    metas: list[list[Meta]] = [[] for _ in walk.starts]
    for number, event in zip(np.flatnonzero(~is_message).tolist(), walk.system, strict=True):
        if not event.is_last:
            kind = SYSEX if event.kind is None else event.kind
            at = int(track[number])
            after = int(before[number] - base[at])
            metas[at].append(Meta(int(tick[number]), kind, event.payload, after))
    ends = tick[first + lengths - 1].tolist()
    return RawFile(messages=messages, metas=tuple(map(tuple, metas)), ends=tuple(ends))


def _takes_none_or_one(status: Bytes) -> npt.NDArray[np.bool_]:
    """Return where running status was taken to have two data bytes and has fewer."""
    which: npt.NDArray[np.bool_] = (status >= _PROGRAM) & (status & 0xF0 != _PITCH_BEND)
    return which


def _ticks(
    body: Bytes, begins: Places, delta: Bytes, *, first: Places, lengths: Places
) -> npt.NDArray[np.int64]:
    steps = (body[begins] & 0x7F).astype(np.int64)
    for byte in range(1, _MOST_NUMBER_BYTES):
        longer = np.flatnonzero(delta > byte)
        steps[longer] = steps[longer] << 7 | body[begins[longer] + byte] & 0x7F
    total = np.cumsum(steps)
    return total - np.repeat(total[first] - steps[first], lengths)


@dataclass(frozen=True, slots=True)
class _Steps:
    """How many bytes on the next event begins, and the second and the fourth one, from any byte.

    With the eighth bit set it is unknown, because a system event or something odd is between.
    """

    one: Bytes
    two: Bytes
    four: Bytes

    @classmethod
    def of(cls, body: Bytes) -> "_Steps":
        one = _next_event(body)
        two = _added(one, _SHORTEST, _LONGEST)
        return cls(one, two, _added(two, 2 * _SHORTEST, 2 * _LONGEST))


def _next_event(body: Bytes) -> Bytes:
    """Return, for an event that began at each byte, how many bytes it has.

    Conditions are masks of bits, which are many times faster for bytes than look-ups or copies.
    """
    high = (body >> np.uint8(7)) * np.uint8(0xFF)
    one_data_byte = ((body & 0xE0) == 0xC0).view(np.uint8) * np.uint8(0xFF)
    # From a status byte on, or under running status from the first data byte on.
    has_third = high & ~one_data_byte
    size = np.uint8(2) + (has_third & np.uint8(1))
    not_data = high[1:-1] | (high[2:] & has_third[:-2])
    size[:-2] |= not_data & _ODD
    size |= (body >= SYSEX).view(np.uint8) << 7
    places = len(body) - _PADDING
    first, second, third = (high[i : i + places] for i in range(_MOST_NUMBER_BYTES))
    after = [size[i : i + places] + np.uint8(i) for i in range(1, _MOST_NUMBER_BYTES + 1)]
    step: Bytes = _chosen(_chosen(after[2], after[1], by=second), after[0], by=first)
    step |= first & second & third & _ODD
    return step


def _chosen(yes: Bytes, no: Bytes, *, by: Bytes) -> Bytes:
    return no ^ ((no ^ yes) & by)


def _added(step: Bytes, shortest: int, longest: int) -> Bytes:
    """Return each step and the step from where it leads."""
    places = len(step)
    total = step & _ODD
    for length in range(shortest, min(longest, places) + 1):
        # All bits where the step is this long, none elsewhere.
        is_it = np.uint8(0) - (step[: places - length] == length).view(np.uint8)
        total[: places - length] |= (step[length:] + np.uint8(length)) & is_it
    total[max(0, places - longest) :] |= _ODD
    return total


class _Walk:
    """Goes from event to event, four at a time where it can.

    Args:
        data: The whole file, padded.
        steps: From any byte.
    """

    def __init__(self, data: bytes, steps: _Steps) -> None:
        self._data = data
        self._steps = steps
        self._one, self._four = steps.one.data, steps.four.data
        # Where an event begins that was looked at by itself, and where the first of four does.
        self._single: list[int] = []
        self._fours: list[int] = []
        self.starts: list[int] = []
        self.system: list[SystemEvent] = []

    def through(self, span: TrackSpan, *, most_system: int) -> bool:
        """Go through a track; False where an event is odd or its end is not the last one's."""
        start, end = span.start, span.end
        self.starts.append(start)
        four, one, found, place = self._four, self._one, self._fours.append, start
        while place < end:
            step = four[place]
            if step < _HIGH:
                found(place)
                place += step
                continue
            self._single.append(place)
            step = one[place]
            place = place + step if step < _HIGH else self._after_system(place, end)
            if not place or len(self.system) > most_system:
                return False
        return place == end > start

    def _after_system(self, place: int, end: int) -> int:
        """Keep the system event at a place and return where it ends, or 0."""
        data = self._data
        _, at = _number(data, place)
        is_meta = data[at] == META
        if not at or not (is_meta or data[at] == SYSEX):
            return 0
        kind = data[at + 1] if is_meta else None
        length, at = _number(data, at + 1 + is_meta)
        if not at:
            return 0
        event = SystemEvent(kind, data[at : at + length], is_last=at + length == end)
        self.system.append(event)
        return at + length

    def begins(self, size: int) -> Places:
        """Return where all events begin, in order."""
        found = np.zeros(size, np.bool_)
        found[self._single] = True
        fours = np.array(self._fours, np.intp)
        one, two = self._steps.one, self._steps.two
        for pair in (fours, fours + two[fours]):
            found[pair] = True
            found[pair + one[pair]] = True
        return np.flatnonzero(found)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return the number written at a place and where it ends; that is 0 after three bytes."""
    value = 0
    for place in range(at, at + _MOST_NUMBER_BYTES):
        byte = data[place]
        value = value << 7 | byte & 0x7F
        if byte < _HIGH:
            return value, place + 1
    return 0, 0


def _delta_bytes(body: Bytes, begins: Places) -> Bytes:
    """Return how many bytes the time step of each event has, one to three."""
    high = body >> 7
    return (high[:-1] + (high[:-1] & high[1:]) + np.uint8(1))[begins]
