"""Files to scores: bytes first, then symusic where a file is sound, else the tolerant reader.

symusic reads 50 times as fast as pure Python, but drops notes that are never ended and takes
impossible values without a word. So a quick scan (`engine.library.soundness`) first proves that
there is nothing to say about a file; any doubt sends it to `engine.music.midifile`, which reads
everything and says what was odd. MusicXML, with its repeats unfolded, is `engine.notation`'s.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from symusic.core import ScoreTick, TrackTick

from engine.errors import NotationFileError
from engine.library.credits import NOBODY, Credits, credits_of_midi, credits_of_notation
from engine.library.soundness import count_notes_if_sound
from engine.library.table import (
    PARSED_KINDS,
    NoteTable,
    key_signatures_of,
    table_of_parsed,
    table_of_score,
    tempos_of,
    time_signatures_of,
)
from engine.music.event_kinds import ChannelKind
from engine.music.events import TimedEvent
from engine.music.files import read_file
from engine.music.midifile import Reading, read_midi
from engine.music.score import Marker, Note, Score, Track
from engine.music.smf_text import clean_text
from engine.music.smf_warnings import Oddities
from engine.music.span import LIMITS, Limits, fit
from engine.notation.formats import is_notation, read_notation

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_MOST_MEAN_VOICES = 64


def read_score(
    source: Path | bytes, *, title: str = "", limits: Limits = LIMITS, notation: bool = True
) -> Reading:
    """Return the music in a file or in its bytes.

    Args:
        source: A path (regular files only) or the whole file's bytes.
        title: The piece's name; empty takes the path's name, for bytes the file's own.
        limits: The most that is taken.
        notation: Whether MusicXML and ABC are read. What nobody has read before may take long, so
            that only a guarded process reads it.

    Raises:
        MidiFileError: It cannot be opened, is no regular file or no MIDI.
        NotationFileError: It begins like MusicXML or ABC and cannot be read so, or is not to be.
        EmptyMusicError: There are no notes in it.
        LimitError: It is larger than Segue reads.
    """
    if isinstance(source, Path):
        title = title or clean_text(os.fsencode(source.stem).decode("utf-8", "replace"))
        source = read_file(source, limits=limits)
    if is_notation(source):
        if not notation:
            raise NotationFileError("It is notation where MIDI files are read.")
        return read_notation(source, title=title, limits=limits)
    parsed = parse_if_sound(source, limits=limits)
    if parsed is None:
        return read_midi(source, title=title, limits=limits)
    oddities = Oddities()
    score = fit(_score(parsed, title), oddities, limits)
    return Reading(score, oddities.sentences())


def read_table(data: bytes, *, limits: Limits = LIMITS) -> tuple[NoteTable, tuple[str, ...]]:
    """Return a file's notes as columns, and what was odd: `read_score` without making notes.

    Args:
        data: The whole file.
        limits: The most that is taken.

    Raises:
        MidiFileError, EmptyMusicError, LimitError: As `read_score`.
    """
    music = read_music(data, limits=limits)
    return music.table, music.warnings


@dataclass(frozen=True, slots=True)
class Music:
    """A file read once: its notes as columns, and as values where they are asked for.

    Attributes:
        table: The notes as columns.
        warnings: What was odd.
        make_score: Makes the score; told not to, leaves out what channels are told.
        credits: Title and composer, as far as the file says them.
    """

    table: NoteTable
    warnings: tuple[str, ...]
    make_score: Callable[[bool], Score]
    credits: Credits = NOBODY


def read_music(data: bytes, *, limits: Limits = LIMITS) -> Music:
    """Return a file's music, its notes not made until they are asked for.

    Args:
        data: The whole file.
        limits: The most that is taken.

    Raises:
        MidiFileError, EmptyMusicError, LimitError: As `read_score`.
    """
    if is_notation(data):
        notation = read_notation(data, limits=limits)
        said = credits_of_notation(notation.score.title, notation.score.composer)
        return _music_of(notation, said)
    parsed = parse_if_sound(data, limits=limits)
    if parsed is not None:
        table = table_of_parsed(parsed)
        if _fits(table, limits):
            said = credits_of_midi(data)
            return Music(table, (), lambda moves: _score(parsed, "", moves=moves), said)
    return _music_of(read_midi(data, limits=limits), credits_of_midi(data))


def _music_of(reading: Reading, said: Credits) -> Music:
    table = table_of_score(reading.score)
    return Music(table, reading.warnings, lambda _: reading.score, said)


def _fits(table: NoteTable, limits: Limits) -> bool:
    """Return whether `engine.music.span.fit` would leave a song as it is."""
    changes = (table.tempos, table.time_signatures, table.key_signatures)
    end, bars = table.end, table.bar_map
    if (
        len(table) > limits.notes
        or table.parts > limits.tracks
        or table.controls > limits.controls
        or any(len(of_kind) > limits.changes for of_kind in changes)
        or int(table.duration.max()) > limits.note_quarters * table.ticks_per_quarter
        or bars.bars_until(end) > limits.bars
        or table.tempo_map.seconds_at(end) > limits.seconds
    ):
        return False
    # Cheaper than counting by bars, and on the safe side: no bar has more than all its notes.
    return len(table) <= limits.notes_per_bar or _densest_bar(table) <= limits.notes_per_bar


def _densest_bar(table: NoteTable) -> int:
    starts = [tick for _, tick in table.bar_map.bar_starts(0, table.end)]
    return int(np.diff(np.searchsorted(table.start, [*starts, table.end + 1])).max())


def parse_if_sound(data: bytes, *, limits: Limits = LIMITS) -> ScoreTick | None:
    """Return symusic's parse of a file in which nothing is odd or too much, else None."""
    if len(data) > limits.file_bytes:
        return None
    notes = count_notes_if_sound(data, most_events=limits.events)
    if not notes or notes > limits.notes:
        return None
    try:
        parsed = ScoreTick.from_midi(data, sanitize_data=True)
    except (RuntimeError, ValueError):
        return None
    return parsed if _is_complete(parsed, notes) else None


def _is_complete(parsed: ScoreTick, notes: int) -> bool:
    """Return whether every note-on became a note, most with a length, and every name is legible."""
    # symusic takes all names for UTF-8; of others this character is left.
    names = (track.name for track in parsed.tracks), (m.text for m in parsed.markers)
    if any(_REPLACEMENT in name for group in names for name in group):
        return False
    tables = [track.notes.numpy() for track in parsed.tracks]
    if sum(len(table["time"]) for table in tables) != notes:
        return False
    without_length = sum(int(np.count_nonzero(t["duration"] <= 0)) for t in tables)
    sounding = sum(int(t["duration"].sum(dtype=np.int64)) for t in tables)
    # Keys struck over and over before they end are thinned out by the tolerant reader.
    return 2 * without_length <= notes and sounding <= _MOST_MEAN_VOICES * max(1, parsed.end())


def _score(parsed: ScoreTick, title: str, *, moves: bool = True) -> Score:
    """Return a score of what was parsed, without `moves` nothing that its channels are told."""
    return Score(
        ticks_per_quarter=parsed.tpq,
        tracks=tuple(_track(track, moves=moves) for track in parsed.tracks),
        tempos=tempos_of(parsed),
        time_signatures=time_signatures_of(parsed),
        key_signatures=key_signatures_of(parsed),
        markers=tuple(Marker(m.time, text) for m in parsed.markers if (text := clean_text(m.text))),
        title=title,
    )


def _track(track: TrackTick, *, moves: bool) -> Track:
    notes = track.notes.numpy()
    # A grace note without length gets one tick, as in the tolerant reader.
    notes["duration"] = np.maximum(notes["duration"], 1)
    # Sorting columns is ten times as quick as comparing notes.
    names = ("time", "pitch", "duration", "velocity")
    order = np.lexsort([notes[name] for name in reversed(names)])
    sorted_notes = {name: notes[name][order] for name in names}
    moved = chain.from_iterable(_moves(track, kind) for kind in PARSED_KINDS) if moves else ()
    return Track(
        name=clean_text(track.name),
        program=track.program,
        is_drum=track.is_drum,
        notes=tuple(map(Note, *_columns(sorted_notes, *names))),
    ).with_channel_events(moved)


def _moves(track: TrackTick, kind: ChannelKind[Any]) -> Iterator[TimedEvent]:
    """Yield the events of a kind, whose columns symusic calls as the event's attributes."""
    names = [field.name for field in fields(kind.event)][1:]
    columns = _columns(getattr(track, kind.field).numpy(), "time", *names)
    yield from filter(kind.holds, map(kind.event, *columns))


def _columns(table: dict[str, npt.NDArray[np.int32]], *names: str) -> list[list[int]]:
    return [table[name].tolist() for name in names]
