import itertools
from dataclasses import replace

import pytest

from engine.training.trial import fastest_precision, measure
from engine.values.config import BatchConfig


def test_speed_is_tokens_by_the_clock_and_warming_up_is_not_counted(store, new_model):
    ticks = itertools.accumulate([0.0, 50.0, *[50.0, 0.5] * 2, 50.0, 2.0])
    made = measure(
        replace(new_model().config, steps=None),
        store,
        BatchConfig(rows=2, segment_length=16),
        steps=3,
        clock=lambda: next(ticks),
    )
    assert made.tokens_per_s == 64.0
    assert made.slowest_tokens_per_s == 16.0


class Stopwatch:
    """A clock by which products take what is given, and which knows how many there were."""

    def __init__(self, *seconds: float) -> None:
        self._ticks = itertools.chain.from_iterable((0.0, each) for each in seconds)
        self.products = 0.0

    def __call__(self) -> float:
        self.products += 0.5
        return next(self._ticks)


@pytest.mark.slow
def test_a_precision_is_chosen_by_speed():
    usual = [3.0, *[1.0] * 4]
    assert fastest_precision("cpu", clock=Stopwatch(*usual, 2.0, *[0.5] * 4)) == "bfloat16"
    assert fastest_precision("cpu", clock=Stopwatch(*usual, *[0.9] * 5)) == "float32"
    assert fastest_precision("mps") == "float32"


def test_who_multiplies_hopelessly_slowly_is_not_asked_again():
    clock = Stopwatch(*[1.0] * 5, 11.0)
    assert fastest_precision("cpu", clock=clock) == "float32"
    assert clock.products == 6
