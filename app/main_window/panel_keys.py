"""F6 moves the focus from panel to panel."""

from collections.abc import Callable
from weakref import WeakKeyDictionary, ref

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.widgets.words import announce


class PanelKeys(QObject):
    """Moves the focus to the next visible panel.

    Args:
        window: The window.
        panels: Returns the panels with names, in the order to visit.
    """

    def __init__(
        self, window: QWidget, panels: Callable[[], tuple[tuple[QWidget, str], ...]]
    ) -> None:
        super().__init__(window)
        self._window, self._panels = window, panels
        # The last focused widget of each panel; weak, because cards and rows are deleted.
        self._left: WeakKeyDictionary[QWidget, ref[QWidget]] = WeakKeyDictionary()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)

    def step(self, direction: int) -> None:
        """Focus the next panel (1) or the previous one (-1), where the user last was in it."""
        shown = [(p, name) for p, name in self._panels() if p.isVisible() and _stops(p)]
        if not shown:
            return
        now: QWidget | None = self._window.focusWidget()
        inside = (i for i, (p, _) in enumerate(shown) if now is not None and _holds(p, now))
        here = next(inside, -1 if direction > 0 else 0)
        panel, name = shown[(here + direction) % len(shown)]
        announce(self._window, name)
        self._entry_of(panel).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _entry_of(self, panel: QWidget) -> QWidget:
        """Return the widget of a panel that had the focus last, or its first tab stop."""
        stops = _stops(panel)
        left = self._left.get(panel)
        return next((w for w in stops if left is not None and w is left()), stops[0])

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is None or now.window() is not self._window:
            return
        for panel, _ in self._panels():
            if _holds(panel, now):
                self._left[panel] = ref(now)


def _holds(panel: QWidget, widget: QWidget) -> bool:
    return panel is widget or panel.isAncestorOf(widget)


def _stops(panel: QWidget) -> list[QWidget]:
    """Return the panel's tab stops, from the top left."""
    found = [
        w
        for w in [panel, *panel.findChildren(QWidget)]
        if w.isVisible()
        and w.isEnabled()
        and w.focusPolicy() & Qt.FocusPolicy.TabFocus
        and w.focusProxy() is None
    ]
    return sorted(found, key=lambda w: _place(panel, w))


def _place(panel: QWidget, widget: QWidget) -> tuple[int, int]:
    corner = widget.mapTo(panel, widget.rect().topLeft()) if widget is not panel else None
    return (corner.y(), corner.x()) if corner is not None else (-1, -1)
