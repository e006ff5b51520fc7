"""The takes of the piece: the Takes tab and the tree of accepted ones."""

from PySide6.QtCore import QObject, Signal

from app.clients.continuing import Continuing
from app.main_window.compose_page import ComposePage
from app.state.document import Document
from app.state.earlier_takes import at_take
from app.state.offer import change_take
from app.views.library_panel.rows import TakeRow
from app.views.take_tree import TreeNode
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.values.time import BarMap


class Takes(QObject):
    """Connects the takes to the views.

    Signals:
        chosen: The user chose a take (the take, the score with the take).
        drag_started: The user drags a take out of the window (its number).
        regenerate_wanted: The user wants to regenerate a take (its number).
    """

    chosen = Signal(object, object)
    drag_started = Signal(int)
    regenerate_wanted = Signal(int)

    def __init__(
        self,
        page: ComposePage,
        document: Document,
        continuing: Continuing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._document = document
        self._continuing = continuing
        self._shown: tuple[Take, ...] | None = None
        self._current = -1
        library, tree = self._page.library, self._page.tree
        library.take_chosen.connect(self._choose)
        library.take_kept.connect(self.keep)
        library.take_starred.connect(self._star)
        library.take_renamed.connect(self._rename)
        library.take_dragged.connect(self.drag_started)
        library.take_wanted_again.connect(self.regenerate_wanted)
        tree.node_chosen.connect(self.go_back_to)
        tree.node_starred.connect(self._star)
        tree.node_renamed.connect(self._rename)
        tree.node_signed.connect(self._sign)
        tree.node_dragged.connect(self.drag_started)
        tree.node_wanted_again.connect(self.regenerate_wanted)
        self._page.panes.currentChanged.connect(lambda _pane: self._show_tree())
        document.takes_changed.connect(self._show)
        document.replaced.connect(self._forget)

    def keep(self, number: int) -> None:
        """Accept a take as one undo step."""
        self._continuing.dismiss()
        name = self.tr("Keep take %1").replace("%1", str(number))
        self._document.edit(name, self._document.composition.accepting(number))

    def go_back_to(self, number: int) -> None:
        """Restore the piece as it was when a take was accepted; with 0, before the first take.

        The restored state is a new undo step.
        """
        self._continuing.dismiss()
        now = self._document.composition
        state = at_take(number, now, earlier=self._document.earlier())
        name = self.tr("Go back to the beginning")
        if number:
            name = self.tr("Go back to take %1").replace("%1", str(number))
        self._document.edit(name, state)

    def _choose(self, number: int) -> None:
        composition = self._document.composition
        take = composition.take(number)
        preview = composition.accepting(number).score
        self.chosen.emit(take, preview)

    def _star(self, number: int, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._document.amend(lambda c: change_take(c, number, starred=on))

    def _rename(self, number: int, text: str) -> None:
        self._document.amend(lambda c: change_take(c, number, text=text))

    def _sign(self, number: int, symbol: str) -> None:
        self._document.amend(lambda c: change_take(c, number, symbol=symbol))

    def _told(self, take: Take) -> str:
        """Return the tooltip line for the notes of a take."""
        text = self.tr("Take %1 of “%2”, seed %3")
        text = text.replace("%1", str(take.number)).replace("%2", take.model)
        text = text.replace("%3", str(take.seed))
        words = f"{take.symbol} {take.text}".strip()
        return f"{text}: {words}" if words else text

    def _forget(self) -> None:
        self._shown = None

    def _show(self) -> None:
        composition = self._document.composition
        if composition.takes is self._shown and composition.current_take == self._current:
            return
        self._shown, self._current = composition.takes, composition.current_take
        self._page.roll.show_takes({t.number: self._told(t) for t in composition.takes})
        bars = BarMap.of(composition.score)
        self._page.library.show_takes(
            tuple(_row(take, bars) for take in reversed(composition.takes))
        )
        self._show_tree()

    def _show_tree(self) -> None:
        """Show the tree where it is the pane below the roll."""
        if self._page.panes.currentWidget() is self._page.tree:
            composition = self._document.composition
            bars = BarMap.of(composition.score)
            self._page.tree.show_tree(_nodes(composition, bars), current=composition.current_take)


def _row(take: Take, bars: BarMap) -> TakeRow:
    first = bars.bar_at(take.start)
    return TakeRow(
        number=take.number,
        bars=(first + 1, max(1, bars.bars_until(take.end) - first)),
        note_count=len(take.notes),
        state=take.state,
        starred=take.starred,
        model=take.model,
        text=take.text,
        symbol=take.symbol,
    )


def _nodes(composition: Composition, bars: BarMap) -> tuple[TreeNode, ...]:
    accepted = [take for take in composition.takes if take.state == "accepted"]
    return tuple(
        TreeNode(
            number=take.number,
            state=take.state,
            parent=take.parent,
            label=f"{bars.bar_at(take.start) + 1}–{bars.bars_until(take.end)}",
            text=take.text,
            starred=take.starred,
            symbol=take.symbol,
        )
        for take in accepted
    )
