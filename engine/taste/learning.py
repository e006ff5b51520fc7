"""Learns which traits a user prefers, from what was kept and what was passed over.

The model is the one of Bradley and Terry (1952) for more than two alternatives (Luce 1959): the
probability that an alternative is kept is proportional to exp(weights · traits). The weights have
a Gaussian prior around 0, so that few choices move little. `learned` returns the most probable
weights; Newton's method finds them, for the problem is convex.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.taste.taste import NO_TASTE, Taste, relative
from engine.taste.traits import NAMES, Traits

MOST_CHOICES = 100
"""Choices that are learned from, the latest; earlier ones are forgotten, as tastes change."""
MOST_PASSED = 7
"""Alternatives beside the one that was kept, at most."""

# Standard deviation of a weight before the first choice, per step of its trait.
_PRIOR = 0.3
# Newton's method doubles the exact digits with each round.
_ROUNDS = 8
# Preferences shows a weight that is so many standard deviations from 0.
_SHOWN_DEVIATIONS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One decision of the user.

    Attributes:
        kept: Traits of the alternative that was kept.
        passed: Traits of those that were heard and not kept.
    """

    kept: Traits
    passed: tuple[Traits, ...]


def learned(choices: Sequence[Choice]) -> Taste:
    """Return the taste that explains choices best.

    Args:
        choices: In the order they were made; the latest `MOST_CHOICES` count.
    """
    offers = [
        np.array(relative((choice.kept, *choice.passed)))
        for choice in choices[-MOST_CHOICES:]
        if choice.passed
    ]
    if not offers:
        return NO_TASTE
    weights = np.zeros(len(NAMES))
    for _ in range(_ROUNDS):
        slope, curvature = _slope_and_curvature(offers, weights)
        weights = weights + np.linalg.solve(curvature, slope)
    _, curvature = _slope_and_curvature(offers, weights)
    deviations = np.sqrt(np.diag(np.linalg.inv(curvature)))
    order = np.argsort(-np.abs(weights))
    sure = tuple(NAMES[i] for i in order if abs(weights[i]) > _SHOWN_DEVIATIONS * deviations[i])
    return Taste(weights=Traits(**dict(zip(NAMES, weights.tolist(), strict=True))), sure=sure)


def _slope_and_curvature(
    offers: Sequence[NDArray[np.float64]], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the gradient of the log posterior and its negated Hessian.

    Args:
        offers: Of each choice, the traits (alternatives, T), the kept one first.
        weights: (T,)
    """
    slope = -weights / _PRIOR**2
    curvature = np.eye(len(weights)) / _PRIOR**2
    for traits in offers:
        odds = traits @ weights
        share = np.exp(odds - odds.max())
        share /= share.sum()
        mean = share @ traits
        slope = slope + traits[0] - mean
        curvature += (traits * share[:, None]).T @ traits - np.outer(mean, mean)
    return slope, curvature
