"""The scripts of the experiments measure what they say they measure."""

import importlib.util
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
import torch

ROOT = Path(__file__).resolve().parent.parent.parent


def script(name):
    spec = importlib.util.spec_from_file_location(
        f"experiment_{name}", ROOT / "scripts" / "research" / f"{name}.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there for their own module
    path = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = path
    return module


@pytest.fixture(scope="module")
def jsb():
    return script("jsb_model")


@pytest.fixture(scope="module")
def run():
    return script("jsb")


@pytest.fixture(scope="module")
def memories():
    return script("memories")


def chorale(jsb, steps, *, seed=0):
    draw = np.random.default_rng(seed)
    piece = draw.integers(20, 26, (steps, 4)).repeat(2, axis=0)
    piece[3, 2] = jsb.REST
    return piece


@pytest.fixture
def tiny(jsb):
    return jsb.Settings(n_layer=1, d_model=16, n_head=2, steps=40, dropout=0.0)


def cell_nats(jsb, model, piece):
    packed, cells, _ = jsb.batch_of([piece])
    with torch.inference_mode():
        return model.eval().losses(packed, cells, model.trunk.empty_memory(1))[0].reshape(-1)


@pytest.mark.parametrize("inputs", ["pitches", "clock", "held"])
def test_a_cell_is_predicted_from_the_cells_before_it_alone(jsb, tiny, inputs):
    torch.manual_seed(1)
    model = jsb.Chorale(replace(tiny, inputs=inputs))
    piece = chorale(jsb, 8)
    before = cell_nats(jsb, model, piece)
    for changed in (0, 5, 22, 63):
        other = piece.copy()
        other.reshape(-1)[changed] = 40
        after = cell_nats(jsb, model, other)
        assert torch.equal(after[:changed], before[:changed])
        assert (after[changed:] != before[changed:]).any()


def test_what_each_cell_may_be_sums_to_one(jsb, tiny):
    torch.manual_seed(1)
    model = jsb.Chorale(tiny)
    piece = chorale(jsb, 4)
    for cell in (0, 6, 31):
        total = 0.0
        for pitch in range(jsb.PITCHES):
            other = piece.copy()
            other.reshape(-1)[cell] = pitch
            total += float(torch.exp(-cell_nats(jsb, model, other)[cell]))
        assert total == pytest.approx(1.0, abs=1e-4)


def test_every_cell_counts_once_however_chorales_are_grouped_and_cut(jsb, tiny):
    torch.manual_seed(1)
    model = jsb.Chorale(tiny)
    pieces = [chorale(jsb, steps, seed=steps) for steps in (5, 9, 3)]
    alone = torch.cat([cell_nats(jsb, model, piece) for piece in pieces])
    together = jsb.nats_per_cell(model, pieces)
    assert len(alone) == 4 * 2 * (5 + 9 + 3)
    assert together == pytest.approx(float(alone.double().mean()), abs=1e-6)
    cut = jsb.nats_per_cell(model, pieces, segment=4, mem_len=32)
    assert cut == pytest.approx(together, abs=1e-5)


def test_transpositions_leave_voices_in_their_ranges_and_rests_alone(jsb, tiny):
    pieces = [chorale(jsb, 6, seed=1), chorale(jsb, 6, seed=1) - 3]
    pieces[1][3, 2] = jsb.REST
    ranges = jsb.voice_ranges(pieces)
    assert jsb.legal_shifts(pieces[0], ranges) == [-3, -2, -1, 0]
    assert jsb.legal_shifts(pieces[1], ranges) == [0, 1, 2, 3]
    moved = jsb.transposed(pieces[0], -2)
    assert moved[3, 2] == jsb.REST
    assert (moved != pieces[0] - 2).sum() == 1
    seen = [jsb.epoch_batches(pieces, tiny, epoch=epoch) for epoch in (0, 0, 1)]
    assert all(torch.equal(a[1], b[1]) for a, b in zip(seen[0], seen[1], strict=True))
    assert sum(int(batch[2].sum()) for batch in seen[2]) == 24


@pytest.mark.slow
@pytest.mark.parametrize("muon", [False, True])
def test_a_run_goes_on_exactly_where_it_was_saved(jsb, run, tiny, tmp_path, muon):
    settings = replace(tiny, dropout=0.2, muon=muon)
    pieces = [chorale(jsb, 6, seed=seed) for seed in (1, 2)]
    batches = jsb.epoch_batches(pieces, settings, epoch=0)
    first = run.Trainer(settings, pieces)
    first._step(batches[0])
    first.save(tmp_path)
    first._step(batches[-1])
    second = run.Trainer(settings, pieces)
    second.load(tmp_path)
    assert second.progress.step == 1
    second._step(batches[-1])
    for a, b in zip(first.average.parameters(), second.average.parameters(), strict=True):
        assert torch.equal(a, b)


def test_all_memories_have_equal_slots_and_the_losses_that_can_train_them(memories):
    ways = list(memories.memories(128))
    assert len({way.name for way in ways}) == len(ways) == 18
    for way in ways:
        slots = way.plain + (way.compression.length if way.compression else 0)
        assert slots == {"none": 0, "plain, half": 64}.get(way.name, 128)
    trained = {(w.compression.function, w.compression.loss) for w in ways if w.compression}
    assert len({function for function, _ in trained}) == 5
    weighted = {loss for function, loss in trained if function in memories.WEIGHTED}
    assert weighted == set(memories.TRAINED_BY)


def test_results_make_a_table_with_differences_of_the_same_seed(memories):
    shape = asdict(memories.Shape())
    lines = [
        {
            "memory": memory, "seed": seed, "shape": shape, "nats": late + 0.5, "late_nats": late,
            "bits_per_note": 9.0, "training_cpu_s": 50.0,
        }
        for memory, seed, late in (("plain", 0, 2.0), ("plain", 1, 3.0), ("mean pool", 1, 2.9))
    ]  # fmt: skip
    table = list(memories.tables(json.loads(json.dumps(lines))))
    assert "| plain | 2 | 3.0000 | 2.5000 | 1.0000 | +0.0000 | 9.000 | 50 |" in table
    assert "| mean pool | 1 | 3.4000 | 2.9000 | 0.0000 | -0.1000 | 9.000 | 50 |" in table
