"""The events of a MIDI file as columns: where each one begins, and its status byte.

Where an event ends is known from its first bytes alone. So for every byte of the file it is worked
out at once, in numpy, where the next event would begin if one began there; from that, by adding,
where the fourth event after it would. One walk then takes four events a step. Only system
events, of which there are few, are looked at by Python one by one.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.music.smf_chunks import TrackSpan
from engine.music.smf_events import META, SYSEX

_HIGH = 0x80
# The marks of steps that cannot be told, in their eighth bit.
_ODD = np.uint8(0x80)
# Bytes of the shortest and longest channel event: time step, data bytes, status byte.
_SHORTEST, _LONGEST = 3, 6
# Numbers of time and length have so many bytes at most; longer ones are odd.
_MOST_NUMBER_BYTES = 3
# Any byte is looked at as if an event began there, the last ones included.
_PADDING = 16
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


@dataclass(frozen=True, slots=True)
class Events:
    """All events of a file, track after track; data bytes are below 128.

    Attributes:
        status: Their status bytes; under running status, the one that holds, (N,).
        running: Whether the status byte was left out, (N,).
        last: Their last bytes, the last event's left out, (N - 1,).
        starts: The number of each track's first event, (tracks,).
        long_deltas: Events whose time step has three bytes.
        system: The system events, in order.
    """

    status: Bytes
    running: npt.NDArray[np.bool_]
    last: Bytes
    starts: Places
    long_deltas: int
    system: tuple[SystemEvent, ...]

    def __len__(self) -> int:
        return len(self.status)


def find_events(data: bytes, spans: tuple[TrackSpan, ...], *, most_system: int) -> Events | None:
    """Return a file's events, or None where it is not plain that this is all there is.

    Under running status an event is taken to have two data bytes.

    Args:
        data: The whole file.
        spans: Where its tracks are.
        most_system: More system events than these are not looked at.
    """
    padded = data + bytes(_PADDING)
    body = np.frombuffer(padded, np.uint8)
    steps = _Steps.of(body)
    walk = _Walk(padded, steps)
    for span in spans:
        if not span.trusted or not walk.through(span.start, span.end, most_system):
            return None
    begins = walk.begins(len(data))
    delta = _delta_bytes(body, begins)
    return _events(body, begins, delta, starts=walk.starts, system=tuple(walk.system))


@dataclass(frozen=True, slots=True)
class _Steps:
    """How many bytes on the next event begins, and the second and the fourth one, from any byte.

    With the eighth bit set it cannot be told, because a system event or something odd is between.
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

    Whatever is chosen by a condition is chosen by masks of bits: with bytes that is many times as
    quick as looking up or copying.
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

    def through(self, start: int, end: int, most_system: int) -> bool:
        """Go through a track; False where an event is odd or its end is not the last one's."""
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


def _events(
    body: Bytes, begins: Places, delta: Bytes, *, starts: list[int], system: tuple[SystemEvent, ...]
) -> Events | None:
    written = body[begins + delta]
    running = written < _HIGH
    first = np.searchsorted(begins, starts)
    if running[first].any():
        return None
    status = written
    if running.any():
        numbers = np.flatnonzero(~running)
        status = np.repeat(written[numbers], np.diff(numbers, append=len(written)))
    return Events(
        status=status,
        running=running,
        last=body[begins[1:] - 1],
        starts=first,
        long_deltas=int(np.count_nonzero(delta == _MOST_NUMBER_BYTES)),
        system=system,
    )
