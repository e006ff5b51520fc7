"""Widgets that tell the keys which do the same, whichever the user chose."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


def show_keys_in_tooltip(widget: QWidget, action: str) -> None:
    """Let a widget's tooltip end with the keys of its window's action of this name, if any."""
    widget.installEventFilter(_KeyTip(widget, action))


def watch_keys(widget: QWidget, action: str, told: Callable[[str], None]) -> None:
    """Tell the keys of an action of a widget's window, at first and whenever they may be others.

    Args:
        widget: That tells them; what follows lives as long as it does.
        action: Its name.
        told: Is given the keys as this system writes them; empty where there are none.
    """
    _Follower(widget, action, lambda found: told(keys_of(found)))


def keys_of(action: QAction) -> str:
    """Return the keys of an action, as this system writes them."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def with_keys(text: str, action: QAction) -> str:
    """Return a text with an action's keys, as this system writes them, behind it."""
    keys = keys_of(action)
    return f"{text} ({keys})" if keys else text


class _Follower(QObject):
    """Finds the action of a widget's window, and tells its keys whenever they may be others."""

    def __init__(self, widget: QWidget, name: str, told: Callable[[QAction], None]) -> None:
        super().__init__(widget)
        self._widget, self._name, self._told = widget, name, told
        self._action: QAction | None = None
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Only what is shown is in its window for certain.
        if event.type() is QEvent.Type.Show and self._action is None:
            self._find()
        return super().eventFilter(watched, event)

    def _find(self) -> None:
        directly = Qt.FindChildOption.FindDirectChildrenOnly
        self._action = self._widget.window().findChild(QAction, self._name, directly)
        if self._action is not None:
            self._action.changed.connect(self._tell)
            self._tell()

    def _tell(self) -> None:
        if self._action is not None:
            self._told(self._action)


class _KeyTip(QObject):
    """Writes the keys whenever they, or the text before them, are others."""

    def __init__(self, widget: QWidget, name: str) -> None:
        super().__init__(widget)
        self._widget = widget
        self._plain = self._told = widget.toolTip()
        self._action: QAction | None = None
        _Follower(widget, name, self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTipChange and self._widget.toolTip() != self._told:
            self._plain = self._widget.toolTip()
            self._tell()
        return super().eventFilter(watched, event)

    def _follow(self, action: QAction) -> None:
        self._action = action
        self._tell()

    def _tell(self) -> None:
        self._told = self._plain
        # What is disabled says why, and its keys do nothing either.
        if self._action is not None and self._widget.isEnabled():
            self._told = with_keys(self._plain, self._action)
        if self._widget.toolTip() != self._told:
            self._widget.setToolTip(self._told)
