"""The form band above the chord lane: letters of sections, typed in place, dragged at borders."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen

from app.style.theme import mixed, theme
from app.values.geometry import KEYS_WIDTH
from app.widgets.keys.own import ENTER
from app.widgets.lanes.written import WrittenLane
from engine.values.sections import Section
from engine.values.time import Timeline

# Pixels.
HEIGHT = 20
_FIELD_WIDTH = 140
# Pixels from the edge of a section to its letter.
_INSET = 6


class FormBand(WrittenLane):
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

    def __init__(self) -> None:
        super().__init__(height=HEIGHT, field_width=_FIELD_WIDTH)
        self._sections: tuple[Section, ...] = ()
        self._offered: tuple[Section, ...] = ()
        self._field.setAccessibleName(self.tr("Letters from here on"))
        self._field.setPlaceholderText("A B A′")
        self._field.setToolTip(self.tr("One letter, or several: eight bars each"))
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

    def choose(self, place: int) -> None:
        """Select a bar."""
        self._at = max(0, place)
        self._describe()
        self.update()

    def begin_typing(self) -> None:
        """Open the text field at the selected bar; it has the letter there, an offered one too."""
        offered = (each for each in self._uncovered if each.first == self._at)
        section = self._beginning_at(self._at) or next(offered, None)
        self._field.open(section.name if section else "", self._field_place())

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

    # --- painting --------------------------------------------------------------------------

    def _paint_marks(self, painter: QPainter) -> None:
        for section in self._uncovered:
            self._paint_offered(painter, section)
        for section in self._sections:
            self._paint_section(painter, section)
        if self.hasFocus() and self._beginning_at(self._at) is None:
            painter.setPen(QColor(theme().focus))
            painter.drawRect(self._bars_box(self._at, self._at + 1).adjusted(1, 0, -2, -1))

    def _bars_box(self, first: int, past: int) -> QRect:
        """Return the box of some bars."""
        return self._box(self._x(first), self._x(past))

    def _paint_section(self, painter: QPainter, section: Section) -> None:
        tokens = theme()
        first = self._shown_place(section.first)
        box = self._bars_box(first, max(first + 1, section.first + section.bars))
        painter.fillRect(box, mixed(tokens.panel, tokens.accent, 0.45))
        if self.hasFocus() and section.first == self._at:
            painter.setPen(QColor(tokens.focus))
            painter.drawRect(box.adjusted(0, 0, -1, -1))
        self._paint_letter(painter, section, box)

    def _paint_offered(self, painter: QPainter, section: Section) -> None:
        tokens = theme()
        box = self._bars_box(section.first, section.first + section.bars)
        self._paint_offered_ground(painter, box)
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

    def _marks(self) -> Iterator[int]:
        return (section.first for section in self._sections)

    def _place_at(self, x: float) -> int:
        """Return the bar at x; the first of a section whose letter is there."""
        bar = self._timeline.bars.bar_at(max(0, int(self._transform.tick_at(x - KEYS_WIDTH))))
        section = _holding(self._sections, bar) or _holding(self._uncovered, bar)
        end = self._x(section.first + 1) if section is not None else 0
        return section.first if section is not None and x <= end else bar

    def _target_at(self, x: float) -> int:
        """Return the bar whose bar line is nearest to x."""
        bar = self._timeline.bars.bar_at(max(0, int(self._transform.tick_at(x - KEYS_WIDTH))))
        return bar + (self._x(bar + 1) - x < x - self._x(bar))

    # --- keys ------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, alone = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if step and alone:
            self._go(self._at + step)
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
        self._go(min(beyond, key=lambda first: abs(first - self._at), default=self._at))

    def _nudge(self, step: int) -> None:
        """Move the border of the section that begins in the selected bar by a bar."""
        to = self._between_others(self._at, self._at + step)
        if self._beginning_at(self._at) is not None:
            self._move(self._at, to)

    def _x(self, place: int) -> int:
        """Return the pixel of a bar line."""
        return round(self._transform.x_of(self._timeline.bars.start_of(place))) + KEYS_WIDTH


def _holding(sections: tuple[Section, ...], bar: int) -> Section | None:
    """Return the section that has a bar."""
    return next((each for each in sections if each.first <= bar < each.first + each.bars), None)
