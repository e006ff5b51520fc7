"""Labels, lines, and announcements to screen readers."""

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

Tone = Literal[
    "text",
    "dim",
    "small",
    "title",
    "figure",
    "verdict",
    "heading",
    "pill",
    "chosen",
    "number",
    "numberOn",
    "warning",
    "good",
    "danger",
    "amber",
    "plain",
    "sign",
]


def words(
    text: str = "", *, tone: Tone = "text", wrap: bool = False, parent: QWidget | None = None
) -> QLabel:
    """Create a plain-text label in a tone of the style sheet."""
    label = QLabel(text, parent)
    label.setProperty("tone", tone)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    return label


def label_of(field: QWidget, text: str, *, tone: Tone = "text") -> QLabel:
    """Create the label of a field.

    Screen readers on Linux name a combo box by its label alone: Qt gives them the chosen entry
    where the accessible name belongs.
    """
    label = words(text, tone=tone)
    label.setBuddy(field)
    return label


def give_unseen_label(field: QWidget) -> None:
    """Give a field without a label one for screen readers only: its accessible name."""
    label = words(field.accessibleName(), parent=field)
    label.hide()
    label.setBuddy(field)


def set_tone(widget: QWidget, tone: Tone) -> None:
    """Change the tone of a label."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        repolish(widget)


def repolish(widget: QWidget) -> None:
    """Apply the style sheet again after a property changed."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


def hairline(*, vertical: bool = False, parent: QWidget | None = None) -> QFrame:
    """Create a line of one pixel."""
    line = QFrame(parent)
    line.setProperty("surface", "line")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


def announce(widget: QWidget, text: str) -> None:
    """Make a screen reader speak a sentence now."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class ElidedLabel(QLabel):
    """A label of one line that is cut with … and then has the whole text as tooltip."""

    def __init__(
        self, text: str = "", *, tone: Tone = "text", parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self.setProperty("tone", tone)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(24)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = painter.fontMetrics()
        # `setText` updates no more than this: outside it the old text would stay.
        room = self.contentsRect()
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        self.setToolTip(self.text() if text != self.text() else "")
        painter.setPen(self.palette().windowText().color())
        painter.drawText(room, int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), text)
        painter.end()


def state_label() -> ElidedLabel:
    """Return a small label that stands at the right of a title and says its state."""
    label = ElidedLabel(tone="small")
    label.setAlignment(Qt.AlignmentFlag.AlignRight)
    return label
