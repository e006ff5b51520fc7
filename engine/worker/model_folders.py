"""The models on this machine: where each one is, and how it travels as one file.

A model is a folder; the one that ships is called `starter`. It travels as a zip of its two files,
written and read here without ever unpacking a name that the zip brings along.
"""

import contextlib
import json
import re
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from engine.errors import ModelFileError
from engine.paths import Paths, starter_model

STARTER = "starter"
MEMBERS = ("model.json", "weights.safetensors")
SONGS, PRINTS, SAMPLE = "songs.json", "songs.prints", "sample.mid"
# What a model may have beside it: the songs it learned from, by hash, the fingerprints of those
# that are on no other machine, and how it sounds.
EXTRAS = (SONGS, PRINTS, SAMPLE)
UNSAFE = "This file contains executable code (pickle) and was not opened."
SAFE_HINT = "Use a model whose weights are .safetensors."
LARGEST_MEMBER = 8 * 1024**3
SUFFIX = ".seguemodel"
_COPY_BYTES = 1 << 20
_LARGEST_DESCRIPTION = 4 << 20


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
            for member in EXTRAS:
                if (folder / member).is_file():
                    archive.write(folder / member, member)
        partial.replace(target)
    except OSError as error:
        reason = error.strerror or error
        raise ModelFileError(f"Could not write ‘{target}’ ({reason}).") from error
    finally:
        partial.unlink(missing_ok=True)


def card_name(source: Path) -> str:
    """Return what a model calls itself, in a folder or a file; its file's name if it says nothing.

    Raises:
        ModelFileError: It is no model, or holds code.
    """
    if source.is_dir():
        data = (source / MEMBERS[0]).read_bytes() if (source / MEMBERS[0]).is_file() else b""
    else:
        with _opened(source) as archive, archive.open(MEMBERS[0]) as packed:
            data = packed.read(_LARGEST_DESCRIPTION)
    try:
        name = str(json.loads(data)["card"]["name"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return source.stem
    # What stands in a file from elsewhere may be no folder's name here.
    return re.sub(r"[\x00-\x1f<>:\"/\\|?*]", " ", name).strip(" .")[:80] or source.stem


def import_model(source: Path, folder: Path) -> None:
    """Copy a model from a folder or from one file; the caller checks it and then keeps it.

    Raises:
        ModelFileError: It is neither, holds code, or a model of this name is there already.
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
            for member in EXTRAS:
                with contextlib.suppress(FileNotFoundError):
                    shutil.copyfile(source / member, folder / member)
        else:
            _unpack(source, folder)
    except FileNotFoundError as error:
        raise ModelFileError(f"There is no model in ‘{source}’.") from error
    except OSError as error:
        raise ModelFileError(
            f"‘{source.name}’ could not be copied ({error.strerror or error}); nothing was kept."
        ) from error


@contextlib.contextmanager
def _opened(source: Path) -> Iterator[zipfile.ZipFile]:
    """Yield a model's file; whatever is wrong with it becomes one sentence.

    Raises:
        ModelFileError: It is no model, or holds code.
    """
    try:
        with source.open("rb") as file:
            head = file.read(2)
        if head[:1] == b"\x80":
            raise ModelFileError(UNSAFE, hint=SAFE_HINT)
        with zipfile.ZipFile(source) as archive:
            if any(name.endswith(".pkl") for name in archive.namelist()):
                raise ModelFileError(UNSAFE, hint=SAFE_HINT)
            yield archive
    except KeyError as error:
        raise ModelFileError(f"There is no model in ‘{source.name}’: {error.args[0]}") from error
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, zlib.error, EOFError) as error:
        raise ModelFileError(
            f"‘{source.name}’ is no model, or it is damaged; nothing was changed."
        ) from error
    except OSError as error:
        raise ModelFileError(
            f"‘{source.name}’ cannot be read ({error.strerror or error})."
        ) from error


def _unpack(source: Path, folder: Path) -> None:
    with _opened(source) as archive:
        there = set(archive.namelist())
        for member in (*MEMBERS, *(extra for extra in EXTRAS if extra in there)):
            with archive.open(member) as packed, (folder / member).open("wb") as file:
                copied = 0
                # The sizes a zip claims are not believed: what comes out is counted.
                while data := packed.read(_COPY_BYTES):
                    copied += len(data)
                    if copied > LARGEST_MEMBER:
                        raise ModelFileError(f"‘{source.name}’ is larger than any model.")
                    file.write(data)
