"""Chooses the device for training on this machine."""

import shutil
from dataclasses import dataclass, replace
from enum import StrEnum

import torch

from engine.ground.errors import TrainingError
from engine.model.network.note_xl import NoteXL
from engine.tokens.gathering import BAG, NOT_SCORED, StepBatch
from engine.training.optimization import Stepper
from engine.training.ranks import Ranks
from engine.values.config import ModelConfig, StepConfig, TrainingConfig

# The smallest network of notes that can be trained, to find out whether a device works. Ids: 0 is
# none, 1 to 128 are pitches, 129 is a part.
_STEPS = StepConfig(pad=0, first_pitch=1, first_part=129, parts=1, places=2)
_TINY = ModelConfig(vocab_size=130, n_layer=1, d_model=8, n_head=1, mem_len=4, steps=_STEPS)
_PITCH, _PART = 61, 129


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

    @property
    def is_gpu(self) -> bool:
        """Whether it is a GPU."""
        return self.torch != "cpu"


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
        raise TrainingError(
            "This machine cannot train on ‘{wanted}’; it can on: {usable}.",
            wanted=wanted,
            usable=usable,
        )
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
            "This machine has {device_count} GPUs for {local_count} processes.",
            device_count=torch.cuda.device_count(),
            local_count=ranks.local_count,
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
    """Return whether a tiny model trains there: a GPU may be too old or lack an operation.

    The step is that of every training: network, loss, optimizers and average.
    """
    config = TrainingConfig(optimizer="muon", weight_averaging=0.5, compile=False)
    try:
        model = NoteXL(_TINY).to(device)
        stepper = Stepper(model, config, rows=1, device=device)
        return stepper.step(_tiny_batch(device), learning_rate=1e-3).finite
    except (RuntimeError, NotImplementedError):
        return False


def _tiny_batch(device: str) -> StepBatch:
    """Return a row of four notes."""
    length, longest = 4, _STEPS.places
    bags = torch.zeros(1, length, BAG, dtype=torch.int64)
    bags[..., 0], bags[..., 1] = _PART, _PITCH
    targets = torch.full((1, length, longest), NOT_SCORED)
    targets[..., 0], targets[..., 1] = _PART, _PITCH
    said = torch.zeros(1, length, longest, 2, dtype=torch.int64)
    said[..., 0] = targets
    starts = torch.arange(length)[None] == 0
    parts = (
        bags,
        targets,
        said,
        starts,
        torch.ones_like(starts),
        torch.zeros(1, length, dtype=torch.int64),
        torch.full((1, _STEPS.parts), _PITCH),
    )
    return StepBatch(*(part.to(device) for part in parts))


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
