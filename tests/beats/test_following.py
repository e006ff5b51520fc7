"""The beats of what is being played are known while it is played."""

from collections.abc import Iterator

import numpy as np
import pytest

from benchmarks.measures.beats import expected, f_measure
from engine.beats.following import BeatFollower, HeardBeats
from tests.beats.playing import free_onsets, waltz


def march(beat_s: float, beats: int, *, begin_s: float = 0.5) -> np.ndarray:
    """Return the times of the beats of a march."""
    return begin_s + beat_s * np.arange(beats)


def follow(onsets: np.ndarray, *, until_s: float, follower: BeatFollower) -> HeardBeats | None:
    """Let a follower hear a bass, chords and a tune in even time; return the beats at the end."""
    for beat, at in enumerate(onsets):
        for pitch in (36, 60, 64, 67) if beat % 2 == 0 else (60, 64, 67):
            follower.press(at, pitch, pitch=pitch, velocity=80)
            follower.release(at + 0.2, pitch)
    return follower.heard(until_s)


@pytest.mark.slow
@pytest.mark.parametrize("slow_down", [0.0, 0.3, -0.3])
def test_the_beats_of_a_waltz_are_expected_before_they_come(slow_down: float) -> None:
    notes, beats = waltz(slow_down=slow_down)
    told, known_s = expected(notes)
    assert known_s - notes.start_s[0] <= 2.0
    assert f_measure(told, beats, from_s=notes.start_s[0] + 2.0) > 0.9


@pytest.mark.slow
def test_the_next_beat_is_after_now_and_beats_rise() -> None:
    follower, onsets = BeatFollower(), march(0.6, 12)
    follow(onsets, until_s=onsets[-1], follower=follower)
    for now_s in np.arange(onsets[-1], onsets[-1] + 4, 0.05):
        heard = follower.heard(float(now_s))
        assert heard is not None
        assert heard.next_s > now_s
        assert (np.diff(heard.seconds) > 0).all()
        assert len(heard.down) == len(heard.seconds)


def test_another_clock_tells_the_same() -> None:
    onsets = march(0.5, 16)
    here = follow(onsets, until_s=8.2, follower=BeatFollower())
    there = follow(onsets + 1e5, until_s=1e5 + 8.2, follower=BeatFollower())
    assert here is not None
    assert there is not None
    assert there.beat_s == pytest.approx(here.beat_s, abs=1e-4)
    assert there.next_s - 1e5 == pytest.approx(here.next_s, abs=1e-3)


def test_what_was_asked_before_changes_little() -> None:
    notes, _ = waltz()
    often, once = BeatFollower(), BeatFollower()
    for number in range(60):
        at = float(notes.start_s[number])
        for follower in (often, once):
            follower.press(at, number, pitch=int(notes.pitch[number]), velocity=80)
            follower.release(at + 0.1, number)
        often.heard(at + 0.05)
    now_s = float(notes.start_s[59]) + 0.3
    one, other = often.heard(now_s), once.heard(now_s)
    assert one is not None
    assert other is not None
    assert one.beat_s == pytest.approx(other.beat_s, rel=0.05)


def test_after_a_long_silence_another_beat_begins() -> None:
    follower = BeatFollower()
    follow(march(0.5, 16), until_s=8.0, follower=follower)
    assert follower.heard(30.0) is None
    heard = follow(march(0.8, 12, begin_s=40.0), until_s=49.5, follower=follower)
    assert heard is not None
    assert heard.beat_s == pytest.approx(0.8, rel=0.05)
    assert heard.seconds[0] >= 39.0


def without_a_beat() -> Iterator[tuple[str, np.ndarray]]:
    yield "nothing", np.zeros(0)
    yield "two notes", np.array([1.0, 1.5])
    yield "one held chord", np.zeros(12)


@pytest.mark.parametrize(("name", "onsets"), list(without_a_beat()))
def test_little_tells_nothing(name: str, onsets: np.ndarray) -> None:
    follower = BeatFollower()
    for number, at in enumerate(onsets):
        follower.press(float(at), number, pitch=60 + number, velocity=70)
    for now_s in np.arange(2.5, 60, 0.5):
        assert follower.heard(float(now_s)) is None, name


@pytest.mark.slow
def test_an_hour_needs_no_more_memory_than_a_minute() -> None:
    follower, sizes = BeatFollower(), []
    for beat in range(240):
        follower.press(beat * 0.5, 60, pitch=60, velocity=80)
        follower.release(beat * 0.5 + 0.2, 60)
        follower.heard(beat * 0.5 + 0.25)
        sizes.append(follower.kept)
    assert max(sizes[180:]) <= max(sizes[:120]) + 1


@pytest.mark.slow
def test_a_steady_beat_is_more_certain_than_dice() -> None:
    steady = follow(march(0.5, 30), until_s=15.2, follower=BeatFollower())
    assert steady is not None
    dice, shares = free_onsets(np.random.default_rng(7)), []
    follower = BeatFollower()
    for number, at in enumerate(dice):
        follower.press(float(at), number, pitch=60 + number % 12, velocity=80)
        heard = follower.heard(float(at) + 0.01)
        shares.append(heard.certainty if heard else 0.0)
    assert np.mean(shares) < steady.certainty
