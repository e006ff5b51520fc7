"""Buttons that are one stop for Tab: arrow keys go from one to the next."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QWidget

from app.widgets.keys.own import ENTER

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class OneStop(QObject):
    """Holds buttons in rows; Tab comes to the one that had the focus last, at first to the first.

    Args:
        owner: The widget around the buttons.
        columns: Returns how many buttons stand side by side.

    Signals:
        focused(object): A button got the focus.
    """

    focused = Signal(object)

    def __init__(self, owner: QWidget, columns: Callable[[], int] = lambda: 1) -> None:
        super().__init__(owner)
        self._columns = columns
        self._buttons: tuple[QAbstractButton, ...] = ()
        # Says that the arrow keys move the focus among them.
        self._group = QButtonGroup(self)

    def hold(self, buttons: Sequence[QAbstractButton]) -> None:
        """Hold these buttons in place of those before."""
        for old in self._buttons:
            old.removeEventFilter(self)
            self._group.removeButton(old)
        self._buttons = tuple(buttons)
        for button in buttons:
            button.installEventFilter(self)
            self._group.addButton(button)
        self._stop_at(self._buttons[0] if buttons else None)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if not isinstance(watched, QAbstractButton):
            return False
        if event.type() == QEvent.Type.FocusIn:
            self._stop_at(watched)
            self.focused.emit(watched)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in ENTER:
                watched.click()
                return True
            if event.key() in _ARROWS:
                self._step(watched, *_ARROWS[Qt.Key(event.key())])
                return True
        return False

    def _stop_at(self, stop: QAbstractButton | None) -> None:
        for button in self._buttons:
            policy = Qt.FocusPolicy.StrongFocus if button is stop else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy)

    def _step(self, button: QAbstractButton, across: int, down: int) -> None:
        there = self._buttons.index(button) + across + down * self._columns()
        if 0 <= there < len(self._buttons):
            self._buttons[there].setFocus(Qt.FocusReason.OtherFocusReason)
