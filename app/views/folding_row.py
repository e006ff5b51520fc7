"""Parts side by side, or below each other where that is too narrow."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QBoxLayout, QWidget


class FoldingRow(QBoxLayout):
    """A row that is a column in a narrow place; its height is asked for by its width.

    Args:
        unfolded: From this width on, in pixels, it is a row.
        parent: What it lays out.
    """

    def __init__(self, unfolded: int, parent: QWidget | None = None) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight, parent)
        self._unfolded = unfolded

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self._fold(width)
        return super().heightForWidth(width)

    def minimumSize(self) -> QSize:
        """Return the least it needs as a column."""
        margins = self.contentsMargins()
        widths = [
            item.minimumSize().width() for item in map(self.itemAt, range(self.count())) if item
        ]
        least = max(widths, default=0) + margins.left() + margins.right()
        return QSize(least, super().minimumSize().height())

    def setGeometry(self, box: QRect) -> None:
        self._fold(box.width())
        super().setGeometry(box)

    def _fold(self, width: int) -> None:
        sides = QBoxLayout.Direction
        self.setDirection(sides.LeftToRight if width >= self._unfolded else sides.TopToBottom)
