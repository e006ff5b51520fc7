"""Binds the editor of shortcuts to the actions and to the saved keys."""

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QKeySequence

from app.main_window.actions import Actions
from app.main_window.shortcuts import Keys, changed, keys_of, owner_of
from app.settings.settings import Settings
from app.views.preferences.keys_page import KeysPage
from app.views.preferences.values import KeyRow


class KeyEditing(QObject):
    """Saves the keys that the user chooses, and gives them to the actions.

    Args:
        actions: The window's.
        settings: Saves the keys.
        parent: Qt's owner.
    """

    def __init__(self, actions: Actions, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions, self._settings = actions, settings
        known = {spec.name for spec in actions}
        self._chosen: Keys = {n: k for n, k in settings.keys().items() if n in known}
        self._page: KeysPage | None = None
        self._wanted: tuple[str, str] = ("", "")
        actions.show_keys(self.table())

    def table(self) -> dict[str, tuple[str, ...]]:
        """Return the keys of every action; keys that the user gave to one belong to no other."""
        table = keys_of(self._settings.preferences.keys, self._chosen)
        given = [QKeySequence(each) for keys in self._chosen.values() for each in keys]
        return {
            name: keys
            if name in self._chosen
            else tuple(each for each in keys if QKeySequence(each) not in given)
            for name, keys in table.items()
        }

    def show_in(self, page: KeysPage) -> None:
        """Show the keys in a page, and serve it from now on."""
        self._page = page
        page.keys_pressed.connect(self.press)
        page.keys_removed.connect(lambda name: self._give(name, ()))
        page.reset_clicked.connect(self._reset)
        page.reset_all_clicked.connect(lambda: self._keep({}))
        page.take_clicked.connect(self._take)
        self._show()

    def press(self, name: str, keys: str) -> None:
        """Give an action these keys, or show which other action has them."""
        owner = owner_of(keys, self.table(), but=name)
        if not owner:
            self._give(name, (keys,))
            return
        self._wanted = (name, keys)
        if self._page is not None:
            text = self.tr("%1 belongs to “%2”.")
            text = text.replace("%1", _native(keys)).replace("%2", self._words(owner))
            self._page.show_conflict(text)

    def refresh(self) -> None:
        """Give the actions their keys again, after the keyboard layout changed."""
        self._keep(self._chosen)

    def _take(self) -> None:
        name, keys = self._wanted
        owner = owner_of(keys, self.table(), but=name)
        if owner:
            wanted = QKeySequence(keys)
            rest = tuple(k for k in self.table()[owner] if QKeySequence(k) != wanted)
            self._give(owner, rest)
        self._give(name, (keys,))

    def _reset(self, name: str) -> None:
        """Give an action its default keys, and take them from actions that have them now."""
        preset = self._settings.preferences.keys
        chosen = {other: keys for other, keys in self._chosen.items() if other != name}
        for keys in keys_of(preset, {})[name]:
            owner = owner_of(keys, keys_of(preset, chosen), but=name)
            if owner:
                rest = tuple(
                    k for k in chosen.get(owner, ()) if QKeySequence(k) != QKeySequence(keys)
                )
                chosen[owner] = rest
        self._keep(chosen)

    def _give(self, name: str, keys: tuple[str, ...]) -> None:
        self._keep(changed(self._chosen, name, keys, preset=self._settings.preferences.keys))

    def _keep(self, chosen: Keys) -> None:
        self._chosen = chosen
        self._settings.keep_keys(self._chosen)
        self._actions.show_keys(self.table())
        self._show()

    def _show(self) -> None:
        if self._page is None:
            return
        table, own = self.table(), keys_of(self._settings.preferences.keys, {})
        rows = tuple(
            KeyRow(
                name=spec.name,
                text=self._words(spec.name),
                menu=QCoreApplication.translate("Actions", spec.menu),
                keys=table[spec.name],
                changed=table[spec.name] != own[spec.name],
            )
            for spec in self._actions
        )
        self._page.show_keys(rows)

    def _words(self, name: str) -> str:
        return self._actions.name_of(name).rstrip("…")


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
