"""Open, save, import and export the document, off the window's thread."""

import glob
import logging
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from app.files.background import Background
from app.files.bank_check import BankCheck
from app.files.bar_check import BarCheck
from app.files.read_threads import ReadThreads
from app.settings.settings import Settings
from app.state.document import Document
from app.words.engine import translate_engine_text
from engine.ground.errors import DocumentError, LimitError, MidiFileError, SegueError
from engine.ground.saving import write_atomically
from engine.midi.file.archives import read_member
from engine.midi.file.files import read_file
from engine.midi.file.midifile import Reading, export_midi, read_midi
from engine.piece.composition import Composition
from engine.piece.composition_file import SUFFIX, composition_bytes, save
from engine.piece.kept_recording import KeptSounds
from engine.piece.opening import PieceReader
from engine.sentence import sentences
from engine.values.formats import MIDI, named_for
from engine.values.score import Score
from engine.values.texts import clean_text

_log = logging.getLogger(__name__)

# Older versions that are kept of each file.
BACKUPS = 5
# The kind of reads of which only the newest one is shown.
_OPENING = "opening"
# Titles of demos that their file names cannot express.
_AS_WRITTEN: Mapping[str, str] = MappingProxyType({"ah-vous-dirai-je": "Ah, vous dirai-je"})


class NotationFetcher(Protocol):
    """Reads files of notation in processes of their own."""

    def fetch(
        self, path: Path, member: str, then: Callable[[Reading], None], *, kind: str = ""
    ) -> bool:
        """Read the music of a file of notation; return whether it is one."""

    def drop(self, kind: str) -> None:
        """Cancel all reads of a kind."""


class Files(QObject):
    """Reads and writes the document's files.

    Signals:
        opened: A piece is open (its path).
        imported: The opened piece came from another program.
        saved: The document was saved (its path).
        exported: A file for another program was written (its path).
        failed: Reading or writing failed (a SegueError).
        save_failed: Saving failed (a SegueError).
        noticed: A sentence for the user that is not a failure.
        recent_changed: The list of recent files changed.

    Attributes:
        bars: Checks the bar lines of imported pieces.
    """

    opened = Signal(object)
    imported = Signal()
    saved = Signal(object)
    exported = Signal(object)
    failed = Signal(object)
    save_failed = Signal(object)
    noticed = Signal(str)
    recent_changed = Signal()

    def __init__(
        self,
        document: Document,
        settings: Settings,
        background: Background,
        read_threads: ReadThreads,
        *,
        reader: PieceReader,
        notation: NotationFetcher,
        backups: Path,
        sounds: KeptSounds,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._settings = settings
        self._background = background
        self._read_threads = read_threads
        self._reader = reader
        self._notation = notation
        self._backups = backups
        self._sounds = sounds
        self._make_way: Callable[[Callable[[], None]], None] = lambda show: show()
        self.bars = BarCheck(read_threads, reader, self)
        self.banks = BankCheck(read_threads, reader, self)

    @property
    def recent(self) -> tuple[Path, ...]:
        """The recent files, newest first; missing ones are removed when they fail to open."""
        return self._settings.recent()

    def ask_before_showing(self, make_way: Callable[[Callable[[], None]], None]) -> None:
        """Set a function to call before a piece is shown; it gets the function that shows it."""
        self._make_way = make_way

    def cancel_opening(self) -> None:
        """Cancel reads of files to open."""
        self._drop(_OPENING)

    def open(self, path: Path) -> None:
        """Open a `.segue` piece, or a MIDI file as a new piece; `opened` or `failed` follows."""
        path = path.absolute()
        if path.suffix.lower() == SUFFIX:
            self._read_piece(path, lambda composition: self._show(path, composition))
        else:
            self._read_music(path, lambda reading: self._show_imported(path, reading), opens=True)

    def take_reading(self, path: Path, reading: Reading) -> None:
        """Show a piece that another part has read; `opened` follows."""
        self._make_way(lambda: self._show_imported(path, reading))

    def open_demo(self, path: Path) -> None:
        """Open a demo: unsaved, unchanged, and not among the recent files."""

        def done(reading: Reading) -> None:
            self._show_unsaved(path, reading, title=demo_title(path))
            self.opened.emit(path)

        self._read_music(path, done, opens=True)

    def open_member(self, archive: Path, member: str) -> None:
        """Open a file in a ZIP archive as a new piece; `opened` or `failed` follows."""
        name = Path(member)

        def done(reading: Reading) -> None:
            self._show_unsaved(name, reading)
            self.opened.emit(name)
            self.imported.emit()

        self._read_music(archive, done, member=member, opens=True)

    def read_score(
        self,
        path: Path,
        then: Callable[[Score], None],
        *,
        member: str = "",
        replaced_by: str = "",
    ) -> None:
        """Read MIDI or notation; if another piece opens first, `then` is skipped.

        Args:
            path: The file or the archive.
            then: Called with the music.
            member: The path in the archive, or the name of a tune; or empty.
            replaced_by: A later read of this kind drops this one's answer; empty for none.
        """
        piece = self._document.piece

        def done(reading: Reading) -> None:
            if piece == self._document.piece:
                then(reading.score)

        self._read_music(path, done, member=member, replaced_by=replaced_by)

    def save(self, path: Path | None = None) -> Future[Any] | None:
        """Save to a path, or to the document's own; `saved` or `failed` follows.

        Returns:
            The running job, or None if the document has no path yet.
        """
        path = path or self._document.path
        if path is None:
            return None
        if path.suffix.lower() != SUFFIX:
            path = path.with_name(path.name + SUFFIX)
        composition, target = self._document.composition, path.absolute()
        piece = self._document.piece

        kept = composition.recording

        def work() -> None:
            _back_up(target, self._backups)
            save(composition, target, sound=self._sounds.get(kept.sound) if kept else b"")

        def done(_: None) -> None:
            self._remember(target)
            if piece == self._document.piece:
                self._document.saved(composition, target)
                self.saved.emit(target)

        return self._background.run(work, done, self.save_failed.emit)

    def export_midi(self, path: Path, score: Score | None = None) -> Future[Any]:
        """Write a score, or the document's, as a MIDI file."""
        path = named_for(path, (MIDI,))
        music = score or self._document.composition.score
        return self._run(lambda: _export_midi(music, path), lambda _: self.exported.emit(path))

    def restore(
        self,
        composition: Composition,
        *,
        path: Path | None,
        title: str,
        saved: Composition | None = None,
    ) -> None:
        """Show an autosaved piece, unsaved and under its own name.

        Args:
            composition: The autosaved composition.
            path: The file of the piece, or None.
            title: The name of the piece.
            saved: The composition in the file, which Undo restores, or None.
        """
        composition = self._with_its_sound(composition, path or Path(title))
        self._document.show(saved or composition, path=path, title=title, saved=saved is not None)
        if saved is not None:
            self._document.edit(self.tr("Autosave"), composition)
        self.opened.emit(path)

    def read(self, path: Path, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Read a piece with a function of the caller, in a thread; `failed` may follow."""
        self._drop(_OPENING)
        self._read_threads.read(
            path,
            fetch=work,
            make=lambda made: made,
            done=self._shown_by(then),
            failed=lambda error: self._fail(path, error),
            replaced_by=_OPENING,
        )

    def piece(self, path: Path) -> Composition:
        """Return the composition in a file. Blocks; not for the window's thread.

        Raises:
            DocumentError: The file cannot be read.
        """
        return self._reader.piece(composition_bytes(path), name=path.name)

    def backups(self) -> list[Path]:
        """Return the backups of the document's file, newest first."""
        path = self._document.path
        if path is None:
            return []
        return _backups_of(path, self._backups)[::-1]

    def open_backup(self, backup: Path) -> None:
        """Show a backup, unsaved and under the file's name."""
        path, title = self._document.path, self._document.title
        self._read_piece(
            backup, lambda composition: self.restore(composition, path=path, title=title)
        )

    def clear_recent(self) -> None:
        """Forget the recent files."""
        self._settings.clear_recent()
        self.recent_changed.emit()

    def _run(self, work: Callable[[], Any], done: Callable[[Any], None]) -> Future[Any]:
        return self._background.run(work, done, self.failed.emit)

    def _read_piece(self, path: Path, done: Callable[[Composition], None]) -> None:
        self._drop(_OPENING)
        self._read_threads.read(
            path,
            fetch=lambda: composition_bytes(path),
            make=lambda data: self._reader.piece(data, name=path.name),
            done=self._shown_by(done),
            failed=lambda error: self._fail(path, error),
            replaced_by=_OPENING,
        )

    def _read_music(
        self,
        path: Path,
        done: Callable[[Reading], None],
        *,
        member: str = "",
        opens: bool = False,
        replaced_by: str = "",
    ) -> None:
        title = title_of(path, member)
        done = self._shown_by(done) if opens else done
        kind = _OPENING if opens else replaced_by
        if kind:
            self._drop(kind)
        if self._notation.fetch(path, member, done, kind=kind):
            return
        self._read_threads.read(
            path,
            fetch=lambda: _midi_bytes(path, member),
            make=lambda data: read_midi(data, title=title),
            done=done,
            failed=lambda error: self._fail(path, error),
            replaced_by=kind,
        )

    def _drop(self, kind: str) -> None:
        self._read_threads.drop(kind)
        self._notation.drop(kind)

    def _shown_by(self, show: Callable[[Any], None]) -> Callable[[Any], None]:
        return lambda made: self._make_way(lambda: show(made))

    def _fail(self, path: Path, error: SegueError) -> None:
        if _is_gone(error):
            self._settings.forget_recent(path)
            self.recent_changed.emit()
        self.failed.emit(error)

    def _show(self, path: Path, composition: Composition) -> None:
        title = composition.score.title.strip() or title_of(path)
        composition = self._with_its_sound(composition, path)
        self._document.show(composition, path=path, title=title, saved=True)
        self._remember(path)
        self.opened.emit(path)

    def _with_its_sound(self, composition: Composition, path: Path) -> Composition:
        """Return a piece without its recording, and say so, if its sound is not there."""
        kept = composition.recording
        if kept is None or self._sounds.has(kept.sound):
            return composition
        sentence = self.tr("The recording in ‘%1’ is damaged; the piece is whole without it.")
        self.noticed.emit(sentence.replace("%1", path.name))
        return replace(composition, recording=None)

    def _show_imported(self, path: Path, reading: Reading) -> None:
        self._show_unsaved(path, reading)
        self._remember(path)
        self.opened.emit(path)
        if reading.warnings:
            opened = self.tr("‘%1’ was opened.").replace("%1", path.name)
            self.noticed.emit(" ".join((opened, *map(translate_engine_text, reading.warnings))))
        self.imported.emit()

    def _show_unsaved(self, path: Path, reading: Reading, *, title: str = "") -> None:
        title = title or reading.score.title.strip() or title_of(path)
        composition = Composition.of(replace(reading.score, title=reading.title or title))
        self._document.show(composition, path=None, title=title, saved=True)

    def _remember(self, path: Path) -> None:
        self._settings.add_recent(path)
        self.recent_changed.emit()


def demo_title(path: Path) -> str:
    """Return the title of a demo: `Minuet in G` for `minuet-in-g.mid`."""
    if path.stem in _AS_WRITTEN:
        return _AS_WRITTEN[path.stem]
    first, *others = path.stem.split("-")
    return " ".join((first.capitalize(), *(w.upper() if len(w) == 1 else w for w in others)))


def title_of(path: Path, member: str = "") -> str:
    """Return the title for a file or archive member, also where the name is not UTF-8."""
    return clean_text(os.fsencode(Path(member or path).stem).decode("utf-8", "replace")) or "?"


def _is_gone(error: BaseException | None) -> bool:
    """Return whether an error was caused by a missing file."""
    while error is not None and not isinstance(error, FileNotFoundError):
        error = error.__cause__
    return error is not None


def _midi_bytes(path: Path, member: str) -> bytes:
    try:
        return read_member(path, member) if member else read_file(path)
    except (MidiFileError, LimitError) as error:
        # Two sentences, which the translation knows separately.
        hint = sentences((error.message, "Nothing was changed."))
        raise DocumentError("Could not open ‘{path}’.", path=path, hint=hint) from error


def _export_midi(score: Score, path: Path) -> None:
    try:
        write_atomically(path, export_midi(score))
    except OSError as error:
        raise DocumentError(
            "Could not write ‘{path}’ ({error}).",
            path=path,
            error=error.strerror or error,
            hint="Choose another folder.",
        ) from error


def _back_up(path: Path, folder: Path) -> None:
    """Copy the old file before a save; the last `BACKUPS` copies are kept."""
    if not path.is_file():
        return
    try:
        kept = folder / f"{_backup_name(path)}.{path.stat().st_mtime_ns:020d}{SUFFIX}"
        write_atomically(kept, composition_bytes(path), private=True, make_folder=True)
        for old in _backups_of(path, folder)[:-BACKUPS]:
            old.unlink(missing_ok=True)
    except (OSError, DocumentError):
        # A missing backup must not prevent the save.
        _log.warning("No backup of %s", path, exc_info=True)


def _backups_of(path: Path, folder: Path) -> list[Path]:
    """Return the backups of a file, oldest first."""
    return sorted(folder.glob(f"{glob.escape(_backup_name(path))}.*{SUFFIX}"))


def _backup_name(path: Path) -> str:
    """Return the prefix of a file's backups, with a hash of its folder."""
    place = os.fsencode(os.path.normcase(path.absolute().parent))
    return f"{path.stem}.{blake2b(place, digest_size=6).hexdigest()}"
