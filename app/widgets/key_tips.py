"""Tooltips that end with the keys which do the same, whichever the user chose."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


def tell_keys(widget: QWidget, action: str) -> None:
    """Let a widget's tooltip end with the keys of its window's action of this name, if any."""
    widget.installEventFilter(_KeyTip(widget, action))


def with_keys(text: str, action: QAction) -> str:
    """Return a text with an action's keys, as this system writes them, behind it."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return f"{text} ({keys})" if keys else text


class _KeyTip(QObject):
    """Writes the keys whenever they, or the text before them, are others."""

    def __init__(self, widget: QWidget, name: str) -> None:
        super().__init__(widget)
        self._widget, self._name = widget, name
        self._plain = self._told = widget.toolTip()
        self._action: QAction | None = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Only what is shown is in its window for certain.
        if event.type() is QEvent.Type.Show and self._action is None:
            self._find()
        elif event.type() is QEvent.Type.ToolTipChange and self._widget.toolTip() != self._told:
            self._plain = self._widget.toolTip()
            self._tell()
        return super().eventFilter(watched, event)

    def _find(self) -> None:
        directly = Qt.FindChildOption.FindDirectChildrenOnly
        self._action = self._widget.window().findChild(QAction, self._name, directly)
        if self._action is not None:
            self._action.changed.connect(self._tell)
            self._tell()

    def _tell(self) -> None:
        self._told = self._plain
        # What is disabled says why, and its keys do nothing either.
        if self._action is not None and self._widget.isEnabled():
            self._told = with_keys(self._plain, self._action)
        if self._widget.toolTip() != self._told:
            self._widget.setToolTip(self._told)
