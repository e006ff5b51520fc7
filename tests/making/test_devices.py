"""Where training happens and why, on machines that are not here."""

import pytest
import torch

from engine.ground.errors import TrainingError
from engine.making import devices
from engine.making.devices import Device, choose_device, of_rank
from engine.training.muon import Muon
from engine.training.ranks import Ranks


@pytest.fixture
def machine(monkeypatch):
    """Pretends that a machine has some devices; `works` says which of them do."""

    def have(*there, works=("cuda", "mps", "cpu")):
        monkeypatch.setattr(torch.cuda, "is_available", lambda: "cuda" in there)
        monkeypatch.setattr(torch.cuda, "get_device_name", lambda _: "NVIDIA H200")
        monkeypatch.setattr(torch.cuda, "device_count", lambda: 2 if "cuda" in there else 0)
        monkeypatch.setattr(torch.cuda, "set_device", lambda _: None)
        monkeypatch.setattr(torch.backends.mps, "is_available", lambda: "mps" in there)
        monkeypatch.setattr(devices, "_works", lambda name: name in works)

    return have


def test_a_gpu_is_taken_before_the_processor(machine):
    machine("cuda")
    found = choose_device("auto")
    assert (found.torch, found.name, found.reason) == ("cuda", "NVIDIA H200", "a GPU is far faster")
    machine("mps")
    found = choose_device("auto")
    assert (found.torch, found.name, found.reason) == ("mps", "Apple GPU", "a GPU is far faster")


def test_a_gpu_that_fails_when_tried_is_not_taken_and_that_is_said(machine):
    machine("mps", works=("cpu",))
    assert choose_device("auto") == Device(
        torch="cpu", name="CPU", reason="the GPU did not work when it was tried"
    )


def test_without_a_gpu_the_reason_is_said(machine, monkeypatch):
    machine()
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert choose_device("auto").reason == "no GPU found"
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/nvidia-smi")
    monkeypatch.setattr(torch.version, "cuda", None)
    assert choose_device("auto").reason == "this build cannot use the GPU"
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    assert choose_device("auto").reason == "the GPU's driver is too old or not running"


def test_what_is_wished_for_is_taken_or_refused_with_what_there_is(machine):
    machine("mps")
    assert choose_device("cpu").reason == "chosen by you"
    with pytest.raises(TrainingError, match="cannot train on ‘cuda’; it can on: cpu, mps"):
        choose_device("cuda")


def test_each_process_has_a_gpu_of_its_own(machine):
    machine("cuda")
    two = [Ranks(rank=r, count=4, local_rank=r % 2, local_count=2) for r in range(4)]
    own = [of_rank(choose_device("auto"), ranks).torch for ranks in two]
    assert own == ["cuda:0", "cuda:1", "cuda:0", "cuda:1"]
    assert of_rank(choose_device("auto"), Ranks()).torch == "cuda"
    three = Ranks(rank=2, count=3, local_rank=2, local_count=3)
    with pytest.raises(TrainingError, match="has 2 GPUs for 3 processes"):
        of_rank(choose_device("auto"), three)
    assert of_rank(choose_device("cpu"), three).torch == "cpu"


def test_an_apple_gpu_is_not_divided(machine):
    machine("mps")
    with pytest.raises(TrainingError, match="cannot be divided") as caught:
        of_rank(choose_device("auto"), Ranks(count=2, local_count=2))
    assert "--device cpu" in caught.value.hint


def test_a_device_is_tried_with_a_whole_step_of_a_network_of_notes(monkeypatch):
    assert devices._learns("cpu")
    monkeypatch.setattr(Muon, "step", _fails)
    assert devices._works("cpu")
    assert not devices._learns("cpu")


def _fails(*_args: object, **_named: object) -> None:
    raise RuntimeError("no such operation on this device")
