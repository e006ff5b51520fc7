"""PyTorch, the part of the program that training needs and nothing else does.

From source it is a set of packages that `run.py add training` installs. A packaged Segue finds it
in the folder `training` beside the program, where a package puts it, or in the user's data folder,
where `install` unpacks the file that the user has downloaded. That file runs as a part of the
program, so its SHA-256 must be the one that was built into this Segue (`offered`).
"""

import contextlib
import hashlib
import importlib
import importlib.util
import os
import platform
import shutil
import sys
import zipfile
from pathlib import Path
from typing import BinaryIO

import msgspec

from engine import __version__
from engine.gate import archives, documents
from engine.gate.files import open_regular, read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import TrainingError, why_closed
from engine.ground.paths import Paths, assets, user_paths
from engine.sentence import said

FOLDER = "training"
DESCRIPTION = "part.json"
OFFERED = "training-part.json"
# Debian and macOS have no `python`, Python's installer for Windows has no `python3`.
COMMAND = f"{'python' if sys.platform == 'win32' else 'python3'} run.py add training"
# Downloaded and installed by the set-up for training, on the system with the largest files.
SOURCE_MB, SOURCE_INSTALLED_MB = 225, 900
_MODULE = "torch"
_LONGEST_DESCRIPTION = 1 << 16
_READ_AT_ONCE = 1 << 20
_UNUSABLE = "The training part that is installed here belongs to another Segue."


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The program and system that a training part was made for; the file `part.json` in it.

    Attributes:
        version: Of Segue.
        python: Version of Python, such as `3.11`.
        system: As `sys.platform` names it.
        machine: The processor, as `platform.machine` names it.
    """

    version: str
    python: str
    system: str
    machine: str


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """The training part that belongs to a packaged Segue.

    Attributes:
        file: Name of the file to download.
        bytes: Its size.
        installed_bytes: Its size on the disk.
        sha256: Of the file, in hexadecimal.
    """

    file: str
    bytes: int
    installed_bytes: int
    sha256: str


def wanted_part() -> Part:
    """Return what the training part of this program must be made for."""
    return Part(
        version=__version__,
        python=f"{sys.version_info.major}.{sys.version_info.minor}",
        system=sys.platform,
        machine=platform.machine(),
    )


def offered() -> Offer | None:
    """Return the training part that belongs to this packaged Segue; None from source."""
    try:
        data = read_file(assets() / OFFERED, most=_LONGEST_DESCRIPTION)
        return documents.decode(data, Offer, documents.DESCRIPTION)
    except RefusedError:
        return None


def is_installed() -> bool:
    """Return whether this program can train; nothing is imported for that."""
    return _usable_folder() is not None or importlib.util.find_spec(_MODULE) is not None


def require_training() -> None:
    """Make PyTorch importable in this process, and import it.

    Raises:
        TrainingError: It is not installed, belongs to another version, or does not start here.
    """
    folder = _usable_folder()
    if folder is not None and str(folder) not in sys.path:
        # Last: what the program brings along comes first.
        sys.path.append(str(folder))
    if importlib.util.find_spec(_MODULE) is None:
        raise why_missing()
    try:
        importlib.import_module("torch")
    except (ImportError, OSError) as error:
        raise TrainingError(
            "PyTorch, which training needs, does not start on this computer ({error}).",
            error=error,
            hint="Composing and playing work without it. Install it again.",
        ) from error


def why_missing() -> TrainingError:
    """Return the error for a program that cannot train, with the remedy."""
    offer = offered()
    if offer is None:
        return TrainingError(
            "Training needs PyTorch, which is not installed.",
            hint="Run this in Segue's folder: {command}",
            command=COMMAND,
        )
    happened = "Training is a part of its own, which is not installed."
    if any(folder.is_dir() for folder in _folders()):
        happened = _UNUSABLE
    return TrainingError(
        happened,
        file=offer.file,
        hint="Download ‘{file}’ where you got Segue, then choose it on the Train page.",
    )


def install(file: Path, paths: Paths) -> None:
    """Unpack the file of a training part into the user's data folder, completely or not at all.

    Args:
        file: The file that the user has downloaded.
        paths: The user's folders.

    Raises:
        TrainingError: It is not the part that belongs to this program, it is not complete, or the
            folder cannot be written. An older part stays installed.
    """
    offer = offered()
    if offer is None:
        raise why_missing()
    try:
        with open_regular(file) as opened:
            _check(opened, offer, name=file.name)
            _unpack(opened, offer, paths)
    except RefusedError as error:
        raise TrainingError("‘{name}’ cannot be read.", name=file.name, hint=str(error)) from error
    except OSError as error:
        raise TrainingError(
            "The training part cannot be written to ‘{data}’ ({why}).",
            data=paths.data,
            why=why_closed(error),
        ) from error


def _folders() -> tuple[Path, ...]:
    """Return where a training part may be: beside the program, then with the user's data."""
    program = Path(sys.executable).parent
    beside = program.parent / "Resources" if sys.platform == "darwin" else program
    shipped = (beside / FOLDER,) if getattr(sys, "frozen", False) else ()
    return (*shipped, user_paths().training_part)


def _usable_folder() -> Path | None:
    return next((folder for folder in _folders() if _part_in(folder) == wanted_part()), None)


def _part_in(folder: Path) -> Part | None:
    try:
        data = read_file(folder / DESCRIPTION, most=_LONGEST_DESCRIPTION)
        return documents.decode(data, Part, documents.DESCRIPTION)
    except RefusedError:
        return None


def _check(file: BinaryIO, offer: Offer, *, name: str) -> None:
    """Check that an open file is the offered one.

    Raises:
        TrainingError: It is another one; the sentence says in which way.
    """
    digest, size = hashlib.sha256(), 0
    # No more than needed: the user may have chosen a film.
    while size <= offer.bytes and (piece := file.read(_READ_AT_ONCE)):
        digest.update(piece)
        size += len(piece)
    if digest.hexdigest() == offer.sha256:
        return
    raise TrainingError(
        _why_another(file, offer, name=name, size=size),
        file=offer.file,
        hint="Download ‘{file}’ where you got Segue.",
    )


def _why_another(file: BinaryIO, offer: Offer, *, name: str, size: int) -> str:
    wanted = wanted_part()
    file.seek(0)
    begins_as_archive = file.read(2) == b"PK"
    try:
        with archives.opened(file) as archive:
            data = archives.read(archive, DESCRIPTION, most=_LONGEST_DESCRIPTION)
        part = documents.decode(data, Part, documents.DESCRIPTION)
    except RefusedError:
        if begins_as_archive and size < offer.bytes:
            had, needed = round(size / 1e6), round(offer.bytes / 1e6)
            return said(
                "‘{name}’ is not complete: it has {had} MB of {needed}.",
                name=name,
                had=had,
                needed=needed,
            )
        return said("‘{name}’ is not a training part of Segue.", name=name)
    if part.version != wanted.version:
        return said(
            "‘{name}’ belongs to Segue {version}; this is Segue {own}.",
            name=name,
            version=part.version,
            own=wanted.version,
        )
    if (part.system, part.machine) != (wanted.system, wanted.machine):
        made_for = f"{part.system} on {part.machine}"
        return said(
            "‘{name}’ was made for {made_for}; this is {system} on {machine}.",
            name=name,
            made_for=made_for,
            system=wanted.system,
            machine=wanted.machine,
        )
    if part.python != wanted.python:
        return said(
            "‘{name}’ was made for Python {python}; this Segue has {wanted_python}.",
            name=name,
            python=part.python,
            wanted_python=wanted.python,
        )
    return said("‘{name}’ is damaged: it is not the file that belongs to this Segue.", name=name)


def _unpack(file: BinaryIO, offer: Offer, paths: Paths) -> None:
    target = paths.training_part
    target.parent.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(target.parent).free
    if free < offer.installed_bytes:
        lacking = f"{offer.installed_bytes / 1e6:.0f} MB, and {free / 1e6:.0f} MB are free"
        raise TrainingError(
            "The training part needs {lacking}.", lacking=lacking, hint="Make room on the disk."
        )
    _sweep(target.parent)
    arriving = target.with_name(f".{target.name}-arriving-{os.getpid()}")
    try:
        file.seek(0)
        with archives.opened(file) as archive:
            for member in archive.infolist():
                _extract(archive, member, arriving)
        shutil.rmtree(target, ignore_errors=True)
        arriving.replace(target)
    except (zipfile.BadZipFile, EOFError) as error:  # the file was changed meanwhile
        raise RefusedError("It is damaged.") from error
    finally:
        shutil.rmtree(arriving, ignore_errors=True)


def _extract(archive: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path) -> None:
    # The hash says that the archive is ours: its paths and sizes are those that we gave it.
    made = Path(archive.extract(member, folder))
    if member.external_attr >> 16 & 0o100:
        made.chmod(0o755)


def _sweep(folder: Path) -> None:
    """Delete what an installation that was killed has left."""
    for left in folder.glob(f".{FOLDER}-part-arriving-*"):
        with contextlib.suppress(OSError):
            shutil.rmtree(left)
