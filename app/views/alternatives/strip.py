"""The row of cards."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.music.score import Note

CardState = Literal["waiting", "making", "ready", "playing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeCard:
    """What a card shows.

    Attributes:
        bars: How long it is.
        notes: (track, note) as far as they are made.
        start: Tick where it begins.
        end: Tick where it ends or will end.
        state: How far it is, and whether it is heard.
        progress: Share that is made, 0 to 1.
        seed: What makes it again.
        starred: Whether the user marked it.
        own: Share of its 16-note windows found in no training piece, 0 to 1; negative: unknown.
        rank: 1 for the one that joins best, or 0 if alternatives are not ranked.
    """

    bars: int
    notes: tuple[tuple[int, Note], ...]
    start: int
    end: int
    state: CardState = "ready"
    progress: float = 1.0
    seed: int = 0
    starred: bool = False
    own: float = -1.0
    rank: int = 0


class AlternativesStrip(QWidget):
    """Cards A to H, 132 pixels high.

    Signals:
        play_clicked(int): Hear it in place (again: stop).
        chosen(int): It is the highlighted one now.
        hovered(int): Preview it in the roll; -1 when the pointer left.
        kept(int), starred(int, bool), more_like_clicked(int): On one card.
        drag_started(int): The user drags a card out of the window.
        none_clicked(): Reject all and make others.
        pane_chosen(str): `tree`, `mixer` or `events` instead of alternatives.
    """

    play_clicked = Signal(int)
    chosen = Signal(int)
    hovered = Signal(int)
    kept = Signal(int)
    starred = Signal(int, bool)
    more_like_clicked = Signal(int)
    drag_started = Signal(int)
    none_clicked = Signal()
    pane_chosen = Signal(str)

    def show_cards(
        self, cards: tuple[AlternativeCard, ...], *, current: int, colours: tuple[int, ...]
    ) -> None:
        """Show these alternatives (none: the empty state); -1 highlights none."""

    def show_empty(self, text: str) -> None:
        """Show this sentence instead of the usual one while there are no cards."""

    def show_panes(self, *, visible: bool) -> None:
        """Show the links to tree, mixer and events, or not."""
