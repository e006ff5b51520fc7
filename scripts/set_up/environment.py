"""The virtual environment `.venv`, and what is installed in it to its end."""

import csv
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.set_up.problems import SetUpError

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "requirements"
VENV = ROOT / ".venv"
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
SITE = VENV / ("Lib/site-packages" if WINDOWS else f"lib/python{VERSION}/site-packages")
# The set of packages that the program runs with.
RUN = "run"
# Packages for training alone; PyTorch has a file of its own beside them.
TRAIN = "train"
# Builders of packages that have no build for this Python and processor.
BUILD = "build"


def is_installed(name: str) -> bool:
    """Return whether a set was installed to its end, as the files of this source tree want it."""
    try:
        return PYTHON.exists() and stamp(name).read_text(encoding="utf-8") == fingerprint(name)
    except OSError:
        return False


def stamp(name: str) -> Path:
    """Return the file that is written when a set is installed, and not before."""
    return VENV / f"segue-{name}.stamp"


def fingerprint(name: str) -> str:
    """Return a hash of everything that the installation of a set depends on."""
    digest = hashlib.sha256(f"{VERSION} {ROOT}".encode())
    files = [REQUIREMENTS / f"{name}.txt"]
    if name == RUN:
        files.append(ROOT / "pyproject.toml")
        files += sorted(Path(__file__).parent.glob("*.py"))
    elif name == TRAIN:
        files += [REQUIREMENTS / "torch.txt", REQUIREMENTS / "torch-pypi.txt"]
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def environment_works() -> bool:
    """Return whether `.venv` has this version of Python, and a pip that starts and is whole."""
    try:
        pip = subprocess.run(
            [str(PYTHON), "-m", "pip", "--version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return False
    whole = [is_whole(folder) for folder in SITE.glob("pip-*.dist-info")]
    return pip.returncode == 0 and f"(python {VERSION})" in pip.stdout and whole == [True]


def make_environment() -> None:
    """Make `.venv` anew, whatever is in its place."""
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        said = f"{made.stdout}{made.stderr}".strip()
        raise SetUpError(f"Python could not make a virtual environment in {VENV}: {said}")


def half_installed() -> list[Path]:
    """Return the folders that describe packages whose installation was cut off."""
    return [folder for folder in SITE.glob("*.dist-info") if not is_whole(folder)]


def is_whole(folder: Path) -> bool:
    """Return whether each file of an installed package is there in its size.

    Args:
        folder: Its `.dist-info`; pip writes the list of files, RECORD, last.
    """
    try:
        rows = csv.reader((folder / "RECORD").read_text(encoding="utf-8").splitlines())
        # Bytecode that a wheel brings is written again by pip.
        kept = [(path, size) for path, _, size in rows if size and not path.endswith(".pyc")]
        return all((SITE / path).stat().st_size == int(size) for path, size in kept)
    except (OSError, ValueError):
        return False


def forget(folders: Sequence[Path]) -> None:
    """Have pip install packages again: it believes in their folders, and we in our stamps."""
    for folder in (*folders, *SITE.glob("~*")):  # what pip was taking away when it was cut off
        shutil.rmtree(folder, ignore_errors=True)
    for path in VENV.glob("segue-*.stamp"):
        path.unlink()
