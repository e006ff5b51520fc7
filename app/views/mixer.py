"""The mixer: a channel strip for each track."""

import math
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from app.style.theme import theme
from app.widgets.meter import LevelMeter
from app.widgets.numbers import number_field
from app.widgets.slider import LineSlider
from app.widgets.toggles import LetterToggle
from app.widgets.words import ElidedLabel, words
from app.words.figures import decimal
from engine.values.track_mix import NO_MIX, TrackMix

# Pixels. A strip is as wide as its name needs, within these limits; strips share the spare room.
_NARROW, _WIDE = 132, 236
# Pixels of the buttons and margins beside the name.
_BESIDE_NAME = 80
# MIDI 1.0: 64 is the centre of controller 10.
_PAN_MIDDLE = 64
# Pixels of a value beside its slider, and of the words before one.
_VALUE, _LABEL = 50, 26
# Of a track's own meter in pixels: a level is read from it while the music plays.
_METER = 7


def decibels(volume: int) -> str:
    """Return the level of a MIDI volume against the highest one, as General MIDI 2 defines it."""
    if volume <= 0:
        return "−∞ dB"
    level = 40 * math.log10(volume / 127)
    return f"{decimal(level, 1).replace('-', '−')} dB"


@dataclass(frozen=True, slots=True, kw_only=True)
class MixerRow:
    """The content of a channel strip.

    Attributes:
        name: The track's name.
        colour: Index of its colour.
        instrument: The name of its sound, or empty.
        mix: Its mix.
    """

    name: str
    colour: int
    instrument: str = ""
    mix: TrackMix = NO_MIX


class _ChannelStrip(QWidget):
    """The strip of one track.

    Signals:
        volume_changed(int), pan_changed(int), offset_changed(int), muted(bool), soloed(bool).
    """

    volume_changed = Signal(int)
    pan_changed = Signal(int)
    offset_changed = Signal(int)
    muted = Signal(bool)
    soloed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._colour = 0
        self.setMinimumWidth(_NARROW)
        self.setMaximumWidth(_WIDE)
        self._name = ElidedLabel(tone="title")
        self._instrument = ElidedLabel(tone="small")
        self._mute = LetterToggle("M", name=self.tr("Mute"), tone="warning")
        self._solo = LetterToggle("S", name=self.tr("Solo"), tone="solo")
        self._volume = LineSlider(
            name=self.tr("Volume"), tooltip=self.tr("Volume"), low=0, high=127, neutral=100
        )
        self._pan = LineSlider(
            name=self.tr("Pan"),
            tooltip=self.tr("Left or right; double-click for the middle"),
            low=0,
            high=127,
            neutral=_PAN_MIDDLE,
        )
        self._offset = number_field(QSpinBox)
        # Milliseconds; negative plays earlier.
        self._offset.setRange(-300, 300)
        self._offset.setPrefix(self.tr("Offset "))
        self._offset.setSuffix(self.tr(" ms"))
        self._offset.setAccessibleName(self.tr("Offset"))
        self._offset.setToolTip(self.tr("Later or earlier than written, for slow outputs"))
        self._offset.setMinimumWidth(64)
        self._meter = LevelMeter(self.tr("Level"))
        self._meter.setFixedHeight(_METER)
        self._decibels, self._side = words(tone="small"), words(tone="small")
        self._lay_out()
        self._volume.valueChanged.connect(self._show_values)
        self._pan.valueChanged.connect(self._show_values)
        self._volume.valueChanged.connect(self.volume_changed)
        self._pan.valueChanged.connect(self.pan_changed)
        self._offset.valueChanged.connect(self.offset_changed)
        self._mute.clicked.connect(self.muted)
        self._solo.clicked.connect(self.soloed)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self._name, 1)
        head.addWidget(self._mute)
        head.addWidget(self._solo)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 9, 12, 4)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._instrument)
        column.addWidget(self._meter)
        for name, slider, value in (
            (self.tr("Vol"), self._volume, self._decibels),
            (self.tr("Pan"), self._pan, self._side),
        ):
            row = QHBoxLayout()
            row.setSpacing(6)
            label = words(name, tone="small")
            label.setMinimumWidth(_LABEL)
            value.setMinimumWidth(_VALUE)
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            row.addWidget(label)
            row.addWidget(slider, 1)
            row.addWidget(value)
            column.addLayout(row)
        column.addWidget(self._offset)
        column.addStretch(1)

    def show_row(self, row: MixerRow) -> None:
        """Show a track without a signal."""
        self._colour = row.colour
        self._name.setText(row.name)
        wanted = self._name.fontMetrics().horizontalAdvance(row.name) + _BESIDE_NAME
        self.setMinimumWidth(min(max(_NARROW, wanted), _WIDE))
        self.setAccessibleName(row.name)
        for control, value in (
            (self._volume, row.mix.volume),
            (self._pan, row.mix.pan),
            (self._offset, round(row.mix.offset_s * 1000)),
        ):
            # The user did not move it, so no edit may follow.
            control.blockSignals(True)
            control.setValue(round(value))
            control.blockSignals(False)
        self._instrument.setText(row.instrument if row.instrument != row.name else "")
        self._mute.setChecked(row.mix.mute)
        self._solo.setChecked(row.mix.solo)
        self._show_values()
        self.update()

    def _show_values(self) -> None:
        """Show the volume in decibels and the side of the pan in words."""
        self._decibels.setText(decibels(self._volume.value()))
        shift = self._pan.value() - _PAN_MIDDLE
        side = self.tr("left {0}") if shift < 0 else self.tr("right {0}")
        self._side.setText(side.format(abs(shift)) if shift else self.tr("middle"))
        for slider, value in ((self._volume, self._decibels), (self._pan, self._side)):
            slider.setAccessibleDescription(value.text())

    def show_level(self, level: float) -> None:
        """Show the level; 1.0 is full scale."""
        self._meter.show_level(level)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # The line between two strips.
        painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(theme().line))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().track(self._colour))
        painter.drawRoundedRect(12, 5, self.width() - 24, 3, 1.5, 1.5)
        painter.end()


class Mixer(QWidget):
    """The strips side by side.

    Signals:
        volume_changed(int, int), pan_changed(int, int), mute_toggled(int, bool),
        solo_toggled(int, bool), offset_changed(int, int): Track and new value.
    """

    volume_changed = Signal(int, int)
    pan_changed = Signal(int, int)
    mute_toggled = Signal(int, bool)
    solo_toggled = Signal(int, bool)
    offset_changed = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self._strips: list[_ChannelStrip] = []
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Mixer"))
        inside = QWidget()
        # Let the panel's surface show through.
        inside.setAutoFillBackground(False)
        self._row = QHBoxLayout(inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._area = QScrollArea()
        self._area.setWidget(inside)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        self._master = LevelMeter(self.tr("Level of everything"))
        self._master_row = QWidget()
        master = QHBoxLayout(self._master_row)
        master.setContentsMargins(12, 3, 12, 0)
        master.addWidget(words(self.tr("Master"), tone="small"))
        master.addWidget(self._master, 1)
        self._empty = words(self.tr("Tracks appear here once there are some."), tone="dim")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._master_row)
        column.addWidget(self._area)
        column.addWidget(self._empty)
        self.show_tracks(())

    def sizeHint(self) -> QSize:
        return QSize(600, 168)

    def show_tracks(self, rows: tuple[MixerRow, ...]) -> None:
        """Show these tracks."""
        while len(self._strips) > len(rows):
            strip = self._strips.pop()
            self._row.removeWidget(strip)
            strip.deleteLater()
        while len(self._strips) < len(rows):
            self._add_strip(len(self._strips))
        for strip, row in zip(self._strips, rows, strict=True):
            strip.show_row(row)
        self._area.setVisible(bool(rows))
        self._empty.setVisible(not rows)
        self._master_row.setVisible(bool(rows))

    def show_levels(self, levels: tuple[float, ...], *, master: float) -> None:
        """Show the levels of the tracks and of their sum; tracks without a level are silent."""
        # The player may send levels for fewer tracks than there are strips.
        given = (*levels, *(0.0,) * len(self._strips))
        for strip, level in zip(self._strips, given, strict=False):
            strip.show_level(level)
        self._master.show_level(master)

    def _add_strip(self, index: int) -> None:
        strip = _ChannelStrip()
        strip.volume_changed.connect(partial(self.volume_changed.emit, index))
        strip.pan_changed.connect(partial(self.pan_changed.emit, index))
        strip.offset_changed.connect(partial(self.offset_changed.emit, index))
        strip.muted.connect(partial(self.mute_toggled.emit, index))
        strip.soloed.connect(partial(self.solo_toggled.emit, index))
        self._strips.append(strip)
        self._row.insertWidget(index, strip, 1)
