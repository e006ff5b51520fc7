"""`segue` without a command: open the window, without importing any command."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.values.formats import OPENED, read_suffixes

PIECES = frozenset(read_suffixes(OPENED))
# The loader's error for a missing system library of Qt, such as OpenGL or the keyboard.
_LIBRARY = re.compile(r"(lib[\w.+-]+): cannot open shared object file")
OPTIONS_OF_WINDOW = frozenset({"--until-ready", "--until-shown"})


def opens_window(argv: Sequence[str]) -> bool:
    """Return whether a command line opens the window: it is empty, or has pieces to open."""
    return not argv or argv[0] in OPTIONS_OF_WINDOW or Path(argv[0]).suffix.lower() in PIECES


def open_window(argv: Sequence[str]) -> int:
    """Run the window until it is closed and return the exit code."""
    try:
        # The only place where the engine imports the app.
        from app.__main__ import main as window
    except ImportError as error:
        missing = _LIBRARY.match(str(error))
        if missing is None:
            raise
        sys.stderr.write(
            f"segue: The window needs {missing[1]}, which this system does not have.\n"
            "Install it (Debian, Ubuntu: apt install libegl1 libgl1 libxkbcommon0 libdbus-1-3). "
            "The commands work without: segue --help\n"
        )
        return 1
    return window(list(argv))
