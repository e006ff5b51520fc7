"""Other ways to begin an empty piece, in a frame over the free part of the roll."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import icon
from app.widgets.words import words

# Pixels: the widest frame, the narrowest with explanations, the one without, and what stays free
# at both of its sides.
_WIDEST, _EXPLAINED, _BARE, _MARGIN = 416, 250, 200, 16
# Pixels. A narrower frame has its explanations below the names.
_IN_ONE_LINE = 400
_ROW, _NAME, _SIGN = 40, 60, 16


class _Way(QPushButton):
    """A row of the frame: a sign, a name and an explanation."""

    def __init__(self, name: str, sign: str, said: str) -> None:
        super().__init__()
        self._sign = sign
        self.setProperty("kind", "plain")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(name)
        self._picture, self._name = words(), words(name, tone="title")
        self._picture.setFixedWidth(_SIGN)
        self._said = words("", tone="dim", wrap=True)
        self._texts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._texts.setSpacing(0)
        self._texts.addWidget(self._name)
        self._texts.addWidget(self._said, 1)
        self._inside = inside = QHBoxLayout(self)
        inside.setContentsMargins(12, 6, 12, 6)
        inside.setSpacing(12)
        inside.addWidget(self._picture)
        inside.addLayout(self._texts, 1)
        for part in (self._picture, self._name, self._said):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._paint_sign()
        self.say(said)

    def say(self, said: str) -> None:
        """Show another explanation."""
        self._said.setText(said)
        self.setAccessibleDescription(said)
        self.setToolTip(said)

    def fit(self, width: int, *, explained: bool) -> None:
        """Take a width in pixels, and the height that the words need there."""
        one_line = width >= _IN_ONE_LINE - 32
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._texts.setDirection(across if one_line else down)
        self._name.setMinimumWidth(_NAME if one_line else 0)
        self._said.setVisible(explained)
        self._inside.invalidate()
        needed = self._inside.heightForWidth(width) if explained else 0
        self.setFixedSize(width, max(_ROW, needed))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._paint_sign()
        super().changeEvent(event)

    def _paint_sign(self) -> None:
        self._picture.setPixmap(icon(self._sign).pixmap(QSize(_SIGN, _SIGN)))


class BeginCard(QFrame):
    """A frame with a row for each way: play, hum, draw, drop a file.

    Args:
        over: The roll, which the frame lies over.

    Signals:
        chosen(str): The user clicked a way: `play`, `hum`, `draw` or `drop`.
    """

    chosen = Signal(str)

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self._is_compact = False
        self.setProperty("surface", "popup")
        self.setAccessibleName(self.tr("Or begin it yourself"))
        self._promise = words(
            self.tr("Whatever comes first, Segue goes on from there."), tone="dim", wrap=True
        )
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(8)
        column.addWidget(words(self.tr("Or begin it yourself"), tone="title", wrap=True))
        column.addWidget(self._promise)
        self._ways = {
            "play": _Way(self.tr("Play"), "instrument-keys", ""),
            "hum": _Way(
                self.tr("Hum"), "microphone", self.tr("sing or whistle; Segue finds the notes")
            ),
            "draw": _Way(
                self.tr("Draw"), "pencil", self.tr("double-click in the roll, drag for length")
            ),
            "drop": _Way(self.tr("Drop"), "folder", self.tr("a MIDI, MusicXML, ABC or sound file")),
        }
        for way, row in self._ways.items():
            row.clicked.connect(lambda _=False, each=way: self.chosen.emit(each))
            column.addWidget(row)
        self.hide()

    def show_compact(self, *, compact: bool) -> None:
        """Leave the explanations out, for a small window."""
        self._is_compact = compact

    def show_keyboard(self, said: str) -> None:
        """Say in the row *Play* which keys would be heard."""
        self._ways["play"].say(said)

    def show_beside(self, left: int, *, wanted: bool) -> None:
        """Lie right of a place in pixels of the roll if there is room, or hide."""
        room = self._over.width() - left - 2 * _MARGIN
        explained = not self._is_compact and room >= _EXPLAINED
        width = min(room, _WIDEST) if explained else _BARE
        fits = wanted and room >= _BARE and self._fit(width, explained=explained)
        self.setVisible(fits)
        self.move(
            left + _MARGIN + (room - self.width()) // 2, (self._over.height() - self.height()) // 2
        )

    def _fit(self, width: int, *, explained: bool) -> bool:
        """Take a width; return whether the height fits into the roll."""
        self._promise.setVisible(explained)
        for row in self._ways.values():
            row.fit(width - 32, explained=explained)
        self._column.invalidate()
        self.setFixedSize(width, self._column.totalHeightForWidth(width))
        return self.height() + _MARGIN <= self._over.height()
