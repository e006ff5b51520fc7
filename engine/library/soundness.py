"""A quick proof that a MIDI file has nothing odd in it, from its bytes, with numpy.

For every byte it is worked out at once where the next event would begin if one began here; then
one walk a track finds the events. Whatever is not plainly right is no proof.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.music.midifile import is_impossible
from engine.music.smf_chunks import NotMidiError, TrackSpan, lay_out
from engine.music.smf_events import END_OF_TRACK, ESCAPE, META, MOST_SYSTEM_MESSAGES, SYSEX, Meta
from engine.music.smf_warnings import Oddities
from engine.music.span import LIMITS

# Numbers of up to four bytes are looked at from any byte, the last ones included.
_PADDING = 16
# The proof takes about 80 bytes of memory for each of the file's; sound music is smaller.
_MOST_BYTES = 4 << 20
_MOST_LONG_DELTAS = 500
_NOWHERE = 1 << 40
# Roland GS can turn any channel into drums, which symusic does not know.
_ROLAND_GS = b"\x42\x12\x40"
_Bytes = npt.NDArray[np.uint8]
_Places = npt.NDArray[np.int64]


def _sizes() -> _Places:
    """Return, by status byte, an event's bytes from there on; under running status two."""
    sizes = np.full(256, 3, np.int64)
    sizes[:0x80] = 2
    sizes[0xC0:0xE0] = 2
    sizes[0xF0:] = _NOWHERE
    return sizes


_SIZES = _sizes()


@dataclass(frozen=True, slots=True)
class _Ways:
    """For every byte of a file, if an event began there.

    Attributes:
        body: The file's bytes, padded.
        status: Where its status byte (or, under running status, its first data byte) would be.
        following: Where the next event would begin; beyond the file where none can.
    """

    body: _Bytes
    status: _Places
    following: list[int]


def count_notes_if_sound(data: bytes, *, most_events: int) -> int | None:
    """Return the number of note-ons in a file without oddities, else None.

    None says only that there is no proof; the tolerant reader then finds out.

    Args:
        data: The whole file.
        most_events: More events than these are no proof.
    """
    if len(data) > _MOST_BYTES:
        return None
    oddities = Oddities()
    try:
        layout = lay_out(data, oddities)
    except NotMidiError:
        return None
    if oddities.sentences() or layout.format == 2 or len(layout.tracks) > LIMITS.tracks:
        return None
    if layout.division.fixed_bpm is not None or _ROLAND_GS in data:
        return None
    ways = _ways(data)
    total, events_left = 0, most_events
    programs = _Programs()
    for span in layout.tracks:
        events = _walk(ways.following, span)
        events_left -= len(events)
        count = _count(ways, np.array(events, np.int64), span, programs) if events else None
        if count is None or events_left < 0:
            return None
        total += count
    return total if programs.are_local() else None


class _Programs:
    """Which channels are played, in a track, without a program chosen there before.

    A program chosen in another track, or after the notes, is found by the tolerant reader only.
    """

    def __init__(self) -> None:
        self._chosen: set[int] = set()
        self._played_without: set[int] = set()

    def look_at(self, status: _Bytes) -> None:
        """Take note of a track's status bytes, in order."""
        kinds, first = np.unique(status, return_index=True)
        place = dict(zip(kinds.tolist(), first.tolist(), strict=True))
        for channel in range(16):
            program = place.get(0xC0 | channel, _NOWHERE)
            if program < _NOWHERE:
                self._chosen.add(channel)
            if place.get(0x90 | channel, _NOWHERE) < program:
                self._played_without.add(channel)

    def are_local(self) -> bool:
        """Return whether every note's program is chosen before it in its own track, or never."""
        return not self._chosen & self._played_without


def _ways(data: bytes) -> _Ways:
    size = len(data)
    body = np.frombuffer(data + bytes(_PADDING), np.uint8)
    high = body > 127
    two = high[:size]
    three = two & high[1 : size + 1]
    four = three & high[2 : size + 2]
    status = np.arange(1, size + 1, dtype=np.int64) + two + three + four
    byte = body[status]
    following = status + _SIZES[byte]
    following[four & high[3 : size + 3]] = _NOWHERE
    for kind, skip in ((META, 2), (SYSEX, 1)):
        at = np.flatnonzero(byte == kind)
        following[at] = _after_payload(body, status[at] + skip, size)
    return _Ways(body, status, following.tolist())


def _after_payload(body: _Bytes, at: _Places, size: int) -> _Places:
    """Return where the payloads end whose lengths (of up to three bytes) are written at `at`."""
    b0, b1, b2 = (body[np.minimum(at + i, size + i)].astype(np.int64) for i in range(3))
    one = at + 1 + b0
    two = at + 2 + ((b0 & 127) << 7 | b1)
    three = at + 3 + ((b0 & 127) << 14 | (b1 & 127) << 7 | b2)
    ends = np.where(b0 < 128, one, np.where(b1 < 128, two, np.where(b2 < 128, three, _NOWHERE)))
    return np.where(ends <= size, ends, _NOWHERE)


def _walk(following: list[int], span: TrackSpan) -> list[int]:
    """Return where a track's events begin; nothing if they do not end where the track does."""
    events: list[int] = []
    place, end = span.start, span.end
    append = events.append
    while place < end:
        append(place)
        place = following[place]
    return events if span.trusted and place == end else []


def _count(ways: _Ways, events: _Places, span: TrackSpan, programs: _Programs) -> int | None:
    """Return the note-ons of a track, or None where anything is odd."""
    at = ways.status[events]
    # symusic counts ticks in 31 bits: none of four bytes and few of three cannot overflow.
    if np.count_nonzero(at - events > 2) > _MOST_LONG_DELTAS or np.any(at - events > 3):
        return None
    written = ways.body[at]
    running = written < 128
    # Under running status the last status byte holds, which may be no system event's.
    last = np.maximum.accumulate(np.where(running, -1, np.arange(len(events))))
    status = written[last]
    if last[0] < 0 or np.any(running & (status >= 0xC0) & (status & 0xF0 != 0xE0)):
        return None
    if not _system_events_are_sound(ways, at[status >= 0xF0], span):
        return None
    programs.look_at(status)
    first_at = at + ~running
    first, second = ways.body[first_at], ways.body[first_at + 1]
    channel = status < 0xF0
    one_byte = channel & (status >= 0xC0) & (status < 0xE0)
    if np.any(channel & (first > 127)) or np.any(channel & ~one_byte & (second > 127)):
        return None
    return int(np.count_nonzero((status & 0xF0 == 0x90) & (second > 0)))


def _system_events_are_sound(ways: _Ways, at: _Places, span: TrackSpan) -> bool:
    """Return whether a track ends with its end-of-track event and no meta event is odd."""
    if len(at) > MOST_SYSTEM_MESSAGES:
        return False
    for position in at.tolist():
        status = int(ways.body[position])
        payload, end = _payload(ways.body, position + (2 if status == META else 1))
        if status == SYSEX:
            if payload and payload[-1] != ESCAPE:
                return False
            continue
        kind = int(ways.body[position + 1])
        if kind > 127 or is_impossible(Meta(0, kind, payload)):
            return False
        if kind == END_OF_TRACK and payload:
            return False
        if (kind == END_OF_TRACK) != (end == span.end):
            return False
    return len(at) > 0


def _payload(body: _Bytes, at: int) -> tuple[bytes, int]:
    length = 0
    while True:
        byte = int(body[at])
        at += 1
        length = length << 7 | byte & 127
        if byte < 128:
            return body[at : at + length].tobytes(), at + length
