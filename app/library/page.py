"""Binds the Library workspace when it is first shown."""

from PySide6.QtCore import QObject

from app.library.pieces import PieceActions
from app.library.removing import FolderRemoving
from app.library.views import LibraryViews
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces


class LibraryWorkspace(QObject):
    """Shows the page of all pieces, and connects it when it is first shown.

    Args:
        shell: Has the action that shows the page.
        workspaces: Has the page.
        views: Adds folders, shows the report, leads to training.
        pieces: Opens and plays pieces.
        removing: Removes folders.
        parent: Qt's owner.
    """

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        views: LibraryViews,
        *,
        pieces: PieceActions,
        removing: FolderRemoving,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspaces = workspaces
        self._views = views
        self._pieces = pieces
        self._removing = removing
        self._connected = False
        shell.actions.bind(library_page=self)
        workspaces.compose.library.page_clicked.connect(self.show)
        workspaces.changed.connect(self._on_workspace)

    def show(self) -> None:
        """Show the page."""
        self._workspaces.show_workspace("library")

    def _on_workspace(self, name: str) -> None:
        if name != "library" or self._connected:
            return
        self._connected = True
        page = self._workspaces.library
        self._views.connect_page(page)
        self._pieces.connect_browser(page.pieces)
        self._removing.connect_page(page)
