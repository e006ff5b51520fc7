"""The parts of the window that every workspace shares; binders get them instead of the window."""

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from app.main_window.actions import Actions
from app.main_window.menus import Menus
from app.views.notice_strip import NoticeStrip
from app.views.status_strip import StatusStrip
from app.views.transport.bar import TransportBar


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """The rows above and below the workspaces, and the actions.

    Attributes:
        actions: Every action, by name.
        menus: The menus of the menu bar.
        transport: The row at the top.
        notices: The notices, in the row at the bottom.
        status: The row at the bottom.
    """

    actions: Actions
    menus: Menus
    transport: TransportBar
    notices: NoticeStrip
    status: StatusStrip

    @property
    def frame(self) -> QWidget:
        """The window as a plain widget: the parent of dialogs."""
        return self.status.window()

    def show_title(self, title: str, *, dirty: bool) -> None:
        """Show the piece's name in the title bar, with a mark for unsaved changes."""
        self.frame.setWindowTitle(f"{title}[*] – Segue")
        self.frame.setWindowModified(dirty)
