"""The mixer: the strips side by side, the master, and the folded row of channel, port and delay."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.style.theme import scaled
from app.views.mixer.master import WIDTH as MASTER_WIDTH
from app.views.mixer.master import MasterStrip
from app.views.mixer.strip import BOTTOM, HEAD, TOP, WIDTH, ChannelStrip, Outputs
from app.views.mixer.values import MasterView, MixerRow
from app.widgets.buttons import TextButton, press_by_clicks_on
from app.widgets.in_sight import InSight
from app.widgets.levels.fader import ScaleFigures
from app.widgets.levels.level_bars import Sides
from app.widgets.roles import give_role
from app.widgets.words import hairline, state_label, words

_SILENCE: Sides = (0.0, 0.0)
# Pixels: the height of the row of fields in a strip, and of the folded row.
_FIELDS, _FOLD = 24, 32


class Mixer(QWidget):
    """The strips side by side.

    Attributes:
        master: The strip of all tracks together.

    Signals:
        track_chosen(int): Make it the current track.
        level_changed(int, float), pan_changed(int, int), reverb_changed(int, int),
        mute_toggled(int, bool), solo_toggled(int, bool), offset_changed(int, int),
        program_changed(int, int): Track and new value, as the strips emit it.
        output_changed(int, str, int): Track, port (empty: default), channel (-1: any).
    """

    track_chosen = Signal(int)
    level_changed = Signal(int, float)
    pan_changed = Signal(int, int)
    reverb_changed = Signal(int, int)
    mute_toggled = Signal(int, bool)
    solo_toggled = Signal(int, bool)
    offset_changed = Signal(int, int)
    program_changed = Signal(int, int)
    output_changed = Signal(int, str, int)

    def __init__(self) -> None:
        super().__init__()
        self._strips: list[ChannelStrip] = []
        self._outputs: Outputs = ()
        self._rows: tuple[MixerRow, ...] = ()
        self._is_elsewhere = False
        self._current = -1
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Mixer"))
        self.master = MasterStrip()
        self._empty = words(self.tr("Tracks appear here once there are some."), tone="dim")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._row, self._sideways = self._strip_row()
        self._in_sight = InSight(self._sideways)
        self._make_fold()
        self._lay_out()
        self.show_tracks((), current=-1)

    def _strip_row(self) -> tuple[QHBoxLayout, QScrollArea]:
        inside = QWidget()
        give_role(inside, QAccessible.Role.List)
        inside.setAccessibleName(self.tr("Strips"))
        row = QHBoxLayout(inside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.setAlignment(Qt.AlignmentFlag.AlignLeft)
        area = _scroll_area(inside)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return row, area

    def _make_fold(self) -> None:
        self._fold = TextButton(
            "",
            kind="fold",
            name=self.tr("Channel, port, delay"),
            tooltip=self.tr("MIDI channel, output and delay of each track"),
            checkable=True,
        )
        self._state = state_label()
        press_by_clicks_on(self._state, self._fold)
        self._fold.toggled.connect(self._unfold)

    def _lay_out(self) -> None:
        self._scale = QWidget()
        scale = QVBoxLayout(self._scale)
        scale.setContentsMargins(2, TOP + scaled(HEAD), 0, BOTTOM)
        scale.setSpacing(0)
        scale.addWidget(ScaleFigures(), 1)
        self._below_scale = QWidget()
        scale.addWidget(self._below_scale)
        self._sideways.horizontalScrollBar().rangeChanged.connect(self._align)
        self._all = QWidget()
        row = QHBoxLayout(self._all)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._scale)
        row.addWidget(self._sideways, 1)
        row.addWidget(hairline(vertical=True))
        row.addWidget(self.master)
        area = _scroll_area(self._all)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._foot = QWidget()
        self._foot.setFixedHeight(_FOLD)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(16, 0, 16, 0)
        foot.addWidget(self._fold)
        foot.addWidget(self._state, 1)
        self._area, self._line = area, hairline()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (area, self._empty, self._line, self._foot):
            column.addWidget(part, 0 if part in (self._line, self._foot) else 1)
        self._unfold(unfolded=False)

    def sizeHint(self) -> QSize:
        return QSize(600, 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._adapt()

    def _adapt(self) -> None:
        """Give strips their words where all have room, else icons; then they scroll."""
        compact = self.width() < scaled(len(self._strips) * WIDTH + MASTER_WIDTH)
        self._scale.setVisible(compact)
        for strip in self._strips:
            strip.show_compact(compact=compact)

    def _unfold(self, unfolded: bool) -> None:  # noqa: FBT001 - a signal's argument
        sign = "⌄" if unfolded else "›"
        self._fold.setText(f"{sign}   {self._fold.accessibleName()}")
        for strip in self._strips:
            strip.show_fields(shown=unfolded)
        self._align()

    def _align(self) -> None:
        """Keep both scales beside the faders, above fields and scroll bar."""
        bar = self._sideways.horizontalScrollBar()
        below = scaled(_FIELDS) if self._fold.isChecked() else 0
        below += bar.sizeHint().height() if bar.maximum() > 0 else 0
        self._below_scale.setFixedHeight(below)
        self.master.show_room_below(pixels=below)

    def show_tracks(self, rows: tuple[MixerRow, ...], *, current: int) -> None:
        """Show these tracks; `current` is the index of the current one."""
        is_other = current != self._current
        self._current = current
        while len(self._strips) > len(rows):
            strip = self._strips.pop()
            self._row.removeWidget(strip)
            strip.deleteLater()
        while len(self._strips) < len(rows):
            self._add_strip(len(self._strips))
        self._rows = rows
        self._show_rows()
        for part in (self._area, self._line, self._foot):
            part.setVisible(bool(rows))
        self._empty.setVisible(not rows)
        self._state.setText(self._state_words(rows))
        self._adapt()
        if is_other and 0 <= current < len(self._strips):
            self._in_sight.show_part(self._strips[current])

    def show_master(self, view: MasterView) -> None:
        """Show the master, and the tracks as they sound on its output."""
        self.master.show_master(view)
        if bool(view.output) != self._is_elsewhere:
            self._is_elsewhere = bool(view.output)
            self._show_rows()

    def _show_rows(self) -> None:
        for index, (strip, row) in enumerate(zip(self._strips, self._rows, strict=True)):
            shown = row.elsewhere() if row.mix.port or self._is_elsewhere else row
            strip.show_row(shown, current=index == self._current)

    def _state_words(self, rows: tuple[MixerRow, ...]) -> str:
        """Return in how many tracks channel, port or delay is the user's own."""
        channels = sum(row.mix.channel >= 0 for row in rows)
        ports = sum(bool(row.mix.port) for row in rows)
        delays = sum(bool(row.mix.offset_s) for row in rows)
        texts = (
            self.tr("channel in %n track(s)", "", channels) if channels else "",
            self.tr("port in %n track(s)", "", ports) if ports else "",
            self.tr("delay in %n track(s)", "", delays) if delays else "",
        )
        return ", ".join(filter(None, texts)) or self.tr("all as they came")

    def show_levels(
        self,
        levels: tuple[Sides, ...],
        peaks: tuple[Sides, ...],
        *,
        master: tuple[Sides, Sides],
    ) -> None:
        """Show levels and held peaks of the tracks, and both of the master.

        Tracks without a level are silent.
        """
        silence = (_SILENCE,) * len(self._strips)
        given = zip(self._strips, (*levels, *silence), (*peaks, *silence), strict=False)
        for strip, level, peak in given:
            strip.show_levels(level, peak)
        self.master.show_levels(*master)

    def show_outputs(self, outputs: Outputs) -> None:
        """Set the outputs of the menus of ports: (name, text) pairs."""
        self._outputs = outputs
        for strip in self._strips:
            strip.show_outputs(outputs)

    def _add_strip(self, index: int) -> None:
        strip = ChannelStrip()
        for signal, told in (
            (strip.clicked, self.track_chosen),
            (strip.level_changed, self.level_changed),
            (strip.pan_changed, self.pan_changed),
            (strip.reverb_changed, self.reverb_changed),
            (strip.muted, self.mute_toggled),
            (strip.soloed, self.solo_toggled),
            (strip.offset_changed, self.offset_changed),
            (strip.program_chosen, self.program_changed),
            (strip.output_changed, self.output_changed),
        ):
            signal.connect(partial(told.emit, index))
        strip.show_outputs(self._outputs)
        strip.show_fields(shown=self._fold.isChecked())
        self._strips.append(strip)
        self._row.insertWidget(index, strip, 1)


def _scroll_area(inside: QWidget) -> QScrollArea:
    """Return an area that lets the panel's surface show through."""
    inside.setAutoFillBackground(False)
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.viewport().setAutoFillBackground(False)
    return area
