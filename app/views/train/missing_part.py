"""The Train page where the part of the program that trains is not installed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.views.train.values import PartNeeded
from app.widgets.buttons import TextButton
from app.widgets.words import announce, words


class MissingPart(QWidget):
    """The purpose of training, the missing part, and a button that takes the downloaded file.

    Signals:
        file_clicked(): Choose the file of the missing part.
    """

    file_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._title = words(self.tr("Training is not installed"), tone="title")
        self._does = words(
            self.tr(
                "Training makes a model of your own music: it reads your pieces again and again, "
                "and Segue then continues in their style. All of it happens on this computer."
            ),
            wrap=True,
        )
        self._needs = words(tone="dim", wrap=True)
        # The command of a remedy is there to be copied.
        self._needs.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._problem = words(tone="amber", wrap=True)
        self._choose = TextButton(
            self.tr("Choose the downloaded file…"),
            kind="main",
            tooltip=self.tr("Segue checks the file and unpacks it into your data folder"),
        )
        self._choose.clicked.connect(self.file_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for label in (self._title, self._does, self._needs, self._problem):
            column.addWidget(label)
        column.addWidget(self._choose, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_part(None)

    def show_part(self, part: PartNeeded | None) -> None:
        """Show what is missing; None hides everything."""
        self.setVisible(part is not None)
        if part is None:
            return
        self._needs.setText(part.needs)
        if part.problem and part.problem != self._problem.text():
            announce(self, part.problem)
        self._problem.setText(part.problem)
        self._problem.setVisible(bool(part.problem))
        self._choose.setVisible(part.from_file)
        self._choose.show_reason(self.tr("The file is being installed") if part.installing else "")
