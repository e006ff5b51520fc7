"""The list of waiting trainings."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.widgets.buttons import TextButton
from app.widgets.words import words


class WaitingRunsView(QWidget):
    """One line for each waiting run.

    Signals:
        run_clicked(str): Show this run on the page (its name).
        begin_clicked(): Begin a new run; the one on the page joins the list.
    """

    run_clicked = Signal(str)
    begin_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._title = words(self.tr("Also waiting"), tone="title")
        self._lines = QWidget()
        self._begin = TextButton(
            self.tr("Begin another training"),
            kind="link",
            tooltip=self.tr("This one waits on; it is listed here until it goes on"),
        )
        self._begin.clicked.connect(self.begin_clicked)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self._title)
        self._column.addWidget(self._lines)
        self._column.addWidget(self._begin, 0, Qt.AlignmentFlag.AlignLeft)
        self._shown: tuple[tuple[str, str], ...] = ()
        self.show_runs((), begin=False)

    def show_runs(self, runs: tuple[tuple[str, str], ...], *, begin: bool) -> None:
        """Show runs as (name, description), and whether a new one can begin."""
        self._title.setVisible(bool(runs))
        self._begin.setVisible(begin)
        self.setVisible(bool(runs) or begin)
        if runs != self._shown:
            self._shown = runs
            self._replace_lines(runs)
        self._lines.setVisible(bool(runs))

    def _replace_lines(self, runs: tuple[tuple[str, str], ...]) -> None:
        lines = QWidget()
        grid = QGridLayout(lines)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(0, 1)
        for row, (name, text) in enumerate(runs):
            show = TextButton(self.tr("Show"), name=self.tr("Show the training ‘{0}’").format(name))
            show.clicked.connect(lambda _=False, name=name: self.run_clicked.emit(name))
            grid.addWidget(words(text, tone="dim", wrap=True), row, 0)
            grid.addWidget(show, row, 1)
        self._column.replaceWidget(self._lines, lines)
        self._lines.hide()
        self._lines.deleteLater()
        self._lines = lines
