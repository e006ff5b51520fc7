"""Pixels and grids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.values.geometry import SNAP_NAMES, Transform, snap_step, snapped, snapped_down

transforms = st.builds(
    Transform,
    pixels_per_tick=st.floats(0.002, 2.0),
    row_height=st.floats(4, 32),
    left=st.floats(0, 1e6),
    top=st.floats(0, 2000),
)


@given(transforms, st.floats(0, 1e6))
def test_x_and_tick_are_inverse(transform: Transform, tick: float) -> None:
    assert transform.tick_at(transform.x_of(tick)) == pytest.approx(tick, abs=1e-3)


@given(transforms, st.integers(0, 127))
def test_every_pitch_is_found_in_the_middle_of_its_row(transform: Transform, pitch: int) -> None:
    assert transform.pitch_at(transform.y_of(pitch) + transform.row_height / 2) == pitch


@given(transforms, st.floats(0.2, 5), st.floats(0, 1000))
def test_zoom_keeps_the_tick_under_the_pointer(
    transform: Transform, factor: float, x: float
) -> None:
    zoomed = transform.zoomed(factor, at_x=x)
    before = transform.tick_at(x)
    # Time never begins right of the left edge: only there the tick may move.
    assert zoomed.left == 0 or zoomed.tick_at(x) == pytest.approx(before, abs=0.5)


def test_scrolling_stops_at_the_beginning() -> None:
    assert Transform(left=100).scrolled(pixels_x=-1e6, pixels_y=-1e6) == Transform()


@pytest.mark.parametrize(
    ("name", "ticks"),
    [("1/1", 1920), ("1/4", 480), ("1/16", 120), ("1/8T", 160), ("1/8.", 360), ("off", 1)],
)
def test_grid_values(name: str, ticks: int) -> None:
    assert snap_step(name, ticks_per_quarter=480, pixels_per_tick=0.1) == ticks


def test_every_grid_value_has_ticks() -> None:
    assert all(snap_step(n, ticks_per_quarter=480, pixels_per_tick=0.1) >= 1 for n in SNAP_NAMES)


def test_the_adaptive_grid_gets_finer_when_zoomed_in() -> None:
    steps = [
        snap_step("adaptive", ticks_per_quarter=480, pixels_per_tick=scale)
        for scale in (0.005, 0.02, 0.1, 0.5)
    ]
    assert steps == sorted(steps, reverse=True)
    assert steps[0] == 1920
    assert steps[-1] == 60


def test_snapping_rounds_and_floors_from_the_bar_line() -> None:
    assert snapped(170, 120) == 120
    assert snapped(190, 120) == 240
    assert snapped_down(239, 120) == 120
    assert snapped(1000, 120, origin=50) == 1010
    assert snapped(123.4, 1) == 123
