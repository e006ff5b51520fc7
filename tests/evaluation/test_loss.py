import math

import numpy as np
import pytest

from engine.evaluation.loss import (
    as_figures,
    echoed_losses,
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


def test_a_piece_that_comes_again_is_known_by_its_echo(model, tokenizer):
    once = ids_of(tokenizer, bars=4)[:60]
    ids = np.concatenate((once, once[1:]))
    plain = token_losses(model, ids, segment_length=16)
    echoed = echoed_losses(model, ids, vocabulary=tokenizer.vocabulary, segment_length=16)
    # Before anything was heard twice nothing is other, and the second time hardly anything is new.
    np.testing.assert_allclose(echoed[0], plain[0], atol=1e-4)
    assert echoed[80:].mean() < 0.5 * plain[80:].mean()
    none = echoed_losses(
        model, ids, vocabulary=tokenizer.vocabulary, strength=0.0, segment_length=16
    )
    np.testing.assert_allclose(none, plain, atol=1e-4)
