"""Ratios are taken per round, so that a slow spell of the machine befalls all alike."""

from itertools import count

import pytest

from benchmarks.speed.timing import taking_turns


class Clock:
    """A clock that work moves forward, slower and slower as a machine under load."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.load = 1.0

    def __call__(self) -> float:
        return self.now_s


def test_ratio_is_exact_while_the_machine_slows_down() -> None:
    clock = Clock()
    order: list[str] = []

    def worker(name: str, *, seconds_s: float):
        def work() -> int:
            order.append(name)
            clock.now_s += seconds_s * clock.load
            return 100

        return work

    loads = count(1)
    contenders = {"ours": worker("ours", seconds_s=1.0), "theirs": worker("theirs", seconds_s=4.0)}
    rounds = []
    for speeds in taking_turns(
        contenders, reference="theirs", rounds=5, clock=clock, cpu_clock=clock
    ):
        rounds.append(speeds)
        clock.load = float(next(loads))
    final = rounds[-1]
    assert final["ours"].ratio == pytest.approx(4.0)
    assert final["ours"].ratio_low == pytest.approx(final["ours"].ratio_high)
    assert final["theirs"].ratio == 1.0
    assert final["ours"].cpu_ratio == pytest.approx(4.0)
    assert final["theirs"].share(final["ours"]) == pytest.approx(0.25)
    # Loads were 1, 1, 2, 3, 4 while measured: the median machine was twice as slow as at first.
    assert final["ours"].per_s == pytest.approx(50.0)
    assert final["ours"].rounds == 5
    # One round of warming up, then the order turns round.
    assert order[:6] == ["ours", "theirs", "ours", "theirs", "theirs", "ours"]
