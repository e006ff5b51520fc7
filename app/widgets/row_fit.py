"""What gives way in a row that is too narrow for all of its parts, or goes below the others.

The width a row needs is counted from its parts alone, never from what happens to be shown: a part
that is hidden because it does not fit would otherwise seem to fit again, for ever.
"""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QBoxLayout, QLayoutItem, QSizePolicy, QWidget

_SHRINKS = QSizePolicy.PolicyFlag.ShrinkFlag.value


def row_width(row: QBoxLayout, without: Collection[QWidget] = ()) -> int:
    """Return the pixels a horizontal layout needs, rows within it included.

    Args:
        row: Parts that hide themselves for other reasons do not count.
        without: Parts to be left out; all other parts that may give way count, hidden or not.
    """
    margins = row.contentsMargins()
    items = [item for item in map(row.itemAt, range(row.count())) if item is not None]
    gaps = sum(item.sizeHint().width() for item in items if item.widget() is None)
    parts = [w for item in items if (w := _part(item)) is not None and w not in without]
    widths = [_width(part, without) for part in parts]
    between = row.spacing() * max(0, len(widths) - 1)
    return margins.left() + margins.right() + gaps + between + sum(widths)


def hidden_parts(
    row: QBoxLayout, width: int, seldom: Sequence[QWidget], instead: QWidget | None = None
) -> frozenset[QWidget]:
    """Return what must be hidden of `seldom`, the first ones first, to fit into `width` pixels.

    Args:
        row: The whole row.
        width: What there is.
        seldom: What may go, in this order.
        instead: Shown when anything has gone (a menu of what has), hidden when nothing has.
    """
    spare = {instead} if instead is not None else set()
    if row_width(row, spare) <= width:
        return frozenset(spare)
    for count in range(1, len(seldom)):
        if row_width(row, seldom[:count]) <= width:
            return frozenset(seldom[:count])
    return frozenset(seldom)


def _part(item: QLayoutItem) -> QWidget | None:
    widget = item.widget()
    return None if widget is None or widget.property("absent") else widget


def _width(part: QWidget, without: Collection[QWidget]) -> int:
    inside = part.layout()
    if isinstance(inside, QBoxLayout) and inside.count():
        return row_width(inside, without)
    # As a layout counts a widget that is shown (Qt's `qSmartMinSize`); a hidden one counts 0 there.
    least = part.minimumSizeHint().width()
    if not part.sizePolicy().horizontalPolicy().value & _SHRINKS:
        least = max(least, part.sizeHint().width())
    return min(part.minimumWidth() or least, part.maximumWidth())


class FoldingRow(QBoxLayout):
    """A row that is a column in a narrow place; its height is asked for by its width.

    Qt asks for heights at widths that it then does not give: the narrowest, the one wished for. So
    no answer changes anything, or the two would lay each other out in turn, for ever. It folds only
    where it is put.

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
        margins = self.contentsMargins()
        inside = width - margins.left() - margins.right()
        heights = self._heights_in_a_row if width >= self._unfolded else self._heights_in_a_column
        return margins.top() + margins.bottom() + heights(inside)

    def minimumHeightForWidth(self, width: int) -> int:
        return self.heightForWidth(width)

    def sizeHint(self) -> QSize:
        """Return what it needs as a row."""
        hints = [item.sizeHint() for item in self._items()]
        return self._framed(
            sum(hint.width() for hint in hints) + self._gaps(),
            max((hint.height() for hint in hints), default=0),
        )

    def minimumSize(self) -> QSize:
        """Return the least width it needs as a column, and height as a row."""
        least = [item.minimumSize() for item in self._items()]
        return self._framed(
            max((size.width() for size in least), default=0),
            max((size.height() for size in least), default=0),
        )

    def setGeometry(self, box: QRect) -> None:
        sides = QBoxLayout.Direction
        unfolded = box.width() >= self._unfolded
        self.setDirection(sides.LeftToRight if unfolded else sides.TopToBottom)
        super().setGeometry(box)

    def _heights_in_a_column(self, width: int) -> int:
        return sum(_height(item, width) for item in self._items()) + self._gaps()

    def _heights_in_a_row(self, width: int) -> int:
        """Return the greatest height, where who stretches has what the others leave."""
        widths = [
            0 if self.stretch(index) else item.sizeHint().width()
            for index, item in enumerate(self._items())
        ]
        left = max(0, width - sum(widths) - self._gaps())
        shares = sum(self.stretch(index) for index in range(self.count())) or 1
        return max(
            (
                _height(item, own or left * self.stretch(index) // shares)
                for index, (item, own) in enumerate(zip(self._items(), widths, strict=True))
            ),
            default=0,
        )

    def _items(self) -> list[QLayoutItem]:
        return [item for item in map(self.itemAt, range(self.count())) if item is not None]

    def _gaps(self) -> int:
        return self.spacing() * max(0, self.count() - 1)

    def _framed(self, width: int, height: int) -> QSize:
        margins = self.contentsMargins()
        return QSize(
            width + margins.left() + margins.right(), height + margins.top() + margins.bottom()
        )


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
