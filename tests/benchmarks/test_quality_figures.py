"""Figures say what a listener hears, and senseless music loses by them."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.evaluation.passages import Passage
from benchmarks.quality.controls import CONTROLS, controls_of, copy, dice, salad, shuffle
from benchmarks.quality.figures import all_figures, empty, entering, lost, motif, near_bars, recall
from benchmarks.quality.harmony import (
    closes,
    different_roots,
    longest_stay,
    root_moves,
    root_of,
    roots,
)
from benchmarks.quality.statistics import (
    anchor_of,
    distance_change,
    distance_of,
    gap_of,
    is_clear,
    mean_of,
    pair_of_figures,
)
from engine.evaluation.musicality import bars
from engine.values.score import Note, Score, Track

BAR = 4 * 480
C, F, G, A_MINOR = (60, 64, 67), (65, 69, 72), (55, 59, 62), (57, 60, 64)


def _rng(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - music, no secret


def _passage(chords, *, more: tuple[Track, ...] = ()) -> Passage:
    """A chord a bar in whole notes; eight bars of prompt."""
    notes = [Note(bar * BAR, pitch, BAR) for bar, chord in enumerate(chords) for pitch in chord]
    score = Score(tracks=(Track(notes=tuple(sorted(notes))), *more))
    return Passage(score=score, begin=0, start=8 * BAR, end=len(chords) * BAR)


def _tracks(passage: Passage):
    return [track.notes for track in passage.following.tracks]


def test_a_chord_has_its_root_whatever_lies_below() -> None:
    def chord(*pitches: int) -> list[Note]:
        return [Note(0, pitch, 480) for pitch in pitches]

    assert root_of(chord(60, 64, 67)) == 0
    assert root_of(chord(64, 67, 72)) == 0
    assert root_of(chord(57, 60, 64)) == 9
    assert root_of(chord(55, 59, 62, 65)) == 7
    assert root_of(chord(60)) == 0
    assert root_of([]) is None


def test_harmony_is_told_by_roots() -> None:
    passage = _passage([C] * 8 + [C, C, C, F, G, F, G, C] + [A_MINOR] * 6 + [F, G])
    assert roots(passage) == (0, 0, 0, 5, 7, 5, 7, 0, *[9] * 6, 5, 7)
    assert longest_stay(passage) == 6
    assert different_roots(passage) == 4
    assert root_moves(passage) == pytest.approx(8 / 15)
    assert closes(passage) == 1.0


def test_drums_have_no_harmony() -> None:
    drums = Track(is_drum=True, notes=tuple(Note(beat * 480, 36, 60) for beat in range(96)))
    passage = Passage(score=Score(tracks=(drums,)), begin=0, start=8 * BAR, end=24 * BAR)
    assert longest_stay(passage) is None
    assert "stay" not in all_figures(passage)
    assert "recall" in all_figures(passage)


def test_parts_that_enter_and_are_lost_are_counted() -> None:
    early = Track(notes=tuple(Note(bar * BAR, 40, 480) for bar in range(8)))
    late = Track(notes=tuple(Note(bar * BAR, 80, 480) for bar in range(12, 20)))
    passage = _passage([C] * 24, more=(early, late))
    assert entering(passage) == 1
    assert lost(passage) == 0.5
    assert empty(passage) == 0.0


def test_an_exact_copy_recalls_everything_and_moves_nothing() -> None:
    passage = _passage([C, F, G, C, A_MINOR, F, G, C] * 3)
    assert recall(passage) == near_bars(passage) == 1.0
    # Some figures stand over the end of the prompt.
    assert 0.7 < motif(passage) < 1.0
    other = _passage([C, F, G, C, A_MINOR, F, G, C] + [(61, 66, 70)] * 16)
    assert recall(other) == 0.0
    assert near_bars(other) == pytest.approx(15 / 16)


def _tune() -> Passage:
    """Two tracks and drums, each bar of the prompt told by its pitches."""
    rng = _rng(4)
    lines = [
        tuple(
            Note(bar * BAR + beat * 480, base + bar + rng.randrange(3), 240)
            for bar in range(24)
            for beat in range(4)
        )
        for base in (60, 30)
    ]
    drums = tuple(Note(beat * 480, 36 + beat % 8, 60) for beat in range(96))
    score = Score(
        tracks=(
            Track(notes=lines[0]),
            Track(notes=lines[1], program=33),
            Track(notes=drums, is_drum=True),
        )
    )
    return Passage(score=score, begin=0, start=8 * BAR, end=24 * BAR)


def _bars_of(passage: Passage, track: int, start: int, end: int):
    alone = replace(passage.score, tracks=(passage.score.tracks[track],))
    return bars(alone, start=start, end=end)


def test_a_copy_is_the_prompt_twice() -> None:
    passage = _tune()
    made = copy(passage, _rng(0))
    prompt = bars(passage.score, start=0, end=8 * BAR)
    assert bars(made.score, start=8 * BAR, end=24 * BAR) == prompt + prompt


def test_a_shuffle_keeps_bars_whole_and_a_salad_keeps_each_track_s() -> None:
    passage = _tune()
    prompt = set(bars(passage.score, start=0, end=8 * BAR))
    shuffled = bars(shuffle(passage, _rng(1)).score, start=8 * BAR, end=24 * BAR)
    assert set(shuffled) <= prompt
    assert len(set(shuffled)) > 2
    tossed = salad(passage, _rng(1))
    assert not set(bars(tossed.score, start=8 * BAR, end=24 * BAR)) <= prompt
    for track in range(3):
        own = set(_bars_of(passage, track, 0, 8 * BAR))
        assert set(_bars_of(tossed, track, 8 * BAR, 24 * BAR)) <= own


def test_dice_leave_drums_and_throw_the_pitches_of_each_track() -> None:
    passage = _tune()
    made = dice(passage, _rng(1))
    for track in (0, 1):
        pitches = {note.pitch for note in passage.prompt.tracks[track].notes}
        thrown = [note.pitch for note in made.following.tracks[track].notes]
        assert set(thrown) <= pitches
    drums = set(_bars_of(passage, 2, 0, 8 * BAR))
    assert set(_bars_of(made, 2, 8 * BAR, 24 * BAR)) <= drums
    whole = set(bars(passage.score, start=0, end=8 * BAR))
    copied = sum(bar in whole for bar in bars(made.score, start=8 * BAR, end=24 * BAR))
    assert 1 <= copied <= 8


def test_controls_are_the_same_again_and_other_with_another_seed() -> None:
    passage = _tune()
    assert controls_of(passage, seed=1) == controls_of(passage, seed=1)
    assert controls_of(passage, seed=1)["dice"] != controls_of(passage, seed=2)["dice"]


@pytest.mark.slow  # the tests of single figures above find a wrong one, too
def test_senseless_music_is_farther_than_real_music_is(demo_songs) -> None:
    """The pieces that ship: whatever is farther than real from real is not music."""
    real = {song.sha256: all_figures(song.passage) for song in demo_songs}
    floor = anchor_of({"demo": list(real.values())}, Counter({"demo": len(demo_songs)}))
    for name in CONTROLS:
        pairs = [
            pair_of_figures(
                "demo",
                made=all_figures(controls_of(song.passage, seed=5)[name]),
                real=real[song.sha256],
            )
            for song in demo_songs
        ]
        itself = [pair_of_figures("demo", made=pair.real, real=pair.real) for pair in pairs]
        assert distance_of(pairs).value > floor.value
        assert is_clear(distance_change(pairs, itself))
        assert np.mean([gap_of(pair) for pair in pairs]) > 0.3


@pytest.mark.slow
def test_a_machine_is_no_farther_than_itself(demo_songs) -> None:
    pairs = [
        pair_of_figures(
            "demo",
            made=all_figures(controls_of(song.passage, seed=5)["salad"]),
            real=all_figures(song.passage),
        )
        for song in demo_songs
    ]
    change = distance_change(pairs, pairs)
    assert change.low == change.value == change.high == 0.0
    assert not is_clear(change)


def test_intervals_hold_the_mean_and_shrink_with_songs() -> None:
    rng = np.random.default_rng(3)
    few, many = (mean_of(rng.normal(1.0, 1.0, count).tolist()) for count in (10, 400))
    assert few.low < few.value < few.high
    assert many.high - many.low < (few.high - few.low) / 3
    assert is_clear(many)
    # Nothing is sure of three songs, however alike they are.
    assert not is_clear(mean_of([1.0, 1.0, 1.0]))


def test_the_floor_of_a_pool_of_equal_songs_is_nought() -> None:
    figures = {"in_key": 0.9, "like_1": 0.3}
    assert anchor_of({"a": [figures] * 6}, {"a": 4}).value == 0.0
