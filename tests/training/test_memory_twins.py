"""The twins of the memory experiment go on exactly where they were, and their tables say so."""

import json
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.config import TokenizerConfig
from engine.tokens.store import write_store
from engine.tokens.tokenizer import Tokenizer

ROOT = Path(__file__).resolve().parents[2]
ARMS = ("vanilla", "memory-128", "mean-4", "convolution-2", "most-used-4", "segment-128")
# The arm with the most to keep: a memory, a compressed memory, and weights that compress.


@pytest.fixture(scope="module")
def twins():
    """The scripts' modules, by name."""
    before = list(sys.path)
    sys.path[:0] = [str(ROOT / "scripts" / "research")]
    names = ("twin_arms", "twin_reading", "twin_training", "twin_report", "twin_judging")
    yield {name: import_module(name) for name in (*names, "memory_twins")}
    sys.path[:] = before


@pytest.fixture(scope="module")
def songs(tmp_path_factory):
    from tests.training.conftest import song

    tokenizer = Tokenizer(TokenizerConfig(any_order=True))
    held_out = {f"band/{i}" for i in range(8)}
    made = [
        (name, "valid" if name in held_out else "train", tokenizer.encode(song(i, bars=40)).ids)
        for i, name in enumerate([*sorted(held_out), *(f"band/train {i}" for i in range(8))])
    ]
    return write_store(tmp_path_factory.mktemp("twins"), made, tokenizer)


class Seconds:
    """A clock on which each update takes as long as it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.5  # asked before and after an update
        return self.now


def never() -> bool:
    return False


def opened(twins, songs, folder, arm, *, wall=lambda: 0.0, seed=1):
    shape = twins["twin_arms"].Shape(n_layer=2, d_model=16, n_head=2, update=256)
    marks = twins["twin_training"].Marks(
        updates=2, seconds=3.0, save_s=1.0, songs=2, ids=160, first_kept=1
    )
    return twins["twin_training"].Twin(
        twins["twin_arms"].ARMS[arm],
        shape,
        marks,
        seed=seed,
        store=songs,
        folder=folder,
        clock=Seconds(),
        wall=wall,
    )


def curve(twins, folder):
    """What a curve says, but for the machine and the hour."""
    lines = twins["twin_training"].curve_of(folder)
    return [
        {k: v for k, v in line.items() if k not in {"peak_mb", "held_mb", "when"}} for line in lines
    ]


@pytest.mark.slow
@pytest.mark.parametrize("arm", ARMS)
def test_a_twin_that_was_interrupted_goes_on_to_the_same_bits(twins, songs, tmp_path, arm):
    losses = twins["twin_training"].losses_of
    whole = opened(twins, songs, tmp_path / "whole", arm)
    assert whole.advance(never)
    assert not whole.advance(never, updates=9)
    cut = tmp_path / "cut"
    # Stopped by a signal after its first update, and killed some time after its second one.
    assert not opened(twins, songs, cut, arm).advance(lambda: True)
    opened(twins, songs, cut, arm, wall=Seconds()).advance(never, updates=2)
    with (cut / "losses.txt").open("a") as file:
        file.write("9.0\n9.")
    with (cut / "curve.jsonl").open("a") as file:
        file.write('{"updates": 99}\n{"upd')
    assert opened(twins, songs, cut, arm).advance(never)
    opened(twins, songs, cut, arm).advance(never, updates=9)
    assert losses(tmp_path / "cut") == losses(tmp_path / "whole")
    assert len(losses(tmp_path / "cut")) == 9
    assert curve(twins, tmp_path / "cut") == curve(twins, tmp_path / "whole")
    marks = [line["marks"] for line in curve(twins, tmp_path / "cut")]
    assert marks == [{"updates": 1}, {"updates": 2}, {"updates": 3, "seconds": 1}, {"updates": 4}]
    kept = {path.name for path in (tmp_path / "cut" / "kept").iterdir()}
    assert kept == {*(f"updates-{n:08d}" for n in (2, 4, 8)), "seconds-00000003"}


@pytest.mark.slow
def test_a_mark_that_a_kill_left_without_a_line_gets_it(twins, songs, tmp_path, monkeypatch):
    training = twins["twin_training"]
    whole = opened(twins, songs, tmp_path / "whole", "memory-128")
    whole.advance(never, updates=2)
    killed = opened(twins, songs, tmp_path / "killed", "memory-128")
    with monkeypatch.context() as patched:
        patched.setattr(training.Twin, "_settle", lambda *_: None)
        killed.advance(never, updates=2)
    assert not curve(twins, tmp_path / "killed")
    opened(twins, songs, tmp_path / "killed", "memory-128")
    assert curve(twins, tmp_path / "killed") == curve(twins, tmp_path / "whole") != []


def test_twins_begin_with_the_same_weights_and_hear_the_same_songs(twins, songs):
    arms, vocabulary = twins["twin_arms"], Tokenizer.from_description(songs.tokenizer).vocabulary
    shape = arms.Shape(n_layer=2, d_model=16, n_head=2)
    all_weights = [
        arms.begun(arm, shape, vocabulary, seed=3).state_dict() for arm in arms.ARMS.values()
    ]
    for weights in all_weights:
        for name, weight in weights.items():
            if not name.startswith("compressors."):
                assert torch.equal(all_weights[0][name], weight)
    batches = {arm.batch(shape, seed=3) for arm in arms.ARMS.values() if arm.segment == 64}
    assert len(batches) == 1
    for arm in arms.ARMS.values():
        batch = arm.batch(shape, seed=3)
        assert batch.rows * batch.segment_length == shape.update
    # What is compressed reaches as far as the longest plain memory.
    assert {arm.reach for arm in arms.ARMS.values() if arm.compression} == {512}


def test_each_stage_names_arms_that_are_there_and_all_are_named_twice(twins):
    arms = twins["twin_arms"]
    named = [(name, seed) for names, seed in arms.STAGES for name in names]
    assert len(named) == len(set(named)) == 2 * len(arms.ARMS)
    assert {name for name, _ in named} == set(arms.ARMS)
    stages = list(twins["memory_twins"].stages_of(["vanilla", "mean-2"], [1]))
    assert stages == [[("vanilla", 1)], [("mean-2", 1)]]


def test_the_halves_of_the_held_out_songs_share_no_song(twins, songs):
    reading = twins["twin_reading"]
    halves = [
        {name for name, _ in reading.held_out(songs, half, songs=99)} for half in reading.HALVES
    ]
    assert all(halves)
    assert not halves[0] & halves[1]
    assert len(halves[0] | halves[1]) == len(songs.songs("valid"))


def test_what_is_read_side_by_side_costs_what_it_costs_alone(twins, songs):
    arms, reading = twins["twin_arms"], twins["twin_reading"]
    tokenizer = Tokenizer.from_description(songs.tokenizer)
    shape = arms.Shape(n_layer=2, d_model=16, n_head=2)
    model = arms.begun(arms.ARMS["memory-512"], shape, tokenizer.vocabulary, seed=1).eval()
    reader = reading.SegmentReading(model, tokenizer.vocabulary, segment=64)
    some = [
        (name, ids[: 200 + 90 * i])
        for i, (name, ids) in enumerate((songs.names[i], np.array(songs.ids(i))) for i in range(3))
    ]
    together = reading.note_figures(reader, some, ids=10_000)
    alone = [reading.note_figures(reader, [one], ids=10_000) for one in some]
    notes = sum(one["notes"] for one in alone)
    assert together["notes"] == notes
    mean = sum(one["nats"] * one["notes"] for one in alone) / notes
    assert together["nats"] == pytest.approx(mean, abs=2e-4)


@pytest.mark.slow
def test_twins_take_turns_until_all_have_had_their_time(twins, songs, tmp_path, capsys):
    shape = twins["twin_arms"].Shape(n_layer=1, d_model=16, n_head=2, update=128)
    marks = twins["twin_training"].Marks(updates=10**6, seconds=0.02, save_s=1e9, songs=1, ids=80)
    stage = [("vanilla", 1), ("memory-128", 1)]
    done = twins["memory_twins"].trained(
        songs, tmp_path, stage, hours=0.04 / 3600, shape=shape, marks=marks, stopped=never
    )
    assert done
    for twin in stage:
        lines = twins["twin_training"].curve_of(twins["memory_twins"].twin_folder(tmp_path, *twin))
        assert lines[-1]["seconds"] >= 0.04
    first_two = [line.split()[2] for line in capsys.readouterr().out.splitlines()[:2]]
    assert first_two == ["vanilla.1:", "memory-128.1:"]


def line_of(number, nats, **changes):
    return {
        "marks": {"updates": number},
        "updates": 500 * number,
        "notes": 10**6 * number,
        "ids": 4 * 10**6 * number,
        "seconds": 400.0 * number,
        "skipped": 0,
        "peak_mb": 900.0,
        "held_mb": 400.0,
        "held_out": {"nats": nats, "by_heard": {"0-16": nats + 1, "16-64": nats - 1}},
        "when": "2026-11-26T00:00:00Z",
    } | changes


def test_the_report_compares_twins_at_equal_updates_and_at_equal_time(twins, tmp_path):
    written = {
        ("vanilla", 1): [
            line_of(1, 6.0),
            line_of(1, 5.9, marks={"seconds": 1}, seconds=600.2, updates=750),
            line_of(2, 5.5),
        ],
        ("memory-256", 1): [
            line_of(1, 5.75),
            line_of(1, 5.7, marks={"seconds": 1}, seconds=600.1, updates=550),
        ],
        ("memory-512", 2): [],
    }
    folders = {}
    for (arm, seed), lines in written.items():
        folders[arm, seed] = tmp_path / f"{arm}.{seed}"
        folders[arm, seed].mkdir()
        (folders[arm, seed] / "curve.jsonl").write_text(
            "".join(json.dumps(line) + "\n" for line in lines)
        )
        (folders[arm, seed] / "losses.txt").write_text("2.5\n" * 1000)
    text = "\n".join(twins["twin_report"].tables(folders))
    assert "| arm | seed | 500 | 1000 |" in text
    assert "| vanilla | 1 | 6.0000 | 5.5000 |" in text
    assert "| memory-256 | 1 | 5.7500 |  |" in text
    assert "Seed 1, all after 500 updates" in text
    assert "| memory-256 | 5.7500 | 6.7500 | 4.7500 | -0.2500 | +0.0000 |" in text
    assert "Seed 1, all after 10 minutes" in text
    assert "| memory-256 | 5.7000 | 6.7000 | 4.7000 | -0.2000 | +0.0000 |" in text
    assert "memory-512" not in text


@pytest.mark.slow
def test_kept_weights_are_judged_on_the_other_half(twins, songs, tmp_path):
    folders = {}
    for arm in ("nothing", "mean-4"):
        folders[arm, 1] = tmp_path / arm
        opened(twins, songs, folders[arm, 1], arm).advance(never, updates=2)
    extent = replace(
        twins["twin_judging"].Extent(),
        songs=2, ids=200, contexts=(0, 64), windows=2, longest=128, reaches=2, gaps=1,
        pieces=1, new_bars=5, most_notes=30,
    )  # fmt: skip
    lines = list(twins["twin_report"].final_tables(folders, songs, extent))
    text = "\n".join(lines)
    assert "All after 2 updates" in text
    assert "No weights were kept at a mark of seconds" in text
    assert "Effective context" in text
    # A network that carries nothing finds nothing in what stands before its segment.
    judged = json.loads((folders["nothing", 1] / "judged" / "updates-00000002.json").read_text())
    assert judged["by_context"]["0"] == pytest.approx(judged["by_context"]["64"], abs=1e-6)
    assert lines == list(twins["twin_report"].final_tables(folders, songs, extent))
