import math
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.evaluation.context import (
    contexts_for,
    effective_context,
    falls_until,
    loss_by_context,
    relative_gain,
    windows_of,
)
from benchmarks.evaluation.loss import echoed_losses, token_losses
from benchmarks.evaluation.song import song_of
from engine.values.score import Note, Score, Tempo, Track
from tests.benchmarks.evaluation.copier import copying
from tests.benchmarks.evaluation.test_loss import ids_of


@pytest.mark.parametrize("past", [False, True])
def test_by_context_measures_the_same_notes_each_time(reading, tokenizer, past):
    song = reading.song(ids_of(tokenizer, bars=80))
    figures = loss_by_context(
        reading, [song.ids], contexts=(0, 16, 40), targets=8, windows=2, segment_length=16,
        past=past,
    )  # fmt: skip
    places = windows_of([song], longest=40, targets=8, count=2).places
    assert len(places) == 2
    notes = sum(song.notes[at : at + 8].sum() for _, at in places)
    for context, figure in figures.items():
        expected = 0.0
        for _, at in places:
            # The song's declarations, and from the context on, as a song of its own.
            parts = song.ids[: song.id_at(song.head)], song.ids[song.id_at(at - 1 - context) :]
            fresh = reading.song(np.concatenate(parts))
            end = fresh.id_at(fresh.head + context + 9)
            losses = echoed_losses if past else token_losses
            nats = losses(reading, fresh.ids[:end], segment_length=1000)
            expected += nats[fresh.id_at(fresh.head + context + 1) - 1 :].sum()
        assert figure == pytest.approx(expected / notes, abs=1e-3)
    with pytest.raises(ValueError, match="no song has"):
        loss_by_context(reading, [song.ids[:20]], contexts=(64,))


def test_windows_lie_evenly_over_all_songs_that_are_long_enough():
    songs = [SimpleNamespace(steps=n, head=3) for n in (103, 2000, 5000)]
    windows = windows_of(songs, longest=512, targets=64, count=5)
    assert len(windows.places) == 5
    assert {song for song, _ in windows.places} == {1, 2}
    for song, at in windows.places:
        assert 3 + 512 < at <= songs[song].steps - 64
    assert contexts_for(songs[:1], (0, 35, 36, 64)) == [0, 35]


def test_the_context_that_helps_ends_where_the_loss_stays():
    assert falls_until({0: 5.0, 64: 4.0, 128: 3.5, 256: 3.5, 512: 3.0}) == 128
    assert falls_until({0: 5.0, 64: 5.0}) == 0


def test_relative_gain_is_the_papers():
    short, long = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[2.0, 1.0], [3.0, 3.0]])
    # Of all: only what gets better counts, (1 + 1 + 3 + 3) / 4 against 2.5.
    assert relative_gain(short, long, ratio=1.0) == pytest.approx(1 - math.exp(2.0 - 2.5))
    assert relative_gain(short, long, ratio=0.25) == pytest.approx(1 - math.exp(3.0 - 4.0))
    assert relative_gain(short, long, ratio=1.0, net=True) == pytest.approx(1 - math.exp(-0.25))
    assert relative_gain(long, long, ratio=0.5) == 0.0


def test_context_is_effective_as_far_back_as_music_repeats(tokenizer):
    draw = np.random.default_rng(1)
    pitches = np.tile(40 + draw.permutation(24), 8)
    notes = tuple(Note(i * 480, int(p), 480) for i, p in enumerate(pitches))
    score = Score(tracks=(Track(notes=notes),), tempos=(Tempo(0, 60.0),))
    song = song_of("a", score, tokenizer)
    period = int(song.bars[12] - song.bars[6])
    step = period - 20
    copier = copying(tokenizer, reach=10_000)
    found = effective_context(
        copier, [song], growth=step, longest=4 * step, windows=3, targets=32, segment_length=40
    )
    assert [(one.ratio, one.net) for one in found] == [
        (1.0, False), (0.5, False), (0.1, False), (1.0, True)
    ]  # fmt: skip
    for one in found:
        # The phrase is out of reach of one step and within two; a third adds nothing.
        assert one.steps == 2 * step
        assert not one.at_least
        assert one.gains[0][1] > 0.01 > one.gains[1][1]
        assert one.bars == pytest.approx(6 * 2 * step / period, rel=0.05)
        assert one.seconds == pytest.approx(24 * 2 * step / period, rel=0.05)
