"""Checks of a training command that need no heavy imports."""

import errno
import os
import shlex
from pathlib import Path
from typing import get_args

from engine.ground.errors import ModelFileError, TrainingError, why_closed
from engine.ground.paths import Paths
from engine.making.memory_choice import check_memory
from engine.making.model_folders import find_model, folder_for
from engine.messages import TrainModel
from engine.values.config import MEMORY, PresetName

PLAN = "plan.json"
SCRATCH = "scratch"
STYLE = "style"
"""The preset that fits a style in place of training weights (`engine.making.style_making`)."""
DEVICES = ("auto", "cpu", "cuda", "mps")


def check_training(command: TrainModel, paths: Paths) -> None:
    """Refuse a training with an invalid name, preset, device, base, memory or folder.

    Raises:
        SegueError: The command cannot be carried out.
    """
    folder = folder_for(command.name, paths)
    if command.device.partition(":")[0] not in DEVICES:
        raise TrainingError(
            "This machine cannot train on ‘{device}’.",
            device=command.device,
            devices=", ".join(DEVICES),
            hint="There are: {devices}.",
        )
    if command.resume:
        if not (paths.training / command.name / PLAN).is_file():
            raise nothing_to_resume(command.name, is_done=folder.exists())
        return
    refuse_to_overwrite(folder)
    if command.preset == STYLE:
        check_style(command)
    else:
        preset_name(command.preset)
    check_settings(command)
    if command.base != SCRATCH:
        find_model(command.base, paths)
    _refuse_closed(paths.training)
    if command.data and not Path(command.data).exists():
        raise no_folder(Path(command.data))
    if not command.data and not paths.catalogue.is_file():
        raise empty_library()


def check_style(command: TrainModel) -> None:
    """Refuse a style that begins with no model.

    Raises:
        TrainingError: The base is `scratch`.
    """
    if command.base == SCRATCH:
        raise TrainingError(
            "A style belongs to a model, so it cannot begin from scratch.",
            hint="Begin it from the starter, or from a model of yours.",
        )


def check_settings(command: TrainModel) -> None:
    """Refuse settings by hand that no model can have.

    Raises:
        TrainingError: The memory that they describe cannot be, or is one of an existing model.
    """
    if command.expert is not None:
        check_memory(command.expert, usual=MEMORY, new=command.base == SCRATCH)


def _refuse_closed(folder: Path) -> None:
    """Refuse a folder that can neither be written to nor created."""
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    if not nearest.is_dir():
        raise closed_folder(folder, OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)))
    if not os.access(nearest, os.W_OK):
        raise closed_folder(folder, OSError(errno.EACCES, os.strerror(errno.EACCES)))


def closed_folder(folder: Path, error: OSError) -> TrainingError:
    """Return the error that trainings cannot be stored in their folder."""
    return TrainingError(
        "Segue cannot write to its folder ‘{folder}’ ({why}).",
        folder=folder,
        why=why_closed(error),
        hint="A training keeps its steps there; nothing was started.",
    )


def refuse_to_overwrite(model: Path) -> None:
    """Refuse a model's folder that exists.

    Raises:
        ModelFileError: The folder exists.
    """
    if model.exists():
        raise ModelFileError(
            "There is already a model ‘{name}’.", name=model.name, hint="Choose another name."
        )


def preset_name(name: str) -> PresetName:
    """Return a preset's name.

    Raises:
        TrainingError: There is no such preset.
    """
    known: tuple[PresetName, ...] = get_args(PresetName)
    for preset in known:
        if preset == name:
            return preset
    there = ", ".join((STYLE, *known))
    raise TrainingError("There is no preset ‘{name}’; there are {there}.", name=name, there=there)


def nothing_to_resume(name: str, *, is_done: bool = False) -> TrainingError:
    """Return the error that there is no such run.

    Args:
        name: Its name.
        is_done: Whether a model of this name was made.
    """
    if is_done:
        return TrainingError(
            "The training of ‘{name}’ is done.",
            name=name,
            hint="To teach it more songs: {command}",
            command=how_to_teach(name),
        )
    return TrainingError("There is no training ‘{name}’ that could be resumed.", name=name)


def how_to_teach(name: str) -> str:
    """Return the command that goes on with a finished model on more songs."""
    return f"segue train --name NEW --from {shlex.quote(name)} --data FOLDER"


def no_folder(folder: Path) -> TrainingError:
    """Return the error that there is no such folder of songs."""
    return TrainingError("There is no folder ‘{folder}’.", folder=folder)


def empty_library() -> TrainingError:
    """Return the error that the library has nothing to learn from."""
    return TrainingError(
        "There is no music in the library to learn from.", hint="Add a folder of MIDI files."
    )
