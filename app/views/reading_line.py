"""The line of a running import in the status row: how far it is, and a way to stop it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from app.values.readings import Reading
from app.widgets.buttons import TextButton
from app.widgets.words import words
from app.words.figures import number, time_left_text

# Pixels.
_BAR_WIDTH = 96


class ReadingLine(QWidget):
    """Shows a running import; hidden without one.

    Signals:
        cancelled(): The user stops it.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._said, self._left = words(), words(tone="dim")
        self._bar = QProgressBar()
        self._bar.setProperty("kind", "reading")
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_WIDTH)
        self._bar.setAccessibleName(self.tr("Import"))
        self._cancel = TextButton(
            self.tr("Cancel"),
            kind="action",
            name=self.tr("Cancel the import"),
            tooltip=self.tr("Stop reading; what was read stays in the library"),
        )
        self._cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 12, 0)
        row.setSpacing(10)
        for part in (self._said, self._bar, self._left, self._cancel):
            row.addWidget(part)
        self.setAccessibleName(self.tr("Import"))
        self.show_reading(None)

    def show_reading(self, reading: Reading | None) -> None:
        """Show how far an import is; None hides the line."""
        self.setProperty("absent", reading is None)
        if reading is not None:
            # With a total of 0 the bar only says that something goes on.
            self._bar.setRange(0, reading.total)
            self._bar.setValue(reading.done)
            text = self.tr("Looking for music…")
            if reading.total:
                text = self.tr("Reading %1 of %2").replace("%1", number(reading.done))
                text = text.replace("%2", number(reading.total))
            self._said.setText(text)
            known = reading.seconds_left >= 0 and reading.done < reading.total
            self._left.setText(time_left_text(reading.seconds_left) if known else "")
            self._left.setVisible(known)
        self.setVisible(reading is not None)
