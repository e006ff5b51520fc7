"""Binds the lists of pieces, in Compose and on the library's page, to the library process."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clients.library import Library, PieceSearch
from app.files.folder_watch import FolderWatch
from app.library.rows import folders_of, sources_of
from app.views.library_panel.panel import LibraryPanel
from app.views.library_panel.piece_browser import PieceBrowser
from app.words.instruments import family_words
from engine import messages

if TYPE_CHECKING:
    from app.views.library_panel.page import LibraryPage


class LibraryShelf(QObject):
    """Binds the lists of pieces to the library process.

    Args:
        panel: Shows the pieces in Compose.
        library: The client of the library process.
        parent: Qt's owner.

    Attributes:
        library: The same.
        search: The search of the list in Compose.

    Signals:
        sources_changed(object): The sources of a training changed (a `Sources`).
        described(object): The library was described (a `messages.LibraryDescribed`).
        folders_changed(object): Files changed in these folders (a tuple of paths).
    """

    sources_changed = Signal(object)
    described = Signal(object)
    folders_changed = Signal(object)

    def __init__(
        self,
        panel: LibraryPanel,
        library: Library,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._page: LibraryPage | None = None
        self.library = library
        self._watch = FolderWatch(self)
        self._told: messages.LibraryDescribed | None = None
        self._watching = True
        self._looks_at_all = False
        self._watch.changed.connect(self.folders_changed)
        library.described.connect(self._on_described)
        self.search = library.search()
        self._connect_browser(panel.pieces, self.search)

    def connect_page(self, page: "LibraryPage") -> None:
        """Show the library on its page, too, from now on."""
        self._page = page
        search = self.library.search()
        self._connect_browser(page.pieces, search)
        page.found_used.connect(lambda used: search.use_all(used=used))
        if self._told is not None:
            self._show_on_page(page, self._told)
        if self.library.started:
            search.again()
        else:
            self.refresh()

    def _connect_browser(self, browser: PieceBrowser, search: PieceSearch) -> None:
        library = self.library
        browser.sought.connect(search.seek)
        browser.wanted.connect(search.show_rows)
        browser.used.connect(lambda numbers, used: library.change(numbers, used=used))
        browser.tagged.connect(lambda numbers, tags: library.change(numbers, tags=tags))
        browser.rights_noted.connect(lambda numbers, text: library.change(numbers, rights=text))
        search.found.connect(browser.show_found)
        search.shown.connect(browser.show_rows)

    def refresh(self) -> None:
        """Ask for the contents of the library; the first call starts its process."""
        self.library.refresh()

    def begin(self) -> None:
        """Ask for the contents of the library, then look for changes in its folders."""
        self._looks_at_all = True
        self.refresh()

    def forget_folder(self, path: bytes) -> None:
        """Remove a folder from the library; `described` follows."""
        # A recent change in the folder would start an import, which would add it again.
        self._watch.leave(os.fsdecode(path))
        self.library.forget_folder(path)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The library's folders; none before the first description."""
        return tuple(map(Path, self._told.folders)) if self._told is not None else ()

    def watch(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Start or stop looking for changes in the library's folders."""
        self._watching = on
        self._looks_at_all = on and self.library.started
        self._watch.forget()
        if self.library.started:
            self.refresh()

    def close(self) -> None:
        """Stop the process and stop watching."""
        self._watch.forget()
        self.library.close()

    def _on_described(self, event: messages.LibraryDescribed) -> None:
        self._told = event
        self._panel.show_library(total=event.ready)
        _offer_filters(self._panel.pieces, event)
        if self._page is not None:
            self._show_on_page(self._page, event)
        self._watch.watch((*event.folders, *event.subfolders) if self._watching else ())
        if self._watching and self._looks_at_all:
            # Find what changed while Segue was closed; an unchanged file costs little time.
            self._looks_at_all = False
            self._watch.look_at(event.folders)
        self.sources_changed.emit(sources_of(event))
        self.described.emit(event)

    def _show_on_page(self, page: "LibraryPage", event: messages.LibraryDescribed) -> None:
        page.show_library(total=event.ready, ticked=event.used, seconds=event.used_s)
        page.show_folders(folders_of(event))
        _offer_filters(page.pieces, event)


def _offer_filters(browser: PieceBrowser, event: messages.LibraryDescribed) -> None:
    browser.offer_filters(
        families=tuple((family_words(number), number) for number, _ in event.families),
        keys=tuple(sorted(key for key, _ in event.keys)),
        tags=event.tags,
    )
