"""Training checkpoints: everything an exact resume needs, in folders that are whole or absent.

A run's folder holds `best.json` and folders such as `step-00000800/`: a model folder
(`weights.safetensors`, `model.json`) with the training state (`training.safetensors`,
`training.json`). The best and the last three stay. With averaging, the model folder has the average
and the training state the weights themselves. An exact resume needs all of weights, optimizer,
random state, carried memory and row cursors.

Memory and cursors are saved for all rows together, so that a run can resume in another number of
processes. Each rank saves its own random state, which only dropout uses.
"""

import json
import os
import re
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from engine.gate import documents, tensors
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import ModelFileError, TrainingError
from engine.model.network.checkpoint import load_model, save_model
from engine.tokens.batching import part_of_rows
from engine.training.optimization import Stepper, joined_rows
from engine.training.progress import RunTotals
from engine.values.config import BatchConfig, TrainingConfig

# Changes when an older run can no longer be resumed.
FORMAT = 1
# Checkpoints; an older one is left if the newest is damaged.
KEPT = 3
STATE, TENSORS = "training.json", "training.safetensors"
_BEST = "best.json"
# Bytes: the largest weights there are, their average, and two moments of each.
_LARGEST = 32 << 30
_NAME = re.compile(r"step-(\d{8})")
_PARTIAL = ".partial"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState(RunTotals):
    """The state of a run, without its tensors.

    Attributes:
        rate_scale: Factor of the learning rate; each rollback halves it.
        unimproved: Validations since `best_step`.
        batches: State of the song batches: row cursors, epoch and random state.
    """

    rate_scale: float = 1.0
    unimproved: int = 0
    batches: dict[str, Any]


def checkpoints(folder: Path) -> list[Path]:
    """Return the whole checkpoints of a run, oldest first."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name))


def latest_checkpoint(folder: Path) -> Path | None:
    """Return the last checkpoint of a run, or None."""
    found = checkpoints(folder)
    return found[-1] if found else None


def best_checkpoint(folder: Path) -> Path | None:
    """Return the checkpoint with the lowest validation loss, else the last one, or None."""
    try:
        text = read_file(folder / _BEST, most=documents.DESCRIPTION.text_bytes)
        step = int(documents.mapping(text)["step"])
    except (ValueError, KeyError, TypeError, OverflowError):
        return latest_checkpoint(folder)
    best = folder / f"step-{step:08d}"
    # An older version may name step 0, which is not a trained model.
    return best if step and best.is_dir() else latest_checkpoint(folder)


def save_checkpoint(
    folder: Path,
    stepper: Stepper,
    state: RunState,
    *,
    training: TrainingConfig,
    batch: BatchConfig,
    tokenizer: dict[str, Any],
    card: dict[str, Any],
) -> Path:
    """Save a run, then delete older checkpoints. All ranks take part.

    Returns:
        The checkpoint's folder.

    Raises:
        OSError, ModelFileError: The disk is full or fails; the earlier checkpoints stay. Only rank
        0
            writes, and only there is this raised.
        TrainingError: Another rank has ended.
    """
    tensors = _tensors(stepper)
    final = folder / f"step-{state.step:08d}"
    partial = folder / f"{_PARTIAL}-{state.step:08d}"
    if not stepper.ranks.first:
        return final
    shutil.rmtree(partial, ignore_errors=True)
    try:
        with stepper.averaged.used():
            save_model(partial, stepper.model, tokenizer=tokenizer, card=card)
        _write(partial / TENSORS, save(tensors))
        values = {
            "format": FORMAT,
            "run": asdict(state),
            "training": asdict(training),
            "batch": asdict(batch),
            "rows_per_call": _rows_per_call(stepper, batch),
        }
        _write(partial / STATE, json.dumps(values, indent=1).encode())
        shutil.rmtree(final, ignore_errors=True)
        partial.replace(final)
        if state.best_loss is not None and state.best_step == state.step:
            _write_best(folder, state)
    except (OSError, ModelFileError):
        shutil.rmtree(partial, ignore_errors=True)
        raise
    _let_go(folder, best_step=None if state.best_loss is None else state.best_step)
    return final


def restore_checkpoint(
    checkpoint: Path, stepper: Stepper, *, batch: BatchConfig, device: torch.device | str
) -> RunState:
    """Restore a run to exactly the state of a checkpoint.

    Args:
        checkpoint: Its folder.
        stepper: A stepper with a model of the same shape; weights, optimizer, memory and torch's
            random state are replaced.
        batch: The settings of the batches; the same as at the beginning of the run.
        device: The device of the model.

    Raises:
        TrainingError: The checkpoint is damaged, newer, or of a run with other settings.
    """
    try:
        values, held = values_of(checkpoint), tensors_of(checkpoint)
        if values["format"] > FORMAT:
            raise TrainingError(
                "This training was saved by a newer version of Segue.", hint="Update Segue."
            )
        if BatchConfig(**values["batch"]) != batch:
            raise TrainingError("This training was begun with other settings of its batches.")
        stepper.model.load_state_dict(load_model(checkpoint).model.state_dict())
        stepper.rows_per_call = min(int(values["rows_per_call"]), len(stepper.rows))
        _restore_tensors(stepper, held, device)
        return RunState(**values["run"])
    except torch.OutOfMemoryError:
        raise
    except (
        *(OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError),
        *(RuntimeError, SafetensorError),  # shapes that are not the run's
    ) as error:
        raise _unreadable(checkpoint, error) from error


def values_of(checkpoint: Path) -> dict[str, Any]:
    """Return the `training.json` of a checkpoint.

    Raises:
        TrainingError: The file is missing or damaged.
    """
    try:
        text = read_file(checkpoint / STATE, most=documents.OURS.text_bytes)
        return documents.mapping(text, documents.OURS)
    except RefusedError as error:
        raise _unreadable(checkpoint, error) from error


def tensors_of(checkpoint: Path) -> dict[str, Tensor]:
    """Return the training tensors of a checkpoint by name.

    Raises:
        TrainingError: The file is missing, or its header does not fit it.
    """
    path = checkpoint / TENSORS
    try:
        tensors.header(path)
        return load(read_file(path, most=_LARGEST))
    except (RefusedError, SafetensorError) as error:
        raise _unreadable(checkpoint, error) from error


def _unreadable(checkpoint: Path, error: Exception) -> TrainingError:
    return TrainingError(
        "The saved step {step} cannot be read: {error}",
        step=checkpoint.name,
        error=error,
        hint="An older saved step is kept beside it.",
    )


def _rows_per_call(stepper: Stepper, batch: BatchConfig) -> int:
    """Return the rows per call that fit into memory: all, unless memory once ran out."""
    halved = stepper.rows_per_call < len(stepper.rows)
    return stepper.rows_per_call if halved else batch.rows


def _tensors(stepper: Stepper) -> dict[str, Tensor]:
    """Return the tensors that rank 0 writes; collect the other ranks' parts."""
    ranks = stepper.ranks
    tensors = {}
    for kind, state in _random_states(stepper.device).items():
        for rank, drawn in enumerate(ranks.collect(state, [len(state)] * ranks.count)):
            tensors[_random_name(kind, rank)] = drawn
    rows = [len(part_of_rows(stepper.all_rows, (r, ranks.count))) for r in range(ranks.count)]
    for name, tensor in stepper.carried().tensors().items():
        parts = [tensor] if name == "rate" else ranks.collect(tensor.cpu(), rows)
        if parts:
            # A copy: layers of an empty memory are one tensor, which safetensors refuses.
            tensors[f"memory.0.{name}"] = torch.cat(parts).clone()
    if not ranks.first:
        return {}
    for name, value in stepper.optimizers.moments():
        tensors[f"optimizer.{name}"] = value.detach().cpu().contiguous()
    for name, value in stepper.averaged.state().items():
        tensors[f"weights.{name}"] = value.cpu().contiguous()
    return tensors


def _restore_tensors(
    stepper: Stepper, tensors: dict[str, Tensor], device: torch.device | str
) -> None:
    stepper.averaged.restore(_below(tensors, "weights."))
    # A weight that was never moved has no moments; its optimizer starts afresh.
    stepper.optimizers.restore(_below(tensors, "optimizer."))
    # An older version saved one memory per call, of several after memory had run out.
    calls = 1 + max(int(name.split(".")[1]) for name in tensors if name.startswith("memory."))
    whole = joined_rows([_below(tensors, f"memory.{call}.") for call in range(calls)])
    own = torch.arange(stepper.rows.start, stepper.rows.stop)
    stepper.carry(whole.select(own).to(device))
    _restore_random(stepper.ranks.rank, stepper.device, tensors)


def _random_states(device: torch.device) -> dict[str, Tensor]:
    """Return the states of the random generators that dropout uses on this device."""
    states = {"cpu": torch.get_rng_state()}
    if device.type == "cuda":
        states["cuda"] = torch.cuda.get_rng_state(device)
    if device.type == "mps":
        states["mps"] = torch.mps.get_rng_state()
    return states


def _restore_random(rank: int, device: torch.device, tensors: dict[str, Tensor]) -> None:
    if _random_name("cpu", rank) not in tensors:
        # A new rank needs a state of its own, different from those of the other ranks.
        torch.manual_seed(torch.initial_seed() + int(tensors["random.cpu"].sum()))
        return
    torch.set_rng_state(tensors[_random_name("cpu", rank)])
    # On another device the run continues with other random numbers.
    drawn = tensors.get(_random_name(device.type, rank))
    if drawn is not None and device.type == "cuda":
        torch.cuda.set_rng_state(drawn, device)
    if drawn is not None and device.type == "mps":
        torch.mps.set_rng_state(drawn)


def _random_name(kind: str, rank: int) -> str:
    return f"random.{kind}.{rank}" if rank else f"random.{kind}"


def _below(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name[len(prefix) :]: t for name, t in tensors.items() if name.startswith(prefix)}


def _write_best(folder: Path, state: RunState) -> None:
    partial = folder / f"{_PARTIAL}-{_BEST}"
    _write(partial, json.dumps({"step": state.best_step, "loss": state.best_loss}).encode())
    partial.replace(folder / _BEST)


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _let_go(folder: Path, *, best_step: int | None) -> None:
    for old in checkpoints(folder)[:-KEPT]:
        if best_step is None or old.name != f"step-{best_step:08d}":
            shutil.rmtree(old, ignore_errors=True)
