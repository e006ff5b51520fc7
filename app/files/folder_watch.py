"""Folders that are watched: something happened in them, told once it is quiet again."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

# A program that writes many files into a folder is waited for.
_LOOK_AFTER_MS = 3000


class FolderWatch(QObject):
    """Watches folders.

    Signals:
        changed: Something happened in these (a tuple of paths).
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(lambda folder: self.look_at((folder,)))
        self._waiting: set[str] = set()
        self._soon = QTimer(self, singleShot=True, interval=_LOOK_AFTER_MS)
        self._soon.timeout.connect(self._tell)

    @property
    def folders(self) -> tuple[str, ...]:
        """Those that are watched."""
        return tuple(self._watcher.directories())

    def watch(self, folders: Iterable[str]) -> None:
        """Watch these and no others; those that are not there are left out."""
        wanted = {folder for folder in folders if Path(folder).is_dir()}
        watched = set(self.folders)
        if gone := watched - wanted:
            self._watcher.removePaths(sorted(gone))
        if fresh := wanted - watched:
            self._watcher.addPaths(sorted(fresh))

    def look_at(self, folders: Iterable[str]) -> None:
        """Tell of these soon, as if something had happened in them."""
        self._waiting.update(folders)
        self._soon.start()

    def leave(self, folder: str) -> None:
        """Watch a folder and what is in it no more, and tell nothing of them."""
        gone = {each for each in self.folders if Path(each).is_relative_to(folder)}
        if gone:
            self._watcher.removePaths(sorted(gone))
        self._waiting = {each for each in self._waiting if not Path(each).is_relative_to(folder)}

    def forget(self) -> None:
        """Tell nothing of what has happened until now."""
        self._waiting.clear()
        self._soon.stop()

    def _tell(self) -> None:
        waiting, self._waiting = self._waiting, set()
        folders = tuple(Path(folder) for folder in sorted(waiting) if Path(folder).is_dir())
        if folders:
            self.changed.emit(folders)
