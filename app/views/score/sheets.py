"""Printing a score: lines on sheets of paper with title, composer and page number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPagedPaintDevice, QPainter

from app.views.score.line import ScoreLine
from engine.ground.errors import SegueError

# Millimetres of space, and font sizes in points.
_TITLE_MM, _ABOUT_MM, _FOOT_MM, _GAP_MM = 12.0, 8.0, 8.0, 2.0
# Lines of a page that is not full are not spread further apart.
_WIDEST_GAP_MM = 30.0
_TITLE_POINTS, _ABOUT_POINTS, _FOOT_POINTS = 20.0, 11.0, 9.0
_MM_PER_INCH = 25.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A printed document with its own first page: the score, or a part.

    Attributes:
        title: The piece's title.
        part: The part's name; empty for the score.
        composer: The composer, or empty.
        lines: The drawn lines.
    """

    title: str
    part: str
    composer: str
    lines: tuple[ScoreLine, ...]

    @property
    def turns(self) -> bool:
        """Whether one player turns its pages."""
        return bool(self.part)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page.

    Attributes:
        number: From 1.
        lines: The lines and their areas, in the painter's units.
    """

    number: int
    lines: tuple[tuple[ScoreLine, QRectF], ...]


def sheets(
    lines: Sequence[ScoreLine],
    *,
    width: float,
    height: float,
    per_mm: float,
    turns: bool = False,
) -> tuple[Sheet, ...]:
    """Distribute lines over pages, each line as wide as the paper.

    A line that is higher than a page is scaled down. With `turns`, a page ends at a line of its
    second half that leaves the player time to turn, if there is one.

    Args:
        lines: From the first.
        width: The printable width.
        height: The printable height.
        per_mm: Units of both in a millimetre.
        turns: Whether one player turns the pages: the right-hand ones, from the first on.
    """
    return tuple(_sheets(lines, width, height, per_mm, turns=turns))


def _sheets(
    lines: Sequence[ScoreLine], width: float, height: float, per_mm: float, *, turns: bool
) -> Iterator[Sheet]:
    bottom = height - _FOOT_MM * per_mm
    top = (_TITLE_MM + _ABOUT_MM) * per_mm
    number, first = 1, 0
    while first < len(lines):
        placed = _filled(lines[first:], width, top=top, bottom=bottom, gap=_GAP_MM * per_mm)
        if first + len(placed) == len(lines):
            yield Sheet(number, tuple(placed))
            return
        if turns and number % 2:
            placed = placed[: _until_turn([line for line, _ in placed])]
        yield Sheet(number, _spread(placed, bottom, _WIDEST_GAP_MM * per_mm))
        first += len(placed)
        number, top = number + 1, 0.0


def _filled(
    lines: Sequence[ScoreLine], width: float, *, top: float, bottom: float, gap: float
) -> list[tuple[ScoreLine, QRectF]]:
    """Return the first lines, as many as a page has room for, and where they stand."""
    placed: list[tuple[ScoreLine, QRectF]] = []
    for line in lines:
        area = QRectF(0, top, width, line.height_at(width))
        if placed and area.bottom() > bottom:
            break
        room = bottom - top
        if area.height() > room:
            narrow = width * room / area.height()
            area = QRectF((width - narrow) / 2, top, narrow, room)
        placed.append((line, area))
        top = area.bottom() + gap
    return placed


def _until_turn(lines: Sequence[ScoreLine]) -> int:
    """Return how many lines stay on a page that is turned after them."""
    least = len(lines) - len(lines) // 2
    found = (count for count in range(len(lines), least - 1, -1) if lines[count - 1].may_turn)
    return next(found, len(lines))


def _spread(
    placed: Sequence[tuple[ScoreLine, QRectF]], bottom: float, most: float
) -> tuple[tuple[ScoreLine, QRectF], ...]:
    """Move lines apart so that they fill a page; the first stays."""
    room = bottom - placed[-1][1].bottom()
    more = min(most, max(0.0, room) / max(1, len(placed) - 1))
    return tuple((line, area.translated(0, more * i)) for i, (line, area) in enumerate(placed))


def paint_books(books: Sequence[Book], device: QPagedPaintDevice) -> int:
    """Print books, each from a new page on; return the number of pages.

    Raises:
        SegueError: The printer or the file cannot be opened.
    """
    painter = QPainter()
    if not painter.begin(device):
        raise SegueError("It could not be printed: the printer or the file takes nothing.")
    per_mm = device.logicalDpiX() / _MM_PER_INCH
    area = QRectF(painter.viewport())
    pages = 0
    for book in books:
        made = sheets(
            book.lines,
            width=area.width(),
            height=area.height(),
            per_mm=per_mm,
            turns=book.turns,
        )
        for sheet in made:
            if pages:
                device.newPage()
            pages += 1
            _paint(painter, book, sheet, area, per_mm)
    painter.end()
    return pages


def _paint(painter: QPainter, book: Book, sheet: Sheet, area: QRectF, per_mm: float) -> None:
    painter.setPen(Qt.GlobalColor.black)
    if sheet.number == 1:
        title = QRectF(0, 0, area.width(), _TITLE_MM * per_mm)
        _write(painter, title, book.title, _TITLE_POINTS, Qt.AlignmentFlag.AlignHCenter, bold=True)
        about = QRectF(0, title.bottom(), area.width(), _ABOUT_MM * per_mm)
        _write(painter, about, book.part, _ABOUT_POINTS, Qt.AlignmentFlag.AlignLeft)
        _write(painter, about, book.composer, _ABOUT_POINTS, Qt.AlignmentFlag.AlignRight)
    foot = QRectF(0, area.height() - _FOOT_MM * per_mm, area.width(), _FOOT_MM * per_mm)
    words = [word for word in (book.title, book.part) if word and sheet.number > 1]
    text = " – ".join([*words, str(sheet.number)])
    _write(painter, foot, text, _FOOT_POINTS, Qt.AlignmentFlag.AlignHCenter)
    for line, place in sheet.lines:
        line.paint(painter, place)


def _write(
    painter: QPainter,
    area: QRectF,
    text: str,
    points: float,
    align: Qt.AlignmentFlag,
    *,
    bold: bool = False,
) -> None:
    font = QFont(painter.font())
    font.setPointSizeF(points)
    font.setBold(bold)
    painter.setFont(font)
    # Scale the font down for a text that is wider than the paper.
    needed = painter.fontMetrics().horizontalAdvance(text)
    if needed > area.width():
        font.setPointSizeF(points * area.width() / needed)
        painter.setFont(font)
    painter.drawText(area, align | Qt.AlignmentFlag.AlignVCenter, text)
