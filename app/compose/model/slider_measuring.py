"""Measure the effect of the sliders of a user's own model, in a job."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.clients.engine_link import Link
from app.clients.job import Job
from app.compose.failures import notice_of
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.widgets.steering import SteersView
from engine import messages


class SliderMeasuring(QObject):
    """Runs the measurement and shows its result.

    Args:
        starter: The folder of the starter model, which is already measured.
    """

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        continuing: Continuing,
        starter: Path,
        make_link: Callable[[], Link],
    ) -> None:
        super().__init__(continuing)
        self._notices = shell.notices
        self._panel = page.continue_panel
        self._continuing = continuing
        self._starter = starter
        self._make_link = make_link
        self._job: Job | None = None
        self._panel.measure_clicked.connect(self.measure)
        continuing.model_changed.connect(self._show)

    def measure(self) -> None:
        """Start the measurement, or cancel a running one."""
        if self._job is not None:
            self._job.stop()
            return
        model = self._continuing.model
        if model is None:
            return
        command = messages.MeasureSteers(folder=model.folder)
        job = Job(self._make_link(), command, until=messages.SteersMeasured, parent=self)
        job.progressed.connect(self._on_progress)
        job.finished.connect(self._on_measured)
        job.failed.connect(self._on_failure)
        job.ended.connect(self._on_end)
        self._job = job
        job.start()
        self._panel.show_measuring(self.tr("Measuring…"))

    def close(self) -> None:
        """Cancel the measurement; the model's card stays unchanged."""
        if self._job is not None:
            self._job.close()

    def _show(self, model: messages.ModelSteers | None) -> None:
        if model is None:
            return
        self._panel.show_steers(
            SteersView(
                working=model.steers,
                measured=model.measured,
                of=model.steers_of,
                can_measure=Path(model.folder).resolve() != self._starter.resolve(),
            )
        )
        if self._job is not None:
            self._panel.show_measuring(self.tr("Measuring…"))

    def _on_progress(self, event: messages.JobEvent) -> None:
        if isinstance(event, messages.TrainingProgress):
            text = self.tr("Measuring… %1 of %2").replace("%1", str(event.step + 1))
            self._panel.show_measuring(text.replace("%2", str(event.steps)))

    def _on_measured(self, event: messages.SteersMeasured) -> None:
        model = self._continuing.model
        if model is not None and model.folder == event.folder:
            self._show(event)

    def _on_failure(self, event: messages.Failed) -> None:
        self._notices.show_notice(notice_of(event, key="sliders"))

    def _on_end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.deleteLater()
        self._panel.show_measuring(None)
