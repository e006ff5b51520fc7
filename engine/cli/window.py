"""`segue` without a command: the window, which waits for no command to be imported."""

from collections.abc import Sequence
from pathlib import Path

PIECES = frozenset({".segue", ".mid", ".midi", ".kar", ".rmi"})
OPTIONS_OF_WINDOW = frozenset({"--bench-roll", "--until-ready", "--until-shown"})


def opens_window(argv: Sequence[str]) -> bool:
    """Return whether this command line names no command: nothing, or a piece to open."""
    return not argv or argv[0] in OPTIONS_OF_WINDOW or Path(argv[0]).suffix.lower() in PIECES


def open_window(argv: Sequence[str]) -> int:
    """Run the window until it is closed and return the exit code."""
    # The one place of the engine that knows there is a window.
    from app.__main__ import main as window

    return window(list(argv))
