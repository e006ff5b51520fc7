"""Binds the waiting runs: the page shows one, and its list shows the others."""

from PySide6.QtCore import QObject, Signal

from app.clients.training import Training
from app.state.training_run import TrainingRun
from app.train.words import paused_text
from app.views.train.waiting import WaitingRunsView


class WaitingRuns(QObject):
    """Keeps the waiting runs that are not on the page.

    Signals:
        put_aside(): The page has no run any more.
    """

    put_aside = Signal()

    def __init__(self, training: Training, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._training = training
        self._runs: list[TrainingRun] = []
        self._view: WaitingRunsView | None = None
        training.ended.connect(self.show)
        training.changed.connect(self.show)

    @property
    def names(self) -> set[str]:
        """The names that a new run cannot have."""
        return {run.name for run in self._runs}

    def connect_view(self, view: WaitingRunsView) -> None:
        """Serve the list from now on."""
        self._view = view
        view.run_clicked.connect(self.take)
        view.begin_clicked.connect(self.begin_another)
        self.show()

    def offer(self, runs: list[TrainingRun]) -> None:
        """Put the first of these runs on the page if that is free, and list the others."""
        self._runs = list(runs)
        if self._runs and not self._training.running and not self._training.waiting:
            self._training.adopt(self._runs.pop(0))
        known = self._training.run
        self._runs = [run for run in self._runs if known is None or run.name != known.name]
        self.show()

    def take(self, name: str) -> None:
        """Exchange the run on the page for a listed one."""
        wanted = next((run for run in self._runs if run.name == name), None)
        if wanted is None or self._training.running:
            return
        self._runs.remove(wanted)
        self._set_aside()
        self._training.adopt(wanted)
        self.show()

    def begin_another(self) -> None:
        """Move the run on the page to the list, so that a new one can start."""
        self._set_aside()
        self.put_aside.emit()
        self.show()

    def _set_aside(self) -> None:
        run = self._training.put_aside()
        if run is not None:
            self._runs.insert(0, run)

    def show(self) -> None:
        """Show the list; an active run cannot be exchanged."""
        if self._view is None:
            return
        runs = () if self._training.running else tuple(self._runs)
        self._view.show_runs(
            tuple((run.name, paused_text(run)) for run in runs), begin=self._training.waiting
        )
