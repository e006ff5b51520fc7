"""The right column of both pages: its frame, and the choice of how fast beats count."""

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from app.widgets.buttons import Segmented
from app.widgets.words import state_label, words


class SideColumn(QWidget):
    """A column of choices that scrolls, above the buttons that decide.

    Args:
        width: In pixels.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(width)
        self._headline, self._about = words(tone="title", wrap=True), words(tone="dim", wrap=True)

    def sizeHint(self) -> QSize:
        return QSize(self.width(), 560)

    def _fill(self, choices: QLayout, foot: QLayout) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        inside = QWidget()
        inside.setLayout(choices)
        column.addWidget(scrolled(inside), 1)
        column.addLayout(foot)


class SpeedChoice(Segmented):
    """How fast the beats count: half as fast, as found, or twice.

    Signals:
        level_chosen(int): Count so many times twice as fast as it was found.
    """

    level_chosen = Signal(int)

    def __init__(self) -> None:
        name = QCoreApplication.translate("SpeedChoice", "How fast it counts")
        super().__init__((("-1", ""), ("0", ""), ("1", "")), name=name)
        self.chosen.connect(lambda level: self.level_chosen.emit(int(level)))
        self._unit = state_label()
        self._unit.setText(self.tr("beats a minute"))
        self.title = titled(name, self._unit)

    def show_speed(self, bpm: float, level: int) -> None:
        """Show how fast the beats were found, 0 without any, and the level that counts."""
        for key, text in (("-1", self.tr("Half %1")), ("0", "%1"), ("1", self.tr("Double %1"))):
            figure = f"{bpm * 2.0 ** int(key):.0f}" if bpm else "–"
            self.show_label(key, text.replace("%1", figure))
        self.show_choice(str(level))
        self.setEnabled(bool(bpm))


def scrolled(inside: QWidget) -> QScrollArea:
    """Return a column that scrolls."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    return area


def titled(title: str, state: QWidget | None) -> QHBoxLayout:
    """Return a title with what says its state at the right."""
    row = QHBoxLayout()
    row.addWidget(words(title, tone="title"))
    if state is None:
        row.addStretch(1)
    else:
        row.addWidget(state, 1)
    return row
