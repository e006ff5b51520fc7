"""Messages of tracks to parts: notes paired, channels and programs told apart."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.music.event_kinds import BY_STATUS, CONTROL, FIRST_MODE_MESSAGE
from engine.music.events import Note, TimedEvent
from engine.music.score import DRUM_CHANNEL, Track
from engine.music.smf_events import SYSEX, Message, RawTrack
from engine.music.smf_text import decode_text
from engine.music.smf_warnings import Oddities, Oddity

TRACK_NAME, INSTRUMENT_NAME = 0x03, 0x04
_NOTE_OFF, NOTE_ON, _PROGRAM = 0x80, 0x90, 0xC0
_CONTROL = CONTROL.message.status
_ALL_SOUND_OFF, _ALL_NOTES_OFF = 120, 123
_UNENDED_QUARTERS = 4
# The same key struck so often before it ends is a fault, or black MIDI.
_MOST_STACKED = 64
# Roland GS, "use for rhythm part": F0 41 dev 42 12 40 1x 15 mm sum F7, without the F0.
_GS_RHYTHM_LENGTH = 10


@dataclass(slots=True)
class _Part:
    """A part while it grows."""

    notes: list[Note] = field(default_factory=list)


@dataclass(slots=True)
class _Channel:
    """What one channel holds within one track of the file."""

    program: int
    has_program: bool = False
    parts: dict[int, _Part] = field(default_factory=dict)
    events: list[TimedEvent] = field(default_factory=list)


def parts_of(
    raw_tracks: Iterable[RawTrack], *, ticks_per_quarter: int, oddities: Oddities
) -> tuple[tuple[Track, ...], ...]:
    """Return the parts in each track of a file.

    A part is what one program plays on one channel within one track: a track of several
    channels (all of format 0) is split by channel, a channel by the programs its notes are
    played with. Controllers and whatever else a channel is told go to every part of it. A
    channel without notes is a part if a program was chosen for it.

    Args:
        raw_tracks: The tracks' messages.
        ticks_per_quarter: The file's grid.
        oddities: Collects notes that were never ended or have no length.
    """
    tracks = tuple(raw_tracks)
    drums = _drum_channels(tracks)
    programs = _first_programs(tracks)
    pairing = _Pairing(
        programs=programs, longest_unended=_UNENDED_QUARTERS * ticks_per_quarter, oddities=oddities
    )
    parts = tuple(tuple(_finished(raw, pairing.run(raw), drums)) for raw in tracks)
    # Notation programs write a few grace notes without length; many are a fault.
    if 2 * pairing.without_length > sum(len(part.notes) for of_raw in parts for part in of_raw):
        oddities.add(Oddity.NO_LENGTH, pairing.without_length)
    return parts


def name_of(raw: RawTrack) -> str:
    """Return a track's name, or its instrument's name, or an empty string."""
    for kind in (TRACK_NAME, INSTRUMENT_NAME):
        for meta in raw.metas:
            if meta.kind == kind and (text := decode_text(meta.data)):
                return text
    return ""


def _first_programs(tracks: tuple[RawTrack, ...]) -> dict[int, int]:
    """Return each channel's first program in the whole file: some files set all in one track."""
    programs: dict[int, int] = {}
    for raw in tracks:
        for _, status, first, _ in raw.messages:
            if status & 0xF0 == _PROGRAM:
                programs.setdefault(status & 15, first)
    return programs


def _drum_channels(tracks: tuple[RawTrack, ...]) -> frozenset[int]:
    channels = {DRUM_CHANNEL}
    for raw in tracks:
        for meta in raw.metas:
            if meta.kind == SYSEX and _is_gs_rhythm(meta.data):
                block, rhythm = meta.data[5] & 15, meta.data[7] > 0
                channel = DRUM_CHANNEL if block == 0 else block - (block <= DRUM_CHANNEL)
                (channels.add if rhythm else channels.discard)(channel)
    return frozenset(channels)


def _is_gs_rhythm(data: bytes) -> bool:
    return (
        len(data) == _GS_RHYTHM_LENGTH
        and data[0] == 0x41
        and data[2:5] == b"\x42\x12\x40"
        and data[5] & 0xF0 == 0x10
        and data[6] == 0x15
    )


class _Pairing:
    """Pairs note-ons with note-offs: the first struck is the first ended."""

    def __init__(
        self, *, programs: dict[int, int], longest_unended: int, oddities: Oddities
    ) -> None:
        self._programs = programs
        self._longest_unended = longest_unended
        self._oddities = oddities
        self.without_length = 0
        self._open: dict[int, deque[tuple[int, int, _Part]]] = {}
        self._channels: dict[int, _Channel] = {}

    def run(self, raw: RawTrack) -> dict[int, _Channel]:
        """Return the track's channels with all of its notes."""
        self._open, self._channels = {}, {}
        own = _first_programs((raw,))
        for message in raw.messages:
            tick, status, first, second = message
            kind, number = status & 0xF0, status & 15
            channel = self._channels.get(number)
            if channel is None:
                program = own.get(number, self._programs.get(number, 0))
                channel = self._channels[number] = _Channel(program)
            if kind == NOTE_ON and second:
                self._strike(channel, number << 7 | first, tick, second)
            elif kind in {NOTE_ON, _NOTE_OFF}:
                self._end(number << 7 | first, tick)
            else:
                self._other(channel, message)
        self._end_all(raw.end)
        return self._channels

    def _strike(self, channel: _Channel, key: int, tick: int, velocity: int) -> None:
        struck = self._open.get(key)
        if struck is None:
            struck = self._open[key] = deque()
        if len(struck) >= _MOST_STACKED:
            self._oddities.add(Oddity.STACKED)
            return
        part = channel.parts.get(channel.program)
        if part is None:
            part = channel.parts[channel.program] = _Part()
        struck.append((tick, velocity, part))

    def _end(self, key: int, tick: int) -> None:
        struck = self._open.get(key)
        if not struck:
            return
        start, velocity, part = struck.popleft()
        if tick == start:
            self.without_length += 1
            tick += 1
        part.notes.append(Note(start, key & 127, tick - start, velocity))

    def _other(self, channel: _Channel, message: Message) -> None:
        tick, status, first, second = message
        kind = status & 0xF0
        if kind == _PROGRAM:
            channel.program, channel.has_program = first, True
        elif kind == _CONTROL and first >= FIRST_MODE_MESSAGE:
            if first in {_ALL_SOUND_OFF, _ALL_NOTES_OFF}:
                self._end_channel(status & 15, tick)
        elif kind in BY_STATUS:
            channel.events.append(BY_STATUS[kind].message.read(tick, first, second))

    def _end_channel(self, number: int, tick: int) -> None:
        for key, struck in self._open.items():
            if key >> 7 == number:
                for _ in range(len(struck)):
                    self._end(key, tick)

    def _end_all(self, tick: int) -> None:
        for key, struck in self._open.items():
            self._oddities.add(Oddity.UNENDED, len(struck))
            for start, velocity, part in struck:
                # A hung note is closed within a bar: as a drone through the rest of the piece
                # nobody would hear what was played.
                length = max(1, min(tick - start, self._longest_unended))
                part.notes.append(Note(start, key & 127, length, velocity))


def _finished(
    raw: RawTrack, channels: dict[int, _Channel], drums: frozenset[int]
) -> Iterator[Track]:
    name = name_of(raw)
    for number, channel in channels.items():
        if not channel.parts and channel.has_program:
            channel.parts[channel.program] = _Part()
        for program, part in channel.parts.items():
            yield Track(
                name=name,
                program=program,
                is_drum=number in drums,
                notes=tuple(sorted(part.notes)),
            ).with_channel_events(channel.events)
