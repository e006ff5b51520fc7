"""Two real processes that train one model give the losses of one, and go on where one stopped.

Tolerances, dropout off: in float64 losses and sums of weights within 1e-9; in float32 losses within
1e-5 (AdamW divides by gradients that are all rounding, so weights may differ by more). With dropout
each rank draws its own, so that two processes are as good as one but not equal to it.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.ground.errors import TrainingError
from engine.training.loop import train
from engine.training.ranks import Ranks
from engine.training.state import latest_checkpoint
from engine.values.config import BatchConfig
from tests.training import together
from tests.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]


def started(plan):
    """Two processes, as torchrun starts them."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shared = {
        "WORLD_SIZE": "2",
        "LOCAL_WORLD_SIZE": "2",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
        "OMP_NUM_THREADS": "1",
    }
    return [
        subprocess.Popen(
            [sys.executable, "-m", "tests.training.together", str(plan)],
            cwd=ROOT,
            env={**os.environ, **shared, "RANK": str(rank), "LOCAL_RANK": str(rank)},
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in range(2)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("ranks")


def alone(scenario, store, tokenizer):
    """One process does a scenario."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    model = together.model_of(
        scenario["kind"], tokenizer.vocab_size, double=scenario.get("double", False)
    )
    run = together.run_of(store, tokenizer, scenario["folder"], **scenario.get("training", {}))
    training = train(model, run, resume=scenario.get("resume", False))
    reports = together.stopped_at(scenario.get("until"), training)
    torch.set_num_threads(threads)
    return {
        "reports": together.figures(reports),
        "weights": [float(weight.detach().double().sum()) for weight in model.parameters()],
    }


def scenarios(folder):
    """What two processes do, in one start of them, for starting takes longer than training."""
    made = [{"name": f"{kind}-64", "kind": kind, "double": True} for kind in together.COMPRESSIONS]
    made += [
        {
            "name": "muon-64",
            "kind": "convolution",
            "double": True,
            "training": {"optimizer": "muon"},
        },
        {"name": "plain-32", "kind": "plain"},
        {"name": "to-one", "kind": "convolution", "until": 5},
        {"name": "to-two", "kind": "convolution", "resume": True},
        {"name": "dropout", "kind": "plain", "training": {"dropout": 0.3}},
        {"name": "again", "kind": "plain", "training": {"dropout": 0.3}, "until": 5},
        {
            "name": "again-resumed",
            "kind": "plain",
            "training": {"dropout": 0.3},
            "resume": True,
        },
    ]
    places = {"again-resumed": "again"}
    for scenario in made:
        name = scenario["name"]
        scenario["folder"] = str(folder / places.get(name, name))
    return {scenario["name"]: scenario for scenario in made}


@pytest.fixture(scope="module")
def pair(folder, store, tokenizer):
    """What both ranks report of each scenario; what the first says when the second is killed."""
    planned = scenarios(folder)
    # One process begins what two are to go on with.
    begun = {"name": "begun", "kind": "convolution", "until": 5}
    alone({**begun, "folder": planned["to-two"]["folder"]}, store, tokenizer)
    endless = {
        "name": "killed",
        "kind": "plain",
        "folder": str(folder / "killed"),
        "training": {"steps": 100_000},
        "last": str(folder / "step"),
    }
    plan = folder / "plan.json"
    plan.write_text(
        json.dumps(
            {
                "store": str(store.tokens.filename.parent),
                "out": str(folder / "made"),
                "scenarios": [*planned.values(), endless],
            }
        )
    )
    first, second = started(plan)
    try:
        at = folder / "step.0"

        def has_trained() -> bool:
            assert first.poll() is None, first.communicate()[1]
            return at.exists() and int(at.read_text() or 0) > 5

        assert eventually(has_trained)
        second.send_signal(signal.SIGKILL)
        _, said = first.communicate(timeout=60)
    finally:
        for process in (first, second):
            process.kill()
            process.communicate()
    made = [json.loads((folder / f"made.{rank}").read_text()) for rank in range(2)]
    return made, first.returncode, said


@pytest.fixture(scope="module")
def two(pair):
    """What both ranks report of each scenario."""
    return pair[0]


def assert_same(found, wanted, tolerance):
    assert [r[0] for r in found["reports"]] == [r[0] for r in wanted["reports"]]
    for a, b in zip(found["reports"], wanted["reports"], strict=True):
        assert a[1:] == [None if n is None else pytest.approx(n, abs=tolerance) for n in b[1:]]


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"{kind}-64" for kind in (*together.COMPRESSIONS, "muon")])
def test_two_processes_give_the_losses_of_one(two, folder, store, tokenizer, name):
    scenario = scenarios(folder)[name] | {"folder": str(folder / f"alone-{name}")}
    wanted = alone(scenario, store, tokenizer)
    assert_same(two[0][name], wanted, 1e-9)
    assert two[0][name]["weights"] == pytest.approx(wanted["weights"], abs=1e-9)


@pytest.mark.slow
def test_two_processes_give_the_losses_of_one_in_float32(two, folder, store, tokenizer):
    scenario = scenarios(folder)["plain-32"] | {"folder": str(folder / "alone-32")}
    assert_same(two[0]["plain-32"], alone(scenario, store, tokenizer), 1e-5)


@pytest.mark.slow
def test_both_ranks_hold_the_same_weights_to_the_last_bit(two):
    for name in two[0]:
        assert two[0][name]["weights"] == two[1][name]["weights"]


@pytest.mark.slow
def test_one_process_goes_on_where_two_stopped_and_two_where_one_did(two, folder, store, tokenizer):
    whole = {"kind": "convolution", "folder": str(folder / "whole")}
    wanted = alone(whole, store, tokenizer)
    later = wanted | {"reports": wanted["reports"][6:]}
    assert_same(two[0]["to-two"], later, 1e-5)
    to_one = scenarios(folder)["to-one"] | {"resume": True, "until": None}
    assert_same(alone(to_one, store, tokenizer), later, 1e-5)


@pytest.mark.slow
def test_two_processes_with_dropout_resume_to_the_same_bits(two):
    for rank in range(2):
        assert two[rank]["again-resumed"]["weights"] == two[rank]["dropout"]["weights"]


@pytest.mark.slow
def test_ranks_drop_different_activations_and_learn_all_the_same(two, folder, store, tokenizer):
    scenario = scenarios(folder)["dropout"] | {"folder": str(folder / "alone-dropout")}
    wanted = alone(scenario, store, tokenizer)
    assert two[0]["dropout"]["weights"] != wanted["weights"]
    last, first = two[0]["dropout"]["reports"][-1], two[0]["dropout"]["reports"][0]
    assert last[2] < first[2]


@pytest.mark.slow
def test_one_that_is_killed_ends_the_other_with_a_sentence(pair, folder):
    _, code, said = pair
    sentences = [line for line in said.splitlines() if line.startswith("Another process")]
    assert sentences == [
        "Another process of this training ended, and so this one ends too. Resume it: it goes on"
        " from the last saved step."
    ]
    assert "Traceback" not in said
    assert code == 1
    assert latest_checkpoint(folder / "killed") is not None


def test_more_processes_than_rows_are_refused(new_model, new_run):
    run = replace(new_run(), batch=BatchConfig(rows=2, segment_length=32))
    with pytest.raises(TrainingError, match="2 rows of songs cannot be divided among 3 processes"):
        next(train(new_model(), run, ranks=Ranks(count=3)))
