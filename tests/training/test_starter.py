"""The model that ships: what it is, that it continues music in key, that it can be trained on."""

import statistics
from dataclasses import replace

import pytest

from benchmarks.evaluation.samples import samples
from engine.evaluation.musicality import compare
from engine.generation.continuation import Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.paths import demo_pieces, starter_model
from engine.library.reading import read_score
from engine.model.description import read_card
from engine.model.network.checkpoint import load_model
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import train
from engine.training.prepare import Song, own_score, prepare
from engine.values.config import BatchConfig, SamplingConfig

LARGEST = 30_000_000  # bytes: the weights 24.1 million of them


@pytest.fixture(scope="module")
def starter():
    return load_model(starter_model())


@pytest.fixture(scope="module")
def pieces():
    return [read_score(path).score for path in sorted(demo_pieces().glob("*.mid"))]


def test_it_is_small_and_says_what_it_was_made_of():
    assert sum(path.stat().st_size for path in starter_model().iterdir()) < LARGEST
    card = read_card(starter_model())["card"]
    assert card["licence"] == "MIT"
    free = ("CC", "public domain", "BSD")
    assert all(any(word in note for word in free) for note in card["data"].values())
    assert card["trained"]["steps"] > 0
    assert card["trained"]["validation_loss"] < 2.0
    assert card["made"]
    assert card["machine"]


@pytest.mark.slow
def test_it_continues_in_key_and_in_time_without_looping(pieces):
    generator = MusicGenerator(LiveModel.load(starter_model()))
    looks = []
    for seed, piece in enumerate(pieces[:5]):
        opening = Opening.of(piece, bars=6)
        (sample,) = samples(generator, [opening], bars=4, sampling=SamplingConfig(seed=seed))
        looks.append(compare(sample.score, boundary=sample.start))
    assert all(look.notes for look in looks)
    # Notes at random would be in key 58 % of the time in major.
    assert statistics.mean(look.in_key for look in looks) > 0.75
    assert statistics.mean(look.metre for look in looks) > 0.4


# Weights that were trained are gone on with in `test_starter_made.py`, too: small ones, and faster.
@pytest.mark.slow
def test_a_brief_training_on_pieces_brings_it_closer_to_them(starter, pieces, new_run, tmp_path):
    tokenizer = Tokenizer.from_description(starter.tokenizer)
    songs = [
        Song(name=str(i), source=piece, split="valid" if i == 2 else "train")
        for i, piece in enumerate(pieces[:6])
    ]
    list(prepare(songs, tmp_path / "songs", tokenizer=tokenizer, read=own_score))
    brief = new_run(
        store=open_store(tmp_path / "songs"), steps=6, validate_every=6, learning_rate=2e-4
    )
    run = replace(brief, tokenizer=tokenizer, batch=BatchConfig(rows=4, segment_length=128))
    progress = list(train(load_model(starter_model()).model, run))
    assert progress[-1].best_loss < progress[0].validation_loss
    assert progress[-1].best_step == 6
