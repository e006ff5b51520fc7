"""Clients for reading notation, in guarded job processes."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from engine import messages
from engine.midi.file.midifile import Reading
from engine.values.formats import MUSESCORE_SUFFIXES, NOTATION, read_suffixes


class NotationReading(QObject):
    """Reads one file at a time; a new file cancels the old one.

    Signals:
        read: A file was read (its path, a Reading).
        many: A file has many tunes and none was named (its path, their names).
        failed: A `messages.Failed`.
    """

    read = Signal(object, object)
    many = Signal(object, object)
    failed = Signal(object)

    def __init__(self, make_link: Callable[[], Link], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_link = make_link
        self._job: Job | None = None

    def begin(self, path: Path, tune: str = "") -> None:
        """Read a file, or one of its tunes; `read`, `many` or `failed` follows."""
        self.close()
        job = _job(self._make_link(), path, tune, parent=self)
        job.finished.connect(lambda event: self._take(path, event))
        job.failed.connect(self.failed)
        # The reference keeps the link alive until the child has ended.
        self._job = job
        job.start()

    def _take(self, path: Path, event: messages.NotationRead) -> None:
        if event.tunes:
            self.many.emit(path, event.tunes)
        else:
            self.read.emit(path, Reading(event.score, event.warnings))

    def close(self) -> None:
        """Cancel the reading."""
        job, self._job = self._job, None
        if job is not None:
            job.close()


class NotationFetching(QObject):
    """Reads the music of files for those who hear it or insert it; it opens none.

    Signals:
        failed: A `messages.Failed`.
    """

    failed = Signal(object)

    def __init__(self, make_link: Callable[[], Link], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_link = make_link
        self._jobs: dict[Job, str] = {}

    def fetch(
        self, path: Path, member: str, then: Callable[[Reading], None], *, kind: str = ""
    ) -> bool:
        """Read a file, a tune of it or an archive member; return whether it is notation.

        Args:
            path: The file or the archive.
            member: The name of the tune or the path in the archive; or empty.
            then: Called with the music.
            kind: The name of this kind of reads for `drop`; or empty.
        """
        if not is_notation(Path(member or path)):
            return False
        job = _job(self._make_link(), path, member, parent=self)
        job.finished.connect(lambda event: then(Reading(event.score, event.warnings)))
        job.failed.connect(self.failed)
        job.ended.connect(lambda: self._on_end(job))
        self._jobs[job] = kind
        job.start()
        return True

    def drop(self, kind: str) -> None:
        """Cancel all reads of a kind."""
        for job in [job for job, own in self._jobs.items() if own == kind]:
            del self._jobs[job]
            job.close()
            job.deleteLater()

    def close(self) -> None:
        """Cancel all reads."""
        for job in self._jobs:
            job.close()
        self._jobs.clear()

    def _on_end(self, job: Job) -> None:
        del self._jobs[job]
        job.delete_when_ended()


def _job(link: Link, path: Path, member: str, *, parent: QObject) -> Job:
    command = messages.ReadNotation(file=str(path), tune=member)
    return Job(link, command, until=messages.NotationRead, parent=parent)


def is_notation(path: Path) -> bool:
    """Return whether a file is read here, or told here why it is not."""
    return path.suffix.lower() in (*read_suffixes(NOTATION), *MUSESCORE_SUFFIXES)
