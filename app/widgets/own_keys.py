"""Keys that a focused widget wants for itself although they are the whole window's."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
ENTER_OR_SPACE = ENTER | {Qt.Key.Key_Space}


def takes_key(event: QEvent, keys: Collection[Qt.Key]) -> bool:
    """Accept a press of one of these keys before a shortcut of the window has it.

    Returns:
        Whether the event was that; the press itself follows.
    """
    if (
        event.type() is not QEvent.Type.ShortcutOverride
        or not isinstance(event, QKeyEvent)
        or event.key() not in keys
    ):
        return False
    event.accept()
    return True
