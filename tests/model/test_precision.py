"""8 bits are taken where they are measured to be faster; the clock is an argument."""

import itertools

import pytest

from engine.model.precision import fastest_precision
from engine.model.products import int8_works

# Each turn asks twice: float32 takes the first number of seconds, 8 bits the second.
TURNS = [(10.0, 5.0, "int8"), (10.0, 9.0, "float32"), (10.0, 30.0, "float32")]


def clock_of(exact_s, rounded_s):
    """Turns of float32 and 8 bits that last so long, and now and then much longer."""
    now = itertools.accumulate(
        itertools.chain.from_iterable(
            (0.0, exact_s + late, 0.0, rounded_s + late) for late in itertools.cycle((0.0, 99.0))
        )
    )
    return lambda: next(now)


@pytest.mark.skipif(not int8_works(), reason="this PyTorch has no 8-bit weights")
@pytest.mark.parametrize(("exact_s", "rounded_s", "wanted"), TURNS)
def test_eight_bits_have_to_save_a_fifth_of_the_time(small, exact_s, rounded_s, wanted):
    model = small().float()
    assert fastest_precision(model, clock=clock_of(exact_s, rounded_s)) == wanted


def test_where_there_are_no_eight_bits_nothing_is_measured(small, monkeypatch):
    monkeypatch.setattr("engine.model.packed.int8_works", lambda: False)
    assert fastest_precision(small(), clock=lambda: pytest.fail("measured")) == "float32"
