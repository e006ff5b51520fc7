"""Notes of a MIDI file to parts: what one (port, channel) plays in one track with one patch."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.midi.channels.patches import BANK_COARSE, BANK_FINE, Patch
from engine.midi.file.columns import RawFile, distinct
from engine.midi.file.events import Meta
from engine.midi.file.moves import MoveColumns
from engine.midi.file.mpe import ZoneColumns
from engine.midi.file.notes import (
    PROGRAM,
    NoteColumns,
    Numbers,
    paired,
    small,
)
from engine.midi.file.patches import Cables, PlayedPatches, played_patches, setups_of
from engine.midi.file.silent import silent_messages_of
from engine.values.events import (
    USUAL_RELEASE,
    Control,
    Note,
    NoteMove,
    SilentMessage,
    TimedEvent,
)
from engine.values.oddities import Oddities
from engine.values.score import Track
from engine.values.texts import decode_text

# Types of meta events.
TRACK_NAME, INSTRUMENT_NAME = 0x03, 0x04
_TEMPO, _METER = 0x51, 0x58
# The length of a note whose end is missing: a whole note at most.
_UNENDED_QUARTERS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedPart:
    """A part of a file before values are made of it.

    Attributes:
        track: The number of its track in the file.
        cable: Its (port, channel).
        patch: Its patch.
        chosen: The tick where that was first chosen.
        notes: Which of the file's notes are its.
    """

    track: int
    cable: int
    patch: Patch
    chosen: int
    notes: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedParts:
    """All parts of a file as columns.

    Attributes:
        notes: All notes.
        parts: By track, then by channel and by patch.
        moves: Controllers, wheel and pressure.
        cables: The ports.
        shared: Which (port, channel) more than one part plays on.
        note_moves: The moves of single notes (MPE), by the number of the note.
        silent: The messages on each (port, channel) that no part plays on.
    """

    notes: NoteColumns
    parts: tuple[ParsedPart, ...]
    moves: MoveColumns
    cables: Cables
    shared: frozenset[int]
    note_moves: Mapping[int, tuple[NoteMove, ...]]
    silent: tuple[SilentMessage, ...]

    def track_of(self, part: ParsedPart, *, name: str, moves: bool = True) -> Track:
        """Return a part as a track, without `moves` only its notes."""
        notes = self.notes
        values = [
            column[part.notes]
            for column in (notes.start, notes.pitch, notes.duration, notes.velocity)
        ]
        # Sorting columns is ten times as fast as comparing notes.
        order = np.lexsort(values[::-1])
        columns: list[list[Any]] = [column[order].tolist() for column in values]
        release = notes.release[part.notes][order]
        own = self._own_moves(part.notes[order]) if moves and self.note_moves else []
        if own or (release != USUAL_RELEASE).any():
            # Between them stands who made a note, which a file does not tell.
            columns += [[0] * len(order), release.tolist()]
        if own:
            columns.append(own)
        events: Iterator[TimedEvent] = iter(())
        if moves:
            events = self._events(part)
        return Track(
            name=name,
            program=part.patch.program,
            is_drum=part.patch.is_drum,
            port=self.cables.port_of(part.cable),
            notes=tuple(map(Note, *columns)),
        ).with_channel_events(events)

    def _own_moves(self, notes: Numbers) -> list[tuple[NoteMove, ...]]:
        """Return the moves of some notes; an empty list where none of them has any."""
        found = [self.note_moves.get(note, ()) for note in notes.tolist()]
        return found if any(found) else []

    def _events(self, part: ParsedPart) -> Iterator[TimedEvent]:
        for number, value in (
            (BANK_COARSE, part.patch.coarse),
            (BANK_FINE, part.patch.fine),
        ):
            if value >= 0:
                yield Control(part.chosen, number, value)
        yield from self.moves.events(self.moves_of(part))

    @property
    def most_moves(self) -> int:
        """At most so many events of one kind that a part has."""
        moves = self.moves
        banks = max([(p.patch.coarse >= 0) + (p.patch.fine >= 0) for p in self.parts], default=0)
        if not len(moves.cable):
            return banks
        return int(np.bincount(moves.cable << 3 | moves.status >> 4 & 7).max()) + banks

    def moves_of(self, part: ParsedPart) -> Numbers:
        """Return which moves are a part's: of a channel that it shares, those that act on it."""
        places = self.moves.heard_on(part.cable)
        if part.cable not in self.shared or not len(places):
            return places
        start = self.notes.start[part.notes]
        end = start + self.notes.duration[part.notes]
        return self.moves.acting_on(places, start, self.moves.silent(places, end))


def parts_of(
    raw: RawFile, *, ticks_per_quarter: int, one_track: bool, oddities: Oddities
) -> ParsedParts:
    """Return the parts of a file.

    A track of several channels (all of format 0) is split by channel, a channel by the patches
    that its notes are played with. An MPE zone is one channel. A channel that plays nothing is no
    part, but for the one that a track without notes is named for.

    Args:
        raw: The messages.
        ticks_per_quarter: The file's grid.
        one_track: Whether it is of format 0, whose one name is the piece's.
        oddities: Collects what is odd about notes.
    """
    cables = Cables.of(raw)
    notes = paired(
        raw,
        cables.of_message,
        longest_unended=_UNENDED_QUARTERS * ticks_per_quarter,
        oddities=oddities,
    )
    zones = ZoneColumns.of(raw, cables)
    note_moves = {} if zones is None else zones.moves_of(raw, notes, oddities)
    if zones is not None:
        raw, cables = zones.raw, zones.cables
    setups = setups_of(raw, cables)
    played = played_patches(raw, cables, setups, notes)
    found = list(_sounding(raw, cables, notes, played))
    if not one_track:
        found += _empty(raw, cables, notes, played)
    parts = tuple(part for _, part in sorted(found, key=lambda row: row[0]))
    users = Counter(part.cable for part in parts)
    return ParsedParts(
        notes=notes,
        parts=parts,
        moves=MoveColumns.of(raw, cables, setups),
        cables=cables,
        shared=frozenset(cable for cable, count in users.items() if count > 1),
        note_moves=note_moves,
        silent=silent_messages_of(raw, cables, users, oddities),
    )


def name_of(metas: tuple[Meta, ...]) -> str:
    """Return a track's name, or its instrument's name, or an empty string."""
    for kind in (TRACK_NAME, INSTRUMENT_NAME):
        for meta in metas:
            if meta.kind == kind and (text := decode_text(meta.data)):
                return text
    return ""


_Place = tuple[int, int, Patch]


def _sounding(
    raw: RawFile, cables: Cables, notes: NoteColumns, played: PlayedPatches
) -> Iterator[tuple[_Place, ParsedPart]]:
    """Yield the parts with notes, each with its place in the file."""
    track = raw.messages.track[notes.began].astype(np.int64)
    cables_used = int(cables.of_message.max(initial=0)) + 1
    stream = track * cables_used + cables.of_message[notes.began]
    key = stream * max(1, len(played.patches)) + played.of_note
    keys, first, which = np.unique(small(key), return_index=True, return_inverse=True)
    order = np.argsort(small(which), kind="stable")
    bounds = np.searchsorted(which[order], np.arange(len(keys) + 1))
    for number, at in enumerate(first.tolist()):
        of = order[bounds[number] : bounds[number + 1]]
        cable = int(cables.of_message[notes.began[at]])
        yield _placed(int(track[at]), cable, played, int(played.of_note[at]), of)


def _empty(
    raw: RawFile, cables: Cables, notes: NoteColumns, played: PlayedPatches
) -> Iterator[tuple[_Place, ParsedPart]]:
    """Yield a part without notes for each track that is made for one: an instrument with a name.

    A composer who names a track and gives it one instrument means to write for it: templates are
    made so. A program without a name, or programs of several channels in one track, set a device
    up.
    """
    messages = raw.messages
    playing = set(distinct(messages.track[notes.began]))
    taken = set(distinct(cables.of_message[notes.began]))
    programs = np.flatnonzero(messages.kind == PROGRAM)
    tracks, begins = np.unique(messages.track[programs], return_index=True)
    for track, here in zip(tracks.tolist(), np.split(programs, begins[1:]), strict=False):
        if track in playing or not _is_named(raw.metas[track], is_first=track == 0):
            continue
        chosen = distinct(cables.of_message[here])
        if len(chosen) == 1 and chosen[0] not in taken:
            taken.add(chosen[0])
            none = np.empty(0, np.int64)
            yield _placed(track, chosen[0], played, played.last[chosen[0]], none)


def _is_named(metas: tuple[Meta, ...], *, is_first: bool) -> bool:
    """Return whether a track has a name; the first one with tempos has that of the piece.

    The name may be empty: so Segue writes a part that has neither a name nor notes.
    """
    if is_first and any(meta.kind in {_TEMPO, _METER} for meta in metas):
        return False
    return any(meta.kind in {TRACK_NAME, INSTRUMENT_NAME} for meta in metas)


def _placed(
    track: int, cable: int, played: PlayedPatches, number: int, notes: Numbers
) -> tuple[_Place, ParsedPart]:
    patch = played.patches[number]
    part = ParsedPart(
        track=track, cable=cable, patch=patch, chosen=played.ticks[number], notes=notes
    )
    return (track, cable, patch), part
