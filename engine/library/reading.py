"""Files to scores, or to notes as columns where nobody needs a `Note` of each.

MIDI is `engine.midi.file.midifile`'s; MusicXML, with its repeats unfolded, `engine.notation`'s.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.ground.errors import NotationFileError
from engine.library.credits import NOBODY, SongCredits, credits_of_midi, credits_of_notation
from engine.library.table import NoteTable, table_of_parsed, table_of_score
from engine.midi.file.files import read_file
from engine.midi.file.midifile import Reading, parse_midi, read_midi, reading_of
from engine.midi.file.span import LIMITS, Limits
from engine.notation.formats import is_notation, read_notation
from engine.values.score import Score
from engine.values.texts import clean_text


def read_score(
    source: Path | bytes, *, title: str = "", limits: Limits = LIMITS, notation: bool = True
) -> Reading:
    """Return the music in a file or in its bytes.

    Args:
        source: A path (regular files only) or the whole file's bytes.
        title: The piece's name; empty takes the path's name, for bytes the file's own.
        limits: The most that is taken.
        notation: Whether MusicXML and ABC are read. A new file may take long, so
            that only a guarded process reads it.

    Raises:
        MidiFileError: It cannot be opened, is no regular file or no MIDI.
        NotationFileError: It begins like MusicXML or ABC and cannot be read so, or is not to be.
        EmptyMusicError: There are no notes in it.
        LimitError: It is larger than Segue reads.
    """
    name = source.name if isinstance(source, Path) else ""
    if isinstance(source, Path):
        title = title or clean_text(os.fsencode(source.stem).decode("utf-8", "replace"))
        source = read_file(source, limits=limits)
    if is_notation(source, name):
        if not notation:
            raise NotationFileError("It is notation where MIDI files are read.")
        return read_notation(source, title=title, limits=limits, name=name)
    return read_midi(source, title=title, limits=limits)


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
        warnings: Oddities of the file, in sentences.
        make_score: Makes the score; with False, without controllers, wheel and pressure.
        credits: Title and composer, as far as the file says them.
    """

    table: NoteTable
    warnings: tuple[str, ...]
    make_score: Callable[[bool], Score]
    credits: SongCredits = NOBODY


def read_music(data: bytes, *, limits: Limits = LIMITS, name: str = "") -> Music:
    """Return a file's music, its notes not made until they are asked for.

    Args:
        data: The whole file.
        limits: The most that is taken.
        name: The file's name, if there is one; its ending may say what it is.

    Raises:
        MidiFileError, EmptyMusicError, LimitError: As `read_score`.
    """
    if is_notation(data, name):
        notation = read_notation(data, limits=limits, name=name)
        said = credits_of_notation(notation.score.title, notation.score.composer)
        return _music_of(notation, said)
    parsed = parse_midi(data, limits=limits)
    said = credits_of_midi(parsed.raw)
    table = table_of_parsed(parsed)
    if not _fits(table, limits):
        return _music_of(reading_of(parsed, limits=limits), said)
    return Music(table, parsed.oddities.sentences(), lambda moves: parsed.score(moves=moves), said)


def _music_of(reading: Reading, said: SongCredits) -> Music:
    table = table_of_score(reading.score)
    return Music(table, reading.warnings, lambda _: reading.score, said)


def _fits(table: NoteTable, limits: Limits) -> bool:
    """Return whether `engine.midi.file.span.fit` would leave a song as it is."""
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
