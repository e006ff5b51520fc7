"""Client of the library process, which starts when it is first needed."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from engine import messages
from engine.values.library import PieceQuery


class PieceSearch(QObject):
    """One search, for one list of the window, which requests its visible rows.

    Signals:
        found: The number of results (an int).
        shown: Index of the first row, and rows (a tuple of `FoundPiece`).
    """

    found = Signal(int)
    shown = Signal(int, object)

    def __init__(self, library: "Library") -> None:
        super().__init__(library)
        self._library = library
        self._query = PieceQuery()
        self._request = 0

    @property
    def request(self) -> int:
        """Number of the current search; 0 before the first."""
        return self._request

    def seek(self, query: PieceQuery) -> None:
        """Start another search."""
        self._query = query
        self.again()

    def again(self) -> None:
        """Repeat the search, because the library changed."""
        self._request = self._library.next_request()
        self._library.send(messages.FindPieces(request=self._request, query=self._query))

    def show_rows(self, first: int, count: int) -> None:
        """Request rows of the current search."""
        self._library.send(messages.ShowPieces(request=self._request, first=first, count=count))

    def use_all(self, *, used: bool) -> None:
        """Include all results in training, or exclude them."""
        self._library.send(messages.UseFound(request=self._request, used=used))

    def on_found(self, event: messages.PiecesFound) -> None:
        """Emit the number of results, if the event answers this search."""
        if event.request == self._request:
            self.found.emit(event.count)

    def on_shown(self, event: messages.PiecesShown) -> None:
        """Emit rows, if the event answers this search."""
        if event.request == self._request:
            self.shown.emit(event.first, event.pieces)


class Library(QObject):
    """The library process and its searches.

    Signals:
        described: Contents of the library (a `messages.LibraryDescribed`).
        chosen: The pieces for training (a `messages.ChosenListed`).
        table_saved: The table was written (its path).
        failed: A `messages.Failed`.
    """

    described = Signal(object)
    chosen = Signal(object)
    table_saved = Signal(str)
    failed = Signal(object)

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._started = False
        self._requests = 0
        self._searches: list[PieceSearch] = []
        link.on(messages.Ready, lambda _event: self._begin())
        link.on(messages.PiecesFound, self._on_found)
        link.on(messages.PiecesShown, self._on_shown)
        link.on(messages.PiecesChanged, lambda _event: self.refresh())
        link.on(messages.LibraryDescribed, self.described)
        link.on(messages.ChosenListed, self.chosen)
        link.on(messages.LibraryTableSaved, lambda event: self.table_saved.emit(event.file))
        link.on(messages.Failed, self.failed)

    @property
    def started(self) -> bool:
        """Whether the process was ever needed."""
        return self._started

    def search(self) -> PieceSearch:
        """Return a new search, which begins with `seek`."""
        search = PieceSearch(self)
        self._searches.append(search)
        return search

    def refresh(self) -> None:
        """Request a description; the first call starts the process."""
        if not self._started:
            self._started = True
            self._link.start()
            return  # `Ready` calls `_begin`, also after a restart
        self._begin()

    def change(
        self,
        numbers: tuple[int, ...],
        *,
        used: bool | None = None,
        tags: tuple[str, ...] | None = None,
        rights: str | None = None,
    ) -> None:
        """Change the user's data of some pieces; None keeps a value."""
        self.send(messages.ChangePieces(numbers=numbers, used=used, tags=tags, rights=rights))

    def list_chosen(self, query: PieceQuery | None = None) -> None:
        """Request the pieces for training, or those of a search; `chosen` or `failed` follows."""
        self.send(messages.ListChosen(query=query))

    def forget_folder(self, path: bytes) -> None:
        """Remove a folder and its pieces; `described` or `failed` follows."""
        self.send(messages.ForgetFolder(path=path))

    def save_table(self, path: Path) -> None:
        """Write a table with a line for each file; `table_saved` or `failed` follows."""
        self.send(messages.SaveLibraryTable(file=str(path)))

    def next_request(self) -> int:
        """Return a new search number."""
        self._requests += 1
        return self._requests

    def send(self, command: messages.LibraryCommand) -> None:
        """Send a command to the child."""
        self._link.send(command)

    def close(self) -> None:
        """End the child."""
        self._link.close()

    def _begin(self) -> None:
        self.send(messages.DescribeLibrary())
        for search in self._searches:
            search.again()

    def _on_found(self, event: messages.PiecesFound) -> None:
        for search in self._searches:
            search.on_found(event)

    def _on_shown(self, event: messages.PiecesShown) -> None:
        for search in self._searches:
            search.on_shown(event)
