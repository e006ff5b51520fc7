"""Removes a folder from the library, with a notice that offers to add it again."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.clients.importing import ImportJobs
from app.library.shelf import LibraryShelf
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.views.library_panel.rows import FolderRow
from app.views.notice_strip import NoticeText
from engine import messages

if TYPE_CHECKING:
    from app.views.library_panel.page import LibraryPage

NOTICE, BACK = "folder", "back"


class FolderRemoving(QObject):
    """Binds the folders of the page to the process that removes them.

    Args:
        shell: Shows the question and the notice.
        shelf: Removes the folder.
        importing: Is cancelled first: a running import would add the folder again.
        parent: Qt's owner.
    """

    def __init__(
        self,
        shell: Shell,
        shelf: LibraryShelf,
        importing: ImportJobs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._shelf = shelf
        self._importing = importing
        self._leaving: FolderRow | None = None
        self._sent = self._interrupted = False
        importing.ended.connect(self._forget)
        shelf.described.connect(self._on_described)
        shelf.library.failed.connect(self._on_failure)
        shell.notices.button_clicked.connect(self._on_notice)

    def connect_page(self, page: "LibraryPage") -> None:
        """Serve the page from now on."""
        page.remove_folder_clicked.connect(self.ask)

    def ask(self, folder: FolderRow) -> None:
        """Ask whether to remove a folder, and remove it."""
        detail = self.tr(
            "%n pieces of it leave the library, with the tags and notes you gave them."
            " The files themselves stay where they are.",
            "",
            folder.pieces,
        )
        question = self.tr("Remove ‘%1’ from the library?").replace("%1", folder.name)
        yes = self.tr("Remove")
        if self._leaving is None and dialogs.confirm(
            self._shell.frame, question, detail=detail, yes=yes
        ):
            self._leaving, self._sent = folder, False
            self._interrupted = self._importing.running
            if self._interrupted:
                self._shell.status.show_reason(self.tr("What is being looked through ends first…"))
                self._importing.cancel()
            else:
                self._forget()

    def _forget(self) -> None:
        if self._leaving is not None and not self._sent:
            self._sent = True
            self._shelf.forget_folder(bytes.fromhex(self._leaving.key))

    def _on_described(self, library: messages.LibraryDescribed) -> None:
        gone = self._leaving
        if gone is None or not self._sent:
            return
        known = {each.path for each in library.tree} | set(map(os.fsencode, library.folders))
        if bytes.fromhex(gone.key) in known:
            return  # this description is older than the removal
        self._leaving = None
        self._shell.notices.show_notice(
            NoticeText(
                key=NOTICE,
                happened=self.tr("‘%1’ is no longer in the library.").replace("%1", gone.name),
                did=self.tr("Its files stay where they are."),
                buttons=((f"{BACK} {gone.key}", self.tr("Add it again")),),
                seconds=12.0,
            )
        )
        if self._interrupted:
            self._importing.look_again(self._shelf.folders)

    def _on_failure(self, _event: messages.Failed) -> None:
        self._leaving = None

    def _on_notice(self, key: str, button: str) -> None:
        word, _, folder = button.partition(" ")
        if (key, word) == (NOTICE, BACK):
            self._importing.add([Path(os.fsdecode(bytes.fromhex(folder)))])
