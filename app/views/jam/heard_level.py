"""How loud the last keys were that Segue heard."""

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import theme
from app.widgets.roles import give_role

_HEIGHT = 4
# The share that stays after each step, and milliseconds of a step; the level ends below the last.
_STAYS, _STEP_MS, _SILENCE = 0.82, 40, 0.02


class HeardLevel(QWidget):
    """A strip that jumps with each key to its velocity, and falls back."""

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Indicator)
        self._level = 0.0
        self._falling = QTimer(self, interval=_STEP_MS)
        self._falling.timeout.connect(self._fall)
        self.setAccessibleName(self.tr("What Segue hears"))
        self.setToolTip(self.accessibleName())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def level(self) -> float:
        """The share of the strip that is filled, 0 to 1."""
        return self._level

    def sizeHint(self) -> QSize:
        return QSize(60, _HEIGHT)

    def hear(self, velocity: int) -> None:
        """Show a pressed key's velocity, 1 to 127."""
        self._level = velocity / 127
        self._falling.start()
        self.update()

    def _fall(self) -> None:
        self._level *= _STAYS
        if self._level < _SILENCE:
            self._level = 0.0
            self._falling.stop()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for share, colour in ((1.0, theme().line), (self._level, theme().text)):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(QRectF(0, 0, self.width() * share, self.height()), 2, 2)
        painter.end()
