"""The row of cards."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.views.alternatives.card import HEIGHT, WIDE_ENOUGH, Card
from app.views.alternatives.values import AlternativeCard, CardState
from app.widgets.buttons import TextButton
from app.widgets.words import announce, hairline, words

__all__ = ["AlternativeCard", "AlternativesStrip", "CardState"]

# The default number of alternatives; all of them must be visible at once to be compared.
_USUAL = 4
_GAP, _ASIDE, _MARGINS = 6, 10, (8, 8, 4, 8)
_FOLDED_MARGINS = (8, 2, 4, 6)


class AlternativesStrip(QWidget):
    """The cards A to H.

    Signals:
        play_clicked(int): Play it in place, or stop it.
        chosen(int): The user highlights it.
        hovered(int): Preview it in the roll; -1 when the pointer leaves.
        kept(int), starred(int, bool), more_like_clicked(int): A button of a card.
        plan_written(int): Write its planned chords over the piece.
        drag_started(int): The user drags a card out of the window.
        none_clicked(): Reject all and make others.
        pane_chosen(str): `tree`, `mixer`, `events` or `score`: the user chose another pane.
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
    pane_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._spoken = (-1, False)
        self._cards: list[Card] = []
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Alternatives"))
        self.setFixedHeight(HEIGHT + 20)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        usual = self.tr("Press G to go on from the last bars.")
        self._empty = words(usual, tone="dim", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._none = TextButton(
            self.tr("None of these"),
            tooltip=self.tr("Put them all away and make others"),
        )
        self._none.clicked.connect(self.none_clicked)
        self._panes = QWidget()
        self._lay_out()
        self.show_cards((), current=-1, colours=())

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setAutoFillBackground(False)
        self._row = QHBoxLayout(inside)
        self._row.setSpacing(_GAP)
        self._row.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidget(inside)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        links = QHBoxLayout(self._panes)
        links.setContentsMargins(0, 0, 0, 0)
        links.setSpacing(8)
        for pane, name in (
            ("tree", self.tr("Tree")),
            ("mixer", self.tr("Mixer")),
            ("events", self.tr("Events")),
            ("score", self.tr("Score")),
        ):
            link = TextButton(name, kind="link", tooltip=self.tr("Show {0} here").format(name))
            link.clicked.connect(partial(self.pane_chosen.emit, pane))
            links.addWidget(link)
        self._side = QVBoxLayout()
        self._side.addStretch()
        self._side.addWidget(self._none)
        self._side.addStretch()
        self._side.addWidget(self._panes, 0, Qt.AlignmentFlag.AlignHCenter)
        self._side.addStretch()
        self._parts = QHBoxLayout()
        self._parts.setSpacing(0)
        self._parts.addWidget(self._empty, 1)
        self._parts.addWidget(self._area, 1)
        self._parts.addLayout(self._side)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(hairline())
        whole.addLayout(self._parts, 1)
        self._fold(narrow=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        aside = max(self._none.sizeHint().width(), self._panes.sizeHint().width())
        left, _, right, _ = _MARGINS
        cards = _USUAL * WIDE_ENOUGH + (_USUAL - 1) * _GAP + left + right
        self._fold(narrow=self.width() < cards + aside + _ASIDE)

    def _fold(self, *, narrow: bool) -> None:
        """Move the side buttons to a line above the cards, or back beside them."""
        sides = QBoxLayout.Direction
        self._parts.setDirection(sides.BottomToTop if narrow else sides.LeftToRight)
        self._side.setDirection(sides.LeftToRight if narrow else sides.TopToBottom)
        self._side.setContentsMargins(*((8, 4, 10, 0) if narrow else (0, 8, _ASIDE, 8)))
        # Above the cards: at both ends of the line. Beside the cards: centred.
        for place, stretch in enumerate((0, 0, 1, 0, 0) if narrow else (1, 0, 0, 0, 1)):
            self._side.setStretch(place, stretch)
        self._row.setContentsMargins(*(_FOLDED_MARGINS if narrow else _MARGINS))

    def sizeHint(self) -> QSize:
        return QSize(700, HEIGHT + 20)

    def show_cards(
        self, cards: tuple[AlternativeCard, ...], *, current: int, colours: tuple[int, ...]
    ) -> None:
        """Show these alternatives; none shows the empty state, and -1 highlights none."""
        while len(self._cards) > len(cards):
            card = self._cards.pop()
            self._row.removeWidget(card)
            card.deleteLater()
        while len(self._cards) < len(cards):
            self._add_card(len(self._cards))
        for index, (card, value) in enumerate(zip(self._cards, cards, strict=True)):
            card.show_card(value, current=index == current, colours=colours)
        self._empty.setVisible(not cards)
        self._area.setVisible(bool(cards))
        self._none.setVisible(bool(cards))
        if 0 <= current < len(self._cards):
            self._area.ensureWidgetVisible(self._cards[current], 10, 0)
            self._speak(cards[current], current, len(cards))
        else:
            self._spoken = (-1, False)

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
        text = self.tr("Alternative {0} of {1}, {2}, {3}")
        bars = self.tr("%n bars", "", card.bars)
        notes = self.tr("%n notes", "", len(card.notes))
        announce(self, text.format(index + 1, count, bars, notes))

    def _add_card(self, index: int) -> None:
        card = Card(index)
        card.played.connect(partial(self.play_clicked.emit, index))
        card.chosen.connect(partial(self.chosen.emit, index))
        card.kept.connect(partial(self.kept.emit, index))
        card.starred.connect(partial(self.starred.emit, index))
        card.more_like.connect(partial(self.more_like_clicked.emit, index))
        card.plan_written.connect(partial(self.plan_written.emit, index))
        card.dragged.connect(partial(self.drag_started.emit, index))
        card.hovered.connect(lambda over: self._hover(index, over=over))
        self._cards.append(card)
        self._row.insertWidget(index, card, 100)

    def _hover(self, index: int, *, over: bool) -> None:
        self.hovered.emit(index if over else -1)
