"""The frame of the pages of beats and of humming: a head, the grid, sheets, a column."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QScrollBar, QVBoxLayout, QWidget

from app.style.theme import scaled
from app.values.beats import MS
from app.widgets.beats.grid import BARS, TOP, TimeGrid
from app.widgets.beats.sheet import BeatSheet
from app.widgets.words import ElidedLabel, hairline, words

# Pixels: the column of explanations, the width below which it goes, and the height of the pages.
_HEADS, _NARROW, _SHEETS, _LOW, _LOW_SHEETS = 168, 1180, 216, 660, 164
# A resize asks for other lines once the width has been stable for so long.
_SETTLE_MS = 150


class TimePage(QWidget):
    """A page over Compose; its keys work from each of its parts.

    Args:
        title: Its name.
        grid: The time.
        sheets: The pages of music below it.
        side: The column at the right.

    Signals:
        undo_wanted(): Take back the last change of the draft.
        pictures_wanted(): The pages have another width, or another part is in view.
    """

    undo_wanted = Signal()
    pictures_wanted = Signal()

    def __init__(
        self, title: str, *, grid: TimeGrid, sheets: Sequence[BeatSheet], side: QWidget
    ) -> None:
        super().__init__()
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(title)
        self._time = grid
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.pictures_wanted)
        self._says = ElidedLabel(tone="dim")
        self._heads = self._make_heads()
        self._scroll = QScrollBar(Qt.Orientation.Horizontal)
        self._scroll.setAccessibleName(self.tr("Time in view"))
        self._sheets = QWidget()
        self._lay_out(title, sheets, side)
        self._scroll.valueChanged.connect(lambda value: grid.scroll_to(value / MS))
        grid.scrolled.connect(self._show_scroll)

    def _lay_out(self, title: str, sheets: Sequence[BeatSheet], side: QWidget) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 16, 0)
        head.setSpacing(12)
        head.addWidget(words(title, tone="title"))
        head.addWidget(self._says, 1)
        top = QWidget()
        top.setFixedHeight(40)
        top.setLayout(head)
        row = QHBoxLayout()
        row.setSpacing(0)
        time = QVBoxLayout()
        time.setSpacing(0)
        time.addWidget(self._time, 1)
        time.addWidget(self._scroll)
        row.addWidget(self._heads)
        row.addLayout(time, 1)
        pages = QHBoxLayout(self._sheets)
        pages.setContentsMargins(8, 8, 8, 8)
        pages.setSpacing(8)
        for sheet in sheets:
            pages.addWidget(sheet, 1)
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(top)
        middle.addWidget(hairline())
        middle.addLayout(row, 1)
        middle.addWidget(hairline())
        middle.addWidget(self._sheets)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(hairline(vertical=True))
        whole.addWidget(side)

    def _make_heads(self) -> QWidget:
        """Return the column that says what the rows and the lines of the grid are."""
        heads = QWidget()
        heads.setFixedWidth(scaled(_HEADS))
        upper = QWidget()
        upper.setFixedHeight(TOP + BARS)
        beside = self._make_top_head()
        beside.setContentsMargins(0, 6, 0, 0)
        upper.setLayout(beside)
        column = QVBoxLayout(heads)
        column.setContentsMargins(16, 6, 8, 8)
        column.setSpacing(8)
        column.addWidget(upper)
        for sample, text in self._samples():
            row = QHBoxLayout()
            row.addWidget(sample)
            row.addWidget(words(text, tone="small"), 1)
            column.addLayout(row)
        column.addStretch(1)
        return heads

    def _make_top_head(self) -> QLayout:
        """Return what stands beside the top row."""
        raise NotImplementedError

    def _samples(self) -> Sequence[tuple[QWidget, str]]:
        """Return how each thing of the grid is drawn, and its name."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._heads.setVisible(self.width() >= _NARROW)
        self._sheets.setFixedHeight(_LOW_SHEETS if self.height() < _LOW else _SHEETS)
        self._settle.start()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._settle.start()
        super().changeEvent(event)

    def show_says(self, text: str) -> None:
        """Show what Segue does, or did, in the line at the top."""
        self._says.setText(text)

    def _show_scroll(self) -> None:
        grid = self._time
        blocked = self._scroll.blockSignals(True)
        self._scroll.setPageStep(max(1, round((grid.right_s - grid.left_s) * MS)))
        self._scroll.setSingleStep(MS)
        self._scroll.setRange(0, round(grid.longest_s * MS))
        self._scroll.setValue(round(grid.left_s * MS))
        self._scroll.blockSignals(blocked)

    # --- keys --------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        is_own = isinstance(event, QKeyEvent) and self._is_own(event)
        if event.type() is QEvent.Type.ShortcutOverride and is_own:
            # The window has shortcuts on some of these keys.
            event.accept()
            return True
        return super().event(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        """Return whether a key has a meaning on this page."""
        raise NotImplementedError
