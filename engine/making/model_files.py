"""Imports and exports models, completely or not at all."""

import contextlib
import os
import shutil
import time
from pathlib import Path

from engine.ground.errors import ModelFileError
from engine.ground.paths import Paths
from engine.making.model_folders import export_model, folder_for
from engine.making.model_opening import open_model
from engine.messages import (
    ExportModel,
    ImportModel,
    ModelExported,
    ModelImported,
)
from engine.model.description import amend_card

_LEFT_AFTER_S = 3600.0  # an import that is older than this was killed


def bring_in(command: ImportModel, paths: Paths) -> ModelImported:
    """Copy a model to the user's models, after loading all of it in a guarded process.

    Raises:
        ModelFileError: It is no model, damaged, unsafe, newer, or reads other tokens.
    """
    source = Path(command.source)
    if not source.exists():
        raise ModelFileError("There is no file or folder ‘{source}’.", source=source)
    if command.name and folder_for(command.name, paths).exists():
        raise ModelFileError(
            "There is already a model ‘{name}’.", name=command.name, hint="Choose another name."
        )
    _sweep(paths.models)
    arriving = paths.models / f".arriving-{os.getpid()}"
    shutil.rmtree(arriving, ignore_errors=True)
    try:
        called = open_model(source, arriving)
        folder = folder_for(command.name or _free(called, paths), paths)
        if folder.name != called:
            # Lists and takes identify a model by the name on its card.
            amend_card(arriving, {"name": folder.name})
        arriving.replace(folder)
    except OSError as error:
        raise ModelFileError(
            "‘{name}’ could not be kept ({error}).", name=source.name, error=error.strerror or error
        ) from error
    finally:
        shutil.rmtree(arriving, ignore_errors=True)
    return ModelImported(folder=str(folder), name=folder.name)


def take_along(command: ExportModel) -> ModelExported:
    """Write a model as one file.

    Raises:
        ModelFileError: The model cannot be read, or the file cannot be written.
    """
    target = Path(command.target)
    export_model(Path(command.folder), target)
    return ModelExported(file=str(target), bytes=target.stat().st_size)


def _sweep(models: Path) -> None:
    """Delete unfinished imports of killed processes; no import takes that long."""
    for left in models.glob(".arriving-*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _LEFT_AFTER_S:
                shutil.rmtree(left, ignore_errors=True)


def _free(name: str, paths: Paths) -> str:
    number, candidate = 1, name
    while (paths.models / candidate).exists() or candidate.casefold() == "starter":
        number += 1
        candidate = f"{name} {number}"
    return candidate
