"""The page *Hum it*: what was sung with the notes on it, the written line, and the decision."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from app.style.theme import mixed, theme
from app.values.beats import Counted
from app.values.hum import HumNote, HumSide, HumSound
from app.views.hum.grid import HumGrid
from app.views.hum.side import HumColumn
from app.widgets.beats.grid import STEP_S
from app.widgets.beats.page import TimePage
from app.widgets.beats.sheet import BeatSheet
from app.widgets.keys.own import ENTER
from app.widgets.words import words

_PLAIN, _ALT, _FINE = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier,
)
_SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_UPWARDS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
_DELETES = {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}
_SINGLE = {Qt.Key.Key_R, Qt.Key.Key_Space, Qt.Key.Key_Insert}

Sampled = Literal["line", "before", "note", "doubtful", "out"]


class _Sample(QWidget):
    """How a thing of the grid is drawn."""

    def __init__(self, what: Sampled) -> None:
        super().__init__()
        self._what = what
        self.setFixedSize(24, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, what = theme(), self._what
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dashed, line = Qt.PenStyle.DashLine, what in ("line", "before")
        colour = tokens.text if what in ("line", "doubtful") else tokens.dim
        painter.setPen(QPen(QColor(colour), 1.8 if what == "line" else 1.2, dashed))
        if what == "line":
            painter.setPen(QPen(QColor(colour), 1.8))
        if line:
            wave = [QPointF(x, 8 + (3 if x % 10 == 2 else -3)) for x in range(2, 24, 5)]
            painter.drawPolyline(QPolygonF(wave))
        else:
            shares = {"note": 0.8, "doubtful": 0.35, "out": 0.0}
            if what == "note":
                painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(tokens.window, theme().track(0), shares[what]))
            painter.drawRoundedRect(QRectF(2, 3, 20, 10), 2.5, 2.5)
        painter.end()


class HumPage(TimePage):
    """All of the page; its parts are attributes.

    Its keys work from each of its parts: Left and Right choose a note, Up and Down move it to
    another key, Alt+Left and Alt+Right move its start, with Shift too its end. Delete leaves it
    out, Insert takes it. Space listens, R sings again, Enter uses the notes or ends the singing,
    Ctrl+Z takes back the last change.

    Attributes:
        grid: Level, bars, pitch and notes.
        written: The line as it will be written.
        side: How it is heard, and the decision.

    Signals:
        listen_clicked(): Play, or stop.
    """

    listen_clicked = Signal()

    def __init__(self) -> None:
        self.grid, self.side = HumGrid(), HumColumn()
        self.written = BeatSheet(self.tr("As it will be written"), played="", is_made=False)
        super().__init__(self.tr("Hum it"), grid=self.grid, sheets=(self.written,), side=self.side)

    def _make_top_head(self) -> QLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(words(self.tr("Level"), tone="title"))
        self._loudest = words(tone="small", wrap=True)
        column.addWidget(self._loudest)
        column.addStretch(1)
        return column

    def _samples(self) -> Sequence[tuple[QWidget, str]]:
        return (
            (_Sample("line"), self.tr("what you sang")),
            (_Sample("before"), self.tr("before tuning")),
            (_Sample("note"), self.tr("note")),
            (_Sample("doubtful"), self.tr("note, doubtful")),
            (_Sample("out"), self.tr("left out")),
        )

    # --- what it shows -----------------------------------------------------------------------

    def clear(self) -> None:
        """Show nothing: another recording begins."""
        self.grid.show_note(-1)
        self.grid.show_playhead(0.0)
        self.show_notes((), Counted())
        self.written.show_line(None)
        self.written.show_about("")

    def show_sound(self, sound: HumSound, *, loudest: str, is_live: bool) -> None:
        """Show what was sung, and words about how loud it was."""
        self._loudest.setText(loudest)
        self.grid.show_sound(sound, is_live=is_live)
        self._show_scroll()

    def show_whole(self) -> None:
        """Show the whole recording, from its beginning."""
        self.grid.show_whole()
        self._settle.start()

    def show_notes(self, notes: tuple[HumNote, ...], counted: Counted) -> None:
        """Show the notes and the bars."""
        self.grid.show_notes(notes)
        self.grid.show_counted(counted)
        self._settle.start()

    def show_side(self, side: HumSide) -> None:
        """Show what was heard, and what the buttons do."""
        self.side.show_side(side)

    # --- keys --------------------------------------------------------------------------------

    def _is_own(self, event: QKeyEvent) -> bool:
        keys, key = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, event.key()
        if keys == _PLAIN:
            return key in {*_SIDEWAYS, *_UPWARDS} | _DELETES | ENTER | _SINGLE
        return (keys in (_ALT, _FINE) and key in _SIDEWAYS) or event.matches(
            QKeySequence.StandardKey.Undo
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._is_own(event):
            super().keyPressEvent(event)
            return
        key, keys = Qt.Key(event.key()), event.modifiers()
        if key == Qt.Key.Key_R:
            self.side.again_clicked.emit()
        elif key == Qt.Key.Key_Space:
            self.listen_clicked.emit()
        elif key in ENTER:
            self.side.main_clicked.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        elif key in _SIDEWAYS and not keys & _ALT:
            self.grid.note_chosen.emit(self.grid.note_after(_SIDEWAYS[key]))
        else:
            self._change_note(key, keys)

    def _change_note(self, key: Qt.Key, keys: Qt.KeyboardModifier) -> None:
        grid, note = self.grid, self.grid.note
        if note is None:
            return
        if key in _UPWARDS:
            grid.pitch_moved.emit(note.number, min(127, max(0, note.pitch + _UPWARDS[key])))
        elif key in _SIDEWAYS:
            is_end = bool(keys & Qt.KeyboardModifier.ShiftModifier)
            at_s = (note.end_s if is_end else note.start_s) + _SIDEWAYS[key] * STEP_S
            grid.edge_moved.emit(note.number, at_s, is_end)
        elif key in _DELETES:
            grid.left_out.emit(note.number)
        else:
            grid.taken.emit(note.number)
