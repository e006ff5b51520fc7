"""Tooltips and labels that name the keys of an action, and follow the user's key bindings."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


def show_keys_in_tooltip(widget: QWidget, action: str) -> None:
    """Append the keys of an action of the widget's window to the widget's tooltip."""
    widget.installEventFilter(_KeyTip(widget, action))


def watch_keys(widget: QWidget, action: str, show: Callable[[str], None]) -> None:
    """Call a function with the keys of an action, now and after every change.

    Args:
        widget: The watch ends with this widget; the action belongs to its window.
        action: The name of the action.
        show: Called with the keys in the system's notation; empty for none.
    """
    _Follower(widget, action, lambda found: show(keys_of(found)))


def keys_of(action: QAction) -> str:
    """Return an action's keys in the system's notation."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def with_keys(text: str, action: QAction) -> str:
    """Return a text followed by an action's keys in parentheses."""
    keys = keys_of(action)
    return f"{text} ({keys})" if keys else text


class _Follower(QObject):
    """Finds the action of a widget's window, and reports every change of its keys."""

    def __init__(self, widget: QWidget, name: str, report: Callable[[QAction], None]) -> None:
        super().__init__(widget)
        self._widget, self._name, self._report = widget, name, report
        self._action: QAction | None = None
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A widget may get another parent until it is shown; only then is its window final.
        if event.type() is QEvent.Type.Show and self._action is None:
            self._find()
        return super().eventFilter(watched, event)

    def _find(self) -> None:
        directly = Qt.FindChildOption.FindDirectChildrenOnly
        self._action = self._widget.window().findChild(QAction, self._name, directly)
        if self._action is not None:
            # A filter costs a call for each event of the widget.
            self._widget.removeEventFilter(self)
            self._action.changed.connect(self._on_change)
            self._on_change()

    def _on_change(self) -> None:
        if self._action is not None:
            self._report(self._action)


class _KeyTip(QObject):
    """Rewrites a tooltip when the keys or the text before them change."""

    def __init__(self, widget: QWidget, name: str) -> None:
        super().__init__(widget)
        self._widget = widget
        self._plain = self._shown = widget.toolTip()
        self._action: QAction | None = None
        _Follower(widget, name, self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTipChange and self._widget.toolTip() != self._shown:
            self._plain = self._widget.toolTip()
            self._update()
        return super().eventFilter(watched, event)

    def _follow(self, action: QAction) -> None:
        self._action = action
        self._update()

    def _update(self) -> None:
        self._shown = self._plain
        # A disabled widget's tooltip is the reason; its keys have no effect.
        if self._action is not None and self._widget.isEnabled():
            self._shown = with_keys(self._plain, self._action)
        if self._widget.toolTip() != self._shown:
            self._widget.setToolTip(self._shown)
