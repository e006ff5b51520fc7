"""Autosave the piece during editing, and offer it after a crash.

A whole copy is written now and then. Between copies each edit is appended to a journal immediately,
so that a crash loses at most the current edit. The copy and its journal share a number, and a card
names the current number, so that a journal is never applied to another copy. A lock beside the card
shows that its session is alive: other sessions neither offer nor delete the work of a window that
only hangs.
"""

import contextlib
import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.files.background import Background
from app.files.journal import line_of, replayed
from app.state.document import Document
from engine.gate import documents
from engine.gate.files import UnreadableError, open_regular, read_file
from engine.ground.errors import DocumentError, SegueError
from engine.ground.locking import OwnerLock, is_held
from engine.ground.saving import sweep, write_atomically
from engine.piece.composition import Composition
from engine.piece.composition_file import SUFFIX, open_composition, to_bytes_at_once

_log = logging.getLogger(__name__)

# A whole copy follows a pause in editing, but at least once a minute.
AFTER_EDIT_MS = 2000
AT_LATEST_MS = 60_000
# A new copy replaces a journal before it exceeds what a rescue reads. A quarter of that, because
# edits
# during the writing of the copy are appended, too.
MOST_JOURNAL_BYTES = documents.OURS.text_bytes // 4
# The year 9999, the last that `datetime` can represent.
LATEST_S = 253_370_764_800.0
_LOCK = ".lock"


class _Card(msgspec.Struct, frozen=True, kw_only=True):
    """The data of an autosaved piece besides its notes."""

    title: str
    path: str
    saved_at_s: Annotated[float, msgspec.Meta(ge=0, le=LATEST_S)]
    copy: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue:
    """An autosaved piece of an earlier session.

    Attributes:
        card: The card file.
        file: The whole copy.
        journal: The edits after the copy.
        title: The name of the piece.
        path: The file of the piece, or None if it was never saved.
        saved_at: Time of the autosave.
        file_saved_at: Time of the last save of the file, or None.
    """

    card: Path
    file: Path
    journal: Path
    title: str
    path: Path | None
    saved_at: datetime
    file_saved_at: datetime | None


class Autosave(QObject):
    """Writes each edit to the journal, and a whole copy after a pause, a minute or many edits.

    Args:
        now: Returns seconds since 1970, for the card.

    Signals:
        failed: Writing failed (a SegueError).
        kept: A whole copy was written.
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
        # Locked with the first copy, because the folder may not exist before.
        self._owner = OwnerLock(_lock_of(self._card))
        self._copy = 0
        self._journalled = False
        self._journal_bytes = 0
        self._kept: Composition | None = None
        self._soon = QTimer(self, singleShot=True, interval=AFTER_EDIT_MS)
        self._latest = QTimer(self, singleShot=True, interval=AT_LATEST_MS)
        self._soon.timeout.connect(self.keep)
        self._latest.timeout.connect(self.keep)
        document.replaced.connect(self._on_replaced)
        document.history_changed.connect(self._on_change)

    @property
    def file(self) -> Path:
        """The latest whole copy of this session."""
        return _copy_of(self._card, self._copy)

    @property
    def journal(self) -> Path:
        """The journal of the edits after it."""
        return self.file.with_suffix(".journal")

    @property
    def _card(self) -> Path:
        return self._folder / f"{self._name}.json"

    def rescues(self) -> list[Rescue]:
        """Return the autosaves of earlier sessions, newest first, except those of running ones."""
        sweep(self._folder)
        for lock in self._folder.glob(f"*{_LOCK}"):
            if not lock.with_suffix(".json").exists() and is_held(lock) is False:
                with contextlib.suppress(OSError):  # Windows keeps a file that somebody has open
                    lock.unlink()
        others = [card for card in self._folder.glob("*.json") if card.stem != self._name]
        left = [card for card in others if not _is_owned(card)]
        found = [rescue for card in left if (rescue := _rescue(card)) is not None]
        return sorted(found, key=lambda rescue: rescue.saved_at, reverse=True)

    def discard(self, rescue: Rescue) -> None:
        """Delete an autosave."""
        _delete(rescue.card)

    def take_over(self, rescue: Rescue) -> None:
        """Autosave the document in place of the rescue that it was opened from."""
        if self._document.dirty:
            self._keep(durable=True, instead_of=rescue)
        else:
            self.discard(rescue)

    def keep(self, *, durable: bool = True) -> None:
        """Write a whole copy now, if there are unsaved changes that no copy has.

        Args:
            durable: Whether to wait for the disk (fsync). Without it a power failure may lose the
                copy;
                a crash of the program does not.
        """
        self._soon.stop()
        self._latest.stop()
        kept = self._document.composition is self._kept and not self._journalled
        if self._document.dirty and not kept:
            self._keep(durable=durable)

    def _keep(self, *, durable: bool, instead_of: Rescue | None = None) -> None:
        composition = self._document.composition
        self._kept, self._journalled, self._journal_bytes = composition, False, 0
        before, self._copy = self.file, self._copy + 1
        file, card_file = self.file, self._card
        path, title, at_s = self._document.path, self._document.title, self._now()
        card = _Card(title=title, path=str(path or ""), saved_at_s=at_s, copy=self._copy)

        def work() -> None:
            self._owner.take()
            # A faster encoding than the file's: the MIDI of a long piece takes seconds.
            _put(file, to_bytes_at_once(composition), durable=durable)
            _put(card_file, msgspec.json.encode(card), durable=durable)
            _delete_copy(before)
            if instead_of is not None:
                _delete(instead_of.card)

        self._background.run(work, lambda _: self.kept.emit(), self._on_failure)

    def _note(self) -> None:
        """Append the latest edit to the journal."""
        before, composition = self._kept, self._document.composition
        if before is None:
            # The journal needs a copy to start from.
            self.keep(durable=False)
            self._journalled = True
            return
        if composition is before:
            return
        self._kept, self._journalled = composition, True
        journal = self.journal

        def work() -> int:
            line = line_of(before, composition)
            try:
                with open(journal, "ab", opener=_private) as file:
                    file.write(line)
            except OSError as error:
                reason = error.strerror or str(error)
                raise DocumentError(
                    "Could not keep the last edit in ‘{journal}’ ({reason}).",
                    journal=journal,
                    reason=reason,
                ) from error
            return len(line)

        self._background.run(work, self._on_noted, self._on_failure)

    def _on_noted(self, size: int) -> None:
        self._journal_bytes += size
        if self._journal_bytes > MOST_JOURNAL_BYTES:
            self.keep()

    def clear(self) -> None:
        """Delete this session's autosave, because all work is saved or discarded."""
        self._soon.stop()
        self._latest.stop()
        self._kept = None
        self._delete_own()

    def _delete_own(self) -> None:
        _delete(self._card)
        self._owner.release()

    def _on_replaced(self) -> None:
        # The first edit of the new piece writes a whole copy.
        self._kept = None

    def _on_change(self) -> None:
        if not self._document.dirty:
            # The job runs after a save under way, so nothing is written later.
            self._soon.stop()
            self._latest.stop()
            self._kept = None
            self._background.run(self._delete_own, lambda _: None, self._on_failure)
            return
        self._note()
        self._soon.start()
        if not self._latest.isActive():
            self._latest.start()

    def _on_failure(self, error: SegueError) -> None:
        self._kept = None
        self.failed.emit(error)


def open_rescue(rescue: Rescue) -> Composition:
    """Read an autosaved piece.

    Raises:
        DocumentError: The copy or the journal cannot be read.
    """
    copy = open_composition(rescue.file)
    if not rescue.journal.exists():
        return copy
    try:
        with open_regular(rescue.journal) as file:
            # A longer file is not a journal of ours.
            return replayed(copy, file.read(documents.OURS.text_bytes).splitlines(keepends=True))
    except UnreadableError as error:
        raise DocumentError(
            "Could not open ‘{journal}’.", journal=rescue.journal, hint=str(error)
        ) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise DocumentError(
            "Could not open ‘{journal}’ ({reason}).", journal=rescue.journal, reason=reason
        ) from error


def _rescue(card_file: Path) -> Rescue | None:
    try:
        return _rescue_of(card_file)
    except (OSError, ValueError, OverflowError):
        _log.warning("No autosave in %s", card_file)
        return None


def _rescue_of(card_file: Path) -> Rescue | None:
    text = read_file(card_file, most=documents.DESCRIPTION.text_bytes)
    card = documents.decode(text, _Card, documents.DESCRIPTION)
    file = _copy_of(card_file, card.copy)
    if not file.is_file():
        return None
    journal = file.with_suffix(".journal")
    saved_at_s = journal.stat().st_mtime if journal.is_file() else card.saved_at_s
    path = Path(card.path) if card.path else None
    return Rescue(
        card=card_file,
        file=file,
        journal=journal,
        title=card.title,
        path=path,
        saved_at=_moment(saved_at_s),
        file_saved_at=_moment(path.stat().st_mtime) if path and path.is_file() else None,
    )


def _moment(seconds_s: float) -> datetime:
    return datetime.fromtimestamp(seconds_s).astimezone()


def _copy_of(card: Path, number: int) -> Path:
    """Return the path of a copy; old versions had a single copy without a number."""
    return card.with_suffix(f".{number}{SUFFIX}") if number else card.with_suffix(SUFFIX)


def _lock_of(card: Path) -> Path:
    return card.with_suffix(_LOCK)


def _is_owned(card: Path) -> bool:
    """Return whether the session that owns a card is running."""
    return is_held(_lock_of(card)) is True


def _put(path: Path, data: bytes, *, durable: bool) -> None:
    """Write a file that other users cannot read."""
    try:
        write_atomically(path, data, durable=durable, private=True, make_folder=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DocumentError(
            "Could not keep the piece in ‘{path}’ ({reason}).", path=path, reason=reason
        ) from error


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _delete(card: Path) -> None:
    """Delete a card with its copies and journals."""
    with contextlib.suppress(OSError):
        card.unlink(missing_ok=True)
        for file in card.parent.glob(f"{card.stem}.*"):
            # A running owner deletes its own lock.
            if file.suffix != _LOCK or not _is_owned(card):
                file.unlink(missing_ok=True)


def _delete_copy(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.with_suffix(".journal").unlink(missing_ok=True)
        file.unlink(missing_ok=True)
