"""A critic: a small ranker that learned which bars really come next, from plain figures.

The score of a candidate is a weighted sum of its figures (`benchmarks.evaluation.continuity`). The
weights are those of a conditional logit (McFadden 1974): the probability that a candidate is the
real one is proportional to exp(score), among the candidates after one prompt. Experiment
2026-11-26-critic made the weights that lie beside this module.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.continuity import Figures, continuity
from benchmarks.evaluation.which_next import Choice
from engine.errors import ModelFileError
from engine.paths import starter_model
from engine.planning.chord_model import ChordModel, load_chord_model

WEIGHTS = Path(__file__).with_name("critic.json")
"""The weights that were learned from songs of *choose*."""

RIDGE = 60.0
"""L2 penalty for figures in standard deviations; 30 to 120 tell as well (2026-11-26-critic)."""

_ROUNDS = 40  # of Newton's method, which needs about six
_CLOSE = 1e-8  # the longest step, in weights, at which the method has arrived

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Critic:
    """The weights of the figures, and the counts that some figures need.

    Attributes:
        weights: For one unit of each figure.
        chords: Counts of chords, for the figures.
    """

    weights: Mapping[str, float]
    chords: ChordModel

    def score(self, figures: Figures) -> float:
        """Return the score of a candidate; only differences after one prompt have a meaning."""
        return sum(weight * figures[name] for name, weight in self.weights.items())

    def chosen(self, choice: Choice) -> int:
        """Return which candidate of a choice has the highest score."""
        scores = [self.score(continuity(passage, self.chords)) for passage in choice.candidates]
        return scores.index(max(scores))


def starter_chords() -> ChordModel:
    """Return the counts of chords of the starter, with which the weights were learned.

    Raises:
        ModelFileError: The starter has none.
    """
    found = load_chord_model(starter_model())
    if found is None:
        raise ModelFileError("The starter has no counts of chords.")
    return found


def read_critic(path: Path = WEIGHTS) -> Critic:
    """Return the critic whose weights are in a file, by figure."""
    weights = msgspec.json.decode(path.read_bytes(), type=dict[str, float])
    return Critic(weights=weights, chords=starter_chords())


def learned(
    choices: Sequence[Sequence[Figures]], chords: ChordModel, *, ridge: float = RIDGE
) -> Critic:
    """Return what choices teach.

    Args:
        choices: The figures of the candidates of each, the real one first; as many of each.
        chords: Counts of chords that the figures were taken with.
        ridge: L2 penalty.
    """
    names = list(choices[0][0])
    values = np.array([[[one[name] for name in names] for one in each] for each in choices])
    apart = values - values.mean(axis=1, keepdims=True)
    units = np.sqrt(np.square(apart).mean(axis=(0, 1)))
    units[units == 0.0] = 1.0
    weights = _weights(apart / units, ridge) / units
    return Critic(weights=dict(zip(names, weights.tolist(), strict=True)), chords=chords)


def _weights(apart: Floats, ridge: float) -> Floats:
    """Return the weights by Newton's method.

    Args:
        apart: (choices, candidates, figures), the real candidate first.
        ridge: L2 penalty.
    """
    weights: Floats = np.zeros(apart.shape[2])
    for _ in range(_ROUNDS):
        scores = apart @ weights
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        expected = np.einsum("nk,nkf->nf", chances, apart)
        slope = (apart[:, 0] - expected).sum(axis=0) - ridge * weights
        off = apart - expected[:, None]
        curve = np.einsum("nk,nkf,nkg->fg", chances, off, off) + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < _CLOSE:
            break
    return weights
