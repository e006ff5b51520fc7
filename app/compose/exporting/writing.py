"""Files that jobs write, each in a child of its own, and what is told of them."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from app.compose.failures import notice_of
from app.views.notice_strip import NoticeStrip, NoticeText
from app.words.engine import in_own_words
from engine import messages
from engine.errors import SegueError

_TOLD_S = 8.0


class Writing(QObject):
    """Jobs under way; each ends by itself, with what came of it told.

    Args:
        notices: Where that is told.
        key: Under which name; what is told last stands there. What went wrong stands beside it, so
            that nothing told of another file takes its place.
        make_link: Returns the link to a fresh child.
        parent: Qt's owner.

    Signals:
        progressed: An event on the way.
        finished: The event that ended a job well.
        ended: A job is over, whatever came of it.
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
        """Whether something is being written."""
        return bool(self._jobs)

    def begin(self, command: messages.JobCommand, *, until: type[messages.Event]) -> None:
        """Let a child do something; `until` is the event that ends it well."""
        job = Job(self._make_link(), command, until=until, parent=self)
        job.progressed.connect(self.progressed)
        job.finished.connect(self.finished)
        job.failed.connect(self.tell_failure)
        job.ended.connect(partial(self._on_end, job))
        self._jobs.append(job)
        job.start()

    def stop(self) -> None:
        """Ask all that is being written to end; an unfinished file is not left behind."""
        for job in self._jobs:
            job.stop()

    def close(self) -> None:
        """End the children at once."""
        for job in self._jobs:
            job.close()

    def tell(self, text: str, *, seconds: float = _TOLD_S) -> None:
        """Show one sentence; 0 seconds leave it until it is closed."""
        notice = NoticeText(key=self._key, happened=text, seconds=seconds)
        self._notices.show_notice(notice)

    def tell_beginning(self, name: str) -> None:
        """Say that a file is being written, until it is."""
        self.tell(self.tr("Writing ‘%1’…").replace("%1", name), seconds=0.0)

    def tell_written(self, path: str, *left_out: str) -> None:
        """Say that a file is there, and in sentences of the engine what is not in it."""
        written = self.tr("Written to ‘%1’.").replace("%1", path)
        self.tell(" ".join((written, *map(in_own_words, left_out))))

    def tell_failure(self, failure: messages.Failed | SegueError) -> None:
        """Say what could not be written, until that is closed."""
        if len(self._jobs) <= 1:
            self._notices.clear_notice(self._key)
        self._notices.show_notice(notice_of(failure, key=f"{self._key} failed"))

    def _on_end(self, job: Job) -> None:
        self._jobs.remove(job)
        job.let_go()
        self.ended.emit()
