"""A training run on disk: its status, its lock, its disk space."""

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import TrainingError
from engine.ground.paths import Paths
from engine.ground.saving import write_atomically
from engine.making.training_checks import closed_folder
from engine.messages import RunStatus, StepSampled, encode
from engine.training.state import KEPT

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

STATUS, SAMPLES = "run.json", "samples.jsonl"
_LOCK = ".lock"
# Weights and two moments of the optimizer, four bytes each; everything else is small.
_BYTES_A_WEIGHT = 12
_SLACK_BYTES = 16_000_000

FreeBytes = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """Return the free bytes on the disk of a folder that need not exist yet."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    return shutil.disk_usage(there).free


def checkpoint_bytes(weights: int) -> int:
    """Return the approximate bytes of one saved step."""
    return weights * _BYTES_A_WEIGHT + _SLACK_BYTES


def run_bytes(weights: int, *, tokens: int) -> int:
    """Return the approximate largest size of a run: the best step, the last ones, a new one."""
    return (KEPT + 2) * checkpoint_bytes(weights) + 2 * tokens


def size(count: int) -> str:
    """Return a size for the user: `0.4 GB`, `160 MB`."""
    return f"{count / 1e9:.1f} GB" if count >= 1e8 else f"{max(1, round(count / 1e6))} MB"


def write_status(folder: Path, status: RunStatus) -> None:
    """Write a run's status atomically; on a full disk the old one stays."""
    with contextlib.suppress(OSError):
        write_atomically(folder / STATUS, msgspec.json.encode(status), make_folder=True)


def read_status(folder: Path) -> RunStatus | None:
    """Return a run's status; None if there is none or it cannot be read."""
    try:
        text = read_file(folder / STATUS, most=documents.DESCRIPTION.text_bytes)
        return documents.decode(text, RunStatus, documents.DESCRIPTION)
    except RefusedError:
        return None


def add_samples(folder: Path, sampled: StepSampled) -> None:
    """Store the samples of a step beside it; on a full disk they are left out."""
    with contextlib.suppress(OSError), (folder / SAMPLES).open("ab") as file:
        file.write(encode(sampled))


def sweep_done(paths: Paths) -> None:
    """Delete runs whose model was made."""
    if not paths.training.is_dir():
        return
    for folder in paths.training.iterdir():
        status = read_status(folder)
        if status is not None and status.state == "done":
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def one_training(paths: Paths) -> Iterator[None]:
    """Lock training on this machine; the system unlocks it if this process dies.

    Raises:
        TrainingError: Another training is running, or the folder cannot be written.
    """
    if int(os.environ.get("RANK", "0")) > 0:
        # The first of several processes of one training holds the lock for all.
        yield
        return
    with _lock_file(paths.training) as file:
        try:
            _lock(file.fileno())
        except OSError as error:
            raise TrainingError(
                "Another training is running on this computer, in a window or as a command.",
                hint="Wait for its end or stop it; this one was not started and nothing is lost.",
            ) from error
        # Closing the file unlocks it.
        yield


def _lock_file(folder: Path) -> BinaryIO:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / _LOCK).open("ab")
    except OSError as error:
        raise closed_folder(folder, error) from error


def _lock(file: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def refuse_without_room(folder: Path, needed: int, free: FreeBytes = free_bytes) -> None:
    """Refuse a run that needs more bytes than are free.

    Raises:
        TrainingError: There is not enough space.
    """
    if (there := free(folder)) < needed:
        raise TrainingError(
            "The disk has {there} left and this training needs {needed}. Nothing was started.",
            there=size(there),
            needed=size(needed),
            hint="Make room, or choose a folder on another disk for trainings.",
        )
