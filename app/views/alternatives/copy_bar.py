"""How much of an alternative stands in the songs that the model learned from: a thin bar."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import font, scaled, theme
from app.views.alternatives.values import AlternativeCard

# Copied shares: below the first is little, above the second is much.
_LOW, _HIGH = 0.02, 0.10
# Songs that the tooltip lists.
_MOST_NAMED = 3
# Fingerprints cover windows of 16 notes.
_WHOLE = 16
# Pixels: the height of the row and of the bar, between words and bar, and the least that is filled.
_HEIGHT, _BAR, _GAP, _LEAST = 14, 3, 6, 2


class CopyBar(QWidget):
    """The word *shared*, its percentage, and a bar that is filled by this share."""

    def __init__(self) -> None:
        super().__init__()
        self._copied, self._is_made = -1.0, False
        self.setFixedHeight(scaled(_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVisible(False)

    def sizeHint(self) -> QSize:
        return QSize(90, scaled(_HEIGHT))

    def show_card(self, card: AlternativeCard) -> None:
        """Show the share of a card."""
        self._copied = card.copying.copied
        self._is_made = card.state in ("ready", "playing")
        self.setToolTip(self._songs(card))
        self.setAccessibleName(self.toolTip())
        self.update()

    @property
    def is_known(self) -> bool:
        """Whether the copied share is known."""
        return self._copied >= 0

    @property
    def words(self) -> str:
        """The words beside the bar; empty while the alternative is made."""
        if not self.is_known:
            return self.tr("too short to tell") if self._is_made else ""
        percent = round(self._copied * 100)
        if self._copied > 0 and not percent:
            return self.tr("shared < 1 %")
        return self.tr("shared {0} %").format(percent) if percent else self.tr("nothing shared")

    def _songs(self, card: AlternativeCard) -> str:
        if not self.is_known:
            return self.tr("It has no run of 16 notes to compare") if self._is_made else ""
        in_part = card.copying.sure_from > _WHOLE
        if not self._copied and in_part:
            # The prints of partly known songs match shorter runs by chance.
            text = self.tr("None of its runs of {0} notes is in the training pieces")
            return text.format(card.copying.sure_from)
        if not self._copied:
            return self.tr("None of its runs of 16 notes is in the training pieces")
        text = (
            self.tr("At least {0} % of its runs of 16 notes are in the training pieces")
            if in_part
            else self.tr("{0} % of its runs of 16 notes are in the training pieces")
        )
        lines = [text.format(round(self._copied * 100, 1))]
        lines += [
            self.tr("{0} notes of ‘{1}’, from bar {2}").format(each.notes, each.song, each.bar)
            for each in card.copying.passages[:_MOST_NAMED]
        ]
        return "\n".join(lines)

    def paintEvent(self, event: QPaintEvent) -> None:
        face = font(11)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(face)
        painter.setPen(QColor(theme().dim))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter), self.words)
        if self.is_known:
            self._paint_bar(painter, QFontMetricsF(face).horizontalAdvance(self.words) + _GAP)
        painter.end()

    def _paint_bar(self, painter: QPainter, left: float) -> None:
        tokens = theme()
        bar = QRectF(left, (self.height() - _BAR) / 2, self.width() - left, _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.outline))
        painter.drawRoundedRect(bar, 1.5, 1.5)
        if self._copied > 0:
            # Green means made by Segue, so no share is green.
            much = tokens.danger if self._copied > _HIGH else tokens.playhead
            painter.setBrush(QColor(tokens.dim if self._copied < _LOW else much))
            bar.setWidth(max(_LEAST, bar.width() * self._copied))
            painter.drawRoundedRect(bar, 1.5, 1.5)
