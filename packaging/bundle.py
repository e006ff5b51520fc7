"""What the three systems' packages share: building the bundle, its size, its version, checksums."""

import hashlib
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What the bundle must not be built without.
SHIPPED = (
    "assets/models/starter/weights.safetensors",
    "assets/models/starter/songs.prints",
    "assets/sound/segue.sf2",
    "assets/demo",
)
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
    ("model, sound bank, demos, fonts", ("assets/",)),
    ("licences", ("licences/",)),
)


def version() -> str:
    """Return Segue's version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def build(out: Path) -> None:
    """Run PyInstaller: one folder with the program and everything it loads.

    Raises:
        SystemExit: Something that ships is not there.
    """
    missing = [name for name in SHIPPED if not (ROOT / name).exists()]
    if missing:
        raise SystemExit(f"These are not made yet: {', '.join(missing)}")
    build_guide()
    work = out / "work"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
    places = [f"--distpath={out}", f"--workpath={work}"]
    subprocess.check_call([*command, *places, str(ROOT / "packaging" / "segue.spec")], cwd=ROOT)
    shutil.rmtree(work)
    for link in (out / "segue").rglob("*"):
        if link.is_symlink() and not link.exists():
            link.unlink()  # contents.py drops what it led to


def build_guide() -> None:
    """Build the user guide that Help opens, among the assets."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q"]
    subprocess.check_call([*command, "docs/guide", "assets/guide"], cwd=ROOT)


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
    if name in {"segue", "segue.exe", "segue-cli.exe"}:
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
