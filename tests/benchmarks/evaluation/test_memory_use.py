"""T4, T5 and T6 with a predictor that copies: what they must find is known."""

import numpy as np
import pytest

from benchmarks.evaluation.control import shuffled_memory
from benchmarks.evaluation.loss import token_losses
from benchmarks.evaluation.near_copies import copy_gains, distance_of_copy
from benchmarks.evaluation.recall import recall_by_distance
from benchmarks.evaluation.song import song_of
from engine.music.score import Note, Score, Tempo, Track
from tests.benchmarks.evaluation.copier import copying


@pytest.fixture(scope="module")
def copier(tokenizer):
    return copying(tokenizer, reach=1200)


def song(tokenizer, order, *, seed, bpm=120.0):
    """Bars of six random notes, in an order that may name a bar twice."""
    draw = np.random.default_rng(seed)
    kinds = [
        list(zip(sorted(draw.choice(16, 6, replace=False)), draw.integers(40, 80, 6), strict=True))
        for _ in range(max(order) + 1)
    ]
    notes = tuple(
        Note(bar * 1920 + int(place) * 120, int(pitch), 120)
        for bar, kind in enumerate(order)
        for place, pitch in kinds[kind]
    )
    score = Score(tracks=(Track(notes=notes),), tempos=(Tempo(0, bpm),))
    return song_of(f"song {seed}", score, tokenizer)


def test_a_songs_bars_and_seconds_are_found_in_its_ids(tokenizer):
    found = song(tokenizer, [0, 1, 2, 3], seed=1, bpm=60.0)
    assert len(found.bars) == 4
    assert (found.ids[found.bars] == tokenizer.bar).all()
    assert found.seconds.tolist() == [0.0, 4.0, 8.0, 12.0]
    middle = int(found.bars[1] + found.bars[2]) // 2
    assert found.bar_at(middle) == pytest.approx(1.5, abs=0.05)
    assert found.second_at(middle) == pytest.approx(6.0, abs=0.2)
    cut = found.first(int(found.bars[2]) + 1)
    assert (len(cut.ids), len(cut.bars), len(cut.seconds)) == (int(found.bars[2]) + 1, 3, 3)


def test_a_copier_needs_its_own_songs_past(tokenizer, copier):
    songs = [song(tokenizer, [0, 1, 2, 3, 4, 5] * 3, seed=seed) for seed in (1, 2)]
    found = shuffled_memory(copier, songs, past=400, targets=32, places=6, segment_length=64)
    assert found.places == 6
    assert found.nats["true"] < found.nats["permuted"] < found.nats["other"]
    assert found.worse["other"] == pytest.approx(found.nats["other"] - found.nats["true"])
    assert found.worse["other"] > 3 * found.errors["other"]
    again = shuffled_memory(copier, songs, past=400, targets=32, places=6, segment_length=64)
    assert again == found
    with pytest.raises(ValueError, match="past to exchange"):
        shuffled_memory(copier, songs[:1])
    with pytest.raises(ValueError, match="past to exchange"):
        shuffled_memory(copier, [song(tokenizer, [0, 1, 2], seed=seed) for seed in (1, 2)])


def test_the_distance_of_a_near_copy_is_that_of_the_nearest():
    a, b = frozenset({(0, 60), (12, 62), (24, 64)}), frozenset({(0, 50), (12, 52)})
    nearly = frozenset({(0, 60), (12, 62), (24, 64), (36, 65)})
    half = frozenset({(0, 60), (12, 62), (36, 71)})
    assert distance_of_copy([a, b, a, b], a) == 2
    assert distance_of_copy([a, b], nearly) == 2
    assert distance_of_copy([b, b], a) == 0
    assert distance_of_copy([], a) == 0
    assert distance_of_copy([half], a) is None


def test_memory_pays_where_bars_return(tokenizer, copier):
    order = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 7]
    songs = [song(tokenizer, order, seed=3)]
    carried = [token_losses(copier, one.ids, segment_length=64) for one in songs]
    gains = {one.nearest: one for one in copy_gains(copier, songs, carried)}
    # The last bar needs the beginning of the next to end, and there is none.
    assert {nearest: one.bars for nearest, one in gains.items()} == {0: 7, 8: 8}
    assert gains[8].gain > 1.0 > abs(gains[0].gain)
    assert gains[8].carried < gains[8].short
    assert copy_gains(copier, [], []) == ()


def test_a_melody_is_recalled_as_far_as_memory_reaches(tokenizer):
    copier = copying(tokenizer, reach=200)
    found = recall_by_distance(
        copier, tokenizer, distances=(0, 1, 2, 4), trials=3, segment_length=64
    )
    assert [one.segments for one in found] == [0, 1, 2, 4]
    for one in found:
        assert abs(one.steps - max(1, one.segments) * 64) <= 64
    near, far = found[0], found[-1]
    assert near.gain > 1.0
    assert near.gain > 3 * near.error
    # Random pitches share pairs of ids by chance, but what stood there makes no difference.
    assert far.gain == 0.0


def test_all_of_it_is_asked_of_a_network_whatever_its_step_is(reading, tokenizer):
    songs = [song(tokenizer, [0, 1, 2, 3, 4, 5, 2, 1], seed=seed) for seed in (1, 2)]
    found = shuffled_memory(reading, songs, past=200, targets=8, places=3, segment_length=16)
    assert found.worse["none"] == pytest.approx(found.nats["none"] - found.nats["true"])
    # Nothing before the last bar: the network reads declarations, the bar and no more.
    assert len({round(value, 3) for value in found.nats.values()}) == 4
    carried = [token_losses(reading, one.ids) for one in songs]
    gains = copy_gains(reading, songs, carried)
    read = reading.song(songs[0].ids)
    assert sum(one.bars for one in gains) == 12
    assert read.steps < len(songs[0].ids) or reading.step == "an id"
    (near,) = recall_by_distance(reading, tokenizer, distances=(1,), trials=2, segment_length=32)
    assert near.steps >= 2 * 8


def test_a_bar_with_one_bar_before_it_is_read_after_the_declarations(reading, tokenizer):
    found = song(tokenizer, [0, 1, 2], seed=4)
    (gain,) = copy_gains(reading, [found], [token_losses(reading, found.ids)])
    assert gain.bars == 1
    # The bar before is the first one: all that carried memory knows.
    assert gain.gain == pytest.approx(0.0, abs=1e-3)
