"""The column of track headers, with the menus and drags that concern several tracks."""

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
)
from PySide6.QtWidgets import (
    QMenu,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import scaled
from app.views.tracks.header import TrackHeader
from app.views.tracks.recording_row import RecordingRow
from app.views.tracks.values import TrackRow, channels_of
from app.widgets.buttons import TextButton, give_reason
from app.widgets.in_sight import InSight
from app.widgets.instrument_menu import DRUM_PROGRAM, fill_instruments, fill_parts
from app.widgets.menus import add_action, add_choice, attach_menu
from app.widgets.roles import give_role

# Pixels.
WIDTH, COMPACT_WIDTH = 168, 56


class TrackHeaders(QWidget):
    """The headers of all tracks, and the row of a recording.

    Attributes:
        recording: The row of the recording that the piece keeps.

    Signals:
        track_chosen(int): Make it the current track.
        name_changed(int, str), mute_toggled(int, bool), solo_toggled(int, bool),
        role_changed(int, str), program_changed(int, int), colour_changed(int, int): Track and new
        value. Programs from 128 on are drum kits.
        output_changed(int, str, int): Track, port (empty: default), channel (-1: any).
        accompany_chosen(int): Program of a track to add and to be written by the model.
        add_track_clicked(), track_removed(int), track_duplicated(int): From button and menu.
        track_moved(int, int): From, to.
        track_dragged(int): The user drags the track out of the window.
    """

    track_chosen = Signal(int)
    name_changed = Signal(int, str)
    mute_toggled = Signal(int, bool)
    solo_toggled = Signal(int, bool)
    role_changed = Signal(int, str)
    program_changed = Signal(int, int)
    colour_changed = Signal(int, int)
    output_changed = Signal(int, str, int)
    add_track_clicked = Signal()
    accompany_chosen = Signal(int)
    track_removed = Signal(int)
    track_duplicated = Signal(int)
    track_moved = Signal(int, int)
    track_dragged = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.List)
        self._rows: tuple[TrackRow, ...] = ()
        self._current = 0
        self._outputs: tuple[tuple[str, str], ...] = ()
        self._default_output = ""
        self._is_compact = False
        self._headers: list[TrackHeader] = []
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Tracks"))
        self.setFixedWidth(scaled(WIDTH))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._add = TextButton(
            self.tr("+ Add track"), kind="quiet", tooltip=self.tr("Add an empty track")
        )
        self._add.clicked.connect(self.add_track_clicked)
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._accompany = TextButton(self.tr("+ Accompany"), kind="quiet")
        attach_menu(self._accompany, self._fill_parts)
        self.recording = RecordingRow()
        self._column.addWidget(self.recording)
        self._column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._accompany, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidget(inside)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self._in_sight = InSight(self._area)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area)

    def sizeHint(self) -> QSize:
        return QSize(scaled(WIDTH), 300)

    def show_tracks(self, rows: tuple[TrackRow, ...], *, current: int) -> None:
        """Show these tracks; `current` is the index of the current one."""
        is_other = current != self._current
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
        if is_other and 0 <= current < len(self._headers):
            # Keys can choose a track that is not visible.
            self._in_sight.show_part(self._headers[current])

    def show_compact(self, *, compact: bool) -> None:
        """Show the headers as icons with short names, or whole."""
        self._is_compact = compact
        self.setFixedWidth(scaled(COMPACT_WIDTH if compact else WIDTH))
        self._add.setText("+" if compact else self.tr("+ Add track"))
        self._accompany.setText("+ ♪" if compact else self.tr("+ Accompany"))
        self.recording.show_compact(compact=compact)
        for header in self._headers:
            header.show_compact(compact=compact)

    def show_accompany(self, *, tooltip: str, reason: str = "") -> None:
        """Enable the menu for a track that the model writes, or disable it with a reason."""
        give_reason(self._accompany, reason, tooltip=tooltip)

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

    def show_outputs(self, outputs: tuple[tuple[str, str], ...]) -> None:
        """Set the outputs that a track's menu offers: (name, text) pairs."""
        self._outputs = outputs

    def rename_current(self) -> None:
        """Open the field for the current track's name."""
        if 0 <= self._current < len(self._headers):
            self._headers[self._current].begin_naming()

    def _add_header(self, index: int) -> None:
        header = TrackHeader(partial(self._fill_output, index))
        header.clicked.connect(partial(self.track_chosen.emit, index))
        header.renamed.connect(partial(self.name_changed.emit, index))
        header.muted.connect(partial(self.mute_toggled.emit, index))
        header.soloed.connect(partial(self.solo_toggled.emit, index))
        header.role_changed.connect(partial(self.role_changed.emit, index))
        header.menu_wanted.connect(partial(self._open_menu, index))
        header.dragged_out.connect(partial(self.track_dragged.emit, index))
        header.dropped_at.connect(partial(self._move, index))
        header.show_compact(compact=self._is_compact)
        self._headers.append(header)
        self._column.insertWidget(index, header)

    def _fill_parts(self, menu: QMenu) -> None:
        row = self._rows[self._current] if self._current < len(self._rows) else None
        program = 0 if row is None or row.is_drum else row.program
        fill_parts(menu, self.accompany_chosen.emit, current=program)

    # --- menus -----------------------------------------------------------------------------

    def _fill_output(self, index: int, menu: QMenu) -> None:
        row = self._rows[index]
        current = row.program + (DRUM_PROGRAM if row.is_drum else 0)
        choose = partial(self.program_changed.emit, index)
        fill_instruments(menu.addMenu(self.tr("Instrument")), choose, current=current)
        menu.addSeparator()
        for name, text in (("", self.tr("Default output")), *self._outputs):
            act = partial(self.output_changed.emit, index, name, row.mix.channel)
            add_choice(menu, text, act, checked=name == row.mix.port)
        channels = menu.addMenu(self.tr("Channel"))
        for channel in range(-1, 16):
            text = self.tr("Any") if channel < 0 else str(channel + 1)
            act = partial(self.output_changed.emit, index, row.mix.port, channel)
            add_choice(channels, text, act, checked=channel == row.mix.channel)

    def _open_menu(self, index: int, place: QPoint) -> None:
        menu = QMenu(self)
        header = self._headers[index]
        row = self._rows[index]
        if not self._is_compact:
            add_action(menu, self.tr("Rename"), header.begin_naming)
        mute, solo = partial(self.mute_toggled.emit, index), partial(self.solo_toggled.emit, index)
        add_choice(menu, self.tr("Mute"), partial(mute, not row.mix.mute), checked=row.mix.mute)
        add_choice(menu, self.tr("Solo"), partial(solo, not row.mix.solo), checked=row.mix.solo)
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
        target = self.track_at(self.mapFromGlobal(QPoint(0, global_y)).y())
        target = len(self._rows) - 1 if target < 0 else target
        if target != index:
            self.track_moved.emit(index, target)

    def track_at(self, y: int) -> int:
        """Return the track whose header is at a pixel; -1 below all of them."""
        place = self.mapToGlobal(QPoint(0, y))
        for index, header in enumerate(self._headers):
            if header.rect().contains(QPoint(1, header.mapFromGlobal(place).y())):
                return index
        return -1
