"""Fades from what a widget showed to what it shows now."""

from PySide6.QtCore import QEasingCurve, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from app.style.motion import FADE_MS, less_motion


def fade_from(widget: QWidget) -> None:
    """Let what a widget shows fade out over what it will show; call it before the change.

    Where the system asks for less motion the change is immediate. The widget itself changes at
    once in either case: the fade is a picture that lies over it and takes no click.
    """
    if less_motion() or not widget.isVisible():
        return
    for before in widget.findChildren(_Former, options=Qt.FindChildOption.FindDirectChildrenOnly):
        before.end()
    _Former(widget, widget.grab())


class _Former(QWidget):
    """The former picture of a widget, which becomes transparent and goes."""

    def __init__(self, over: QWidget, picture: QPixmap) -> None:
        super().__init__(over)
        self._picture = picture
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(over.rect())
        self._fading = QVariantAnimation(self, startValue=1.0, endValue=0.0, duration=FADE_MS)
        self._fading.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._fading.valueChanged.connect(self.update)
        self._fading.finished.connect(self.end)
        self.show()
        self.raise_()
        self._fading.start()

    def end(self) -> None:
        """Go at once."""
        self._fading.stop()
        self.hide()
        self.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setOpacity(float(self._fading.currentValue()))
        painter.drawPixmap(0, 0, self._picture)
        painter.end()
