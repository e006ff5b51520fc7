"""Fit the strengths of the rules to a model, on pieces that it has not learned from.

The value of a rule is what it adds to the likelihood of the real next notes. With logits b, the
leans d of the rule (`BarLags`) and its factor s, the probability of an id is softmax(b + s · d).
Its logarithm is concave in s, so that Newton's method finds the best factor. If its gain could be
chance, it becomes 0. The copier is mixed in on top; its two factors are found on a grid.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.forced import (
    CopierGuess,
    ForcedChoice,
    ForcedSong,
    forced,
    start_bar,
)
from engine.generation.model import LiveModel
from engine.generation.priors import SHAPE, Scales
from engine.ground.errors import SegueError
from engine.values.score import Score

# Bars of the prompt, and of the music after it that is read in each song.
PROMPT_BARS, BARS = 8, 16
FEWEST_SONGS = 4
"""Fewest songs that distinguish a gain from chance; with fewer all rules stay off."""

# Tried for both strengths of the copier, each with each; 0 is none.
_FACTORS = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4)
_MOST = 2.0  # of a factor: beyond that the proportions of `SHAPE` mean nothing
_STEPS, _RIDGE = 12, 1e-3
# Bootstraps over songs, for the test whether a gain could be chance.
_RESAMPLES = 500

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """The result of fitting.

    Attributes:
        scales: The factors.
        songs: Number of songs.
        before: Nats per note of the network alone.
        after: Nats per note with these factors, on the same songs.
    """

    scales: Scales
    songs: int
    before: float
    after: float


def read_songs(
    model: LiveModel,
    songs: Sequence[Score],
    *,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[ForcedSong]:
    """Yield the leans of the rules in each song that is long enough.

    Args:
        model: The model.
        songs: Songs that it has not learned from.
        stopped: Called before each song; returns whether to stop.
    """
    for score in songs:
        if stopped():
            return
        start = start_bar(score, prompt_bars=PROMPT_BARS, bars=BARS)
        if start is None:
            continue
        try:
            yield forced(model, score, start_bar=start, bars=BARS, priors=SHAPE)
        except SegueError:
            continue


def fit(songs: Sequence[ForcedSong]) -> Fit:
    """Return the factors that make the real next notes of songs most likely.

    Args:
        songs: Any number; with fewer than `FEWEST_SONGS` all rules stay off.
    """
    songs = [song for song in songs if song.notes]
    before = _nats(songs, 0.0)
    if len(songs) < FEWEST_SONGS:
        mean = float(before.mean()) if songs else 0.0
        return Fit(scales=Scales(), songs=len(songs), before=mean, after=mean)
    lags = _newton(songs)
    if not _surely_positive(before - _nats(songs, lags)):
        lags = 0.0
    (ids, voices), after = _copier(songs, lags)
    scales = Scales(lags=lags, ids=ids, voices=voices)
    return Fit(scales=scales, songs=len(songs), before=float(before.mean()), after=after)


def _newton(songs: Sequence[ForcedSong]) -> float:
    """Return the best factor."""
    factor = 0.5
    for _ in range(_STEPS):
        slope, curve = 0.0, _RIDGE
        for song in songs:
            for choice in song.choices:
                if not choice.leans.any():
                    continue
                shares = _shares(choice, factor)
                expected = float(choice.leans @ shares)
                slope += (float(choice.leans[choice.real]) - expected) / song.notes
                curve += (float(choice.leans**2 @ shares) - expected**2) / song.notes
        moved = min(_MOST, max(0.0, factor + slope / curve))
        done = abs(moved - factor) < 1e-3
        factor = moved
        if done:
            break
    return factor


def _surely_positive(gains: Floats) -> bool:
    """Return whether the mean of gains is above 0 in nine of ten bootstraps over songs."""
    draws = np.random.default_rng(0).integers(0, len(gains), (_RESAMPLES, len(gains)))
    return bool(np.percentile(gains[draws].mean(axis=1), 10.0) > 0.0)


def _shares(choice: ForcedChoice, factor: float) -> Floats:
    scores = choice.logits.astype(np.float64) + factor * choice.leans
    shares = np.exp(scores - scores.max())
    return np.asarray(shares / shares.sum())


def _nats(songs: Sequence[ForcedSong], factor: float) -> Floats:
    """Return the nats per note of each song with some factor, without the copier."""
    return np.array(
        [
            -sum(np.log(_shares(choice, factor)[choice.real]) for choice in song.choices)
            / song.notes
            for song in songs
        ]
    )


def _copier(songs: Sequence[ForcedSong], factor: float) -> tuple[tuple[float, float], float]:
    """Return the copier's best two factors, and the nats per note with them."""
    tables = [
        (np.array([_row(choice, factor) for choice in song.choices]), song.notes) for song in songs
    ]

    def nats(pair: tuple[float, float]) -> Floats:
        return np.array([_mixed_nats(table, *pair) / notes for table, notes in tables])

    alone = nats((0.0, 0.0))
    best = min(product(_FACTORS, _FACTORS), key=lambda pair: float(nats(pair).mean()))
    if best != (0.0, 0.0) and not _surely_positive(alone - nats(best)):
        best = (0.0, 0.0)
    return best, float(nats(best).mean())


def _row(choice: ForcedChoice, factor: float) -> tuple[float, ...]:
    """Return the probability of the real id, and the odds and correctness of each guess."""
    real = float(_shares(choice, factor)[choice.real])
    return (real, *_guess(choice.by_ids, choice), *_guess(choice.by_voices, choice))


def _guess(guess: CopierGuess | None, choice: ForcedChoice) -> tuple[float, float]:
    if guess is None or guess.place < 0:
        return 0.0, 0.0
    return guess.odds, float(guess.place == choice.real)


def _mixed_nats(table: Floats, ids: float, voices: float) -> float:
    """Return the nats of the real ids with the surer guess mixed in."""
    by_ids, by_voices = ids * table[:, 1], voices * table[:, 3]
    odds = np.maximum(by_ids, by_voices)
    right = np.where(by_ids >= by_voices, table[:, 2], table[:, 4])
    share = odds / (1.0 + odds)
    return float(-np.log(np.maximum((1.0 - share) * table[:, 0] + share * right, 1e-12)).sum())
