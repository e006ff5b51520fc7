"""A field for a pitch."""

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QSpinBox

from app.widgets.key_names import parsed_pitch
from engine.harmony.keys import pitch_name


class PitchBox(QSpinBox):
    """A number that reads as a pitch, `C4`, and is typed as one."""

    def __init__(self) -> None:
        super().__init__()
        self.setRange(0, 127)

    def textFromValue(self, value: int) -> str:
        return pitch_name(value)

    def valueFromText(self, text: str) -> int:
        pitch = parsed_pitch(text)
        return self.value() if pitch is None else pitch

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        # A spin box of its own accepts digits only.
        is_pitch = parsed_pitch(text) is not None and not text.strip().isdecimal()
        state = QValidator.State.Acceptable if is_pitch else QValidator.State.Intermediate
        return state, text, position

    def fixup(self, text: str) -> str:
        # A number counts only when it is complete: the 4 of 48 is a pitch as well.
        pitch = parsed_pitch(text)
        return text if pitch is None else pitch_name(pitch)
