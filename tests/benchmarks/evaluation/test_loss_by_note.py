"""Nats a note by field, by notes heard and by collection."""

import numpy as np
import pytest

from benchmarks.evaluation.loss_by_note import note_loss, said_of
from benchmarks.evaluation.song import song_of
from engine.values.score import Note, Score, Track


def score(notes=40):
    return Score(
        tracks=(
            Track(notes=tuple(Note(i * 240, 60 + i % 12, 240) for i in range(notes))),
            Track(is_drum=True, notes=tuple(Note(i * 480, 36, 60) for i in range(notes // 2))),
        )
    )


def said(tokenizer, *, collection="tunes", nats=1.0):
    ids = song_of("a", score(), tokenizer).ids
    return said_of(collection, ids, np.full(len(ids) - 1, nats), tokenizer.vocabulary)


def test_fields_add_up_to_nats_a_note(tokenizer):
    one = said(tokenizer)
    found = note_loss([one])
    assert found.notes == 60
    assert found.nats == pytest.approx(len(one.nats) / 60)
    assert sum(found.by_field.values()) == pytest.approx(found.nats)
    assert found.by_field["pitch"] == pytest.approx(40 / 60)
    assert found.by_field["drum"] == pytest.approx(20 / 60)


def test_places_are_counted_in_notes_heard(tokenizer):
    found = note_loss([said(tokenizer)])
    assert list(found.by_heard) == [(0, 16), (16, 64)]
    whole = 16 * found.by_heard[0, 16] + 44 * found.by_heard[16, 64]
    assert whole == pytest.approx(found.nats * 60)


def test_collections_are_told_apart(tokenizer):
    found = note_loss([said(tokenizer), said(tokenizer, collection="bands", nats=2.0)])
    assert found.by_collection["bands"] == pytest.approx(2 * found.by_collection["tunes"])


def test_songs_without_a_note_have_no_loss_a_note(tokenizer):
    ids = np.array([tokenizer.begin, tokenizer.end], dtype=np.uint16)
    with pytest.raises(ValueError, match="at least one note"):
        note_loss([said_of("none", ids, np.ones(1), tokenizer.vocabulary)])
