"""The base class of all exports."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from app.compose.exporting.export_jobs import ExportJobs
from app.main_window.shell import Shell
from app.state.document import Document
from engine import messages


class Export(QObject):
    """Actions that let a child write the piece, with the reasons that disable them.

    Args:
        key: The key of the notices.
        part: The name of this part in the table of actions.
    """

    def __init__(
        self,
        shell: Shell,
        document: Document,
        key: str,
        *,
        part: str,
        make_link: Callable[[], Link],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._document = shell, document
        self._ways = shell.actions.bind(**{part: self})
        self._jobs = ExportJobs(shell.notices, key, make_link, self)
        for change in (document.empty_changed, document.replaced, self._jobs.ended):
            change.connect(self._allow)
        self._allow()

    @property
    def running(self) -> bool:
        """Whether a job is running."""
        return self._jobs.running

    def close(self) -> None:
        """End the child; no unfinished file remains."""
        self._jobs.close()

    def _begin(self, command: messages.JobCommand, *, until: type[messages.Event]) -> None:
        """Start a job; `until` is the event that means success."""
        self._jobs.begin(command, until=until)
        self._allow()

    def _busy(self) -> str:
        """Return why no export can start while one runs; empty if it can."""
        return ""

    def _allow(self) -> None:
        none = "" if self._document.score.note_count else self.tr("There are no notes yet.")
        reason = (self._busy() if self.running else "") or none
        for name in self._ways:
            self._shell.actions.allow(name, unless=reason)
