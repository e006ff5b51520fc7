"""The contenders of `decode` and `train` do the same work, and what each takes is counted alike."""

import mmap
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch

from benchmarks.speed import contenders, footprint, notes, peers, steady
from engine.config import ModelConfig
from engine.errors import SegueError

CONFIG = ModelConfig(vocab_size=200, n_layer=3, d_model=64, n_head=4, mem_len=0, dropout=0.0)
OURS = "Segue float32"
PEERS = {
    peers.KIMIYOUNG: "transformers",
    peers.LABML: "labml_nn",
    peers.X_TRANSFORMERS: "x_transformers",
    peers.LUCIDRAINS: "compressive_transformer_pytorch",
    peers.GPT2: "transformers",
}


def contender(name: str):
    missing = find_spec(PEERS[name]) is None
    return pytest.param(
        name,
        marks=[
            pytest.mark.skipif(missing, reason="the peers extra is not installed"),
            # What others warn about is theirs.
            pytest.mark.filterwarnings("ignore"),
        ],
    )


@pytest.mark.parametrize("name", [contender(name) for name in PEERS])
def test_peers_decode_the_same_work(name: str) -> None:
    config = replace(CONFIG, mem_len=16)
    work = peers.decoders(config, rows=2, tokens=3)[name]()
    assert work() == 6
    assert work() == 6


@pytest.mark.parametrize("name", [contender(name) for name in PEERS if name != peers.GPT2])
def test_peers_learn_with_a_memory_that_goes_on(name: str) -> None:
    config = replace(CONFIG, mem_len=16)
    ids = torch.randint(CONFIG.vocab_size, (2, 8))
    network, loss = peers.losses(config, rows=2, segment_length=8)[name]()
    first = loss(ids, ids)
    first.backward()
    assert all(w.grad is not None for w in network.parameters() if w.dim() == 2), name
    # The memory moved on: the same ids are predicted from another past.
    assert loss(ids, ids) != first, name


@pytest.mark.slow
def test_memory_is_counted_from_the_loaded_libraries_on() -> None:
    held: list[mmap.mmap] = []

    def whole():
        # Pages of its own: what tests before it gave back may lie in the heap to be used again.
        held.append(mmap.mmap(-1, 100 * 2**20))
        held[0][:: mmap.PAGESIZE] = b"x" * (len(held[0]) // mmap.PAGESIZE)
        return lambda: 1

    figures = footprint.alone(lambda: lambda: 1, whole)
    if not Path("/proc/self/status").exists():
        assert figures == {"peak_mb": None, "own_mb": None}
        return
    assert 99 < figures["own_mb"] < figures["peak_mb"]


@pytest.mark.parametrize(
    "alone",
    [contenders.decoding_alone, pytest.param(contenders.training_alone, marks=pytest.mark.slow)],
)
def test_each_of_ours_can_be_measured_alone(alone) -> None:
    figures = alone(replace(CONFIG, mem_len=16), OURS, rows=1)
    assert figures.keys() == {"peak_mb", "own_mb"}
    with pytest.raises(SegueError, match="‘nobody’ is not measured here; there are Segue float32"):
        alone(CONFIG, "nobody")


@pytest.mark.slow
@pytest.mark.parametrize("measure", [contenders.decoding, contenders.training])
def test_ours_and_the_floor_take_turns_with_those_that_are_asked_for(measure) -> None:
    config = replace(CONFIG, mem_len=16)
    *_, figures = measure(config, rows=1, rounds=1, threads=1, among=["Segue"])
    names = {each["name"] for each in figures["contenders"]}
    assert {OURS, figures["floor"]} <= names
    assert not names & set(PEERS)
    assert figures["reference"] == OURS


def test_ours_is_always_among_those_that_are_measured() -> None:
    makers = {name: lambda: lambda: 1 for name in ("Segue", "labml", "GPT-2")}
    assert list(footprint.only(makers, ())) == list(makers)
    assert list(footprint.only(makers, ("GPT",))) == ["Segue", "GPT-2"]
    with pytest.raises(SegueError, match="‘nobody’ is not measured here; there are Segue, labml"):
        footprint.only(makers, ("GPT", "nobody"))


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ('print(\'{"peak_mb": 3.5, "own_mb": 2.0}\')', {"peak_mb": 3.5, "own_mb": 2.0}),
        ("raise SystemExit(1)", {"peak_mb": None, "own_mb": None}),
        ("print('no figures')", {"peak_mb": None, "own_mb": None}),
    ],
)
def test_a_process_that_fails_has_no_memory_figure(program, expected, monkeypatch) -> None:
    monkeypatch.setattr(footprint, "our_command", lambda *_: [sys.executable, "-c", program])
    assert footprint.of(["bench"]) == expected


@pytest.mark.parametrize("reads", ["ids", "notes"])
def test_late_in_a_piece_is_told_beside_early_in_it(
    monkeypatch: pytest.MonkeyPatch, reads: str
) -> None:
    config = replace(CONFIG, mem_len=16, vocab_size=300)
    monkeypatch.setattr(steady, "EARLY", 40)
    monkeypatch.setattr(steady, "BARS", 4)
    shares = list(
        steady.measure(notes.of_notes(config) if reads == "notes" else config, rounds=2, late=3_000)
    )
    done, figures = shares[-1]
    assert done == 1.0
    assert figures["reads"] == reads
    assert figures["early"] == 40
    assert figures["late"] == 3_000
    assert figures["rounds"] == 2
    assert figures["late_to_early_cost"] > 0
    assert 0 <= figures["going_back_ms_median"] <= figures["until_ready_ms_longest"]
