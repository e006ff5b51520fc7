"""Compressive memory: exact where it can be, learning only what it should."""

from itertools import pairwise

import pytest
import torch

from engine.model.network.compression import Compressor
from engine.model.network.memory import Memory
from engine.values.config import CompressionConfig

VOCABULARY = 40
FUNCTIONS = ["max_pool", "mean_pool", "convolution", "dilated_convolution", "most_used"]
LEARNED = ["convolution", "dilated_convolution"]


def song(length, *, rows=2):
    return torch.randint(0, VOCABULARY, (rows, length))


def compressive(small, *, mem_len=12, **fields):
    compression = CompressionConfig(**{"length": 6, "rate": 3, **fields})
    return small(mem_len=mem_len, compression=compression)


def in_segments(model, ids, cuts):
    memory = model.empty_memory(ids.shape[0])
    parts = []
    for begin, end in pairwise([0, *cuts, ids.shape[1]]):
        logits, memory = model(ids[:, begin:end], memory)
        parts.append(logits)
    return torch.cat(parts, dim=1), memory


@pytest.mark.parametrize("function", FUNCTIONS)
@torch.no_grad()
def test_rate_one_is_plain_memory_of_both_lengths(small, function):
    model = compressive(small, rate=1, function=function, loss="none")
    for compressor in model.compressors:
        compressor.reset()  # the fixture shook the identity that convolutions begin as
    plain = small(mem_len=18)
    weights = {k: v for k, v in model.state_dict().items() if not k.startswith("compressors")}
    plain.load_state_dict(weights)
    ids = song(90)
    cuts = [5, 12, 13, 40, 47, 60]
    one, _ = in_segments(model, ids, cuts)
    other, _ = in_segments(plain, ids, cuts)
    assert torch.allclose(one, other, atol=1e-9, rtol=0)


@pytest.mark.parametrize(
    "rate", [2, 5, *(pytest.param(rate, marks=pytest.mark.slow) for rate in (3, 4))]
)
@pytest.mark.parametrize("function", FUNCTIONS)
@torch.no_grad()
def test_slots_do_not_depend_on_how_a_song_is_cut(small, function, rate):
    """Of the first layer: deeper ones see more or less with the segment, as they should."""
    model = compressive(small, rate=rate, function=function, length=4, loss="none")
    ids = song(67)
    _, one = in_segments(model, ids, [6, 13, 20, 33, 50])
    _, other = in_segments(model, ids, list(range(1, 67)))
    assert one.waiting == other.waiting == 67 % rate
    assert one.length == 12 + one.waiting
    if function != "most_used":  # what was used does depend on who could look
        assert torch.allclose(one.compressed[0], other.compressed[0], atol=1e-12, rtol=0)
    for memory in (one, other):
        group = model.embed(ids[:, 67 - memory.length - rate : 67 - memory.length])
        newest = memory.compressed[0][:, -1]
        if function == "mean_pool":
            assert torch.allclose(newest, group.mean(dim=1))
        if function == "max_pool":
            assert torch.equal(newest, group.amax(dim=1))
        if function == "most_used":
            assert (group == newest[:, None]).all(dim=2).any(dim=1).all()


@torch.no_grad()
def test_most_used_keeps_the_position_with_most_attention():
    compressor = Compressor(CompressionConfig(length=2, rate=2, function="most_used"), d_model=1)
    old = torch.tensor([[[1.0], [2.0], [3.0], [4.0]]])
    assert compressor(old, torch.tensor([[0.1, 0.3, 0.9, 0.2]])).flatten().tolist() == [2, 3]
    with pytest.raises(ValueError, match="attention"):
        compressor(old)


@torch.no_grad()
def test_usage_adds_up_over_segments(small):
    """With a memory that holds all, attention received sums to queries times heads."""
    model = compressive(small, mem_len=40, function="most_used", loss="none")
    _, memory = in_segments(model, song(36), [7, 20])
    assert memory.usage[1].shape == (2, memory.length)
    assert torch.allclose(memory.usage[1].sum(dim=1), torch.tensor(36.0 * 4).double())


@torch.no_grad()
def test_a_dilated_convolution_sees_every_other_position():
    config = CompressionConfig(length=2, rate=3, function="dilated_convolution")
    compressor = Compressor(config, d_model=2)
    old = torch.arange(8.0)[None, :, None].expand(1, 8, 2)
    assert compressor.ahead == 2
    assert torch.allclose(
        compressor(old)[0, :, 0], torch.tensor([(0 + 2 + 4) / 3, (3 + 5 + 7) / 3])
    )


@torch.no_grad()
def test_compressed_memory_matters(small):
    model = compressive(small, loss="none")
    ids = song(50)
    _, memory = in_segments(model, ids, [20, 35])
    blind = Memory.from_tensors(memory.tensors() | {"age": memory.age.clamp(max=12)})
    assert (model(ids[:, :9], memory)[0] - model(ids[:, :9], blind)[0]).abs().max() > 1e-3


@pytest.mark.parametrize("function", FUNCTIONS)
@torch.no_grad()
def test_a_new_song_sees_nothing_of_the_slots_of_another(small, function):
    model = compressive(small, function=function, loss="none")
    one, two = song(61), song(44)
    starts = torch.zeros(2, 105, dtype=torch.bool)
    starts[:, 61] = True
    ids = torch.cat([one, two], dim=1)
    memory, parts = model.empty_memory(2), []
    for begin in range(0, 105, 7):
        part = slice(begin, begin + 7)
        logits, memory = model(ids[:, part], memory, starts[:, part])
        parts.append(logits)
    joined = torch.cat(parts, dim=1)[:, 61:]
    # 61 leaves groups of 3 at other places of the second song, so that it cannot equal the song
    # alone; but it must not depend on what the first song was.
    ids[:, :61] = song(61)
    memory, parts = model.empty_memory(2), []
    for begin in range(0, 105, 7):
        part = slice(begin, begin + 7)
        logits, memory = model(ids[:, part], memory, starts[:, part])
        parts.append(logits)
    assert torch.equal(joined, torch.cat(parts, dim=1)[:, 61:])


def gradients(model, loss):
    names, weights = zip(*model.named_parameters(), strict=True)
    found = torch.autograd.grad(loss, weights, allow_unused=True)
    return dict(zip(names, found, strict=True))


def is_zero(gradient):
    return gradient is None or not gradient.any()


@pytest.mark.parametrize("loss", ["auto_encoding", "attention_reconstruction"])
@pytest.mark.parametrize("function", LEARNED)
def test_compression_losses_train_compressors_and_nothing_else(small, function, loss):
    model = compressive(small, function=function, loss=loss)
    ids = song(60)
    _, memory = in_segments(model, ids[:, :40], [20])
    nll, auxiliary, _ = model.losses(ids[:, 40:], ids[:, 40:], memory)
    assert auxiliary > 0
    of_auxiliary, of_main = gradients(model, auxiliary), gradients(model, nll.sum())
    for name, gradient in of_auxiliary.items():
        assert is_zero(gradient) != name.startswith("compressors"), name
        assert is_zero(of_main[name]) == name.startswith("compressors"), name


@pytest.mark.parametrize("function", LEARNED)
def test_back_propagation_through_time_trains_compressors_by_the_main_loss(small, function):
    model = compressive(small, function=function, loss="bptt")
    ids = song(60)
    _, memory = in_segments(model, ids[:, :40], [20])
    nll, auxiliary, after = model.losses(ids[:, 40:], ids[:, 40:], memory)
    found = gradients(model, nll.sum())
    assert auxiliary == 0
    assert not any(is_zero(gradient) for gradient in found.values())
    assert not any(slots.requires_grad for slots in after.compressed)
    with torch.no_grad():
        again, _, _ = model.losses(ids[:, 40:], ids[:, 40:], memory)
    assert torch.allclose(nll, again, atol=1e-12, rtol=0)


@pytest.mark.parametrize(
    "loss", [pytest.param("auto_encoding", marks=pytest.mark.slow), "attention_reconstruction"]
)
def test_compression_losses_fall_when_trained(small, loss):
    model = compressive(small, loss=loss)
    ids = song(60)
    _, memory = in_segments(model, ids[:, :40], [20])
    optimizer = torch.optim.Adam(model.compressors.parameters(), lr=1e-2)
    seen = []
    for _ in range(12):
        _, auxiliary, _ = model.losses(ids[:, 40:], ids[:, 40:], memory)
        optimizer.zero_grad()
        auxiliary.backward()
        optimizer.step()
        seen.append(auxiliary.item())
    assert seen[-1] < 0.9 * seen[0]


def test_functions_without_weights_have_nothing_to_train(small):
    model = compressive(small, function="max_pool")
    ids = song(60)
    _, memory = in_segments(model, ids[:, :40], [20])
    _, auxiliary, _ = model.losses(ids[:, 40:], ids[:, 40:], memory)
    assert auxiliary.item() == 0


def test_only_whole_songs_teach(small):
    """Memory that never was is all zero and must not teach the compressor to say nothing."""
    model = compressive(small, loss="attention_reconstruction")
    ids = song(9)
    _, auxiliary, _ = model.losses(ids, ids, model.empty_memory(2))
    assert auxiliary.item() == 0


def test_segments_shorter_than_the_rate_wait(small):
    model = compressive(small, rate=5)
    memory = model.empty_memory(2)
    for length in range(1, 12):
        nll, auxiliary, memory = model.losses(song(1), song(1), memory)
        assert memory.waiting == length % 5
        assert (nll.sum() + auxiliary).isfinite()


def test_compressive_memory_survives_its_tensors(small):
    model = compressive(small, function="convolution", loss="bptt", rate=4)
    ids = song(41)
    _, memory = in_segments(model, ids, [18])
    again = Memory.from_tensors(memory.tensors())
    assert torch.equal(model(ids, memory)[0], model(ids, again)[0])
    assert again.waiting == 1


def test_a_memory_too_short_to_compress_is_refused(small):
    with pytest.raises(ValueError, match="rate"):
        compressive(small, mem_len=2)
    with pytest.raises(ValueError, match="mem_len 1"):
        compressive(small).empty_memory(2, mem_len=1)
    with pytest.raises(ValueError, match="function"):
        CompressionConfig(length=3, function="magic")


@pytest.mark.parametrize("function", ["max_pool", "mean_pool", "most_used"])
def test_what_time_cannot_train_is_refused_with_the_reason(function):
    with pytest.raises(ValueError, match=r"compression.loss bptt .*: choose|no weights; choose"):
        CompressionConfig(length=4, function=function, loss="bptt")
    CompressionConfig(length=4, function=function, loss="none")


def test_compression_in_bfloat16(small):
    model = compressive(small, loss="attention_reconstruction").float()
    ids, memory = song(60), None
    with torch.autocast("cpu", dtype=torch.bfloat16):
        memory = model.empty_memory(2)
        for begin in range(0, 60, 20):
            part = ids[:, begin : begin + 20]
            nll, auxiliary, memory = model.losses(part, part, memory)
    assert memory.compressed[0].dtype == torch.float32
    (nll.sum() + auxiliary).backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())
