"""Can a plain classifier tell made music from real? `python -m benchmarks first` asks it.

A logistic regression through 0 learns from the differences of
both bars of a song, in standard deviations over songs. Each song is left out once and told by the
regression of the others: .5 cannot be told apart, 1 always. Made music is given away by the
figures with the largest weights times mean differences.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Figures
from benchmarks.quality.statistics import mean_of

Floats = NDArray[np.float64]
Values = Mapping[str, float]

RIDGE = 4.0
"""L2 penalty: among 20 songs and 25 figures chance tells half of the pairs, not more."""

_MOST = 4.0  # standard deviations that a difference counts at most
_ROUNDS = 25  # of Newton's method, which needs about six
_CLOSE = 1e-8
_SHOWN = 6  # figures that give it away


def differences(pairs: Sequence[tuple[Values, Values]], names: Sequence[str]) -> Floats:
    """Return made less real of each song, (songs, figures), in standard deviations of real songs.

    A figure that either bars do not allow is 0: it tells nothing.

    Args:
        pairs: The figures of made and of real bars.
        names: Of the figures.
    """
    found = np.zeros((len(pairs), len(names)))
    for column, name in enumerate(names):
        real = [values[name] for _, values in pairs if name in values]
        spread = float(np.std(real)) if len(real) > 1 else 0.0
        for row, (made, values) in enumerate(pairs):
            if name in made and name in values:
                # A figure in which all real songs are alike counts in its own unit.
                found[row, column] = (made[name] - values[name]) / (spread or 1.0)
    clipped: Floats = np.clip(found, -_MOST, _MOST)
    return clipped


def weights_of(features: Floats) -> Floats:
    """Return the weights of a logistic regression through 0 for which all rows are positive."""
    weights = np.zeros(features.shape[1])
    for _ in range(_ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-features @ weights))
        slope = features.T @ (1.0 - chance) - RIDGE * weights
        curve = (features.T * (chance * (1.0 - chance))) @ features
        step = np.linalg.solve(curve + RIDGE * np.eye(len(weights)), slope)
        weights += step
        if np.abs(step).max() < _CLOSE:
            break
    return weights


def told(features: Floats) -> Floats:
    """Return for each song whether the regression of the others tells it: 1, 0, or .5 at a tie."""
    found = np.empty(len(features))
    for row in range(len(features)):
        score = features[row] @ weights_of(np.delete(features, row, axis=0))
        found[row] = 0.5 * (1.0 + np.sign(score))
    return found


def told_apart(pairs: Sequence[tuple[Values, Values]]) -> Figures:
    """Return the rate at which made is told from real, its interval, and nats of figures.

    Args:
        pairs: The figures of made and of real bars, `FEWEST` songs at least.
    """
    names = sorted({name for pair in pairs for values in pair for name in values})
    features = differences(pairs, names)
    rate, nats = mean_of(told(features).tolist()), weights_of(features) * features.mean(axis=0)
    telling = np.argsort(-np.abs(nats))[:_SHOWN]
    return {
        "told": round(rate.value, 2),
        "from": round(rate.low, 2),
        "to": round(rate.high, 2),
        "songs": len(pairs),
        "by": {names[at]: round(float(nats[at]), 2) for at in telling},
    }
