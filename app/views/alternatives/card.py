"""The card of one alternative."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from app.style.theme import scaled, theme
from app.views.alternatives.copy_bar import CopyBar
from app.views.alternatives.sketch import Sketch
from app.views.alternatives.values import AlternativeCard, ending_of, name_of
from app.widgets.buttons import IconButton, TextButton
from app.widgets.keys.own import ENTER, ENTER_OR_SPACE, takes_key
from app.widgets.keys.tips import show_keys_in_tooltip
from app.widgets.menus import add_action, add_choice
from app.widgets.roles import give_role, show_chosen
from app.widgets.words import ElidedLabel, set_tone, words

# Pixels.
WIDTH, HEIGHT = 300, 180
# Pixels. Four cards fit side by side in the narrowest window (1024).
NARROWEST, LOWEST = 158, 88
# Pixels. Below it the tooltip alone says how much is shared.
_LOWEST_WITH_BAR = 104
# Pixels: the margins of a card, between its parts, around the words of *Keep*, and of its icon.
_LEFT, _RIGHT, _GAP, _AROUND_KEEP, _ICON = 10, 8, 4, 20, 30
# Qt's default drag distance.
_DRAG_PIXELS = 10


@dataclass(frozen=True, slots=True)
class _Look:
    """The parts of a card that are shown beside its word.

    Attributes:
        state: Whether its progress and how it joins are written out, in short, or not.
        keep: Whether *Keep* is written out, for the card that is heard.
        star: Whether there is the star, which the menu has, too.
        given: Whether there is a star that was given, even so.
        play: Whether there is the button, which the number's key and Space stand for.
    """

    state: Literal["long", "short", "none"]
    keep: bool
    star: bool
    given: bool
    play: bool


# The last one with the length, for rows whose cards all show it.
_WITH_LENGTH = _Look("long", keep=False, star=True, given=True, play=True)
# From the widest card to the narrowest; a card takes the first in which its word is whole.
_LOOKS = (
    _Look("long", keep=True, star=True, given=True, play=True),
    _WITH_LENGTH,
    _Look("short", keep=True, star=True, given=True, play=True),
    _Look("short", keep=True, star=False, given=True, play=True),
    _Look("short", keep=False, star=False, given=True, play=True),
    _Look("none", keep=False, star=False, given=True, play=True),
    _Look("none", keep=False, star=False, given=False, play=True),
    _Look("none", keep=False, star=False, given=False, play=False),
)


class Card(QWidget):
    """A miniature of an alternative, with buttons to play, keep and star it.

    Signals:
        played(), chosen(), kept(), starred(bool), more_like(), plan_written(): The user's actions.
        hovered(bool): The pointer entered or left.
        dragged(): The user drags the card out of the window.
        fitted(): It has room for other parts than before, perhaps.
    """

    played = Signal()
    chosen = Signal()
    kept = Signal()
    starred = Signal(bool)
    more_like = Signal()
    plan_written = Signal()
    hovered = Signal(bool)
    dragged = Signal()
    fitted = Signal()

    def __init__(self, index: int) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.ListItem)
        self._index, self._current = index, False
        self._card: AlternativeCard | None = None
        self._has_length = self._has_shared = False
        self._colours: tuple[int, ...] = ()
        self._pressed: QPointF | None = None
        self.setMinimumSize(NARROWEST, LOWEST)
        self.setMaximumWidth(scaled(WIDTH))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._number = words(name_of(index), tone="number")
        self._number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._number.setMinimumWidth(scaled(22))
        self._word = ElidedLabel(tone="title")
        self._state = words(tone="dim")
        self._star = IconButton(
            "star-empty",
            name=self.tr("Star"),
            tooltip=self.tr("Mark it"),
            size=QSize(20, 24),
            icon_size=14,
            kind="quiet",
            checkable=True,
        )
        self._sketch = Sketch()
        self._play = IconButton(
            "play",
            name=self.tr("Hear {0} in place").format(name_of(index)),
            tooltip=self.tr("Hear it in place"),
            size=QSize(26, 24),
            icon_size=14,
            kind="quiet",
        )
        self._keep = TextButton(
            "",
            kind="keep",
            name=self.tr("Keep {0}").format(name_of(index)),
            tooltip=self.tr("Add these bars to the piece"),
        )
        # Where there is too little room, the word is cut instead.
        self._keep.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        show_keys_in_tooltip(self._star, "star")
        show_keys_in_tooltip(self._play, f"audition_{index + 1}")
        show_keys_in_tooltip(self._keep, "accept")
        self._shared = CopyBar()
        self._star.clicked.connect(self.starred)
        self._play.clicked.connect(self.played)
        self._keep.clicked.connect(self.kept)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(_GAP)
        head.addWidget(self._number)
        head.addSpacing(_GAP)
        head.addWidget(self._word, 1)
        for part in (self._state, self._star, self._play, self._keep):
            head.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(_LEFT, 6, _RIGHT, 6)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._sketch, 1)
        column.addWidget(self._shared)

    def sizeHint(self) -> QSize:
        return QSize(scaled(WIDTH), scaled(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, LOWEST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._show_shared()
        if self._card is not None:
            self._show_state(self._card)
            self.fitted.emit()

    @property
    def fits_length(self) -> bool:
        """Whether it has room for its length beside its buttons."""
        card = self._card
        if card is None or not _is_ready(card):
            return True
        return self._fits(card, _WITH_LENGTH, length=True)

    @property
    def knows_shared(self) -> bool:
        """Whether it is known how much it shares with songs."""
        return self._shared.is_known

    def fit_in_row(self, *, length: bool, shared: bool) -> None:
        """Show the same parts as the other cards of the row.

        Args:
            length: Whether all of them have room for their length.
            shared: Whether it is known of one of them how much it shares with songs.
        """
        if shared != self._has_shared:
            self._has_shared = shared
            self._show_shared()
        if length != self._has_length:
            self._has_length = length
            if self._card is not None:
                self._show_state(self._card)

    def show_card(self, card: AlternativeCard, *, current: bool, colours: tuple[int, ...]) -> None:
        """Show an alternative.

        Args:
            card: The alternative.
            current: Whether it is the one that is heard.
            colours: The colour index of each track of its notes.
        """
        self._card, self._current, self._colours = card, current, colours
        show_chosen(self, chosen=current)
        self._word.setText(card.word)
        self._shared.show_card(card)
        self._show_state(card)
        self._star.setChecked(card.starred)
        self._star.show_icon(
            "star" if card.starred else "star-empty",
            colour="playhead" if card.starred else "dim",
        )
        self._sketch.show_card(card, colours)
        joins = self._state_text(card) if card.fit >= 0 else ""
        self._play.show_icon("stop" if card.state == "playing" else "play")
        set_tone(self._number, "numberOn" if current else "number")
        if card.state != "playing":
            self._sketch.show_playhead(-1.0)
        self._play.show_reason("" if card.notes else self.tr("Nothing is made yet"))
        self._keep.show_reason("" if _is_ready(card) else self.tr("It is still being made"))
        self._state.setToolTip(
            self.tr(
                "How well the bars that follow fit after it, compared with the best alternative"
            )
            if card.fit >= 0
            else ""
        )
        self.setAccessibleName(self._spoken(card))
        usual = self.tr("Drag it to your DAW.")
        plan = self.tr("Planned chords: {0}").format(", ".join(card.harmony))
        told = (joins, plan if card.plan else "", self._shared.toolTip(), usual)
        self.setToolTip("\n".join(filter(None, told)))
        # Without one a screen reader reads the tooltip.
        self.setAccessibleDescription("\n".join(told[:-1]).strip() or self.accessibleName())
        self.update()

    def show_playhead(self, tick: float) -> None:
        """Fill the drawing up to the playhead while the alternative plays."""
        if self._card is not None and self._card.state == "playing":
            self._sketch.show_playhead(tick)

    def _show_state(self, card: AlternativeCard) -> None:
        """Show the parts beside the word that leave it whole."""
        length = self._has_length
        for look in _LOOKS:
            if (length or look is not _WITH_LENGTH) and self._fits(card, look, length=length):
                break
        self._star.setVisible(_has_star(card, look))
        self._play.setVisible(look.play)
        self._keep.setVisible(self._current)
        self._keep.setText(self._keep_text(look))
        state = self._state_of(card, look, length=length)
        self._state.setText(state)
        self._state.setVisible(bool(state))

    def _show_shared(self) -> None:
        self._shared.setVisible(self._has_shared and self.height() >= _LOWEST_WITH_BAR)

    def _fits(self, card: AlternativeCard, look: _Look, *, length: bool) -> bool:
        """Return whether a card has room for these parts beside its whole word."""
        keep = self._keep.fontMetrics().horizontalAdvance(self._keep_text(look))
        state = self._state.fontMetrics().horizontalAdvance(
            self._state_of(card, look, length=length)
        )
        parts = (
            self._number.sizeHint().width() + _GAP,
            max(
                self._word.minimumWidth(),
                self._word.fontMetrics().horizontalAdvance(card.word) + 1,
            ),
            state,
            self._star.width() if _has_star(card, look) else 0,
            self._play.width() if look.play else 0,
            max(_ICON, keep + _AROUND_KEEP) if self._current else 0,
        )
        shown = [part for part in parts if part]
        return _LEFT + _RIGHT + sum(shown) + _GAP * len(shown) <= self.width()

    def _keep_text(self, look: _Look) -> str:
        return self.tr("Keep ↵") if look.keep else "↵"

    def _state_of(self, card: AlternativeCard, look: _Look, *, length: bool) -> str:
        if look.state == "none" or (_is_ready(card) and not length):
            return ""
        return self._state_text(card) if look.state == "long" else self._short_state(card)

    def _short_state(self, card: AlternativeCard) -> str:
        if card.state == "making":
            return self.tr("{0} %").format(round(card.progress * 100))
        # The tooltip says how well a narrow card joins.
        return "" if _is_ready(card) else self._state_text(card)

    def _state_text(self, card: AlternativeCard) -> str:
        bars = self.tr("1 bar") if card.bars == 1 else self.tr("%n bars", "", card.bars)
        if card.state == "waiting":
            return self.tr("waiting…")
        if card.state == "making":
            return self.tr("making… {0} %").format(round(card.progress * 100))
        if card.fit < 0:
            return bars
        if card.fit == 1.0:
            return self.tr("best join")
        return self.tr("joins {0} %").format(round(card.fit * 100))

    def _spoken(self, card: AlternativeCard) -> str:
        """Return number, word, length, ending and chords, for screen readers."""
        told = (card.word, self._state_text(card), ending_of(card), *card.harmony)
        text = self.tr("Alternative {0}: {1}")
        return text.format(name_of(self._index), ", ".join(filter(None, told)))

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        # The focus ring replaces the ring of the highlighted card.
        edge, width = (tokens.accent, 2) if self._current else (tokens.line, 1)
        if self.hasFocus():
            edge, width = tokens.focus, 2
        painter.setPen(QPen(QColor(edge), width))
        painter.setBrush(QColor(tokens.raised))
        painter.drawRoundedRect(box, 8, 8)
        if self._card is not None and self._card.state == "making":
            share = min(max(self._card.progress, 0.0), 1.0)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.accent))
            # The progress bar, at the bottom edge.
            bar = QRectF(10, self.height() - 5, (self.width() - 20) * share, 2)
            painter.drawRoundedRect(bar, 1, 1)
        painter.end()

    # --- user input ------------------------------------------------------------------------

    # The strip previews a hovered card in the roll.
    def enterEvent(self, event: QEnterEvent) -> None:
        self.hovered.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self.chosen.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        if (event.position() - self._pressed).manhattanLength() > _DRAG_PIXELS:
            self._pressed = None
            self.dragged.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.played.emit()

    def menu(self) -> QMenu:
        """Return a new context menu."""
        menu = QMenu(self)
        add_action(menu, self.tr("Hear in place"), self.played.emit)
        add_action(menu, self.tr("Keep"), self.kept.emit)
        add_action(menu, self.tr("More like this one"), self.more_like.emit)
        starred = self._card is not None and self._card.starred
        add_choice(
            menu, self.tr("Mark it"), lambda: self.starred.emit(not starred), checked=starred
        )
        has_plan = self._card is not None and bool(self._card.plan)
        add_action(
            menu,
            self.tr("Write the plan over the bars"),
            self.plan_written.emit,
            reason="" if has_plan else self.tr("No chords were planned for it"),
        )
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.menu()
        menu.exec(event.globalPos())
        # A context menu is made for each click and would otherwise live as long as the card.
        menu.deleteLater()

    def event(self, event: QEvent) -> bool:
        return takes_key(event, ENTER_OR_SPACE) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.played.emit()
        elif event.key() in ENTER:
            self.kept.emit()
        else:
            super().keyPressEvent(event)


def _is_ready(card: AlternativeCard) -> bool:
    return card.state in ("ready", "playing")


def _has_star(card: AlternativeCard, look: _Look) -> bool:
    """Return whether a card shows the star: a given one stays as long as there is room."""
    return look.star or (card.starred and look.given)
