"""Rows that hide or wrap their widgets when the window is too narrow.

The required width is computed from the widgets themselves, never from what is visible now: a widget
that was hidden for lack of room would otherwise seem to fit, and be shown and hidden endlessly.
"""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QBoxLayout, QLayoutItem, QSizePolicy, QWidget

_SHRINKS = QSizePolicy.PolicyFlag.ShrinkFlag.value


def row_width(row: QBoxLayout, without: Collection[QWidget] = ()) -> int:
    """Return the width in pixels that a horizontal layout needs, nested rows included.

    Args:
        row: The layout; widgets with the property `absent` do not count.
        without: Widgets to leave out; all others count, visible or not.
    """
    margins = row.contentsMargins()
    items = [item for item in map(row.itemAt, range(row.count())) if item is not None]
    gaps = sum(item.sizeHint().width() for item in items if item.widget() is None)
    parts = [w for item in items if (w := _part(item)) is not None and w not in without]
    widths = [_width(part, without) for part in parts]
    between = row.spacing() * max(0, len(widths) - 1)
    return margins.left() + margins.right() + gaps + between + sum(widths)


def hidden_parts(
    row: QBoxLayout,
    width: int,
    optional: Sequence[QWidget],
    instead: QWidget | None = None,
    apart: Collection[QWidget] = (),
) -> frozenset[QWidget]:
    """Return the widgets to hide so that the row fits into a width.

    Args:
        row: The row.
        width: Available pixels.
        optional: The widgets that may be hidden, the first ones first.
        instead: A menu of the hidden widgets, hidden itself when everything fits.
        apart: Widgets whose width does not count; the caller leaves room for them.
    """
    spare = {instead} if instead is not None else set()
    if row_width(row, {*spare, *apart}) <= width:
        return frozenset(spare)
    for count in range(1, len(optional)):
        if row_width(row, {*optional[:count], *apart}) <= width:
            return frozenset(optional[:count])
    return frozenset(optional)


def _part(item: QLayoutItem) -> QWidget | None:
    widget = item.widget()
    return None if widget is None or widget.property("absent") else widget


def _width(part: QWidget, without: Collection[QWidget]) -> int:
    inside = part.layout()
    if isinstance(inside, QBoxLayout) and inside.count():
        return row_width(inside, without)
    # Like Qt's `qSmartMinSize`, but for hidden widgets, too: a layout counts 0 for those.
    least = part.minimumSizeHint().width()
    if not part.sizePolicy().horizontalPolicy().value & _SHRINKS:
        least = max(least, part.sizeHint().width())
    return min(part.minimumWidth() or least, part.maximumWidth())


class FoldingRow(QBoxLayout):
    """A row that becomes a column where it is narrow.

    Qt asks for heights at widths that it does not use later (the minimum, the size hint), so the
    queries change nothing: only `setGeometry` folds the row. The layout would not settle otherwise.

    Args:
        unfolded: From this width on, in pixels, the parts stand side by side.
        parent: The widget to lay out.
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
        """Return the size of the row."""
        hints = [item.sizeHint() for item in self._items()]
        return self._framed(
            sum(hint.width() for hint in hints) + self._gaps(),
            max((hint.height() for hint in hints), default=0),
        )

    def minimumSize(self) -> QSize:
        """Return the width of the column and the height of the row."""
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
        """Return the height of the highest part; stretching parts share the remaining width."""
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
