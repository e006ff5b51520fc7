"""A score at other ticks."""

from engine.values.score import Score


def moved(score: Score, by: int) -> Score:
    """Return everything so many ticks later; what would be before 0 comes at 0.

    Of several tempos, meters or keys that come there the last one holds, as it held before.

    Args:
        score: As it is.
        by: Ticks; earlier where it is negative.
    """
    return score.at_ticks(lambda tick: max(0, tick + by))
