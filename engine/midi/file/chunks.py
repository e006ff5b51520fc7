"""The outer shape of a MIDI file: wrapper, header, and where each track begins and ends.

Nothing is allocated by what a file declares; every length is held against the bytes there are.
"""

import struct
from dataclasses import dataclass

from engine.values.oddities import Oddities, Oddity

# Bytes; headers that other programs put in front are shorter.
_HEADER_SOUGHT_IN = 4096
_FRAME_RATES = {24: 24.0, 25: 25.0, 29: 30000 / 1001, 30: 30.0}
# Time in film frames has no beats: the file gets the tempo of MIDI files that name none.
_FRAMES_BPM = 120.0
_FOREIGN = {
    b"PK\x03\x04": "it is a ZIP archive",
    b"\x1f\x8b": "it is a gzip archive",
    b"ID3": "it is an MP3",
    b"\x89PNG": "it is a picture",
    b"\x7fELF": "it is a program",
    b"MZ": "it is a program",
    b"SMF2CLIP": "it is a MIDI 2.0 clip, which Segue does not read",
    b"%PDF": "it is a PDF",
}


class NotMidiError(ValueError):
    """These bytes are no MIDI file; the text says why, fit for brackets in a sentence."""


@dataclass(frozen=True, slots=True)
class Division:
    """The length of a tick.

    Attributes:
        ticks_per_quarter: Ticks in a quarter note.
        fixed_bpm: The tempo of a file that counts time in frames, else None.
    """

    ticks_per_quarter: int
    fixed_bpm: float | None = None


@dataclass(frozen=True, slots=True)
class TrackSpan:
    """The bytes of one track's events.

    Attributes:
        start: First byte after the chunk's header.
        end: First byte that is not the track's.
        trusted: Whether the declared length leads to where it should.
    """

    start: int
    end: int
    trusted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The shape of a file.

    Attributes:
        format: 0, 1 or 2.
        division: The length of a tick.
        tracks: The tracks in order.
    """

    format: int
    division: Division
    tracks: tuple[TrackSpan, ...]


def unwrapped(data: bytes, oddities: Oddities) -> bytes:
    """Return a file's MIDI: what is inside a RIFF wrapper, anything else as it is.

    Raises:
        NotMidiError: It is a RIFF file that holds no MIDI.
    """
    if not data.startswith(b"RIFF"):
        return data
    if data[8:12] != b"RMID":
        raise NotMidiError("it is a RIFF file of another kind")
    position = data.find(b"MThd", 12, _HEADER_SOUGHT_IN)
    if position < 0:
        raise NotMidiError("there is no MIDI in its RIFF wrapper")
    length = int.from_bytes(data[position - 4 : position], "little")
    if length > len(data) - position:
        oddities.add(Oddity.RIFF_LENGTH)
    return data[position : position + length]


def lay_out(data: bytes, oddities: Oddities) -> Layout:
    """Return where everything is in a MIDI file.

    Args:
        data: The whole file, unwrapped.
        oddities: Collects what is odd and can be worked round.

    Raises:
        NotMidiError: There is no MIDI header, or it cannot be used.
    """
    position = _header_at(data, oddities)
    if len(data) < position + 14:
        raise NotMidiError(f"cut short after {len(data)} bytes, inside the header")
    length, file_format, declared, word = struct.unpack_from(">IHHH", data, position + 4)
    if length < 6 or position + 8 + length > len(data):
        raise NotMidiError(f"header damaged at byte {position + 4}: its length is {length:,}")
    division = _division(word, position, oddities)
    tracks = _tracks(data, position + 8 + length, oddities)
    if not tracks:
        raise NotMidiError("there is no track in it")
    file_format = _usable_format(file_format, declared=declared, found=len(tracks), to=oddities)
    return Layout(format=file_format, division=division, tracks=tracks)


def _usable_format(file_format: int, *, declared: int, found: int, to: Oddities) -> int:
    if file_format > 2:
        to.add(Oddity.FORMAT)
        file_format = 1
    if file_format == 0 and found > 1:
        to.add(Oddity.FORMAT_0_TRACKS)
        return 1
    if found != declared:
        to.add(Oddity.TRACK_COUNT)
    if file_format == 2 and found > 1:
        to.add(Oddity.FORMAT_2)
    return file_format


def _header_at(data: bytes, oddities: Oddities) -> int:
    """Return where `MThd` is: at 0, or after a few foreign bytes."""
    if data.startswith(b"MThd"):
        return 0
    if not data:
        raise NotMidiError("it is empty")
    for signature, reason in _FOREIGN.items():
        if data.startswith(signature):
            raise NotMidiError(reason)
    position = data.find(b"MThd", 0, _HEADER_SOUGHT_IN)
    if position < 0:
        raise NotMidiError("no MIDI header was found")
    oddities.add(Oddity.BEFORE_HEADER)
    return position


def _division(word: int, position: int, oddities: Oddities) -> Division:
    if word == 0:
        raise NotMidiError(f"header damaged at byte {position + 12}: 0 ticks a quarter note")
    if word < 0x8000:
        return Division(word)
    frames, ticks = 256 - (word >> 8), word & 0xFF
    if frames not in _FRAME_RATES or not ticks:
        raise NotMidiError(
            f"header damaged at byte {position + 12}: {frames} frames of {ticks} ticks a second"
        )
    oddities.add(Oddity.FRAMES)
    ticks_per_second = _FRAME_RATES[frames] * ticks
    # Whole ticks a quarter near 120 beats a minute; the tempo takes up what rounding leaves.
    per_quarter = max(1, round(ticks_per_second * 60 / _FRAMES_BPM))
    return Division(per_quarter, fixed_bpm=60 * ticks_per_second / per_quarter)


def _tracks(data: bytes, position: int, oddities: Oddities) -> tuple[TrackSpan, ...]:
    spans: list[TrackSpan] = []
    while position < len(data):
        if data.startswith(b"MTrk", position) and position + 8 <= len(data):
            span = _track_span(data, position)
            spans.append(span)
            position = span.end
        elif data.startswith(b"MThd", position) and spans:
            oddities.add(Oddity.SECOND_FILE)
            break
        elif (alien_end := _alien_chunk_end(data, position)) is not None:
            position = alien_end
        else:
            position = _next_track(data, position + 1)
            oddities.add(Oddity.STRAY_BYTES)
    return tuple(spans)


def _track_span(data: bytes, position: int) -> TrackSpan:
    start = position + 8
    end = start + int.from_bytes(data[position + 4 : start], "big")
    if _is_boundary(data, end):
        return TrackSpan(start, end, trusted=True)
    # The length is wrong or junk follows: the end-of-track event decides, before the next track.
    return TrackSpan(start, _next_track(data, start), trusted=False)


def _is_boundary(data: bytes, end: int) -> bool:
    return (
        end == len(data)
        or data.startswith((b"MTrk", b"MThd"), end)
        or _alien_chunk_end(data, end) is not None
    )


def _next_track(data: bytes, position: int) -> int:
    found = data.find(b"MTrk", position)
    return found if found >= 0 else len(data)


def _alien_chunk_end(data: bytes, position: int) -> int | None:
    """Return the end of a chunk of another kind, which a reader must skip; None if it is none."""
    tag = data[position : position + 4]
    if len(data) < position + 8 or not tag.isalnum() or not tag.isascii():
        return None
    end = position + 8 + int.from_bytes(data[position + 4 : position + 8], "big")
    return end if end <= len(data) else None
