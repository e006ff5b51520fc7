"""Say why the key of a disabled action does nothing."""

from PySide6.QtGui import QKeyEvent, QKeySequence

from app.main_window.actions import Actions
from app.views.status_strip import StatusStrip


class RefusedKeys:
    """Shows the reason of a disabled action whose keys are pressed, where nobody else uses them.

    Qt sends the keys of a disabled action to the focused widget, and then to those around it up to
    the window, until one takes them.

    Args:
        actions: The window's.
        status: Shows the reasons.
    """

    def __init__(self, actions: Actions, status: StatusStrip) -> None:
        self._actions, self._status = actions, status

    def explains(self, event: QKeyEvent) -> bool:
        """Show why a key does nothing; return whether it is the key of a disabled action."""
        pressed = QKeySequence(event.keyCombination())
        for spec in self._actions:
            action = self._actions[spec.name]
            if pressed in action.shortcuts() and (reason := self._actions.reason(spec.name)):
                self._status.show_reason(reason)
                return True
        return False
