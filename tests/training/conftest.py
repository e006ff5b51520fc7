"""Small songs and a small model: 2 layers, 16 wide."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.model.network.kinds import Network, network_of
from engine.tokens.steps import step_config
from engine.tokens.store import write_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import TrainingRun
from engine.values.config import BatchConfig, ModelConfig, TokenizerConfig, TrainingConfig
from engine.values.score import Note, Score, Track


def song(seed: int, bars: int = 12) -> Score:
    """A tune over a bass, different for each seed."""
    draw = random.Random(seed)  # noqa: S311 - not a secret
    tune = tuple(
        Note(bar * 1920 + beat * 480, 60 + draw.choice((0, 2, 4, 5, 7, 9)), 480)
        for bar in range(bars)
        for beat in range(4)
    )
    bass = tuple(Note(bar * 1920, 36 + draw.choice((0, 5, 7)), 1920) for bar in range(bars))
    return Score(tracks=(Track(notes=tune), Track(program=32, notes=bass)))


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return Tokenizer(TokenizerConfig())


@pytest.fixture(scope="session")
def store(tokenizer, tmp_path_factory):
    songs = [
        (f"song {i}", "valid" if i == 0 else "train", tokenizer.encode(song(i)).ids)
        for i in range(9)
    ]
    return write_store(tmp_path_factory.mktemp("store"), songs, tokenizer)


@pytest.fixture
def new_model(tokenizer):
    """Makes the same small model each time."""

    def make() -> Network:
        torch.manual_seed(1)
        return network_of(
            ModelConfig(
                vocab_size=tokenizer.vocab_size,
                n_layer=2,
                d_model=16,
                n_head=2,
                mem_len=32,
                steps=step_config(tokenizer.vocabulary),
            )
        )

    return make


@pytest.fixture
def new_run(store, tokenizer, tmp_path):
    """Makes a run of a few steps; keyword arguments change its training."""

    def make(folder: Path | str = "run", *, store=store, **changes) -> TrainingRun:
        training = TrainingConfig(
            steps=12, learning_rate=3e-3, warmup_steps=2, validate_every=4, seed=3
        )
        return TrainingRun(
            store=store,
            folder=tmp_path / folder,
            training=replace(training, **changes),
            batch=BatchConfig(rows=3, segment_length=32, seed=5),
            tokenizer=tokenizer,
            card={"name": "test"},
        )

    return make


@pytest.fixture
def short_store(tokenizer, tmp_path):
    """Three notes."""
    ids = np.array(tokenizer.encode(song(0, bars=1)).ids[:9])
    return write_store(tmp_path / "short", [("short", "train", ids)], tokenizer)


@pytest.fixture(autouse=True)
def _one_thread():
    # Models this small are slower on two threads, and far slower where a core is busy.
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
