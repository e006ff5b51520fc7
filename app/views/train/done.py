"""The panel for the model that a run ended in."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QWidget

from app.views.train.values import Done
from app.widgets.buttons import TextButton
from app.widgets.words import label_of

# Pixels: the least width of the model's name, and the widest.
_NAME = (120, 220)


class DonePanel(QWidget):
    """The model's name, its saved step, its card, and the way to the next training.

    Signals:
        renamed(str): The new name of the model.
        step_chosen(int): Use this saved step instead.
        card_clicked(), closed(): The buttons.
    """

    renamed = Signal(str)
    step_chosen = Signal(int)
    card_clicked = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._done = Done(name="", step=0)
        self._name = QLineEdit()
        self._name.setAccessibleName(self.tr("Name of the model"))
        self._name.setToolTip(self.tr("Press Enter to rename it"))
        self._name.setMaxLength(60)
        self._name.setMinimumWidth(_NAME[0])
        self._name.setMaximumWidth(_NAME[1])
        self._name.editingFinished.connect(self._rename)
        self._step = QComboBox()
        self._step_label = label_of(self._step, self.tr("Saved step"), tone="dim")
        self._step.setAccessibleName(self.tr("Saved step"))
        self._step.setToolTip(self.tr("Which saved step the model is"))
        self._step.activated.connect(
            lambda index: self.step_chosen.emit(int(self._step.itemData(index)))
        )
        self._card = TextButton(
            self.tr("About this model…"), tooltip=self.tr("What it learned from, and how")
        )
        self._close = TextButton(
            self.tr("Learn again"),
            tooltip=self.tr("Let the other saved steps go, and be ready for the next training"),
        )
        for button, signal in ((self._card, self.card_clicked), (self._close, self.closed)):
            button.setMinimumHeight(40)
            button.clicked.connect(signal)
        self._lay_out()

    def _lay_out(self) -> None:
        fields = QGridLayout()
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setHorizontalSpacing(10)
        fields.setVerticalSpacing(2)
        name = label_of(self._name, self.tr("Name"), tone="dim")
        for column, (title, field) in enumerate(
            ((self._step_label, self._step), (name, self._name))
        ):
            fields.addWidget(title, 0, column)
            fields.addWidget(field, 1, column)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for button in (self._close, self._card):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        row.addLayout(fields)

    def show_done(self, done: Done) -> None:
        """Show a model."""
        self._done = done
        self._name.setText(done.name)
        with QSignalBlocker(self._step):
            self._step.clear()
            for step, label in done.steps:
                self._step.addItem(label, step)
            self._step.setCurrentIndex(self._step.findData(done.step))
        self._step.setEnabled(len(done.steps) > 1)
        # A style has no saved steps.
        for widget in (self._step_label, self._step):
            widget.setVisible(bool(done.steps))

    def _rename(self) -> None:
        text = self._name.text().strip()
        if text and text != self._done.name:
            self.renamed.emit(text)
        else:
            self._name.setText(self._done.name)
