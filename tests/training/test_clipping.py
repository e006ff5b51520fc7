"""A steep compression loss leaves the network's own steps as they are."""

import pytest
import torch

from engine.model.network.transformer_xl import TransformerXL
from engine.tokens.gathering import Batch
from engine.training.optimization import Stepper
from engine.values.config import CompressionConfig, ModelConfig, TrainingConfig

ROWS, LENGTH, STEPS = 2, 8, 2


def network_after(loss, *, weights):
    """Return the network's weights after steps of which the last is the first that compresses."""
    config = ModelConfig(
        vocab_size=20,
        n_layer=2,
        d_model=16,
        n_head=2,
        mem_len=8,
        dropout=0.0,
        compression=CompressionConfig(length=8, rate=2, loss=loss),
    )
    model = TransformerXL(config)
    model.load_state_dict(weights, strict=False)
    stepper = Stepper(model.train(), TrainingConfig(clip=0.1), rows=ROWS, device="cpu")
    generator = torch.Generator().manual_seed(1)
    scored = torch.ones(ROWS, LENGTH, dtype=torch.bool)
    for _ in range(STEPS):
        ids = torch.randint(20, (ROWS, LENGTH + 1), generator=generator)
        batch = Batch(ids[:, :-1], ids[:, 1:], torch.zeros_like(scored), scored)
        assert stepper.step(batch, learning_rate=0.01).finite
    state = model.state_dict()
    return {n: w for n, w in state.items() if not n.startswith("compressors")}, state


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["auto_encoding", "attention_reconstruction"])
def test_a_compression_loss_does_not_clip_the_network(loss):
    torch.manual_seed(1)
    weights = TransformerXL(
        ModelConfig(vocab_size=20, n_layer=2, d_model=16, n_head=2)
    ).state_dict()
    for name in weights:
        if name.endswith("embedding.weight"):
            weights[name] *= 50  # what is remembered is large, and so is the loss that restores it
    alone, before = network_after("none", weights=weights)
    beside, after = network_after(loss, weights=weights)
    assert all(torch.equal(alone[name], beside[name]) for name in alone)
    # The compressors themselves have moved, so there was a gradient beside the network's.
    moved = [n for n in before if n.startswith("compressors") and (before[n] != after[n]).any()]
    assert moved
