"""A few bars of a score in a frame, with a round button that plays them."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.values.beats import Drawn
from app.widgets.buttons import IconButton
from app.widgets.words import ElidedLabel, words

# Pixels of the widest picture that is drawn in its own size, and around it.
_MARGIN = 8
# Tenths of a millimetre of the engraver's paper in a pixel, and its narrowest line: two usual bars.
PAPER_PER_PIXEL, NARROWEST = 2.5, 1700


class _Picture(QWidget):
    """A drawn line, as large as it fits."""

    def __init__(self) -> None:
        super().__init__()
        self.line: Drawn | None = None
        # How much of its width has music; the last line of a score ends before the margin.
        self.share = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(64)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.line is None:
            return
        room = QRectF(self.rect()).adjusted(_MARGIN, 2, -_MARGIN, -2)
        whole = room.width() / self.share
        width = min(whole, whole * room.height() / self.line.height_at(whole))
        height = self.line.height_at(width)
        painter = QPainter(self)
        painter.setClipRect(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = room.top() + (room.height() - height) / 2
        left = room.left() + (room.width() - width * self.share) / 2
        self.line.paint(painter, QRectF(left, top, width, height))
        painter.end()


class BeatSheet(QFrame):
    """One page of the two: as it was, or as it will be.

    Args:
        title: The name.
        played: The words of the round button; empty for none.
        is_made: Whether Segue made it: its frame has the accent.

    Signals:
        play_clicked(): Play it with a click on its beats, or stop.
    """

    play_clicked = Signal()

    def __init__(self, title: str, *, played: str, is_made: bool) -> None:
        super().__init__()
        self.setProperty("surface", "made" if is_made else "sheet")
        self.setAccessibleName(title)
        self._name, self._said = played, words(title, tone="title")
        self._about = ElidedLabel(tone="dim")
        self._play = IconButton("play", name=played, kind="round", size=QSize(32, 32))
        self._play.clicked.connect(self.play_clicked)
        self._picture = _Picture()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._play)
        if not played:
            self._play.hide()
        row.addWidget(self._said)
        row.addWidget(self._about, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._picture, 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    @property
    def paper_width(self) -> int:
        """The width to draw a line with, in tenths of a millimetre."""
        return max(NARROWEST, round((self._picture.width() - 2 * _MARGIN) * PAPER_PER_PIXEL))

    def show_about(self, text: str) -> None:
        """Show the meter and the bars beside the title."""
        self._about.setText(text)
        self.setAccessibleDescription(text)

    def show_line(self, line: Drawn | None, *, share: float = 1.0) -> None:
        """Show a drawn line, of which a share of the width has music; None shows an empty page."""
        self._picture.line, self._picture.share = line, share
        self._picture.update()

    @property
    def has_line(self) -> bool:
        """Whether a line is shown."""
        return self._picture.line is not None

    def show_playing(self, *, on: bool) -> None:
        """Show whether it is heard now."""
        self._play.show_icon("stop" if on else "play")
        name = self.tr("Stop") if on else self._name
        self._play.setAccessibleName(name)
        self._play.setToolTip(name)
