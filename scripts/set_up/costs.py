"""The report at the end of `run.py test`: the dearest test files, and the budget."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

# Files of each list.
MOST = 10


@dataclass(frozen=True)
class Cost:
    """The time of one test file, or of all.

    Attributes:
        processor_s: Seconds of processors, those of child processes that have ended included.
        wall_s: Seconds on the clock, one test after the other.
        cases: How many tests there were.
    """

    processor_s: float = 0.0
    wall_s: float = 0.0
    cases: int = 0

    @property
    def waiting_s(self) -> float:
        """Seconds in which no process of the test worked, or another one had the processor."""
        return max(0.0, self.wall_s - self.processor_s)

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.processor_s + other.processor_s,
            self.wall_s + other.wall_s,
            self.cases + other.cases,
        )


def read_costs(paths: Iterable[Path]) -> dict[str, Cost]:
    """Return what each test file took in all passes; a pass that was cut off wrote nothing."""
    found: dict[str, Cost] = {}
    for path in paths:
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        for name, (processor_s, wall_s, cases) in told.items():
            found[name] = found.get(name, Cost()) + Cost(processor_s, wall_s, cases)
    return found


def report(costs: Mapping[str, Cost], *, clock_s: float, budget_s: float) -> Iterator[str]:
    """Yield the lines of the report.

    Args:
        costs: Of each test file.
        clock_s: What the whole run took on the clock.
        budget_s: What it may take on two free cores; 0 where there is no budget.
    """
    if not costs:
        return
    by_processor = sorted(costs.items(), key=lambda row: -row[1].processor_s)[:MOST]
    by_waiting = sorted(costs.items(), key=lambda row: -row[1].waiting_s)[:MOST]
    yield "Most processor seconds:"
    yield from (f"{cost.processor_s:8.1f}  {name}" for name, cost in by_processor)
    yield "Most seconds of waiting:"
    yield from (f"{cost.waiting_s:8.1f}  {name}" for name, cost in by_waiting)
    total = sum(costs.values(), Cost())
    waiting_s = sum(cost.waiting_s for cost in costs.values())
    yield (
        f"{total.cases} tests: {total.processor_s:.0f} s of processor, {waiting_s:.0f} s of "
        f"waiting, {clock_s:.0f} s on the clock."
    )
    if budget_s:
        over = f"over by {clock_s - budget_s:.0f} s" if clock_s > budget_s else "kept"
        yield f"The budget, {budget_s:.0f} s on two free cores, is {over}."
