"""The notes of a song as columns, for statistics, hashes and fingerprints.

An import needs no `Note` objects; making them would take longer than reading the file.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.midi.file.midifile import ParsedFile
from engine.values.event_kinds import ON_CHANNEL
from engine.values.score import KeySignature, Score, Tempo, TimeSignature
from engine.values.time import BarMap, TempoMap

Column = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteTable:
    """All notes of a song, sorted by start, then pitch, then duration.

    Attributes:
        ticks_per_quarter: Ticks in a quarter note.
        start: Ticks, (N,).
        duration: Ticks, at least 1, (N,).
        pitch: (N,).
        velocity: (N,).
        drum: 1 for a drum note, (N,).
        part: Number of its part, from 0, (N,).
        programs: The programs of pitched parts with notes, sorted, each once.
        controls: Most events of one kind on the channel of a part.
        tempos: Sorted by tick.
        time_signatures: Sorted by tick.
        key_signatures: Sorted by tick.
    """

    ticks_per_quarter: int
    start: Column
    duration: Column
    pitch: Column
    velocity: Column
    drum: Column
    part: Column
    programs: tuple[int, ...] = ()
    parts: int = 0
    part_programs: tuple[int, ...] = ()
    controls: int = 0
    tempos: tuple[Tempo, ...] = ()
    time_signatures: tuple[TimeSignature, ...] = ()
    key_signatures: tuple[KeySignature, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.start)

    @property
    def end(self) -> int:
        """The tick where the last note ends; 0 without notes."""
        return int((self.start + self.duration).max()) if len(self) else 0

    @property
    def has_drums(self) -> bool:
        """Whether any note is a drum's."""
        return bool(self.drum.any())

    @property
    def tempo_map(self) -> TempoMap:
        """Ticks to seconds."""
        return TempoMap(self.tempos, self.ticks_per_quarter)

    @property
    def bar_map(self) -> BarMap:
        """Ticks to bars."""
        return BarMap(self.time_signatures, self.ticks_per_quarter)


def table_of_score(score: Score) -> NoteTable:
    """Return the table of a score."""
    tracks = [t for t in score.tracks if t.notes]
    rows = [
        (n.start, n.pitch, n.duration, n.velocity, int(t.is_drum), part)
        for part, t in enumerate(tracks)
        for n in t.notes
    ]
    columns = np.array(rows, np.int64).reshape(-1, 6).T
    return _sorted_table(
        columns,
        ticks_per_quarter=score.ticks_per_quarter,
        programs=tuple(sorted({t.program for t in tracks if not t.is_drum})),
        parts=len(tracks),
        part_programs=tuple(t.program for t in tracks),
        controls=max((len(kind.of(t)) for t in tracks for kind in ON_CHANNEL), default=0),
        tempos=score.tempos,
        time_signatures=score.time_signatures,
        key_signatures=score.key_signatures,
    )


def table_of_parsed(parsed: ParsedFile) -> NoteTable:
    """Return the table of a parsed file: that of its score, without making a note."""
    notes = parsed.parts.notes
    parts = [part for part in parsed.parts.parts if len(part.notes)]
    columns = np.empty((6, len(notes)), np.int64)
    # Notes that are alike in everything stay in the order of their parts.
    order = np.concatenate([part.notes for part in parts])
    for row, column in enumerate((notes.start, notes.pitch, notes.duration, notes.velocity)):
        columns[row] = column[order]
    lengths = [len(part.notes) for part in parts]
    columns[4] = np.repeat([part.patch.is_drum for part in parts], lengths)
    columns[5] = np.repeat(np.arange(len(parts)), lengths)
    ruler = parsed.ruler
    return _sorted_table(
        columns,
        ticks_per_quarter=ruler.ticks_per_quarter,
        programs=tuple(sorted({p.patch.program for p in parts if not p.patch.is_drum})),
        parts=len(parts),
        part_programs=tuple(part.patch.program for part in parts),
        controls=parsed.parts.most_moves,
        tempos=ruler.tempos,
        time_signatures=ruler.time_signatures,
        key_signatures=ruler.key_signatures,
    )


def _sorted_table(
    columns: Column,
    *,
    ticks_per_quarter: int,
    programs: tuple[int, ...],
    parts: int,
    part_programs: tuple[int, ...],
    controls: int,
    tempos: tuple[Tempo, ...],
    time_signatures: tuple[TimeSignature, ...],
    key_signatures: tuple[KeySignature, ...],
) -> NoteTable:
    start, pitch, duration, velocity, drum, part = columns
    order = np.lexsort((velocity, duration, pitch, start))
    return NoteTable(
        ticks_per_quarter=ticks_per_quarter,
        start=start[order],
        pitch=pitch[order],
        duration=duration[order],
        velocity=velocity[order],
        drum=drum[order],
        part=part[order],
        programs=programs,
        parts=parts,
        part_programs=part_programs,
        controls=controls,
        tempos=tempos,
        time_signatures=time_signatures,
        key_signatures=key_signatures,
    )
