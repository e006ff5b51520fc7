"""Is it this song's past, in its order, that the memory is for? The shuffled-memory control (T4).

The same notes are predicted after one bar that is always the same, and before it four kinds of
past: the song's own, its own bars in another order, as much of another song, and none. A network
that only uses its memory for key and instruments does as well with the second as with the first.
The song's declarations come before all of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.reading import SEGMENT, Reading, nats_at_end
from benchmarks.evaluation.rows import Rows, SongSteps, joined
from benchmarks.evaluation.song import EvaluatedSong

KINDS = ("true", "permuted", "other", "none")
_FEWEST_BARS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffledMemory:
    """What each kind of past is worth.

    Attributes:
        places: How many places in songs this is the mean of.
        nats: Nats a note after each of `KINDS`.
        worse: How much more than with the true past, by kind.
        errors: Standard error of that, over places.
    """

    places: int
    nats: dict[str, float]
    worse: dict[str, float]
    errors: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Song:
    """A song in steps, and the step with which each of its bars begins."""

    steps: SongSteps
    bars: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Place:
    """One place in a song.

    Attributes:
        number: The song's.
        song: The song.
        past: Where each bar of the past begins, and where the last one ends.
        begin: Step with which the targets begin; the bar before them is after the past.
        notes: Notes among the targets.
    """

    number: int
    song: SongSteps
    past: tuple[int, ...]
    begin: int
    notes: int


def shuffled_memory(
    reading: Reading,
    songs: Sequence[EvaluatedSong],
    *,
    past: int = 512,
    targets: int = 64,
    places: int = 48,
    segment_length: int = SEGMENT,
    seed: int = 0,
) -> ShuffledMemory:
    """Measure all four kinds of past at the same places.

    Args:
        reading: Of the network.
        songs: At least two.
        past: Steps of the past that is exchanged, at most; whole bars of it.
        targets: Steps predicted at each place.
        places: How many places, at most, spread evenly over all bars that have such a past.
        segment_length: T.
        seed: Of the order of bars and the choice of other songs.

    Raises:
        ValueError: No song has enough bars, or there is only one.
    """
    read = [_read(reading, song) for song in songs]
    found = list(_places(read, past=past, targets=targets))
    if not found or len(songs) < 2:
        raise ValueError("no song has a past to exchange")
    spread = np.linspace(0, len(found) - 1, min(places, len(found))).round().astype(int)
    chosen = [found[index] for index in spread]
    draw = np.random.default_rng(seed)
    nats = {kind: np.zeros(len(chosen)) for kind in KINDS}
    for number, place in enumerate(chosen):
        rows = [_row(place, before, targets) for before in _pasts(read, place, draw)]
        both = reading.side_by_side(rows)
        found_here = nats_at_end(reading, both, last=targets, segment_length=segment_length)
        for kind, one in zip(KINDS, found_here, strict=True):
            nats[kind][number] = one.sum()
    # So that the mean over places is nats a note of all of them together.
    a_note = 1.0 / max(1.0, float(np.mean([place.notes for place in chosen])))
    worse = {kind: (values - nats["true"]) * a_note for kind, values in nats.items()}
    del worse["true"]
    return ShuffledMemory(
        places=len(chosen),
        nats={kind: float(values.mean()) * a_note for kind, values in nats.items()},
        worse={kind: float(values.mean()) for kind, values in worse.items()},
        errors={kind: _standard_error(values) for kind, values in worse.items()},
    )


def _read(reading: Reading, song: EvaluatedSong) -> _Song:
    steps = reading.song(song.ids)
    return _Song(steps=steps, bars=steps.step_at(song.bars))


def _places(songs: Sequence[_Song], *, past: int, targets: int) -> Iterator[_Place]:
    for number, song in enumerate(songs):
        bars = song.bars
        for bar in range(_FEWEST_BARS + 1, len(bars)):
            begin = int(bars[bar])
            if begin + targets > song.steps.steps:
                break
            first = int(np.searchsorted(bars, bars[bar - 1] - past))
            if bar - 1 - first < _FEWEST_BARS:
                continue
            yield _Place(
                number=number,
                song=song.steps,
                past=tuple(bars[first:bar].tolist()),
                begin=begin,
                notes=int(song.steps.notes[begin : begin + targets].sum()),
            )


def _pasts(
    songs: Sequence[_Song], place: _Place, draw: np.random.Generator
) -> Iterator[list[Rows]]:
    """Yield each of `KINDS` of past at a place, in parts."""
    bars = [place.song.rows.between(begin, end) for begin, end in pairwise(place.past)]
    yield bars
    yield [bars[index] for index in _another_order(len(bars), draw)]
    yield [_of_another(songs, place, draw)]
    yield []


def _row(place: _Place, before: Sequence[Rows], targets: int) -> Rows:
    """Return one row: the song's declarations, a past, the bar before the targets, and these."""
    own = place.song.rows.between(place.past[-1], place.begin + targets - 1)
    return joined([place.song.opening, *before, own])


def _another_order(count: int, draw: np.random.Generator) -> NDArray[np.int64]:
    order = draw.permutation(count)
    # A shift of the order is another order, too, and never the same one.
    return order if (order != np.arange(count)).any() else np.roll(order, 1)


def _of_another(songs: Sequence[_Song], place: _Place, draw: np.random.Generator) -> Rows:
    """Return as many steps that lead up to a bar line of another song, fewer if it has fewer."""
    wanted = place.past[-1] - place.past[0]
    number = int(draw.integers(len(songs) - 1))
    other = songs[number + (number >= place.number)]
    ends = other.bars[other.bars > wanted]
    end = int(draw.choice(ends)) if len(ends) else other.steps.rows.length
    return other.steps.rows.between(max(other.steps.head, end - wanted), end)


def _standard_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
