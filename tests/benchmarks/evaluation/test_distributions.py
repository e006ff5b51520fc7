"""Distributions of features: what they are, and how alike two sets are."""

import random

import numpy as np
import pytest

from benchmarks.evaluation.distributions import (
    FEATURES,
    closeness,
    closeness_of,
    inter_onset,
    length_histogram,
    note_count,
    pitch_class_histogram,
    pitch_class_transitions,
    pitch_count,
    pitch_interval,
    pitch_range,
)
from engine.music.score import Note, Score, Track


def tune(seed, *, scale=(60, 62, 64, 65, 67, 69, 71), length=240, notes=64):
    draw = random.Random(seed)  # noqa: S311 - music, not secrets
    return Score(
        tracks=(
            Track(notes=tuple(Note(i * 240, draw.choice(scale), length) for i in range(notes))),
        )
    )


def test_features_say_what_they_are():
    score = Score(
        tracks=(
            Track(notes=(Note(0, 60, 480), Note(480, 64, 480), Note(960, 72, 960))),
            Track(is_drum=True, notes=(Note(0, 36, 60),)),
        )
    )
    assert pitch_count(score) == 3
    assert pitch_range(score) == 12
    assert pitch_class_histogram(score)[[0, 4]].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert pitch_class_transitions(score).reshape(12, 12)[0, 4] == 0.5
    assert pitch_interval(score) == 6
    assert note_count(score) == 4
    assert inter_onset(score) == 1.0
    assert length_histogram(score)[[1, 2]].tolist() == pytest.approx([1 / 3, 2 / 3])


def test_every_feature_of_music_without_a_note_is_finite():
    for feature in FEATURES.values():
        assert np.isfinite(feature(Score())).all()


def test_two_halves_of_one_set_overlap_and_another_kind_does_not():
    real = [tune(seed) for seed in range(24)]
    alike = closeness([tune(seed) for seed in range(100, 124)], real)
    other = closeness([tune(seed, scale=(36, 61, 90), length=60) for seed in range(24)], real)
    for name in ("pitch class histogram", "note length histogram", "pitch range"):
        assert other[name].kl > alike[name].kl
        assert other[name].area < alike[name].area
    assert alike["pitch class histogram"].area > 0.8
    assert other["pitch class histogram"].area < 0.05


def test_sets_without_any_spread_are_compared():
    same = closeness_of(np.zeros(6), np.zeros(9))
    assert same.kl == pytest.approx(0.0, abs=1e-9)
    assert same.area == pytest.approx(1.0)


def test_too_few_pieces_are_refused():
    with pytest.raises(ValueError, match="at least three"):
        closeness([tune(0)] * 2, [tune(0)] * 5)
