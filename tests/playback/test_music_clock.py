"""Clock time and music time with literal numbers."""

import pytest

from engine.playback.clocks.music_clock import MusicClock, playable_factor


def test_music_moves_as_fast_as_its_factor_from_where_it_was() -> None:
    music_clock = MusicClock(100.0, 7.0, 0.5)
    assert music_clock.elapsed_at(100.0) == 7.0
    assert music_clock.elapsed_at(104.0) == 9.0
    assert music_clock.elapsed_at(98.0) == 6.0
    assert music_clock.clock_at(9.0) == 104.0
    assert music_clock.clock_at(6.0) == 98.0
    assert MusicClock(3.0).elapsed_at(5.0) == 2.0
    assert MusicClock(3.0).clock_at(2.0) == 5.0


def test_another_tempo_goes_on_from_the_same_music() -> None:
    faster = MusicClock(100.0, 7.0, 0.5).with_factor(2.0, 104.0)
    assert faster == MusicClock(104.0, 9.0, 2.0)
    assert faster.elapsed_at(105.0) == 11.0


def test_what_is_delayed_comes_so_much_later_by_the_clock() -> None:
    assert MusicClock(100.0, 7.0, 0.5).delayed(0.25) == MusicClock(100.25, 7.0, 0.5)


@pytest.mark.parametrize(
    ("factor", "played"),
    [(-1.0, 0.1), (0.0, 0.1), (0.1, 0.1), (0.2, 0.2), (1.0, 1.0), (3.9, 3.9), (4.1, 4.0)],
)
def test_a_factor_is_played_as_near_as_can_be(factor: float, played: float) -> None:
    assert playable_factor(factor) == played


def test_a_factor_that_is_no_number_is_the_slowest() -> None:
    assert playable_factor(float("nan")) == 0.1
