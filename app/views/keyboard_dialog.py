"""The dialog for one MIDI keyboard: velocity, range and split."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from app.settings.setting import OneOf, Setting, Switch, Whole
from app.widgets.settings.form import CONTROL_HEIGHT, Form
from app.widgets.words import words
from app.words.instruments import all_instruments
from engine.harmony.keys import pitch_name
from engine.values.sound import FARTHEST, NO_SPLIT, TOUCHES, KeyboardShape

# MIDI pitches: a split leaves at least one key of 88 on each side.
_LOWEST_SPLIT, _HIGHEST_SPLIT = 22, 107
_SEMITONES = Whole(-FARTHEST, FARTHEST)


class KeyboardDialog(QDialog):
    """Edits a `KeyboardShape`; each change applies at once.

    Args:
        name: The keyboard's name.
        shape: The present shape.

    Signals:
        changed(object): Another `KeyboardShape`.
    """

    changed = Signal(object)

    def __init__(self, name: str, shape: KeyboardShape, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(name)
        self.setAccessibleName(self.tr("How ‘%1’ is heard").replace("%1", name))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(words(name, tone="heading"))
        form = Form(self._rows(), shape, tone="dim", height=CONTROL_HEIGHT)
        form.lines.setVerticalSpacing(8)
        form.changed.connect(self.changed)
        column.addWidget(form)

    def _rows(self) -> tuple[Setting, ...]:
        channels = ((0, self.tr("All")), *((number, str(number)) for number in range(1, 17)))
        touches = (
            self.tr("As played"),
            self.tr("Softer"),
            self.tr("Louder"),
            self.tr("Much louder"),
            self.tr("All notes alike"),
        )
        splits = range(_LOWEST_SPLIT, _HIGHEST_SPLIT + 1)
        named = ((NO_SPLIT, self.tr("No split")), *((pitch, pitch_name(pitch)) for pitch in splits))
        one_part = self.tr("Choose a split first.")
        chosen = (
            ("channel", self.tr("Channel"), OneOf(channels)),
            ("transpose", self.tr("Transpose"), _SEMITONES),
            ("touch", self.tr("Touch"), OneOf(tuple(zip(TOUCHES, touches, strict=True)))),
            ("split", self.tr("Split below"), OneOf(named)),
        )
        low = (
            (
                "low_program",
                self.tr("Lower part plays"),
                OneOf(tuple(enumerate(all_instruments()))),
            ),
            ("low_transpose", self.tr("Transpose the lower part"), _SEMITONES),
        )
        return (
            Setting(
                "through",
                self.tr("What is played sounds at once"),
                self.tr("Off for an instrument that sounds by itself"),
                Switch(),
            ),
            Setting(
                "own_track",
                self.tr("Somebody else plays it: a track of its own"),
                self.tr(
                    "It records to the track that has its name, and joins a jam as a second player"
                ),
                Switch(),
            ),
            Setting(
                "mpe",
                self.tr("Each note bends by itself (MPE)"),
                self.tr("A keyboard that says so by itself needs no tick"),
                Switch(),
            ),
            *(Setting(key, name, name, kind) for key, name, kind in chosen),
            *(
                Setting(key, name, name, kind, unless=lambda shape: "" if shape.split else one_part)
                for key, name, kind in low
            ),
        )
