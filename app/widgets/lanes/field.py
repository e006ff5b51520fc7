"""The text field that opens in a lane over the roll."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.keys.own import ENTER

# With these the user leaves the window, not the field.
_LEAVES_WINDOW = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class LaneField(QLineEdit):
    """A field that is hidden until the user types in its lane.

    Enter writes the text; so does a change of the focus, which also closes the field. Esc closes it
    without writing.

    Args:
        parent: The lane.
        steps: Whether Tab and Space write and go to the next place, Shift+Tab to the previous one.
            Then Shift+Space is a space; in a text that has one, Space is another.

    Signals:
        entered(str): The text is to be written; the field stays open until the lane closes it.
        stepped(str, int): The text, which is written, and the way to go: 1 on, -1 back.
    """

    entered = Signal(str)
    stepped = Signal(str, int)

    def __init__(self, parent: QWidget, *, steps: bool = False) -> None:
        super().__init__(parent)
        self._lane, self._steps = parent, steps
        self.setProperty("kind", "lane")
        self.hide()

    def open(self, text: str, place: QRect, *, modified: bool = False) -> None:
        """Show the field with a text, all of it selected.

        Args:
            text: The text.
            place: The field's geometry in its lane.
            modified: Whether the text is to be written even if the user does not change it.
        """
        self.setText(text)
        self.setModified(modified)
        self.setGeometry(place)
        self.show()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def close_to_lane(self) -> None:
        """Hide the field, and give the focus to its lane if the field had it."""
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self._lane.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        is_key = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if not is_key or not isinstance(event, QKeyEvent):
            return super().event(event)
        command = self._command_of(event)
        if command is None:
            return super().event(event)
        # The window and the lane have shortcuts on these keys; here the field gets them.
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            command()
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() in _LEAVES_WINDOW or self.isHidden():
            return
        if self.isModified():
            self._enter()
        self.hide()

    def _command_of(self, event: QKeyEvent) -> Callable[[], None] | None:
        """Return the effect of a key; None for a key that types."""
        commands: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Escape: self.close_to_lane,
            **dict.fromkeys(ENTER, self._enter),
        }
        if self._steps:
            commands[Qt.Key.Key_Tab] = partial(self._enter_and_step, 1)
            commands[Qt.Key.Key_Backtab] = partial(self._enter_and_step, -1)
            commands[Qt.Key.Key_Space] = self._command_of_space(event)
        return commands.get(event.key())

    def _command_of_space(self, event: QKeyEvent) -> Callable[[], None]:
        plain = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        several = " " in self.text() and not self.hasSelectedText()
        return partial(self.insert, " ") if plain or several else partial(self._enter_and_step, 1)

    def _enter(self) -> None:
        self.entered.emit(self.text())

    def _enter_and_step(self, step: int) -> None:
        text = self.text()
        if self.isModified():
            self._enter()
            if not self.isHidden():
                # The lane did not write the text, and showed why.
                return
        self.stepped.emit(text, step)
