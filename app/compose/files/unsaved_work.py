"""What is in no file yet is asked for before something gives it up."""

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
    """Between whoever gives up the document and what of it is in no file.

    Reading a piece takes a while in which one writes on: who said that the piece at hand may go
    said so of what it was then, and is asked again for what came after.

    Args:
        shell: Over which it is asked.
        document: What is given up.
        files: Save it; what they have read waits here before it is shown.
        notation: Reads pieces, too.
        recording: Ends first: what was played is work like any other.
        save: Saves the document, or asks where to; `forget` if it will not be saved.
        parent: Qt's owner.
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

    def see_to(self, then: Step) -> None:
        """Do something that gives up the document, once its changes are saved or given up."""

        def leave() -> None:
            # Whoever begins something else has thought better of what is still being read.
            self._files.call_off()
            self._notation.close()
            then()

        self._ask(then, leave)

    def forget(self) -> None:
        """Do nothing after the next save: it did not come to it."""
        self._then = None

    def _meet(self, show: Step) -> None:
        """Show a piece that was read, once what was written since then is seen to."""
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
            # Others hear first of what was saved; edits made while it was written are asked for.
            QTimer.singleShot(0, self, lambda: self.see_to(then))
