"""`segue`, the window: reads the command line and runs until the window is closed."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.start.start import Until, run

if TYPE_CHECKING:
    from engine.values.line_picture import DrawsBooks
    from engine.values.score import Score

# For measuring and trying: end as soon as the window is on the screen, or has all its views.
MOMENTS: dict[str, Until] = {"--until-shown": "shown", "--until-ready": "ready"}


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window and return the exit code.

    Args:
        argv: Arguments after the program's name; those of this process if None.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    until: Until = next((MOMENTS[word] for word in words if word in MOMENTS), "")
    words = [word for word in words if word not in MOMENTS]
    if any(word.startswith("-") for word in words):
        # A plain start does not wait for the modules that read options.
        from app.start.options import run_with_options  # noqa: PLC0415

        return run_with_options(words)
    return run([Path(word) for word in words], until=until)


def pdf_of(
    score: "Score",
    *,
    title: str,
    composer: str,
    books: tuple[tuple[int, ...], ...],
    draw: "DrawsBooks",
) -> bytes:
    """Return a score as a PDF file, as the window prints it; needs no screen.

    Args:
        score: The piece.
        title: Its title.
        composer: Its composer, or empty.
        books: The tracks of each printed book.
        draw: Draws the lines of books that are so wide.

    Raises:
        SegueError: It cannot be drawn or painted.
    """
    # The command line alone needs it.
    from app.start.paper import pages_of  # noqa: PLC0415

    return pages_of(score, title=title, composer=composer, books=books, draw=draw)


if __name__ == "__main__":
    sys.exit(main())
