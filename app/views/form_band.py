"""The form band above the chord lane: letters of sections, typed in place, dragged at borders."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.hatch import hatch
from app.style.theme import font, mixed, theme
from app.values.geometry import KEYS_WIDTH, Transform
from app.widgets.lane_field import LaneField
from app.widgets.own_keys import ENTER, takes_key
from app.widgets.roles import give_role
from app.widgets.words import announce
from engine.music.score import Score
from engine.music.sections import Section
from engine.music.time import Timeline

# Pixels.
HEIGHT = 20
_FIELD_WIDTH = 140
# Pixels: the grab area of a border, and the movement that starts a drag.
_BORDER = 4
_DRAG = 3
# Pixels from the edge of a section to its letter.
_INSET = 6
_KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    *ENTER,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace,
)


class FormBand(QWidget):
    """A row of sections, each with its letter.

    Offered sections, which are not written, are hatched. Written ones cover them.

    A click selects a section or a bar; a double click or Enter types there; the left border of a
    section can be dragged to another bar line. With the focus, Left and Right go by bars, with Ctrl
    to the next section, with Alt they move the border by a bar; Del removes the letter.

    Signals:
        typed(int, str): A bar and the typed text.
        moved(int, int): The first bar of a section and its new one.
        removed(int): The first bar of a section.
        menu_requested(object, int): Global QPoint, bar.
    """

    typed = Signal(int, str)
    moved = Signal(int, int)
    removed = Signal(int)
    menu_requested = Signal(object, int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._timeline = Timeline(Score())
        self._sections: tuple[Section, ...] = ()
        self._offered: tuple[Section, ...] = ()
        self._transform = Transform()
        self._at = 0
        self._pressed_x = -1.0
        self._border = self._dragged_to = -1
        self._field = LaneField(self)
        self._field.setAccessibleName(self.tr("Letters from here on"))
        self._field.setPlaceholderText("A B A′")
        self._field.setToolTip(self.tr("One letter, or several: eight bars each"))
        self._field.entered.connect(lambda text: self.typed.emit(self._at, text))
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Sections"))
        self.setToolTip(
            self.tr(
                "Double-click to type letters, drag a border to move it. Over empty bars Segue"
                " follows them."
            )
        )

    # --- showing values --------------------------------------------------------------------

    def show_sections(self, sections: tuple[Section, ...], *, timeline: Timeline) -> None:
        """Show the written sections.

        Args:
            sections: Ascending.
            timeline: The piece's bars.
        """
        self._sections, self._timeline = sections, timeline
        self._describe()
        self.update()

    def show_offered(self, sections: tuple[Section, ...]) -> None:
        """Show the sections of what is offered; none shows only what is written."""
        if sections != self._offered:
            self._offered = sections
            self._describe()
            self.update()

    def show_transform(self, transform: Transform) -> None:
        """Scroll and zoom as the roll does."""
        self._transform = transform
        if not self._field.isHidden():
            self._field.setGeometry(self._field_place())
        self.update()

    def place(self) -> int:
        """Return the selected bar."""
        return self._at

    def choose(self, bar: int) -> None:
        """Select a bar."""
        self._at = max(0, bar)
        self._describe()
        self.update()

    def begin_typing(self) -> None:
        """Open the text field at the selected bar; it has the letter there, an offered one too."""
        offered = (each for each in self._uncovered if each.first == self._at)
        section = self._beginning_at(self._at) or next(offered, None)
        self._field.open(section.name if section else "", self._field_place())

    def end_typing(self) -> None:
        """Close the text field."""
        self._field.close_to_lane()

    def _beginning_at(self, bar: int) -> Section | None:
        return next((each for each in self._sections if each.first == bar), None)

    @property
    def _uncovered(self) -> tuple[Section, ...]:
        """The offered sections whose first bar is in no written one."""
        return tuple(each for each in self._offered if _holding(self._sections, each.first) is None)

    def _describe(self) -> None:
        bar = self.tr("bar {0}").format(self._at + 1)
        written = _holding(self._sections, self._at)
        offered = _holding(self._uncovered, self._at)
        if written is not None:
            name = self.tr("section {0}").format(written.name)
        elif offered is not None:
            name = self.tr("section {0}, offered").format(offered.name)
        else:
            name = self.tr("no section")
        self.setAccessibleDescription(f"{bar}: {name}")

    def _field_place(self) -> QRect:
        left = min(max(KEYS_WIDTH, self._x(self._at)), max(KEYS_WIDTH, self.width() - 80))
        return QRect(left, 0, min(_FIELD_WIDTH, self.width() - left), HEIGHT)

    # --- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.panel))
        painter.setClipRect(self.rect().adjusted(KEYS_WIDTH, 0, 0, 0))
        painter.setFont(font(11))
        for section in self._uncovered:
            self._paint_offered(painter, section)
        for section in self._sections:
            self._paint_section(painter, section)
        if self.hasFocus() and self._beginning_at(self._at) is None:
            painter.setPen(QColor(tokens.focus))
            painter.drawRect(self._box(self._at, self._at + 1).adjusted(1, 0, -2, -1))
        painter.setClipping(False)
        painter.fillRect(QRect(KEYS_WIDTH - 1, 0, 1, HEIGHT), QColor(tokens.line))
        painter.fillRect(QRect(0, HEIGHT - 1, self.width(), 1), QColor(tokens.line))
        painter.end()

    def _box(self, first: int, past: int) -> QRect:
        """Return the pixels of some bars."""
        left, right = self._x(first), self._x(past)
        return QRect(left + 1, 2, max(1, right - left - 2), HEIGHT - 5)

    def _paint_section(self, painter: QPainter, section: Section) -> None:
        tokens = theme()
        is_dragged = section.first == self._border and self._dragged_to >= 0
        first = self._dragged_to if is_dragged else section.first
        box = self._box(first, max(first + 1, section.first + section.bars))
        painter.fillRect(box, mixed(tokens.panel, tokens.accent, 0.45))
        if self.hasFocus() and section.first == self._at:
            painter.setPen(QColor(tokens.focus))
            painter.drawRect(box.adjusted(0, 0, -1, -1))
        self._paint_letter(painter, section, box)

    def _paint_offered(self, painter: QPainter, section: Section) -> None:
        tokens = theme()
        box = self._box(section.first, section.first + section.bars)
        stripe = QColor(tokens.accent)
        stripe.setAlphaF(0.4)
        painter.fillRect(box, hatch(stripe.name(QColor.NameFormat.HexArgb), 6))
        painter.setPen(QPen(QColor(tokens.accent), 1, Qt.PenStyle.DashLine))
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        # Stripes behind a letter would make it hard to read.
        width = painter.fontMetrics().horizontalAdvance(section.name) + 4
        clear = QRect(box.left() + _INSET - 2, 3, min(width, box.width()), HEIGHT - 7)
        painter.fillRect(clear, QColor(tokens.panel))
        self._paint_letter(painter, section, box)

    def _paint_letter(self, painter: QPainter, section: Section, box: QRect) -> None:
        painter.setPen(QColor(theme().text))
        # The letter of a section that begins left of what is seen stays in sight.
        left = max(box.left(), KEYS_WIDTH) + _INSET
        within = QRect(left, box.top(), box.right() - left, box.height())
        painter.drawText(within, int(Qt.AlignmentFlag.AlignVCenter), section.name)

    # --- pointer ---------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if event.button() == Qt.MouseButton.LeftButton and x >= KEYS_WIDTH:
            self._pressed_x, self._border = x, self._border_at(x)
            self.choose(self._border if self._border >= 0 else self._bar_at(x))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._pressed_x < 0:
            over = self._border_at(x) >= 0
            self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)
        elif self._border >= 0 and abs(x - self._pressed_x) > _DRAG:
            self._dragged_to = self._between_others(self._border, self._line_at(x))
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        border, to = self._border, self._dragged_to
        self._pressed_x, self._border, self._dragged_to = -1.0, -1, -1
        if border >= 0 and to >= 0 and to != border:
            self._at = to
            self.moved.emit(border, to)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().x() >= KEYS_WIDTH:
            self.choose(self._bar_at(event.position().x()))
            self.begin_typing()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.mapToGlobal(QPoint(self._x(self._at), HEIGHT))
        else:
            self.choose(self._bar_at(event.pos().x()))
        self.menu_requested.emit(place, self._at)

    def _border_at(self, x: float) -> int:
        """Return the first bar of the section whose left border is at x; -1 for none."""
        near = (each.first for each in self._sections if abs(self._x(each.first) - x) <= _BORDER)
        return next(near, -1)

    def _bar_at(self, x: float) -> int:
        """Return the bar at x; the first of a section whose letter is there."""
        bar = self._timeline.bars.bar_at(max(0, int(self._transform.tick_at(x - KEYS_WIDTH))))
        section = _holding(self._sections, bar) or _holding(self._uncovered, bar)
        end = self._x(section.first + 1) if section is not None else 0
        return section.first if section is not None and x <= end else bar

    def _line_at(self, x: float) -> int:
        """Return the bar whose bar line is nearest to x."""
        bar = self._timeline.bars.bar_at(max(0, int(self._transform.tick_at(x - KEYS_WIDTH))))
        return bar + (self._x(bar + 1) - x < x - self._x(bar))

    def _between_others(self, first: int, to: int) -> int:
        """Return the new first bar of a section; its present one if another is in the way."""
        low, high = sorted((first, to))
        others = (each.first for each in self._sections if each.first != first)
        return first if any(low <= other <= high for other in others) else to

    # --- keys ------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        return takes_key(event, _KEYS) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, alone = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if step and alone:
            self.choose(self._at + step)
            announce(self, self.accessibleDescription())
        elif step and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._walk(step)
        elif step and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self._nudge(step)
        elif key in (*ENTER, Qt.Key.Key_F2):
            self.begin_typing()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            if (section := _holding(self._sections, self._at)) is not None:
                self.removed.emit(section.first)
        else:
            super().keyPressEvent(event)

    def _walk(self, step: int) -> None:
        """Go to the beginning of the next (1) or previous (-1) section."""
        firsts = [each.first for each in (*self._sections, *self._uncovered)]
        beyond = [first for first in firsts if (first - self._at) * step > 0]
        self.choose(min(beyond, key=lambda first: abs(first - self._at), default=self._at))
        announce(self, self.accessibleDescription())

    def _nudge(self, step: int) -> None:
        """Move the border of the section that begins in the selected bar by a bar."""
        to = self._between_others(self._at, self._at + step)
        if self._beginning_at(self._at) is not None and to >= 0 and to != self._at:
            first, self._at = self._at, to
            self.moved.emit(first, to)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def _x(self, bar: int) -> int:
        """Return the pixel of a bar line."""
        return round(self._transform.x_of(self._timeline.bars.start_of(bar))) + KEYS_WIDTH


def _holding(sections: tuple[Section, ...], bar: int) -> Section | None:
    """Return the section that has a bar."""
    return next((each for each in sections if each.first <= bar < each.first + each.bars), None)
