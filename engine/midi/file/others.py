"""Events of a MIDI file that mean nothing to Segue: kept as they are, to be written again."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import mido
import numpy as np

from engine.midi.channels.patches import standard_reset_by
from engine.midi.file.columns import RawFile
from engine.midi.file.events import ESCAPE, META, SYSEX, Meta
from engine.midi.file.notes import CONTROL
from engine.midi.file.patches import Cables
from engine.values.event_kinds import BY_META, BY_STATUS, data_bytes
from engine.values.events import Other
from engine.values.score import Track

# Types that are read elsewhere, or that serve only the file: 0x2F ends a track, a port prefix names
# a port that is dealt anew.
_UNDERSTOOD = frozenset({0x03, 0x21, 0x2F, *BY_META})
_INSTRUMENT_NAME, TRACK_NAME = 0x04, 0x03
# Names the channel of the events behind it: that of its part, on writing.
CHANNEL_PREFIX = 0x20
# Pressure of a single key, which no row makes an event of.
KEY_PRESSURE = 0xA0
ALL_NOTES_OFF = 123
LAST_CHANNEL = 15
MOST_OTHERS, MOST_BYTES, LARGEST = 4096, 256 * 1024, 16 * 1024


def others_of(metas: Iterable[Meta], *, takes_names: bool) -> tuple[Other, ...]:
    """Return what of a track's meta events and system messages is kept as it is, by tick.

    Args:
        metas: The track's.
        takes_names: Whether its instrument's name became the name of a part.
    """
    return in_bounds(_found(tuple(metas), takes_names=takes_names))


def in_bounds(others: Iterable[Other]) -> tuple[Other, ...]:
    """Return events by tick, as many as no real piece has too many of."""
    kept: list[Other] = []
    size = 0
    for other in sorted(others, key=lambda other: other.tick):
        size += len(other.data)
        if len(kept) >= MOST_OTHERS or size > MOST_BYTES:
            break
        kept.append(other)
    return tuple(kept)


def channel_others_of(raw: RawFile, cables: Cables) -> dict[int, tuple[Other, ...]]:
    """Return what no row makes an event of on each (port, channel), in order of time.

    That are pressures of single keys, and *all notes off*.
    """
    messages = raw.messages
    ends_notes = (messages.kind == CONTROL) & (messages.first == ALL_NOTES_OFF)
    numbers = np.flatnonzero((messages.kind == KEY_PRESSURE) | ends_notes)
    numbers = numbers[np.argsort(messages.tick[numbers], kind="stable")]
    found: dict[int, list[Other]] = {}
    for number in numbers.tolist():
        data = bytes((messages.first[number], messages.second[number]))
        other = Other(int(messages.tick[number]), int(messages.kind[number]), data)
        found.setdefault(int(cables.of_message[number]), []).append(other)
    return {cable: tuple(others) for cable, others in found.items()}


def _found(metas: tuple[Meta, ...], *, takes_names: bool) -> Iterator[Other]:
    named = any(meta.kind == TRACK_NAME and meta.data for meta in metas)
    for meta in metas:
        if meta.kind in _UNDERSTOOD or len(meta.data) > LARGEST:
            continue
        if meta.kind == _INSTRUMENT_NAME and takes_names and not named:
            continue
        if meta.kind == SYSEX and not _is_whole(meta.data):
            continue
        if meta.kind == CHANNEL_PREFIX and (len(meta.data) != 1 or meta.data[0] > LAST_CHANNEL):
            continue
        yield Other(meta.tick, meta.kind, meta.data)


def without_prefixes(others: Iterable[Other]) -> tuple[Other, ...]:
    """Return events of a track that is not one part: a channel prefix names none of its parts."""
    return tuple(other for other in others if other.kind != CHANNEL_PREFIX)


def ends_notes(other: Other) -> bool:
    """Return whether an event is *all notes off*."""
    return other.kind == CONTROL and other.data[:1] == bytes((ALL_NOTES_OFF,))


def is_reset(other: Other) -> bool:
    """Return whether an event puts a device into a standard: one for all its channels."""
    return other.kind == SYSEX and standard_reset_by(other.data) is not None


def understood(track: Track) -> Track:
    """Return a track in which what was only passed on is an event, where a row makes one of it.

    Pieces that were saved before there was such a row have it among what nobody understood.
    """
    known = [other for other in track.others if _is_read(other)]
    if not known:
        return track
    read = [BY_STATUS[other.kind].message.event(other.tick, other.data) for other in known]
    rest = tuple(other for other in track.others if not _is_read(other))
    return replace(track, others=rest).with_channel_events((*track.channel_events, *read))


def _is_read(other: Other) -> bool:
    size = data_bytes(other.kind)
    if ends_notes(other):
        return False
    return other.kind in BY_STATUS and len(other.data) == size and max(other.data) < 128


def _is_whole(data: bytes) -> bool:
    """Return whether a system message is complete and does not deal out channels.

    Roland's and Yamaha's set-ups say which channel is for drums: channels are others on writing.
    """
    if not data or data[-1] != ESCAPE or max(data[:-1], default=0) > 127:
        return False
    roland = data[0] == 0x41 and data[2:5] == b"\x42\x12\x40" and data[5:6] != b"\x00"
    yamaha = data[0] == 0x43 and data[2:3] == b"\x4c" and data[3:4] == b"\x08"
    return not (roland or yamaha)


def messages_of(
    others: Iterable[Other], channel: int
) -> Iterator[tuple[int, mido.Message | mido.MetaMessage]]:
    """Yield (tick, message) of what is written again.

    Args:
        others: Of one track.
        channel: The track's, 0 to 15.
    """
    for other in others:
        if other.kind == SYSEX:
            yield other.tick, mido.Message("sysex", data=tuple(other.data[:-1]))
        elif 0x80 <= other.kind < SYSEX:
            yield other.tick, mido.Message.from_bytes((other.kind | channel, *other.data))
        elif other.kind == CHANNEL_PREFIX:
            yield other.tick, mido.UnknownMetaMessage(other.kind, data=(channel,))
        elif other.kind < META:
            yield other.tick, mido.UnknownMetaMessage(other.kind, data=tuple(other.data))
