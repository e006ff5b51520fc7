"""The command palette: type a few letters, press Enter."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something the user can do.

    Attributes:
        key: What names it in the signal.
        text: What it does.
        section: The menu it lives in.
        shortcut: Native text, or empty.
        reason: Why it cannot be done now, or empty.
    """

    key: str
    text: str
    section: str = ""
    shortcut: str = ""
    reason: str = ""


class CommandPalette(QDialog):
    """A field and a list at the top of the window.

    Signals:
        command_chosen(str): The command's key; the palette is closed first.
    """

    command_chosen = Signal(str)

    def show_commands(self, commands: tuple[Command, ...]) -> None:
        """Offer these commands."""
