"""The panel for the model that a run ended in."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.views.train.values import Done
from app.widgets.buttons import TextButton
from app.widgets.words import words


class DonePanel(QWidget):
    """The model's name, its saved step, its card, and whether Compose uses it.

    Signals:
        renamed(str): The new name of the model.
        step_chosen(int): Use this saved step instead.
        default_clicked(), card_clicked(), compare_clicked(), closed(): The buttons.
    """

    renamed = Signal(str)
    step_chosen = Signal(int)
    default_clicked = Signal()
    card_clicked = Signal()
    compare_clicked = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._done = Done(name="", step=0)
        self._name = QLineEdit()
        self._name.setAccessibleName(self.tr("Name of the model"))
        self._name.setToolTip(self.tr("Press Enter to rename it"))
        self._name.setMaxLength(60)
        self._name.setMaximumWidth(260)
        self._name.editingFinished.connect(self._rename)
        self._step_label = words(self.tr("Saved step"), tone="dim")
        self._step = QComboBox()
        self._step.setAccessibleName(self.tr("Saved step"))
        self._step.setToolTip(self.tr("Which saved step the model is"))
        self._step.activated.connect(
            lambda index: self.step_chosen.emit(int(self._step.itemData(index)))
        )
        self._default = TextButton(
            self.tr("Use it in Compose"),
            kind="main",
            tooltip=self.tr("Compose goes on with this model from now on"),
        )
        self._card = TextButton(
            self.tr("About this model…"), tooltip=self.tr("What it learned from, and how")
        )
        self._compare = TextButton(
            self.tr("Compare blind…"), tooltip=self.tr("Judge by ear, not by number")
        )
        self._close = TextButton(
            self.tr("Done"), tooltip=self.tr("Let the other saved steps go, and be ready for more")
        )
        for button, signal in (
            (self._default, self.default_clicked),
            (self._card, self.card_clicked),
            (self._compare, self.compare_clicked),
            (self._close, self.closed),
        ):
            button.setMinimumHeight(40)
            button.clicked.connect(signal)
        self._lay_out()

    def _lay_out(self) -> None:
        fields = QHBoxLayout()
        fields.setSpacing(10)
        fields.addWidget(words(self.tr("Name"), tone="dim"))
        fields.addWidget(self._name, 1)
        fields.addSpacing(10)
        fields.addWidget(self._step_label)
        fields.addWidget(self._step)
        fields.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        for button in (self._default, self._card, self._compare, self._close):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addLayout(fields)
        column.addLayout(buttons)

    def show_done(self, done: Done, *, few: str = "") -> None:
        """Show a model; `few` says why steps cannot be compared."""
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
            widget.setVisible(done.step > 0)
        self._default.show_reason(self.tr("Compose uses it already") if done.default else "")
        self._compare.show_reason(few)

    def _rename(self) -> None:
        text = self._name.text().strip()
        if text and text != self._done.name:
            self.renamed.emit(text)
        else:
            self._name.setText(self._done.name)
