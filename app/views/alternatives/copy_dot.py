"""A mark for the share of an alternative that is copied from the training pieces."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QWidget

from app.style.theme import theme
from app.views.alternatives.values import AlternativeCard

# Copied shares: below the first is little, above the second is much.
_LOW, _HIGH = 0.02, 0.10
# Songs that the tooltip lists.
_MOST_NAMED = 3
# Fingerprints cover windows of 16 notes.
_WHOLE = 16


class CopyDot(QWidget):
    """A disc, a diamond or a square: little, some or much is copied.

    The shapes differ, so that the mark does not depend on colour alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self._copied = -1.0
        self.setFixedSize(QSize(14, 14))
        self.setVisible(False)

    def show_card(self, card: AlternativeCard) -> None:
        """Show the mark for a card; hide it where the share is unknown."""
        self._copied = 1.0 - card.own if card.own >= 0 else -1.0
        self.setVisible(self._copied >= 0)
        self.setToolTip(self._words(card))
        self.setAccessibleName(self.toolTip())
        self.update()

    @property
    def is_known(self) -> bool:
        """Whether the copied share is known."""
        return self._copied >= 0

    def _words(self, card: AlternativeCard) -> str:
        if self._copied < 0:
            return ""
        in_part = card.sure_from > _WHOLE
        if not self._copied and in_part:
            # The prints of partly known songs match shorter runs by chance.
            text = self.tr("None of its runs of {0} notes is in the training pieces")
            return text.format(card.sure_from)
        if not self._copied:
            return self.tr("None of its runs of 16 notes is in the training pieces")
        text = (
            self.tr("At least {0} % of its runs of 16 notes are in the training pieces")
            if in_part
            else self.tr("{0} % of its runs of 16 notes are in the training pieces")
        )
        lines = [text.format(round(self._copied * 100, 1))]
        lines += [
            self.tr("{0} notes of ‘{1}’, from bar {2}").format(notes, song, bar)
            for song, bar, notes in card.copied_from[:_MOST_NAMED]
        ]
        return "\n".join(lines)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(3, 3, 8, 8)
        if self._copied < _LOW:
            painter.setBrush(QColor(tokens.accent))
            painter.drawEllipse(box)
        elif self._copied <= _HIGH:
            painter.setBrush(QColor(tokens.playhead))
            middle = box.center()
            reach = 5.5
            painter.drawPolygon(
                QPolygonF(
                    [
                        QPointF(middle.x(), middle.y() - reach),
                        QPointF(middle.x() + reach, middle.y()),
                        QPointF(middle.x(), middle.y() + reach),
                        QPointF(middle.x() - reach, middle.y()),
                    ]
                )
            )
        else:
            painter.setBrush(QColor(tokens.danger))
            painter.drawRect(box.adjusted(-1, -1, 1, 1))
        painter.end()
