"""The properties that make a Transformer-XL one."""

import math

import pytest
import torch

VOCABULARY = 40


LAYOUTS = [
    pytest.param({}, id="pre-norm"),
    pytest.param({"pre_norm": False, "final_norm": False}, id="post-norm"),
    pytest.param({"untie_r": False, "clamp_len": 9, "tie_embeddings": False}, id="tied-clamped"),
    pytest.param({"d_head": 6, "d_inner": 20, "scale_embeddings": False}, id="own-widths"),
]


def song(length, *, rows=2):
    return torch.randint(0, VOCABULARY, (rows, length))


def in_segments(model, ids, segment, starts=None):
    memory = model.empty_memory(ids.shape[0])
    parts = []
    for begin in range(0, ids.shape[1], segment):
        part = None if starts is None else starts[:, begin : begin + segment]
        logits, memory = model(ids[:, begin : begin + segment], memory, part)
        parts.append(logits)
    return torch.cat(parts, dim=1)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("segment", [1, 7, 10])
@torch.no_grad()
def test_a_song_in_one_segment_equals_the_song_in_segments(small, layout, segment):
    model = small(mem_len=60, **layout)
    ids = song(60)
    whole, _ = model(ids, model.empty_memory(2))
    assert torch.allclose(whole, in_segments(model, ids, segment), atol=1e-9, rtol=0)


@torch.no_grad()
def test_a_song_in_segments_in_float32(small):
    model = small(mem_len=60).float()
    ids = song(60)
    whole, _ = model(ids, model.empty_memory(2))
    assert torch.allclose(whole, in_segments(model, ids, 7), atol=1e-4, rtol=0)


@torch.no_grad()
def test_memory_matters(small):
    model = small()
    ids = song(20)
    _, memory = model(ids, model.empty_memory(2))
    with_memory, _ = model(ids, memory)
    without, _ = model(ids, model.empty_memory(2))
    assert (with_memory - without).abs().max() > 0.01


@pytest.mark.parametrize("layout", LAYOUTS)
@torch.no_grad()
def test_no_logits_depend_on_a_later_token(small, layout):
    model = small(**layout)
    ids = song(30)
    changed = ids.clone()
    changed[:, 17] = (ids[:, 17] + 1) % VOCABULARY
    before, _ = model(ids, model.empty_memory(2))
    after, _ = model(changed, model.empty_memory(2))
    assert torch.equal(before[:, :17], after[:, :17])
    assert not torch.equal(before[:, 17], after[:, 17])


def test_no_gradient_reaches_the_segment_before(small):
    model = small()
    ids = song(12)
    _, memory = model(ids, model.empty_memory(2))
    assert not any(hidden.requires_grad for hidden in memory.hidden)
    embedded = []
    model.embedding.register_forward_hook(lambda _m, _i, out: embedded.append(out))
    _, memory = model(ids, model.empty_memory(2))
    logits, _ = model(ids, memory)
    first, second = torch.autograd.grad(logits.sum(), embedded, allow_unused=True)
    assert first is None
    assert second.abs().max() > 0


@torch.no_grad()
def test_forward_edits_no_memory(small):
    model = small()
    _, memory = model(song(30), model.empty_memory(2))
    before = {name: tensor.clone() for name, tensor in memory.tensors().items()}
    model(song(9), memory)
    assert all(torch.equal(tensor, before[name]) for name, tensor in memory.tensors().items())


@torch.no_grad()
def test_no_memory_is_the_vanilla_transformer(small):
    model = small(mem_len=0)
    ids = song(40)
    segments = in_segments(model, ids, 10)
    alone = [model(ids[:, b : b + 10], model.empty_memory(2))[0] for b in range(0, 40, 10)]
    assert torch.equal(segments, torch.cat(alone, dim=1))


@torch.no_grad()
def test_vanilla_is_the_memory_model_that_forgets(small):
    remembering, vanilla = small(), small(mem_len=0)
    vanilla.load_state_dict(remembering.state_dict())
    ids = song(10)
    assert torch.allclose(
        remembering(ids, remembering.empty_memory(2))[0],
        vanilla(ids, vanilla.empty_memory(2))[0],
        atol=1e-12,
        rtol=0,
    )


@pytest.mark.parametrize("layout", LAYOUTS)
@torch.no_grad()
def test_songs_joined_in_a_row_are_as_if_alone(small, layout):
    model = small(**layout)
    one, two = song(23, rows=1), song(31, rows=1)
    starts = torch.zeros(1, 54, dtype=torch.bool)
    starts[0, 0] = starts[0, 23] = True
    joined = in_segments(model, torch.cat([one, two], dim=1), 9, starts)
    alone_one, alone_two = in_segments(model, one, 9), model(two[:, :4], model.empty_memory(1))[0]
    assert torch.allclose(joined[:, :23], alone_one, atol=1e-9, rtol=0)
    assert torch.allclose(joined[:, 23:27], alone_two, atol=1e-9, rtol=0)


@torch.no_grad()
def test_a_boundary_inside_a_segment_restarts_the_next_segments_memory(small):
    model = small()
    starts = torch.zeros(1, 10, dtype=torch.bool)
    starts[0, 6] = True
    ids, later = song(10, rows=1), song(5, rows=1)
    _, memory = model(ids, model.empty_memory(1), starts)
    _, alone = model(ids[:, 6:], model.empty_memory(1))
    assert memory.age.tolist() == [4]
    assert torch.allclose(model(later, memory)[0], model(later, alone)[0], atol=1e-9, rtol=0)


def poisoned(model, ids):
    _, memory = model(ids, model.empty_memory(2))
    return type(memory)(hidden=tuple(h * torch.nan for h in memory.hidden), age=memory.age)


def test_not_even_nan_passes_a_songs_beginning(small):
    model = small()
    ids = song(12)
    starts = torch.zeros(2, 12, dtype=torch.bool)
    starts[:, 0] = True
    gradients = []
    for memory in (poisoned(model, ids), model.empty_memory(2)):
        nll, _, _ = model.losses(ids, ids.roll(-1, 1), memory, starts=starts)
        assert nll.isfinite().all()
        weights = list(model.parameters())
        gradients.append([nll.detach(), *torch.autograd.grad(nll.sum(), weights)])
    for one, other in zip(*gradients, strict=True):
        assert torch.equal(one, other)


def test_losses_are_the_cross_entropy_of_the_logits(small):
    model = small()
    ids, targets = song(9), song(9)
    scored = torch.rand(2, 9) < 0.5
    logits, _ = model(ids, model.empty_memory(2))
    nll, auxiliary, _ = model.losses(ids, targets, model.empty_memory(2), scored=scored)
    expected = -logits.log_softmax(dim=-1).gather(2, targets[..., None])[..., 0]
    assert torch.allclose(nll, expected.where(scored, 0.0))
    assert auxiliary.item() == 0


def test_losses_of_a_new_model_are_those_of_guessing(small):
    model = small()
    for parameter in model.parameters():
        torch.nn.init.zeros_(parameter)
    nll, _, _ = model.losses(song(5), song(5), model.empty_memory(2))
    assert torch.allclose(nll, torch.full_like(nll, math.log(VOCABULARY)))


def test_bfloat16_products_keep_float32_losses(small):
    model = small().float()
    ids = song(40)
    exact, _, _ = model.losses(ids, ids, model.empty_memory(2))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rounded, _, memory = model.losses(ids, ids, model.empty_memory(2))
    assert rounded.dtype == torch.float32
    assert memory.hidden[1].dtype == torch.float32
    assert (exact - rounded).abs().mean() < 0.05 * exact.mean()
    rounded.sum().backward()
    assert all(parameter.grad.isfinite().all() for parameter in model.parameters())


def test_dropout_acts_in_training_only(small):
    model = small(dropout=0.5)
    ids = song(9)
    memory = model.empty_memory(2)
    assert torch.equal(model(ids, memory)[0], model(ids, memory)[0])
    model.train()
    assert not torch.equal(model(ids, memory)[0], model(ids, memory)[0])


def test_the_memory_may_be_longer_than_in_training(small):
    model = small()
    assert model.empty_memory(2, mem_len=100).length == 100
    _, memory = model(song(30), model.empty_memory(2, mem_len=100))
    assert memory.length == 100


def test_ties_share_what_they_say(small):
    names = set(small(tie_embeddings=False, untie_r=False).state_dict())
    assert "head" in names
    tied = small()
    assert "head" not in tied.state_dict()
    assert tied.u.shape == (3, 4, 8)
    assert small(untie_r=False).u.shape == (1, 4, 8)
