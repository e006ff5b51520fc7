"""Importing: folders and files to a job process, its progress and its report."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from engine import messages


class ImportJobs(QObject):
    """One import at a time; what is dropped while one runs is imported after it.

    Args:
        make_link: Returns the link to a fresh job process.
        parent: Qt's owner.

    Signals:
        started: An import began.
        progressed: A `messages.ImportProgress`.
        reported: A `messages.ImportReport`, also after a cancel.
        failed: A `messages.Failed`.
        ended: Whatever the ending was.
    """

    started = Signal()
    progressed = Signal(object)
    reported = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(self, make_link: Callable[[], Link], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_link = make_link
        self._job: Job | None = None
        self._next: list[str] = []
        self._folders: tuple[str, ...] = ()
        self._put_off: tuple[str, ...] = ()
        self._quiet = self._quiet_next = False
        self._report: messages.ImportReport | None = None

    @property
    def running(self) -> bool:
        """Whether an import is under way."""
        return self._job is not None

    @property
    def report(self) -> messages.ImportReport | None:
        """What the last import found, or None."""
        return self._report

    @property
    def quiet(self) -> bool:
        """Whether the import under way, or the last one, is one that nobody asked for."""
        return self._quiet

    def add(self, paths: Iterable[Path]) -> None:
        """Import folders and files; what nobody asked for makes way, and comes after them."""
        self._quiet_next = False
        self._append(paths)
        if self._job is not None and self._quiet:
            # What is looked through now in any case need not be looked at again.
            self._put_off = tuple(each for each in self._folders if each not in self._next)
            self._job.stop()

    def look_again(self, folders: Iterable[Path]) -> None:
        """Import what is new in watched folders, without a word unless something is."""
        if not self._next:
            self._quiet_next = True
        self._append(folders)

    def _append(self, paths: Iterable[Path]) -> None:
        self._next += [str(path) for path in paths if str(path) not in self._next]
        if self._job is None and self._next:
            self._begin()

    def cancel(self) -> None:
        """Stop; what was already read stays in the library."""
        self._next, self._put_off = [], ()
        if self._job is not None:
            self._job.stop()

    def close(self) -> None:
        """End the process at once."""
        if self._job is not None:
            self._job.close()

    def _begin(self) -> None:
        self._folders, self._next = tuple(self._next), []
        self._quiet, self._quiet_next = self._quiet_next, False
        job = Job(
            self._make_link(),
            messages.ImportFolders(folders=self._folders),
            until=messages.ImportReport,
            parent=self,
        )
        job.progressed.connect(self._on_progress)
        job.finished.connect(self._on_report)
        job.failed.connect(self.failed)
        job.ended.connect(self._on_end)
        self._job = job
        job.start()
        self.started.emit()

    def _on_progress(self, event: messages.JobEvent) -> None:
        if isinstance(event, messages.ImportProgress):
            self.progressed.emit(event)

    def _on_report(self, report: messages.ImportReport) -> None:
        unknown = self._report is None and not report.cancelled
        if not self._quiet or unknown or report.fresh:
            self._report = report
        self.reported.emit(report)

    def _on_end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.let_go()
        self.ended.emit()
        if self._next:
            self._begin()
        elif self._put_off:
            put_off, self._put_off = self._put_off, ()
            self.look_again(map(Path, put_off))
