"""The library's child: what is searched for, shown, changed and described in the window."""

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from app.engine_words import in_own_words
from app.library.instruments import DRUMS, FAMILIES
from app.talk.engine_link import Link
from app.views.library_panel.panel import LibraryPanel
from app.views.library_panel.rows import PieceFilters, PieceRow
from app.views.train.values import Sources
from engine import messages

SHOWN_FAMILIES = 8
DRUM_FAMILY = 16
BETWEEN = "\n"
# No path begins so.
_IN_NUMBERS = "\x01"
# A program that writes many files into a folder is waited for.
_LOOK_AFTER_MS = 3000


class LibraryShelf(QObject):
    """Between the list of pieces and the child that knows them.

    Args:
        panel: Shows the pieces.
        link: The library's child, started when it is first needed.
        parent: Qt's owner.

    Signals:
        sources_changed: What there is to learn from (a `Sources`).
        described: What is in the library (a `messages.LibraryDescribed`).
        folders_changed: Something happened in these folders of the library (a tuple of paths).
        table_saved: A table was written there (its path).
        failed: A `messages.Failed`.
    """

    sources_changed = Signal(object)
    described = Signal(object)
    folders_changed = Signal(object)
    table_saved = Signal(str)
    failed = Signal(object)

    def __init__(self, panel: LibraryPanel, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self._link = link
        self._started = False
        self._request = 0
        self._filters = PieceFilters()
        self._folders: tuple[Path, ...] = ()
        self._watching = True
        self._looks_at_all = False
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._on_change)
        self._changed: set[str] = set()
        self._look_soon = QTimer(self, singleShot=True, interval=_LOOK_AFTER_MS)
        self._look_soon.timeout.connect(self._look)
        panel.pieces_sought.connect(self._seek)
        panel.pieces_wanted.connect(self._show)
        panel.pieces_used.connect(lambda numbers, used: self._change(numbers, used=used))
        panel.pieces_tagged.connect(lambda numbers, tags: self._change(numbers, tags=tags))
        panel.rights_noted.connect(lambda numbers, text: self._change(numbers, rights=text))
        link.on(messages.Ready, lambda _event: self._begin())
        link.on(messages.PiecesFound, self._on_found)
        link.on(messages.PiecesShown, self._on_shown)
        link.on(messages.PiecesChanged, lambda _event: self.refresh())
        link.on(messages.LibraryDescribed, self._on_described)
        link.on(messages.LibraryTableSaved, lambda event: self.table_saved.emit(event.file))
        link.on(messages.Failed, self.failed)

    def refresh(self) -> None:
        """Show what is in the library now; starts the child the first time."""
        if not self._started:
            self._started = True
            self._link.start()
            return  # it begins as soon as it listens, and after each restart
        self._begin()

    def begin(self) -> None:
        """Show what is in the library; then what happened to its folders since is looked for."""
        self._looks_at_all = True
        self.refresh()

    @property
    def folders(self) -> tuple[Path, ...]:
        """The library's folders, as far as they have been told."""
        return self._folders

    def watch(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Look for what is new in the library's folders from now on, or no more."""
        self._watching = on
        self._looks_at_all = on and self._started
        self._changed.clear()
        self._look_soon.stop()
        if self._started:
            self.refresh()

    def save_table(self, path: Path) -> None:
        """Write a line for every file of the library; `table_saved` or `failed` follows."""
        self._link.send(messages.SaveLibraryTable(file=str(path)))

    def close(self) -> None:
        """End the child and stop watching."""
        self._look_soon.stop()
        self._link.close()

    def _begin(self) -> None:
        self._link.send(messages.DescribeLibrary())
        self._find()

    def _seek(self, filters: PieceFilters) -> None:
        self._filters = filters
        self._find()

    def _find(self) -> None:
        self._request += 1
        query = query_of(self._filters)
        self._link.send(messages.FindPieces(request=self._request, query=query))

    def _show(self, first: int, count: int) -> None:
        self._link.send(messages.ShowPieces(request=self._request, first=first, count=count))

    def _change(
        self,
        numbers: tuple[int, ...],
        *,
        used: bool | None = None,
        tags: tuple[str, ...] | None = None,
        rights: str | None = None,
    ) -> None:
        self._link.send(messages.ChangePieces(numbers=numbers, used=used, tags=tags, rights=rights))

    def _on_found(self, event: messages.PiecesFound) -> None:
        if event.request == self._request:
            self._panel.show_found(event.count)

    def _on_shown(self, event: messages.PiecesShown) -> None:
        if event.request == self._request:
            self._panel.show_rows(event.first, tuple(row_of(piece) for piece in event.pieces))

    def _on_described(self, event: messages.LibraryDescribed) -> None:
        self._panel.show_library(
            total=event.ready,
            folders=", ".join(_home(folder) for folder in event.folders),
            not_used=event.files - event.ready,
        )
        self._panel.offer_filters(
            families=tuple((family_name(number), number) for number, _ in event.families),
            keys=tuple(sorted(key for key, _ in event.keys)),
            tags=event.tags,
        )
        self._folders = tuple(map(Path, event.folders))
        self._watch((*event.folders, *event.subfolders) if self._watching else ())
        if self._watching and self._looks_at_all:
            # What was changed while Segue was closed; what was not costs a glance at its date.
            self._looks_at_all = False
            self._changed.update(event.folders)
            self._look_soon.start()
        self.sources_changed.emit(sources_of(event))
        self.described.emit(event)

    # --- folders ----------------------------------------------------------------------------

    def _watch(self, folders: Sequence[str]) -> None:
        wanted = {folder for folder in folders if Path(folder).is_dir()}
        watched = set(self._watcher.directories())
        if gone := watched - wanted:
            self._watcher.removePaths(sorted(gone))
        if fresh := wanted - watched:
            self._watcher.addPaths(sorted(fresh))

    def _on_change(self, folder: str) -> None:
        self._changed.add(folder)
        self._look_soon.start()

    def _look(self) -> None:
        changed, self._changed = self._changed, set()
        folders = tuple(Path(folder) for folder in sorted(changed) if Path(folder).is_dir())
        if folders:
            self.folders_changed.emit(folders)


def query_of(filters: PieceFilters) -> messages.PieceQuery:
    """Return what is sought, as the child takes it; upper limits are not part of what is shown."""
    hair = 1e-6
    return messages.PieceQuery(
        text=filters.text,
        family=filters.family,
        key=filters.key,
        tag=filters.tag,
        shortest_s=filters.seconds[0],
        longest_s=max(0.0, filters.seconds[1] - hair),
        slowest_bpm=filters.bpm[0],
        fastest_bpm=max(0.0, filters.bpm[1] - hair),
    )


def row_of(piece: messages.FoundPiece) -> PieceRow:
    """Return a piece as the panel shows it; its key is read by `place_of`."""
    return PieceRow(
        key=_key(piece),
        title=piece.title,
        seconds=piece.seconds,
        number=piece.number,
        used=piece.used,
        bpm=piece.bpm,
        tags=piece.tags,
        rights=piece.rights,
        tracks=piece.tracks,
        music_key=piece.key,
        warning=in_own_words(piece.warning),
    )


def _key(piece: messages.FoundPiece) -> str:
    """Return a piece's path, and on a line of its own its path in an archive.

    Qt's texts do not hold names that are no UTF-8; those are written as numbers.
    """
    try:
        path = piece.path.decode("utf-8")
    except UnicodeDecodeError:
        path = f"{_IN_NUMBERS}{piece.path.hex()}"
    return f"{path}{BETWEEN}{piece.member}" if piece.member else path


def place_of(key: str) -> tuple[Path, str]:
    """Return the path that a row's key means, and the path in an archive or nothing."""
    path, _, member = key.partition(BETWEEN)
    if path.startswith(_IN_NUMBERS):
        path = os.fsdecode(bytes.fromhex(path.removeprefix(_IN_NUMBERS)))
    return Path(path), member


def sources_of(event: messages.LibraryDescribed) -> Sources:
    """Return what there is to learn from, as the training page shows it."""
    families = tuple((family_name(number), count) for number, count in event.families)
    return Sources(
        pieces=event.used,
        total=event.files,
        seconds=event.used_s,
        instruments=families[:SHOWN_FAMILIES],
        warning=event.concerns[0] if event.concerns else "",
    )


def family_name(number: int) -> str:
    """Return a family of instruments as charts name it."""
    return DRUMS if number == DRUM_FAMILY else FAMILIES[number]


def _home(folder: str) -> str:
    home = str(Path.home())
    return f"~{folder[len(home) :]}" if folder.startswith(home) else folder
