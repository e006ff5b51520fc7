"""`python -m benchmarks told-apart FILE.json`: can a plain classifier tell made music from real?

FILE.json has the records of `ablate`: figures of real bars, of those that each variant made of the
same prompt, and of the controls. A logistic regression through 0 learns from the differences of
both bars of a song, in standard deviations over songs. Each song is left out once and told by the
regression of the others: .5 cannot be told apart, 1 always. The figures with the largest weights
say what gives made music away.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.command import read_records
from benchmarks.quality.statistics import FEWEST, mean_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.errors import SegueError

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
    """Return the rate at which made is told from real, its interval, and what gives it away.

    Args:
        pairs: The figures of made and of real bars, `FEWEST` songs at least.
    """
    names = sorted({name for pair in pairs for values in pair for name in values})
    features = differences(pairs, names)
    rate, weights = mean_of(told(features).tolist()), weights_of(features)
    telling = sorted(range(len(names)), key=lambda at: -abs(weights[at]))[:_SHOWN]
    return {
        "told": round(rate.value, 2),
        "from": round(rate.low, 2),
        "to": round(rate.high, 2),
        "songs": len(pairs),
        "by": {names[at]: round(float(weights[at]), 2) for at in telling},
    }


def pairs_in(records: Iterable[Mapping[str, object]]) -> dict[str, list[tuple[Values, Values]]]:
    """Return the pairs of figures, made and real, by variant and by control."""
    found: dict[str, list[tuple[Values, Values]]] = {}
    for record in records:
        real = record.get("real")
        for kind in ("made", "controls"):
            made = record.get(kind)
            if not isinstance(real, dict) or not isinstance(made, dict):
                continue
            for name, figures in made.items():
                found.setdefault(name, []).append((figures, real))
    return found


def _measure(arguments: Arguments, _output: Output) -> Figures:
    pairs = pairs_in(read_records(arguments.file)["records"])
    enough = {name: each for name, each in pairs.items() if len(each) >= FEWEST}
    if not enough:
        raise SegueError("The file has too few drawn songs.", hint="Draw more with ‘ablate’.")
    return {name: told_apart(each) for name, each in enough.items()}


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.json", help="what `ablate --out` wrote")


BENCHMARKS = {"told-apart": Benchmark(define=_define, measure=_measure, about=__doc__)}
