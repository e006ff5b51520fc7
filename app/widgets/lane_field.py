"""The text field that opens in a lane over the roll."""

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.own_keys import ENTER


class LaneField(QLineEdit):
    """A field that is hidden until the user types in its lane; Esc closes it.

    Signals:
        entered(str): Enter was pressed; the field stays open until the lane closes it.
    """

    entered = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "lane")
        self.hide()

    def open(self, text: str, place: QRect) -> None:
        """Show the field with a text, all of it selected."""
        self.setText(text)
        self.setGeometry(place)
        self.show()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def close_to(self, lane: QWidget) -> None:
        """Hide the field, and give the focus to its lane if the field had it."""
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            lane.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        is_key = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if not is_key or not isinstance(event, QKeyEvent):
            return super().event(event)
        if event.key() not in (Qt.Key.Key_Escape, *ENTER):
            return super().event(event)
        # The window and the lane have shortcuts on these keys; here the field gets them.
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.close_to(self.parentWidget())
            else:
                self.entered.emit(self.text())
        return True
