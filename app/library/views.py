"""Binds imports, their report, the list of models and the chosen model to the window."""

from dataclasses import dataclass, replace
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
from app.main_window.workspaces import Workspace, Workspaces
from app.settings.settings import Settings
from app.views.library_panel.panel import LibraryTab
from app.views.library_panel.rows import ModelRow
from app.views.notice_strip import NoticeText
from app.words.figures import number
from engine import messages
from engine.ground.errors import SegueError

if TYPE_CHECKING:
    from app.views.library_panel.page import LibraryPage


# The progress of an import is shown ten times a second at most.
PROGRESS_MS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """The progress of an import in words, empty without one, and in files."""

    words: str = ""
    done: int = 0
    total: int = 0


class LibraryViews(QObject):
    """Binds imports and models to the views that show them.

    Signals:
        models_changed(object): The list of models changed (a list of `ModelInfo`).
        train_asked(str): The user wants to train (the folder of the base model, or empty).
        files_dropped(object): Import files (a tuple of paths).
        style_asked(str, object): The user wants a style of the pieces that are shown (its name, or
            empty; a `PieceQuery`).
        reading_changed(str): The progress of an import in words; empty when it ends.
    """

    models_changed = Signal(object)
    train_asked = Signal(str)
    style_asked = Signal(str, object)
    files_dropped = Signal(object)
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
        self._report_connected = False
        self._before_report: Workspace = "compose"
        self._page: LibraryPage | None = None
        self._reading = _Reading()
        shell.actions.bind(library=self)
        self._connect_importing()
        self._connect_models()

    def _connect_importing(self) -> None:
        actions, importing, panel = self._shell.actions, self._importing, self._panel
        actions.allow("show_report", unless=self.tr("Nothing was imported yet."))
        panel.add_folder_clicked.connect(self.ask_folder)
        panel.report_clicked.connect(self.show_report)
        panel.folders_dropped.connect(self.files_dropped)
        self._progress: messages.ImportProgress | None = None
        self._show_soon = QTimer(self, singleShot=True, interval=PROGRESS_MS)
        self._show_soon.timeout.connect(self._show_progress)
        self._panel.import_cancelled.connect(importing.cancel)
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
        page.import_cancelled.connect(self._importing.cancel)
        self._show_reading(self._reading)
        page.add_folder_clicked.connect(self.ask_folder)
        page.report_clicked.connect(self.show_report)
        page.train_clicked.connect(self.ask_training)
        page.style_clicked.connect(lambda query: self.style_asked.emit(style_name(query), query))
        page.folders_dropped.connect(self.files_dropped)

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
        """Show the report of the running import or of the last one.

        If there was none since the program started, import the folders again: an unchanged file
        costs one look at its date.
        """
        self._connect_report()
        importing = self._importing
        unknown = importing.report is None and (importing.quiet or not importing.running)
        if unknown and self._shelf.folders:
            importing.add(self._shelf.folders)
        if self._workspaces.current in ("train", "library"):
            self._before_report = self._workspaces.current
        elif self._workspaces.current != "report":
            self._before_report = "compose"
        self._workspaces.show_workspace("report")

    def _connect_report(self) -> None:
        if self._report_connected:
            return
        self._report_connected = True
        page = self._workspaces.report
        page.cancel_clicked.connect(self._importing.cancel)
        page.closed.connect(lambda: self._workspaces.show_workspace(self._before_report))
        page.train_clicked.connect(self.ask_training)
        page.reveal_clicked.connect(lambda path: reveal(Path(path)))
        page.export_clicked.connect(self._export_report)
        if self._importing.report is not None:
            # A quiet import finished before the page existed.
            self._show_report(self._importing.report)

    def _on_start(self) -> None:
        if self._importing.quiet:
            return
        self._shell.actions.allow("show_report")
        self.show_report()
        self._workspaces.report.show_progress(
            done=0, total=0, ready=0, current="", seconds_left=-1.0
        )
        self._show_reading(_Reading(words=self.tr("Looking for MIDI files…")))
        self._shell.status.show_chip("job", self.tr("Importing…"), tone="working")

    def _on_progress(self, event: messages.ImportProgress) -> None:
        """Show the newest progress at most ten times a second: a file may take a millisecond."""
        self._progress = event
        if not self._importing.quiet and not self._show_soon.isActive():
            self._show_soon.start()

    def _show_progress(self) -> None:
        event = self._progress
        if event is None or self._importing.quiet:
            return
        self._workspaces.report.show_progress(
            done=event.done,
            total=event.total,
            ready=event.ready,
            current=event.current,
            seconds_left=event.seconds_left,
        )
        text = self.tr("Reading {0} of {1}…").format(number(event.done), number(event.total))
        self._show_reading(_Reading(words=text, done=event.done, total=event.total))
        text = self.tr("Importing %1 of %2")
        text = text.replace("%1", number(event.done)).replace("%2", number(event.total))
        self._shell.status.show_chip("job", text, tone="working")

    def _on_report(self, report: messages.ImportReport) -> None:
        self._shelf.refresh()
        if self._importing.quiet:
            if self._report_connected and self._importing.report is not None:
                self._show_report(self._importing.report)
            self._tell_fresh(report)
            return
        self._show_report(report)
        if report.waiting and self._workspaces.current == "report":
            self._tell("import", self._waiting(report.waiting))
        if self._workspaces.current != "report":
            text = self.tr("%1 of %2 files are ready.")
            text = text.replace("%1", number(report.ready)).replace("%2", number(report.found))
            self._tell("import", text, can=self._waiting(report.waiting))

    def _show_report(self, report: messages.ImportReport) -> None:
        self._workspaces.report.show_report(report, charts_of(report))

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
        if self._workspaces.current == "report" and self._importing.report is None:
            self._workspaces.show_workspace("compose")

    def _on_table_saved(self, path: str) -> None:
        self._tell("import", self.tr("Saved as ‘%1’.").replace("%1", path))

    def _on_end(self) -> None:
        self._show_soon.stop()
        self._progress = None
        if self._importing.quiet:
            return
        self._shell.status.show_chip("job", "")
        self._show_reading(_Reading())

    def _show_reading(self, reading: "_Reading") -> None:
        """Show the progress of an import in the lists of pieces."""
        self._reading = reading
        self.reading_changed.emit(reading.words)
        self._panel.show_import(reading.words, done=reading.done, total=reading.total)
        if self._page is not None:
            self._page.show_import(reading.words, done=reading.done, total=reading.total)

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
