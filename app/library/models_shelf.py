"""Plays, describes, renames, exports and imports the models on this computer."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from app.clients.playing import Playing
from app.files.document_files import Files
from app.files.models import SUFFIX, ModelInfo, rename_model
from app.library.models_card import card_of
from app.library.views import LibraryViews
from app.main_window import dialogs
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.views.models_card import ModelCard
from app.views.notice_strip import NoticeText
from app.words.figures import size
from engine import messages
from engine.ground.errors import SegueError
from engine.values.score import Score

if TYPE_CHECKING:
    from app.state.lease import Lease


ARRIVED = "model-arrived"


class ModelsShelf(QObject):
    """Serves the Models tab, except for choosing a model.

    Signals:
        model_wanted(object): Continue with this model from now on (its folder).
        changed(): The list of models changed.
    """

    model_wanted = Signal(object)
    changed = Signal()

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        library: LibraryViews,
        *,
        files: Files,
        playing: Playing,
        make_link: Callable[[], Link],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._library = library
        self._files = files
        self._playing = playing
        self._make_link = make_link
        self._jobs: set[Job] = set()
        self._heard: Path | None = None
        self._lease: Lease | None = None
        panel = page.library
        panel.model_heard.connect(self.hear)
        panel.model_renamed.connect(self.rename)
        panel.model_exported.connect(self.take_along)
        panel.model_import_clicked.connect(self.ask_model)
        panel.model_card_clicked.connect(self.show_card)
        shell.notices.button_clicked.connect(self._on_notice)

    def close(self) -> None:
        """Stop running jobs; a model is complete or not there."""
        for job in self._jobs:
            job.close()

    # --- heard and read --------------------------------------------------------------------

    def hear(self, key: str) -> None:
        """Play a continuation of a model; a second call stops it."""
        info = self._info(key)
        if self._heard == Path(key) and self._playing.leases.is_newest(self._lease):
            self._playing.stop()
            return
        if info is None or info.sample is None:
            name = info.name if info is not None else Path(key).name
            text = self.tr("Nothing of ‘%1’ was kept to be heard.").replace("%1", name)
            self._shell.status.show_reason(text)
            return

        def play(score: Score) -> None:
            self._heard, self._lease = Path(key), self._playing.leases.audition(score, 0)

        self._files.read_score(info.sample, play)

    def show_card(self, key: str) -> None:
        """Show the card of a model."""
        info = self._info(key)
        if info is None:
            return
        card = ModelCard(card_of(info), parent=self._shell.frame)
        card.hear_clicked.connect(lambda: self.hear(key))
        card.finished.connect(lambda _result: card.deleteLater())
        card.open()

    # --- renamed, taken along, brought in ----------------------------------------------------

    def rename(self, key: str, name: str) -> None:
        """Rename a model."""
        try:
            rename_model(Path(key), name, within=self._library.folder)
        except SegueError as error:
            self._warn(error.message, error.hint)
        self._library.refresh()
        self.changed.emit()

    def take_along(self, key: str) -> None:
        """Ask for a file name, and export a model as one file."""
        info = self._info(key)
        if info is None:
            return
        path = dialogs.ask_save(
            self._shell.frame,
            self.tr("Export the model ‘%1’").replace("%1", info.name),
            Path.home() / f"{info.name}{SUFFIX}",
            kinds=self.tr("Segue model (*%1)").replace("%1", SUFFIX),
        )
        if path is not None:
            target = path if path.suffix else path.with_name(path.name + SUFFIX)
            command = messages.ExportModel(folder=key, target=str(target))
            self._do(command, messages.ModelExported, self.tr("Writing the model…"))

    def ask_model(self) -> None:
        """Ask for a file, and import the model in it."""
        path = dialogs.ask_open(
            self._shell.frame,
            self.tr("Import a model"),
            Path.home(),
            kinds=self.tr("Segue model (*%1)").replace("%1", f"{SUFFIX} *.zip"),
        )
        if path is not None:
            self.bring_in(path)

    def bring_in(self, path: Path) -> None:
        """Check a model from elsewhere, and copy it to the user's models."""
        command = messages.ImportModel(source=str(path))
        self._do(command, messages.ModelImported, self.tr("Looking through the model…"))

    def _do(self, command: messages.JobCommand, until: type[messages.Message], doing: str) -> None:
        job = Job(self._make_link(), command, until=until, parent=self)
        job.finished.connect(self._on_finished)
        job.failed.connect(lambda event: self._warn(event.message, event.hint))
        job.ended.connect(lambda: self._on_end(job))
        self._jobs.add(job)
        job.start()
        self._shell.status.show_reason(doing)

    def _on_finished(self, event: messages.Message) -> None:
        if isinstance(event, messages.ModelExported):
            text = self.tr("Wrote ‘%1’ (%2).").replace("%1", Path(event.file).name)
            self._tell(NoticeText(key="models", happened=text.replace("%2", size(event.bytes))))
        elif isinstance(event, messages.ModelImported):
            self._library.refresh()
            self.changed.emit()
            self._tell(
                NoticeText(
                    key=ARRIVED,
                    happened=self.tr("‘%1’ is among your models.").replace("%1", event.name),
                    buttons=((event.folder, self.tr("Go on with it")), ("", self.tr("Later"))),
                )
            )

    def _on_end(self, job: Job) -> None:
        self._jobs.discard(job)
        job.delete_when_ended()
        if not self._jobs:
            self._shell.status.show_reason("")

    def _on_notice(self, key: str, button: str) -> None:
        if key == ARRIVED and button:
            self.model_wanted.emit(Path(button))

    def _info(self, key: str) -> ModelInfo | None:
        return next((each for each in self._library.models if str(each.folder) == key), None)

    def _tell(self, notice: NoticeText) -> None:
        self._shell.notices.show_notice(notice)

    def _warn(self, happened: str, can: str) -> None:
        self._tell(NoticeText(key="models", happened=happened, can=can, tone="warning"))
