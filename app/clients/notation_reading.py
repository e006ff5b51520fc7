"""Client for reading MusicXML, in a guarded job process."""

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
        command = messages.ReadNotation(file=str(path), tune=tune)
        job = Job(self._make_link(), command, until=messages.NotationRead, parent=self)
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


def is_notation(path: Path) -> bool:
    """Return whether a file is read here, or told here why it is not."""
    return path.suffix.lower() in (*read_suffixes(NOTATION), *MUSESCORE_SUFFIXES)
