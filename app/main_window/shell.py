"""What is there whichever workspace is in sight: what binders are given instead of the window."""

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from app.main_window.actions import Actions
from app.main_window.menus import Menus
from app.views.notice_strip import NoticeStrip
from app.views.status_strip import StatusStrip
from app.views.transport.bar import TransportBar


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """The rows above and below the workspaces, and what can be done.

    Attributes:
        actions: Every action, by name.
        menus: The menu bar's menus.
        transport: The row at the top.
        notices: What is told, under it.
        status: The row at the bottom.
    """

    actions: Actions
    menus: Menus
    transport: TransportBar
    notices: NoticeStrip
    status: StatusStrip

    @property
    def frame(self) -> QWidget:
        """The window as a plain widget: dialogs stand over it, and it can be closed."""
        return self.status.window()

    def show_title(self, title: str, *, dirty: bool) -> None:
        """Show the piece's name; unsaved changes are marked."""
        self.frame.setWindowTitle(f"{title}[*] – Segue")
        self.frame.setWindowModified(dirty)
