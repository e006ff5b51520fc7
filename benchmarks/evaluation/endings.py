"""Does it know where a piece ends? The chance of the end token there and at all other bar lines."""

import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.reading import Reading, song_nats
from benchmarks.evaluation.song import Ids

BEFORE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Endings:
    """How likely an end is where pieces end and where they go on.

    Attributes:
        songs: How many.
        bar_lines: Places where they might have ended and did not.
        at_end: Mean chance of an end where a piece ends.
        elsewhere: Mean chance of an end at the other bar lines.
        before: Mean chance of an end so many bars before the end, at index 0 where it is.
        rank: Share of a piece's other bar lines at which an end is less likely than at its own end,
            mean over pieces: 0.5 is chance, 1 is knowing it.
    """

    songs: int
    bar_lines: int
    at_end: float
    elsewhere: float
    before: tuple[float, ...]
    rank: float


def endings(reading: Reading, songs: Iterable[Ids]) -> Endings:
    """Return how likely an end is where pieces end and where they go on.

    Args:
        reading: Of the network.
        songs: Ids of each, begin included; those that are cut off before their end are left out.

    Raises:
        ValueError: No song is there to its end with at least two bars.
    """
    whole = [ids for ids in songs if ids[-1] == reading.vocabulary.end]
    found = [end_chances(reading, ids)[::-1] for ids in whole]
    found = [chances for chances in found if len(chances) > 1]
    if not found:
        raise ValueError("no song is there to its end")
    elsewhere = np.concatenate([chances[1:] for chances in found])
    return Endings(
        songs=len(found),
        bar_lines=len(elsewhere),
        at_end=statistics.mean(float(chances[0]) for chances in found),
        elsewhere=float(elsewhere.mean()),
        before=tuple(_means_by_index([chances[:BEFORE] for chances in found])),
        rank=statistics.mean(float((chances[1:] < chances[0]).mean()) for chances in found),
    )


def _means_by_index(sequences: Sequence[NDArray[np.float64]]) -> Iterator[float]:
    """Yield the mean of all sequences at each index that any of them has."""
    for index in range(max(len(sequence) for sequence in sequences)):
        yield statistics.mean(float(one[index]) for one in sequences if index < len(one))


def end_chances(reading: Reading, ids: Ids) -> NDArray[np.float64]:
    """Return the chance of an end where each bar of a song is over, (bars,), memory carried."""
    song, vocabulary = reading.song(ids), reading.vocabulary
    after = song.rows.targets[0, :, 0].numpy()
    over = np.flatnonzero((after == vocabulary.bar) | (after == vocabulary.end))
    nats = song_nats(reading, song, song.rows.wanting(vocabulary.end))
    # Before the first bar nothing is over.
    chances: NDArray[np.float64] = np.exp(-nats[over[1:], 0])
    return chances
