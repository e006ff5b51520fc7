"""Every bar of the jam as a small picture, to go back to, or to keep."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFont, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, theme
from app.views.jam.values import BarPicture
from app.widgets.buttons import TextButton
from app.widgets.keys.one_stop import OneStop
from app.widgets.mini_roll import paint_notes
from app.widgets.roles import give_role, show_chosen
from app.widgets.words import words
from engine.values.score import Note

# Pixels: a picture, the number below it, and the column at the left.
_WIDE, _HIGH, _NUMBER, _LEFT = 46, 34, 16, 172


class BarRow(QWidget):
    """The bars that were played; the user chooses one, or with Shift several.

    Signals:
        chosen(int, int): The first and the last chosen bar, from 0.
        back_clicked(int): Play on from this bar.
    """

    chosen = Signal(int, int)
    back_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._tiles: list[_BarTile] = []
        self._span: tuple[int, int] | None = None
        self._now, self._reason = -1, ""
        self._back = TextButton(
            "", tooltip=self.tr("Everything from this bar on is removed. Key: B")
        )
        self._back.clicked.connect(self.go_back)
        left = QWidget()
        left.setMinimumWidth(_LEFT)
        left.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(left)
        column.setContentsMargins(12, 4, 8, 4)
        column.setSpacing(2)
        column.addWidget(words(self.tr("Go back to any bar"), tone="title"))
        column.addWidget(self._back)
        inside = QWidget()
        give_role(inside, QAccessible.Role.List)
        inside.setAccessibleName(self.tr("Bars of the jam"))
        inside.setProperty("surface", "window")
        self._row = QHBoxLayout(inside)
        self._row.setContentsMargins(2, 2, 2, 2)
        self._row.setSpacing(2)
        self._hint = words(self.tr("Each bar that is played stands here."), tone="dim")
        self._row.addWidget(self._hint)
        self._row.addStretch(1)
        self._stop = OneStop(inside, columns=lambda: len(self._tiles))
        self._area = QScrollArea()
        self._area.setWidget(inside)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(0)
        row.addWidget(left)
        row.addWidget(self._area, 1)
        self.setFixedHeight(_HIGH + _NUMBER + 18)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._show_span()

    @property
    def span(self) -> tuple[int, int] | None:
        """The first and the last chosen bar, from 0; None while none is chosen."""
        return self._span

    def show_bars(self, bars: tuple[BarPicture, ...], *, now: int) -> None:
        """Show these bars; the playhead is in bar `now`, from 0, or in none (-1)."""
        known = len(self._tiles)
        for index in range(known, len(bars)):
            tile = _BarTile(index)
            tile.clicked.connect(lambda _=False, at=index: self._choose(at))
            self._tiles.append(tile)
            self._row.insertWidget(index, tile)
        for tile in self._tiles[len(bars) :]:
            self._row.removeWidget(tile)
            tile.hide()
            tile.deleteLater()
        del self._tiles[len(bars) :]
        for index, (tile, bar) in enumerate(zip(self._tiles, bars, strict=True)):
            tile.show_bar(bar, now=index == now)
        self._hint.setVisible(not bars)
        if len(bars) != known:
            self._stop.hold(self._tiles)
            if self._span is not None and self._span[1] >= len(bars):
                self.clear_choice()
        if len(bars) > known or now != self._now:
            self._now = now
            self._follow()

    def choose(self, bar: int) -> None:
        """Choose a bar, from 0, if it was played; with Shift up to it."""
        if 0 <= bar < len(self._tiles):
            self._choose(bar)

    def clear_choice(self) -> None:
        """Choose no bar."""
        self._span = None
        self._show_span()

    def go_back(self) -> None:
        """Play on from the first chosen bar."""
        if self._span is not None and self._back.isEnabled():
            self.back_clicked.emit(self._span[0])

    def show_reason(self, reason: str) -> None:
        """Say why nobody can play on from a bar now; an empty reason allows it."""
        if reason != self._reason:
            self._reason = reason
            self._show_span()

    def _choose(self, bar: int) -> None:
        shift = QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        first, last = (bar, bar) if self._span is None or not shift else self._span
        self._span = min(first, bar), max(last, bar)
        self._show_span()
        self.chosen.emit(*self._span)

    def _show_span(self) -> None:
        first, last = (-1, -1) if self._span is None else self._span
        for index, tile in enumerate(self._tiles):
            tile.choose(on=first <= index <= last)
        text = self.tr("Play on from %1").replace("%1", str(first + 1))
        name = text if first >= 0 else self.tr("Play on from…")
        self._back.setText(name)
        self._back.setAccessibleName(name)
        self._back.show_reason(
            self._reason or ("" if first >= 0 else self.tr("Choose a bar first."))
        )

    def _follow(self) -> None:
        """Bring the bar of the playhead into sight, unless the user walks through the bars."""
        if any(tile.hasFocus() for tile in self._tiles) or not 0 <= self._now < len(self._tiles):
            return
        self._row.activate()
        self._area.ensureWidgetVisible(self._tiles[self._now], _WIDE, 0)


class _BarTile(QAbstractButton):
    """One bar."""

    def __init__(self, index: int) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.ListItem)
        self._index, self._now, self._chosen = index, False, False
        self._bar: BarPicture | None = None
        self.setFixedSize(_WIDE, _HIGH + _NUMBER)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(_WIDE, _HIGH + _NUMBER)

    def choose(self, *, on: bool) -> None:
        """Be one of the chosen bars, or not."""
        self._chosen = on
        show_chosen(self, chosen=on)
        self.update()

    def show_bar(self, bar: BarPicture, *, now: bool) -> None:
        """Show a bar; the playhead may be in it."""
        if (bar, now) == (self._bar, self._now):
            return
        self._bar, self._now = bar, now
        who = {"segue": self.tr("Segue"), "both": self.tr("both")}.get(bar.who, self.tr("you"))
        text = self.tr("Bar %1, %2").replace("%1", str(self._index + 1)).replace("%2", who)
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, bar = theme(), self._bar
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(1, 1, _WIDE - 2, _HIGH - 2)
        segue = bar is not None and bar.who in ("segue", "both")
        edge = tokens.focus if self.hasFocus() else tokens.text if self._chosen else tokens.line
        if segue and not self._chosen and not self.hasFocus():
            edge = tokens.accent
        painter.setBrush(QColor(tokens.accent_soft if segue else tokens.window))
        painter.setPen(QPen(QColor(edge), 2 if self._chosen or self.hasFocus() else 1))
        painter.drawRoundedRect(box, 4, 4)
        if bar is not None:
            for track, colour in ((0, tokens.track(0)), (1, QColor(tokens.accent))):
                paint_notes(
                    painter,
                    box.adjusted(4, 5, -4, -5),
                    bar.notes,
                    start=bar.start,
                    end=bar.end,
                    colours=(0, 0),
                    tint=colour,
                    thickness=2,
                    shown=_of(bar, track).__contains__,
                )
        painter.setPen(QColor(tokens.text if self._now or self._chosen else tokens.dim))
        painter.setFont(font(11, weight=QFont.Weight.Bold if self._now else QFont.Weight.Normal))
        number = QRectF(0, _HIGH, _WIDE, _NUMBER)
        painter.drawText(number, int(Qt.AlignmentFlag.AlignCenter), str(self._index + 1))
        if self._now:
            painter.fillRect(QRectF(8, _HIGH + _NUMBER - 2, _WIDE - 16, 2), QColor(tokens.playhead))
        painter.end()


def _of(bar: BarPicture, track: int) -> frozenset[Note]:
    return frozenset(note for own, note in bar.notes if own == track)
