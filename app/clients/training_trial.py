"""Measure this computer's training speed: 20 steps in a job process, one result per base model."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from app.words.engine import translate_engine_text
from engine import messages
from engine.sentence import sentences


class TrainingTrial(QObject):
    """Runs one trial at a time.

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
        """Whether a trial is running."""
        return self._job is not None

    def known(self, base: str) -> messages.TrialMeasured | None:
        """Return the measurement for a base model, or None."""
        return self._known.get(base)

    def forget(self) -> None:
        """Drop all measurements, because the songs changed."""
        self._known = {}
        self.failure = ""

    def start(self, base: str) -> None:
        """Start a trial for a base model, unless one is running."""
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
        """Cancel the trial."""
        if self._job is not None:
            self._job.detach()
            self._on_end()

    def _on_measured(self, event: messages.TrialMeasured) -> None:
        self._known[self._base] = event

    def _on_failed(self, event: messages.Failed) -> None:
        self.failure = translate_engine_text(sentences((event.message, event.hint)))

    def _on_end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.delete_when_ended()
        self.changed.emit()
