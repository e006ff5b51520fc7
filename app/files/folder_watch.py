"""Watch folders and report changes once they are quiet."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

# Waits for programs that write many files.
_LOOK_AFTER_MS = 3000


class FolderWatch(QObject):
    """Watches folders for changes.

    Signals:
        changed: These folders changed (a tuple of paths).
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
        """The watched folders."""
        return tuple(self._watcher.directories())

    def watch(self, folders: Iterable[str]) -> None:
        """Watch exactly these folders; missing ones are skipped."""
        wanted = {folder for folder in folders if Path(folder).is_dir()}
        watched = set(self.folders)
        if gone := watched - wanted:
            self._watcher.removePaths(sorted(gone))
        if fresh := wanted - watched:
            self._watcher.addPaths(sorted(fresh))

    def look_at(self, folders: Iterable[str]) -> None:
        """Report these folders soon, as if they had changed."""
        self._waiting.update(folders)
        self._soon.start()

    def leave(self, folder: str) -> None:
        """Stop watching a folder and its subfolders."""
        gone = {each for each in self.folders if Path(each).is_relative_to(folder)}
        if gone:
            self._watcher.removePaths(sorted(gone))
        self._waiting = {each for each in self._waiting if not Path(each).is_relative_to(folder)}

    def forget(self) -> None:
        """Drop the changes that were not reported yet."""
        self._waiting.clear()
        self._soon.stop()

    def _tell(self) -> None:
        waiting, self._waiting = self._waiting, set()
        folders = tuple(Path(folder) for folder in sorted(waiting) if Path(folder).is_dir())
        if folders:
            self.changed.emit(folders)
