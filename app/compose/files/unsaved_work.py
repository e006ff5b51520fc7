"""Ask about unsaved work before the document is replaced."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.clients.notation_reading import NotationReading
from app.clients.recording import Recording
from app.files.document_files import Files
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state.document import Document

Step = Callable[[], None]


class UnsavedWork(QObject):
    """Asks about unsaved work before an action that replaces the document.

    The user can edit while a piece is being read. Such later edits are asked about again before the
    piece is shown.

    Args:
        files: Saves the document; waits before it shows a piece that it has read.
        notation: The reader of MusicXML.
        recording: The recording, which ends first.
        save: Saves the document or asks for a file; calls `forget` if the user cancels.
    """

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        files: Files,
        notation: NotationReading,
        recording: Recording,
        save: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._document = document
        self._files = files
        self._notation = notation
        self._recording = recording
        self._save = save
        self._then: Step | None = None
        self._given_up: object = None  # a composition
        files.saved.connect(lambda _path: self._on_saved())
        files.save_failed.connect(lambda _error: self.forget())
        files.ask_before_showing(self._meet)

    def ask_then(self, then: Step) -> None:
        """Call `then` after the changes are saved or discarded."""

        def leave() -> None:
            # The new action cancels files that are still being read.
            self._files.cancel_opening()
            self._notation.close()
            then()

        self._ask(then, leave)

    def forget(self) -> None:
        """Drop the action that waits for a save."""
        self._then = None

    def _meet(self, show: Step) -> None:
        """Show a piece that was read, after a question about edits since then."""
        if self._document.composition is self._given_up and not self._recording.on:
            show()
        else:
            self._ask(show, show)

    def _ask(self, then: Step, leave: Step) -> None:
        self._then = None
        self._recording.end()
        if not self._document.dirty:
            leave()
            return
        answer = dialogs.ask_to_save(self._shell.frame, self._document.title)
        if answer == "discard":
            self._given_up = self._document.composition
            leave()
        elif answer == "save":
            self._then = then
            self._save()

    def _on_saved(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            # Later, so that other receivers of `saved` run first. Edits made during the save are
            # asked about.
            QTimer.singleShot(0, self, lambda: self.ask_then(then))
