"""Hashes of a song: of its exact notes, of its tune in any key, and of its melodic windows.

None depends on the file's tick grid, names or order of tracks.
"""

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from engine.copying.windows import SongWindows, gathered, hashed_notes
from engine.library.table import Column, NoteTable

# Notes: long enough that two songs rarely share one by chance.
WINDOW = 16
# Hashes of a sketch: 256 bytes a song.
SKETCH_SIZE = 32
# Steps per quarter: a multiple of the common resolutions 96, 120, 192, 240 and 480.
_EXACT_GRID = 960
_TUNE_GRID = 12
_HASH_BYTES = 16
_Hashes = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The hashes of a song.

    Attributes:
        notes: Equal for songs with exactly the same notes and velocities, 16 bytes.
        tune: Equal for songs with the same pitches and onsets, transposed, shifted in time or
            played with other velocities, 16 bytes.
        sketch: The smallest `SKETCH_SIZE` of the hashes of all windows of 16 melody notes; the
            share that two sketches have in common estimates that of the windows (Broder 1997, "On
            the resemblance and containment of documents").
    """

    notes: bytes
    tune: bytes
    sketch: bytes


def fingerprint(table: NoteTable) -> Fingerprint:
    """Return a song's fingerprint; it must have notes."""
    return Fingerprint(_exact(table), _tune(table), _sketch(table))


def resemblance(first: bytes, second: bytes) -> float:
    """Return the estimated share of melodic windows two sketches have in common, 0 to 1."""
    a, b = (np.frombuffer(sketch, "<u8") for sketch in (first, second))
    if not len(a) or not len(b):
        return 0.0
    smallest = np.union1d(a, b)[:SKETCH_SIZE]
    both = np.intersect1d(a, b, assume_unique=True)
    return float(np.isin(smallest, both, assume_unique=True).mean())


def windows_of(table: NoteTable) -> SongWindows:
    """Return the windows of a song for the search of copies, equal to `windows_of_score`."""
    found = []
    for parts in _voices(table):
        notes = np.flatnonzero(np.isin(table.part, parts) & (table.drum == 0))
        ticks, pitches = table.start[notes], table.pitch[notes]
        if len(parts) > 1:
            # Each note once, because a model reads the parts of an instrument as one.
            ticks, pitches = np.unique(np.stack((ticks, pitches)), axis=1)
        places, hashes = hashed_notes(ticks, pitches, table.ticks_per_quarter)
        found.append((ticks[places], hashes))
    return gathered(found, table.bar_map)


def _voices(table: NoteTable) -> list[list[int]]:
    """Return the pitched parts one by one, then those of each shared instrument together."""
    instruments: dict[int, list[int]] = {}
    for part in np.unique(table.part[table.drum == 0]).tolist():
        instruments.setdefault(table.part_programs[part], []).append(part)
    several = [parts for parts in instruments.values() if len(parts) > 1]
    return [[part] for parts in instruments.values() for part in parts] + several


def _on_grid(ticks: Column, table: NoteTable, grid: int) -> Column:
    """Return ticks in `grid` steps a quarter note, rounded half up."""
    source = table.ticks_per_quarter
    return (2 * ticks * grid + source) // (2 * source)


def _exact(table: NoteTable) -> bytes:
    start = _on_grid(table.start, table, _EXACT_GRID)
    end = _on_grid(table.start + table.duration, table, _EXACT_GRID)
    return _digest(start, table.drum, table.pitch, end - start, table.velocity)


def _tune(table: NoteTable) -> bytes:
    start = _on_grid(table.start - table.start[0], table, _TUNE_GRID)
    pitched = table.drum == 0
    lowest = int(table.pitch[pitched].min()) if pitched.any() else 0
    return _digest(start, table.drum, np.where(pitched, table.pitch - lowest, table.pitch))


def _digest(*columns: Column) -> bytes:
    rows = np.stack(columns)
    order = np.lexsort(rows[::-1])
    data = np.ascontiguousarray(rows[:, order].astype("<i4"))
    return blake2b(data.tobytes(), digest_size=_HASH_BYTES).digest()


def _sketch(table: NoteTable) -> bytes:
    hashes = np.unique(melody_windows(table))[:SKETCH_SIZE]
    return hashes.astype("<u8").tobytes()


def melody_windows(table: NoteTable) -> _Hashes:
    """Return a hash of each window of 16 successive melody notes: intervals and onsets.

    The melody is the highest pitched note at each onset; without pitched notes, the lowest
    drum. Onsets count in twelfths of a quarter, relative to the window's first note.
    """
    pitched = table.drum == 0
    chosen = pitched if pitched.any() else ~pitched
    start = _on_grid(table.start[chosen], table, _TUNE_GRID)
    pitch = table.pitch[chosen]
    # Sorted by start, then pitch: the last of each onset is its highest note.
    top = np.flatnonzero(np.diff(start, append=start[-1] + 1))
    start, pitch = start[top], pitch[top]
    if len(start) <= WINDOW:
        return np.empty(0, np.uint64)
    steps = (np.diff(pitch) & 0xFF) << 16 | np.minimum(np.diff(start), 0xFFFF)
    mixed = _mixed(steps.astype(np.uint64))
    windows = np.lib.stride_tricks.sliding_window_view(mixed, WINDOW - 1)
    weights = _mixed(np.arange(1, WINDOW, dtype=np.uint64)) | np.uint64(1)
    return _mixed((windows * weights).sum(axis=1, dtype=np.uint64))


def _mixed(values: _Hashes) -> _Hashes:
    """Return well-mixed values: the finalizer of SplitMix64 (Steele et al. 2014)."""
    z = values + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
