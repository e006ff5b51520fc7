"""Muon, and which weights each optimizer moves."""

from dataclasses import replace

import msgspec
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.ground.errors import TrainingError
from engine.model.network.transformer_xl import TransformerXL
from engine.training.loop import train
from engine.training.muon import Muon, orthogonalised
from engine.training.optimizers import Optimizers, decayed_groups, layer_matrices
from engine.values.config import CompressionConfig, ModelConfig, TrainingConfig


def tiny(**changes):
    torch.manual_seed(2)
    given = {"vocab_size": 20, "n_layer": 2, "d_model": 16, "n_head": 2, "mem_len": 8}
    return TransformerXL(ModelConfig(**(given | changes)))


def with_gradients(model, seed=3):
    draw = torch.Generator().manual_seed(seed)
    for weight in model.parameters():
        weight.grad = torch.randn(weight.shape, generator=draw)
    return model


@given(
    outputs=st.integers(1, 24),
    inputs=st.integers(1, 24),
    scale=st.sampled_from([1e-6, 1.0, 1e4]),
    seed=st.integers(0, 1000),
)
def test_all_directions_of_a_matrix_are_moved_along_about_alike(outputs, inputs, scale, seed):
    draw = torch.Generator().manual_seed(seed)
    matrices = torch.randn(3, outputs, inputs, generator=draw, dtype=torch.float64) * scale
    found = orthogonalised(matrices)
    assert found.shape == matrices.shape
    sizes, were = torch.linalg.svdvals(found), torch.linalg.svdvals(matrices)
    # Those a thousand times smaller than the norm are on their way up, not there yet.
    known = were > 2e-3 * matrices.norm(dim=(-2, -1), keepdim=True)[..., 0]
    assert (sizes[known] > 0.6).all()
    assert (sizes < 1.3).all()
    # The directions themselves stay: U Vᵀ and what was found agree on every pair of them.
    u, _, vt = torch.linalg.svd(matrices, full_matrices=False)
    turned = u.mT @ found @ vt.mT
    assert torch.allclose(turned, torch.diag_embed(turned.diagonal(dim1=-2, dim2=-1)), atol=1e-6)


def test_a_matrix_of_zeros_stays_one():
    assert not orthogonalised(torch.zeros(1, 4, 6)).any()


def test_it_moves_as_pytorchs_own_does():
    mine = [torch.nn.Parameter(torch.randn(32, 48)), torch.nn.Parameter(torch.randn(96, 32))]
    theirs = [torch.nn.Parameter(weight.detach().clone()) for weight in mine]
    own = Muon(mine, learning_rate=0.01, weight_decay=0.1)
    peer = torch.optim.Muon(theirs, lr=0.01, weight_decay=0.1, adjust_lr_fn="match_rms_adamw")
    for _ in range(3):
        for a, b in zip(mine, theirs, strict=True):
            a.grad = torch.randn_like(a)
            b.grad = a.grad.clone()
        before = [weight.detach().clone() for weight in mine]
        own.step()
        peer.step()
        for a, b, old in zip(mine, theirs, before, strict=True):
            # Theirs is calculated in bfloat16, of eight bits.
            assert (a - b).norm() < 0.05 * (a - old).norm()


@pytest.mark.parametrize("optimizer", ["adamw", "muon"])
def test_each_weight_has_one_optimizer(optimizer):
    model = with_gradients(tiny(compression=CompressionConfig(length=4, rate=2)))
    before = [weight.detach().clone() for weight in model.parameters()]
    optimizers = Optimizers(model, TrainingConfig(optimizer=optimizer))
    optimizers.step(learning_rate=1e-2)
    moved = {name.rpartition(".")[0] for name, _ in optimizers.moments()}
    assert moved == {name for name, _ in model.named_parameters()}
    assert not any(map(torch.equal, before, model.parameters()))
    of_muon = [name for name, _ in optimizers.moments() if name.endswith(".momentum")]
    assert len(of_muon) == (12 if optimizer == "muon" else 0)
    assert all(name.startswith("layers.") for name in of_muon)
    optimizers.forget_gradients()
    assert all(weight.grad is None for weight in model.parameters())


def test_norms_biases_and_the_embedding_do_not_decay_and_muons_matrices_are_not_adamws():
    model = tiny()
    matrices = layer_matrices(model)
    decayed, free = (group["params"] for group in decayed_groups(model, 0.5, without=matrices))
    assert {id(weight) for weight in decayed} == {id(model.u), id(model.v)}
    assert any(weight is model.embedding.weight for weight in free)
    assert len(decayed) + len(free) + len(matrices) == len(list(model.parameters()))


def test_what_is_remembered_is_remembered_again_to_the_last_bit():
    config = TrainingConfig(optimizer="muon")
    one, other = with_gradients(tiny()), tiny()
    first = Optimizers(one, config)
    first.step(learning_rate=1e-2)
    other.load_state_dict(one.state_dict())
    second = Optimizers(other, config)
    second.restore({name: value.clone() for name, value in first.moments()})
    for model, optimizers in ((one, first), (other, second)):
        with_gradients(model, seed=4)
        optimizers.step(learning_rate=1e-2)
    assert all(map(torch.equal, one.parameters(), other.parameters()))


def test_a_run_does_not_go_on_with_another_optimizer(new_model, new_run):
    begun = new_run(steps=4)
    list(train(new_model(), begun))
    later = replace(begun, training=replace(begun.training, optimizer="muon", steps=8))
    with pytest.raises(TrainingError, match="step-00000004 cannot be read"):
        list(train(new_model(), later, resume=True))


def test_a_run_that_was_planned_before_there_was_a_choice_goes_on_with_adamw():
    saved = msgspec.json.decode(msgspec.json.encode(TrainingConfig(optimizer="muon")))
    del saved["optimizer"]
    assert msgspec.convert(saved, TrainingConfig).optimizer == "adamw"
