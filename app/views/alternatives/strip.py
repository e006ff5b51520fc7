"""The row of cards."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.views.alternatives.card import LOWEST, Card
from app.views.alternatives.values import AlternativeCard, CardState, ending_of
from app.widgets.fade import fade_from
from app.widgets.in_sight import InSight
from app.widgets.keys.tips import watch_keys
from app.widgets.roles import give_role
from app.widgets.words import announce, words

__all__ = ["AlternativeCard", "AlternativesStrip", "CardState"]

# Pixels between cards.
_GAP = 8


class AlternativesStrip(QWidget):
    """The cards 1 to 8.

    Signals:
        play_clicked(int): Play it in place, or stop it.
        chosen(int): The user highlights it.
        hovered(int): Preview it in the roll; -1 when the pointer leaves.
        kept(int), starred(int, bool), more_like_clicked(int): A button of a card.
        plan_written(int): Write its planned chords over the piece.
        drag_started(int): The user drags a card out of the window.
        none_clicked(): Reject all and make others.
        filled(bool): Cards are shown, or none any more.
        shown(object, int): These `AlternativeCard`s and the index of the current one are shown.
    """

    play_clicked = Signal(int)
    chosen = Signal(int)
    hovered = Signal(int)
    kept = Signal(int)
    starred = Signal(int, bool)
    more_like_clicked = Signal(int)
    plan_written = Signal(int)
    drag_started = Signal(int)
    none_clicked = Signal()
    filled = Signal(bool)
    shown = Signal(object, int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.List)
        self._spoken = (-1, False)
        self._cards: list[Card] = []
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Alternatives"))
        self.setMinimumHeight(LOWEST + 12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._empty = words(tone="dim", wrap=True)
        watch_keys(self, "continue", self._show_keys)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lay_out()
        self.show_cards((), current=-1, colours=())

    def _show_keys(self, keys: str) -> None:
        text = self.tr("Press %1 to go on from the last bars.")
        self._empty.setText(text.replace("%1", keys or self.tr("Continue")))

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setAutoFillBackground(False)
        self._row = QHBoxLayout(inside)
        self._row.setContentsMargins(8, 4, 8, 8)
        self._row.setSpacing(_GAP)
        self._row.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidget(inside)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        self._in_sight = InSight(self._area, margin=10)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._empty, 1)
        whole.addWidget(self._area, 1)

    @property
    def has_cards(self) -> bool:
        """Whether alternatives are shown."""
        return bool(self._cards)

    def sizeHint(self) -> QSize:
        return QSize(700, 132)

    def show_playhead(self, tick: float) -> None:
        """Show how far the playing alternative is."""
        for card in self._cards:
            card.show_playhead(tick)

    def show_cards(
        self, cards: tuple[AlternativeCard, ...], *, current: int, colours: tuple[int, ...]
    ) -> None:
        """Show these alternatives; none shows the empty state, and -1 highlights none."""
        had_cards = self.has_cards
        if bool(cards) != had_cards:
            fade_from(self)
        while len(self._cards) > len(cards):
            card = self._cards.pop()
            self._row.removeWidget(card)
            card.deleteLater()
        while len(self._cards) < len(cards):
            self._add_card(len(self._cards))
        for index, (card, value) in enumerate(zip(self._cards, cards, strict=True)):
            card.show_card(value, current=index == current, colours=colours)
        self._fit_row()
        self._empty.setVisible(not cards)
        self._area.setVisible(bool(cards))
        self.shown.emit(cards, current)
        if bool(cards) != had_cards:
            self.filled.emit(bool(cards))
        if 0 <= current < len(self._cards):
            self._in_sight.show_part(self._cards[current])
            self._speak(cards[current], current, len(cards))
        else:
            self._spoken = (-1, False)

    def _fit_row(self) -> None:
        """Let all cards show their length, or none; and their share with songs, or none."""
        length = all(card.fits_length for card in self._cards)
        shared = any(card.knows_shared for card in self._cards)
        for card in self._cards:
            card.fit_in_row(length=length, shared=shared)

    def _speak(self, card: AlternativeCard, index: int, count: int) -> None:
        """Announce the highlighted card, and announce it again when it is complete."""
        whole = card.state in ("ready", "playing") and card.progress >= 1.0
        if self._spoken in ((index, whole), (index, True)):
            return
        self._spoken = (index, whole)
        if not whole:
            text = self.tr("Alternative {0} of {1} is being made")
            announce(self, text.format(index + 1, count))
            return
        number = self.tr("Alternative {0} of {1}").format(index + 1, count)
        bars = self.tr("%n bars", "", card.bars)
        told = (number, card.word, bars, ending_of(card), *card.harmony)
        announce(self, ", ".join(filter(None, told)))

    def _add_card(self, index: int) -> None:
        card = Card(index)
        card.played.connect(partial(self.play_clicked.emit, index))
        card.chosen.connect(partial(self.chosen.emit, index))
        card.kept.connect(partial(self.kept.emit, index))
        card.starred.connect(partial(self.starred.emit, index))
        card.more_like.connect(partial(self.more_like_clicked.emit, index))
        card.plan_written.connect(partial(self.plan_written.emit, index))
        # When all cards have their new widths: until then some of them are too narrow.
        card.fitted.connect(self._fit_row, Qt.ConnectionType.QueuedConnection)
        card.dragged.connect(partial(self.drag_started.emit, index))
        card.hovered.connect(lambda over: self._hover(index, over=over))
        self._cards.append(card)
        self._row.insertWidget(index, card, 100)

    def _hover(self, index: int, *, over: bool) -> None:
        self.hovered.emit(index if over else -1)
