"""Export the piece as a WAV, FLAC or OGG file, in a child process."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QProgressBar, QProgressDialog, QPushButton

from app.clients.engine_link import Link
from app.clients.sound import Sound
from app.compose.exporting.export import Export
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.audio_options import ask_audio_options
from engine import messages
from engine.values.formats import AUDIO, named_for
from engine.values.sound import AudioOptions

# Resolution of the progress bar.
_STEPS = 1000
_DIALOG_WIDTH = 380


class _Progress(QProgressDialog):
    """A progress dialog that Escape cancels.

    Escape is a shortcut of the window as well, and Qt triggers neither of two equal shortcuts.
    """

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.canceled.emit()
        else:
            super().keyPressEvent(event)

    def show_share(self, share: float) -> None:
        """Show the finished share, 0 to 1; a cancelled dialog stays closed."""
        if not self.wasCanceled():
            self.setValue(round(share * _STEPS))


class AudioExport(Export):
    """Writes one audio file at a time."""

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        sound: Sound,
        make_link: Callable[[], Link],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(
            shell,
            document,
            "export-audio",
            part="audio",
            make_link=make_link,
            parent=parent,
        )
        self._sound = sound
        self._jobs.progressed.connect(self._on_progress)
        self._jobs.finished.connect(lambda event: self._jobs.tell_written(event.path))
        self._jobs.ended.connect(self._on_end)
        self._dialog: _Progress | None = None

    def ask(self) -> None:
        """Ask for a file and options, and write it."""
        target = dialogs.ask_save(
            self._shell.frame,
            self.tr("Export audio"),
            self._document.suggested_path(AUDIO[0].written[0]),
            kinds=dialogs.written_kinds(AUDIO),
        )
        if target is None:
            return
        target = named_for(target, AUDIO)
        options = ask_audio_options(self._shell.frame, self._options(), suffix=target.suffix)
        if options is not None:
            self._sound.choose(export=options)
            self.write(target, options)

    def _options(self) -> AudioOptions:
        """Return the last options, with the current room."""
        choices = self._sound.choices
        return msgspec.structs.replace(choices.export, room=choices.room)

    def write(self, target: Path, options: AudioOptions | None = None) -> None:
        """Write the piece as it is now, whatever is edited meanwhile.

        Args:
            target: The audio file.
            options: The audio options; None for the last ones.
        """
        if self.running:
            return
        composition = self._document.composition
        command = messages.ExportAudio(
            score=composition.score,
            mix=composition.mix,
            path=str(target),
            bank=self._sound.choices.bank,
            options=options or self._options(),
        )
        self._dialog = self._made_dialog(target.name)
        self._begin(command, until=messages.AudioWritten)

    def _made_dialog(self, name: str) -> _Progress:
        text = self.tr("Writing ‘%1’…").replace("%1", name)
        dialog = _Progress(text, "", 0, _STEPS, self._shell.frame)
        cancel = QPushButton(self.tr("Cancel"))
        # An extra Enter for the dialog before must not cancel.
        cancel.setAutoDefault(False)
        dialog.setCancelButton(cancel)
        dialog.setWindowTitle(self.tr("Export audio"))
        dialog.setMinimumWidth(_DIALOG_WIDTH)
        bar = QProgressBar(dialog)
        bar.setRange(0, _STEPS)
        bar.setTextVisible(False)
        dialog.setBar(bar)
        dialog.setMinimumDuration(400)
        dialog.setAutoClose(False)
        dialog.setAutoReset(False)
        dialog.setValue(0)
        dialog.canceled.connect(self._jobs.stop)
        return dialog

    def _on_progress(self, event: messages.Event) -> None:
        if isinstance(event, messages.AudioProgress) and self._dialog is not None:
            self._dialog.show_share(event.share)

    def _on_end(self) -> None:
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            # `close` emits `canceled`, which must not stop a job that has ended.
            dialog.canceled.disconnect(self._jobs.stop)
            dialog.close()
            dialog.deleteLater()

    def _busy(self) -> str:
        return self.tr("An audio file is being written.")
