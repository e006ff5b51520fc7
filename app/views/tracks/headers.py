"""Track headers: name, mute, solo, role and output; the current one also has the volume."""

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import theme
from app.views.tracks.values import TrackRow, channels_of
from app.widgets.buttons import TextButton, give_reason
from app.widgets.drops import dropped_paths
from app.widgets.fields import QuietField
from app.widgets.instrument_menu import DRUM_PROGRAM, fill_instruments
from app.widgets.menus import FillMenu, add_action, add_choice, attach_menu
from app.widgets.meter import share_of
from app.widgets.own_keys import ENTER_OR_SPACE, takes_key
from app.widgets.slider import LineSlider
from app.widgets.toggles import LetterToggle, RoleChip
from app.widgets.words import words
from app.words.instruments import instrument_words

WIDTH = 184
_HEIGHT = 84
# Pixels from the left: the strip that a new level repaints.
_METER_RIGHT = 16


class TrackHeader(QWidget):
    """The header of one track.

    Signals:
        clicked(): Make it the current track.
        renamed(str), muted(bool), soloed(bool), role_changed(str), volume_changed(int): New values.
        menu_wanted(object): Global QPoint.
        dragged_out(): The user drags it out of the window.
        dragged_over(int): Global y of a drag within the window.
        dropped_at(int): Global y of the drop.
    """

    clicked = Signal()
    renamed = Signal(str)
    muted = Signal(bool)
    soloed = Signal(bool)
    role_changed = Signal(str)
    volume_changed = Signal(int)
    menu_wanted = Signal(object)
    dragged_out = Signal()
    dropped_at = Signal(int)

    def __init__(self, fill_output: FillMenu) -> None:
        super().__init__()
        self._row: TrackRow | None = None
        self._is_current = False
        self._pressed: QPoint | None = None
        self._level = 0.0
        self._name = QuietField(name=self.tr("Track name"), tooltip=self.tr("Track name (F2)"))
        self._name.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._mute = LetterToggle("M", name=self.tr("Mute"), tone="warning")
        self._solo = LetterToggle("S", name=self.tr("Solo"), tone="accent")
        self._role = RoleChip()
        self._output = TextButton("", kind="link", name=self.tr("Instrument and output"))
        self._volume = LineSlider(
            name=self.tr("Volume"), tooltip=self.tr("Volume"), low=0, high=127, neutral=100
        )
        self._volume_row = QWidget()
        attach_menu(self._output, fill_output)
        # All headers have the same height, so that choosing a track does not move the buttons.
        self.setFixedHeight(_HEIGHT)
        self._lay_out()
        self._name.entered.connect(self.renamed)
        self._name.editingFinished.connect(self._end_naming)
        self._mute.clicked.connect(self.muted)
        self._solo.clicked.connect(self.soloed)
        self._role.chosen.connect(self.role_changed)
        self._volume.valueChanged.connect(self.volume_changed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _lay_out(self) -> None:
        first, second, third = QHBoxLayout(), QHBoxLayout(), QHBoxLayout(self._volume_row)
        first.setSpacing(4)
        first.addWidget(self._name, 1)
        first.addWidget(self._mute)
        first.addWidget(self._solo)
        second.setSpacing(4)
        second.addWidget(self._role)
        second.addStretch(1)
        second.addWidget(self._output)
        third.setContentsMargins(2, 0, 2, 0)
        third.addWidget(words(self.tr("Vol"), tone="small"))
        third.addWidget(self._volume, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(17, 4, 8, 3)
        column.setSpacing(0)
        column.addLayout(first)
        column.addLayout(second)
        column.addWidget(self._volume_row)

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
        self._name.show_text(row.name)
        self._mute.setChecked(row.mute)
        self._solo.setChecked(row.solo)
        self._role.show_role(row.role)
        port = row.port or output or self.tr("Built-in")
        self._output.setText(f"{port[:10]} · {channel}")
        instrument = instrument_words(row.program, is_drum=row.is_drum)
        self._output.setToolTip(
            self.tr("{0} on {1}, channel {2}").format(instrument, port, channel)
        )
        self._volume.blockSignals(True)
        self._volume.setValue(row.volume)
        self._volume.blockSignals(False)
        self.setToolTip(row.warning or instrument)
        self.setAccessibleName(self.tr("Track {0}: {1}").format(number, row.name))
        self.update()

    def show_level(self, level: float) -> None:
        """Show the level; 1.0 is full scale."""
        before, self._level = self._level, level
        if round(share_of(before) * self.height()) != round(share_of(level) * self.height()):
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
        colour.setAlphaF(0.4 if self._row.mute else 1.0)
        painter.setBrush(colour)
        painter.drawRoundedRect(9, 10, 4, self.height() - 20, 2, 2)
        filled = (self.height() - 20) * share_of(self._level)
        if filled > 0:
            painter.setBrush(QColor(tokens.accent))
            painter.drawRect(QRectF(_METER_RIGHT - 2, self.height() - 10 - filled, 2, filled))
        if self._row.warning:
            painter.setBrush(QColor(tokens.playhead))
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


class TrackHeaders(QWidget):
    """The headers of all tracks.

    Signals:
        track_chosen(int): Make it the current track.
        name_changed(int, str), mute_toggled(int, bool), solo_toggled(int, bool),
        role_changed(int, str), program_changed(int, int), volume_changed(int, int),
        colour_changed(int, int): Track and new value. Program 128 stands for drums.
        output_changed(int, str, int): Track, port (empty: default), channel (-1: any).
        accompany_chosen(int): Program of a track to add and to be written by the model.
        add_track_clicked(), track_removed(int), track_duplicated(int): From button and menu.
        track_moved(int, int): From, to.
        track_dragged(int): The user drags the track out of the window.
        files_dropped(int, object): Track (or -1 for a new one), tuple of paths.
    """

    track_chosen = Signal(int)
    name_changed = Signal(int, str)
    mute_toggled = Signal(int, bool)
    solo_toggled = Signal(int, bool)
    role_changed = Signal(int, str)
    program_changed = Signal(int, int)
    volume_changed = Signal(int, int)
    colour_changed = Signal(int, int)
    output_changed = Signal(int, str, int)
    add_track_clicked = Signal()
    accompany_chosen = Signal(int)
    track_removed = Signal(int)
    track_duplicated = Signal(int)
    track_moved = Signal(int, int)
    track_dragged = Signal(int)
    files_dropped = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[TrackRow, ...] = ()
        self._current = 0
        self._outputs: tuple[str, ...] = ()
        self._default_output = ""
        self._headers: list[TrackHeader] = []
        self._look = QTimer(self, singleShot=True, interval=0)
        self._look.timeout.connect(self._look_at_current)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Tracks"))
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAcceptDrops(True)
        self._add = TextButton(
            self.tr("+ Add track"), kind="quiet", tooltip=self.tr("Add an empty track")
        )
        self._add.clicked.connect(self.add_track_clicked)
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._along = TextButton(self.tr("+ Accompany"), kind="quiet")
        attach_menu(self._along, lambda menu: fill_instruments(menu, self.accompany_chosen.emit))
        self._column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._along, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidget(inside)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 300)

    def show_tracks(self, rows: tuple[TrackRow, ...], *, current: int) -> None:
        """Show these tracks; `current` is the index of the current one."""
        if current != self._current:
            # A new header has no position before the next layout.
            self._look.start()
        self._rows, self._current = rows, current
        while len(self._headers) > len(rows):
            header = self._headers.pop()
            self._column.removeWidget(header)
            header.deleteLater()
        while len(self._headers) < len(rows):
            self._add_header(len(self._headers))
        shown = zip(self._headers, rows, channels_of(rows), strict=True)
        for index, (header, row, channel) in enumerate(shown):
            header.show_row(
                row,
                current=index == current,
                number=index + 1,
                channel=channel,
                output=self._default_output,
            )

    def show_accompany(self, *, tooltip: str, reason: str = "") -> None:
        """Enable the menu for a track that the model writes, or disable it with a reason."""
        give_reason(self._along, reason, tooltip=tooltip)

    def show_levels(self, levels: tuple[float, ...]) -> None:
        """Show the levels of the tracks; tracks without a level are silent."""
        given = (*levels, *(0.0,) * len(self._headers))
        for header, level in zip(self._headers, given, strict=False):
            header.show_level(level)

    def show_output(self, name: str) -> None:
        """Show the default output; empty for the built-in sound."""
        if name != self._default_output:
            self._default_output = name
            self.show_tracks(self._rows, current=self._current)

    def show_outputs(self, names: tuple[str, ...]) -> None:
        """Set the outputs that a track's menu offers."""
        self._outputs = names

    def rename_current(self) -> None:
        """Open the field for the current track's name."""
        if 0 <= self._current < len(self._headers):
            self._headers[self._current].begin_naming()

    def _look_at_current(self) -> None:
        """Scroll to the current track, which keys can choose while it is not visible."""
        if 0 <= self._current < len(self._headers):
            self._area.ensureWidgetVisible(self._headers[self._current], 0, 0)

    def _add_header(self, index: int) -> None:
        header = TrackHeader(partial(self._fill_output, index))
        header.clicked.connect(partial(self.track_chosen.emit, index))
        header.renamed.connect(partial(self.name_changed.emit, index))
        header.muted.connect(partial(self.mute_toggled.emit, index))
        header.soloed.connect(partial(self.solo_toggled.emit, index))
        header.role_changed.connect(partial(self.role_changed.emit, index))
        header.volume_changed.connect(partial(self.volume_changed.emit, index))
        header.menu_wanted.connect(partial(self._open_menu, index))
        header.dragged_out.connect(partial(self.track_dragged.emit, index))
        header.dropped_at.connect(partial(self._move, index))
        self._headers.append(header)
        self._column.insertWidget(index, header)

    # --- menus -----------------------------------------------------------------------------

    def _fill_output(self, index: int, menu: QMenu) -> None:
        row = self._rows[index]
        current = DRUM_PROGRAM if row.is_drum else row.program
        choose = partial(self.program_changed.emit, index)
        fill_instruments(menu.addMenu(self.tr("Instrument")), choose, current=current)
        menu.addSeparator()
        for name in ("", *self._outputs):
            text = name or self.tr("Default output")
            act = partial(self.output_changed.emit, index, name, row.channel)
            add_choice(menu, text, act, checked=name == row.port)
        channels = menu.addMenu(self.tr("Channel"))
        for channel in range(-1, 16):
            text = self.tr("Any") if channel < 0 else str(channel + 1)
            act = partial(self.output_changed.emit, index, row.port, channel)
            add_choice(channels, text, act, checked=channel == row.channel)

    def _open_menu(self, index: int, place: QPoint) -> None:
        menu = QMenu(self)
        header = self._headers[index]
        add_action(menu, self.tr("Rename"), header.begin_naming)
        self._fill_output(index, menu.addMenu(self.tr("Instrument and output")))
        colours = menu.addMenu(self.tr("Colour"))
        for colour, name in enumerate(self._colour_names()):
            act = partial(self.colour_changed.emit, index, colour)
            add_choice(colours, name, act, checked=colour == self._rows[index].colour)
        menu.addSeparator()
        add_action(menu, self.tr("Duplicate"), partial(self.track_duplicated.emit, index))
        if index:
            add_action(menu, self.tr("Move up"), partial(self.track_moved.emit, index, index - 1))
        if index + 1 < len(self._rows):
            down = partial(self.track_moved.emit, index, index + 1)
            add_action(menu, self.tr("Move down"), down)
        add_action(menu, self.tr("Remove track"), partial(self.track_removed.emit, index))
        menu.exec(place)
        menu.deleteLater()

    def _colour_names(self) -> tuple[str, ...]:
        return (
            self.tr("Blue"),
            self.tr("Orange"),
            self.tr("Violet"),
            self.tr("Yellow"),
            self.tr("Pink"),
            self.tr("Green"),
            self.tr("Sky"),
            self.tr("Sand"),
        )

    # --- drags and drops -------------------------------------------------------------------

    def _move(self, index: int, global_y: int) -> None:
        target = self._track_at(self.mapFromGlobal(QPoint(0, global_y)).y())
        target = len(self._rows) - 1 if target < 0 else target
        if target != index:
            self.track_moved.emit(index, target)

    def _track_at(self, y: int) -> int:
        place = self.mapToGlobal(QPoint(0, y))
        for index, header in enumerate(self._headers):
            if header.rect().contains(QPoint(1, header.mapFromGlobal(place).y())):
                return index
        return -1

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        track = self._track_at(round(event.position().y()))
        self.files_dropped.emit(track, dropped_paths(event.mimeData()))
        event.acceptProposedAction()
