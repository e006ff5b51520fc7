"""The clock of a jam: one side for the human, one for Segue, as chess players have it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import contrast, font, mixed, scaled, theme
from app.views.jam.values import ClockView, Side
from app.widgets.roles import give_role

# Pixels: the height with room, and in a small window, where each side is one row.
HEIGHT, LOW = 96, 48
# The share of the width of the side that plays while the other one waits.
_WIDE = 0.56
_GAP, _ROUND = 8, 6
# Pixels of letters: of a side that plays, of one that waits, of its chords, of the words below.
_LARGEST, _TITLE, _CHORD, _SMALL = 48, 20, 28, 13
# The largest fill of a stroke that is not repainted: about a pixel.
_STEP = 0.008
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


class JamClock(QWidget):
    """Shows who plays, in which bar of the turn, and what comes then."""

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.StaticText)
        self._view = ClockView(me=Side(title=""), segue=Side(title=""))
        self._fill = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_compact(compact=False)

    def sizeHint(self) -> QSize:
        return QSize(500, self.height())

    @property
    def view(self) -> ClockView:
        """The sides on show."""
        return self._view

    def show_compact(self, *, compact: bool) -> None:
        """Make each side one row, for a small window."""
        self.setFixedHeight(scaled(LOW if compact else HEIGHT))
        self.update()

    def show_clock(self, view: ClockView) -> None:
        """Show both sides."""
        if view != self._view:
            self._view = view
            self.setAccessibleName(view.spoken)
            self.setToolTip(view.spoken)
            self.update()

    def show_fill(self, fill: float) -> None:
        """Fill the strokes of the sides that play, so many of them."""
        if abs(fill - self._fill) > _STEP:
            self._fill = fill
            self.update(0, self.height() - 22, self.width(), 22)

    # --- painting ---------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        me, segue = self._view.me, self._view.segue
        room = self.width() - _GAP
        share = 0.5 if me.plays == segue.plays else _WIDE if me.plays else 1 - _WIDE
        left = QRectF(0, 0, round(room * share), self.height())
        right = QRectF(left.right() + _GAP, 0, self.width() - left.right() - _GAP, self.height())
        self._paint(painter, left, me, theme().track(0))
        self._paint(painter, right, segue, QColor(theme().accent))
        painter.end()

    def _paint(self, painter: QPainter, box: QRectF, side: Side, colour: QColor) -> None:
        tokens = theme()
        if side.plays:
            ground = QColor(tokens.warning_soft) if side.late else colour
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(box, _ROUND, _ROUND)
            self._paint_playing(painter, box, side, _ink_on(ground))
            return
        painter.setBrush(mixed(tokens.window, colour, 0.1))
        painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _ROUND, _ROUND)
        inside = box.adjusted(16, 0, -16, 0)
        if self.height() == scaled(LOW):
            self._paint_waiting_low(painter, inside, side)
        else:
            self._paint_waiting(painter, inside, side)

    def _paint_playing(self, painter: QPainter, box: QRectF, side: Side, ink: QColor) -> None:
        low = self.height() == scaled(LOW)
        inside = box.adjusted(16, 0, -16, 0)
        strokes = QRectF(inside.left(), box.bottom() - (10 if low else 20), inside.width(), 8)
        strokes.setHeight(4 if low else 8)
        line = QRectF(inside.left(), box.top() + 4, inside.width(), strokes.top() - box.top() - 6)
        painter.setPen(ink)
        size = 22 if low else _LARGEST
        counts = ((side.before, 0.5), (side.count, 1.0), (side.after, 0.5))
        # The words shrink until both fit beside each other.
        while size > 14 and self._width(side.title, size) + self._widths(counts, size) > (
            inside.width() - 12
        ):
            size -= 2
        painter.setFont(font(size, weight=QFont.Weight.DemiBold))
        painter.drawText(line, _LEFT, side.title)
        x, base = inside.right() - self._widths(counts, size), line.center().y() + size * 0.36
        for text, share in counts:
            if text:
                painter.setFont(font(size * share, weight=QFont.Weight.DemiBold))
                painter.drawText(QPointF(x, base), text)
                x += self._width(text, size * share) + size * 0.2
        self._paint_strokes(painter, strokes, side.strokes, ink)

    def _width(self, text: str, size: float) -> float:
        return QFontMetricsF(font(size, weight=QFont.Weight.DemiBold)).horizontalAdvance(text)

    def _widths(self, counts: tuple[tuple[str, float], ...], size: float) -> float:
        shown = [self._width(text, size * share) for text, share in counts if text]
        return sum(shown) + size * 0.2 * max(0, len(shown) - 1)

    def _paint_strokes(self, painter: QPainter, box: QRectF, count: int, ink: QColor) -> None:
        if not count:
            return
        empty = QColor(ink)
        empty.setAlphaF(0.28)
        painter.setPen(Qt.PenStyle.NoPen)
        wide = (box.width() - _GAP * (count - 1)) / count
        for index in range(count):
            stroke = QRectF(box.left() + index * (wide + _GAP), box.top(), wide, box.height())
            painter.setBrush(empty)
            painter.drawRoundedRect(stroke, 3, 3)
            filled = min(1.0, max(0.0, self._fill - index))
            if filled:
                stroke.setWidth(max(3.0, wide * filled))
                painter.setBrush(ink)
                painter.drawRoundedRect(stroke, 3, 3)

    def _paint_waiting(self, painter: QPainter, box: QRectF, side: Side) -> None:
        tokens = theme()
        painter.setPen(QColor(tokens.text))
        top = scaled(6 if side.chords else 18)
        self._paint_line(
            painter, QRectF(box.left(), top, box.width(), scaled(28)), side.title, _TITLE
        )
        if side.chords:
            self._paint_chords(painter, box.adjusted(0, scaled(36), 0, -6), side)
            return
        painter.setPen(QColor(tokens.dim))
        painter.setFont(font(_SMALL + 1))
        painter.drawText(box.adjusted(0, scaled(50), 0, -4), _WRAPPED, side.detail)

    def _paint_chords(self, painter: QPainter, box: QRectF, side: Side) -> None:
        """Paint the chords that come, each in a column of its own over its bar."""
        wide = box.width() / max(2, len(side.chords))
        for index, (name, place) in enumerate(side.chords):
            column = QRectF(box.left() + index * wide, box.top(), wide - 6, scaled(32))
            painter.setPen(QColor(theme().text))
            self._paint_line(painter, column, name, _CHORD)
            painter.setPen(QColor(theme().dim))
            painter.setFont(font(12))
            painter.drawText(
                column.translated(0, scaled(32)).adjusted(0, 0, 0, -scaled(12)), _LEFT, place
            )

    def _paint_waiting_low(self, painter: QPainter, box: QRectF, side: Side) -> None:
        chords = "   ".join(name for name, _ in side.chords)
        beside = self._width(chords, 20) + 12 if chords else 0.0
        painter.setPen(QColor(theme().text))
        if beside:
            painter.setFont(font(20, weight=QFont.Weight.DemiBold))
            right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(box, right, chords)
        room = box.adjusted(0, 0, -beside, 0)
        if beside or not side.detail:
            self._paint_line(painter, room, side.title, 15)
            return
        self._paint_line(painter, room.adjusted(0, 4, 0, -scaled(24)), side.title, 14)
        painter.setPen(QColor(theme().dim))
        self._paint_line(
            painter, room.adjusted(0, scaled(22), 0, -4), side.detail, 12, QFont.Weight.Normal
        )

    def _paint_line(
        self,
        painter: QPainter,
        box: QRectF,
        text: str,
        size: float,
        weight: QFont.Weight = QFont.Weight.DemiBold,
    ) -> None:
        """Paint one line in the largest letters up to a size; a longer one is cut with …."""
        metrics = QFontMetricsF(font(size, weight=weight))
        while size > 12 and metrics.horizontalAdvance(text) > box.width():
            size -= 1
            metrics = QFontMetricsF(font(size, weight=weight))
        painter.setFont(font(size, weight=weight))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width() + 1)
        painter.drawText(box, _LEFT, shown)


def _ink_on(ground: QColor) -> QColor:
    """Return the colour of the theme that is read best on a ground."""
    tokens = theme()
    inks = (tokens.on_accent, tokens.text, tokens.window, tokens.warning_text)
    return max(map(QColor, inks), key=lambda ink: contrast(ink, ground))
