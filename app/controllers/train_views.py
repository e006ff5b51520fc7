"""Training in the window: what to learn from, the run, and the model it ends in."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.controllers.models import ModelInfo, free_name
from app.controllers.training import Run, Training
from app.main_window import dialogs
from app.main_window.window import MainWindow
from app.views.notice_strip import NoticeText
from app.views.train.page import TrainPage
from app.views.train.values import Choice, Curves, RunProgress, Sources, Tone
from engine import messages

PRESETS = ("taste", "evening", "overnight")
SCRATCH_NEEDS_S = 10 * 3600.0
FINE_TUNING_NEEDS_S = 60.0
STARTER, SCRATCH = "starter", "scratch"


class TrainViews(QObject):
    """Between `Training` and its page, which is connected when it is first seen.

    Signals:
        import_asked: Add folders to the library.
        files_dropped: Paths (a tuple) to import.
        model_wanted: Go on with this model from now on (its folder).
        models_changed: There may be a new model.
    """

    import_asked = Signal()
    files_dropped = Signal(object)
    model_wanted = Signal(object)
    models_changed = Signal()

    def __init__(
        self, window: MainWindow, training: Training, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._training = training
        self._page: TrainPage | None = None
        self._sources = Sources(pieces=0, total=0, seconds=0.0)
        self._models: list[ModelInfo] = []
        self._base = STARTER
        self._preset = "taste"
        self._current_model = ""
        self._ending = ""
        self._ending_tone: Tone = "good"
        self._frame = QTimer(self, singleShot=True, interval=50)
        self._frame.timeout.connect(self._show_run)
        window.workspace_changed.connect(self._on_workspace)
        window.notices.button_clicked.connect(self._on_notice)
        training.changed.connect(lambda _run: self._frame.isActive() or self._frame.start())
        training.made.connect(self._on_made)
        training.failed.connect(self._on_failure)
        training.stopped.connect(self._on_stop)
        training.noticed.connect(self._on_word)
        training.ended.connect(self._on_end)

    # --- what it is told --------------------------------------------------------------------

    def show_sources(self, sources: Sources) -> None:
        """Show what there is to learn from."""
        self._sources = sources
        if self._page is not None:
            self._page.show_sources(sources)
            self._show_goals()
            self._show_idle()

    def show_models(self, models: list[ModelInfo]) -> None:
        """Offer these models to be trained further."""
        self._models = models
        if self._page is not None:
            self._show_goals()
            self._show_idle()

    def show_current_model(self, model: messages.ModelLoaded | None) -> None:
        """Show what Compose uses meanwhile."""
        self._current_model = model.name if model else ""
        self._show_meanwhile()

    def begin(self, base: str) -> None:
        """Show the workspace, with a base chosen if one is given."""
        if base and not self._training.running:
            self._base = base
        self._window.show_workspace("train")
        if self._page is not None:
            self._show_goals()

    # --- the page ---------------------------------------------------------------------------

    def _on_workspace(self, name: str) -> None:
        if name == "train" and self._page is None:
            self._page = self._window.train
            self._connect(self._page)
            self._page.show_sources(self._sources)
            self._show_goals()
            self._show_presets()
            self._show_idle()
            self._show_meanwhile()
            if self._training.running:
                self._show_run()

    def _connect(self, page: TrainPage) -> None:
        training = self._training
        page.start_clicked.connect(self._start)
        page.pause_clicked.connect(lambda: training.pause(paused=True))
        page.resume_clicked.connect(lambda: training.pause(paused=False))
        page.stop_clicked.connect(training.stop)
        page.discard_clicked.connect(self._discard)
        page.goal_chosen.connect(self._choose_goal)
        page.preset_chosen.connect(self._choose_preset)
        page.sources_clicked.connect(self.import_asked)
        page.files_dropped.connect(self.files_dropped)

    def _choose_goal(self, key: str) -> None:
        self._base = key
        self._show_goals()
        self._show_idle()

    def _choose_preset(self, key: str) -> None:
        self._preset = key
        self._show_presets()

    def _start(self, goal: str, preset: str, name: str) -> None:
        taken = {info.name for info in self._models} | {"Starter"}
        self._training.start(
            messages.TrainModel(
                name=free_name(name.strip() or self.tr("My pieces"), taken),
                base=goal or self._base,
                preset=preset or self._preset,
            )
        )
        if self._page is not None:
            self._page.show_message("")
            self._page.show_curves(Curves())

    def _discard(self) -> None:
        run = self._training.run
        if run is not None and dialogs.confirm(
            self._window,
            self.tr("Discard the training of ‘%1’?").replace("%1", run.name),
            detail=self.tr("What it has learned so far is deleted."),
            yes=self.tr("Discard"),
        ):
            self._training.stop(discard=True)

    # --- what is shown ----------------------------------------------------------------------

    def _show_goals(self) -> None:
        if self._page is None:
            return
        seconds = self._sources.seconds
        hours = f"{seconds / 3600:.1f}"
        few = self.tr("needs about 10 h of music, you have %1 h").replace("%1", hours)
        goals = [
            Choice(
                key=STARTER,
                title=self.tr("Sound like my pieces"),
                detail=self.tr("starts from Starter · works from 20 minutes of music"),
            ),
            Choice(
                key=SCRATCH,
                title=self.tr("Only my pieces"),
                detail=self.tr("learns from nothing but your music"),
                reason=few if seconds < SCRATCH_NEEDS_S else "",
            ),
            *(
                Choice(
                    key=str(info.folder),
                    title=self.tr("Go on with “%1”").replace("%1", info.name),
                    detail=info.detail,
                    reason=info.problem,
                )
                for info in self._models
                if info.name != "Starter"
            ),
        ]
        self._page.show_goals(tuple(goals[:4]), chosen=self._base)

    def _show_presets(self) -> None:
        if self._page is None:
            return
        titles = (
            self.tr("Taste %1"),
            self.tr("Evening %1"),
            self.tr("Night %1"),
        )
        times = (self.tr("15 min"), self.tr("2 h"), self.tr("8 h"))
        presets = tuple(
            Choice(key=key, title=title.replace("%1", time))
            for key, title, time in zip(PRESETS, titles, times, strict=True)
        )
        self._page.show_presets(
            presets,
            chosen=self._preset,
            note=self.tr("One processor core is kept free for playing."),
        )

    def _show_idle(self) -> None:
        if self._page is None or self._training.running:
            return
        taken = {info.name for info in self._models} | {"Starter"}
        self._page.show_idle(name=free_name(self.tr("My pieces"), taken), reason=self._reason())

    def _reason(self) -> str:
        if not self._sources.pieces:
            return self.tr(
                "No pieces to learn from yet. You need about 20 minutes of MIDI: add a folder."
            )
        if self._sources.seconds < FINE_TUNING_NEEDS_S:
            return self.tr("There is less than a minute of music: add more pieces.")
        return ""

    def _show_meanwhile(self) -> None:
        if self._page is not None:
            text = self.tr("Compose keeps using “%1” meanwhile").replace("%1", self._current_model)
            self._page.show_meanwhile(text if self._current_model else "")

    def _show_run(self) -> None:
        run = self._training.run
        if run is None:
            return
        self._show_chip(run)
        if self._page is None:
            return
        self._page.show_progress(progress_of(run))
        self._show_meanwhile()
        self._page.show_curves(curves_of(run, base=self._base_name(run)))
        sentence = run.progress.message if run.progress else ""
        if run.stopping:
            sentence = self.tr("Stopping after this step…")
        self._page.show_message(sentence)

    def _show_chip(self, run: Run) -> None:
        text = self.tr("Training “%1”").replace("%1", run.name)
        progress = run.progress
        if progress is not None and progress.steps:
            text += f" · {100 * progress.step // progress.steps} %"
        if self._training.running:
            tone = "warning" if run.paused else "working"
            self._window.status.show_chip("job", text, tone=tone)  # type: ignore[arg-type]

    def _base_name(self, run: Run) -> str:
        named = {str(info.folder): info.name for info in self._models}
        return self.tr("Starter") if run.base == STARTER else named.get(run.base, run.base)

    # --- how it ends ------------------------------------------------------------------------

    def _on_made(self, event: messages.ModelMade) -> None:
        text = self.tr("‘%1’ is ready.").replace("%1", event.name)
        if event.base_loss > 0:
            better = 100 * (1 - event.validation_loss / event.base_loss)
            did = self.tr("It foretells your pieces %1 % better than before.")
            text = f"{text} {did.replace('%1', f'{better:.0f}')}" if better >= 1 else text
        self._window.notices.show_notice(
            NoticeText(
                key="made",
                happened=text,
                buttons=(
                    (event.folder, self.tr("Go on with it")),
                    ("", self.tr("Later")),
                ),
            )
        )
        self._ending, self._ending_tone = text, "good"
        self.models_changed.emit()

    def _on_notice(self, key: str, button: str) -> None:
        if key == "made" and button:
            self.model_wanted.emit(Path(button))
            self._window.show_workspace("compose")

    def _on_failure(self, event: messages.Failed) -> None:
        self._window.notices.show_notice(
            NoticeText(
                key="training",
                happened=event.message,
                can=event.hint,
                tone="warning",
                details=event.details,
            )
        )
        self._ending, self._ending_tone = f"{event.message} {event.hint}".strip(), "danger"

    def _on_stop(self) -> None:
        self._ending = ""
        self._window.notices.show_notice(
            NoticeText(
                key="training",
                happened=self.tr("The training was stopped before its first saved step."),
                did=self.tr("There was nothing to keep yet; your models are as they were."),
            )
        )

    def _on_word(self, sentence: str) -> None:
        if self._page is not None:
            self._page.show_message(sentence)

    def _on_end(self) -> None:
        self._frame.stop()
        self._window.status.show_chip("job", "")
        self._show_idle()
        run = self._training.run
        if run is not None and self._page is not None and self._ending:
            curves = curves_of(run, base=self._base_name(run))
            self._page.show_ended(curves, self._ending, tone=self._ending_tone)


def progress_of(run: Run, *, now: datetime | None = None) -> RunProgress:
    """Return a run as the page shows it."""
    report = run.progress
    if report is None:
        return RunProgress(phase="preparing", step=0, steps=0, paused=run.paused)
    done_at = ""
    if report.seconds_left > 0:
        moment = (now or datetime.now().astimezone()) + timedelta(seconds=report.seconds_left)
        done_at = f"{moment:%H:%M}"
    return RunProgress(
        phase=report.phase,
        step=report.step,
        steps=report.steps,
        seconds_left=report.seconds_left,
        done_at=done_at,
        tokens_per_second=run.speed,
        device=report.device.upper() if report.device == "cpu" else report.device,
        held_out=run.held_out[-1][1] if run.held_out else -1.0,
        paused=run.paused,
    )


def curves_of(run: Run, *, base: str) -> Curves:
    """Return a run's losses as the chart shows them."""
    report = run.progress
    curves = Curves(
        training=run.training,
        held_out=run.held_out,
        steps=report.steps if report else 0,
        best_step=report.best_step if report else 0,
    )
    if run.base_loss > 0:
        return replace(curves, baseline=run.base_loss, baseline_name=base)
    return curves
