"""The tempo over the notes of a performance, and the buttons of a chosen beat."""

from bisect import bisect_left, bisect_right

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout

from app.style.theme import theme
from app.values.beats import MS, BarLine
from app.values.geometry import KEYS_WIDTH
from app.widgets.beats.grid import BARS, TOP, TimeGrid
from app.widgets.buttons import TextButton
from app.widgets.words import announce


class BeatsGrid(TimeGrid):
    """Notes, bars and tempo; a click chooses a beat.

    With the focus, Tab and Shift+Tab choose doubtful bars, and leave the widget after the last one.

    Signals:
        beat_one_clicked(), no_bar_clicked(): The buttons beside the chosen beat.
    """

    beat_one_clicked = Signal()
    no_bar_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Bars"))
        self.setToolTip(
            self.tr("Tab: the next doubtful bar. Drag a bar line to where the bar begins.")
        )
        self._card = self._make_card()

    def _make_card(self) -> QFrame:
        card = QFrame(self)
        card.setProperty("surface", "popup")
        row = QHBoxLayout(card)
        row.setContentsMargins(4, 4, 4, 4)
        row.setSpacing(4)
        self._one = TextButton(
            self.tr("This is beat 1"), name=self.tr("A bar begins at this beat (1)")
        )
        self._none = TextButton(
            self.tr("No bar here"), name=self.tr("No bar begins here (Delete)"), kind="quiet"
        )
        for button, signal in (
            (self._one, self.beat_one_clicked),
            (self._none, self.no_bar_clicked),
        ):
            # Tab goes from bar to bar; the keys 1 and Delete do the same.
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(signal)
            row.addWidget(button)
        card.hide()
        return card

    def show_chosen(self, at_s: float) -> None:
        """Choose the beat at a second, bring it into sight and say what it is."""
        self._at_s = at_s
        self.bring_into_sight(at_s)
        text = self._said()
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            announce(self, text)
        self._place_card()
        self.update()

    @property
    def at_s(self) -> float:
        """The second of the chosen beat."""
        return self._at_s

    def _said(self) -> str:
        line = self._counted.line_at(self._at_s)
        if line is None:
            before = sum(1 for each in self._counted.lines if each.at_s < self._at_s)
            return self.tr("A beat of bar %1").replace("%1", str(before))
        bar = self.tr("Bar %1").replace("%1", str(line.number))
        if line.doubt:
            return self.tr("%1, doubtful: %2").replace("%1", bar).replace("%2", line.doubt)
        return self.tr("%1, put by you").replace("%1", bar) if line.is_settled else bar

    def _place_card(self) -> None:
        line = self._counted.line_at(self._at_s)
        self._none.setVisible(line is not None and line.number > 1)
        x = self._x(self._at_s)
        self._card.adjustSize()
        shown = bool(self._counted.lines) and KEYS_WIDTH <= x <= self.width() and self._line is None
        right = x + 12 + self._card.width() <= self.width()
        left = x + 12 if right else x - 12 - self._card.width()
        self._card.move(round(left), TOP + BARS + 8)
        self._card.setVisible(shown)

    # --- painting ----------------------------------------------------------------------------

    def _paint_top(self, painter: QPainter) -> None:
        tokens, places = theme(), self._pace_in_view()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for bpm in self._tempo_scale():
            y = round(self._tempo_y(bpm))
            painter.fillRect(QRect(KEYS_WIDTH, y, self.width(), 1), QColor(tokens.line))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = [QPointF(self._x(at_s), self._tempo_y(bpm)) for at_s, bpm in places]
        painter.setPen(QPen(QColor(tokens.accent), 2))
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(QPen(QColor(tokens.accent), 1.5))
        painter.setBrush(QColor(tokens.panel))
        if len(points) * 10 < self.width():
            for point in points:
                painter.drawEllipse(point, 2.5, 2.5)

    def _pace_in_view(self) -> tuple[tuple[float, float], ...]:
        """Return the tempo of each beat in view at its middle, and of one beyond each edge."""
        pace = self._counted.pace
        ends = [at_s + 30 / bpm for at_s, bpm in pace]
        first = max(0, bisect_left(ends, self._left_s) - 1)
        last = bisect_right(ends, self.right_s) + 1
        return tuple((at_s + 30 / bpm, bpm) for at_s, bpm in pace[first:last])

    def _tempo_range(self) -> tuple[float, float]:
        """Return the slowest and the fastest of most beats: a single slip is no scale."""
        paces = sorted(bpm for _, bpm in self._counted.pace)
        if not paces:
            return 40.0, 80.0
        few = len(paces) // 50
        low, high = paces[few], paces[-1 - few]
        spare = max(4.0, (high - low) * 0.1)
        return low - spare, high + spare

    def _tempo_scale(self) -> tuple[int, ...]:
        low, high = self._tempo_range()
        return tuple(round(low + (high - low) * share) for share in (0.85, 0.5, 0.15))

    def _tempo_y(self, bpm: float) -> float:
        low, high = self._tempo_range()
        share = min(1.0, max(0.0, (high - bpm) / max(1.0, high - low)))
        return 6 + share * (TOP - 12)

    def _paint_scale(self, painter: QPainter) -> None:
        super()._paint_scale(painter)
        if self._counted.pace:
            flags = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            for bpm in self._tempo_scale():
                y = round(self._tempo_y(bpm)) - 8
                painter.drawText(QRect(0, y, KEYS_WIDTH - 8, 16), flags, str(bpm))

    # --- keys --------------------------------------------------------------------------------

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's
        line = self.doubtful_after(1 if next else -1)
        if line is None:
            return super().focusNextPrevChild(next)
        self.chosen.emit(line.at_s)
        return True

    def doubtful_after(self, step: int) -> BarLine | None:
        """Return the next doubtful bar after the chosen beat (1), or the one before it (-1)."""
        ways = self._counted.doubtful[::step]
        return next((each for each in ways if (each.at_s - self._at_s) * step > 1 / MS), None)

    def beat_after(self, step: int) -> float:
        """Return the second of the next beat after the chosen one (1), or of the one before."""
        beats = self._counted.beats_s[::step]
        return next((at for at in beats if (at - self._at_s) * step > 1 / MS), self._at_s)

    def onset_after(self, step: int) -> float:
        """Return the second of the next onset after the chosen beat (1), or of the one before."""
        starts = np.unique(self._played.table[:, 0])[::step] / MS
        return next((float(at) for at in starts if (at - self._at_s) * step > 1 / MS), self._at_s)
