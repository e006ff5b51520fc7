"""What an import found: counts, reasons, files; it stays until it is closed."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusals:
    """Files that were not taken for the same reason.

    Attributes:
        reason: In words.
        files: Their paths.
    """

    reason: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSummary:
    """What an import found.

    Attributes:
        found: Files looked at.
        ready: Usable.
        seconds: Of music that is usable.
        notes: In usable files.
        refusals: By reason, most first.
        charts: (title, ((label, count), ...)): instruments, keys, lengths.
        warnings: Sentences such as "80 % is one composer".
        cancelled: Whether it was stopped half way.
    """

    found: int
    ready: int
    seconds: float
    notes: int
    refusals: tuple[Refusals, ...] = ()
    charts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    warnings: tuple[str, ...] = ()
    cancelled: bool = False


class ImportReportPage(QWidget):
    """A tab with the report.

    Signals:
        cancel_clicked(): While it runs.
        reveal_clicked(str): Show a file in its folder.
        export_clicked(): Save the list as CSV.
        train_clicked(): Go on to training.
        rights_changed(bool, str): "I may train on these", and the note.
        closed(): Close the tab.
    """

    cancel_clicked = Signal()
    reveal_clicked = Signal(str)
    export_clicked = Signal()
    train_clicked = Signal()
    rights_changed = Signal(bool, str)
    closed = Signal()

    def show_progress(
        self, *, done: int, total: int, ready: int, current: str, seconds_left: float
    ) -> None:
        """Show a running import; negative seconds mean no estimate yet."""

    def show_report(self, summary: ImportSummary) -> None:
        """Show what it found."""
