"""Keys that a focused widget takes before the window's shortcuts."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QValidator
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

# Both keys of that name: Return on the main block and Enter on the number pad.
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
ENTER_OR_SPACE = ENTER | {Qt.Key.Key_Space}


def takes_key(event: QEvent, keys: Collection[Qt.Key]) -> bool:
    """Accept the shortcut override of one of these keys, so that Qt sends the key press itself.

    Returns:
        Whether the event was such an override.
    """
    if (
        event.type() is not QEvent.Type.ShortcutOverride
        or not isinstance(event, QKeyEvent)
        or event.key() not in keys
    ):
        return False
    event.accept()
    return True


def types_into(widget: QWidget | None, text: str) -> bool:
    """Return whether a character that is typed now becomes text of a widget.

    A letter does not become part of a number, nor of a choice in a list.
    """
    if isinstance(widget, QAbstractSpinBox):
        state, *_ = widget.validate(text, len(text))
        return not widget.isReadOnly() and state != QValidator.State.Invalid
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        return not widget.isReadOnly()
    return False
