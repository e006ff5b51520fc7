"""What is said of the time that an import still takes."""

from itertools import pairwise

import pytest

from engine.library.time_left import TimeLeft, spread


@pytest.mark.parametrize("count", [0, 1, 2, 7, 64, 424])
def test_files_are_read_spread_over_all_of_them(count: int) -> None:
    order = list(spread(count))
    assert sorted(order) == list(range(count))
    for done in range(8, count):
        # The gap between two of them is at most four times what it would be in even steps.
        inside = [-1, *sorted(order[:done]), count]
        assert max(b - a for a, b in pairwise(inside)) <= 4 * count / done


def test_slow_files_that_stand_together_do_not_mislead() -> None:
    """45 of 424 files take 100 times as long for their size, as played ones do."""
    sizes = [12_000] * 424
    costs = [3.0 if 60 <= place < 105 else 0.03 for place in range(424)]
    order, left, now_s = list(spread(424)), TimeLeft(), 0.0
    for size in sizes:
        left.add(size)
    total, ratios = sum(costs), list[float]()
    for count, place in enumerate(order, 1):
        now_s += costs[place]
        left.take(sizes[place], now_s)
        rest = total - now_s
        if left.seconds(now_s) >= 0 and count <= 380:
            ratios.append(left.seconds(now_s) / rest)
    assert len(ratios) == 380 - 23
    assert 1 / 1.5 <= min(ratios) <= max(ratios) <= 1.5


@pytest.mark.parametrize(
    ("files", "seconds", "known"),
    [(23, 0.1, False), (24, 0.1, True), (12, 2.9, False), (12, 3.1, True)],
)
def test_nothing_is_said_before_24_files_or_3_seconds(
    files: int, seconds: float, *, known: bool
) -> None:
    left = TimeLeft()
    for _ in range(files + 5):
        left.add(1000)
    for count in range(files):
        left.take(1000, 50.0 if count < 8 else 50.0 + seconds)
    assert (left.seconds(50.0 + seconds) >= 0) == known


def test_a_few_of_many_files_say_nothing_however_slow_they_were() -> None:
    left = TimeLeft()
    for _ in range(900):
        left.add(1000)
    for count in range(12):
        left.take(1000, 4.0 * count)
    assert left.seconds(44.0) < 0
