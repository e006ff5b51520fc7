"""Measuring this computer: a trial of 20 steps in a job process, its answer kept by base."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from app.words.engine import in_own_words
from engine import messages


class Trying(QObject):
    """One trial at a time.

    Args:
        make_link: Returns the link to a fresh job process.
        parent: Qt's owner.

    Signals:
        changed: A trial began, ended or failed.
    """

    changed = Signal()

    def __init__(self, make_link: Callable[[], Link], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_link = make_link
        self._job: Job | None = None
        self._known: dict[str, messages.TrialMeasured] = {}
        self._base = ""
        self.failure = ""

    @property
    def running(self) -> bool:
        """Whether a trial is under way."""
        return self._job is not None

    def known(self, base: str) -> messages.TrialMeasured | None:
        """Return what was measured for a base, or None."""
        return self._known.get(base)

    def forget(self) -> None:
        """Other songs take other times: what was measured no longer holds."""
        self._known = {}
        self.failure = ""

    def start(self, base: str) -> None:
        """Measure how fast this machine trains this base; nothing while a trial is under way."""
        if self._job is not None:
            return
        self._base, self.failure = base, ""
        job = Job(
            self._make_link(),
            messages.MeasureTraining(base=base),
            until=messages.TrialMeasured,
            parent=self,
        )
        job.finished.connect(self._on_measured)
        job.failed.connect(self._on_failed)
        job.ended.connect(self._on_end)
        self._job = job
        job.start()
        self.changed.emit()

    def stop(self) -> None:
        """Give up a trial: the machine is needed for the training itself."""
        if self._job is not None:
            self._job.leave()
            self._on_end()

    def _on_measured(self, event: messages.TrialMeasured) -> None:
        self._known[self._base] = event

    def _on_failed(self, event: messages.Failed) -> None:
        self.failure = in_own_words(f"{event.message} {event.hint}".strip())

    def _on_end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.let_go()
        self.changed.emit()
