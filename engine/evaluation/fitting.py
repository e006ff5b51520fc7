"""Fit the strengths of the rules to a model, on pieces that it has not learned from.

The value of a rule is what it adds to the likelihood of the real next notes. With logits b, leans d
of R rules and factors s, the probability of an id is softmax(b + s · d). Its logarithm is concave
in s, so that Newton's method finds the best factors. A factor whose gain could be chance becomes 0.
The copier is mixed in on top; its two factors are found on a grid.

Two rules predict nothing; they correct what happens while a model draws: parts that fall silent
(`PartDeficit`) and bars that repeat (`RepeatedBar`). `with_drift` switches them on if the model,
drawing without them, does this significantly more than real music (`drift.py`).

Legend: N ids that may follow, R rules.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.errors import SegueError
from engine.evaluation.drift import Drift
from engine.evaluation.forced import (
    FITTED,
    CopierGuess,
    ForcedChoice,
    ForcedSong,
    forced,
    start_bar,
)
from engine.generation.model import LiveModel
from engine.generation.priors import SHAPE, Scales
from engine.music.score import Score

# Bars of the prompt, and of the music after it that is read in each song.
PROMPT_BARS, BARS = 8, 16
FEWEST = 4
"""Fewest songs that distinguish a gain from chance; with fewer all rules stay off."""

AGAINST_SILENCE, AGAINST_REPEATING = 0.4, 1.0
"""Factors of the two rules where they are on. Of 0, 0.25, 0.4, 0.5 and 1 for silence, 0.4 came
nearest to real music on the *choose* songs (docs/experiments/2026-11-25-rules.md)."""

# Tried for both strengths of the copier, each with each; 0 is none.
_FACTORS = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4)
_MOST = 2.0  # of a factor: beyond that the proportions of `SHAPE` mean nothing
_STEPS, _RIDGE = 12, 1e-3
# Bootstraps over songs, for the test whether a gain could be chance.
_RESAMPLES = 500
_NAMES = ("part", "same_bar", "lags", "range")
_PREDICTING = (2, 3)  # of `FITTED`: rules that say what comes next

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
        songs: Any number; with fewer than `FEWEST` all rules stay off.
    """
    songs = [song for song in songs if song.notes]
    nothing = np.zeros(len(FITTED))
    before = _nats(songs, nothing)
    if len(songs) < FEWEST:
        mean = float(before.mean()) if songs else 0.0
        return Fit(scales=Scales(), songs=len(songs), before=mean, after=mean)
    factors = _without_chance(songs, _newton(songs, _PREDICTING))
    (ids, voices), after = _copier(songs, factors)
    scales = replace(
        Scales(**dict(zip(_NAMES, factors.tolist(), strict=True))), ids=ids, voices=voices
    )
    return Fit(scales=scales, songs=len(songs), before=float(before.mean()), after=after)


def with_drift(scales: Scales, found: Sequence[Drift]) -> Scales:
    """Return factors with the rules against drift that a model needs.

    Args:
        scales: The factors that the music was drawn with, both rules off.
        found: The drifts in some songs.
    """
    if len(found) < FEWEST:
        return scales
    silent = np.array([each.silent for each in found])
    repeated = np.array([each.repeated for each in found])
    return replace(
        scales,
        part=AGAINST_SILENCE if _surely_positive(silent) else 0.0,
        same_bar=AGAINST_REPEATING if _surely_positive(repeated) else 0.0,
    )


def _newton(songs: Sequence[ForcedSong], free: Sequence[int]) -> Floats:
    """Return the best factors, (R,); 0 for rules that are not free."""
    index = np.array(free, dtype=np.int64)
    factors = np.zeros(len(FITTED))
    factors[index] = 0.5
    for _ in range(_STEPS if len(index) else 0):
        slope, curve = np.zeros(len(FITTED)), _RIDGE * np.eye(len(FITTED))
        for song in songs:
            for choice in song.choices:
                if not choice.leans.any():
                    continue
                shares = _shares(choice, factors)
                expected = choice.leans @ shares
                slope += (choice.leans[:, choice.real] - expected) / song.notes
                spread = (choice.leans * shares) @ choice.leans.T - np.outer(expected, expected)
                curve += spread / song.notes
        step = np.linalg.solve(curve[np.ix_(index, index)], slope[index])
        moved = np.clip(factors[index] + step, 0.0, _MOST)
        done = np.abs(moved - factors[index]).max() < 1e-3
        factors[index] = moved
        if done:
            break
    return factors


def _without_chance(songs: Sequence[ForcedSong], factors: Floats) -> Floats:
    """Drop the factors whose gain could be chance, and fit the others again."""
    kept = []
    whole = _nats(songs, factors)
    for rule in np.flatnonzero(factors).tolist():
        without = factors.copy()
        without[rule] = 0.0
        if _surely_positive(_nats(songs, without) - whole):
            kept.append(rule)
    return _newton(songs, kept)


def _surely_positive(gains: Floats) -> bool:
    """Return whether the mean of gains is above 0 in nine of ten bootstraps over songs."""
    draws = np.random.default_rng(0).integers(0, len(gains), (_RESAMPLES, len(gains)))
    return bool(np.percentile(gains[draws].mean(axis=1), 10.0) > 0.0)


def _shares(choice: ForcedChoice, factors: Floats) -> Floats:
    scores = choice.logits.astype(np.float64) + factors @ choice.leans
    shares = np.exp(scores - scores.max())
    return np.asarray(shares / shares.sum())


def _nats(songs: Sequence[ForcedSong], factors: Floats) -> Floats:
    """Return the nats per note of each song with some factors, without the copier."""
    return np.array(
        [
            -sum(np.log(_shares(choice, factors)[choice.real]) for choice in song.choices)
            / song.notes
            for song in songs
        ]
    )


def _copier(songs: Sequence[ForcedSong], factors: Floats) -> tuple[tuple[float, float], float]:
    """Return the copier's best two factors, and the nats per note with them."""
    tables = [
        (np.array([_row(choice, factors) for choice in song.choices]), song.notes) for song in songs
    ]

    def nats(pair: tuple[float, float]) -> Floats:
        return np.array([_mixed_nats(table, *pair) / notes for table, notes in tables])

    alone = nats((0.0, 0.0))
    best = min(product(_FACTORS, _FACTORS), key=lambda pair: float(nats(pair).mean()))
    if best != (0.0, 0.0) and not _surely_positive(alone - nats(best)):
        best = (0.0, 0.0)
    return best, float(nats(best).mean())


def _row(choice: ForcedChoice, factors: Floats) -> tuple[float, ...]:
    """Return the probability of the real id, and the odds and correctness of each guess."""
    real = float(_shares(choice, factors)[choice.real])
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
