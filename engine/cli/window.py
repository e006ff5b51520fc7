"""`segue` without a command: open the window, without importing any command."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ground.errors import DocumentError
from engine.values.formats import OPENED, read_suffixes

if TYPE_CHECKING:
    from engine.values.line_picture import DrawsBooks
    from engine.values.score import Score

PIECES = frozenset(read_suffixes(OPENED))
# The loader's error for a missing system library of Qt, such as OpenGL or the keyboard.
_LIBRARY = re.compile(r"(lib[\w.+-]+): cannot open shared object file")
_INSTALL = "Install it (Debian, Ubuntu: apt install libegl1 libgl1 libxkbcommon0 libdbus-1-3)."
OPTIONS_OF_WINDOW = frozenset({"--until-ready", "--until-shown"})


def opens_window(argv: Sequence[str]) -> bool:
    """Return whether a command line opens the window: it is empty, or has pieces to open."""
    return not argv or argv[0] in OPTIONS_OF_WINDOW or Path(argv[0]).suffix.lower() in PIECES


def open_window(argv: Sequence[str]) -> int:
    """Run the window until it is closed and return the exit code."""
    try:
        # The only module where the engine imports the app.
        from app.__main__ import main as window
    except ImportError as error:
        missing = _LIBRARY.match(str(error))
        if missing is None:
            raise
        sys.stderr.write(
            f"segue: The window needs {missing[1]}, which this system does not have.\n"
            f"{_INSTALL} The commands work without: segue --help\n"
        )
        return 1
    return window(list(argv))


def pdf_of(
    score: "Score",
    *,
    title: str,
    composer: str,
    books: tuple[tuple[int, ...], ...],
    draw: "DrawsBooks",
) -> bytes:
    """Return a score as a PDF file, on the window's paper but without a window or a screen.

    Args:
        score: The piece.
        title: Its title.
        composer: Its composer, or empty.
        books: The tracks of each printed book.
        draw: Draws the lines of books that are so wide.

    Raises:
        DocumentError: This system lacks a library of Qt.
        SegueError: The score cannot be drawn or painted.
    """
    try:
        from app.__main__ import pdf_of as printed

        return printed(score, title=title, composer=composer, books=books, draw=draw)
    except ImportError as error:
        missing = _LIBRARY.match(str(error))
        if missing is None:
            raise
        raise DocumentError(
            "A PDF file needs {library}, which this system does not have.",
            library=missing[1],
            hint=_INSTALL,
        ) from error
