"""What Segue needs of a Linux system beside Python: looked for, and on Debian installed as root."""

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

from scripts.set_up.environment import VERSION
from scripts.set_up.problems import UNREACHABLE, SetUpError, offline

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
# The MIDI loop-back of the tests.
LOOP_BACK = ("jackd2", Path("/usr/bin/jackd"))
# Since Debian 13 a package of its own; before, jackd2 brings it along.
LOOP_BACK_TOOLS = ("jack-example-tools", Path("/usr/bin/jack_wait"))
# What the portable archive is packed with, and what takes the symbols off and a .deb apart (`ar`);
# a bare Debian has none.
PACKER = ("xz-utils", Path("/usr/bin/xz"))
STRIPPER = ("binutils", Path("/usr/bin/strip"))
# Packages that compile python-rtmidi and its neighbours, and a file that proves each of them.
COMPILER = (
    ("a C++ compiler", "g++", "c++"),
    ("pkg-config", "pkg-config", "pkg-config"),
)
HEADERS = (
    ("Python's headers", (f"python{VERSION}-dev", "python3-dev"), "Python.h"),
    ("ALSA's headers", ("libasound2-dev",), "alsa/asoundlib.h"),
)
WANTED_BY = {
    "test": [LOOP_BACK, LOOP_BACK_TOOLS, PACKER, STRIPPER],
    "package": [PACKER, STRIPPER],
}


def install_system_packages(compiled: Sequence[str] = ()) -> None:
    """Install what Python and Qt need of a Linux system.

    Args:
        compiled: Packages that will be compiled: the compiler is asked for at the same time.

    Raises:
        SetUpError: Something is missing and must be installed by hand.
    """
    missing = list(missing_parts())
    if missing and compiled:
        missing += missing_for_compiling()
    packages = [names for _, names in missing]
    if not missing or apt_install(packages, needed=True):
        return
    parts = ", ".join(part for part, _ in missing)
    line = " ".join(first_known(names) for names in packages)
    raise SetUpError(
        f"This system lacks {parts}.\nOn Debian and Ubuntu, run: sudo apt-get install --yes {line}"
    )


def install_compiler(packages: Sequence[str]) -> None:
    """Install what compiles packages that have no build for this Python and processor.

    Raises:
        SetUpError: It is missing and must be installed by hand.
    """
    names = ", ".join(packages)
    why = f"There is no build of {names} for Python {VERSION} on this computer"
    if sys.platform != "linux":
        tools = "Visual Studio's Build Tools" if os.name == "nt" else "Xcode's command line tools"
        print(f"{why}: they are compiled here, which needs {tools}.", flush=True)
        return
    missing = list(missing_for_compiling())
    if not missing or apt_install([names for _, names in missing], needed=True):
        return
    parts = ", ".join(part for part, _ in missing)
    line = " ".join(first_known(names) for _, names in missing)
    raise SetUpError(
        f"{why}: to compile them, this system lacks {parts}.\n"
        f"On Debian and Ubuntu, run: sudo apt-get install --yes {line}\n"
        "With Python 3.11 or 3.12 on an Intel or AMD processor nothing is compiled."
    )


def missing_for_compiling() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (what is missing, packages that may have it)."""
    for part, package, program in COMPILER:
        if not shutil.which(program):
            yield part, (package,)
    folders = (Path(sysconfig.get_path("include")), Path("/usr/include"))
    for part, packages, header in HEADERS:
        if not any((folder / header).exists() for folder in folders):
            yield part, packages


def missing_parts() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (what is missing, packages that may have it)."""
    if importlib.util.find_spec("ensurepip") is None:
        yield "Python's venv", (f"python{VERSION}-venv", "python3-venv")
    yield from missing_libraries()
    if not FONTS[1].exists() and not Path("/usr/share/fonts").is_dir():
        yield "fonts", (FONTS[0],)


def missing_libraries() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (library, packages that may have it) for each one that does not load."""
    for library, packages in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            yield library, packages


def install_wanted(command: str) -> None:
    """Install packages that a command works better with; without them it still works."""
    for package, proof in WANTED_BY.get(command, ()):
        if not proof.exists() and not apt_install([(package,)]):
            print(f"Optional: sudo apt-get install --yes {package}", file=sys.stderr)


def apt_install(packages: list[tuple[str, ...]], *, needed: bool = False) -> bool:
    """Install the first known name of each package, as root on Debian or Ubuntu; else False.

    Raises:
        SetUpError: They are needed, and there is no network.
    """
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    # Lists may be absent or old; only an install that fails afterwards counts.
    apt_get("update")
    names = [first_known(choice) for choice in packages]
    print(f"Installing with apt-get: {' '.join(names)}", flush=True)
    done = apt_get("install", "--yes", "--no-install-recommends", *names)
    if done.returncode and needed and UNREACHABLE.search(done.stderr):
        raise SetUpError(offline(" ".join(names), source="Debian or Ubuntu"))
    return done.returncode == 0


def apt_get(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run apt-get, which asks nothing."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    return subprocess.run(
        ["apt-get", "--quiet=2", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def first_known(names: tuple[str, ...]) -> str:
    """Return the first of some names that apt has a package of, else the last."""
    return next(filter(apt_knows, names), names[-1])


def apt_knows(package: str) -> bool:
    """Return whether apt has a version of this package to install."""
    if not shutil.which("apt-cache"):
        return False
    shown = subprocess.run(
        ["apt-cache", "policy", package], capture_output=True, text=True, check=False
    ).stdout
    return "Candidate:" in shown and "Candidate: (none)" not in shown
