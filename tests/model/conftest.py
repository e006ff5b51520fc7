"""Small models in float64 with weights large enough that everything in them matters."""

from collections.abc import Callable

import pytest
import torch

from engine.model.network.note_xl import NoteXL
from engine.model.network.transformer_xl import TransformerXL
from engine.values.config import ModelConfig
from tests.model import step_songs

VOCABULARY = 40

# Threads of one test waiting for each other on a busy machine take a hundred times its work.
torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def _fixed_torch_seed() -> None:
    torch.manual_seed(0)


@pytest.fixture
def small() -> Callable[..., TransformerXL]:
    """Make a model of three layers, in evaluation mode; keyword arguments are the config's."""

    def make(**changes: object) -> TransformerXL:
        fields: dict[str, object] = {
            "vocab_size": VOCABULARY,
            "n_layer": 3,
            "d_model": 32,
            "n_head": 4,
            "mem_len": 24,
            "dropout": 0.0,
        }
        model = TransformerXL(ModelConfig(**{**fields, **changes})).double().eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(torch.randn_like(parameter) * 0.1)
        return model

    return make


@pytest.fixture
def small_of_notes() -> Callable[..., NoteXL]:
    """The same over steps, for the songs of `step_songs`."""

    def make(**changes: object) -> NoteXL:
        fields: dict[str, object] = {
            "vocab_size": step_songs.VOCABULARY,
            "n_layer": 3,
            "d_model": 32,
            "n_head": 4,
            "mem_len": 24,
            "dropout": 0.0,
            "steps": step_songs.STEPS,
        }
        model = NoteXL(ModelConfig(**{**fields, **changes})).double().eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(torch.randn_like(parameter) * 0.1)
        return model

    return make
