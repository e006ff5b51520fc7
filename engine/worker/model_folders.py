"""The models on this machine: where each one is, and how it travels as one file.

A model is a folder; the one that ships is called `starter`. It travels as a zip of its two files,
written and read here without ever unpacking a name that the zip brings along.
"""

import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

from engine.errors import ModelFileError
from engine.paths import Paths, starter_model

STARTER = "starter"
MEMBERS = ("model.json", "weights.safetensors")
LARGEST_MEMBER = 8 * 1024**3
SUFFIX = ".seguemodel"
_COPY_BYTES = 1 << 20


def model_folders(paths: Paths) -> Iterator[tuple[str, Path]]:
    """Yield (name, folder) of each model: the starter first, then the user's by name."""
    if (starter_model() / MEMBERS[0]).is_file():
        yield STARTER, starter_model()
    if paths.models.is_dir():
        for folder in sorted(paths.models.iterdir()):
            if (folder / MEMBERS[0]).is_file():
                yield folder.name, folder


def find_model(name: str, paths: Paths) -> Path:
    """Return a model's folder by its name or its path.

    Raises:
        ModelFileError: There is none.
    """
    known = dict(model_folders(paths))
    if name in known:
        return known[name]
    if (Path(name) / MEMBERS[0]).is_file():
        return Path(name)
    raise ModelFileError(
        f"There is no model ‘{name}’.",
        hint=f"There are: {', '.join(known)}." if known else "No model is installed.",
    )


def folder_for(name: str, paths: Paths) -> Path:
    """Return where a new model of this name goes.

    Raises:
        ModelFileError: The name cannot be a folder's on every system.
    """
    if not re.fullmatch(r"[^\x00-\x1f<>:\"/\\|?*]{1,80}", name) or name.strip(" .") != name:
        raise ModelFileError(
            f"‘{name}’ cannot be a model's name.",
            hint="Use letters, digits, spaces and dashes, up to 80 of them.",
        )
    if name == STARTER:
        raise ModelFileError("The name ‘starter’ belongs to the model that ships.")
    return paths.models / name


def export_model(folder: Path, target: Path) -> None:
    """Write a model as one file.

    Raises:
        ModelFileError: It cannot be written.
    """
    partial = target.with_name(f".{target.name}.partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Weights do not compress: stored as they are.
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_STORED) as archive:
            for member in MEMBERS:
                archive.write(folder / member, member)
        partial.replace(target)
    except OSError as error:
        raise ModelFileError(f"Could not write ‘{target}’ ({error.strerror}).") from error
    finally:
        partial.unlink(missing_ok=True)


def import_model(source: Path, folder: Path) -> None:
    """Copy a model from a folder or from one file; the caller checks it and then keeps it.

    Raises:
        ModelFileError: It is neither, or a model of this name is there already.
    """
    if folder.exists():
        raise ModelFileError(
            f"There is already a model ‘{folder.name}’.", hint="Import it with --name NAME."
        )
    folder.mkdir(parents=True)
    try:
        if source.is_dir():
            for member in MEMBERS:
                shutil.copyfile(source / member, folder / member)
        else:
            _unpack(source, folder)
    except FileNotFoundError as error:
        raise ModelFileError(f"There is no model in ‘{source}’.") from error
    except (OSError, zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError) as error:
        raise ModelFileError(f"‘{source}’ is no model that can be imported ({error}).") from error


def _unpack(source: Path, folder: Path) -> None:
    with zipfile.ZipFile(source) as archive:
        for member in MEMBERS:
            with archive.open(member) as packed, (folder / member).open("wb") as file:
                copied = 0
                # The sizes a zip claims are not believed: what comes out is counted.
                while data := packed.read(_COPY_BYTES):
                    copied += len(data)
                    if copied > LARGEST_MEMBER:
                        raise ModelFileError(f"‘{source}’ is larger than any model.")
                    file.write(data)
