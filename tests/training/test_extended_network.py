"""A model that is given more ids predicts the old ones as it did."""

import sys
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts" / "starter"))

from extended_network import extended

from engine.config import ModelConfig
from engine.model.network.kinds import network_of


@pytest.mark.parametrize("tied", [True, False])
def test_a_model_with_more_ids_predicts_the_old_ones_as_it_did(tied) -> None:
    torch.manual_seed(0)
    config = ModelConfig(
        vocab_size=50, n_layer=2, d_model=32, n_head=4, mem_len=8, tie_embeddings=tied
    )
    model = network_of(config).eval()
    with torch.no_grad():
        model.head_bias.normal_()
    other = extended(model, 70)
    ids = torch.randint(50, (3, 20))
    with torch.no_grad():
        before, _ = model(ids, model.empty_memory(3))
        after, _ = other(ids, other.empty_memory(3))
    assert other.config.vocab_size == 70
    assert not other.training
    assert torch.equal(before, after[..., :50])
    change = before.log_softmax(-1) - after.log_softmax(-1)[..., :50]
    assert float(change.abs().max()) < 1e-3


def test_the_same_rows_are_drawn_each_time_and_fewer_ids_are_refused() -> None:
    model = network_of(ModelConfig(vocab_size=50, n_layer=1, d_model=32, n_head=4, mem_len=8))
    first, second = extended(model, 60).state_dict(), extended(model, 60).state_dict()
    assert all(torch.equal(first[name], second[name]) for name in first)
    with pytest.raises(ValueError, match="cannot do with 40"):
        extended(model, 40)
