"""The menu bar, made from the table of actions, and the menus with changing entries."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from app.main_window.action_table import MENUS, ActionSpec, Menu
from app.main_window.actions import Actions

# Submenus with changing entries: (menu, name, text, the action that they precede).
CHANGING: tuple[tuple[Menu, str, str, str], ...] = (
    ("File", "templates", "New from &template", "open"),
    ("File", "recent", "Open &recent", "save"),
    ("File", "backups", "Older &versions", "insert_midi"),
    ("File", "demos", "&Demo pieces", "save"),
    ("Play", "count_in", "Count-&in", "slower"),
    ("Play", "output", "&Sound through", "tuning"),
    ("Play", "input", "&Listen to", "tuning"),
    ("Model", "models", "&Go on with", "use_starter"),
)


class Menus:
    """All menus of the window.

    Args:
        bar: The menu bar to fill.
        actions: The entries.
    """

    def __init__(self, bar: QMenuBar, actions: Actions) -> None:
        self._changing: dict[str, QMenu] = {}
        for name in MENUS:
            menu = bar.addMenu(_tr(f"&{name}"))
            menu.setToolTipsVisible(True)
            self._fill(menu, name, actions)

    def changing(self, name: str) -> QMenu:
        """Return a submenu with changing entries, by its name in `CHANGING`."""
        return self._changing[name]

    def _fill(self, menu: QMenu, name: Menu, actions: Actions) -> None:
        section = 0
        submenus: dict[str, QMenu] = {}
        before = {at: (key, text) for where, key, text, at in reversed(CHANGING) if where == name}
        for spec in (spec for spec in actions if spec.menu == name):
            if spec.section != section:
                self._add_changing(menu, name, spec.name, before)
                menu.addSeparator()
                section = spec.section
            else:
                self._add_changing(menu, name, spec.name, before)
            _place(spec, menu, submenus).addAction(actions[spec.name])

    def _add_changing(
        self, menu: QMenu, name: Menu, spec: str, before: dict[str, tuple[str, str]]
    ) -> None:
        if spec not in before:
            return
        for where, key, text, at in CHANGING:
            if where == name and at == spec:
                submenu = menu.addMenu(_tr(text))
                submenu.setToolTipsVisible(True)
                self._changing[key] = submenu


def choices(
    menu: QMenu,
    entries: Iterable[tuple[str, str]],
    *,
    current: str | None,
    chosen: Callable[[str], None],
    empty: str = "",
) -> None:
    """Replace the entries of a menu with choices.

    Args:
        menu: The menu; its old entries are removed.
        entries: (key, text) pairs.
        current: The key with a check mark; None shows no check marks.
        chosen: Called with the chosen key.
        empty: A disabled entry for an empty menu.
    """
    menu.clear()
    for key, text in entries:
        action = QAction(text.replace("&", "&&"), menu)
        if current is not None:
            action.setCheckable(True)
            action.setChecked(key == current)
        action.triggered.connect(lambda _checked=False, k=key: chosen(k))
        menu.addAction(action)
    if menu.isEmpty() and empty:
        menu.addAction(empty).setEnabled(False)


def _place(spec: ActionSpec, menu: QMenu, submenus: dict[str, QMenu]) -> QMenu:
    if not spec.submenu:
        return menu
    path = ""
    for title in spec.submenu.split("/"):
        path += f"/{title}"
        if path not in submenus:
            submenus[path] = menu.addMenu(_tr(title))
            submenus[path].setToolTipsVisible(True)
        menu = submenus[path]
    return menu


def _tr(text: str) -> str:
    return QCoreApplication.translate("Actions", text)
