"""The page on the taste that Segue has learned: on or off, in words, Reset."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from app.views.preferences.parts import SettingsPage
from app.widgets.buttons import TextButton
from app.widgets.words import words


class TastePage(SettingsPage):
    """A switch, a sentence and a button.

    Signals:
        reset_clicked(): The user wants it to forget everything.
    """

    reset_clicked = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Taste"))
        self.column.addWidget(self.control("learn_taste"))
        self._learned = words("", wrap=True)
        self._reset = TextButton(
            self.tr("Reset"), name=self.tr("Forget the learned taste"), tooltip=""
        )
        self._reset.clicked.connect(self.reset_clicked)
        row = QHBoxLayout()
        row.addWidget(self._learned, 1)
        row.addWidget(self._reset)
        self.column.addLayout(row)
        self.add_note(
            self.tr(
                "Segue compares the alternative that you keep with the others that you heard:"
                " how many notes, how high, how loud and the like. Half of the alternatives follow"
                " your taste, and they stay as varied as without it. A wish comes first."
            )
        )
        self.add_note(
            self.tr("It is kept in a small file on this computer, and in no piece that you share.")
        )
        self.column.addStretch(1)

    def show_learned(self, text: str, *, why_no_reset: str) -> None:
        """Show what was learned, and why there is nothing to reset (empty where there is)."""
        self._learned.setText(text)
        self._reset.show_reason(why_no_reset)
