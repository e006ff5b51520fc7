"""The library role: searches, shows and changes the catalogue while the user types.

A process of its own, without torch, because the job process may train for hours.
"""

import os
from collections import Counter
from pathlib import Path

from engine.ground.errors import LibraryError, ProcessError
from engine.ground.paths import Paths, user_paths
from engine.ground.saving import write_atomically
from engine.library.catalogue import Catalogue
from engine.library.entries import Entry, figures_of, outcome_of, spoken_name
from engine.library.makeup import LENGTHS_S, TEMPOS
from engine.library.report import concerns, csv_of
from engine.library.shelf import Numbers, Shelf
from engine.library.songs import choice_of, chosen_piece, found_among
from engine.library.statistics import NO_STATISTICS
from engine.messages import (
    ChangePieces,
    ChosenListed,
    Command,
    DescribeLibrary,
    FindPieces,
    FolderCount,
    ForgetFolder,
    LibraryDescribed,
    LibraryTableSaved,
    ListChosen,
    PiecesChanged,
    PiecesFound,
    PiecesShown,
    SaveLibraryTable,
    ShowPieces,
    UseFound,
)
from engine.values.library import FoundPiece, PieceQuery
from engine.worker.door import Border, CommandRole, Emit, Inbox

PAGE = 100  # rows in an answer to a search
# Qt watches a few hundred folders cheaply; the others are checked when the program starts.
_MOST_WATCHED = 300
# Nobody would look through a tree with more folders.
_MOST_IN_TREE = 5000
# The library's panel and its page each search on their own.
_SEARCHES_KEPT = 4


class ShelfRole(CommandRole):
    """Answers one request after another.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes answers.
        border: Turns an error into an event.
        paths: The user's folders; None determines them for each description.
    """

    def __init__(
        self,
        inbox: Inbox,
        emit: Emit,
        *,
        border: Border,
        paths: Paths | None = None,
    ) -> None:
        super().__init__(inbox, emit, border=border)
        self._fixed_paths = paths
        self._catalogue: Catalogue | None = None
        self._shelf: Shelf | None = None
        self._version: object = None
        self._found: dict[int, Numbers | list[int]] = {}

    def run(self) -> None:
        """Answer requests until the parent goes."""
        super().run()
        self._close()

    def _obey(self, command: Command) -> None:
        match command:
            case FindPieces():
                self._find(command)
            case ShowPieces():
                self._show(command.request, command.first, command.count)
            case ChangePieces():
                self._change(command)
            case UseFound():
                self._use_found(command)
            case ForgetFolder():
                self._forget(command)
            case DescribeLibrary():
                self._describe()
            case ListChosen():
                self._list_chosen(command.query)
            case SaveLibraryTable():
                self._save(command)
            case _:
                name = type(command).__name__
                raise ProcessError(
                    "The library process does not know the command {name}.", name=name
                )

    def _open(self) -> Shelf | None:
        """Return an up-to-date shelf; None without a catalogue."""
        path = (self._fixed_paths or user_paths()).catalogue
        if self._catalogue is not None and self._catalogue.path != path:
            self._close()
        if not path.is_file():
            return None
        if self._catalogue is None:
            self._catalogue = Catalogue(path)
        # Commits of other processes change this number; our own are counted separately.
        (version,) = self._catalogue.connection.execute("PRAGMA data_version").fetchone()
        if self._shelf is None:
            self._shelf = Shelf(self._catalogue)
        elif version != self._version:
            self._shelf.refresh()
        self._version = version
        return self._shelf

    def _close(self) -> None:
        if self._catalogue is not None:
            self._catalogue.close()
        self._catalogue = self._shelf = self._version = None

    def _find(self, command: FindPieces) -> None:
        shelf = self._open()
        found: Numbers | list[int] = [] if shelf is None else shelf.find(command.query)
        self._found[command.request] = found
        while len(self._found) > _SEARCHES_KEPT:
            del self._found[next(iter(self._found))]
        self._emit(PiecesFound(request=command.request, count=len(found)))
        self._show(command.request, 0, PAGE)

    def _show(self, request: int, first: int, count: int) -> None:
        numbers = self._found.get(request, [])[first : first + count]
        self._emit(PiecesShown(request=request, first=first, pieces=self._pieces(numbers)))

    def _pieces(self, numbers: Numbers | list[int]) -> tuple[FoundPiece, ...]:
        shelf, catalogue = self._shelf, self._catalogue
        if shelf is None or catalogue is None:
            return ()
        entries = shelf.rows(numbers)
        pictures = catalogue.pictures([entry.number for entry in entries])
        return tuple(
            _piece(
                entry,
                folder=shelf.folder_of(entry),
                picture=pictures.get(entry.number, b""),
            )
            for entry in entries
        )

    def _change(self, command: ChangePieces) -> None:
        if self._open() is None or self._catalogue is None or self._shelf is None:
            raise LibraryError("There is no library yet.")
        if command.used is not None:
            self._catalogue.set_used(command.numbers, used=command.used)
        if command.tags is not None:
            for number in command.numbers:
                self._catalogue.set_tags(number, command.tags)
        if command.rights is not None:
            self._catalogue.set_rights(command.numbers, command.rights)
        self._shelf.refresh()
        self._emit(PiecesChanged())

    def _use_found(self, command: UseFound) -> None:
        if self._open() is None or self._catalogue is None or self._shelf is None:
            raise LibraryError("There is no library yet.")
        numbers = map(int, self._found.get(command.request, []))
        self._catalogue.set_used(numbers, used=command.used)
        self._shelf.refresh()
        self._emit(PiecesChanged())

    def _forget(self, command: ForgetFolder) -> None:
        if self._open() is None or self._catalogue is None or self._shelf is None:
            raise LibraryError("There is no library yet.")
        self._catalogue.remove_folder(Path(os.fsdecode(command.path)))
        self._shelf.refresh()
        self._emit(PiecesChanged())

    def _describe(self) -> None:
        shelf = self._open()
        if shelf is None or self._catalogue is None:
            self._emit(LibraryDescribed())
            return
        used, used_s = shelf.learned_from()
        entries = list(self._catalogue.training_entries())
        self._emit(
            LibraryDescribed(
                folders=tuple(_shown(folder) for folder in self._catalogue.folders()),
                subfolders=_watched(entries),
                files=len(shelf),
                ready=shelf.ready,
                used=used,
                used_s=used_s,
                choice=choice_of(entries),
                families=shelf.families(),
                keys=shelf.music_keys(),
                lengths=shelf.counted("seconds", LENGTHS_S),
                tempos=shelf.counted("bpm", TEMPOS),
                tags=shelf.tags(),
                concerns=concerns(map(outcome_of, entries)),
                tree=tuple(
                    FolderCount(path=path, pieces=count)
                    for path, count in shelf.folders()[:_MOST_IN_TREE]
                ),
            )
        )

    def _list_chosen(self, query: PieceQuery | None) -> None:
        shelf = self._open()
        if shelf is None or self._catalogue is None:
            self._emit(ChosenListed(pieces=(), seconds=0.0, query=query))
            return
        entries = list(self._catalogue.training_entries())
        if query is not None:
            entries = found_among(entries, shelf, query)
        self._emit(
            ChosenListed(
                pieces=tuple(map(chosen_piece, entries)),
                seconds=sum(entry.statistics.seconds for entry in entries if entry.statistics),
                choice=choice_of(entries),
                query=query,
            )
        )

    def _save(self, command: SaveLibraryTable) -> None:
        if self._open() is None or self._catalogue is None:
            raise LibraryError("There is no library yet.")
        present = (entry for entry in self._catalogue.entries() if not entry.missing)
        text = "".join(csv_of(present))
        try:
            # The byte order mark tells spreadsheets that the file is UTF-8.
            write_atomically(Path(command.file), text.encode("utf-8-sig"))
        except OSError as error:
            reason = error.strerror or error
            raise LibraryError(
                "Could not write ‘{file}’ ({reason}).", file=command.file, reason=reason
            ) from error
        self._emit(LibraryTableSaved(file=command.file))


def _piece(entry: Entry, *, folder: str, picture: bytes) -> FoundPiece:
    statistics = entry.statistics or NO_STATISTICS
    return FoundPiece(
        number=entry.number,
        path=entry.place.path,
        member=entry.place.member.encode("utf-8", "replace").decode(),
        title=entry.title or spoken_name(entry.name),
        composer=entry.composer,
        folder=folder,
        picture=picture,
        music_key=statistics.key,
        **figures_of(statistics),
        tags=entry.tags,
        rights=entry.rights,
        used=entry.used,
        warning=entry.reason,
    )


def _watched(entries: list[Entry]) -> tuple[str, ...]:
    """Return the folders with the most songs, except those whose names are not valid text."""
    counts = Counter(entry.place.file.parent for entry in entries)
    folders = (os.fsencode(folder) for folder, _ in counts.most_common(_MOST_WATCHED))
    return tuple(
        text for name in folders if (text := name.decode("utf-8", "replace")).encode() == name
    )


def _shown(folder: Path) -> str:
    return os.fsencode(folder).decode("utf-8", "replace")
