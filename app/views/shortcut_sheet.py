"""All shortcuts on one sheet, with a search field."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog

ShortcutGroup = tuple[str, tuple[tuple[str, str], ...]]


class ShortcutSheet(QDialog):
    """Groups of (what it does, keys).

    Signals:
        edit_clicked(): Change shortcuts.
    """

    edit_clicked = Signal()

    def show_shortcuts(self, groups: tuple[ShortcutGroup, ...]) -> None:
        """Show (title, ((text, keys as native text), ...)) of each group."""
