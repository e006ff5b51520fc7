"""A quick proof that a MIDI file has nothing odd in it, from its bytes, with numpy.

All events are found first (`engine.library.events`), then looked at together. Whatever is not
plainly right is no proof.
"""

import numpy as np
import numpy.typing as npt

from engine.library.events import Bytes, Events, Places, SystemEvent, find_events
from engine.music.midifile import is_impossible
from engine.music.smf_chunks import NotMidiError, lay_out
from engine.music.smf_events import (
    END_OF_TRACK,
    ESCAPE,
    LARGEST_PAYLOAD,
    MOST_SYSTEM_MESSAGES,
    Meta,
)
from engine.music.smf_warnings import Oddities
from engine.music.span import LIMITS

# The proof takes about 20 bytes of memory for each of the file’s; sound music is smaller.
_MOST_BYTES = 4 << 20
_MOST_LONG_DELTAS = 500
_NOWHERE = 1 << 30
# Roland GS can turn any channel into drums, which symusic does not know.
_ROLAND_GS = b"\x42\x12\x40"
_NOTE_ON, _PROGRAM, _PITCH_BEND = 0x90, 0xC0, 0xE0
_LAST_KIND = 127
_Mask = npt.NDArray[np.bool_]


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
    events = find_events(data, layout.tracks, most_system=MOST_SYSTEM_MESSAGES)
    return None if events is None else _count(events, most_events)


def _count(events: Events, most_events: int) -> int | None:
    """Return the note-ons of a file, or None where anything is odd."""
    # symusic counts ticks in 31 bits: few time steps of three bytes cannot overflow them.
    if len(events) > most_events or events.long_deltas > _MOST_LONG_DELTAS:
        return None
    status, running = events.status, events.running
    # Under running status the last status byte holds; it may be no system event's, and messages
    # of one data byte were measured as if they had two.
    if np.any(running & _takes_none_or_one(status)):
        return None
    if not (all(map(_is_sound, events.system)) and _ends_are_right(events)):
        return None
    is_note_on = status & 0xF0 == _NOTE_ON
    if not _programs_are_local(events, is_note_on):
        return None
    # The last event ends its track; it is no note-on.
    return int(np.count_nonzero(is_note_on[:-1] & (events.last > 0)))


def _takes_none_or_one(status: Bytes) -> _Mask:
    """Return which status bytes are a system event's or of messages with one data byte."""
    which: _Mask = (status >= _PROGRAM) & (status & 0xF0 != _PITCH_BEND)
    return which


def _programs_are_local(events: Events, is_note_on: _Mask) -> bool:
    """Return whether every note's program is chosen before it in its own track, or never.

    One that is chosen in another track, or after the notes, is found by the tolerant reader only.
    """
    is_program = events.status & 0xF0 == _PROGRAM
    if not is_program.any():
        return True
    tracks = len(events.starts)
    lengths = np.diff(events.starts, append=len(events))
    # Sixteen channels in each of at most 1,024 tracks.
    part = np.repeat(np.arange(tracks, dtype=np.uint16) << 4, lengths) | events.status & 0x0F
    chosen = _first_of_each(part, is_program, tracks << 4)
    played = _first_of_each(part, is_note_on, tracks << 4)
    without = played < chosen
    channels_chosen = (chosen < _NOWHERE).reshape(-1, 16).any(axis=0)
    return not np.any(channels_chosen & without.reshape(-1, 16).any(axis=0))


def _first_of_each(
    part: npt.NDArray[np.uint16], which: npt.NDArray[np.bool_], parts: int
) -> Places:
    """Return the number of the first event of some kind in each part, (parts,)."""
    first = np.full(parts, _NOWHERE)
    # Backwards, so that what is written last is the first one.
    first[part[which][::-1]] = np.flatnonzero(which)[::-1]
    return first


def _ends_are_right(events: Events) -> bool:
    """Return whether each track ends with an end of track, and there are no others."""
    last = sum(event.is_last for event in events.system)
    ends = sum(event.kind == END_OF_TRACK and event.is_last for event in events.system)
    every = sum(event.kind == END_OF_TRACK for event in events.system)
    return last == ends == every == len(events.starts)


def _is_sound(event: SystemEvent) -> bool:
    """Return whether a meta event, or a system exclusive message, has nothing odd in it."""
    kind, payload = event.kind, event.payload
    if len(payload) > LARGEST_PAYLOAD:
        return False
    if kind is None:
        return not payload or payload[-1] == ESCAPE
    if kind == END_OF_TRACK:
        return not payload
    return kind <= _LAST_KIND and not is_impossible(Meta(0, kind, payload))
