"""The threads in which the window's slow work on files is done."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.files.background import Background
from app.files.outside import Outside


@dataclass(frozen=True, slots=True, kw_only=True)
class Threads:
    """One for each kind of work that must not wait for another.

    Attributes:
        background: Reads and saves pieces.
        keeping: Keeps every edit, which must not wait for a drive that a piece is saved to.
        moving: Moves folders: a save must not wait until gigabytes are in another one.
        outside: Reads files that others brought.
    """

    background: Background
    keeping: Background
    moving: Background
    outside: Outside

    def close(self) -> None:
        """Finish what was begun and end the threads."""
        self.outside.close()
        self.background.close()
        self.keeping.close()
        self.moving.close()


def make_threads(parent: QObject) -> Threads:
    """Return the threads of one window, idle."""
    return Threads(
        background=Background(parent),
        keeping=Background(parent),
        moving=Background(parent),
        outside=Outside(parent=parent),
    )
