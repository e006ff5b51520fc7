"""Binds a training run to its page, to the notices and to the status line."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.engine_link import Link
from app.clients.library import Library
from app.clients.playing import Playing
from app.clients.training import Training
from app.clients.unfinished_runs import unfinished_runs
from app.files.background import Background
from app.files.models import ModelInfo
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.state.training_run import TrainingRun
from app.train import notices
from app.train.choices import SCRATCH, STARTER, STYLE, base_of
from app.train.copied import copying_words
from app.train.folder import TrainingFolder
from app.train.notices import (
    DISCARD,
    FAILED,
    FOLDER,
    MADE,
    PAUSED,
    RESUME,
    UNFINISHED,
)
from app.train.part import TrainingPart
from app.train.setup import TrainSetup
from app.train.shows import curves_of, done_of, progress_of
from app.train.starting import TrainingStart
from app.train.step_samples import StepSamples
from app.train.waiting import WaitingRuns
from app.train.words import going_on, how_it_goes, paused_text, preparing
from app.views.train.page import TrainPage
from app.views.train.values import Sources, Tone
from app.words.engine import translate_engine_text
from engine import messages
from engine.ground.paths import user_paths
from engine.sentence import sentences
from engine.values.library import PieceQuery


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainTools:
    """The parts of the window that training uses.

    Attributes:
        make_link: Returns the link to a new job process.
        library: Lists the ticked pieces.
        playing: Plays saved steps.
        background: Reads logs and deletes folders.
        moving: Copies trainings to another folder, which may take long.
    """

    make_link: Callable[[], Link]
    library: Library
    playing: Playing
    background: Background
    moving: Background


class TrainViews(QObject):
    """Binds `Training` to its page, which is connected when it is first shown.

    Signals:
        import_asked(): Add a folder to the library.
        choosing_asked(): Show the pieces, to tick those to learn from.
        model_wanted(object): Continue with this model from now on (its folder).
        models_changed(): There may be a new model.
        rename_asked(str, str): Rename a model (its folder, the new name).
        card_asked(str): Show the card of a model (its folder).
    """

    import_asked = Signal()
    choosing_asked = Signal()
    model_wanted = Signal(object)
    models_changed = Signal()
    rename_asked = Signal(str, str)
    card_asked = Signal(str)

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        training: Training,
        tools: TrainTools,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._workspaces = workspaces
        self._training = training
        self._tools = tools
        self._waiting = WaitingRuns(training, self)
        self.setup = TrainSetup(
            shell,
            workspaces,
            training,
            tools.make_link,
            part=TrainingPart(shell, tools.moving, self),
            waiting_names=lambda: self._waiting.names,
            parent=self,
        )
        # A function, because the folder of trainings may change while the window is open.
        self._folder = TrainingFolder(
            shell, tools.moving, user_paths, waiting=lambda: training.waiting, parent=self
        )
        self._starting = TrainingStart(
            shell, tools.library, training, self.setup, self._folder, parent=self
        )
        self._samples = StepSamples(tools.playing, base_name=self._base_name, parent=self)
        self._page: TrainPage | None = None
        self._current_model = messages.ModelLoaded(
            folder="", name="", parameters=0, notes=0, device="", seconds=0.0
        )
        self._ending = ""
        self._ending_tone: Tone = "good"
        self._frame = QTimer(self, singleShot=True, interval=50)
        self._frame.timeout.connect(self._show_run)
        self._connect()

    def _connect(self) -> None:
        training = self._training
        self._workspaces.changed.connect(self._on_workspace)
        self._shell.notices.button_clicked.connect(self._on_notice)
        training.changed.connect(lambda _run: self._frame.isActive() or self._frame.start())
        training.made.connect(self._on_made)
        training.failed.connect(self._on_failure)
        training.paused.connect(self._on_paused)
        training.stopped.connect(self._on_stop)
        training.noticed.connect(self._on_word)
        training.ended.connect(self._on_end)
        self._waiting.put_aside.connect(self._on_put_aside)
        self._folder.moved.connect(self._on_folder)
        self._samples.step_wanted.connect(training.keep_step)

    # --- from the library and the models ----------------------------------------------------

    def show_sources(self, sources: Sources) -> None:
        """Show the sources."""
        self.setup.show_sources(sources)

    def show_reading(self, reading: str) -> None:
        """Show the progress of an import; empty when it ends."""
        self.setup.show_reading(reading)

    def show_models(self, models: list[ModelInfo]) -> None:
        """Offer these models to be trained further, and take over the new model's name."""
        self.setup.show_models(models)
        named = {str(info.folder): info.name for info in models}
        if name := named.get(self._made_folder()):
            self._call_made(name)

    def show_current_model(self, model: messages.ModelLoaded | None) -> None:
        """Show which model Compose uses."""
        if model is not None:
            self._current_model = model
            self._show_meanwhile()
            self._show_run()

    def begin(self, base: str) -> None:
        """Show the workspace, and choose a base if one is given."""
        self._workspaces.show_workspace("train")
        if base and not self._training.running:
            self.setup.begin_with(base)

    def make_style(self, name: str, query: PieceQuery) -> None:
        """Make a style of the ticked pieces of a search, with the model that Compose uses.

        Args:
            name: The style's name; if it is empty, it gets the usual one.
            query: The search.
        """
        run = self._training.run
        if self._training.running and run is not None:
            self._shell.notices.show_notice(notices.busy(run.name))
            return
        self._workspaces.show_workspace("train")
        if self.setup.not_installed:
            return  # the page says what is missing
        if self._training.waiting:
            self._waiting.begin_another()
        elif run is not None and run.made is not None:
            self._let_go()
        base = base_of(self._current_model.folder, self.setup.models)
        self._starting.make_style(name, query, base=base)

    def look_for_unfinished(self) -> None:
        """Look for unfinished runs of earlier sessions, and offer to resume them."""
        self._tools.background.run(
            lambda: unfinished_runs(user_paths().training),
            self._offer_unfinished,
            lambda _error: None,
        )

    def may_close(self) -> bool:
        """Return whether the window may close; ask the user while a run is active."""
        run = self._training.run
        if not self._training.running or run is None:
            return True
        kept = self.tr("It keeps the step it is at; next time it can be resumed from there.")
        lost = self.tr("A style has no saved steps: it would have to be started again.")
        return dialogs.confirm(
            self._shell.frame,
            self.tr("‘%1’ is still being trained.").replace("%1", run.name),
            detail=lost if run.preset == STYLE else kept,
            yes=self.tr("Close"),
        )

    def close(self) -> None:
        """Stop the trial and the run; the run saves its step."""
        self.setup.look_away()
        self.setup.trying.stop()
        if self._training.running:
            # Saving the step may take some seconds; hide the window meanwhile.
            self._shell.frame.hide()
        self._training.close()

    def _offer_unfinished(self, runs: list[TrainingRun]) -> None:
        free = not self._training.running and not self._training.waiting
        self._waiting.offer(runs)
        if runs and free:
            self._shell.notices.show_notice(notices.unfinished(runs[0]))

    # --- the page ---------------------------------------------------------------------------

    def _on_workspace(self, name: str) -> None:
        if name != "train":
            self.setup.look_away()
            return
        # The page shows the same, and the notice would cover its buttons.
        self._shell.notices.clear_notice(MADE)
        if self._page is None:
            self._page = self._workspaces.train
            self._connect_page(self._page)
            self._show_meanwhile()
            self._show_run()
        self.setup.look()

    def _connect_page(self, page: TrainPage) -> None:
        training = self._training
        self._samples.connect_page(page)
        self._starting.connect_page(page)
        page.pause_clicked.connect(lambda: training.pause(paused=True))
        page.resume_clicked.connect(self._resume)
        page.stop_clicked.connect(training.stop)
        page.discard_clicked.connect(self._discard)
        self.setup.connect_page(page)
        self._waiting.connect_view(page.waiting)
        page.setup.folder_clicked.connect(self._folder.ask)
        page.setup.sources_clicked.connect(self.choosing_asked)
        page.setup.add_folder_clicked.connect(self.import_asked)
        done = page.done
        page.use.used.connect(self._use_made)
        page.use.wanted.connect(lambda on: training.use_when_done(on=on))
        done.renamed.connect(self._rename_made)
        done.card_clicked.connect(lambda: self.card_asked.emit(self._made_folder()))
        done.step_chosen.connect(training.keep_step)
        done.closed.connect(self._let_go)

    def _resume(self) -> None:
        if self._folder.is_moving():
            return
        self.setup.trying.stop()
        self._shell.notices.clear_notice(UNFINISHED)
        self._shell.notices.clear_notice(PAUSED)
        self._training.pause(paused=False)
        self.setup.show()

    def _discard(self) -> None:
        run = self._training.run
        if run is not None and dialogs.confirm(
            self._shell.frame,
            self.tr("Discard the training of ‘%1’?").replace("%1", run.name),
            detail=self.tr("What it has learned so far is deleted."),
            yes=self.tr("Discard"),
        ):
            self._shell.notices.clear_notice(UNFINISHED)
            self._training.stop(discard=True)

    # --- what is shown ----------------------------------------------------------------------

    def _show_meanwhile(self) -> None:
        if self._page is None or not self._current_model.name:
            return
        text = self.tr("Compose keeps using “%1” meanwhile")
        text = text.replace("%1", self._current_model.name)
        self._page.show_meanwhile(text if self._training.running else "")

    def _show_run(self) -> None:
        run = self._training.run
        if run is None:
            return
        self._show_chip(run)
        self._samples.show(run)
        self._starting.show_run(run)
        page = self._page
        if page is None:
            return
        if run.made is not None:
            self._show_done(page, run, folder=run.made.folder)
        elif self._training.running or run.paused:
            page.show_progress(progress_of(run, base=self._base_name(run)))
            self._show_meanwhile()
            page.show_curves(curves_of(run, base=self._base_name(run)))
            text, tone = self._sentence(run)
            page.show_message(text, tone=tone)

    def _sentence(self, run: TrainingRun) -> tuple[str, Tone]:
        if run.stopping:
            return self.tr("Keeping the best saved step and listening to it…"), "plain"
        if run.pausing:
            return self.tr("Keeping this step…"), "plain"
        if run.paused:
            text = translate_engine_text(run.why) or paused_text(run)
            return text, "warning" if run.why else "plain"
        told = going_on(run) or preparing(run)
        return told or how_it_goes(run, base=self._base_name(run))

    def _show_done(self, page: TrainPage, run: TrainingRun, *, folder: str) -> None:
        page.show_ended(
            curves_of(run, base=self._base_name(run)), self._ending, tone=self._ending_tone
        )
        in_use = self._current_model.folder == folder
        page.show_done(done_of(run, base=self._base_name(run), in_use=in_use))

    def _show_chip(self, run: TrainingRun) -> None:
        if not self._training.running and not run.paused:
            return
        finishing = run.finishing >= 0 and not run.paused
        text = self.tr("Finishing “%1”") if finishing else self.tr("Training “%1”")
        text = self.tr("“%1” is paused") if run.paused else text
        text = text.replace("%1", run.name)
        share = run.finishing if finishing else run.share
        if share > 0:
            text += f" · {100 * share:.0f} %"
        self._shell.status.show_chip("job", text, tone="warning" if run.paused else "working")

    def _base_name(self, run: TrainingRun) -> str:
        named = {str(info.folder): info.name for info in self.setup.models}
        if run.base == SCRATCH:
            return self.tr("Untrained")
        return self.tr("Starter") if run.base == STARTER else named.get(run.base, run.base)

    # --- how it ends ------------------------------------------------------------------------

    def _on_made(self, event: messages.ModelMade) -> None:
        run = self._training.run
        self._ending, self._ending_tone = notices.ending_of(run, event, figure=False)
        copying, tone = copying_words(run, base=self._base_name(run)) if run else ("", "plain")
        if copying:
            self._ending, self._ending_tone = f"{self._ending} {copying}", tone
        self.models_changed.emit()
        if run is not None and run.use_when_done:
            self._use_made()
        if self._workspaces.current != "train":
            text, _ = notices.ending_of(run, event)
            self._shell.notices.show_notice(notices.made(event, f"{text} {copying}".strip()))

    def _made_folder(self) -> str:
        run = self._training.run
        return run.made.folder if run is not None and run.made is not None else ""

    def _use_made(self) -> None:
        if folder := self._made_folder():
            self.model_wanted.emit(Path(folder))

    def _rename_made(self, name: str) -> None:
        if folder := self._made_folder():
            self.rename_asked.emit(folder, name)
            # Another model may have that name; then show the old name again.
            self._show_run()

    def _call_made(self, name: str) -> None:
        run = self._training.run
        if run is not None and run.made is not None and run.made.name != name:
            made = msgspec.structs.replace(run.made, name=name)
            self._ending = self._ending.replace(f"‘{run.made.name}’", f"‘{name}’", 1)
            self._training.adopt(msgspec.structs.replace(run, made=made))

    def _let_go(self) -> None:
        """Delete the saved steps of a finished run, and show the idle page."""
        name = self._training.let_go()
        if name:
            folder = user_paths().training / name
            self._tools.background.run(
                lambda: shutil.rmtree(folder, ignore_errors=True),
                lambda _done: None,
                lambda _error: None,
            )
        self._clear()

    def _on_put_aside(self) -> None:
        self._shell.notices.clear_notice(UNFINISHED)
        self._shell.status.show_chip("job", "")
        self._clear()

    def _clear(self) -> None:
        """Show the idle page."""
        self._ending = ""
        self._samples.show(None)
        if self._page is not None:
            self._page.samples.show_samples((), colours=())
            self._page.samples.show_copying()
        self.setup.show()

    def _on_folder(self) -> None:
        if not self._training.waiting:
            self.setup.measure_again()

    # --- notices ----------------------------------------------------------------------------

    def _on_notice(self, key: str, button: str) -> None:
        if key == MADE and button:
            self.model_wanted.emit(Path(button))
            self._workspaces.show_workspace("compose")
        elif key in (UNFINISHED, PAUSED, FAILED) and button == RESUME:
            self._workspaces.show_workspace("train")
            self._resume()
        elif key == PAUSED and button == FOLDER:
            self._folder.ask()
        elif key == UNFINISHED and button == DISCARD:
            self._workspaces.show_workspace("train")
            self._discard()

    def _on_paused(self, event: messages.TrainingPaused) -> None:
        if event.reason:
            self._shell.notices.show_notice(notices.paused(event))

    def _on_failure(self, event: messages.Failed) -> None:
        resumable = self._training.run is not None and self._training.run.paused
        self._shell.notices.show_notice(notices.failed(event, resumable=resumable))
        self._ending = translate_engine_text(sentences((event.message, event.hint)))
        self._ending_tone = "danger"

    def _on_stop(self) -> None:
        run = self._training.run
        self._ending = ""
        if run is not None and not run.held_out:
            self._shell.notices.show_notice(notices.nothing_kept())
        self._samples.show(None)

    def _on_word(self, sentence: str) -> None:
        if self._page is not None:
            self._page.show_message(translate_engine_text(sentence))

    def _on_end(self) -> None:
        run = self._training.run
        if run is None or not run.paused:
            self._shell.status.show_chip("job", "")
        self.setup.show()
        self._frame.start()
        if run is not None and self._page is not None and self._ending and run.made is None:
            curves = curves_of(run, base=self._base_name(run))
            self._page.show_ended(curves, self._ending, tone=self._ending_tone)
