"""The strip of one track: name, instrument, fader, meter, pan, reverb, mute, solo, and its port."""

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.style.theme import icon, scaled, theme
from app.views.mixer.parts import ChoiceButton, LevelField
from app.views.mixer.values import MIDDLE, MixerRow
from app.widgets.fields import DragNumber
from app.widgets.instrument_menu import fill_instruments
from app.widgets.keys.own import ENTER_OR_SPACE, takes_key
from app.widgets.levels.fader import Fader
from app.widgets.levels.level_bars import LevelBars, Sides
from app.widgets.levels.send_bar import SendBar
from app.widgets.menus import add_choice
from app.widgets.roles import give_role, show_chosen
from app.widgets.toggles import LetterToggle
from app.widgets.words import ElidedLabel, words
from engine.values.track_mix import AS_WRITTEN, decibels_of

WIDTH, COMPACT_WIDTH, WIDEST = 139, 103, 196
"""Pixels: with words, with icons, and of one with much room."""

# Pixels: the colour at the left, the margins, the head, a bar of the meter, an icon.
EDGE, TOP, BOTTOM, HEAD, TITLE = 3, 5, 3, 42, 17
_BAR, _ICON = 5, 18
# Milliseconds by which a track may sound early or late.
_LATEST = 300
Outputs = tuple[tuple[str, str], ...]


class ChannelStrip(QWidget):
    """The strip of one track.

    Signals:
        clicked(): Make it the current track.
        level_changed(float): Decibels; -inf is silence.
        pan_changed(int), reverb_changed(int): As in `TrackMix`.
        muted(bool), soloed(bool), program_chosen(int), offset_changed(int): New values.
        output_changed(str, int): Port and channel, as in `TrackMix`.
    """

    clicked = Signal()
    level_changed = Signal(float)
    pan_changed = Signal(int)
    reverb_changed = Signal(int)
    muted = Signal(bool)
    soloed = Signal(bool)
    program_chosen = Signal(int)
    output_changed = Signal(str, int)
    offset_changed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.ListItem)
        self._row = MixerRow(name="", colour=0)
        self._is_current = False
        self._outputs: Outputs = ()
        self.setMaximumWidth(scaled(WIDEST))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._make_parts()
        self._lay_out()
        self.show_compact(compact=False)
        self.show_fields(shown=False)
        self._connect()

    def _make_parts(self) -> None:
        self._icon = words()
        self._icon.setFixedSize(_ICON, _ICON)
        self._name = ElidedLabel(tone="title")
        self._name.setFixedHeight(scaled(TITLE))
        self._instrument = ChoiceButton(
            self.tr("Instrument"), self._fill_instruments, under_title=True
        )
        self._fader = Fader(self.tr("Volume"))
        self._meter = LevelBars(self.tr("Level"), width=_BAR)
        self._figure = LevelField(
            self.tr("Volume in decibels"), self.tr("Type a level, such as −3")
        )
        self._unit = words("dB", tone="small")
        self._pan = SendBar(
            self.tr("Pan"),
            tooltip=self.tr("Pan: left or right; double-click for the middle"),
            icon_name="pan",
            words=self._side,
            neutral=MIDDLE,
        )
        self._reverb = SendBar(
            self.tr("Reverb"),
            tooltip=self.tr("Reverb: double-click for as much as the instrument has"),
            icon_name="reverb",
            words=lambda send: str(round(send / 1.27)),
        )
        self._mute = LetterToggle("M", name=self.tr("Mute"), tone="warning")
        self._solo = LetterToggle("S", name=self.tr("Solo"), tone="solo")
        self._channel = ChoiceButton(self.tr("Channel"), self._fill_channels)
        self._port = ChoiceButton(self.tr("Port"), self._fill_ports)
        self._offset = DragNumber(
            name=self.tr("Delay in milliseconds"),
            tooltip=self.tr("Later or earlier than written, in ms, for slow outputs"),
            low=-_LATEST,
            high=_LATEST,
        )
        self._offset.setFixedWidth(scaled(32))

    def _side(self, pan: int) -> str:
        """Return a pan as *L 20*, *C* or *R 20*, in per cent."""
        share = round(abs(pan - MIDDLE) / 0.63) if pan > MIDDLE else round(abs(pan - MIDDLE) / 0.64)
        if not share:
            return self.tr("C", "the middle of a pan")
        return (self.tr("L {0}") if pan < MIDDLE else self.tr("R {0}")).format(share)

    def _lay_out(self) -> None:
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self._fader)
        body.addWidget(self._meter)
        body.addSpacing(8)
        body.addLayout(self._side_column(), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE + 1, TOP, 6, BOTTOM)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addLayout(body, 1)
        column.addWidget(self._field_row())

    def _head(self) -> QWidget:
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self._name)
        names.addWidget(self._instrument)
        names.addStretch(1)
        box = QWidget()
        box.setFixedHeight(scaled(HEAD))
        row = QHBoxLayout(box)
        row.setContentsMargins(6, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addLayout(names, 1)
        return box

    def _side_column(self) -> QVBoxLayout:
        figure = QHBoxLayout()
        figure.setSpacing(2)
        figure.addWidget(self._figure, 1)
        figure.addWidget(self._unit)
        letters = QHBoxLayout()
        letters.setSpacing(4)
        letters.addWidget(self._mute)
        letters.addWidget(self._solo)
        letters.addStretch(1)
        side = QVBoxLayout()
        side.setSpacing(2)
        side.addLayout(figure)
        side.addWidget(self._pan)
        side.addWidget(self._reverb)
        side.addStretch(1)
        side.addLayout(letters)
        return side

    def _field_row(self) -> QWidget:
        self._fields = QWidget()
        row = QHBoxLayout(self._fields)
        row.setContentsMargins(6, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._channel, 2)
        row.addWidget(self._port, 3)
        self._ms = words("ms", tone="small")
        row.addWidget(self._offset)
        row.addWidget(self._ms)
        return self._fields

    def _connect(self) -> None:
        self._fader.level_changed.connect(self.level_changed)
        self._figure.level_typed.connect(self.level_changed)
        self._fader.level_changed.connect(self._figure.show_level)
        self._pan.valueChanged.connect(self._move_pan)
        self._reverb.valueChanged.connect(self._send)
        self._mute.clicked.connect(self.muted)
        self._solo.clicked.connect(self.soloed)
        self._offset.number_changed.connect(lambda ms: self.offset_changed.emit(round(ms)))

    # --- showing ------------------------------------------------------------------------

    def show_row(self, row: MixerRow, *, current: bool) -> None:
        """Show a track without a signal."""
        self._row, self._is_current = row, current
        show_chosen(self, chosen=current)
        self._name.setText(row.name)
        self.setAccessibleName(row.name)
        self._instrument.show_choice(row.instrument)
        self._paint_icon()
        level = decibels_of(row.mix.volume)
        self._fader.show_level(level)
        self._figure.show_level(level)
        self._pan.show_value(row.pan, neutral=MIDDLE)
        self._reverb.show_value(row.reverb, neutral=row.send)
        self._mute.setChecked(row.mix.mute)
        self._solo.setChecked(row.mix.solo)
        self._meter.show_colour(theme().track(row.colour))
        self._offset.show_number(round(row.mix.offset_s * 1000))
        channel, port = row.mix.channel, row.mix.port
        self._channel.show_choice(
            str(channel + 1) if channel >= 0 else "", unset=self.tr("any channel")
        )
        text = dict(self._outputs).get(port, port)
        self._port.show_choice(text, unset=self.tr("default output"))
        self.update()

    def show_outputs(self, outputs: Outputs) -> None:
        """Set the outputs of the menu: (name, text) pairs."""
        self._outputs = outputs

    def show_compact(self, *, compact: bool) -> None:
        """Show icons in place of words, and no figures of the scale."""
        self.setMinimumWidth(scaled(COMPACT_WIDTH if compact else WIDTH))
        self._fader.show_figures(shown=not compact)
        self._unit.setVisible(not compact)
        self._ms.setVisible(not compact)
        for bar in (self._pan, self._reverb):
            bar.show_compact(compact=compact)

    def show_fields(self, *, shown: bool) -> None:
        """Show channel, port and delay, or not."""
        self._fields.setVisible(shown)

    def show_levels(self, levels: Sides, peaks: Sides) -> None:
        """Show the levels and held peaks, left and right; 1.0 is full scale."""
        self._meter.show_levels(levels, peaks)

    def _paint_icon(self) -> None:
        ink = theme().track(self._row.colour).name()
        self._icon.setPixmap(icon(self._row.icon, colour=ink).pixmap(_ICON, _ICON))

    # --- what the user did --------------------------------------------------------------

    def _move_pan(self, pan: int) -> None:
        self.pan_changed.emit(pan - self._row.seat + MIDDLE)

    def _send(self, send: int) -> None:
        self.reverb_changed.emit(AS_WRITTEN if send == self._row.send else send)

    def _fill_instruments(self, menu: QMenu) -> None:
        fill_instruments(menu, self.program_chosen.emit, current=self._row.program)

    def _fill_channels(self, menu: QMenu) -> None:
        mix = self._row.mix
        for channel in range(-1, 16):
            text = self.tr("Any") if channel < 0 else str(channel + 1)
            add_choice(
                menu,
                text,
                partial(self.output_changed.emit, mix.port, channel),
                checked=channel == mix.channel,
            )

    def _fill_ports(self, menu: QMenu) -> None:
        mix = self._row.mix
        for name, text in (("", self.tr("Default output")), *self._outputs):
            add_choice(
                menu,
                text,
                partial(self.output_changed.emit, name, mix.channel),
                checked=name == mix.port,
            )

    def event(self, event: QEvent) -> bool:
        return takes_key(event, ENTER_OR_SPACE) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_OR_SPACE:
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange and self._row.name:
            self._meter.show_colour(theme().track(self._row.colour))
            self._paint_icon()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        if self._is_current:
            painter.fillRect(self.rect(), QColor(tokens.raised))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(tokens.line))
        colour = tokens.track(self._row.colour)
        # A muted track is faint.
        colour.setAlphaF(0.4 if self._row.mix.mute else 1.0)
        painter.fillRect(0, 0, EDGE, self.height(), colour)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()
