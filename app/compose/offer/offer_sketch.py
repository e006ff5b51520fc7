"""Compute the melody and chords that distinguish alternatives on their cards."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from engine.harmony.chord_symbols import Chord, chord_name
from engine.harmony.chords import find_chords
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.time import BarMap


def tune_track_of(tracks: Mapping[int, Sequence[Note]]) -> int:
    """Return the track that has the tune: the one that is the highest on the average.

    Args:
        tracks: The notes of each pitched track.

    Returns:
        The track's index; 0 without notes.
    """
    heights = {
        index: sum(note.pitch for note in notes) / len(notes)
        for index, notes in tracks.items()
        if notes
    }
    return max(heights, key=lambda index: heights[index], default=0)


def tune_of(notes: Sequence[Note]) -> tuple[Note, ...]:
    """Return the melody of a track: its notes with no higher note sounding at their start."""
    found: list[Note] = []
    held_until, height = 0, -1
    for note in sorted(notes, key=lambda each: (each.start, -each.pitch)):
        begins_with_it = bool(found) and found[-1].start == note.start
        if begins_with_it or (note.start < held_until and note.pitch < height):
            continue
        found.append(note)
        held_until, height = note.end, note.pitch
    return tuple(found)


def bar_lines_of(bars: BarMap, *, start: int, end: int) -> tuple[int, ...]:
    """Return the ticks of the bar lines in [start, end)."""
    return tuple(tick for _, tick in bars.bar_starts(start, end))


@lru_cache(maxsize=64)
def chords_of(
    notes: tuple[Note, ...], lines: tuple[int, ...], end: int, piece: tuple[int, int, int]
) -> tuple[str, ...]:
    """Return the name of each bar's longest chord; empty for a bar without chords.

    Args:
        notes: Notes of all pitched tracks.
        lines: Start ticks of the bars.
        end: End tick of the last bar.
        piece: Ticks per quarter, numerator and denominator of the meter.
    """
    if not notes or not lines:
        return ()
    quarter, numerator, denominator = piece
    first = lines[0]
    alone = Score(
        ticks_per_quarter=quarter,
        time_signatures=(TimeSignature(0, numerator, denominator),),
        tracks=(Track(notes=tuple(sorted(_earlier(note, first) for note in notes))),),
    )
    chords = find_chords(alone)
    spans = pairwise((*lines, end))
    return tuple(_longest(chords, start - first, stop - first) for start, stop in spans)


def _earlier(note: Note, ticks: int) -> Note:
    return replace(note, start=max(0, note.start - ticks))


def _longest(chords: Sequence[Chord], start: int, end: int) -> str:
    lasts = [
        (min(end, following) - max(start, chord.tick), chord)
        for chord, following in zip(chords, (*(each.tick for each in chords[1:]), end), strict=True)
        if chord.tick < end and following > start and chord.quality != "none"
    ]
    if not lasts:
        return ""
    longest = max(lasts, key=lambda each: each[0])[1]
    # The cards have too little room for bass notes.
    return chord_name(replace(longest, bass=longest.root))
