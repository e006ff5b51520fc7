#!/usr/bin/env python3
"""Set Segue up on this machine and run it: `python3 run.py demo`, `app`, `test`, `lint`, `bench`.

`add training` installs what training needs, `guide` builds the user guide that Help opens,
`package` this system's installer. Standard library only, on Linux, macOS and Windows. The first run
makes `.venv` and installs the packages that are locked in `requirements/`; on Linux it also finds
out which system libraries are missing. `app` installs what composing and playing need, the other
commands add what they need when they are first used; later runs start at once. A set-up that was
cut off is completed by the next run.

`run.py` passes all further arguments to the command: `python3 run.py test tests/midi -q`. `test
--fast` leaves out slow tests, `test --changed [BASE]` those that a change since a commit cannot
reach. `test --coverage` prints how much of each file tests run. `test -n 0` runs all tests in one
process, which a debugger needs.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from scripts.set_up.environment import (
    PYTHON,
    ROOT,
    RUN,
    TRAIN,
    VENV,
    environment_works,
    fingerprint,
    forget,
    half_installed,
    is_installed,
    make_environment,
    stamp,
)
from scripts.set_up.packages import (
    download_mb,
    install_segue,
    install_sets,
    install_torch,
    to_compile,
    torch_is_installed,
)
from scripts.set_up.problems import SetUpError
from scripts.set_up.system import (
    install_compiler,
    install_system_packages,
    install_wanted,
)
from scripts.set_up.testing import run_tests

SUPPORTED = ((3, 11), (3, 12), (3, 13), (3, 14))
# What a command needs beside what the program runs with: files of requirements/.
SETS = {
    "bench": (TRAIN, "bench"),
    "demo": (TRAIN,),
    "guide": ("guide",),
    "lint": (TRAIN, "bench", "guide", "dev"),
    "package": (TRAIN, "guide", "packaging"),
    "test": (TRAIN, "bench", "guide", "dev"),
}
# What `add` adds by name.
ADDED = {"training": (TRAIN,)}
# Who makes the package of a system, by `sys.platform`.
PACKAGERS = {"linux": "linux.py", "win32": "windows.py", "darwin": "macos.py"}

# What each command calls, one after the other; `test` calls pytest (`testing.py`).
COMMANDS = {
    "app": [["-m", "app"]],
    "demo": [["-m", "engine", "demo"]],
    "bench": [["-m", "benchmarks"]],
    "package": [[f"packaging/{PACKAGERS.get(sys.platform, 'linux.py')}"]],
    "guide": [["-m", "sphinx", "-W", "--keep-going", "-q", "docs/guide", "assets/guide"]],
    "lint": [
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "."],
        ["-m", "mypy"],
        ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        ["-m", "codespell_lib"],
        ["scripts/plain_english.py"],
        ["scripts/budgets.py"],
        # A report: no length fails.
        ["scripts/largest_files.py"],
    ],
}


def main() -> int:
    """Set up what is missing, then run the command; return its exit status."""
    asked = parser().parse_args()
    if asked.command == "add" and asked.arguments not in [[name] for name in ADDED]:
        parser().error(f"`add` adds one of: {', '.join(ADDED)}")
    if problem := wrong_python(sys.version_info[:2]):
        print(problem, file=sys.stderr)
        return 2
    try:
        set_up((RUN, *sets_of(asked.command, asked.arguments)))
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The next run goes on from here.", file=sys.stderr)
        return 130
    if sys.platform == "linux":
        install_wanted(asked.command)
    return run_command(asked.command, asked.arguments)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(description=__doc__, add_help=True)
    made.add_argument("command", choices=(*COMMANDS, "test", "add"))
    made.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on to the command")
    return made


def run_command(command: str, arguments: Sequence[str]) -> int:
    """Run a command, for which everything is installed; return its exit status."""
    if command == "add":
        print(f"Installed: {' '.join(arguments)}.")
        return 0
    if command == "test":
        return run_tests(arguments, cores=os.cpu_count() or 1)
    for first in COMMANDS[command]:
        status = subprocess.call([str(PYTHON), *first, *arguments], cwd=ROOT)
        if status:
            return status
    return 0


def sets_of(command: str, arguments: Sequence[str]) -> Sequence[str]:
    """Return the sets of packages that a command needs beside what the program runs with."""
    return ADDED[arguments[0]] if command == "add" else SETS.get(command, ())


def wrong_python(version: tuple[int, ...]) -> str:
    """Return why this Python will not do, or an empty string."""
    if version in SUPPORTED:
        return ""
    found = [f"python3.{minor}" for _, minor in SUPPORTED if shutil.which(f"python3.{minor}")]
    advice = f"Run: {found[-1]} run.py …" if found else "Install Python 3.12 and run it with that."
    this = ".".join(map(str, version))
    return f"Segue needs Python 3.11, 3.12, 3.13 or 3.14; this is {this}. {advice}"


def set_up(sets: Sequence[str]) -> None:
    """Install the sets of packages that are not installed yet.

    Raises:
        SetUpError: Something is missing that cannot be had now; what was done is kept.
    """
    if all(map(is_installed, sets)):
        return
    if sys.platform == "linux":
        install_system_packages(to_compile(*(name for name in sets if not is_installed(name))))
    if not environment_works():
        make_environment()
    elif half := half_installed():
        forget(half)
    missing = [name for name in sets if not is_installed(name)]
    for name in missing:
        stamp(name).unlink(missing_ok=True)
    install(missing)


def install(sets: Sequence[str]) -> None:
    """Install sets of packages, and say before what there is to do."""
    compiled = to_compile(*sets)
    if compiled:
        install_compiler(compiled)
    torch = ("torch",) if TRAIN in sets and not torch_is_installed() else ()
    total_mb = sum(map(download_mb, (*torch, *sets)))
    print(f"Setting Segue up in {VENV.name}: up to {total_mb:.0f} MB to download.", flush=True)
    # The run-time packages come first: they work where training's packages cannot be had.
    if others := [name for name in sets if name != TRAIN]:
        install_sets(others)
        if RUN in others:
            install_segue()
        keep_stamps(others)
    if torch:
        install_torch()
    if TRAIN in sets:
        install_sets([TRAIN])
        keep_stamps([TRAIN])


def keep_stamps(sets: Sequence[str]) -> None:
    """Note that sets are installed to their end."""
    for name in sets:
        stamp(name).write_text(fingerprint(name), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
