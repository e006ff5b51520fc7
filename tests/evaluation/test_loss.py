import math

import numpy as np
import pytest
import torch

from engine.evaluation.loss import (
    as_figures,
    loss_by_context,
    loss_by_position,
    song_losses,
    token_losses,
    total,
)
from engine.music.score import Note, Score, Tempo, Track


def ids_of(tokenizer, bars=8, bpm=120.0):
    notes = tuple(Note(i * 480, 60 + i * i % 7, 480) for i in range(4 * bars))
    score = Score(tracks=(Track(notes=notes),), tempos=(Tempo(0, bpm),))
    whole = (tokenizer.begin, *tokenizer.encode(score).ids, tokenizer.end)
    return np.array(whole, np.uint16)


def test_segments_with_a_long_memory_are_one_whole(model, tokenizer):
    ids = ids_of(tokenizer, bars=4)[:60]
    whole = token_losses(model, ids, segment_length=1000)
    parts = token_losses(model, ids, segment_length=16)
    assert len(whole) == 59
    np.testing.assert_allclose(parts, whole, atol=1e-4)
    alone = token_losses(model, ids, segment_length=16, carried=False)
    np.testing.assert_allclose(alone[:16], whole[:16], atol=1e-4)
    assert np.abs(alone[16:] - whole[16:]).max() > 1e-3


def test_notes_and_seconds_are_the_musics_own(model, tokenizer):
    (song,) = song_losses(model, tokenizer, [("a", ids_of(tokenizer, bars=8, bpm=60.0))])
    assert song.notes == 32
    assert song.seconds == pytest.approx(32.0, rel=0.03)
    both = total([song, song])
    assert both.nats_per_token == pytest.approx(song.nats / song.tokens)
    assert both.bits_per_note == pytest.approx(song.nats / math.log(2) / 32)
    assert both.bits_per_second == pytest.approx(song.nats / math.log(2) / song.seconds)
    assert as_figures(both)["songs"] == 2
    with pytest.raises(ValueError, match="at least one song"):
        total([])


def test_by_position_leaves_the_first_segment_out(model, tokenizer):
    ids = ids_of(tokenizer, bars=8)
    figures = loss_by_position(model, [ids], carried=True, segment_length=32, bucket=8)
    nll = token_losses(model, ids, segment_length=32)[32:]
    places = np.arange(len(nll)) % 32
    expected = [nll[places // 8 == bucket].mean() for bucket in range(4)]
    np.testing.assert_allclose(figures, expected)


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
