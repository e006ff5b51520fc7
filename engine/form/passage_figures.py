"""The figures of a passage, each defined once: what its bars have in common, and means of notes.

| figure | of |
| --- | --- |
| `share_in_common`, `mean_in_common` | two bars; bars beside those at their places |
| `likeness`, `own_likeness` | bars beside the most similar of others; of themselves |
| `standing` | bars beside the one before |
| `struck_again` | notes whose key is struck again within a time |
| `sounding` | notes that sound at once |
| `off_beat_share`, `mean_pitch`, `loudness`, `mean_length`, `intervals` | notes |

The ranking of candidates, the aims of wishes, the user's taste, plans, sections, the check of
sliders, the words on the cards and the benchmarks compare music by them. Where two figures differ
on purpose, the one that is not here says why.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
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

PROMPT_BARS = 16
"""Bars before a place that count as what music after it goes on from."""

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


def share_in_common(one: AbstractSet[Hashable], other: AbstractSet[Hashable]) -> float:
    """Return the share of the onsets of two bars that both have, 0 to 1; 1 for two silent bars."""
    return len(one & other) / len(one | other) if one or other else 1.0


def mean_in_common(
    pairs: Iterable[tuple[AbstractSet[Hashable], AbstractSet[Hashable]]],
) -> float:
    """Return the mean of what the two bars of each pair have in common; 1 without a pair."""
    shares = [share_in_common(one, other) for one, other in pairs]
    return fmean(shares) if shares else 1.0


def likeness(
    bars: Collection[AbstractSet[Hashable]], before: Collection[AbstractSet[Hashable]]
) -> float:
    """Return what each bar has in common with the most similar bar before, the mean, 0 to 1.

    Args:
        bars: That sound.
        before: Bars that they are compared with; 0 is returned where either are none.
    """
    if not bars or not before:
        return 0.0
    return fmean(max(share_in_common(bar, old) for old in before) for bar in bars)


def own_likeness(bars: Sequence[Onsets]) -> float:
    """Return what each bar has in common with the most similar of the others; 1 for one bar."""
    if len(bars) < 2:
        return 1.0
    return fmean(
        max(share_in_common(bar, other) for j, other in enumerate(bars) if j != i)
        for i, bar in enumerate(bars)
    )


def standing(bars: Mapping[int, Onsets]) -> float:
    """Return what bars have in common with the bar before, the mean; 0 where none has one.

    Args:
        bars: By their numbers.
    """
    pairs = [
        (bar, bars[number - 1]) for number, bar in bars.items() if bar and bars.get(number - 1)
    ]
    return mean_in_common(pairs) if pairs else 0.0


def struck_again(notes: Iterable[tuple[int, Note]], *, within: int) -> float:
    """Return the share of notes whose key is struck again in their track; 0 for no notes.

    It needs no bars, unlike `standing`: a free performance has none.

    Args:
        notes: (track, note) of each, no drums.
        within: Ticks.
    """
    last: dict[tuple[int, int], int] = {}
    again = count = 0
    for track, note in sorted(notes, key=lambda each: each[1].start):
        before = last.get((track, note.pitch))
        again += before is not None and 0 < note.start - before <= within
        last[track, note.pitch] = note.start
        count += 1
    return again / count if count else 0.0


def sounding(notes: Iterable[Note], *, start: int, end: int) -> float:
    """Return how many notes sound at once between two ticks, the mean."""
    held = (min(end, note.end) - max(start, note.start) for note in notes)
    return sum(max(0, ticks) for ticks in held) / max(1, end - start)


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
