"""What every page is made of: a heading, rows of a label and a control, and choices."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from app.widgets.wheel import ignore_wheel
from app.widgets.words import words

Entries = tuple[tuple[str, str], ...]


class ChoiceBox(QComboBox):
    """One of a few.

    Signals:
        chosen(str): The key of what the user chose.
    """

    chosen = Signal(str)

    def __init__(self, *, name: str, tooltip: str, entries: Entries = ()) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tooltip)
        self.setMinimumHeight(28)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        ignore_wheel(self)
        self.activated.connect(lambda index: self.chosen.emit(str(self.itemData(index))))
        self.show_entries(entries, "")

    def show_entries(self, entries: Entries, current: str) -> None:
        """Offer (key, words) of each and mark one."""
        self.clear()
        for key, text in entries:
            self.addItem(text, key)
        self.show_choice(current)

    def show_choice(self, key: str) -> None:
        """Mark the one that holds."""
        self.setCurrentIndex(self.findData(key))


class Page(QWidget):
    """A column with a title."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(24, 20, 24, 16)
        self.column.setSpacing(12)
        self.column.addWidget(words(title, tone="heading"))

    def add_form(self) -> QFormLayout:
        """Return a form of labels and controls, added below."""
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.column.addLayout(form)
        return form

    def add_note(self, text: str) -> QLabel:
        """Return a sentence in small print, added below."""
        note = words(text, tone="dim", wrap=True)
        self.column.addWidget(note)
        return note


def labelled(form: QFormLayout, label: str, control: QWidget) -> None:
    """Add a row whose label leads to its control by its access key."""
    text = words(label)
    text.setBuddy(control)
    form.addRow(text, control)
