"""A model that begins with a style: the decoder equals the network, and files are checked."""

import numpy as np
import pytest
import torch

from engine.model.decoding.decoder import Decoder
from engine.model.network.checkpoint import weights_of
from engine.model.network.kinds import network_of
from engine.model.network.memory import Memory
from engine.values.config import CompressionConfig, ModelConfig

LAYERS, WIDTH, MEMORY, POSITIONS = 3, 16, 12, 5


def small(**others) -> torch.nn.Module:
    torch.manual_seed(0)
    config = ModelConfig(
        vocab_size=40, n_layer=LAYERS, d_model=WIDTH, n_head=2, mem_len=MEMORY, **others
    )
    return network_of(config).double().eval()


@pytest.fixture
def network() -> torch.nn.Module:
    return small()


@pytest.fixture
def style() -> np.ndarray:
    return np.random.default_rng(3).normal(size=(LAYERS, POSITIONS, WIDTH))


def memory_of(network, style: np.ndarray) -> Memory:
    """The network's memory whose last positions are a style."""
    empty = network.empty_memory(1)
    hidden = []
    for nothing, layer in zip(empty.hidden, style, strict=True):
        whole = nothing.clone()
        whole[0, -style.shape[1] :] = torch.from_numpy(layer)
        hidden.append(whole)
    return Memory(hidden=tuple(hidden), age=torch.tensor([style.shape[1]]))


@torch.no_grad()
def expected(network, style: np.ndarray, ids: list[int]) -> np.ndarray:
    """Logits (N, V) after each id, from `forward` with segments of one step."""
    memory, found = memory_of(network, style), []
    for token in ids:
        logits, memory = network(torch.tensor([[token]]), memory)
        found.append(logits[0, 0].numpy())
    return np.array(found)


def ids_of(count: int) -> list[int]:
    return np.random.default_rng(1).integers(0, 40, count).tolist()


def test_the_decoder_begins_with_the_style_as_the_network_does(network, style) -> None:
    ids = ids_of(60)
    decoder = Decoder(weights_of(network), style=style)
    found = np.array([decoder.prime([token]) for token in ids])
    assert np.abs(found - expected(network, style, ids)).max() < 1e-9
    without = Decoder(weights_of(network))
    assert np.abs(found[0] - without.prime(ids[:1])).max() > 1e-3


@pytest.mark.slow
def test_a_style_is_there_again_after_every_rewind_and_in_every_branch(network, style) -> None:
    ids = ids_of(1200)
    right = expected(network, style, ids)
    decoder = Decoder(weights_of(network), style=style, kept=64)
    assert np.abs(decoder.prime(ids) - right[-1]).max() < 1e-9
    for length in (1190, 900, 300, 7, 1, 0):
        decoder.rewind(length)
        assert np.abs(decoder.prime(ids[length : length + 3]) - right[length + 2]).max() < 1e-9
        decoder.rewind(length)
        decoder.prime(ids[length:300] if length < 300 else [])
    decoder.rewind(0)
    decoder.prime(ids[:2])
    branches = decoder.branches(3)
    for token in ids[2:20]:
        logits = branches.step([token] * 3)
    assert np.abs(logits - right[19]).max() < 1e-9
    another = decoder.another()
    assert np.abs(another.prime(ids[:4]) - right[3]).max() < 1e-9


def test_the_attention_that_is_watched_may_lie_before_the_piece(network, style) -> None:
    decoder = Decoder(weights_of(network), style=style)
    decoder.watch(1)
    decoder.prime(ids_of(1))
    decoder.prime(ids_of(1))
    watched = decoder.watched_attention
    assert watched is not None
    assert watched.first == -POSITIONS
    assert watched.weights.sum() == pytest.approx(1)


@pytest.mark.parametrize("positions", [MEMORY + 1, 10 * MEMORY])
def test_a_style_longer_than_the_memory_is_refused(network, positions: int) -> None:
    with pytest.raises(ValueError, match="positions"):
        Decoder(weights_of(network), style=np.zeros((LAYERS, positions, WIDTH)))


def test_a_compressed_memory_begins_with_none(style) -> None:
    network = small(compression=CompressionConfig(length=4, loss="none"))
    with pytest.raises(ValueError, match="compressed"):
        Decoder(weights_of(network), style=style)
