"""Keeping one part of a scroll area in sight, also when its place is not known yet."""

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QScrollArea, QWidget


class InSight(QObject):
    """Scrolls an area to a part, and again after a later layout moved the part.

    A part that was just added has no place before the next layout, and Qt may do that layout
    after a timer of 0 ms. The area therefore scrolls at once and whenever its range changes,
    until somebody else scrolls it.

    Args:
        area: The area to scroll.
        margin: Free space on the left and right of the part, in pixels.
    """

    def __init__(self, area: QScrollArea, *, margin: int = 0) -> None:
        super().__init__(area)
        self._area = area
        self._margin = margin
        self._part: QWidget | None = None
        self._left_at = (0, 0)
        for bar in (area.horizontalScrollBar(), area.verticalScrollBar()):
            bar.rangeChanged.connect(self._scroll_again)

    def show_part(self, part: QWidget) -> None:
        """Scroll to a part of the area and keep it in sight until somebody scrolls."""
        self._part = part
        self._scroll()

    def _scroll_again(self) -> None:
        if self._part is not None and self._values() == self._left_at:
            self._scroll()

    def _scroll(self) -> None:
        if self._part is None or not shiboken6.isValid(self._part):
            self._part = None
            return
        self._area.ensureWidgetVisible(self._part, self._margin, 0)
        self._left_at = self._values()

    def _values(self) -> tuple[int, int]:
        return self._area.horizontalScrollBar().value(), self._area.verticalScrollBar().value()
