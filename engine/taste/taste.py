"""A taste: a weight for each trait, by which alternatives are compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from engine.taste.traits import NO_TRAITS, Traits


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """The traits that a user prefers.

    Attributes:
        weights: How much one step of each trait adds to the logarithm of the odds.
        sure: Names of the traits whose weights are surely not 0, the strongest first.
    """

    weights: Traits = NO_TRAITS
    sure: tuple[str, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nothing was learned."""
        return not any(self.weights.values)

    def scores(self, alternatives: Sequence[Traits]) -> tuple[float, ...]:
        """Return how much each alternative is preferred to the mean of all, in nats."""
        weights = self.weights.values
        return tuple(
            sum(weight * step for weight, step in zip(weights, steps, strict=True))
            for steps in relative(alternatives)
        )


NO_TASTE = Taste()


def relative(alternatives: Sequence[Traits]) -> list[list[float]]:
    """Return how far the traits of each alternative are from the mean of all.

    The unit is the standard deviation among the alternatives, but at least one step: so a wide
    trait counts no more than others, and a difference that nobody hears counts little.

    Returns:
        For each alternative its traits, in the order of `NAMES`.
    """
    columns = list(zip(*(each.values for each in alternatives), strict=True))
    middles = [fmean(column) for column in columns]
    units = [
        max(1.0, _deviation(column, middle))
        for column, middle in zip(columns, middles, strict=True)
    ]
    return [
        [
            (value - middle) / unit
            for value, middle, unit in zip(each.values, middles, units, strict=True)
        ]
        for each in alternatives
    ]


def _deviation(values: Sequence[float], middle: float) -> float:
    """Return the standard deviation; `statistics.pstdev` takes 20 times as long for exact sums."""
    return sqrt(fmean((value - middle) ** 2 for value in values))
