"""The notes of a song as columns, for statistics, hashes and fingerprints.

An import needs no `Note` objects; making them would take longer than reading the file.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from symusic.core import ScoreTick

from engine.music.event_kinds import BEND, CONTROL, ON_CHANNEL, ChannelKind
from engine.music.score import KeySignature, Score, Tempo, TimeSignature
from engine.music.time import BarMap, TempoMap

Column = npt.NDArray[np.int64]
US_PER_MINUTE = 60_000_000
# The channel events that symusic parses, under the names that a `Track` has for them.
PARSED_KINDS: tuple[ChannelKind[Any], ...] = (CONTROL, BEND)
_Change = TypeVar("_Change", Tempo, TimeSignature, KeySignature)


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


def table_of_parsed(parsed: ScoreTick) -> NoteTable:
    """Return the table of what symusic parsed."""
    tracks = [t for t in parsed.tracks if len(t.notes)]
    return _sorted_table(
        _columns_of_parsed(tracks),
        ticks_per_quarter=parsed.tpq,
        programs=tuple(sorted({t.program for t in tracks if not t.is_drum})),
        parts=len(tracks),
        part_programs=tuple(t.program for t in tracks),
        controls=max((len(kind.of(t)) for t in tracks for kind in PARSED_KINDS), default=0),
        tempos=tempos_of(parsed),
        time_signatures=time_signatures_of(parsed),
        key_signatures=key_signatures_of(parsed),
    )


def _columns_of_parsed(tracks: Sequence[Any]) -> Column:
    """Return start, pitch, duration, velocity, drum and part of all notes, (6, notes)."""
    pieces = [np.empty((6, 0), np.int64)]
    for part, track in enumerate(tracks):
        notes = track.notes.numpy()
        rows = np.empty((6, len(notes["time"])), np.int64)
        for row, name in enumerate(("time", "pitch", "duration", "velocity")):
            rows[row] = notes[name]
        rows[4] = track.is_drum
        rows[5] = part
        pieces.append(rows)
    columns = np.concatenate(pieces, axis=1)
    # A grace note without length gets one tick, as in the tolerant reader.
    columns[2] = np.maximum(columns[2], 1)
    return columns


def tempos_of(parsed: ScoreTick) -> tuple[Tempo, ...]:
    """Return the tempos, the last one at each tick."""
    return _last_at_each_tick(Tempo(t.time, US_PER_MINUTE / t.mspq) for t in parsed.tempos)


def time_signatures_of(parsed: ScoreTick) -> tuple[TimeSignature, ...]:
    """Return the time signatures, the last one at each tick."""
    return _last_at_each_tick(
        TimeSignature(t.time, t.numerator, t.denominator) for t in parsed.time_signatures
    )


def key_signatures_of(parsed: ScoreTick) -> tuple[KeySignature, ...]:
    """Return the key signatures, the last one at each tick."""
    return _last_at_each_tick(
        KeySignature(k.time, k.key, bool(k.tonality)) for k in parsed.key_signatures
    )


def _last_at_each_tick(changes: Iterable[_Change]) -> tuple[_Change, ...]:
    by_tick = {change.tick: change for change in changes}
    return tuple(by_tick[tick] for tick in sorted(by_tick))


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
