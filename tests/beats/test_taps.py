"""Beats and bars follow what a listener taps, if the taps agree with the music."""

import numpy as np
import pytest

from benchmarks.measures.beats import f_measure
from engine.beats.finding import find_tapped_beats
from engine.beats.notes import PlayedNotes
from engine.beats.taps import agreement, taps_on


def _pattern(*, seed: int = 0, beats: int = 80) -> tuple[PlayedNotes, np.ndarray]:
    """Return even notes in a tempo that drifts; nothing says which of them are beats."""
    random = np.random.default_rng(seed)
    spans = 0.5 * np.exp(np.cumsum(random.normal(0, 0.02, beats)))
    at = 1.0 + np.concatenate([[0], np.cumsum(spans)])
    onsets = np.sort(np.concatenate([at[:-1], at[:-1] + spans / 2]))
    pitches = 60 + np.arange(len(onsets)) * 5 % 12
    return (
        PlayedNotes(
            start_s=onsets,
            end_s=onsets + 0.2,
            pitch=pitches,
            velocity=np.full(len(onsets), 80),
            drum=np.zeros(len(onsets), np.bool_),
        ),
        at[:-1],
    )


def _tapped(beats: np.ndarray, *, seed: int, delay_s: float = 0.06) -> list[float]:
    random = np.random.default_rng(seed)
    return list(beats + delay_s + random.normal(0, 0.015, len(beats)))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("step", [1, 2])
def test_beats_are_where_they_were_tapped_and_go_on_about_as_fast(seed: int, step: int) -> None:
    notes, beats = _pattern(seed=seed)
    meant = beats[8::step][:24]
    found = find_tapped_beats(notes, _tapped(meant, seed=seed))
    assert found is not None
    inside = (found.seconds > meant[0] - 0.1) & (found.seconds < meant[-1] + 0.1)
    assert f_measure(found.seconds[inside], meant) > 0.95
    first = found.seconds[np.argmin(np.abs(found.seconds - meant[0]))]
    assert first in found.seconds[found.down]
    around = np.diff(found.seconds) / np.median(np.diff(meant))
    assert 0.6 < around.min() <= around.max() < 1.6


def test_a_missed_beat_is_filled_and_a_bounce_does_not_count() -> None:
    notes, beats = _pattern()
    taps = _tapped(beats[8:40], seed=3)
    del taps[7], taps[19]
    taps.append(taps[5] + 0.05)
    found = find_tapped_beats(notes, taps)
    assert found is not None
    tapped = beats[8:40]
    inside = found.seconds[(found.seconds > tapped[0] - 0.1) & (found.seconds < tapped[-1] + 0.1)]
    assert len(inside) == len(tapped)
    assert np.abs(inside - tapped).max() < 0.07


@pytest.mark.parametrize("delay_s", [-0.1, -0.03, 0.0, 0.05, 0.12])
def test_a_common_delay_is_taken_out(delay_s: float) -> None:
    notes, beats = _pattern(seed=5)
    taps = taps_on(notes, _tapped(beats[6:30], seed=1, delay_s=delay_s))
    assert taps is not None
    assert abs(np.median(taps - beats[6:30])) < 0.025


def test_taps_that_agree_with_nothing_find_nothing() -> None:
    notes, beats = _pattern()
    random = np.random.default_rng(9)
    uneven = [float(np.sort(random.uniform(3, 30, 30))[i]) for i in range(30)]
    for taps in (
        [],
        list(beats[:3]),
        uneven,
        list(300 + np.arange(20) * 0.5),
        [5.0] * 20,
    ):
        assert find_tapped_beats(notes, taps) is None, taps


def test_taps_between_the_notes_find_nothing() -> None:
    notes, _ = _pattern(beats=12)
    # One note every four seconds: most taps hit nothing.
    sparse = notes.chosen(np.arange(len(notes)) % 24 == 0)
    assert taps_on(sparse, list(0.3 + np.arange(10) * 0.61)) is None
    assert agreement(np.array([1.0, 2.0]), np.array([1.05, 2.2])) == 0.5
