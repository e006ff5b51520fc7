"""Beats and bars follow what a listener taps, if the taps agree with the music."""

import numpy as np
import pytest

from benchmarks.measures.beats import f_measure
from engine.beats.finding import find_beats, find_tapped_beats
from engine.beats.notes import PlayedNotes
from engine.beats.taps import agreement, taps_on
from engine.values.beats import Tap, accents_of


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


def _chords(*, beats: int, of: int, seed: int) -> PlayedNotes:
    """Return even beats of half a second with a new chord every few of them, 12 ms uneven."""
    random = np.random.default_rng(seed)
    at = 2.0 + 0.5 * np.arange(beats)
    tune = (
        60 + np.array([0, 4, 7, 12, 11, 7, 4, 2, -3, 0, 4, 9, 7, 4, 0, -1])[np.arange(beats) % 16]
    )
    roots = np.array([48, 45, 41, 43])[np.arange(len(at[::of])) % 4]
    start = np.concatenate([at, at[::of], at[::of], at[::of]])
    start = start + random.normal(0, 0.012, len(start))
    order = np.argsort(start)
    pitch = np.concatenate([tune, roots, roots - 12, roots + 7])
    long = np.concatenate([np.full(beats, 0.2), np.full(3 * len(roots), 0.45 * of)])
    return PlayedNotes(
        start_s=start[order],
        end_s=(start + long)[order],
        pitch=pitch[order],
        velocity=np.full(len(start), 70),
        drum=np.zeros(len(start), np.bool_),
    )


@pytest.mark.parametrize("first", range(8, 12))
@pytest.mark.parametrize("seed", range(3))
def test_the_first_tap_is_a_bar_line_whatever_the_chords_say(first: int, seed: int) -> None:
    notes = _chords(beats=96, of=4, seed=seed)
    taps = _tapped(2.0 + 0.5 * np.arange(first, first + 16), seed=seed, delay_s=0.0)
    found = find_tapped_beats(notes, taps)
    assert found is not None
    assert found.down[np.abs(found.seconds - taps[0]).argmin()]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("by", ["number", "marks", "loudness"])
def test_the_taps_say_how_many_beats_a_bar_has(count: int, by: str) -> None:
    notes = _chords(beats=112, of=4, seed=count)
    taps = _tapped(2.0 + 0.5 * np.arange(9, 9 + 3 * count + 2), seed=count, delay_s=0.04)
    accented = [tap for number, tap in enumerate(taps) if number % count == 0]
    said = [
        Tap(at, velocity=100 if at in accented else 60 + number % 3)
        if by == "loudness"
        else Tap(at, accented=at in accented and by == "marks")
        for number, at in enumerate(taps)
    ]
    accents = [tap.at_s for tap in accents_of(said)]
    found = find_tapped_beats(
        notes, taps, accents_s=accents, beats_in_bar=count if by == "number" else 0
    )
    assert found is not None
    beats = [int(np.abs(found.seconds - tap + 0.04).argmin()) for tap in taps]
    assert found.down[beats].tolist() == [number % count == 0 for number in range(len(taps))]
    lengths = np.diff(np.flatnonzero(found.down))
    # One bar before the taps may be shorter.
    assert (lengths == count).sum() >= len(lengths) - 2


def test_a_hand_that_taps_unevenly_accents_nothing() -> None:
    random = np.random.default_rng(4)
    for _ in range(200):
        velocities = np.clip(random.normal(75, 9, 24), 1, 127).astype(int).tolist()
        taps = [Tap(0.5 * number, velocity=each) for number, each in enumerate(velocities)]
        assert accents_of(taps) == (taps[0],)


def test_a_bar_line_that_was_put_right_stays_and_the_rest_follows() -> None:
    notes = _chords(beats=96, of=4, seed=1)
    free = find_beats(notes)
    assert free is not None
    line = 2.0 + 0.5 * 42
    assert not free.down[np.abs(free.seconds - line).argmin()]
    found = find_beats(notes, lines_s=(line,))
    assert found is not None
    at = int(np.abs(found.seconds - line).argmin())
    assert abs(found.seconds[at] - line) < 0.05
    assert found.down[at]
    # The other beats stay where they were.
    assert f_measure(found.seconds, free.seconds) > 0.95


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
    assert abs(np.median(taps.seconds - beats[6:30])) < 0.025


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
