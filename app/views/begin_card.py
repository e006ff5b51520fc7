"""Other ways to begin an empty piece, in a frame over the free part of the roll."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.style.theme import icon
from app.widgets.words import words

# Pixels.
_WIDTH, _NARROW, _ROW, _MARGIN = 400, 200, 40, 24
# A roll with less room right of the first bars has no place for the explanations, or for the frame.
_ROOM, _LEAST_ROOM = _WIDTH + 2 * _MARGIN, _NARROW + 2 * _MARGIN


class BeginCard(QFrame):
    """A frame with a row for each way: play, draw, drop a file.

    Args:
        over: The roll, which the frame lies over.

    Signals:
        chosen(str): The user clicked a way: `play`, `draw` or `drop`.
    """

    chosen = Signal(str)

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setProperty("surface", "popup")
        self.setAccessibleName(self.tr("Or begin it yourself"))
        self._said: list[QLabel] = [
            words(self.tr("Whatever comes first, Segue goes on from there."), tone="dim")
        ]
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(8)
        column.addWidget(words(self.tr("Or begin it yourself"), tone="title"))
        column.addWidget(self._said[0])
        self._rows: dict[str, QPushButton] = {}
        self._details: dict[str, QLabel] = {}
        for way, name, sign, detail in (
            ("play", self.tr("Play"), "instrument-keys", ""),
            ("draw", self.tr("Draw"), "note", self.tr("double-click in the roll, drag for length")),
            ("drop", self.tr("Drop"), "folder", self.tr("a MIDI, MusicXML or ABC file")),
        ):
            column.addWidget(self._row(way, name, sign, detail))
        self.hide()

    def _row(self, way: str, name: str, sign: str, detail: str) -> QPushButton:
        row = QPushButton()
        row.setProperty("kind", "plain")
        row.setFixedHeight(_ROW)
        row.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row.setCursor(Qt.CursorShape.PointingHandCursor)
        row.setAccessibleName(name)
        row.clicked.connect(lambda: self.chosen.emit(way))
        picture, said = words(), words(detail, tone="dim")
        picture.setPixmap(icon(sign).pixmap(QSize(16, 16)))
        picture.setFixedWidth(24)
        title = words(name, tone="title")
        title.setMinimumWidth(56)
        inside = QHBoxLayout(row)
        inside.setContentsMargins(12, 0, 12, 0)
        for part in (picture, title):
            inside.addWidget(part)
        inside.addWidget(said, 1)
        for part in (picture, title, said):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._rows[way], self._details[way] = row, said
        self._said.append(said)
        return row

    def show_keyboard(self, detail: str) -> None:
        """Say which keyboard is heard, in the row *Play*."""
        self._details["play"].setText(detail)
        self._rows["play"].setAccessibleDescription(detail)

    def show_beside(self, left: int, *, wanted: bool) -> None:
        """Lie right of a place in pixels of the roll if there is room, or hide."""
        if not wanted:
            self.hide()
            return
        room = self._over.width() - left
        for label in self._said:
            label.setVisible(room >= _ROOM)
        self.setFixedWidth(_WIDTH if room >= _ROOM else _NARROW)
        self.adjustSize()
        self.setVisible(room >= _LEAST_ROOM and self.height() + 8 <= self._over.height())
        self.move(left + (room - self.width()) // 2, (self._over.height() - self.height()) // 2)
