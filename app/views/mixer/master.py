"""The master strip: fader, meter, loudness, the limiter's light, and the room of the reverb."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.style.theme import icon, scaled, theme
from app.views.mixer.parts import ChoiceButton, LevelField, LimiterLight
from app.views.mixer.strip import BOTTOM, HEAD, TITLE, TOP
from app.views.mixer.values import LoudnessView, MasterView
from app.widgets.levels.fader import Fader
from app.widgets.levels.level_bars import LevelBars, Sides
from app.widgets.menus import add_choice
from app.widgets.words import ElidedLabel, words
from app.words.figures import decimal
from engine.values.sound import ROOM_DECAY_S, ROOMS, Room

WIDTH = 232
"""Pixels."""

_BAR, _ICON, _FIGURE = 8, 18, 44
# Less sound than this is silence: the gate of BS.1770.
_SILENT_LUFS = -70.0


class MasterStrip(QWidget):
    """The strip of all tracks together.

    Signals:
        level_changed(float): Decibels; -inf is silence.
        room_chosen(str): One of `ROOMS`.
    """

    level_changed = Signal(float)
    room_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._view = MasterView()
        self.setFixedWidth(scaled(WIDTH))
        self.setAccessibleName(self.tr("Master"))
        self._icon = words()
        self._icon.setFixedSize(_ICON, _ICON)
        self._room = ChoiceButton(self.tr("Reverb"), self._fill_rooms, under_title=True)
        self._fader = Fader(self.tr("Volume of everything"))
        self._meter = LevelBars(self.tr("Level of everything"), width=_BAR)
        self._figure = LevelField(
            self.tr("Volume of everything in decibels"), self.tr("Type a level, such as −3")
        )
        self._whole = words(tone="heading")
        self._recent = ElidedLabel(tone="small")
        self._light = LimiterLight()
        self._held = ElidedLabel(tone="small")
        self._lay_out()
        self._fader.level_changed.connect(self.level_changed)
        self._fader.level_changed.connect(self._figure.show_level)
        self._figure.level_typed.connect(self.level_changed)
        self.show_master(self._view)
        self.show_loudness(None)
        self.show_held(0.0)

    def _lay_out(self) -> None:
        names = QVBoxLayout()
        names.setSpacing(0)
        title = words(self.tr("Master"), tone="title")
        title.setFixedHeight(scaled(TITLE))
        names.addWidget(title)
        names.addWidget(self._room)
        names.addStretch(1)
        top = QWidget()
        top.setFixedHeight(scaled(HEAD))
        head = QHBoxLayout(top)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addLayout(names, 1)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self._fader)
        body.addWidget(self._meter)
        body.addSpacing(10)
        body.addLayout(self._side(), 1)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addWidget(top)
        self._column.addLayout(body, 1)
        self.show_room_below(pixels=0)

    def _side(self) -> QVBoxLayout:
        figure = QHBoxLayout()
        self._figure.setFixedWidth(scaled(_FIGURE))
        figure.setSpacing(4)
        figure.addWidget(self._figure)
        figure.addWidget(words("dB", tone="small"))
        figure.addStretch(1)
        whole = QHBoxLayout()
        whole.setSpacing(4)
        whole.addWidget(self._whole)
        whole.addWidget(words("LUFS", tone="small"))
        whole.addStretch(1)
        limiter = QVBoxLayout()
        limiter.setSpacing(0)
        limiter.addWidget(ElidedLabel(self.tr("Limiter"), tone="small"))
        limiter.addWidget(self._held)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._light)
        row.addLayout(limiter, 1)
        side = QVBoxLayout()
        side.setSpacing(0)
        side.addLayout(figure)
        side.addWidget(ElidedLabel(self.tr("Loudness"), tone="small"))
        side.addLayout(whole)
        side.addWidget(self._recent)
        side.addStretch(1)
        side.addLayout(row)
        return side

    def show_master(self, view: MasterView) -> None:
        """Show fader and room; another output than the built-in sound has neither."""
        self._view = view
        self._fader.show_level(view.level_db)
        self._figure.show_level(view.level_db)
        for part in (self._fader, self._figure, self._room):
            part.setEnabled(not view.output)
        self._room.show_choice(view.output or self._room_words(view.room))
        self._icon.setPixmap(icon("speaker", colour=theme().text).pixmap(_ICON, _ICON))

    def show_room_below(self, *, pixels: int) -> None:
        """Leave room below, so that the scale stays beside those of the strips."""
        self._column.setContentsMargins(12, TOP, 8, BOTTOM + pixels)

    def show_levels(self, levels: Sides, peaks: Sides) -> None:
        """Show the levels and held peaks, left and right; 1.0 is full scale."""
        self._meter.show_levels(levels, peaks)

    def show_loudness(self, loudness: LoudnessView | None) -> None:
        """Show the loudness of the piece so far; None before it was measured."""
        if loudness is None:
            self._whole.setText("–")
            self._recent.setText(self.tr("not played yet"))
        else:
            self._whole.setText(_lufs(loudness.whole))
            text = self.tr("now {0}, range {1}")
            self._recent.setText(text.format(_lufs(loudness.recent), round(loudness.range)))
        name = self.tr("Loudness of the piece so far: {0} LUFS").format(self._whole.text())
        self._whole.setAccessibleName(name)
        self._whole.setToolTip(name)
        self._recent.setToolTip(self.tr("Loudness of the last 3 s, and the range in LU"))

    def show_held(self, decibels: float) -> None:
        """Show by how much the limiter holds the sound back; 0 while it rests."""
        self._light.show_lit(lit=decibels > 0)
        text = self.tr("held back {0} dB").format(decimal(decibels, 1))
        self._held.setText(text if decibels > 0 else self.tr("at rest"))

    def _room_words(self, room: Room) -> str:
        name = {"off": self.tr("none"), "room": self.tr("room"), "hall": self.tr("hall")}[room]
        text = self.tr("Reverb: {0}").format(name)
        return f"{text}, {decimal(ROOM_DECAY_S[room], 1)} s" if ROOM_DECAY_S[room] else text

    def _fill_rooms(self, menu: QMenu) -> None:
        for room in ROOMS:
            choose = partial(self.room_chosen.emit, room)
            add_choice(menu, self._room_words(room), choose, checked=room == self._view.room)


def _lufs(loudness: float) -> str:
    return decimal(loudness, 1).replace("-", "−") if loudness > _SILENT_LUFS else "−∞"
