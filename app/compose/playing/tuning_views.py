"""The tuning of the piece: asked for, read from files, kept as an undo step."""

from pathlib import Path

from PySide6.QtCore import QObject

from app.clients.sound import Sound
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state import edits
from app.state.document import Document
from app.views.tuning_dialog import TuningDialog
from app.words.engine import translate_engine_text
from engine.ground.errors import TuningError
from engine.tunings.scala import read_scala


class TuningViews(QObject):
    """Binds the dialog of the tuning to the piece and to the settings of outputs."""

    def __init__(
        self, shell: Shell, document: Document, sound: Sound, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._document = document
        self._sound = sound
        # The scale that the open dialog has read.
        self._scale: Path | None = None
        shell.actions.bind(tuning=self)

    def ask(self) -> None:
        """Ask for the tuning."""
        dialog = self.make_dialog()
        if dialog.exec() == TuningDialog.DialogCode.Accepted:
            self.take(dialog)
        dialog.deleteLater()

    def make_dialog(self) -> TuningDialog:
        """Return the dialog with the present choices."""
        score = self._document.score
        keys = (note.pitch for note in score.pitched_notes())
        how = self._sound.choices.tuning_out
        dialog = TuningDialog(score.tuning, how, keys, self._shell.frame)
        self._scale = None
        dialog.scale_wanted.connect(lambda: self._ask_scale(dialog))
        dialog.mapping_wanted.connect(lambda: self._ask_mapping(dialog))
        return dialog

    def take(self, dialog: TuningDialog) -> None:
        """Give the piece the chosen tuning, as one undo step, and set up MIDI outputs."""
        self._sound.choose(tuning_out=dialog.out())
        made = edits.with_tuning(self._document.composition, dialog.tuning())
        self._document.edit(self.tr("Tuning"), made)

    def _ask_scale(self, dialog: TuningDialog) -> None:
        path = dialogs.ask_open(
            dialog,
            self.tr("Open a Scala file"),
            self._document.folder,
            kinds=self.tr("Scala scales (*.scl)"),
        )
        if path is not None:
            self.read(dialog, path)

    def _ask_mapping(self, dialog: TuningDialog) -> None:
        if self._scale is None:
            return
        path = dialogs.ask_open(
            dialog,
            self.tr("Open a keyboard mapping"),
            self._scale.parent,
            kinds=self.tr("Scala keyboard mappings (*.kbm)"),
        )
        if path is not None:
            self.read(dialog, self._scale, path)

    def read(self, dialog: TuningDialog, scale: Path, mapping: Path | None = None) -> None:
        """Read a scale and show it in the dialog, or say why it cannot be read."""
        try:
            tuning = read_scala(scale, mapping)
        except TuningError as error:
            sentences = (error.message, error.hint)
            dialog.show_failure(" ".join(map(translate_engine_text, filter(None, sentences))))
            return
        self._scale = scale
        dialog.show_read(tuning)
        dialog.allow_mapping(on=True)
