"""The pitch that is drawn while one sings."""

import numpy as np
import pytest

from engine.listening.live_line import LiveLine
from engine.listening.network import RATE
from engine.values.hearing import LINE_STEP_S, NO_PITCH


def _tone(hertz: float, seconds: float) -> np.ndarray:
    times = np.arange(int(seconds * RATE)) / RATE
    harmonics = [np.sin(2 * np.pi * n * hertz * times) / n for n in (1, 2, 3)]
    return np.asarray(0.2 * np.sum(harmonics, axis=0))


@pytest.mark.parametrize(("hertz", "cents"), [(82.41, 4000), (220, 5700), (1046.5, 8400)])
def test_a_pitch_is_found_in_its_octave(hertz: float, cents: int) -> None:
    """Low voices and whistles are followed within a few cents."""
    line = LiveLine().feed(_tone(hertz, 0.4).astype(np.float32))
    assert line[10:] == pytest.approx([cents] * len(line[10:]), abs=8)


def test_values_come_soon_in_step_and_whatever_the_blocks_are() -> None:
    """A note is seen where it begins, 60 ms after it at most; noise and silence are none."""
    noise = np.random.default_rng(1).normal(0, 0.02, RATE // 2)
    sound = np.concatenate([np.zeros(RATE // 2), noise, _tone(330, 0.5)]).astype(np.float32)
    whole = LiveLine().feed(sound)
    live, pieces = LiveLine(), []
    for start in range(0, len(sound), 441):
        pieces += live.feed(sound[start : start + 441])
        assert len(pieces) * LINE_STEP_S >= min(len(sound), start + 441) / RATE - 0.06
    assert pieces == whole
    begins = next(n for n, cents in enumerate(whole) if cents != NO_PITCH)
    assert begins * LINE_STEP_S == pytest.approx(1, abs=0.03)
