"""Means and distances of songs with 95 % intervals by bootstrap.

For a mean, songs are drawn anew among all. A distance is a mean over collections, so for it they
are drawn anew within each.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.against_real import Interval, Pair, distance
from benchmarks.evaluation.likeness import FIGURES

RESAMPLES = 1000
DISTANCE_RESAMPLES = 200
FEWEST = 5
"""Songs from which an interval is given."""

_TAILS = (2.5, 97.5)
_SEED = 0

Values = Mapping[str, float]


def mean_of(values: Sequence[float]) -> Interval:
    """Return the mean over songs with its interval, songs drawn anew.

    Args:
        values: One of each song, at least one. Of fewer than `FEWEST` nothing is sure: the
            interval has no bounds.
    """
    array = np.asarray(values, dtype=np.float64)
    if len(array) < FEWEST:
        return Interval(value=float(array.mean()), low=-np.inf, high=np.inf)
    rng = np.random.default_rng(_SEED)
    means = array[rng.integers(0, len(array), (RESAMPLES, len(array)))].mean(axis=1)
    low, high = np.percentile(means, _TAILS)
    return Interval(value=float(array.mean()), low=float(low), high=float(high))


def ratio_of(values: Sequence[float], weights: Sequence[float]) -> Interval:
    """Return a sum over a sum, such as nats a note, with its interval, songs drawn anew.

    Args:
        values: One of each song, at least one.
        weights: What each is divided by, such as its notes.
    """
    sums, counts = np.asarray(values, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    value = float(sums.sum() / max(1.0, counts.sum()))
    if len(sums) < FEWEST:
        return Interval(value=value, low=-np.inf, high=np.inf)
    drawn = np.random.default_rng(_SEED).integers(0, len(sums), (RESAMPLES, len(sums)))
    ratios = sums[drawn].sum(axis=1) / np.maximum(1.0, counts[drawn].sum(axis=1))
    low, high = np.percentile(ratios, _TAILS)
    return Interval(value=value, low=float(low), high=float(high))


def is_clear(difference: Interval) -> bool:
    """Return whether an interval excludes 0."""
    return difference.low > 0.0 or difference.high < 0.0


def distance_of(pairs: Sequence[Pair]) -> Interval:
    """Return the distance with its interval."""
    return _interval(pairs, pairs, lambda one, _: distance(one), distance(pairs))


def distance_change(pairs: Sequence[Pair], full: Sequence[Pair]) -> Interval:
    """Return how much farther one machine is than another on the same songs.

    Args:
        pairs: Of the one.
        full: Of the other, of the same songs in the same order.
    """
    value = distance(pairs) - distance(full)
    return _interval(pairs, full, lambda one, other: distance(one) - distance(other), value)


def anchor_of(pool: Mapping[str, Sequence[Values]], counts: Mapping[str, int]) -> Interval:
    """Return the distance between as many real songs and as many others of their collections.

    No machine can be told to be nearer. The interval is of the resamples.

    Args:
        pool: Figures of real bars, by collection; a song may stand in several resamples.
        counts: Songs of each collection that the machine is judged by.
    """
    rng = np.random.default_rng(_SEED)
    found = []
    for _ in range(DISTANCE_RESAMPLES):
        pairs: list[Pair] = []
        for collection, count in counts.items():
            songs = pool[collection]
            if len(songs) < 2:
                continue
            for _ in range(count):
                one, other = rng.choice(len(songs), size=2, replace=False).tolist()
                pairs.append(pair_of_figures(collection, made=songs[other], real=songs[one]))
        if pairs:
            found.append(distance(pairs))
    low, high = np.percentile(found, _TAILS) if found else (np.nan, np.nan)
    value = float(np.mean(found)) if found else np.nan
    return Interval(value=value, low=float(low), high=float(high))


def pair_of_figures(collection: str, *, made: Values, real: Values) -> Pair:
    """Return the figures of two passages as a pair."""
    return Pair(name="", collection=collection, made=made, real=real, made_lags={}, real_lags={})


def gap_of(pair: Pair) -> float:
    """Return how far what is made of one song lies from what is real, in units of the figures."""
    asked = [name for name in FIGURES if name in pair.made and name in pair.real]
    counted = [(name, FIGURES[name].unit) for name in asked if FIGURES[name].unit]
    terms = [abs(pair.made[name] - pair.real[name]) / unit for name, unit in counted]
    return float(np.mean(terms))


def _interval(
    one: Sequence[Pair],
    other: Sequence[Pair],
    of: Callable[[Sequence[Pair], Sequence[Pair]], float],
    value: float,
) -> Interval:
    """Return a figure of the same songs, drawn anew, with what drawing anew adds taken off."""
    collections = [pair.collection for pair in one]
    drawn = np.array(
        [
            of([one[index] for index in chosen], [other[index] for index in chosen])
            for chosen in _drawn(collections, DISTANCE_RESAMPLES)
        ]
    )
    low, high = np.percentile(drawn - drawn.mean() + value, _TAILS)
    return Interval(value=value, low=float(low), high=float(high))


def _drawn(collections: Sequence[str], resamples: int) -> NDArray[np.int64]:
    """Return indices of songs drawn anew within each collection, (resamples, songs)."""
    rng = np.random.default_rng(_SEED)
    labels = np.asarray(collections)
    drawn = np.zeros((resamples, len(labels)), dtype=np.int64)
    for name in dict.fromkeys(collections):
        here = np.flatnonzero(labels == name)
        drawn[:, here] = here[rng.integers(0, len(here), (resamples, len(here)))]
    return drawn
