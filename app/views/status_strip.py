"""One quiet row of 26 pixels at the bottom: chips that open their settings."""

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

Tone = Literal["good", "working", "warning", "danger", "off", "plain"]


class StatusStrip(QWidget):
    """Chips from left to right; `saved` at the right.

    The chips are `output`, `input`, `model`, `memory`, `player`, `job` and `saved`; a chip without
    text is not shown.

    Signals:
        chip_clicked(str): Open its settings.
    """

    chip_clicked = Signal(str)

    def show_chip(self, name: str, text: str, *, tone: Tone = "plain", tooltip: str = "") -> None:
        """Show a chip; the tone is a dot before the text (`plain`: none)."""

    def show_reason(self, text: str) -> None:
        """Show for some seconds why something cannot be done."""
