#!/usr/bin/env python3
"""Set Segue up on this machine and run it: `python3 run.py demo`, `test`, `app`, `bench`, `lint`.

`guide` builds the user guide that Help opens, `package` this system's installer. Standard library
only, on Linux, macOS and Windows. The first run makes `.venv`, installs the versions of
constraints.txt and, on Linux, finds out which system libraries are missing; later runs start at
once. What follows the command goes to it: `python3 run.py test tests/music -q`. `test --fast`
leaves out what is marked slow, `test --coverage` prints how much of each file tests run.
"""

import argparse
import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "segue-is-set-up"
SUPPORTED = ((3, 11), (3, 12))
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")

# Shared libraries that PySide6's and python-rtmidi's wheels expect, and who has them on Debian and
# Ubuntu (the second name where Ubuntu 24.04 renamed one).
LIBRARIES = {
    "libEGL.so.1": ("libegl1",),
    "libGL.so.1": ("libgl1",),
    "libX11-xcb.so.1": ("libx11-xcb1",),
    "libdbus-1.so.3": ("libdbus-1-3",),
    "libfontconfig.so.1": ("libfontconfig1",),
    "libfreetype.so.6": ("libfreetype6",),
    "libglib-2.0.so.0": ("libglib2.0-0", "libglib2.0-0t64"),
    "libgssapi_krb5.so.2": ("libgssapi-krb5-2",),
    "libxkbcommon.so.0": ("libxkbcommon0",),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0",),
    "libxcb-cursor.so.0": ("libxcb-cursor0",),
    "libxcb-icccm.so.4": ("libxcb-icccm4",),
    "libxcb-image.so.0": ("libxcb-image0",),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1",),
    "libxcb-randr.so.0": ("libxcb-randr0",),
    "libxcb-render-util.so.0": ("libxcb-render-util0",),
    "libxcb-shape.so.0": ("libxcb-shape0",),
    "libxcb-sync.so.1": ("libxcb-sync1",),
    "libxcb-util.so.1": ("libxcb-util1",),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0",),
    "libxcb-xkb.so.1": ("libxcb-xkb1",),
    "libasound.so.2": ("libasound2", "libasound2t64"),
}
FONTS = ("fonts-dejavu-core", Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
# Better sound than the small bank that ships: in stereo, every program from recordings of its own;
# 120 MB to fetch, 148 on the disk, of which only what is played is read. MIT-licensed.
SOUND_BANK = ("fluid-soundfont-gm", Path("/usr/share/sounds/sf2/FluidR3_GM.sf2"))
# The MIDI loop-back of the tests.
LOOP_BACK = ("jackd2", Path("/usr/bin/jackd"))
# What the portable archive is packed with, and what takes the symbols off; a bare Debian has none.
PACKER = ("xz-utils", Path("/usr/bin/xz"))
STRIPPER = ("binutils", Path("/usr/bin/strip"))
WANTED_BY = {"test": [LOOP_BACK, PACKER], "package": [PACKER, STRIPPER]}
# Who makes the package of a system, by `sys.platform`.
PACKAGERS = {"linux": "linux.py", "win32": "windows.py", "darwin": "macos.py"}

# Where PyTorch for the processor alone is: PyPI's build for Linux brings gigabytes of CUDA along.
# Its version, 2.13.0+cpu, counts as newer than PyPI's. Who cannot reach it waits once and briefly.
PYTORCH_FOR_CPU = ["--extra-index-url", "https://download.pytorch.org/whl/cpu", "--retries", "1"]

# What `test` takes besides pytest's own arguments.
TEST_OPTIONS = {
    "--fast": ["-m", "not slow"],
    "--coverage": ["--cov=app", "--cov=engine", "--cov-report=term:skip-covered"],
}

COMMANDS = {
    "app": [["-m", "app"]],
    "demo": [["-m", "engine", "demo"]],
    "bench": [["-m", "benchmarks"]],
    # The slowest are told each time, so that a test that has become slow is seen and marked.
    "test": [["-m", "pytest", "--durations=15", "--durations-min=1"]],
    "package": [[f"packaging/{PACKAGERS.get(sys.platform, 'linux.py')}"]],
    "guide": [["-m", "sphinx", "-W", "--keep-going", "-q", "docs/guide", "assets/guide"]],
    "lint": [
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "."],
        ["-m", "mypy"],
        ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
    ],
}


def main() -> int:
    """Set up what is missing, then run the command; return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on to the command")
    asked = parser.parse_args()
    if problem := wrong_python(sys.version_info[:2]):
        print(problem, file=sys.stderr)
        return 2
    stamp = fingerprint()
    if not STAMP.is_file() or STAMP.read_text(encoding="utf-8") != stamp:
        if not set_up():
            return 1
        STAMP.write_text(stamp, encoding="utf-8")
    if not prepare(asked.command):
        return 1
    given = test_arguments(asked.arguments) if asked.command == "test" else asked.arguments
    for arguments in COMMANDS[asked.command]:
        status = subprocess.call([str(PYTHON), *arguments, *given], cwd=ROOT)
        if status:
            return status
    return 0


def prepare(command: str) -> bool:
    """Install what one command needs and the others do not; False if that cannot be."""
    if sys.platform == "linux":
        install_wanted(WANTED_BY.get(command, []))
    if command != "package" or has_module("PyInstaller"):
        return True
    step = [*pip_install(), "--editable", f"{ROOT}[packaging]"]
    if subprocess.call(step, cwd=ROOT):
        print(f"This step failed: {' '.join(step)}", file=sys.stderr)
        return False
    return True


def test_arguments(given: list[str]) -> list[str]:
    """Return pytest's arguments for those of `test`: its own options put into pytest's words."""
    return [word for one in given for word in TEST_OPTIONS.get(one, [one])]


def has_module(name: str) -> bool:
    """Return whether the environment has a module, without importing it."""
    find = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({name!r}) is None)"
    return subprocess.call([str(PYTHON), "-c", find], cwd=ROOT) == 0


def wrong_python(version: tuple[int, ...]) -> str:
    """Return why this Python will not do, or an empty string."""
    if version in SUPPORTED:
        return ""
    found = [f"python3.{minor}" for _, minor in SUPPORTED if shutil.which(f"python3.{minor}")]
    advice = f"Run: {found[-1]} run.py …" if found else "Install Python 3.12 and run it with that."
    this = ".".join(map(str, version))
    return (
        f"Segue needs Python 3.11 or 3.12; this is {this}. "
        f"(python-rtmidi 1.5.8, which talks to MIDI ports, has no builds for others.) {advice}"
    )


def fingerprint() -> str:
    """Return a hash of everything the set-up depends on."""
    digest = hashlib.sha256(sys.version.encode())
    for name in ("constraints.txt", "pyproject.toml", "run.py"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def set_up() -> bool:
    """Make `.venv`, install everything and check the system's libraries; False if it cannot."""
    print("Setting Segue up; this happens once and takes a minute or two.", flush=True)
    if not PYTHON.exists() and subprocess.call([sys.executable, "-m", "venv", str(VENV)]):
        print(
            "Python could not make a virtual environment. On Debian and Ubuntu: "
            "sudo apt-get install python3-venv",
            file=sys.stderr,
        )
        return False
    for step in install_steps(sys.platform):
        if subprocess.call(step, cwd=ROOT):
            print(f"This step failed: {' '.join(step)}", file=sys.stderr)
            return False
    if sys.platform == "linux" and not set_up_linux():
        return False
    build_guide()
    return True


def install_steps(platform: str) -> list[list[str]]:
    """Return the commands that fill the environment, in their order."""
    pip = pip_install()
    return [
        # torch first and pinned: with it installed, no other package's range pulls another build.
        [*pip, *(PYTORCH_FOR_CPU if platform == "linux" else ()), "torch==2.13.0"],
        [*pip, "--editable", f"{ROOT}[bench,dev,guide]"],
        # Its metadata demands pyaudio, which has no wheels for Linux or macOS and is not used.
        [*pip, "--no-deps", "tinysoundfont"],
    ]


def pip_install() -> list[str]:
    """Return the command that installs packages, in the versions of constraints.txt."""
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return [*pip, "--constraint", str(ROOT / "constraints.txt")]


def build_guide() -> None:
    """Build the user guide that Help opens; without it everything else works."""
    for arguments in COMMANDS["guide"]:
        if subprocess.call([str(PYTHON), *arguments], cwd=ROOT):
            print("The user guide was not built: python3 run.py guide", file=sys.stderr)


def set_up_linux() -> bool:
    """Install the system libraries that are missing, or say which; False if Qt cannot start."""
    missing = list(missing_libraries())
    if not FONTS[1].exists() and not Path("/usr/share/fonts").is_dir():
        missing.append((FONTS[0], (FONTS[0],)))
    if missing and not apt_install([names for _, names in missing]):
        libraries = " ".join(library for library, _ in missing)
        packages = " ".join(names[0] for _, names in missing)
        print(f"These system libraries are missing: {libraries}", file=sys.stderr)
        print(f"Run: sudo apt-get install --yes {packages}", file=sys.stderr)
        return False
    install_wanted([SOUND_BANK])
    return True


def missing_libraries() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (library, packages that may have it) for each one that does not load."""
    for library, packages in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            yield library, packages


def install_wanted(wanted: list[tuple[str, Path]]) -> None:
    """Install packages that make things better; without them everything still works."""
    for package, proof in wanted:
        if not proof.exists() and not apt_install([(package,)]):
            print(f"Optional: sudo apt-get install --yes {package}", file=sys.stderr)


def apt_install(packages: list[tuple[str, ...]]) -> bool:
    """Install the first known name of each package, as root on Debian or Ubuntu; else False."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # Lists may be absent or old; only an install that fails afterwards counts.
    subprocess.call(["apt-get", "update", "--quiet=2"], env=environment)
    names = [next(filter(apt_knows, choice), choice[0]) for choice in packages]
    install = ["apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends", *names]
    return subprocess.call(install, env=environment, stdout=subprocess.DEVNULL) == 0


def apt_knows(package: str) -> bool:
    """Return whether apt has a version of this package to install."""
    shown = subprocess.run(
        ["apt-cache", "policy", package], capture_output=True, text=True, check=False
    ).stdout
    return "Candidate:" in shown and "Candidate: (none)" not in shown


if __name__ == "__main__":
    sys.exit(main())
