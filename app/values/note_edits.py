"""Edit notes: pure functions from notes to new notes."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from app.values.geometry import snapped
from engine.harmony.keys import Key
from engine.values.score import Note

Notes = tuple[Note, ...]


def moved(notes: Notes, *, ticks: int, semitones: int) -> Notes:
    """Return the notes moved; the group stops at tick 0, pitch 0 and pitch 127."""
    if not notes:
        return ()
    ticks = max(ticks, -min(note.start for note in notes))
    semitones = transposed_within(notes, semitones)
    return tuple(replace(n, start=n.start + ticks, pitch=n.pitch + semitones) for n in notes)


def transposed_within(notes: Iterable[Note], semitones: int) -> int:
    """Return how far notes can be transposed together, at most by so many semitones."""
    pitches = [note.pitch for note in notes]
    return min(max(semitones, -min(pitches)), 127 - max(pitches)) if pitches else semitones


def moved_in_scale(notes: Notes, key: Key, *, steps: int) -> Notes:
    """Return the notes moved by scale steps; a note outside the scale moves into it."""
    return tuple(replace(note, pitch=_scale_step(note.pitch, key, steps)) for note in notes)


def _scale_step(pitch: int, key: Key, steps: int) -> int:
    scale = [p for p in range(128) if p % 12 in key.scale]
    if steps > 0:
        above = [p for p in scale if p > pitch]
        return above[min(steps, len(above)) - 1] if above else pitch
    below = [p for p in scale if p < pitch]
    return below[-min(-steps, len(below))] if below else pitch


def end_moved(notes: Notes, *, ticks: int, shortest: int) -> Notes:
    """Return the notes with moved ends; none gets shorter than `shortest`."""
    return tuple(
        replace(n, duration=max(min(shortest, n.duration), n.duration + ticks)) for n in notes
    )


def start_moved(notes: Notes, *, ticks: int, shortest: int) -> Notes:
    """Return the notes with moved starts and the same ends."""
    changed = []
    for note in notes:
        latest = note.end - min(shortest, note.duration)
        start = min(max(0, note.start + ticks), latest)
        changed.append(replace(note, start=start, duration=note.end - start))
    return tuple(changed)


def louder(notes: Notes, *, by: int) -> Notes:
    """Return the notes with changed velocities, 1 to 127."""
    return tuple(replace(n, velocity=min(max(n.velocity + by, 1), 127)) for n in notes)


def quantised(notes: Notes, *, step: int, strength: float) -> Notes:
    """Return the notes moved towards the grid, with the same lengths.

    Args:
        notes: The notes.
        step: The grid in ticks.
        strength: 0 moves nothing, 1 moves onto the grid.
    """
    return tuple(
        replace(n, start=max(0, round(n.start + (snapped(n.start, step) - n.start) * strength)))
        for n in notes
    )


def repeated(notes: Notes, *, step: int) -> Notes:
    """Return a copy after the notes, at the first grid line past their end."""
    if not notes:
        return ()
    first, last = min(n.start for n in notes), max(n.end for n in notes)
    span = last - first
    shift = -(-span // step) * step if step > 1 else span
    return tuple(replace(n, start=n.start + shift, origin=0) for n in notes)


def tied(notes: Notes, track: Notes, *, longest_gap: int) -> tuple[Notes, Notes]:
    """Return (removed, added) notes that join neighbours of the same pitch.

    Each run of given notes of one pitch becomes one note. A single given note is joined with the
    next note of its pitch.

    Args:
        notes: The notes to join, sorted.
        track: All notes of the track, sorted.
        longest_gap: Longest gap in ticks that is filled.
    """
    removed: list[Note] = []
    added: list[Note] = []
    chosen = frozenset(notes)
    done: set[Note] = set()
    for note in notes:
        if note in done:
            continue
        chain = _chain(note, track, chosen, longest_gap)
        done.update(chain)
        if len(chain) > 1:
            removed += chain
            added.append(replace(note, duration=max(n.end for n in chain) - note.start))
    return tuple(sorted(removed)), tuple(sorted(added))


def _chain(note: Note, track: Notes, chosen: frozenset[Note], longest_gap: int) -> list[Note]:
    """Return a note and the notes that are joined to it."""
    chain = [note]
    for other in track[bisect_right(track, note) :]:
        if other.start > chain[-1].end + longest_gap:
            break
        if other.pitch != note.pitch:
            continue
        if other not in chosen and len(chain) > 1:
            break
        chain.append(other)
        if other not in chosen:
            break
    return chain
