import pytest
import torch

from benchmarks.evaluation.reading import reading_of
from engine.model.network.kinds import network_of
from engine.tokens.steps import step_config
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import ModelConfig

UNITS = ("notes", "ids")


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return Tokenizer()


def make_network(tokenizer, unit, **changes):
    """A small network of random weights, large enough that what was read matters."""
    torch.manual_seed(1)
    config = ModelConfig(
        vocab_size=tokenizer.vocab_size,
        n_layer=2,
        d_model=16,
        n_head=2,
        **{
            "mem_len": 64,
            "steps": step_config(tokenizer.vocabulary) if unit == "notes" else None,
        }
        | changes,
    )
    network = network_of(config).eval()
    with torch.no_grad():
        for weight in network.parameters():
            if weight.dim() > 1:
                weight.normal_(std=0.3)
    return network


@pytest.fixture(scope="session")
def model(tokenizer):
    return make_network(tokenizer, "notes")


@pytest.fixture(scope="session", params=UNITS)
def reading(request, tokenizer):
    """How a network whose step is a note reads, and one whose step is an id."""
    return reading_of(make_network(tokenizer, request.param), tokenizer.vocabulary)


@pytest.fixture(autouse=True)
def _one_thread():
    # Models this small are slower on two threads, and far slower where a core is busy.
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
