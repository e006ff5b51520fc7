"""Does memory pay where music repeats itself? Gain by the distance of an earlier near-copy (T5).

For each bar: how much better are its notes predicted with the song carried in memory than with one
bar of context? Bars are told apart by how far back the nearest bar stands that is nearly the same
(shared ÷ all notes, as `structure.similarity`). Copies one bar back are seen either way; a gain
that stays large at 8 bars and more is what memory is for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.reading import Reading, nats_at_end
from benchmarks.evaluation.rows import SongSteps
from benchmarks.evaluation.song import EvaluatedSong
from engine.evaluation.musicality import Bar, bars

NO_END = 10_000
DISTANCES = ((1, 1), (2, 3), (4, 7), (8, 15), (16, NO_END))
NEAR = 0.7
NEW = 0.2
_FEWEST_NOTES = 4
_MOST_STEPS = 768
_ROWS = 16

Nats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyGain:
    """Bars with a near-copy at some distances, or with nothing like them before.

    Attributes:
        nearest: Bars back to the nearest near-copy, at least; 0 where nothing before is alike.
        farthest: The same, at most.
        bars: How many.
        short: Nats a note with one bar of context.
        carried: Nats a note with carried memory.
        error: Standard error of the gain a note, over bars.
    """

    nearest: int
    farthest: int
    bars: int
    short: float
    carried: float
    error: float

    @property
    def gain(self) -> float:
        """Nats a note that the memory is worth."""
        return self.short - self.carried


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bar:
    """One bar.

    Attributes:
        song: Which song it is of.
        before: Step with which the bar before it begins.
        begin: Step with which it begins.
        end: One past its last step.
        distance: How many bars back its near-copy stands; 0: nothing is alike.
        notes: How many it has.
        carried: Nats of it, memory carried.
    """

    song: SongSteps
    before: int
    begin: int
    end: int
    distance: int
    notes: int
    carried: float


def copy_gains(
    reading: Reading,
    songs: Sequence[EvaluatedSong],
    carried: Sequence[Nats],
    *,
    most_bars: int = 1500,
) -> tuple[CopyGain, ...]:
    """Return the gain for new bars, then for each of `DISTANCES` that occurs.

    Args:
        reading: Of the network.
        songs: Whose bars.
        carried: Of each song the nats of all ids but the first, with memory (`token_losses`).
        most_bars: Look at so many, spread evenly over all.
    """
    found = [
        bar
        for song, nats in zip(songs, carried, strict=True)
        for bar in _bars(song, reading.song(song.ids), nats)
    ]
    if not found:
        return ()
    spread = np.linspace(0, len(found) - 1, min(most_bars, len(found))).round().astype(int)
    # Alike in length, so that little is padding.
    chosen = sorted((found[i] for i in spread), key=lambda bar: bar.end - bar.before)
    short = [nats for part in _parts(chosen) for nats in _short(reading, part)]
    gains = []
    for nearest, farthest in ((0, 0), *DISTANCES):
        mine = [
            (bar, nats)
            for bar, nats in zip(chosen, short, strict=True)
            if nearest <= bar.distance <= farthest
        ]
        if mine:
            gains.append(_gain(nearest, farthest, mine))
    return tuple(gains)


def distance_of_copy(before: Sequence[Bar], bar: Bar) -> int | None:
    """Return how many bars back the nearest near-copy stands.

    Returns:
        1 for the bar before; 0 if nothing before is alike; None if something is, but not nearly.
    """
    alike = 0.0
    for distance, other in enumerate(reversed(before), 1):
        likeness = len(bar & other) / len(bar | other)
        if likeness >= NEAR:
            return distance
        alike = max(alike, likeness)
    return 0 if alike < NEW else None


def _bars(song: EvaluatedSong, read: SongSteps, carried: Nats) -> Iterator[_Bar]:
    contents = bars(song.score)
    ids, starts = song.bars.tolist(), read.step_at(song.bars).tolist()
    for index in range(1, min(len(contents), len(starts) - 1)):
        before, begin, end = starts[index - 1], starts[index], starts[index + 1]
        notes = int(read.notes[begin:end].sum())
        if min(notes, len(contents[index])) < _FEWEST_NOTES or end - before > _MOST_STEPS:
            continue
        distance = distance_of_copy(contents[:index], contents[index])
        if distance is not None:
            yield _Bar(
                song=read,
                before=before,
                begin=begin,
                end=end,
                distance=distance,
                notes=notes,
                carried=float(carried[ids[index] - 1 : ids[index + 1] - 1].sum()),
            )


def _parts(chosen: Sequence[_Bar]) -> Iterator[Sequence[_Bar]]:
    for first in range(0, len(chosen), _ROWS):
        yield chosen[first : first + _ROWS]


def _short(reading: Reading, part: Sequence[_Bar]) -> Iterator[float]:
    """Yield the nats of each bar, read from the beginning of the bar before it."""
    rows = reading.side_by_side([bar.song.window(bar.before, bar.end - 1) for bar in part])
    nats = nats_at_end(reading, rows, last=rows.length)
    for bar, one in zip(part, nats, strict=True):
        yield float(one[bar.begin - bar.end :].sum())


def _gain(nearest: int, farthest: int, pairs: Sequence[tuple[_Bar, float]]) -> CopyGain:
    by_bar = np.array([(short - bar.carried) / bar.notes for bar, short in pairs])
    notes = sum(bar.notes for bar, _ in pairs)
    error = by_bar.std(ddof=1) / np.sqrt(len(by_bar)) if len(by_bar) > 1 else 0.0
    return CopyGain(
        nearest=nearest,
        farthest=farthest,
        bars=len(pairs),
        short=sum(short for _, short in pairs) / notes,
        carried=sum(bar.carried for bar, _ in pairs) / notes,
        error=float(error),
    )
