import math

import numpy as np
import pytest
import torch

from engine.evaluation.context import (
    contexts_for,
    effective_context,
    falls_until,
    loss_by_context,
    relative_gain,
    windows_of,
)
from engine.evaluation.song import song_of
from engine.music.score import Note, Score, Tempo, Track
from tests.evaluation.copier import Copier
from tests.evaluation.test_loss import ids_of


def test_by_context_measures_the_same_ids_each_time(model, tokenizer):
    ids = ids_of(tokenizer, bars=40)
    figures = loss_by_context(
        model, [ids], contexts=(0, 16, 48), targets=8, windows=4, segment_length=16
    )
    whole = torch.from_numpy(ids.astype(np.int64))
    starts = list(range(0, len(ids) - 57 + 1, 256))[:4]
    for context, figure in figures.items():
        expected = []
        for start in starts:
            part = whole[start + 48 - context : start + 57][None]
            with torch.no_grad():
                nll, _, _ = model.losses(part[:, :-1], part[:, 1:], model.empty_memory(1))
            expected.append(nll[0, -8:].mean().item())
        assert figure == pytest.approx(np.mean(expected), abs=1e-4)
    with pytest.raises(ValueError, match="no song has"):
        loss_by_context(model, [ids[:20]], contexts=(64,))


def test_windows_lie_evenly_over_all_songs_that_are_long_enough():
    songs = [np.arange(n, dtype=np.uint16) for n in (100, 2000, 5000)]
    windows = windows_of(songs, longest=512, targets=64, count=5)
    assert windows.longest == 512
    assert windows.ids.shape == (5, 577)
    assert {song for song, _ in windows.places} == {1, 2}
    for (_, at), ids in zip(windows.places, windows.ids, strict=True):
        assert ids[-64] == at
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
    copier = Copier(vocab_size=tokenizer.vocab_size, reach=10_000)
    found = effective_context(
        copier, [song], step=step, longest=4 * step, windows=3, targets=32, segment_length=40
    )
    assert [(one.ratio, one.net) for one in found] == [
        (1.0, False), (0.5, False), (0.1, False), (1.0, True)
    ]  # fmt: skip
    for one in found:
        # The phrase is out of reach of one step and within two; a third adds nothing.
        assert one.tokens == 2 * step
        assert not one.at_least
        assert one.gains[0][1] > 0.01 > one.gains[1][1]
        assert one.bars == pytest.approx(6 * 2 * step / period, rel=0.05)
        assert one.seconds == pytest.approx(24 * 2 * step / period, rel=0.05)
