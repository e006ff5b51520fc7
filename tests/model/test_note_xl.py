"""A step is a note: what holds for ids holds for steps."""

from dataclasses import replace

import pytest
import torch

from engine.model.network import attention
from engine.model.network.memory import Memory
from engine.values.config import CompressionConfig
from tests.model import step_songs
from tests.model.step_songs import segments, song, together

LAYOUTS = [
    pytest.param({}, id="pre-norm"),
    pytest.param({"pre_norm": False, "final_norm": False}, id="post-norm"),
    pytest.param({"tie_embeddings": False, "scale_embeddings": False}, id="untied"),
    pytest.param(
        {"steps": replace(step_songs.STEPS, key_half_lives=())}, id="without a key summary"
    ),
]


def losses(model, row, memory=None, *, starts=True):
    """Losses of a row's segment, and the memory after it."""
    memory = model.empty_memory(row.bags.shape[0]) if memory is None else memory
    nll, _, memory = model.losses(
        row.bags,
        row.targets,
        row.said,
        memory,
        song=row.song,
        programs=row.programs,
        starts=row.starts if starts else None,
    )
    return nll, memory


def in_segments(model, row, segment):
    memory, parts = None, []
    for begin in range(0, row.bags.shape[1], segment):
        nll, memory = losses(model, row.part(begin, begin + segment), memory)
        parts.append(nll)
    return torch.cat(parts)


@torch.no_grad()
def by_plain_loops(model, ids):
    """Losses id by id from what `logits` says of one step at a time."""
    whole, memory, found = step_songs.read(ids), model.empty_memory(1), []
    programs = torch.tensor([whole.programs])
    for index, bag in enumerate(whole.bags[:-1]):
        bags = torch.tensor([[step_songs.padded(bag)]])
        states, memory = model(bags, memory)
        following = whole.ids[index + 1]
        if following[-1] in step_songs.PROGRAMS:
            continue
        said = []
        for place, token in enumerate(following):
            bag_so_far = torch.tensor([step_songs.padded(said)])
            logits = model.logits(states[:, 0], bag_so_far, torch.tensor([place]), programs)
            found.append(-logits.log_softmax(dim=-1)[0, token])
            said += [one for one in whole.added[index + 1][place] if one != step_songs.PAD]
    return torch.stack(found)


@pytest.mark.parametrize("layout", LAYOUTS)
@torch.no_grad()
def test_losses_are_those_of_saying_each_id_after_the_other(small_of_notes, layout):
    model = small_of_notes(mem_len=60, **layout)
    ids = song(1)
    nll, _ = losses(model, segments(ids))
    assert nll.shape == (sum(len(ids) for ids in step_songs.read(ids).ids[3:]),)
    assert torch.allclose(nll, by_plain_loops(model, ids), atol=1e-9, rtol=0)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("segment", [1, 7, 16])
@torch.no_grad()
def test_a_song_in_one_segment_equals_the_song_in_segments(small_of_notes, layout, segment):
    model = small_of_notes(mem_len=60, **layout)
    row = segments(song(2))
    whole, _ = losses(model, row)
    assert torch.allclose(whole, in_segments(model, row, segment), atol=1e-9, rtol=0)


@torch.no_grad()
def test_the_key_summary_remembers_beyond_the_memory(small_of_notes):
    model = small_of_notes(mem_len=0)
    row = segments(song(3))
    sums = model.key_summary.empty(1)
    histograms = torch.zeros(2, 12, dtype=torch.float64)
    for begin in range(0, row.bags.shape[1], 9):
        part = row.part(begin, begin + 9)
        counted = model.key_summary.counted(part.bags, sums, part.starts)
        for index, bag in enumerate(part.bags[0].tolist()):
            for token in bag:
                if 3 <= token < 131:
                    histograms *= 0.5 ** (1 / torch.tensor([[12.0], [60.0]]).double())
                    histograms[:, (token - 3) % 12] += 1
            assert torch.allclose(counted[0, index], histograms, atol=1e-12, rtol=0)
        sums = counted[:, -1]
    assert (sums.sum(dim=-1) > 5).all()


@torch.no_grad()
def test_songs_joined_in_a_row_are_as_if_alone(small_of_notes):
    model = small_of_notes()
    one, two = song(4, notes=21), song(5, notes=30)
    joined = in_segments(model, segments(one, two), 9)
    alone = in_segments(model, segments(one), 9)
    assert torch.allclose(joined[: len(alone)], alone, atol=1e-9, rtol=0)
    whole, _ = losses(model, segments(two).part(0, 5))
    after = joined[len(alone) : len(alone) + len(whole)]
    assert torch.allclose(after, whole, atol=1e-9, rtol=0)


def poisoned(memory: Memory) -> Memory:
    return replace(
        memory,
        hidden=tuple(h * torch.nan for h in memory.hidden),
        summary=memory.summary * torch.nan,
    )


def test_not_even_nan_passes_a_songs_beginning(small_of_notes):
    model = small_of_notes()
    row = segments(song(6)).part(0, 20)
    _, memory = losses(model, row)
    gradients = []
    for before in (poisoned(memory), model.empty_memory(1)):
        nll, after = losses(model, row, before)
        assert nll.isfinite().all()
        assert after.summary.isfinite().all()
        weights = list(model.parameters())
        gradients.append([nll.detach(), *torch.autograd.grad(nll.sum(), weights)])
    for one, other in zip(*gradients, strict=True):
        assert torch.equal(one, other)


@torch.no_grad()
def test_a_start_inside_a_segment_is_a_fresh_memory_to_the_last_bit(small_of_notes):
    model = small_of_notes()
    row = segments(song(7, notes=6), song(8))
    column = int(torch.nonzero(row.starts[0])[1])
    part = row.part(column - 3, column + 12)
    before = int((part.targets[:, :3] >= 0).sum())
    _, memory = losses(model, row.part(0, column - 3))
    loud = replace(
        memory,
        hidden=tuple(torch.full_like(h, 1e3) for h in memory.hidden),
        summary=torch.full_like(memory.summary, 1e3),
    )
    found = [losses(model, part, each) for each in (memory, loud, model.empty_memory(1))]
    # With an empty memory fewer keys are looked at, and sums go in another order.
    assert torch.equal(found[1][0][before:], found[0][0][before:])
    assert torch.allclose(found[2][0][before:], found[0][0][before:], atol=1e-12, rtol=0)
    for _, after in found[1:]:
        assert torch.equal(after.summary, found[0][1].summary)
        assert torch.equal(after.age, found[0][1].age)


@torch.no_grad()
def test_a_rows_losses_do_not_depend_on_the_others(small_of_notes):
    model = small_of_notes()
    rows = [segments(song(seed)).part(0, 30) for seed in (9, 10, 11)]
    nll, _ = losses(model, together(rows))
    alone = torch.cat([losses(model, row)[0] for row in rows])
    assert torch.allclose(nll, alone, atol=1e-12, rtol=0)


@torch.no_grad()
def test_a_part_that_a_song_does_not_declare_cannot_come(small_of_notes):
    model = small_of_notes()
    programs = torch.tensor([[-1, 135, -1, 138]])
    nothing = torch.tensor([step_songs.padded(())])
    logits = model.logits(torch.randn(1, 32).double(), nothing, torch.tensor([0]), programs)[0]
    parts = logits[131:135]
    assert (parts == -torch.inf).tolist() == [True, False, True, False]
    assert logits.isfinite().sum() == step_songs.VOCABULARY - 2


@torch.no_grad()
def test_a_part_is_as_likely_as_it_and_its_program_are(small_of_notes):
    model = small_of_notes()
    state, nothing = torch.randn(1, 32).double(), torch.tensor([step_songs.padded(())])
    both = [
        model.logits(state, nothing, torch.tensor([0]), torch.tensor([[program] * 4]))[0]
        for program in (135, 139)
    ]
    assert torch.allclose(both[0][131] - both[1][131], both[0][135] - both[0][139])


@pytest.mark.parametrize("final", [True, False])
def test_the_gradient_is_that_of_plain_operations(small_of_notes, final):
    model = small_of_notes(final_norm=final)
    row = segments(song(12)).part(0, 24)
    nll, _ = losses(model, row)
    weighed = torch.rand_like(nll)
    found = torch.autograd.grad((nll * weighed).sum(), list(model.parameters()))
    wanted, again = plainly(model, row)
    assert torch.allclose(nll, again, atol=1e-12, rtol=0)
    expected = torch.autograd.grad((wanted * weighed).sum(), list(model.parameters()))
    for one, other in zip(found, expected, strict=True):
        assert torch.allclose(one, other, atol=1e-10, rtol=1e-9)


def plainly(model, row):
    """The same losses by operations whose gradient is PyTorch's own."""
    states, _ = model(row.bags, model.empty_memory(1), row.starts)
    main, table = model.local.main(states[0]), model.table()
    found = []
    for step, targets in enumerate(row.targets[0].tolist()):
        said = torch.zeros(32).double()
        programs = row.programs[row.song[0, step]]
        for place, token in enumerate(targets):
            if token < 0:
                continue
            read = model.local(main[step], model.local.said(said), torch.tensor(place))
            logits = read @ model.embedding.weight.T + model.head_bias
            parts = torch.where(programs < 0, -torch.inf, logits[131:135] + logits[programs])
            logits = torch.cat([logits[:131], parts, logits[135:]])
            found.append(-logits.log_softmax(dim=-1)[token])
            said = said + table[row.said[0, step, place]].sum(dim=0)
    wanted = torch.stack(found)
    return wanted, wanted.detach()


def test_the_way_of_accelerators_gives_the_same(small_of_notes, monkeypatch):
    """There attention is plain tensor operations, or a kernel that is checked against them."""
    model = small_of_notes()
    row = segments(song(17, notes=12), song(18))
    found = []
    for attend in (attention.attend, plain_attention):
        monkeypatch.setattr(attention, "attend", attend)
        _, memory = losses(model, row.part(0, 20))
        nll, memory = losses(model, row.part(20, 40), memory)
        gradients = torch.autograd.grad(nll.sum(), list(model.parameters()))
        found.append([nll, *gradients, memory.summary, *memory.hidden])
    for one, other in zip(*found, strict=True):
        assert torch.allclose(one, other, atol=1e-10, rtol=1e-9)


def plain_attention(*arguments, usage):
    return attention.relative_attention(*arguments, usage)


def test_bfloat16_products_keep_float32_losses(small_of_notes):
    model = small_of_notes().float()
    row = segments(song(13))
    exact, _ = losses(model, row)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rounded, memory = losses(model, row)
    assert rounded.dtype == torch.float32
    assert memory.hidden[1].dtype == memory.summary.dtype == torch.float32
    assert (exact - rounded).abs().mean() < 0.05 * exact.mean()
    rounded.sum().backward()
    assert all(parameter.grad.isfinite().all() for parameter in model.parameters())


@pytest.mark.parametrize("loss", ["auto_encoding", "attention_reconstruction", "bptt"])
def test_compressed_memory_is_trained_over_steps(small_of_notes, loss):
    compression = CompressionConfig(length=4, rate=3, loss=loss)
    model = small_of_notes(mem_len=9, compression=compression)
    row = segments(song(14))
    _, memory = losses(model, row.part(0, 30))
    part = row.part(30, 45)
    nll, auxiliary, _ = model.losses(
        part.bags, part.targets, part.said, memory, song=part.song, programs=part.programs
    )
    (nll.sum() + auxiliary).backward()
    for compressor in model.compressors:
        assert compressor.convolution.weight.grad.abs().max() > 0


def test_a_memory_with_a_summary_survives_its_tensors(small_of_notes):
    model = small_of_notes()
    row = segments(song(15))
    _, memory = losses(model, row.part(0, 20))
    again = Memory.from_tensors(memory.tensors())
    assert torch.equal(losses(model, row, memory)[0], losses(model, row, again)[0])
    assert torch.equal(again.select(torch.tensor([0, 0])).summary[1], memory.summary[0])


def test_dropout_acts_in_training_only(small_of_notes):
    model = small_of_notes(dropout=0.5)
    row = segments(song(16))
    assert torch.equal(losses(model, row)[0], losses(model, row)[0])
    model.train()
    assert not torch.equal(losses(model, row)[0], losses(model, row)[0])
