"""The pages of a score for the command line: the window's paper without a window."""

import os
import sys

from PySide6.QtGui import QFont, QGuiApplication

from app.compose.paper.books import WIDE_MM, bound, line_width, pdf
from app.style.theme import FONT_FAMILY, load_fonts
from app.views.score.line import ScoreLine
from engine.values.line_picture import DrawsBooks
from engine.values.score import Score


def pages_of(
    score: Score,
    *,
    title: str,
    composer: str,
    books: tuple[tuple[int, ...], ...],
    draw: DrawsBooks,
) -> bytes:
    """Return a score as a PDF file.

    Args:
        score: The piece.
        title: Its title.
        composer: Its composer, or empty.
        books: The tracks of each printed book.
        draw: Draws the lines of books that are so wide.

    Raises:
        SegueError: It cannot be drawn or painted.
    """
    widths = tuple(line_width(len(book), WIDE_MM) for book in books)
    lines = [
        [ScoreLine(picture, may_turn=may_turn) for picture, may_turn in book]
        for book in draw(books, widths)
    ]
    application = QGuiApplication.instance()
    if application is None:
        # Qt needs one for fonts; this one has no screen.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        application = QGuiApplication(sys.argv[:1])
        load_fonts()
        QGuiApplication.setFont(QFont(FONT_FAMILY))
    return pdf(bound(score, title, composer, books, lines))
