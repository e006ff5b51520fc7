"""Jobs that write files, and the notices about them."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from app.compose.failures import notice_of
from app.views.notice_strip import NoticeStrip, NoticeText
from app.words.engine import translate_engine_text
from engine import messages
from engine.ground.errors import SegueError

# How long a success stays visible.
_TOLD_S = 8.0


class ExportJobs(QObject):
    """Runs jobs that write files and reports how each one ends.

    Args:
        key: The key of the notices; a newer notice replaces an older one. Failures have a key of
            their
            own, so that a success of another file does not replace them.

    Signals:
        progressed: A job reported progress.
        finished: The event that means success.
        ended: A job ended, with success or not.
    """

    progressed = Signal(object)
    finished = Signal(object)
    ended = Signal()

    def __init__(
        self,
        notices: NoticeStrip,
        key: str,
        make_link: Callable[[], Link],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._notices = notices
        self._key = key
        self._make_link = make_link
        self._jobs: list[Job] = []

    @property
    def running(self) -> bool:
        """Whether a job is running."""
        return bool(self._jobs)

    def begin(self, command: messages.JobCommand, *, until: type[messages.Event]) -> None:
        """Start a job; `until` is the event that means success."""
        job = Job(self._make_link(), command, until=until, parent=self)
        job.progressed.connect(self.progressed)
        job.finished.connect(self.finished)
        job.failed.connect(self.tell_failure)
        job.ended.connect(partial(self._on_end, job))
        self._jobs.append(job)
        job.start()

    def stop(self) -> None:
        """Request the end of all jobs; no unfinished file remains."""
        for job in self._jobs:
            job.stop()

    def close(self) -> None:
        """End the child processes."""
        for job in self._jobs:
            job.close()

    def tell(self, text: str, *, seconds: float = _TOLD_S) -> None:
        """Show a sentence; with 0 seconds until it is closed."""
        notice = NoticeText(key=self._key, happened=text, seconds=seconds)
        self._notices.show_notice(notice)

    def tell_beginning(self, name: str) -> None:
        """Show that a file is being written."""
        self.tell(self.tr("Writing ‘%1’…").replace("%1", name), seconds=0.0)

    def tell_written(self, path: str, *left_out: str) -> None:
        """Say that a file is there, and in sentences of the engine what is not in it."""
        written = self.tr("Written to ‘%1’.").replace("%1", path)
        self.tell(" ".join((written, *map(translate_engine_text, left_out))))

    def tell_failure(self, failure: messages.Failed | SegueError) -> None:
        """Show a failure until it is closed."""
        if len(self._jobs) <= 1:
            self._notices.clear_notice(self._key)
        self._notices.show_notice(notice_of(failure, key=f"{self._key} failed"))

    def _on_end(self, job: Job) -> None:
        self._jobs.remove(job)
        job.delete_when_ended()
        self.ended.emit()
