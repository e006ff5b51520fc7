"""Check a sound bank in the reader process before the player loads it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.files.read_threads import ReadThreads
from engine.ground.errors import SegueError
from engine.piece.opening import PieceReader

_CHECKING = "bank"


class BankCheck(QObject):
    """Asks the reader process.

    Args:
        read_threads: Runs the requests in threads.
        reader: The reader process, which plays every sound of a bank once.
    """

    def __init__(
        self, read_threads: ReadThreads, reader: PieceReader, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._read_threads = read_threads
        self._reader = reader

    def check(
        self, path: Path, *, sound: Callable[[], None], failed: Callable[[SegueError], None]
    ) -> None:
        """Call `sound` if all of a bank can be played, else `failed`.

        Args:
            path: The bank.
            sound: Called if the bank is good, unless another check was started meanwhile.
            failed: Called with the error.
        """
        self._read_threads.read(
            path,
            fetch=path.exists,
            make=lambda _there: self._reader.check_bank(path),
            done=lambda _title: sound(),
            failed=failed,
            replaced_by=_CHECKING,
        )
