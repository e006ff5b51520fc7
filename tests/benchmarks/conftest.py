"""A small model of random weights and the pieces that ship, for what measures quality."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from benchmarks.quality.songs import ChosenSong, find_songs
from engine.generation.model import LiveModel
from engine.generation.priors import SHAPE, priors_on_card
from engine.ground.paths import demo_pieces
from engine.model.network.checkpoint import save_model
from engine.model.network.kinds import network_of
from engine.tokens.steps import step_config
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import ModelConfig, TokenizerConfig


@pytest.fixture(scope="session")
def small_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that writes chords, of weights large enough that what was read matters."""
    tokenizer = Tokenizer(TokenizerConfig(chords=True))
    torch.manual_seed(1)
    config = ModelConfig(
        vocab_size=tokenizer.vocab_size,
        n_layer=1,
        d_model=32,
        n_head=2,
        mem_len=64,
        steps=step_config(tokenizer.vocabulary),
    )
    network = network_of(config)
    with torch.no_grad():
        for weight in network.parameters():
            if weight.dim() > 1:
                weight.normal_(std=0.3)
    folder = tmp_path_factory.mktemp("models") / "small"
    save_model(
        folder,
        network,
        tokenizer=tokenizer.describe(),
        card={"name": "Small", **priors_on_card(SHAPE)},
    )
    return folder


@pytest.fixture
def small(small_folder: Path) -> LiveModel:
    """The model, which has read nothing, with all rules on."""
    return replace(LiveModel.load(small_folder), name="Small")


@pytest.fixture(scope="session")
def demo_songs() -> tuple[ChosenSong, ...]:
    """The pieces that ship and are long enough, of both splits."""
    folders = {"demo": [demo_pieces()]}
    return tuple(
        song
        for split in ("choose", "judge")
        for song in find_songs(folders, split=split, count=99).songs
    )


@pytest.fixture
def demo_folder(tmp_path: Path) -> Path:
    """A copy of the pieces that ship."""
    folder = tmp_path / "demo"
    shutil.copytree(demo_pieces(), folder)
    return folder


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
