"""Properties B4 to B8 of song batching: what a model makes of the batches.

Float64 and one small Transformer-XL throughout, so that equal means equal.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
import torch
from torch import Tensor

from engine.model.network.memory import Memory
from engine.model.network.transformer_xl import TransformerXL
from engine.tokens.batching import SongBatches
from engine.tokens.gathering import Batch
from engine.values.config import BatchConfig, Joining, ModelConfig

SEGMENT = 8
LENGTHS = [0, 1, 6, 7, 8, 30, 39, 3, 21]  # ids between begin and end


@pytest.fixture(scope="module")
def model() -> Iterator[TransformerXL]:
    torch.manual_seed(0)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    config = ModelConfig(vocab_size=794, n_layer=2, d_model=16, n_head=2, mem_len=48, dropout=0.0)
    yield TransformerXL(config).double().eval()
    torch.set_num_threads(threads)


def _batches(corpus_of, *, rows: int, joining: Joining = "ragged") -> list[Batch]:
    config = BatchConfig(rows=rows, segment_length=SEGMENT, joining=joining)
    return list(SongBatches(*corpus_of(LENGTHS), config, device="cpu", epochs=1))


def _losses(model: TransformerXL, batches: list[Batch]) -> Tensor:
    """Losses of all positions of all rows, (B, positions)."""
    memory, losses = model.empty_memory(batches[0].ids.shape[0]), []
    for batch in batches:
        nll, _, memory = model.losses(
            batch.ids, batch.targets, memory, starts=batch.starts, scored=batch.scored
        )
        losses.append(nll)
    return torch.cat(losses, dim=1)


def _song_by_song(model: TransformerXL, corpus_of) -> float:
    """The sum of losses of each song alone, in segments, with its own memory."""
    tokens, offsets = corpus_of(LENGTHS)
    total = 0.0
    for start, end in pairwise(offsets):
        song = torch.tensor(tokens[start:end].astype(int))[None]
        memory = model.empty_memory(1)
        for first in range(0, song.shape[1] - 1, SEGMENT):
            part = song[:, first : first + SEGMENT + 1]
            nll, _, memory = model.losses(part[:, :-1], part[:, 1:], memory)
            total += float(nll.sum())
    return total


def _poisoned(memory: Memory, value: float) -> Memory:
    hidden = tuple(torch.full_like(layer, value) for layer in memory.hidden)
    return replace(memory, hidden=hidden)


def _first_start(batches: list[Batch]) -> tuple[int, int]:
    """(batch, column) in row 0 of the first song that follows another one."""
    for index, batch in enumerate(batches):
        for column in torch.nonzero(batch.starts[0]).flatten().tolist():
            if index or column:
                return index, column
    raise AssertionError("no second song in row 0")


@torch.no_grad()
def test_b4_a_poisoned_memory_of_the_song_before_changes_nothing(model, corpus_of) -> None:
    batches = _batches(corpus_of, rows=1, joining="pad")
    index, column = _first_start(batches)
    assert column == 0
    memory = model.empty_memory(1)
    for batch in batches[:index]:
        _, memory = model(batch.ids, memory, batch.starts)
    after = batches[index]
    clean, _, _ = model.losses(after.ids, after.targets, model.empty_memory(1))
    poisoned, _, _ = model.losses(
        after.ids, after.targets, _poisoned(memory, float("nan")), starts=after.starts
    )
    assert torch.equal(poisoned, clean)


@pytest.mark.slow
@torch.no_grad()
def test_b8_a_boundary_inside_a_segment_is_masked_and_positions_restart(model, corpus_of) -> None:
    batches = _batches(corpus_of, rows=1)
    index, column = next(
        (i, int(torch.nonzero(b.starts[0]).flatten()[-1]))
        for i, b in enumerate(batches)
        if i and b.starts[0, 1:].any()
    )
    assert column > 0
    memory = model.empty_memory(1)
    for batch in batches[:index]:
        _, memory = model(batch.ids, memory, batch.starts)
    inside = batches[index]
    losses = [
        model.losses(inside.ids, inside.targets, each, starts=inside.starts)[0][:, column:]
        for each in (memory, _poisoned(memory, 1e3), model.empty_memory(1))
    ]
    assert torch.equal(losses[0], losses[1])
    assert torch.equal(losses[0], losses[2])
    # From the boundary on it is the song from its beginning: distances count from there.
    alone, _, _ = model.losses(
        inside.ids[:, column:], inside.targets[:, column:], model.empty_memory(1)
    )
    torch.testing.assert_close(losses[0], alone, rtol=0, atol=1e-12)
    unmasked, _, _ = model.losses(inside.ids, inside.targets, memory)
    assert not torch.allclose(unmasked[:, column:], alone)


@torch.no_grad()
def test_b5_a_rows_loss_does_not_depend_on_the_others(model, corpus_of) -> None:
    batches = _batches(corpus_of, rows=3)
    together = _losses(model, batches)
    for row in range(3):
        alone = _losses(
            model,
            [
                Batch(*(part[row : row + 1] for part in (b.ids, b.targets, b.starts, b.scored)))
                for b in batches
            ],
        )
        torch.testing.assert_close(together[row : row + 1], alone, rtol=0, atol=1e-12)


@torch.no_grad()
@pytest.mark.parametrize("joining", ["ragged", "pad"])
@pytest.mark.parametrize("rows", [1, 2, 5, 16])
def test_b6_the_sum_of_losses_is_that_of_the_songs_one_by_one(
    model, corpus_of, joining, rows
) -> None:
    batched = float(_losses(model, _batches(corpus_of, rows=rows, joining=joining)).sum())
    assert batched == pytest.approx(_song_by_song(model, corpus_of), abs=1e-9)


def _gradients(model: TransformerXL, batches: list[Batch]) -> dict[str, Tensor]:
    model.zero_grad()
    _losses(model, batches).sum().backward()
    named = {
        name: parameter.grad.clone()
        for name, parameter in model.named_parameters()
        if parameter.grad is not None
    }
    model.zero_grad()
    return named


def test_b7_padding_changes_neither_loss_nor_gradient(model, corpus_of) -> None:
    batches = _batches(corpus_of, rows=2, joining="pad")
    assert any(not b.scored.all() for b in batches)
    other = [
        Batch(
            ids=torch.where(b.scored, b.ids, 700),
            targets=torch.where(b.scored, b.targets, 5),
            starts=b.starts,
            scored=b.scored,
        )
        for b in batches
    ]
    assert torch.equal(_losses(model, batches), _losses(model, other))
    ours, theirs = _gradients(model, batches), _gradients(model, other)
    assert ours.keys() == theirs.keys()
    for name, gradient in ours.items():
        torch.testing.assert_close(gradient, theirs[name], rtol=0, atol=1e-12, msg=name)
