"""Two players in two tempos at once have no common beat; everyone else keeps theirs."""

import numpy as np
import pytest

from engine.beats.finding import find_beats
from engine.beats.two_tempos import are_two_tempos
from tests.beats.playing import free_onsets, played, two_players, waltz

PAIRS = [(100, 130), (90, 115), (60, 85), (110, 125), (70, 97), (88, 99), (143, 80), (76, 121)]


@pytest.mark.parametrize("bpm", PAIRS)
def test_two_players_in_two_tempos_have_no_steady_beat(bpm: tuple[float, float]) -> None:
    for seed in range(3):
        notes, low_beats = two_players(bpm=bpm, seed=seed, jitter_s=0.015)
        assert are_two_tempos(notes, low_beats)
        assert find_beats(notes) is None


@pytest.mark.parametrize("bpm", [(100, 100), (60, 120), (80, 120), (120, 60), (90, 120)])
def test_players_who_share_a_beat_keep_it(bpm: tuple[float, float]) -> None:
    # A player of two or three notes to the other's one or two is in the same tempo.
    notes, low_beats = two_players(bpm=bpm)
    offset = notes.start_s[notes.pitch >= 72][0] - low_beats[0]
    together = notes.pitch >= 72
    in_phase = played(notes.start_s - np.where(together, offset, 0), notes.pitch)
    assert not are_two_tempos(in_phase, low_beats)


def test_a_tempo_that_drifts_is_one_tempo() -> None:
    for slow_down in (0.0, 0.4, -0.3):
        notes, beats = waltz(slow_down=slow_down)
        assert not are_two_tempos(notes, beats)


def test_a_free_voice_over_a_steady_one_is_no_second_tempo() -> None:
    random = np.random.default_rng(2)
    steady = 0.5 + 0.5 * np.arange(120)
    free = free_onsets(random)
    notes = played(np.append(steady, free), np.append(np.full(120, 48), np.full(len(free), 76)))
    assert not are_two_tempos(notes, steady)


def test_one_voice_and_a_few_notes_have_one_tempo() -> None:
    beats = 0.5 * np.arange(1, 40)
    assert not are_two_tempos(played(beats, np.full(39, 60)), beats)
    assert not are_two_tempos(played(beats[:3], np.array([50, 60, 70])), beats)
