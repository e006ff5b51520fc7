"""The File menu, the window's title, and rescued work of an earlier session."""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.notation_reading import NotationFetching, NotationReading, is_notation
from app.clients.recording import Recording
from app.compose.failures import notice_of
from app.compose.files.templates import TEMPLATES, piece_of, translated
from app.compose.files.unsaved_work import UnsavedWork
from app.files.autosave import Autosave, Rescue, open_rescue
from app.files.document_files import Files, demo_title
from app.files.held import is_sound
from app.main_window import dialogs
from app.main_window.compose_page import ComposePage
from app.main_window.menus import choices
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.notice_strip import NoticeText
from engine.ground.errors import SegueError
from engine.piece.composition import Composition
from engine.piece.composition_file import SUFFIX
from engine.values.formats import (
    MIDI,
    MUSESCORE_SUFFIXES,
    NOTATION,
    PIECE,
    RECORDINGS,
    read_suffixes,
)

# The piece that is open when Segue starts.
FIRST_DEMO = "lullaby"

_log = logging.getLogger(__name__)


class FileActions(QObject):
    """Connects the File actions to `Files` and `Autosave`.

    Signals:
        insert_asked: Insert a MIDI file at the playhead (its path).
        sound_asked: Find the notes of a recording (its path).
        jam_opened: The document now is a kept jam.
        closing: The window may close; all work is saved or discarded.
    """

    insert_asked = Signal(object)
    sound_asked = Signal(object)
    jam_opened = Signal()
    closing = Signal()

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        files: Files,
        notation: NotationReading,
        fetching: NotationFetching,
        recording: Recording,
        autosave: Autosave,
        demos: Path,
        may_close: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._document = document
        self._files = files
        self._notation, self._fetching = notation, fetching
        self._autosave = autosave
        self._demos = demos
        self._may_close = may_close
        self._rescues: dict[str, Rescue] = {}
        self._unsaved = UnsavedWork(
            shell,
            document,
            files=files,
            notation=notation,
            recording=recording,
            save=self.save,
            parent=self,
        )
        self._connect()
        self._show_title()
        self._show_recent()
        self._show_demos()
        self._show_templates()
        self._show_backups()

    def _connect(self) -> None:
        files, document = self._files, self._document
        self._shell.actions.bind(files=self, frame=self._shell.frame)
        self._shell.notices.button_clicked.connect(self._on_notice)
        self._title_soon = QTimer(self, singleShot=True, interval=0)
        self._title_soon.timeout.connect(self._show_title)
        document.title_changed.connect(lambda _title: self._show_title())
        document.dirty_changed.connect(self._title_soon.start)
        # Immediately, because the user may press Ctrl+S right after an edit.
        document.dirty_changed.connect(self._allow_saving)
        document.empty_changed.connect(self._allow_saving)
        files.recent_changed.connect(self._show_recent)
        files.saved.connect(lambda _path: self._show_backups())
        document.title_changed.connect(lambda _title: self._show_backups())
        files.saved.connect(self._on_saved)
        files.exported.connect(self._on_exported)
        files.failed.connect(self._on_failure)
        files.save_failed.connect(self._on_save_failure)
        files.noticed.connect(lambda text: self._tell("file", text))
        files.opened.connect(lambda _path: self._on_opened())
        document.replaced.connect(lambda: self._shell.notices.end("piece"))
        self._autosave.failed.connect(self._on_failure)
        self._notation.read.connect(files.take_reading)
        self._notation.many.connect(self._ask_tune)
        for reads in (self._notation, self._fetching):
            reads.failed.connect(
                lambda event: self._shell.notices.show_notice(notice_of(event, key="file"))
            )

    # --- opening ----------------------------------------------------------------------------

    def open(self, path: Path, member: str = "") -> None:
        """Open a file, a tune of it or an archive member, after the question about unsaved work."""
        if is_sound(path):
            self.sound_asked.emit(path)
        elif member and not is_notation(path):
            self._unsaved.ask_then(lambda: self._files.open_member(path, member))
        else:
            self._unsaved.ask_then(lambda: self._read(path, member))

    def _read(self, path: Path, tune: str = "") -> None:
        if is_notation(path):
            opening = self.tr("Opening ‘%1’…").replace("%1", path.name)
            # The notice stays until the piece is open or a failure replaces it.
            self._tell("file", opening, seconds=0.0)
            self._notation.begin(path, tune)
        else:
            self._notation.close()
            self._files.open(path)

    def _ask_tune(self, path: Path, names: tuple[str, ...]) -> None:
        """Ask which tune of a file is opened, and open it."""
        shown = [f"{n}. {Path(name).stem.partition(' ')[2]}" for n, name in enumerate(names, 1)]
        label = self.tr("‘%1’ has %n tune(s):", "", len(names)).replace("%1", path.name)
        chosen = dialogs.ask_from_list(self._shell.frame, self.tr("Open a tune"), label, shown, 0)
        if chosen is None:
            self._shell.notices.clear_notice("file")
        else:
            self._read(path, names[chosen])

    def open_demo(self, name: str = "") -> None:
        """Open a demo; without a name, `FIRST_DEMO`."""
        demos = sorted(self._demos.glob("*.mid"))
        chosen = [path for path in demos if path.stem == (name or FIRST_DEMO)] or demos
        if chosen:
            self._unsaved.ask_then(lambda: self._files.open_demo(chosen[0]))

    def open_ready(self, composition: Composition, title: str, then: Callable[[], object]) -> None:
        """Open a piece that the program has ready, unsaved and unchanged; then do something."""

        def show() -> None:
            self._document.show(composition, path=None, title=title, saved=True)
            then()

        self._unsaved.ask_then(show)

    def open_jam(self, composition: Composition, title: str) -> None:
        """Open a kept jam, after the question about unsaved work; emit `jam_opened`."""

        def show() -> None:
            self._document.show(composition, path=None, title=title, saved=False)
            self.jam_opened.emit()

        self._unsaved.ask_then(show)

    def ask_new(self) -> None:
        """Begin an empty piece, after the question about unsaved work."""
        self._unsaved.ask_then(self._document.new)

    def ask_open(self) -> None:
        """Ask for a file and open it, after the question about unsaved work."""
        self._unsaved.ask_then(self._ask_open)

    def _ask_open(self) -> None:
        others = (*read_suffixes((MIDI, *NOTATION, *RECORDINGS)), *MUSESCORE_SUFFIXES)
        midi = " ".join(f"*{suffix}" for suffix in others)
        path = dialogs.ask_open(
            self._shell.frame,
            self.tr("Open"),
            self._document.folder,
            kinds=self.tr("Music (*%1 %2)").replace("%1", SUFFIX).replace("%2", midi),
        )
        if path is not None and is_sound(path):
            self.sound_asked.emit(path)
        elif path is not None:
            self._read(path)

    def ask_midi(self, title: str) -> Path | None:
        """Ask for a MIDI file."""
        midi = " ".join(f"*{suffix}" for suffix in MIDI.read)
        kinds = self.tr("MIDI files (%1)").replace("%1", midi)
        return dialogs.ask_open(self._shell.frame, title, self._document.folder, kinds=kinds)

    def ask_insert(self) -> None:
        """Ask for a MIDI file and insert its notes at the playhead."""
        path = self.ask_midi(self.tr("Insert MIDI file"))
        if path is not None:
            self.insert_asked.emit(path)

    # --- saving -----------------------------------------------------------------------------

    def save(self) -> None:
        """Save; ask for a file if there is none."""
        if self._files.save() is None:
            self.save_as()

    def save_as(self) -> None:
        """Ask for a file and save."""
        suggestion = self._document.path or self._document.suggested_path(SUFFIX)
        path = dialogs.ask_save(
            self._shell.frame,
            self.tr("Save as"),
            suggestion,
            kinds=dialogs.written_kinds((PIECE,)),
        )
        if path is not None:
            self._files.save(path)
        else:
            self._unsaved.forget()

    def ask_export(self) -> None:
        """Ask for a file and write the piece as MIDI."""
        path = dialogs.ask_save(
            self._shell.frame,
            self.tr("Export MIDI"),
            self._document.suggested_path(MIDI.written[0]),
            kinds=dialogs.written_kinds((MIDI,)),
            also=MIDI.written,
        )
        if path is not None:
            self._files.export_midi(path)

    def ask_to_close(self) -> None:
        """Emit `closing`, after the question about unsaved work."""
        self._unsaved.ask_then(self._close)

    def _close(self) -> None:
        if self._may_close():
            self.closing.emit()

    # --- rescues ------------------------------------------------------------------------------

    def offer_rescues(self) -> int:
        """Offer unsaved work of a crashed session; return the number of pieces."""
        # The newest work is offered last: the line shows the newest notice.
        for rescue in reversed(self._autosave.rescues()[:3]):
            key = f"rescue/{rescue.file.name}"
            self._rescues[key] = rescue
            self._shell.notices.show_notice(
                NoticeText(
                    key=key,
                    happened=self.tr("Segue closed unexpectedly."),
                    did=self._rescue_text(rescue),
                    buttons=(
                        ("autosave", self.tr("Open autosave")),
                        ("discard", self.tr("Discard")),
                    ),
                    tone="warning",
                    about="program",
                    stays=True,
                )
            )
        return len(self._rescues)

    def _rescue_text(self, rescue: Rescue) -> str:
        text = self.tr("Autosave of ‘%1’ (%2) was never saved to a file.")
        if rescue.file_saved_at is not None:
            text = self.tr("Autosave of ‘%1’ (%2) is newer than the file (%3).")
            text = text.replace("%3", f"{rescue.file_saved_at:%d %b %H:%M}")
        text = text.replace("%1", rescue.title)
        return text.replace("%2", f"{rescue.saved_at:%d %b %H:%M}")

    def _on_notice(self, key: str, button: str) -> None:
        if key == "save-failed" and button == "save_as":
            self.save_as()
        rescue = self._rescues.pop(key, None)
        if rescue is None:
            return
        if button == "autosave":
            self._open_rescue(rescue)
        elif button == "discard":
            self._autosave.discard(rescue)

    def _open_rescue(self, rescue: Rescue) -> None:
        """Open an autosave; its saved file, if it can be read, becomes the step before it."""

        def work() -> tuple[Composition, Composition | None]:
            return open_rescue(rescue), self._saved_version(rescue)

        def restore(versions: tuple[Composition, Composition | None]) -> None:
            composition, saved = versions
            self._files.restore(composition, path=rescue.path, title=rescue.title, saved=saved)
            self._autosave.take_over(rescue)
            if saved is not None:
                self._tell("file", self.tr("This is the autosave. Undo shows the saved file."))

        self._unsaved.ask_then(lambda: self._files.read(rescue.file, work, restore))

    def _saved_version(self, rescue: Rescue) -> Composition | None:
        """Read the saved file of an autosave; None without one. Blocks."""
        if rescue.path is None or rescue.file_saved_at is None:
            return None
        try:
            return self._files.piece(rescue.path)
        except SegueError:
            # The cause of the crash can have damaged the file; the autosave opens anyway.
            _log.warning("The saved file %s cannot be read", rescue.path)
            return None

    # --- showing ------------------------------------------------------------------------------

    def _show_title(self) -> None:
        document = self._document
        self._shell.show_title(document.title, dirty=document.dirty)
        self._allow_saving()
        if document.dirty:
            self._shell.status.show_chip(
                "saved", self.tr("Not saved yet"), listed=(self.tr("Saved"), self.tr("not yet"))
            )
        elif document.path is None:
            self._shell.status.show_chip("saved", "")

    def _allow_saving(self) -> None:
        document, actions = self._document, self._shell.actions
        saved = "" if document.dirty or document.path is None else self.tr("It is saved.")
        actions.allow("save", unless=saved)
        notes = document.score.note_count
        actions.allow("export_midi", unless="" if notes else self.tr("There are no notes yet."))

    def _show_backups(self) -> None:
        choices(
            self._shell.menus.changing("backups"),
            [(str(path), _when(path)) for path in self._files.backups()],
            current=None,
            chosen=lambda key: self._unsaved.ask_then(lambda: self._files.open_backup(Path(key))),
            empty=self.tr("Saving a piece again keeps the version before"),
        )

    def _show_templates(self) -> None:
        choices(
            self._shell.menus.changing("templates"),
            [(key, translated(template.name)) for key, template in TEMPLATES.items()],
            current=None,
            chosen=self.begin_with,
        )

    def begin_with(self, template: str) -> None:
        """Begin an empty piece with a template's tracks."""
        self._unsaved.ask_then(lambda: self._document.begin(piece_of(TEMPLATES[template])))

    def begin_empty(self, then: Callable[[], object]) -> None:
        """Begin an empty piece, and then do something with it."""

        def begin() -> None:
            self._document.new()
            then()

        self._unsaved.ask_then(begin)

    def _show_recent(self) -> None:
        choices(
            self._shell.menus.changing("recent"),
            [(str(path), path.name) for path in self._files.recent],
            current=None,
            chosen=lambda key: self.open(Path(key)),
            empty=self.tr("No files yet"),
        )

    def _show_demos(self) -> None:
        choices(
            self._shell.menus.changing("demos"),
            [(path.stem, demo_title(path)) for path in sorted(self._demos.glob("*.mid"))],
            current=None,
            chosen=self.open_demo,
            empty=self.tr("There are none"),
        )

    def _on_opened(self) -> None:
        self._shell.notices.clear_notice("file")
        if self._document.path is not None and not self._document.dirty:
            self._shell.status.show_chip(
                "saved", self.tr("Saved"), listed=(self.tr("Saved"), self.tr("yes"))
            )

    def _on_saved(self, path: Path) -> None:
        self._shell.notices.clear_notice("save-failed")
        at = _clock()
        self._shell.status.show_chip(
            "saved",
            self.tr("Saved %1").replace("%1", at),
            tooltip=str(path),
            listed=(self.tr("Saved"), at),
        )

    def _on_exported(self, path: Path) -> None:
        self._tell("file", self.tr("Written to ‘%1’.").replace("%1", str(path)))

    def _on_failure(self, error: SegueError) -> None:
        self._shell.notices.show_notice(notice_of(error, key="file", about="program"))

    def _on_save_failure(self, error: SegueError) -> None:
        self._autosave.keep()
        self._shell.notices.show_notice(
            notice_of(
                error,
                key="save-failed",
                did=self.tr("Your work is kept in autosave."),
                tone="danger",
                buttons=(("save_as", self.tr("Save as…")),),
            )
        )

    def _tell(self, key: str, text: str, *, seconds: float = 8.0) -> None:
        self._shell.notices.show_notice(NoticeText(key=key, happened=text, seconds=seconds))


def _when(backup: Path) -> str:
    """Return the time of a backup, whose name has it in nanoseconds."""
    nanoseconds = int(backup.stem.rsplit(".", 1)[1])
    moment = datetime.fromtimestamp(nanoseconds / 1e9).astimezone()
    return f"{moment:%d %b %H:%M:%S}"


def _clock() -> str:
    return f"{datetime.now().astimezone():%H:%M}"
