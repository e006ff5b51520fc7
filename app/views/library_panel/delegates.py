"""Paints the rows of the library."""

from functools import lru_cache
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.style.theme import Theme, font, mixed, scaled, selected_ground, text_size, theme
from app.views.library_panel.row_list import ROW_ROLE, star_pixmap
from app.views.library_panel.rows import ModelRow, TakeRow
from app.views.library_panel.thumbnails import thumbnail
from app.widgets.key_names import key_in_own_words
from app.words.figures import length_text
from engine.values.library import FoundPiece

# Pixels: beside a row's words, up to the words after a tick box, and of the mark at the left.
_MARGIN = 12
_TICK = 22
_EDGE = 3
_PICTURE = QSize(64, 16)
AnyIndex = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Paints the background and the focus ring; subclasses paint the words."""

    height = 31

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(200, scaled(self.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        tokens = theme()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        row: Any = index.data(ROW_ROLE)
        paint_ground(painter, box, state, marked=self.is_marked(row))
        if state & QStyle.StateFlag.State_Selected:
            paint_edge(painter, box)
        self.paint_row(painter, box.adjusted(_MARGIN, 0, -_MARGIN, 0), row, tokens)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(box).adjusted(1, 1, -1, -1))
        painter.restore()

    def is_marked(self, row: Any) -> bool:
        """Return whether a row is the one in use."""
        return False

    def paint_row(self, painter: QPainter, box: QRect, row: Any, tokens: Theme) -> None:
        """Paint the words of a row."""


def paint_ground(
    painter: QPainter, box: QRect, state: QStyle.StateFlag, *, marked: bool = False
) -> None:
    """Paint the background of a row."""
    tokens = theme()
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, selected_ground(tokens))
    elif marked:
        painter.fillRect(box, QColor(tokens.raised))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, mixed(tokens.panel, tokens.raised, 0.6))


def paint_edge(painter: QPainter, box: QRect) -> None:
    """Paint the mark at the left of a selected row, for users who cannot see its colour."""
    painter.fillRect(QRect(box.left(), box.top(), _EDGE, box.height()), QColor(theme().text))


@lru_cache(maxsize=16)
def _letters(size: float, weight: QFont.Weight, _factor: float) -> tuple[QFont, QFontMetrics]:
    """Return a font and its metrics; cached, because a table paints hundreds of cells."""
    made = font(size, weight=weight)
    return made, QFontMetrics(made)


def write_line(
    painter: QPainter,
    box: QRect,
    text: str,
    *,
    colour: str,
    size: float = 13,
    weight: QFont.Weight = QFont.Weight.Normal,
    right: bool = False,
) -> int:
    """Paint one line, elided where it is too long, and return its width."""
    letters, metrics = _letters(size, weight, text_size())
    painter.setFont(letters)
    cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.setPen(QColor(colour))
    painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), cut)
    return metrics.horizontalAdvance(cut)


class PieceDelegate(RowDelegate):
    """Paints a piece: tick, title, length, composer, key, tempo and picture."""

    height = 44

    def __init__(self, *, open_text: str) -> None:
        super().__init__()
        self.open_key = ""
        self._open_text = open_text

    def is_marked(self, row: Any) -> bool:
        """Return whether the row is the piece that is open."""
        return isinstance(row, FoundPiece) and bool(row.key) and row.key == self.open_key

    def paint_row(self, painter: QPainter, box: QRect, row: Any, tokens: Theme) -> None:
        if not isinstance(row, FoundPiece):
            return
        paint_tick(painter, QRect(box.left(), box.center().y() - 6, 13, 13), tokens, on=row.used)
        self._paint_foot(painter, box.adjusted(_TICK, scaled(23), 0, -3), row, tokens)
        box = box.adjusted(_TICK, 4, 0, -scaled(20))
        text = self._open_text if self.is_marked(row) else length_text(row.seconds)
        width = write_line(painter, box, text, colour=tokens.dim, size=11, right=True)
        right = box.right() - width - 8
        title = QRect(box.left(), box.top(), max(20, right - box.left()), box.height())
        write_line(painter, title, row.title, colour=tokens.text)

    def _paint_foot(self, painter: QPainter, box: QRect, row: FoundPiece, tokens: Theme) -> None:
        picture = thumbnail(row.picture, _PICTURE)
        if not picture.isNull():
            left = box.right() + 1 - _PICTURE.width()
            painter.drawPixmap(left, box.top() + 1, picture)
            box = box.adjusted(0, 0, -_PICTURE.width() - 8, 0)
        write_line(painter, box, facts_text(row), colour=tokens.dim, size=11)


def facts_text(row: FoundPiece) -> str:
    """Return the composer, key, tempo and meter of a piece, as far as they are known."""
    tempo = f"♩ {row.bpm:.0f}" if row.bpm else ""
    return " · ".join(
        part for part in (row.composer, key_in_own_words(row.music_key), tempo, row.meter) if part
    )


def paint_tick(painter: QPainter, box: QRect, tokens: Theme, *, on: bool) -> None:
    """Paint a small check box."""
    painter.setPen(QPen(QColor(tokens.accent if on else tokens.dim), 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(box), 3, 3)
    if on:
        x, y = box.left(), box.top()
        painter.setPen(QPen(QColor(tokens.accent), 1.8))
        painter.drawPolyline([QPoint(x + 3, y + 7), QPoint(x + 6, y + 10), QPoint(x + 10, y + 4)])


class ModelDelegate(RowDelegate):
    """Paints a model: name, one line, star, and whether it is in use."""

    height = 58

    def __init__(self, *, in_use: str) -> None:
        super().__init__()
        self._in_use = in_use

    def is_marked(self, row: Any) -> bool:
        """Return whether the row is the model that is in use."""
        return isinstance(row, ModelRow) and row.default

    def paint_row(self, painter: QPainter, box: QRect, row: Any, tokens: Theme) -> None:
        if not isinstance(row, ModelRow):
            return
        painter.drawPixmap(box.right() - 15, box.top() + 10, star_pixmap(15, starred=row.starred))
        name = QRect(box.left(), box.top() + scaled(8), box.width() - 24, scaled(18))
        used = 0
        if row.default:
            used = write_line(
                painter, name, self._in_use, colour=tokens.accent_text, size=11, right=True
            )
        name.setWidth(name.width() - used - 8)
        write_line(painter, name, row.name, colour=tokens.text, weight=QFont.Weight.DemiBold)
        detail = QRect(box.left(), box.top() + scaled(28), box.width(), scaled(18))
        colour = tokens.danger_text if row.problem else tokens.dim
        write_line(painter, detail, row.problem or row.detail, colour=colour, size=12)


class TakeDelegate(RowDelegate):
    """Paints a take: number, bars, state and model."""

    height = 46

    def __init__(self, *, states: dict[str, str], bars: str, notes: str) -> None:
        super().__init__()
        self._states, self._bars, self._notes = states, bars, notes

    def is_marked(self, row: Any) -> bool:
        """Return whether the row is a take that is in the piece."""
        return isinstance(row, TakeRow) and row.state == "accepted"

    def paint_row(self, painter: QPainter, box: QRect, row: Any, tokens: Theme) -> None:
        if not isinstance(row, TakeRow):
            return
        painter.drawPixmap(box.right() - 15, box.top() + 6, star_pixmap(15, starred=row.starred))
        head = QRect(box.left(), box.top() + scaled(5), box.width() - 24, scaled(18))
        last = row.bars[0] + row.bars[1] - 1
        place = self._bars.format(row.bars[0], last)
        title = " ".join(filter(None, (f"{row.number} ", row.symbol, row.text or place)))
        colour = tokens.dim if row.state == "rejected" else tokens.text
        write_line(painter, head, title, colour=colour, weight=QFont.Weight.Medium)
        foot = QRect(box.left(), box.top() + scaled(24), box.width(), scaled(16))
        parts = [self._states[row.state], self._notes.format(row.note_count), row.model]
        text = " · ".join(part for part in parts if part)
        write_line(painter, foot, text, colour=tokens.dim, size=11)
