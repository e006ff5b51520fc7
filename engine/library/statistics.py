"""Statistics of a song for the catalogue: length, parts, tempo, meter, key."""

from dataclasses import dataclass

import numpy as np

from engine.harmony.keys import key_of_durations
from engine.library.table import NoteTable
from engine.values.library import PieceFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics(PieceFigures):
    """Numbers about one song.

    Attributes:
        bars: Number of bars with all its notes, by the file's own meter.
        notes: Number of notes in all parts.
        polyphony: Most notes that sound at once.
        key: The key that fits its notes best, such as `E♭ major`; empty for drums alone.
    """

    bars: int
    notes: int
    polyphony: int
    key: str


NO_STATISTICS = Statistics(seconds=0.0, tracks=0, bars=0, notes=0, polyphony=0, key="")


def statistics_of(table: NoteTable) -> Statistics:
    """Return the statistics of a song with notes."""
    end = table.end
    seconds = table.tempo_map.seconds_at(end)
    return Statistics(
        seconds=round(seconds, 3),
        bars=table.bar_map.bars_until(end),
        tracks=table.parts,
        programs=table.programs,
        drums=table.has_drums,
        notes=len(table),
        polyphony=_polyphony(table),
        bpm=round(60 * end / table.ticks_per_quarter / seconds, 2),
        meter=_longest_meter(table, end),
        key=_key(table),
    )


def _polyphony(table: NoteTable) -> int:
    """Return the most notes at once: those begun by each onset, less those ended by then."""
    ended = np.searchsorted(np.sort(table.start + table.duration), table.start, side="right")
    begun = np.searchsorted(table.start, table.start, side="right")
    return int((begun - ended).max())


def _longest_meter(table: NoteTable, end: int) -> str:
    lengths: dict[str, int] = {}
    changes = [(s.tick, f"{s.numerator}/{s.denominator}") for s in table.time_signatures]
    if not changes or changes[0][0] > 0:
        changes.insert(0, (0, "4/4"))
    ends = [*(tick for tick, _ in changes[1:]), max(end, changes[-1][0])]
    for (tick, meter), until in zip(changes, ends, strict=True):
        lengths[meter] = lengths.get(meter, 0) + until - tick
    return max(lengths, key=lambda meter: lengths[meter])


def _key(table: NoteTable) -> str:
    pitched = table.drum == 0
    if not pitched.any():
        return ""
    pitch = table.pitch[pitched]
    sounding = np.bincount(pitch % 12, table.duration[pitched], minlength=12)
    first = pitch[np.lexsort((pitch, table.start[pitched]))[0]]
    key = key_of_durations(sounding.tolist(), count=len(pitch), first=int(first))
    return key.name if key else ""
