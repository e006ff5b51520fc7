"""Chooses the device for training on this machine."""

import shutil
from dataclasses import dataclass, replace
from enum import StrEnum

import torch

from engine.config import ModelConfig
from engine.errors import TrainingError
from engine.model.network.transformer_xl import TransformerXL
from engine.training.ranks import Ranks

# The smallest network that can be trained, to find out whether a device works.
_TINY = ModelConfig(vocab_size=4, n_layer=1, d_model=8, n_head=1, mem_len=4)


class Why(StrEnum):
    """The reason for a device."""

    CHOSEN = "chosen by you"
    FAST = "a GPU is far faster"
    NONE = "no GPU found"
    BUILD = "this build cannot use the GPU"
    DRIVER = "the GPU's driver is too old or not running"
    DEFECT = "the GPU did not work when it was tried"


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device for training.

    Attributes:
        torch: PyTorch's name of it.
        name: Name for the user: `CPU`, or a GPU's name.
        reason: Why it was chosen.
    """

    torch: str
    name: str
    reason: Why


def choose_device(wanted: str) -> Device:
    """Return the device for `auto`, or the wanted one.

    Raises:
        TrainingError: This machine has no such device.
    """
    there = {
        "cuda": torch.cuda.is_available(),
        "mps": torch.backends.mps.is_available(),
        "cpu": True,
    }
    if wanted == "auto":
        kind = next(name for name, usable in there.items() if usable and _works(name))
        reason = Why.DEFECT if kind == "cpu" and any((there["cuda"], there["mps"])) else _why(kind)
        return Device(torch=kind, name=_name(kind), reason=reason)
    if not there.get(wanted.partition(":")[0], False):
        usable = ", ".join(name for name, is_there in reversed(there.items()) if is_there)
        raise TrainingError(f"This machine cannot train on ‘{wanted}’; it can on: {usable}.")
    return Device(torch=wanted, name=_name(wanted), reason=Why.CHOSEN)


def of_rank(device: Device, ranks: Ranks) -> Device:
    """Return the device of one of several processes; on one machine each has its own GPU.

    Raises:
        TrainingError: There are more processes than GPUs, or the GPU is an Apple one.
    """
    kind = device.torch.partition(":")[0]
    if ranks.count == 1 or kind == "cpu":
        return device
    if kind == "mps":
        raise TrainingError(
            "An Apple GPU cannot be divided among processes.",
            hint="Start one process, or add --device cpu.",
        )
    if ranks.local_count > torch.cuda.device_count():
        raise TrainingError(
            f"This machine has {torch.cuda.device_count()} GPUs for {ranks.local_count} processes.",
            hint="Start as many processes as there are GPUs.",
        )
    own = f"cuda:{ranks.local_rank}"
    torch.cuda.set_device(own)
    return replace(device, torch=own)


def memory_in_use(device: str) -> int:
    """Return the peak memory in use on an accelerator, in bytes; 0 for a processor."""
    kind = device.partition(":")[0]
    if kind == "cuda":
        return int(torch.cuda.max_memory_allocated(device))
    return int(torch.mps.driver_allocated_memory()) if kind == "mps" else 0


def _works(device: str) -> bool:
    return device == "cpu" or _learns(device)


def _learns(device: str) -> bool:
    """Return whether a tiny model trains there: a GPU may be too old or lack an operation."""
    try:
        model = TransformerXL(_TINY).to(device)
        ids = torch.zeros(1, 4, dtype=torch.int64, device=device)
        nll, _, _ = model.losses(ids, ids, model.empty_memory(1), starts=ids == 1)
        nll.sum().backward()
        gradient = model.u.grad
        return gradient is not None and bool(gradient.isfinite().all())
    except RuntimeError:
        return False


def _name(device: str) -> str:
    kind = device.partition(":")[0]
    if kind == "cuda":
        return str(torch.cuda.get_device_name(device))
    return "Apple GPU" if kind == "mps" else "CPU"


def _why(device: str) -> Why:
    if device != "cpu":
        return Why.FAST
    if shutil.which("nvidia-smi") is None:
        return Why.NONE
    if torch.version.cuda is None:
        return Why.BUILD
    return Why.DRIVER
