"""What the three systems' packages share: building the bundle, its size, its version, checksums."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import address
import notices
import training
from project import PROJECT, ROOT, repeatable, version

__all__ = ["ROOT", "build", "link", "sizes", "version", "with_training", "write_checksums"]

# What the bundle must not be built without.
SHIPPED = (
    "assets/models/starter/weights.safetensors",
    "assets/models/starter/songs.prints",
    "assets/models/beats.safetensors",
    "assets/sound/FluidR3Mono_GM.sf3",
    "assets/demo",
    "assets/continued",
)
# The program itself, as each system names it.
PROGRAMS = ("segue", "segue.exe", "segue-cli.exe")
# Where a file's share of the size is booked, first match first; the rest is Python.
_COMPONENTS = (
    ("PyTorch: compiled", ("torch/lib/", "torch/bin/", "torch/_C", "libtorch", "libc10")),
    ("PyTorch: Python source", ("torch/",)),
    ("Qt and PySide6", ("PySide6/", "shiboken6/", "libQt6", "libxcb", "libxkb", "libicu", "Qt")),
    ("numpy and OpenBLAS", ("numpy/", "numpy.libs/")),
    ("MidiTok's tokenizers", ("tokenizers/",)),
    ("symusic", ("symusic/",)),
    ("Pillow", ("PIL/", "pillow.libs/")),
    ("sound and MIDI", ("rtmidi", "python_rtmidi", "tinysoundfont", "_miniaudio", "libjack")),
    ("user guide", ("assets/guide/",)),
    ("licences", ("assets/licences/",)),
    ("model, sound bank, demos, fonts", ("assets/",)),
)


def build(out: Path, *, prepare: Callable[[Path], None] = lambda _folder: None) -> None:
    """Make the training part, then run PyInstaller: one folder with everything else it loads.

    Args:
        out: The folder of all that is made.
        prepare: Called with the folder of the part, and then with that of the program.

    Raises:
        SystemExit: Something that ships is not there, or is there and must not be shipped.
    """
    address.check()
    missing = [name for name in SHIPPED if not (ROOT / name).exists()]
    if missing:
        raise SystemExit(f"These are not made yet: {', '.join(missing)}")
    training.check_torch()
    build_guide()
    work = out / "work"
    part = training.build(out)
    prepare(part)
    training.compile_loaded(part)
    training.pack(part, out)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
    places = [f"--distpath={out}", f"--workpath={work}"]
    command += [*places, str(ROOT / "packaging" / "segue.spec")]
    subprocess.check_call(command, cwd=ROOT, env=repeatable())
    shutil.rmtree(work)
    prepare(out / "segue")
    for link in (out / "segue").rglob("*"):
        if link.is_symlink() and not link.exists():
            link.unlink()  # contents.py drops what it led to
    notices.check(out / "segue", packages=notices.bundled(PROJECT), exempt=PROGRAMS)
    notices.check(part, packages=training.packages())


def build_guide() -> None:
    """Build the user guide that Help opens, among the assets."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q"]
    subprocess.check_call([*command, "docs/guide", "assets/guide"], cwd=ROOT, env=repeatable())


def with_training(bundle: Path, part: Path, out: Path) -> Path:
    """Return a folder with the program and the training part, made of links to their files."""
    made = out / "with-training" / bundle.name
    shutil.rmtree(made.parent, ignore_errors=True)
    shutil.copytree(bundle, made, symlinks=True, copy_function=link)
    place = made / "Contents" / "Resources" if bundle.suffix == ".app" else made
    shutil.copytree(part, place / part.name, symlinks=True, copy_function=link)
    return made


def link(source: str, target: str) -> str:
    """Stand in for a copy: the tree is packed and thrown away."""
    os.link(source, target)
    return target


def sizes(bundle: Path) -> str:
    """Return a table of what the bundle's size is made of."""
    booked: Counter[str] = Counter()
    inside = bundle / "_internal"
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            name = path.relative_to(inside).as_posix() if inside in path.parents else path.name
            booked[_component(name)] += path.stat().st_size
    lines = [f"{count / 1e6:8.1f} MB  {name}" for name, count in booked.most_common()]
    return "\n".join([*lines, f"{booked.total() / 1e6:8.1f} MB  all"])


def _component(name: str) -> str:
    if name in PROGRAMS:
        return "Segue and pure Python modules, packed"
    for component, starts in _COMPONENTS:
        if name.startswith(starts):
            return component
    return "Python and its libraries"


def write_checksums(files: Iterable[Path], made: Path) -> None:
    """Write SHA-256 sums in the form that `sha256sum --check` reads."""
    lines = (f"{_sha256(path)}  {path.name}\n" for path in map(Path, files))
    made.write_text("".join(lines), encoding="ascii")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
