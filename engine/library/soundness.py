"""A quick proof that a MIDI file has nothing odd in it, from its bytes, with numpy.

For every byte it is worked out at once where the next event would begin if one began here; then
one walk finds the events, and all of them are looked at together. Whatever is not plainly right
is no proof.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.music.midifile import is_impossible
from engine.music.smf_chunks import NotMidiError, TrackSpan, lay_out
from engine.music.smf_events import (
    END_OF_TRACK,
    ESCAPE,
    LARGEST_PAYLOAD,
    META,
    MOST_SYSTEM_MESSAGES,
    SYSEX,
    Meta,
)
from engine.music.smf_warnings import Oddities
from engine.music.span import LIMITS

# Numbers of up to four bytes are looked at from any byte, the last ones included.
_PADDING = 16
# The proof takes about 20 bytes of memory for each of the file’s; sound music is smaller.
_MOST_BYTES = 4 << 20
_MOST_LONG_DELTAS = 500
_NOWHERE = 1 << 30
# Roland GS can turn any channel into drums, which symusic does not know.
_ROLAND_GS = b"\x42\x12\x40"
_PROGRAM, _NOTE_ON = 0xC0, 0x90
_Bytes = npt.NDArray[np.uint8]
_Places = npt.NDArray[np.int32]


def _sizes() -> _Places:
    """Return, by status byte, an event's bytes from there on; under running status two."""
    sizes = np.full(256, 3, np.int32)
    sizes[:0x80] = 2
    sizes[0xC0:0xE0] = 2
    sizes[0xF0:] = _NOWHERE
    return sizes


_SIZES = _sizes()


@dataclass(frozen=True, slots=True)
class _Events:
    """All events of a file, track after track.

    Attributes:
        body: The file's bytes, padded.
        delta: Bytes of each event's time step.
        at: Where its status byte is; under running status, its first data byte.
        starts: The number of each track's first event.
    """

    body: _Bytes
    delta: _Bytes
    at: _Places
    starts: list[int]

    @property
    def last_at(self) -> set[int]:
        """Where the last event of each track is."""
        return {int(self.at[start - 1]) for start in [*self.starts[1:], len(self.at)]}


def count_notes_if_sound(data: bytes, *, most_events: int) -> int | None:
    """Return the number of note-ons in a file without oddities, else None.

    None says only that there is no proof; the tolerant reader then finds out.

    Args:
        data: The whole file.
        most_events: More events than these are no proof.
    """
    if len(data) > _MOST_BYTES or _ROLAND_GS in data:
        return None
    oddities = Oddities()
    try:
        layout = lay_out(data, oddities)
    except NotMidiError:
        return None
    if oddities.sentences() or layout.format == 2 or len(layout.tracks) > LIMITS.tracks:
        return None
    if layout.division.fixed_bpm is not None:
        return None
    events = _events(data, layout.tracks)
    if events is None or len(events.at) > most_events:
        return None
    return _count(events, data)


def _events(data: bytes, spans: tuple[TrackSpan, ...]) -> _Events | None:
    """Return a file's events, or None if those of a track do not end where the track does."""
    size = len(data)
    body = np.frombuffer(data + bytes(_PADDING), np.uint8)
    high = body > 127
    two = high[:size]
    three = two & high[1 : size + 1]
    four = three & high[2 : size + 2]
    delta = np.uint8(1) + two + three + four
    at = np.arange(size, dtype=np.int32) + delta
    status = body[at]
    following = at + _SIZES[status]
    following[four & high[3 : size + 3]] = _NOWHERE
    for kind, skip in ((META, 2), (SYSEX, 1)):
        places = np.flatnonzero(status == kind)
        following[places] = _after_payload(body, at[places] + np.int32(skip), size)
    walked = _walk(memoryview(following), spans)
    if walked is None:
        return None
    begins, starts = walked
    return _Events(body, delta[begins], at[begins], starts)


def _after_payload(body: _Bytes, at: _Places, size: int) -> _Places:
    """Return where the payloads end whose lengths (of up to three bytes) are written at `at`."""
    b0, b1, b2 = (body[np.minimum(at + i, size + i)].astype(np.int32) for i in range(3))
    one = at + 1 + b0
    two = at + 2 + ((b0 & 127) << 7 | b1)
    three = at + 3 + ((b0 & 127) << 14 | (b1 & 127) << 7 | b2)
    ends = np.where(b0 < 128, one, np.where(b1 < 128, two, np.where(b2 < 128, three, _NOWHERE)))
    return np.where(ends <= size, ends, _NOWHERE).astype(np.int32)


def _walk(
    following: memoryview, spans: tuple[TrackSpan, ...]
) -> tuple[npt.NDArray[np.int64], list[int]] | None:
    """Return where events begin, and the number of each track's first; None if any track is odd."""
    begins: list[int] = []
    append, starts = begins.append, []
    for span in spans:
        starts.append(len(begins))
        place, end = span.start, span.end
        if not span.trusted or place >= end:
            return None
        while place < end:
            append(place)
            place = following[place]
        if place != end:
            return None
    return np.array(begins, np.int64), starts


def _count(events: _Events, data: bytes) -> int | None:
    """Return the note-ons of a file, or None where anything is odd."""
    # symusic counts ticks in 31 bits: none of four bytes and few of three cannot overflow.
    if int(events.delta.max()) > 3 or np.count_nonzero(events.delta > 2) > _MOST_LONG_DELTAS:
        return None
    written = events.body[events.at]
    running = written < 128
    if running[events.starts].any():
        return None
    # Under running status the last status byte holds; it may be no system event's, and messages
    # of one data byte were measured as if they had two.
    status = written[np.maximum.accumulate(np.where(running, 0, np.arange(len(running))))]
    if np.any(running & (status >= 0xC0) & (status & 0xF0 != 0xE0)):
        return None
    first_at = events.at + ~running
    first, second = events.body[first_at], events.body[first_at + 1]
    channel = status < 0xF0
    two_bytes = channel & ((status < 0xC0) | (status >= 0xE0))
    if np.any(channel & (first > 127)) or np.any(two_bytes & (second > 127)):
        return None
    if not (_system_events_are_sound(events, data, status) and _programs_are_local(events, status)):
        return None
    return int(np.count_nonzero((status & 0xF0 == _NOTE_ON) & (second > 0)))


def _programs_are_local(events: _Events, status: _Bytes) -> bool:
    """Return whether every note's program is chosen before it in its own track, or never.

    One that is chosen in another track, or after the notes, is found by the tolerant reader only.
    """
    tracks = np.zeros(len(status), np.int64)
    tracks[events.starts[1:]] = 1
    part = np.cumsum(tracks) << 4 | status & 15
    parts = 16 * len(events.starts)
    chosen = _first_of_each(part, status & 0xF0 == _PROGRAM, parts)
    played = _first_of_each(part, status & 0xF0 == _NOTE_ON, parts)
    without = played < chosen
    channels_chosen = (chosen < _NOWHERE).reshape(-1, 16).any(axis=0)
    return not np.any(channels_chosen & without.reshape(-1, 16).any(axis=0))


def _first_of_each(
    part: npt.NDArray[np.int64], which: npt.NDArray[np.bool_], parts: int
) -> npt.NDArray[np.int64]:
    """Return the number of the first event of some kind in each part, (parts,)."""
    numbers = np.flatnonzero(which)[::-1]
    first = np.full(parts, _NOWHERE, np.int64)
    # Backwards, so that what is written last is the first one.
    first[part[numbers]] = numbers
    return first


def _system_events_are_sound(events: _Events, data: bytes, status: _Bytes) -> bool:
    """Return whether tracks end with an end-of-track event each and no meta event is odd."""
    places = events.at[status >= 0xF0].tolist()
    if len(places) > MOST_SYSTEM_MESSAGES:
        return False
    last_at = events.last_at
    if not last_at.issubset(places):
        return False
    for place in places:
        is_meta = data[place] == META
        payload = _payload(data, place + (2 if is_meta else 1))
        if len(payload) > LARGEST_PAYLOAD or not (is_meta or _is_ended(payload)):
            return False
        if not is_meta:
            continue
        kind = data[place + 1]
        if (kind == END_OF_TRACK) != (place in last_at) or (kind == END_OF_TRACK and payload):
            return False
        if kind > 127 or is_impossible(Meta(0, kind, payload)):
            return False
    return True


def _is_ended(payload: bytes) -> bool:
    """Return whether a system exclusive message is whole, or empty."""
    return not payload or payload[-1] == ESCAPE


def _payload(data: bytes, at: int) -> bytes:
    length = 0
    while True:
        byte = data[at]
        at += 1
        length = length << 7 | byte & 127
        if byte < 128:
            return data[at : at + length]
