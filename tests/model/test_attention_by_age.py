import pytest
import torch

from benchmarks.evaluation.attention_by_age import PARTS, attention_by_age
from engine.values.config import CompressionConfig
from tests.model.step_songs import segments
from tests.model.step_songs import song as song_of_steps

VOCABULARY = 40


def song(length, *, rows=2):
    return torch.randint(0, VOCABULARY, (rows, length))


@torch.no_grad()
def test_shares_of_all_parts_sum_to_one(small):
    model = small(mem_len=12, compression=CompressionConfig(length=6, rate=3, loss="none"))
    memory = model.empty_memory(2)
    for _ in range(3):
        found, memory = attention_by_age(model, song(20), memory)
    assert found.queries == 40
    assert found.shares.shape == (3, len(PARTS), 6)
    assert torch.allclose(found.shares.sum(dim=(1, 2)), torch.ones(3, dtype=torch.float64))
    assert (found.shares > 0).all()


@torch.no_grad()
def test_shares_are_those_of_weights_that_are_known(small):
    """Without any content or distance in the scores, attention is even."""
    model = small(mem_len=10)
    for layer in model.layers:
        layer.attention.query.weight.zero_()
    model.u.zero_()
    model.v.zero_()
    _, memory = model(song(10), model.empty_memory(2))
    found, _ = attention_by_age(model, song(1), memory, buckets=2)
    expected = torch.tensor([[0, 0], [5 / 11, 5 / 11], [1 / 11, 0]], dtype=torch.float64)
    assert torch.allclose(found.shares, expected.expand(3, 3, 2))


@torch.no_grad()
def test_only_rows_that_carry_a_full_memory_count(small):
    model = small(mem_len=10)
    starts = torch.zeros(2, 10, dtype=torch.bool)
    starts[1, 4] = True
    nothing, memory = attention_by_age(model, song(10), model.empty_memory(2))
    one, memory = attention_by_age(model, song(10), memory, starts)
    assert (nothing.queries, one.queries) == (0, 10)
    assert nothing.plus(one).queries == 10
    assert torch.allclose(nothing.plus(one).shares, one.shares)
    assert nothing.plus(nothing).queries == 0


@torch.no_grad()
def test_measuring_goes_on_like_forward(small):
    model = small()
    ids = song(9)
    _, expected = model(ids, model.empty_memory(2))
    _, memory = attention_by_age(model, ids, model.empty_memory(2))
    assert torch.equal(memory.hidden[2], expected.hidden[2])


@torch.no_grad()
def test_averages_weigh_by_queries(small):
    model = small(mem_len=4)
    _, memory = model(song(4), model.empty_memory(2))
    first, memory = attention_by_age(model, song(3), memory)
    second, _ = attention_by_age(model, song(9), memory)
    both = first.plus(second)
    assert both.queries == 24
    assert torch.allclose(both.shares, first.shares / 4 + second.shares * 3 / 4)
    assert both.shares.sum().item() == pytest.approx(3)


@torch.no_grad()
def test_notes_are_measured_as_ids_are(small_of_notes):
    model = small_of_notes(mem_len=8)
    rows = segments(song_of_steps(1))
    memory = model.empty_memory(1)
    for begin in range(0, 40, 8):
        part = rows.part(begin, begin + 8)
        found, memory = attention_by_age(model, part.bags, memory, part.starts)
    assert found.queries == 8
    assert torch.allclose(found.shares.sum(dim=(1, 2)), torch.ones(3, dtype=torch.float64))
    _, expected = model(rows.bags[:, :40], model.empty_memory(1), rows.starts[:, :40])
    assert torch.allclose(memory.summary, expected.summary)
