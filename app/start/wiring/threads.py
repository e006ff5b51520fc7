"""Make the threads for slow work on files."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.files.background import Background
from app.files.read_threads import ReadThreads


@dataclass(frozen=True, slots=True, kw_only=True)
class Threads:
    """The worker threads, one for each kind of work that must not wait for another.

    Attributes:
        background: Reads and saves pieces.
        keeping: Writes the journal of edits, which must not wait for a slow drive.
        moving: Moves folders, which can take minutes.
        reads: Reads files from outside.
    """

    background: Background
    keeping: Background
    moving: Background
    reads: ReadThreads

    def close(self) -> None:
        """Finish the current work and stop the threads."""
        self.reads.close()
        self.background.close()
        self.keeping.close()
        self.moving.close()


def make_threads(parent: QObject) -> Threads:
    """Return the threads of one window, idle."""
    return Threads(
        background=Background(parent),
        keeping=Background(parent),
        moving=Background(parent),
        reads=ReadThreads(parent=parent),
    )
