"""Client for imports: folders and files go to a job process."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from engine import messages


class ImportJobs(QObject):
    """Runs one import at a time; paths added meanwhile are imported next.

    Signals:
        started: An import began.
        progressed: A `messages.ImportProgress`.
        reported: A `messages.ImportReport`, also after a cancel.
        failed: A `messages.Failed`.
        ended: The import is over, however it ended.
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
        """Whether an import is running."""
        return self._job is not None

    @property
    def report(self) -> messages.ImportReport | None:
        """The report of the last import, or None."""
        return self._report

    @property
    def paths(self) -> tuple[Path, ...]:
        """The folders and files of the current or last import."""
        return tuple(map(Path, self._folders))

    @property
    def quiet(self) -> bool:
        """Whether the current or last import was a rescan that the user did not ask for."""
        return self._quiet

    def add(self, paths: Iterable[Path]) -> None:
        """Import folders and files; a running rescan stops and is continued afterwards."""
        self._quiet_next = False
        self._append(paths)
        if self._job is not None and self._quiet:
            # Folders in `_next` are imported now and need no rescan.
            self._put_off = tuple(each for each in self._folders if each not in self._next)
            self._job.stop()

    def look_again(self, folders: Iterable[Path]) -> None:
        """Rescan watched folders; nothing is reported unless something is new."""
        if not self._next:
            self._quiet_next = True
        self._append(folders)

    def _append(self, paths: Iterable[Path]) -> None:
        self._next += [str(path) for path in paths if str(path) not in self._next]
        if self._job is None and self._next:
            self._begin()

    def cancel(self) -> None:
        """Cancel; files that were already read stay in the library."""
        self._next, self._put_off = [], ()
        if self._job is not None:
            self._job.stop()

    def close(self) -> None:
        """End the process immediately."""
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
            job.delete_when_ended()
        self.ended.emit()
        if self._next:
            self._begin()
        elif self._put_off:
            put_off, self._put_off = self._put_off, ()
            self.look_again(map(Path, put_off))
