"""One track header: the instrument, the name, the role, mute and solo."""

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import scaled, theme
from app.views.tracks.values import TrackRow
from app.widgets.buttons import IconButton
from app.widgets.fields import QuietField
from app.widgets.keys.own import ENTER_OR_SPACE, takes_key
from app.widgets.levels.decibels import level_of, place_of
from app.widgets.menus import FillMenu, attach_menu
from app.widgets.roles import give_role, show_chosen
from app.widgets.toggles import LetterToggle, RoleChip
from app.widgets.words import ElidedLabel
from app.words.instruments import instrument_icon, instrument_words

# Pixels.
_HEIGHT, _COMPACT_HEIGHT = 58, 46
# Pixels from the left: the strip that a new level repaints.
_METER_RIGHT = 10


class TrackHeader(QWidget):
    """The header of one track.

    Signals:
        clicked(): Make it the current track.
        renamed(str), muted(bool), soloed(bool), role_changed(str): New values.
        menu_wanted(object): Global QPoint.
        dragged_out(): The user drags it out of the window.
        dropped_at(int): Global y of the drop.
    """

    clicked = Signal()
    renamed = Signal(str)
    muted = Signal(bool)
    soloed = Signal(bool)
    role_changed = Signal(str)
    menu_wanted = Signal(object)
    dragged_out = Signal()
    dropped_at = Signal(int)

    def __init__(self, fill_output: FillMenu) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.ListItem)
        self._row: TrackRow | None = None
        self._is_current = False
        self._pressed: QPoint | None = None
        self._level = 0.0
        self._name = QuietField(name=self.tr("Track name"), tooltip=self.tr("Track name (F2)"))
        self._name.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._mute = LetterToggle("M", name=self.tr("Mute"), tone="warning")
        self._solo = LetterToggle("S", name=self.tr("Solo"), tone="solo")
        self._role = RoleChip()
        self._output = IconButton(
            "instrument-keys",
            name=self.tr("Instrument and output"),
            kind="bell",
            size=QSize(26, 26),
            icon_size=20,
        )
        self._short = ElidedLabel(tone="small")
        self._short.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._short.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        attach_menu(self._output, fill_output)
        self._lay_out()
        self._name.entered.connect(self.renamed)
        self._name.editingFinished.connect(self._end_naming)
        self._mute.clicked.connect(self.muted)
        self._solo.clicked.connect(self.soloed)
        self._role.chosen.connect(self.role_changed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(4)
        first.addWidget(self._output)
        first.addWidget(self._name, 1)
        second.setSpacing(2)
        second.addWidget(self._role)
        second.addStretch(1)
        second.addWidget(self._mute)
        second.addWidget(self._solo)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addLayout(first)
        self._column.addLayout(second)
        self._column.addWidget(self._short)
        self.show_compact(compact=False)

    def show_compact(self, *, compact: bool) -> None:
        """Show the instrument and a short name alone, or everything."""
        for part in (self._name, self._role, self._mute, self._solo):
            part.setVisible(not compact)
        self._short.setVisible(compact)
        self.setFixedHeight(scaled(_COMPACT_HEIGHT if compact else _HEIGHT))
        self._column.setContentsMargins(*((9, 2, 3, 2) if compact else (13, 3, 6, 2)))

    def show_row(
        self, row: TrackRow, *, current: bool, number: int, channel: int, output: str = ""
    ) -> None:
        """Show a track.

        Args:
            row: The track.
            current: Whether it is the current track.
            number: Its position, from 1.
            channel: Its MIDI channel, from 1.
            output: The default output; empty for the built-in sound.
        """
        self._row, self._is_current = row, current
        show_chosen(self, chosen=current)
        self._name.show_text(row.name)
        self._mute.setChecked(row.mix.mute)
        self._solo.setChecked(row.mix.solo)
        self._role.show_role(row.role)
        port = row.mix.port or output or self.tr("Built-in")
        instrument = instrument_words(row.program, is_drum=row.is_drum)
        name = row.name or instrument
        self._name.setPlaceholderText(instrument)
        self._short.setText(name)
        icon_name = instrument_icon(row.program, is_drum=row.is_drum)
        self._output.show_icon(icon_name, ink=theme().track(row.colour).name())
        self._output.setToolTip(
            self.tr("{0} on {1}, channel {2}").format(instrument, port, channel)
        )
        # A warning takes the place of the instrument.
        self.setToolTip(row.warning or instrument)
        self.setAccessibleName(self.tr("Track {0}: {1}").format(number, name))
        self.update()

    def show_level(self, level: float) -> None:
        """Show the level; 1.0 is full scale."""
        before, self._level = self._level, level
        # Levels arrive 15 times a second: repaint only when a pixel changes.
        if round(_filled(before) * self.height()) != round(_filled(level) * self.height()):
            self.update(0, 0, _METER_RIGHT, self.height())

    def begin_naming(self) -> None:
        """Open the field for the track's name."""
        self._name.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        self._name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._name.selectAll()

    def _end_naming(self) -> None:
        self._name.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._row is None:
            return
        tokens = theme()
        painter = QPainter(self)
        if self._is_current:
            painter.fillRect(self.rect(), QColor(tokens.raised))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(tokens.line))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        colour = tokens.track(self._row.colour)
        # A muted track is faint.
        colour.setAlphaF(0.4 if self._row.mix.mute else 1.0)
        painter.setBrush(colour)
        painter.drawRect(0, 0, 4, self.height() - 1)
        filled = (self.height() - 6) * _filled(self._level)
        if filled > 0:
            painter.setBrush(QColor(tokens.text))
            painter.drawRect(QRectF(_METER_RIGHT - 3, self.height() - 3 - filled, 2, filled))
        if self._row.warning:
            painter.setBrush(QColor(tokens.playhead))
            # The warning sign; the tooltip has the sentence.
            painter.drawEllipse(self.width() - 12, self.height() - 10, 5, 5)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = painter.pen()
            pen.setColor(QColor(tokens.focus))
            pen.setWidth(2)
            pen.setStyle(Qt.PenStyle.SolidLine)
            painter.setPen(pen)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -2))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
            self.clicked.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        window = self.window()
        if not window.rect().contains(window.mapFromGlobal(event.globalPosition().toPoint())):
            self._pressed = None
            self.unsetCursor()
            self.dragged_out.emit()
        # The closed hand shows that a release would move the track.
        elif abs(event.position().y() - self._pressed.y()) > self.height() // 2:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        self.unsetCursor()
        if pressed is not None and not self.rect().contains(event.position().toPoint()):
            self.dropped_at.emit(round(event.globalPosition().y()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.begin_naming()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def event(self, event: QEvent) -> bool:
        return takes_key(event, ENTER_OR_SPACE) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_OR_SPACE:
            self.clicked.emit()
        elif event.key() == Qt.Key.Key_F2:
            self.begin_naming()
        else:
            super().keyPressEvent(event)


def _filled(level: float) -> float:
    """Return the share of the meter that a level fills, 0.0 to 1.0."""
    return 1 - place_of(level_of(level))
