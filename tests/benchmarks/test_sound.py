"""The figures of the sound: what they say of sounds that are known."""

import numpy as np
import pytest

from benchmarks.speed.sound import correlation, measure
from engine.ground.paths import demo_pieces
from engine.playback.sound.bank import shipped_bank


def test_correlation_is_one_for_mono_and_none_for_what_has_nothing_in_common() -> None:
    dice = np.random.default_rng(2)
    left, right = dice.standard_normal((2, 50_000)).astype(np.float32)
    assert set(correlation(np.stack((left, left), axis=1)).values()) == {1.0}
    assert all(abs(c) < 0.1 for c in correlation(np.stack((left, right), axis=1)).values())
    assert set(correlation(np.zeros((5000, 2), np.float32)).values()) == {0.0}


@pytest.mark.slow
def test_a_piece_is_measured_as_it_would_be_published() -> None:
    piece = demo_pieces() / "minuet-in-g.mid"
    *_, (share, figures) = measure([piece], bank=str(shipped_bank()))
    assert share == 1.0
    made = figures["pieces"][0]
    assert made["lufs"] == pytest.approx(-16.0, abs=0.5)
    assert made["true_peak_db"] <= -1.0
    assert made["dc_db"] < -80
    assert made["end_db"] < -90
    assert figures["velocity_db"]["127"] == 0.0
    assert figures["velocity_db"]["50"] == pytest.approx(40 * np.log10(50 / 127), abs=1.0)
    assert figures["core_share_64_notes"] > 0
    assert figures["start_s"] > 0
