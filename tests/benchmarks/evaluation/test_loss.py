import math

import numpy as np
import pytest
import torch

from benchmarks.evaluation.loss import (
    as_figures,
    echoed_losses,
    loss_by_position,
    song_losses,
    token_losses,
    total,
)
from benchmarks.evaluation.loss_by_note import note_loss, said_of
from benchmarks.evaluation.past import Past
from benchmarks.evaluation.reading import reading_of
from engine.generation.priors import SHAPE
from engine.tokens.batching import SongBatches
from engine.tokens.steps import StepDivider
from engine.tokens.vocabulary import TokenKind
from engine.training.segments import segment_losses
from engine.values.config import BatchConfig
from engine.values.score import Note, Score, Tempo, Track


def ids_of(tokenizer, bars=8, bpm=120.0):
    pitches = [60 + i * i % 7 for i in range(4 * bars)]
    return ids_of_pitches(tokenizer, pitches, bpm=bpm)


def ids_of_pitches(tokenizer, pitches, bpm=120.0):
    notes = tuple(Note(i * 480, int(pitch), 480) for i, pitch in enumerate(pitches))
    score = Score(tracks=(Track(notes=notes),), tempos=(Tempo(0, bpm),))
    whole = (tokenizer.begin, *tokenizer.encode(score).ids, tokenizer.end)
    return np.array(whole, np.uint16)


def test_segments_with_a_long_memory_are_one_whole(reading, tokenizer):
    # Cut off inside a step.
    ids = ids_of(tokenizer, bars=4)[:60]
    whole = token_losses(reading, ids, segment_length=1000)
    parts = token_losses(reading, ids, segment_length=8)
    assert len(whole) == 59
    np.testing.assert_allclose(parts, whole, atol=1e-3)
    alone = token_losses(reading, ids, segment_length=8, carried=False)
    first = reading.song(ids).id_at(9) - 1
    np.testing.assert_allclose(alone[:first], whole[:first], atol=1e-3)
    assert np.abs(alone[first:] - whole[first:]).max() > 1e-2


def test_what_declares_the_parts_is_read_and_not_predicted(reading, tokenizer):
    ids = ids_of(tokenizer)
    nats = token_losses(reading, ids)
    kinds = tokenizer.vocabulary.kinds[ids[1:]]
    declared = np.zeros(len(nats), bool)
    declared[:2] = True
    assert kinds[:2].tolist() == [TokenKind.PART, TokenKind.PROGRAM]
    np.testing.assert_array_equal(nats == 0.0, declared)
    (song,) = song_losses(reading, tokenizer, [("a", ids)])
    assert song.tokens == len(ids) - 3


@pytest.mark.slow
def test_a_song_is_scored_as_training_scores_it(tokenizer, model):
    ids = ids_of(tokenizer, bars=12)
    reading = reading_of(model, tokenizer.vocabulary)
    batches = SongBatches(
        ids,
        np.array([0, len(ids)]),
        BatchConfig(rows=1, segment_length=16, joining="ragged"),
        device="cpu",
        epochs=1,
        steps=StepDivider(tokenizer.vocabulary),
    )
    memory, expected = model.empty_memory(1), []
    for batch in batches:
        with torch.no_grad():
            nll, _, memory = segment_losses(model, batch, memory)
        expected.append(nll.numpy())
    found = token_losses(reading, ids, segment_length=16)
    np.testing.assert_allclose(found[found > 0], np.concatenate(expected), rtol=1e-4)


def test_a_window_inside_a_song_comes_after_its_declarations(reading, tokenizer):
    ids = ids_of(tokenizer)
    song = reading.song(ids)
    window = song.window(10, 15)
    heard = song.ids_before(10, 15)
    assert heard[: song.id_at(song.head)] == ids[: song.id_at(song.head)].tolist()
    fresh = reading.song(np.array([*heard, *ids[song.id_at(15) : song.id_at(16)]], np.uint16))
    np.testing.assert_array_equal(window.bags, fresh.rows.bags)
    np.testing.assert_array_equal(
        window.targets[:, song.head :], fresh.rows.targets[:, song.head :]
    )
    assert song.window(1, 5).length == 5


def test_notes_and_seconds_are_the_musics_own(reading, tokenizer):
    (song,) = song_losses(reading, tokenizer, [("a", ids_of(tokenizer, bars=8, bpm=60.0))])
    assert song.notes == 32
    assert song.seconds == pytest.approx(32.0, rel=0.03)
    both = total([song, song])
    assert both.nats_per_token == pytest.approx(song.nats / song.tokens)
    assert both.nats_per_note == pytest.approx(song.nats / 32)
    assert both.bits_per_note == pytest.approx(song.nats / math.log(2) / 32)
    assert both.bits_per_second == pytest.approx(song.nats / math.log(2) / song.seconds)
    assert as_figures(both)["songs"] == 2
    with pytest.raises(ValueError, match="at least one song"):
        total([])


def test_by_position_leaves_the_first_segment_out(reading, tokenizer):
    song = reading.song(ids_of(tokenizer, bars=24))
    figures = loss_by_position(reading, [song.ids], carried=True, segment_length=32, bucket=8)
    nll = song.by_step(token_losses(reading, song, segment_length=32))[32:]
    notes, places = song.notes[33:], np.arange(len(nll)) % 32
    for bucket, figure in enumerate(figures):
        here = places // 8 == bucket
        assert figure == pytest.approx(nll[here].sum() / notes[here].sum())


def test_a_piece_that_comes_again_is_known_by_its_echo(reading, tokenizer):
    pitches = np.random.default_rng(1).integers(50, 80, 16)
    song = reading.song(ids_of_pitches(tokenizer, np.tile(pitches, 2)))
    plain = token_losses(reading, song, segment_length=16)
    echoed = echoed_losses(reading, song, segment_length=16)
    # Before anything was heard twice nothing is other, and the second time less is new.
    first = song.id_at(song.head)
    np.testing.assert_allclose(echoed[:first], plain[:first], atol=1e-3)
    later = len(plain) * 3 // 4
    assert echoed[later:].mean() < 0.6 * plain[later:].mean()
    none = echoed_losses(reading, song, strength=0.0, segment_length=16)
    np.testing.assert_allclose(none, plain, atol=1e-3)


def test_logits_that_are_looked_up_are_left_as_they_are(tokenizer):
    ids = ids_of(tokenizer, bars=12).tolist()
    past = Past.of(ids[:100], tokenizer.vocabulary, SHAPE, strength=1.0)
    logits = torch.zeros(len(ids) - 100, len(tokenizer.vocabulary), dtype=torch.float64)
    nats = past.nats(logits, ids[100:])
    # The piece leans to what it did before, which the caller's logits are not told of.
    assert nats.min() < math.log(len(tokenizer.vocabulary)) - 1
    assert not logits.any()


def test_fields_and_notes_heard_add_up_to_everything(reading, tokenizer):
    ids = ids_of(tokenizer, bars=24)
    nats = token_losses(reading, ids)
    found = note_loss([said_of("", ids, nats, tokenizer.vocabulary)])
    fields, heard = found.by_field, found.by_heard
    assert set(fields) >= {"bar", "chord", "position", "part", "pitch", "velocity", "duration"}
    assert sum(fields.values()) == pytest.approx(nats.sum() / 96)
    assert list(heard) == [(0, 16), (16, 64), (64, 256)]
    counts = (16, 48, 32)
    whole = sum(value * count for value, count in zip(heard.values(), counts, strict=True))
    # The end comes after the last note and counts with it.
    assert whole == pytest.approx(nats.sum())
