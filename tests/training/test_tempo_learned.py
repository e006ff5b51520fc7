"""A model that reads the tempo at each bar knows it when nothing in its memory says it."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts" / "starter"))

from gpu_run import new_network

from engine.model.decoding.decoder import Decoder
from engine.model.network.checkpoint import load_model, save_model, weights_of
from engine.model.network.kinds import network_of
from engine.tokens.batching import SongBatches
from engine.tokens.steps import step_config, steps_of
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import train
from engine.training.optimization import Stepper
from engine.training.presets import model_of
from engine.training.state import best_checkpoint
from engine.values.config import BatchConfig, ModelConfig, TokenizerConfig, TrainingConfig
from engine.values.score import Note, Score, Tempo, Track

BAR = 1920
EMPTY = 14
"""Bars without notes before each bar with notes: more steps than the model hears."""
MEMORY = 4
STEPS = 400
SLOW, FAST = 60.0, 180.0
BETWEEN = {SLOW: 120, FAST: 480}
"""Ticks between two notes: sixteenths in a slow song, quarter notes in a fast one."""


@pytest.fixture(scope="module")
def plain() -> Tokenizer:
    """A tokenizer without chords: an empty bar is one step."""
    return Tokenizer(TokenizerConfig(chords=False))


def _song(tokenizer, bpm: float, *, times: int) -> np.ndarray:
    """The ids of a song that says its tempo once, at the beginning."""
    begins = range(EMPTY * BAR, times * (EMPTY + 1) * BAR, (EMPTY + 1) * BAR)
    notes = tuple(
        Note(tick, 60, 120) for begin in begins for tick in range(begin, begin + BAR, BETWEEN[bpm])
    )
    score = Score(tracks=(Track(notes=notes),), tempos=(Tempo(0, bpm),))
    ids = tokenizer.encode(score).ids
    return np.array([tokenizer.begin, *ids, tokenizer.end], dtype=np.uint16)


def _trained(tokenizer, *, tempo_at_bars: bool):
    torch.manual_seed(1)
    config = ModelConfig(
        vocab_size=tokenizer.vocab_size,
        n_layer=1,
        d_model=32,
        n_head=2,
        mem_len=MEMORY,
        dropout=0.0,
        steps=step_config(tokenizer.vocabulary, tempo_at_bars=tempo_at_bars),
    )
    songs = [_song(tokenizer, bpm, times=4) for bpm in (SLOW, FAST) * 4]
    batches = SongBatches(
        np.concatenate(songs),
        np.cumsum([0, *map(len, songs)]).astype(np.int64),
        BatchConfig(rows=8, segment_length=8),
        device="cpu",
        steps=steps_of(config, tokenizer.vocabulary),
    )
    network = network_of(config)
    stepper = Stepper(network, TrainingConfig(steps=STEPS, optimizer="muon"), rows=8, device="cpu")
    for batch, _ in zip(batches, range(STEPS), strict=False):
        stepper.step(batch, learning_rate=1e-2)
    return network.eval()


def _chance_of_its_own(network, tokenizer, bpm: float) -> float:
    """Return the probability of the place of the second note of a late bar."""
    ids = _song(tokenizer, bpm, times=6).tolist()
    last = len(ids) - 1 - ids[::-1].index(tokenizer.bar)
    names = [tokenizer.token_names[token] for token in ids[last:]]
    second = last + [name.startswith("Position") for name in names].index(True, 3)
    decoder = Decoder(weights_of(network), steps_of(network.config, tokenizer.vocabulary))
    decoder.prime(ids[:second])
    return float(decoder.probabilities[ids[second]])


@pytest.mark.slow
@pytest.mark.parametrize("tempo_at_bars", [False, True])
def test_the_tempo_decides_how_dense_a_late_bar_is(plain, *, tempo_at_bars: bool) -> None:
    network = _trained(plain, tempo_at_bars=tempo_at_bars)
    chances = [_chance_of_its_own(network, plain, bpm) for bpm in (SLOW, FAST)]
    if tempo_at_bars:
        assert min(chances) > 0.9
    else:
        assert sum(chances) < 1.2


def test_new_models_read_the_tempo_at_bars(plain) -> None:
    made = model_of((1, 32, 2), plain.vocabulary)
    assert made.steps.tempo_at_bars
    assert new_network(plain).steps.tempo_at_bars


@pytest.mark.parametrize("tempo_at_bars", [False, True])
def test_a_model_that_learns_more_goes_on_as_it_began(
    new_model, new_run, tmp_path, *, tempo_at_bars: bool
) -> None:
    steps = replace(new_model().steps, tempo_at_bars=tempo_at_bars)
    begun = network_of(replace(new_model().config, steps=steps))
    run = new_run(steps=2, validate_every=2)
    save_model(tmp_path / "begun", begun, tokenizer=run.tokenizer.describe(), card={})
    list(train(load_model(tmp_path / "begun").model, run))
    assert load_model(best_checkpoint(run.folder)).model.steps == steps
