"""Binds imports, their report, the list of models and the chosen model to the window."""

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from app.clients.continuing import Continuing
from app.clients.importing import ImportJobs
from app.files.models import ModelInfo, delete_model, list_models
from app.library.report import charts_of
from app.library.rows import style_name
from app.library.shelf import LibraryShelf
from app.main_window import dialogs
from app.main_window.menus import choices
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.settings.settings import Settings
from app.values.readings import Reading
from app.views.library_panel.panel import LibraryTab
from app.views.library_panel.rows import ModelRow
from app.views.notice_strip import NoticeText
from app.views.reading_line import ReadingLine
from app.words.figures import number
from engine import messages
from engine.ground.errors import SegueError
from engine.values.library import FoundPiece

if TYPE_CHECKING:
    from app.views.library_panel.page import LibraryPage


# The progress of an import is shown ten times a second at most.
PROGRESS_MS = 100
# Pieces that wait to be shown; more of them nobody sees pass by.
_MOST_READ = 200


class LibraryViews(QObject):
    """Binds imports and models to the views that show them.

    Signals:
        models_changed(object): The list of models changed (a list of `ModelInfo`).
        train_asked(str): The user wants to train (the folder of the base model, or empty).
        style_asked(str, object): The user wants a style of the pieces that are shown (its name, or
            empty; a `PieceQuery`).
        reading_changed(str): The progress of an import in words; empty when it ends.
    """

    models_changed = Signal(object)
    train_asked = Signal(str)
    style_asked = Signal(str, object)
    reading_changed = Signal(str)

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        *,
        importing: ImportJobs,
        shelf: LibraryShelf,
        continuing: Continuing,
        settings: Settings,
        starter: Path,
        models: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._workspaces = workspaces
        self._panel = workspaces.compose.library
        self._importing = importing
        self._shelf = shelf
        self._continuing = continuing
        self._settings = settings
        self._starter = starter
        self._folder = models
        self._models: list[ModelInfo] = []
        self._page: LibraryPage | None = None
        # The running import or the last one, its pieces that are not on show yet, and its words.
        self._reading, self._read = Reading(name=""), tuple[FoundPiece, ...]()
        self._words = ""
        shell.actions.bind(library=self)
        self._connect_importing()
        self._connect_models()

    def _connect_importing(self) -> None:
        actions, importing, panel = self._shell.actions, self._importing, self._panel
        actions.allow("show_report", unless=self.tr("Nothing was imported yet."))
        panel.add_folder_clicked.connect(self.ask_folder)
        panel.report_clicked.connect(self.show_report)
        self._line = ReadingLine()
        self._shell.status.hold_work(self._line)
        self._show_soon = QTimer(self, singleShot=True, interval=PROGRESS_MS)
        self._show_soon.timeout.connect(self._show_progress)
        self._line.cancelled.connect(importing.cancel)
        importing.started.connect(self._on_start)
        importing.progressed.connect(self._on_progress)
        importing.reported.connect(self._on_report)
        importing.failed.connect(self._on_failure)
        importing.ended.connect(self._on_end)
        self._shelf.described.connect(self._on_described)
        self._shelf.folders_changed.connect(importing.look_again)
        self._shelf.library.table_saved.connect(self._on_table_saved)
        self._shelf.library.failed.connect(self._on_failure)
        self._shell.notices.button_clicked.connect(self._on_notice)

    def connect_page(self, page: "LibraryPage") -> None:
        """Serve the page of the library from now on."""
        self._page = page
        self._shelf.connect_page(page)
        page.show_import(self._words)
        page.report.train_clicked.connect(self.ask_training)
        page.report.reveal_clicked.connect(lambda path: reveal(Path(path)))
        page.report.export_clicked.connect(self._export_report)
        if self._importing.report is not None:
            # It came before the page existed.
            self._show_report(page, self._importing.report)
        page.add_folder_clicked.connect(self.ask_folder)
        page.report_clicked.connect(self.show_report)
        page.train_clicked.connect(self.ask_training)
        page.style_clicked.connect(lambda query: self.style_asked.emit(style_name(query), query))

    def _connect_models(self) -> None:
        panel = self._panel
        panel.model_chosen.connect(lambda key: self.use(Path(key)))
        panel.model_revealed.connect(lambda key: reveal(Path(key)))
        panel.model_starred.connect(lambda key, on: self._star(key, on=on))
        panel.model_deleted.connect(self._delete)
        panel.model_trained_from.connect(self.train_asked)
        panel.train_clicked.connect(self.ask_training)
        self._workspaces.compose.continue_panel.model_clicked.connect(self.show_models)

    # --- models -----------------------------------------------------------------------------

    @property
    def models(self) -> list[ModelInfo]:
        """The models on this machine."""
        return self._models

    def use_models_folder(self, folder: Path) -> None:
        """Use another folder for the user's models."""
        self._folder = folder
        self.refresh()
        if chosen := self._settings.preferences.model:
            # The live process, when it starts again, must find the model at its new place.
            self._load(Path(chosen))

    @property
    def folder(self) -> Path:
        """The folder of the user's models."""
        return self._folder

    def begin(self) -> None:
        """Read the list of models and load the preferred one."""
        self.refresh()
        wanted = self._settings.preferences.model
        usable = {str(info.folder) for info in self._models if not info.problem}
        if wanted and wanted not in usable:
            text = self.tr("Model ‘%1’ is not at %2. Starter is used instead.")
            folder = Path(wanted)
            text = text.replace("%1", folder.name).replace("%2", str(folder.parent))
            self._tell("model", text, tone="warning")
        self._load(Path(wanted) if wanted in usable else self._starter)

    def refresh(self) -> None:
        """Read the list of models again."""
        self._models = list_models(self._starter, self._folder)
        for info in self._models:
            self._continuing.name_model(info.folder, info.name)
        self._show_list()
        self.models_changed.emit(self._models)

    def use(self, folder: Path) -> None:
        """Continue pieces with this model from now on."""
        info = next((each for each in self._models if each.folder == folder), None)
        if info is not None and info.problem:
            self._tell("model", f"‘{info.name}’: {info.problem}", tone="warning")
            return
        chosen = "" if folder == self._starter else str(folder)
        self._settings.prefer(replace(self._settings.preferences, model=chosen))
        self._load(folder)

    def _load(self, folder: Path) -> None:
        self._continuing.use_model(folder)
        self._show_list()

    def _show_list(self) -> None:
        current = self._settings.preferences.model or str(self._starter)
        starred = self._settings.starred_models()
        self._panel.show_models(
            tuple(
                ModelRow(
                    key=str(info.folder),
                    name=info.name,
                    detail=info.detail,
                    default=str(info.folder) == current,
                    starred=str(info.folder) in starred,
                    problem=info.problem,
                    ships=info.folder == self._starter,
                )
                for info in self._models
            )
        )
        choices(
            self._shell.menus.changing("models"),
            [(str(info.folder), info.name) for info in self._models if not info.problem],
            current=current,
            chosen=lambda key: self.use(Path(key)),
            empty=self.tr("No model was found."),
        )

    def _star(self, key: str, *, on: bool) -> None:
        self._settings.star_model(key, on=on)
        self._show_list()

    def _delete(self, key: str) -> None:
        folder = Path(key)
        info = next((each for each in self._models if each.folder == folder), None)
        name = info.name if info else folder.name
        if not dialogs.confirm(
            self._shell.frame,
            self.tr("Delete the model ‘%1’?").replace("%1", name),
            detail=self.tr("Its folder is deleted from this computer."),
            yes=self.tr("Delete"),
        ):
            return
        try:
            delete_model(folder, within=self._folder)
        except SegueError as error:
            self._tell("model", error.message, tone="warning")
        if self._settings.preferences.model == key:
            self.use(self._starter)
        self.refresh()

    def use_starter(self) -> None:
        """Go on with the model that comes with Segue."""
        self.use(self._starter)

    def ask_training(self) -> None:
        """Ask for a training of a new model."""
        self.train_asked.emit("")

    def show_models(self) -> None:
        """Show the models in the panel."""
        self.show_tab("models")

    def show_tab(self, tab: LibraryTab) -> None:
        """Show a tab of the panel."""
        self._workspaces.show_workspace("compose")
        self._workspaces.compose.show_library(on=True)
        self._panel.show_tab(tab)

    def find(self) -> None:
        """Go to the search field of the panel in Compose, elsewhere to that of the page."""
        if self._workspaces.current == "compose":
            self._workspaces.compose.show_library(on=True)
            self._panel.focus_search()
        else:
            self._workspaces.show_workspace("library")
            self._workspaces.library.focus_search()

    # --- imports ----------------------------------------------------------------------------

    def ask_folder(self) -> None:
        """Ask for a folder and import it."""
        folder = dialogs.ask_folder(
            self._shell.frame, self.tr("Add a folder of MIDI files"), Path.home()
        )
        if folder is not None:
            self._importing.add([folder])

    def show_report(self) -> None:
        """Show the report of the last import in the library.

        If there was none since the program started, import the folders again: an unchanged file
        costs one look at its date.
        """
        importing = self._importing
        unknown = importing.report is None and (importing.quiet or not importing.running)
        if unknown and self._shelf.folders:
            importing.add(self._shelf.folders)
        self._workspaces.show_workspace("library")
        page = self._workspaces.library
        if importing.running and not importing.quiet:
            page.report.show_running()
        page.show_report(on=True)

    def show_read(self) -> None:
        """Show the pieces of the last import in the list of Compose."""
        self.show_tab("pieces")
        self._panel.groups.open_read()

    def _on_start(self) -> None:
        if self._importing.quiet:
            return
        self._shell.actions.allow("show_report")
        self._reading, self._read = self._named_reading(), ()
        self._workspaces.compose.open_library(for_reading=True)
        self._panel.begin_reading(self._reading)
        self._show_reading(self.tr("Looking for music…"))
        if self._page is not None:
            self._page.report.show_running()

    def _named_reading(self) -> Reading:
        """Return an import that begins, called as its folder or with the number of its files."""
        paths = self._importing.paths
        name = self.tr("%n files and folders", "", len(paths))
        folder = ""
        if len(paths) == 1:
            name = paths[0].name
            folder = os.fsencode(paths[0]).hex() if paths[0].is_dir() else ""
        return Reading(name=name, folder=folder)

    def _on_progress(self, event: messages.ImportProgress) -> None:
        """Show the newest progress at most ten times a second: a file may take a millisecond."""
        if self._importing.quiet:
            return
        self._read = (*self._read, *event.pieces)[-_MOST_READ:]
        self._reading = replace(
            self._reading,
            done=event.done,
            total=event.total,
            ready=event.ready,
            refused=event.refused,
            seconds_left=event.seconds_left,
        )
        if not self._show_soon.isActive():
            self._show_soon.start()

    def _show_progress(self) -> None:
        self._panel.show_read(self._reading, self._read)
        self._read = ()
        text = self.tr("Reading {0} of {1}…")
        done, total = number(self._reading.done), number(self._reading.total)
        self._show_reading(text.format(done, total))

    def _on_report(self, report: messages.ImportReport) -> None:
        self._shelf.refresh()
        if self._page is not None and self._importing.report is not None:
            self._show_report(self._page, self._importing.report)
        if self._importing.quiet:
            self._tell_fresh(report)
            return
        self._reading = replace(
            self._reading,
            done=report.found,
            total=report.found,
            ready=report.ready,
            refused=report.refused,
        )
        self._tell_end(report)

    def _show_report(self, page: "LibraryPage", report: messages.ImportReport) -> None:
        page.report.show_report(report, charts_of(report))

    def _tell_end(self, report: messages.ImportReport) -> None:
        """Say how many pieces an import added; where the list is not in sight, with a way to it."""
        added = self.tr("%n pieces added.", "", report.fresh)
        if report.cancelled:
            text = self.tr("Stopped: %n pieces added.", "", report.fresh)
        elif report.fresh or not report.ready:
            text = added
        else:
            text = self.tr("Nothing new: the library has these %n pieces.", "", report.ready)
        compose = self._workspaces.compose
        in_sight = self._workspaces.current == "compose" and compose.keeps_library
        in_sight = in_sight or self._workspaces.current == "library" or not report.ready
        show = () if in_sight else (("show", self.tr("Show")),)
        self._tell("import", text, can=self._waiting(report.waiting), buttons=show)

    def _tell_fresh(self, report: messages.ImportReport) -> None:
        if not report.fresh:
            return
        text = self.tr("%n new pieces were found in your folders.", "", report.fresh)
        report_page = ("report", self.tr("Import report"))
        self._tell("import", text, can=self._waiting(report.waiting), buttons=(report_page,))

    def _waiting(self, count: int) -> str:
        """Return a sentence on new pieces that are not ticked, empty without any."""
        if not count:
            return ""
        return self.tr(
            "%n new pieces are not ticked, because you chose what models learn from.", "", count
        )

    def _on_failure(self, event: messages.Failed) -> None:
        self._tell("import", event.message, can=event.hint, tone="warning")

    def _on_table_saved(self, path: str) -> None:
        self._tell("import", self.tr("Saved as ‘%1’.").replace("%1", path))

    def _on_end(self) -> None:
        if self._importing.quiet:
            return
        self._show_soon.stop()
        self._panel.show_read(self._reading, self._read)
        self._panel.end_reading(self._reading)
        self._workspaces.compose.open_library(for_reading=False)
        self._read = ()
        self._show_reading("")

    def _show_reading(self, words: str) -> None:
        """Show the progress of an import, in the line at the bottom and where no piece is yet."""
        self._words = words
        self.reading_changed.emit(words)
        self._line.show_reading(self._reading if words else None)
        self._panel.pieces.show_import(words)
        if self._page is not None:
            self._page.show_import(words)

    def _on_described(self, library: messages.LibraryDescribed) -> None:
        if library.folders:
            self._shell.actions.allow("show_report")

    def _export_report(self) -> None:
        path = dialogs.ask_save(
            self._shell.frame,
            self.tr("Save a table of all files"),
            Path.home() / "segue-library.csv",
            kinds=self.tr("Table (*.csv)"),
        )
        if path is not None:
            self._shelf.library.save_table(path)

    def _on_notice(self, notice: str, button: str) -> None:
        if (notice, button) == ("import", "report"):
            self.show_report()
        elif (notice, button) == ("import", "show"):
            self.show_read()

    def _tell(
        self,
        key: str,
        text: str,
        *,
        can: str = "",
        tone: str = "news",
        buttons: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self._shell.notices.show_notice(
            NoticeText(
                key=key,
                happened=text,
                can=can,
                buttons=buttons,
                tone="warning" if tone == "warning" else "news",
                seconds=0.0 if tone == "warning" else 8.0,
            )
        )


def reveal(path: Path) -> None:
    """Show a file's folder in the desktop's file manager.

    For a file that is in an archive or is gone, this is the nearest existing folder.
    """
    folder = next((each for each in (path, *path.parents) if each.is_dir()), path.parent)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
