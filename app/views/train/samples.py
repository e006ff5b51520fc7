"""How saved steps sound, and the longest copy: the upper part of the right column."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from app.views.train.parts import SampleList
from app.views.train.values import SampleRow
from app.widgets.buttons import TextButton
from app.widgets.words import label_of, words


class SamplesColumn(QWidget):
    """The parts *What it sounds like* and *Longest copy*.

    Signals:
        sample_clicked(int): Play a row, or stop it.
        opening_chosen(int): Show another opening.
        compare_clicked(): Compare two steps blind.
        pieces_clicked(): Show the list of the pieces, which has no column of its own now.
    """

    sample_clicked = Signal(int)
    opening_chosen = Signal(int)
    compare_clicked = Signal()
    pieces_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._samples = SampleList()
        self._samples.sample_clicked.connect(self.sample_clicked)
        self._sample_note = words(tone="dim", wrap=True)
        self._openings = QComboBox()
        self._opening_word = label_of(self._openings, self.tr("Opening"), tone="dim")
        self._openings.setAccessibleName(self.tr("Opening"))
        self._openings.setToolTip(self.tr("Which piece's beginning is gone on with"))
        self._openings.setMinimumContentsLength(12)
        self._openings.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._openings.activated.connect(self.opening_chosen)
        self._copying = words(self.tr("Longest copy"), tone="title")
        self._copied = words(tone="dim", wrap=True)
        self._compare = TextButton(
            self.tr("Compare blind…"),
            tooltip=self.tr("Hear two steps without knowing which is which"),
        )
        self._pieces = TextButton(
            self.tr("Show the pieces…"),
            kind="link",
            tooltip=self.tr("Show each piece that the model learns from"),
        )
        self._pieces.clicked.connect(self.pieces_clicked)
        self._pieces.setVisible(False)
        self._compare.clicked.connect(self.compare_clicked)
        self._lay_out()

    def _lay_out(self) -> None:
        opening = QHBoxLayout()
        opening.setSpacing(8)
        opening.addWidget(self._opening_word)
        opening.addWidget(self._openings, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(6)
        column.addWidget(words(self.tr("What it sounds like"), tone="title"))
        column.addWidget(self._sample_note)
        column.addWidget(self._samples)
        column.addLayout(opening)
        column.addWidget(self._compare)
        column.addSpacing(10)
        column.addWidget(self._copying)
        column.addWidget(self._copied)
        column.addWidget(self._pieces, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    def show_samples(
        self,
        rows: tuple[SampleRow, ...],
        *,
        colours: tuple[int, ...],
        opening: str = "",
        coming: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Show the opening as each saved step continues it, and (title, when) of the next steps."""
        self._samples.show_samples(rows, colours=colours, coming=coming)
        self._sample_note.setText(
            self.tr("the same opening, then each step goes on")
            if rows
            else self.tr("At each saved step Segue continues the same opening, for your ear.")
        )
        if opening and self._openings.findText(opening) < 0:
            self.show_openings((opening,), current=0)
        self._show_opening_row()
        few = "" if len(rows) > 1 else self.tr("It takes two saved steps to compare")
        self._compare.show_reason(few)
        self._compare.setVisible(bool(rows))

    def show_when(self, coming: tuple[tuple[str, str], ...]) -> None:
        """Show anew when the next steps are reached."""
        self._samples.show_when(coming)

    def show_openings(self, titles: tuple[str, ...], *, current: int) -> None:
        """Offer these openings to choose from."""
        there = tuple(self._openings.itemText(i) for i in range(self._openings.count()))
        if there != titles:
            self._openings.clear()
            self._openings.addItems(titles)
        self._openings.setCurrentIndex(current)
        self._show_opening_row()

    def _show_opening_row(self) -> None:
        shown = self._openings.count() > 0
        self._openings.setVisible(shown)
        self._opening_word.setVisible(shown)

    def show_pieces_link(self, *, shown: bool) -> None:
        """Offer the list of the pieces, where there is no room for it beside the run."""
        self._pieces.setVisible(shown)

    def show_playing(self, index: int) -> None:
        """Mark the row that plays; -1 for none."""
        self._samples.show_playing(index)

    def show_copying(self, longest: str = "") -> None:
        """Show the longest copy in words; an empty text hides it."""
        self._copied.setText(longest)
        self._copying.setVisible(bool(longest))
        self._copied.setVisible(bool(longest))
