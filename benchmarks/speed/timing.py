"""Taking turns: contenders run one after another, round after round, and are compared per round."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

Work = Callable[[], int]
"""Does a fixed amount of work and returns how many units (tokens, files, bytes) it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """What one contender did.

    Attributes:
        name: Who.
        per_s: Units a second, median of the rounds.
        low: First quartile.
        high: Third quartile.
        per_cpu_s: Units a second of processor time, median.
        ratio: To the reference in the same round, median; 1 for the reference itself.
        ratio_low: Lowest of the rounds.
        ratio_high: Highest of the rounds.
        cpu_ratio: The same of units a processor second, median: what others on the machine take
            away is not in it.
        rounds: Rounds measured.
        rates: Units a second of each round.
    """

    name: str
    per_s: float
    low: float
    high: float
    per_cpu_s: float
    ratio: float
    ratio_low: float
    ratio_high: float
    cpu_ratio: float
    rounds: int
    rates: tuple[float, ...] = field(repr=False)

    def share(self, floor: "Speed") -> float:
        """Return how much of another's speed this one has, median of the rounds."""
        pairs = zip(self.rates, floor.rates, strict=True)
        return statistics.median(mine / other for mine, other in pairs)


@dataclass(frozen=True, slots=True)
class _Turn:
    per_s: float
    per_cpu_s: float


def taking_turns(
    contenders: Mapping[str, Work],
    *,
    reference: str,
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
    cpu_clock: Callable[[], float] = time.process_time,
) -> Iterator[dict[str, Speed]]:
    """Yield the speeds known after each round.

    The first round warms caches up and is not counted; the order turns round with every round, so
    that nobody always runs after the same neighbour.

    Args:
        contenders: Who takes part.
        reference: Whose speed the ratios are to.
        rounds: Rounds that are counted.
        clock: Wall seconds.
        cpu_clock: Processor seconds of this process, all threads together.
    """
    for work in contenders.values():
        work()
    turns: dict[str, list[_Turn]] = {name: [] for name in contenders}
    names = list(contenders)
    for done in range(1, rounds + 1):
        for name in names:
            turns[name].append(_measure(contenders[name], clock, cpu_clock))
        names.append(names.pop(0))
        yield {name: _speed(name, turns, reference, done) for name in contenders}


def _measure(work: Work, clock: Callable[[], float], cpu_clock: Callable[[], float]) -> _Turn:
    began_s, cpu_began_s = clock(), cpu_clock()
    units = work()
    return _Turn(
        per_s=units / max(1e-9, clock() - began_s),
        per_cpu_s=units / max(1e-9, cpu_clock() - cpu_began_s),
    )


def _speed(name: str, turns: dict[str, list[_Turn]], reference: str, rounds: int) -> Speed:
    rates = [turn.per_s for turn in turns[name]]
    ratios = [
        mine.per_s / theirs.per_s
        for mine, theirs in zip(turns[name], turns[reference], strict=True)
    ]
    cpu_ratios = [
        mine.per_cpu_s / theirs.per_cpu_s
        for mine, theirs in zip(turns[name], turns[reference], strict=True)
    ]
    low, high = _quartiles(rates)
    return Speed(
        name=name,
        per_s=statistics.median(rates),
        low=low,
        high=high,
        per_cpu_s=statistics.median(turn.per_cpu_s for turn in turns[name]),
        ratio=statistics.median(ratios),
        ratio_low=min(ratios),
        ratio_high=max(ratios),
        cpu_ratio=statistics.median(cpu_ratios),
        rounds=rounds,
        rates=tuple(rates),
    )


def _quartiles(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return values[0], values[0]
    first, _, third = statistics.quantiles(values, n=4, method="inclusive")
    return first, third
