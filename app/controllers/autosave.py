"""Work kept beside the file while it is edited, and offered back after a crash."""

import contextlib
import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.controllers.background import Background
from app.controllers.document import Document
from engine.composition import SUFFIX, Composition, open_composition, save, write_atomically
from engine.errors import SegueError

_log = logging.getLogger(__name__)

AFTER_EDIT_MS = 1000
AT_LATEST_MS = 4000


class _Card(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about an autosaved piece beside its notes."""

    title: str
    path: str
    saved_at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue:
    """A piece that an earlier session left unsaved.

    Attributes:
        file: The autosaved piece.
        title: Its name.
        path: The file it belongs to, or None if it was never saved.
        saved_at: When it was autosaved.
        file_saved_at: When the file it belongs to was saved, or None.
    """

    file: Path
    title: str
    path: Path | None
    saved_at: datetime
    file_saved_at: datetime | None


class Autosave(QObject):
    """Keeps the document a second after each edit and at least every four while editing goes on.

    Args:
        document: What is kept.
        background: Where it is written.
        folder: Where to.
        now: Seconds since 1970, for the restore offer.
        parent: Qt's owner.

    Signals:
        failed: It could not be kept (a SegueError).
        kept: It is on disk.
    """

    failed = Signal(object)
    kept = Signal()

    def __init__(
        self,
        document: Document,
        background: Background,
        *,
        folder: Path,
        now: Callable[[], float] = time.time,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._background = background
        self._folder = folder
        self._now = now
        self._name = f"{os.getpid()}-{time.monotonic_ns()}"
        self._kept: Composition | None = None
        self._soon = QTimer(self, singleShot=True, interval=AFTER_EDIT_MS)
        self._latest = QTimer(self, singleShot=True, interval=AT_LATEST_MS)
        self._soon.timeout.connect(self.keep)
        self._latest.timeout.connect(self.keep)
        document.history_changed.connect(self._on_change)

    @property
    def file(self) -> Path:
        """Where this session's work is kept."""
        return self._folder / f"{self._name}{SUFFIX}"

    def rescues(self) -> list[Rescue]:
        """Return what earlier sessions left, newest first; call it before this one edits."""
        found = [
            rescue
            for card in self._folder.glob("*.json")
            if card.stem != self._name and (rescue := _rescue(card)) is not None
        ]
        return sorted(found, key=lambda rescue: rescue.saved_at, reverse=True)

    def discard(self, rescue: Rescue) -> None:
        """Delete what an earlier session left."""
        _delete(rescue.file)

    def keep(self) -> None:
        """Keep the document now if it has unsaved changes."""
        self._soon.stop()
        self._latest.stop()
        composition = self._document.composition
        if not self._document.dirty or composition is self._kept:
            return
        self._kept = composition
        path, title, at_s = self._document.path, self._document.title, self._now()
        card = _Card(title=title, path=str(path or ""), saved_at_s=at_s)

        def work() -> None:
            save(composition, self.file)
            write_atomically(self.file.with_suffix(".json"), msgspec.json.encode(card))

        self._background.run(work, lambda _: self.kept.emit(), self._on_failure)

    def clear(self) -> None:
        """Delete what this session kept: everything is saved or given up."""
        self._soon.stop()
        self._latest.stop()
        self._kept = None
        _delete(self.file)

    def _on_change(self) -> None:
        if not self._document.dirty:
            # In the queue behind a save under way, so that none is written after it.
            self._soon.stop()
            self._latest.stop()
            self._kept = None
            self._background.run(lambda: _delete(self.file), lambda _: None, self._on_failure)
            return
        self._soon.start()
        if not self._latest.isActive():
            self._latest.start()

    def _on_failure(self, error: SegueError) -> None:
        self._kept = None
        self.failed.emit(error)


def open_rescue(rescue: Rescue) -> Composition:
    """Read what was kept.

    Raises:
        DocumentError: It cannot be read.
    """
    return open_composition(rescue.file)


def _rescue(card_file: Path) -> Rescue | None:
    file = card_file.with_suffix(SUFFIX)
    try:
        card = msgspec.json.decode(card_file.read_bytes(), type=_Card)
    except (OSError, msgspec.MsgspecError):
        _log.warning("No autosave in %s", card_file)
        return None
    if not file.is_file():
        return None
    path = Path(card.path) if card.path else None
    return Rescue(
        file=file,
        title=card.title,
        path=path,
        saved_at=_moment(card.saved_at_s),
        file_saved_at=_moment(path.stat().st_mtime) if path and path.is_file() else None,
    )


def _moment(seconds_s: float) -> datetime:
    return datetime.fromtimestamp(seconds_s).astimezone()


def _delete(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.with_suffix(".json").unlink(missing_ok=True)
        file.unlink(missing_ok=True)
