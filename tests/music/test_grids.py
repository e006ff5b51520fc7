"""Whether notes lie on a grid."""

import numpy as np
import pytest

from engine.music.grids import are_off_grid


@pytest.mark.parametrize("parts", [1, 2, 3, 4, 6])
def test_written_notes_lie_on_a_grid_and_so_do_those_that_were_played_to_a_click(parts) -> None:
    places = np.arange(200) / parts
    assert not are_off_grid(places)
    assert not are_off_grid(places + 0.3)  # a late keyboard
    rng = np.random.default_rng(1)
    assert not are_off_grid(places + rng.normal(0, 0.02, 200))


def test_notes_of_a_free_performance_lie_on_none() -> None:
    rng = np.random.default_rng(2)
    assert are_off_grid(np.cumsum(rng.uniform(0.2, 0.6, 300)))


def test_a_few_notes_tell_nothing() -> None:
    assert not are_off_grid(np.array([0.13]))
