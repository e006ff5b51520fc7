"""The context menu of the roll."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.compose.offer.offer_views import OfferViews
from app.compose.offer.wish_views import WishViews
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.selection import Selection
from app.widgets.menus import add_action
from engine.values.score import Note

# Names of actions; a separator follows each group.
_WRITE = (("fill", "fill_track", "answer"), ("rewrite", "rewrite_track"))
_TO_NOTES = (
    ("semitone_up", "semitone_down", "octave_up", "octave_down"),
    ("quantise", "duplicate"),
    ("cut", "copy", "paste", "delete"),
)
# Marks that are heard, which is what a roll can tell of them.
_MARKS = (
    ("staccato", "tenuto", "accent", "strong-accent", "fermata", "trill-mark", "mordent", "turn"),
    ("slur", "crescendo", "diminuendo", "pedal"),
    ("pp", "p", "mp", "mf", "f", "ff", "sfz", "fp"),
)


class RollMenu(QObject):
    """Opens the context menu; entries with a shortcut are the actions themselves.

    Args:
        wishes: Fills the submenu of wishes.
    """

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        *,
        selection: Selection,
        offers: OfferViews,
        wishes: WishViews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._selection = selection
        self._offers = offers
        self._wishes = wishes
        page.roll.menu_requested.connect(self._open)

    def _open(self, place: QPoint, tick: int, _pitch: int) -> None:
        menu = self.menu_at(tick)
        menu.exec(place)
        menu.deleteLater()

    def menu_at(self, tick: int) -> QMenu:
        """Return the menu for the bar at a tick."""
        menu = QMenu(self._shell.frame)
        menu.setToolTipsVisible(True)
        bar = self._selection.document.timeline.bars.bar_at(tick)
        add_action(
            menu,
            self.tr("Continue from bar %1").replace("%1", str(bar + 1)),
            partial(self._offers.go_on_from, tick),
            reason=self._offers.why_not_from(tick),
        )
        words = menu.addMenu(self.tr("Continue with a wish"))
        words.setEnabled(not self._offers.why_not())
        self._wishes.fill(words, then=self._offers.go_on)
        for group in (*_WRITE, *_TO_NOTES):
            for name in group:
                menu.addAction(self._shell.actions[name])
            menu.addSeparator()
        self._add_marks(menu.addMenu(self.tr("Marks")))
        menu.addAction(self._shell.actions["select_all"])
        add_action(
            menu,
            self.tr("Select bar %1").replace("%1", str(bar + 1)),
            self._choosing(bar),
            reason="" if self._notes_in(bar) else self.tr("This track has no notes in this bar."),
        )
        return menu

    def _add_marks(self, menu: QMenu) -> None:
        menu.setToolTipsVisible(True)
        for group in _MARKS:
            for name in group:
                menu.addAction(self._shell.actions[f"mark_{name}"])
            menu.addSeparator()

    def _choosing(self, bar: int) -> Callable[[], None]:
        return lambda: self._selection.choose(self._notes_in(bar))

    def _notes_in(self, bar: int) -> tuple[Note, ...]:
        bars, track = self._selection.document.timeline.bars, self._selection.track
        start, end = bars.start_of(bar), bars.start_of(bar + 1)
        return tuple(n for n in track.notes if start <= n.start < end) if track else ()
