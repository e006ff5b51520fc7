"""Trainings that wait: one is on the page and can go on, the others are listed beside it."""

from PySide6.QtCore import QObject, Signal

from app.clients.training import Training
from app.state.training_run import TrainingRun
from app.train.words import paused_text
from app.views.train.waiting import WaitingRuns as View


class WaitingRuns(QObject):
    """The runs that wait besides the one that `Training` has.

    Signals:
        put_aside: The page has no run any more.
    """

    put_aside = Signal()

    def __init__(self, training: Training, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._training = training
        self._runs: list[TrainingRun] = []
        self._view: View | None = None
        training.ended.connect(self.show)
        training.changed.connect(self.show)

    @property
    def names(self) -> set[str]:
        """What a new run cannot be called."""
        return {run.name for run in self._runs}

    def connect_view(self, view: View) -> None:
        """Show them there from now on."""
        self._view = view
        view.run_clicked.connect(self.take)
        view.begin_clicked.connect(self.begin_another)
        self.show()

    def offer(self, runs: list[TrainingRun]) -> None:
        """Put the first of some runs on the page, if it is free, and list the others."""
        self._runs = list(runs)
        if self._runs and not self._training.running and not self._training.waiting:
            self._training.adopt(self._runs.pop(0))
        known = self._training.run
        self._runs = [run for run in self._runs if known is None or run.name != known.name]
        self.show()

    def take(self, name: str) -> None:
        """Put a run on the page in place of the one there, which waits on."""
        wanted = next((run for run in self._runs if run.name == name), None)
        if wanted is None or self._training.running:
            return
        self._runs.remove(wanted)
        self._set_aside()
        self._training.adopt(wanted)
        self.show()

    def begin_another(self) -> None:
        """Let the run on the page wait in the list, so that another one can be begun."""
        self._set_aside()
        self.put_aside.emit()
        self.show()

    def _set_aside(self) -> None:
        run = self._training.put_aside()
        if run is not None:
            self._runs.insert(0, run)

    def show(self) -> None:
        """Show what waits; while a run is at work nothing can take its place."""
        if self._view is None:
            return
        runs = () if self._training.running else tuple(self._runs)
        self._view.show_runs(
            tuple((run.name, paused_text(run)) for run in runs), begin=self._training.waiting
        )
