"""The figures of a passage, each defined once: what its bars have in common, and means of notes.

The ranking of candidates, the aims of wishes, the user's taste, sections, the check of sliders and
the words on the cards all compare music by them. Where two of them differ on purpose, the one that
is not here says why.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from statistics import fmean

from engine.values.score import Note
from engine.values.time import BarMap

# Divisible by 3 and 4: eighth triplets and sixteenths each have their own place.
GRID_PER_QUARTER = 12

Onsets = frozenset[tuple[int, int, int]]
"""The onsets of one bar: (track, place in `GRID_PER_QUARTER`, pitch). Length and loudness do not
count."""
SILENCE: Onsets = frozenset()

_OF_A_BEAT = 8  # places: a note less than a 32nd off the beat is on it


def onsets_by_bar(
    notes: Iterable[tuple[int, Note]],
    bars: BarMap,
    *,
    ticks_per_quarter: int,
    grid: int = GRID_PER_QUARTER,
) -> dict[int, Onsets]:
    """Return the onsets of each bar that has any, by its number from 0.

    Args:
        notes: (track, note) of each.
        bars: Of the piece.
        ticks_per_quarter: Of the piece.
        grid: Places of a quarter.
    """
    found: dict[int, set[tuple[int, int, int]]] = {}
    for track, note in notes:
        bar = bars.bar_at(note.start)
        place = round((note.start - bars.start_of(bar)) * grid / ticks_per_quarter)
        found.setdefault(bar, set()).add((track, place, note.pitch))
    return {bar: frozenset(onsets) for bar, onsets in found.items()}


def rhythm_of(bar: Onsets) -> Onsets:
    """Return the onsets of a bar without their pitches."""
    return frozenset((track, place, 0) for track, place, _ in bar)


def share_in_common(one: Onsets, other: Onsets) -> float:
    """Return the share of the onsets of two bars that both have, 0 to 1; 1 for two silent bars."""
    return len(one & other) / len(one | other) if one or other else 1.0


def likeness(bars: Collection[Onsets], before: Collection[Onsets]) -> float:
    """Return what each bar has in common with the most similar bar before, the mean, 0 to 1.

    Args:
        bars: That sound.
        before: Bars that they are compared with; 0 is returned where either are none.
    """
    if not bars or not before:
        return 0.0
    return fmean(max(share_in_common(bar, old) for old in before) for bar in bars)


def off_beat_share(notes: Sequence[Note], bars: BarMap, *, ticks_per_quarter: int) -> float:
    """Return the share of notes, at least one, that begin off the quarters of their bar.

    A note that is a little early or late, as played ones are, is on the beat.
    """

    def place(note: Note) -> int:
        into_bar = note.start - bars.start_of(bars.bar_at(note.start))
        return round(into_bar * _OF_A_BEAT / ticks_per_quarter) % _OF_A_BEAT

    return fmean(place(note) != 0 for note in notes)


def mean_pitch(notes: Iterable[Note]) -> float:
    """Return the mean pitch of at least one note."""
    return fmean(note.pitch for note in notes)


def loudness(notes: Iterable[Note]) -> float:
    """Return the mean velocity of at least one note."""
    return fmean(note.velocity for note in notes)


def mean_length(notes: Iterable[Note], *, ticks_per_quarter: int) -> float:
    """Return the mean length of at least one note in quarters."""
    return fmean(note.duration for note in notes) / ticks_per_quarter


def intervals(line: Sequence[Note]) -> list[int]:
    """Return the semitones, at least 0, from each note of a line to the next."""
    return [abs(after.pitch - before.pitch) for before, after in pairwise(line)]
