"""Models brought in, taken along, moved to another disk: each of it whole or not at all."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

from engine.errors import ModelFileError
from engine.live.model import LiveModel
from engine.messages import (
    ExportModel,
    ImportModel,
    ModelExported,
    ModelImported,
    ModelsMoved,
    MoveModels,
)
from engine.paths import Paths, keep_moved
from engine.worker.model_folders import (
    MEMBERS,
    card_name,
    export_model,
    folder_for,
    import_model,
)


def bring_in(command: ImportModel, paths: Paths) -> ModelImported:
    """Copy a model to the user's, once all of it was loaded and found sound.

    Raises:
        ModelFileError: It is none, damaged, unsafe, newer, or reads other tokens.
    """
    source = Path(command.source)
    if not source.exists():
        raise ModelFileError(f"There is no file or folder ‘{source}’.")
    name = command.name or card_name(source)
    folder = folder_for(name if command.name else _free(name, paths), paths)
    if folder.exists():
        raise ModelFileError(f"There is already a model ‘{name}’.", hint="Choose another name.")
    arriving = paths.models / f".arriving-{os.getpid()}"
    shutil.rmtree(arriving, ignore_errors=True)
    try:
        import_model(source, arriving)
        _refuse_unsound(arriving)
        arriving.replace(folder)
    except OSError as error:
        raise ModelFileError(
            f"‘{source.name}’ could not be kept ({error.strerror or error})."
        ) from error
    finally:
        shutil.rmtree(arriving, ignore_errors=True)
    return ModelImported(folder=str(folder), name=folder.name)


def take_along(command: ExportModel) -> ModelExported:
    """Write a model as one file.

    Raises:
        ModelFileError: It cannot be read or written.
    """
    target = Path(command.target)
    export_model(Path(command.folder), target)
    return ModelExported(file=str(target), bytes=target.stat().st_size)


def move(command: MoveModels, paths: Paths) -> ModelsMoved:
    """Move the user's models to another folder; until all are there, the old ones stay.

    Raises:
        ModelFileError: They cannot be moved there; everything is as it was.
    """
    target = Path(command.target).absolute()
    source = paths.models.absolute()
    if target == source:
        return ModelsMoved(folder=str(target))
    if source in target.parents:
        raise ModelFileError("The models cannot be moved into their own folder.")
    own = [each for each in _children(source) if (each / MEMBERS[0]).is_file()]
    for folder in own:
        if (target / folder.name).exists():
            raise ModelFileError(
                f"There is already a ‘{folder.name}’ in ‘{target}’; nothing was moved.",
                hint="Choose an empty folder.",
            )
    copied: list[Path] = []
    try:
        target.mkdir(parents=True, exist_ok=True)
        for folder in own:
            copied.append(target / folder.name)
            shutil.copytree(folder, target / folder.name)
        keep_moved(replace(paths, moved_models=target))
    except (OSError, shutil.Error) as error:
        for half in copied:
            shutil.rmtree(half, ignore_errors=True)
        reason = getattr(error, "strerror", None) or error
        raise ModelFileError(
            f"The models could not be moved to ‘{target}’ ({reason}); nothing was changed."
        ) from error
    for folder in own:
        shutil.rmtree(folder, ignore_errors=True)
    return ModelsMoved(folder=str(target))


def _refuse_unsound(folder: Path) -> None:
    # Loads every weight and builds the tokenizer: what cannot be used is not kept.
    LiveModel.load(folder)


def _free(name: str, paths: Paths) -> str:
    number, candidate = 1, name
    while (paths.models / candidate).exists() or candidate.casefold() == "starter":
        number += 1
        candidate = f"{name} {number}"
    return candidate


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(child for child in folder.iterdir() if child.is_dir())
    except OSError:
        return []
