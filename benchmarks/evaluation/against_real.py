"""Made against real: do the bars that a model makes lie where the real next bars lie?

Loss is not enough: listeners agree better with distances between distributions than with
perplexity (arXiv 2511.07268). Every figure is taken of what really follows a prompt and of what is
made of it; where the means of a collection differ is what one hears. The distance is the mean of
those differences over figures, each in its `Figure.unit` and less what chance explains, then over
collections: 0 for more real bars of the same kind, however few songs are asked (a little above it
where they are very few), 1 where the means lie as far apart as single real songs do.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.likeness import FIGURES, figures_of, likeness_by_lag
from benchmarks.evaluation.passages import Continue, Passage, borrowed, continued

RESAMPLES = 1000
# Of a bootstrap: from the 2.5th to the 97.5th percentile.
_TAILS = (2.5, 97.5)

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Song:
    """A passage of a song.

    Attributes:
        name: What figures call it.
        collection: Which songs it belongs to.
        passage: Its prompt and its real next bars.
    """

    name: str
    collection: str
    passage: Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The figures of what is made of a prompt and of what really follows it.

    Attributes:
        name: The song's.
        collection: The song's.
        made: By figure.
        real: By figure.
        made_lags: Likeness by lag.
        real_lags: Likeness by lag.
    """

    name: str
    collection: str
    made: Values
    real: Values
    made_lags: Mapping[int, float]
    real_lags: Mapping[int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A figure and its 95 % interval by bootstrap over songs."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure of some songs.

    Attributes:
        songs: How many could be asked.
        made: The mean of what is made.
        real: The mean of what is real.
    """

    songs: int
    made: Interval
    real: Interval


def pair_of(song: Song, made: Passage) -> Pair:
    """Return the figures of a song's real bars beside those of others after the same prompt."""
    return Pair(
        name=song.name,
        collection=song.collection,
        made=figures_of(made),
        real=figures_of(song.passage),
        made_lags=likeness_by_lag(made),
        real_lags=likeness_by_lag(song.passage),
    )


def pairs_of(
    songs: Sequence[Song], continue_: Continue, *, seed: int = 0
) -> Iterator[tuple[Passage, Pair]]:
    """Yield what a model makes of each song's prompt, and its figures.

    Args:
        songs: Where to go on from.
        continue_: The model.
        seed: Of the first song; each has the next one.
    """
    for number, song in enumerate(songs):
        made = continued(song.passage, continue_, seed=seed + number)
        yield made, pair_of(song, made)


def other_songs(songs: Sequence[Song]) -> Iterator[Pair]:
    """Yield each prompt with the bars of the next song of its collection: surely wrong music.

    Every figure asks for likeness to the prompt, so that this is where one ends up without any.
    """
    for song in songs:
        others = [other for other in songs if other.collection == song.collection]
        other = others[(others.index(song) + 1) % len(others)]
        if other is not song:
            yield pair_of(song, borrowed(song.passage, other.passage))


def halves(pairs: Sequence[Pair]) -> list[Pair]:
    """Return pairs of real bars of one song beside real bars of another of its collection.

    Their distance is what is left of chance: it tends to 0 with the number of songs, and no model
    can be told to be nearer.
    """
    found = []
    for name in _collections(pairs):
        here = [pair for pair in pairs if pair.collection == name]
        for mine, other in zip(here[::2], here[1::2], strict=False):
            found.append(replace(mine, made=other.real, made_lags=other.real_lags))
    return found


def distance(pairs: Sequence[Pair]) -> float:
    """Return how far what is made lies from what is real: 0 is nowhere.

    The mean over collections of the mean over figures of |mean made − mean real| ÷ unit, less what
    chance explains; figures that a collection cannot be asked are left out of its mean.

    Raises:
        ValueError: There is no pair.
    """
    if not pairs:
        raise ValueError("a distance needs at least one song")
    return float(np.mean([_distance_of(_terms(pairs, name)) for name in _collections(pairs)]))


def distance_interval(pairs: Sequence[Pair], *, resamples: int = RESAMPLES) -> Interval:
    """Return the distance with its interval, songs drawn anew within each collection."""
    draw = np.random.default_rng(0)
    drawn = np.zeros(resamples)
    collections = _collections(pairs)
    for name in collections:
        terms = _terms(pairs, name)
        chosen = draw.integers(0, len(terms), (resamples, len(terms)))
        drawn += _distance_of(terms[chosen]) / len(collections)
    value = distance(pairs)
    # A mean of absolute values grows by drawing anew: as much as it did is taken off.
    low, high = np.percentile(drawn - drawn.mean() + value, _TAILS)
    return Interval(value=value, low=max(0.0, float(low)), high=float(high))


def table_of(pairs: Sequence[Pair]) -> dict[str, Row]:
    """Return each figure, made and real, of songs that could be asked both."""
    rows = {}
    for name in FIGURES:
        both = [(p.made[name], p.real[name]) for p in pairs if name in p.made and name in p.real]
        if both:
            made, real = zip(*both, strict=True)
            rows[name] = Row(songs=len(both), made=mean_interval(made), real=mean_interval(real))
    return rows


def lags_of(pairs: Sequence[Pair]) -> dict[int, tuple[float, float]]:
    """Return the likeness by lag, made and real."""
    rows = {}
    for lag in sorted({lag for pair in pairs for lag in pair.real_lags}):
        both = [
            (pair.made_lags[lag], pair.real_lags[lag])
            for pair in pairs
            if lag in pair.made_lags and lag in pair.real_lags
        ]
        if both:
            made, real = np.mean(both, axis=0).tolist()
            rows[lag] = (made, real)
    return rows


def by_collection(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    """Return the pairs of each collection, in the order in which they come."""
    return {
        name: [pair for pair in pairs if pair.collection == name] for name in _collections(pairs)
    }


def mean_interval(values: Sequence[float], *, resamples: int = RESAMPLES) -> Interval:
    """Return a mean with its interval, values drawn anew.

    Raises:
        ValueError: There is no value.
    """
    if not values:
        raise ValueError("a mean needs at least one value")
    array = np.asarray(values, dtype=np.float64)
    rows = np.random.default_rng(0).integers(0, len(array), (resamples, len(array)))
    low, high = np.percentile(array[rows].mean(axis=1), _TAILS)
    return Interval(value=float(array.mean()), low=float(low), high=float(high))


def _collections(pairs: Sequence[Pair]) -> list[str]:
    return list(dict.fromkeys(pair.collection for pair in pairs))


def _terms(pairs: Sequence[Pair], collection: str) -> NDArray[np.float64]:
    """Return (made − real) ÷ unit of a collection's songs, (songs, figures); NaN: not asked."""
    counted = {name: figure.unit for name, figure in FIGURES.items() if figure.unit}
    return np.array(
        [
            [
                (pair.made[name] - pair.real[name]) / unit
                if name in pair.made and name in pair.real
                else math.nan
                for name, unit in counted.items()
            ]
            for pair in pairs
            if pair.collection == collection
        ]
    )


def _distance_of(terms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean over figures of |mean|, each less what chance explains among so few songs.

    The square of a mean is too large by its variance over their number, on the mean.

    Args:
        terms: (…, songs, figures), NaN where not asked.

    Returns:
        (…).
    """
    asked = ~np.isnan(terms)
    count = asked.sum(axis=-2)
    values = np.where(asked, terms, 0.0)
    mean = values.sum(axis=-2) / np.maximum(count, 1)
    off = np.where(asked, values - mean[..., None, :], 0.0)
    chance = (off**2).sum(axis=-2) / np.maximum(count - 1, 1) / np.maximum(count, 1)
    found = np.sqrt(np.maximum(0.0, mean**2 - chance))
    distances: NDArray[np.float64] = found.sum(axis=-1) / np.maximum((count > 0).sum(axis=-1), 1)
    return distances
