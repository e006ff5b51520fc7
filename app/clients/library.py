"""The library's child: searched, changed and described; started when it is first needed."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from engine import messages


class PieceSearch(QObject):
    """What one list shows of the library: one search at a time, its rows as they are wanted.

    Signals:
        found: How many pieces the search has (an int).
        shown: The first row's number, and rows (a tuple of `messages.FoundPiece`).
    """

    found = Signal(int)
    shown = Signal(int, object)

    def __init__(self, library: "Library") -> None:
        super().__init__(library)
        self._library = library
        self._query = messages.PieceQuery()
        self._request = 0

    @property
    def request(self) -> int:
        """The number of the search that holds; 0 before the first."""
        return self._request

    def seek(self, query: messages.PieceQuery) -> None:
        """Search for this from now on."""
        self._query = query
        self.again()

    def again(self) -> None:
        """Search once more: the library is another one."""
        self._request = self._library.next_request()
        self._library.send(messages.FindPieces(request=self._request, query=self._query))

    def show_rows(self, first: int, count: int) -> None:
        """Ask for rows of the search that holds."""
        self._library.send(messages.ShowPieces(request=self._request, first=first, count=count))

    def use_all(self, *, used: bool) -> None:
        """Let models learn from all that was found, or from none of it."""
        self._library.send(messages.UseFound(request=self._request, used=used))

    def take_found(self, event: messages.PiecesFound) -> None:
        """Hear how many there are, if it is this search's answer."""
        if event.request == self._request:
            self.found.emit(event.count)

    def take_shown(self, event: messages.PiecesShown) -> None:
        """Hear rows, if they are this search's."""
        if event.request == self._request:
            self.shown.emit(event.first, event.pieces)


class Library(QObject):
    """The child, and the searches that go on in it.

    Args:
        link: To the child.
        parent: Qt's owner.

    Signals:
        described: What is in the library (a `messages.LibraryDescribed`).
        chosen: The pieces that models learn from (a `messages.ChosenListed`).
        table_saved: A table was written there (its path).
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
        """Whether the child was ever needed."""
        return self._started

    def search(self) -> PieceSearch:
        """Return a search for one more list; it begins when it is told what to seek."""
        search = PieceSearch(self)
        self._searches.append(search)
        return search

    def refresh(self) -> None:
        """Tell what is in the library now; starts the child the first time."""
        if not self._started:
            self._started = True
            self._link.start()
            return  # it begins as soon as it listens, and after each restart
        self._begin()

    def change(
        self,
        numbers: tuple[int, ...],
        *,
        used: bool | None = None,
        tags: tuple[str, ...] | None = None,
        rights: str | None = None,
    ) -> None:
        """Change what the user says of some pieces; None leaves it."""
        self.send(messages.ChangePieces(numbers=numbers, used=used, tags=tags, rights=rights))

    def list_chosen(self) -> None:
        """Say which pieces models learn from; `chosen` or `failed` follows."""
        self.send(messages.ListChosen())

    def forget_folder(self, path: bytes) -> None:
        """Forget a folder and what is in it; `described` or `failed` follows."""
        self.send(messages.ForgetFolder(path=path))

    def save_table(self, path: Path) -> None:
        """Write a line for every file of the library; `table_saved` or `failed` follows."""
        self.send(messages.SaveLibraryTable(file=str(path)))

    def next_request(self) -> int:
        """Return a number that no search has had."""
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
            search.take_found(event)

    def _on_shown(self, event: messages.PiecesShown) -> None:
        for search in self._searches:
            search.take_shown(event)
