"""The search for beats and bars in logits."""

import numpy as np
import pytest

from engine.beats.bars import down_beats, lengths_of
from engine.beats.features import FRAMES_A_SECOND
from engine.beats.tracking import BeatSearch, Tracking, at_one_level, beat_frames


def _logits(seconds: list[float], *, noise: float = 0.0, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    frames = np.full(round((seconds[-1] + 1) * FRAMES_A_SECOND), -5.0)
    frames += random.normal(0, noise, len(frames))
    for at in seconds:
        frames[round(at * FRAMES_A_SECOND)] = 3.0
    return frames


def _close(found: np.ndarray, seconds: list[float]) -> float:
    """Return the share of the beats that were found within a frame and a half."""
    times = found / FRAMES_A_SECOND
    return float(np.mean([np.abs(times - at).min() < 1.5 / FRAMES_A_SECOND for at in seconds]))


@pytest.mark.parametrize("bpm", [30, 60, 97, 140, 200])
def test_an_even_beat_is_found(bpm: int) -> None:
    seconds = [1 + n * 60 / bpm for n in range(40)]
    found = beat_frames(_logits(seconds))
    assert _close(found, seconds) == 1
    assert len(found) <= len(seconds) + 2


def test_a_tempo_that_slows_down_is_followed() -> None:
    seconds = [1.0]
    for beat in range(40):
        seconds.append(seconds[-1] + 0.4 * 1.02**beat)
    found = beat_frames(_logits(seconds))
    assert _close(found, seconds) == 1


def test_beats_in_a_rest_are_there_although_nothing_sounds() -> None:
    seconds = [1 + n * 0.5 for n in range(40)]
    heard = seconds[:16] + seconds[20:]
    found = beat_frames(_logits(heard))
    assert _close(found, heard) == 1
    assert len(seconds) - 3 <= len(found) <= len(seconds) + 2


def test_stray_onsets_do_not_pull_the_beat_away() -> None:
    seconds = [1 + n * 0.5 for n in range(40)]
    logits = _logits(seconds, noise=1.0)
    logits[np.random.default_rng(1).integers(0, len(logits), 12)] = 2.0
    assert _close(beat_frames(logits), seconds) >= 0.95


def test_too_little_has_no_beats() -> None:
    assert len(beat_frames(np.zeros(0))) == 0
    assert len(beat_frames(np.zeros(5))) == 0


def _plain_search(logits: np.ndarray, tracking: Tracking) -> list[int]:
    """Return the beats of a search that compares every interval with every one before it."""
    intervals = BeatSearch(tracking).intervals
    price = tracking.change * np.abs(np.log(intervals[:, None] / intervals))
    if tracking.usual_s:
        usual = tracking.usual_s * FRAMES_A_SECOND
        price = price + tracking.unusual * np.abs(np.log(intervals / usual))
    best = np.zeros((len(logits), len(intervals)))
    came = np.full(best.shape, -1)
    for frame, logit in enumerate(logits):
        best[frame] = max(logit, -4.0) + tracking.beat
        for column, interval in enumerate(intervals):
            if interval <= frame:
                worth = best[frame - interval] - price[:, column]
                came[frame, column] = worth.argmax()
                best[frame, column] += worth.max()
    last = max(0, len(logits) - intervals[-1])
    place, column = divmod(int(best[last:].argmax()), len(intervals))
    frames = [last + place]
    while came[frames[-1], column] >= 0:
        before = frames[-1] - int(intervals[column])
        column = came[frames[-1], column]
        frames.append(before)
    return frames[::-1]


@pytest.mark.parametrize("usual_s", [0.0, 0.45])
@pytest.mark.parametrize("seed", range(2))
def test_the_search_finds_the_beats_of_one_that_compares_all_intervals(
    seed: int, usual_s: float
) -> None:
    logits = np.random.default_rng(seed).normal(-2, 2, 400)
    tracking = Tracking(usual_s=usual_s)
    assert beat_frames(logits, tracking).tolist() == _plain_search(logits, tracking)


@pytest.mark.parametrize("meter", [2, 3, 4])
@pytest.mark.parametrize("upbeat", [0, 1])
def test_the_meter_is_found(meter: int, upbeat: int) -> None:
    down = np.array([(beat - upbeat) % meter == 0 for beat in range(48)])
    found = down_beats(np.where(down, 1.5, -1.5))
    assert (found == down).all()


def test_one_doubtful_beat_does_not_break_the_bars() -> None:
    down = np.array([beat % 4 == 0 for beat in range(48)])
    logits = np.where(down, 1.5, -1.5)
    logits[20], logits[22] = -1.0, 1.0
    assert (down_beats(logits) == down).all()


def test_a_meter_that_changes_is_followed() -> None:
    down = np.array([beat % 4 == 0 for beat in range(48)] + [beat % 3 == 0 for beat in range(48)])
    assert (down_beats(np.where(down, 2.0, -2.0)) == down).all()


def test_lengths_of_bars() -> None:
    assert lengths_of(np.array([False, True, False, False, True, False])).tolist() == [3, 2]
    assert not len(down_beats(np.zeros(0)))


def test_beats_stay_at_one_level_where_eighths_are_played_for_a_while() -> None:
    quarter, frames = 40, np.arange(4000)
    beat = np.where(frames % quarter == 0, 2.0, -4.0)
    # In the third quarter of the music eighths might be beats.
    busy = (frames > 2000) & (frames < 3000)
    beat[busy & (frames % quarter == quarter // 2)] = -1.0
    first = beat_frames(beat)
    assert (np.diff(first) < quarter).sum() > 20
    assert (np.diff(at_one_level(beat, first)) == quarter).all()
