"""A sound bank from outside, opened where it can do no harm before the player has it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.files.outside import Outside
from engine.errors import SegueError
from engine.piece.bank_marks import PassedOver
from engine.piece.opening import PieceReader

_CHECKING = "bank"


class BankCheck(QObject):
    """Asks the process that opens what is from outside.

    Args:
        outside: Whose threads wait for the answer.
        reader: Makes every sound of a bank once.
        parent: Qt's owner.
    """

    def __init__(
        self, outside: Outside, reader: PieceReader, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._outside = outside
        self._reader = reader

    def check(
        self, path: Path, *, sound: Callable[[], None], failed: Callable[[SegueError], None]
    ) -> None:
        """Call `sound` when all of a bank can be played, or `failed` with why not.

        Args:
            path: The bank.
            sound: It can be played; not called when another one is asked about meanwhile.
            failed: Takes the sentence.
        """
        self._outside.read(
            path,
            fetch=path.exists,
            make=lambda _there: self._reader.check_bank(path),
            done=lambda _title: sound(),
            failed=failed,
            replaced_by=_CHECKING,
        )

    def passed_over(self) -> tuple[PassedOver, ...]:
        """Return the banks that are not played by themselves since they were tried."""
        return self._reader.passed_over_banks()

    def try_found(self, *, failed: Callable[[SegueError], None]) -> None:
        """Have the bank tried that plays where nobody chose one, if it never was.

        Args:
            failed: Takes why it is not played any more.
        """
        self._outside.read(
            Path(),
            fetch=lambda: None,
            make=lambda _nothing: self._reader.try_found_bank(),
            done=lambda _title: None,
            failed=failed,
        )
