"""The menu of a chord: what can be written there instead, and under it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import shiboken6
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.main_window.actions import Actions
from app.widgets.menus import add_action
from engine.music.chord_symbols import Chord, chord_name

MOST_SHOWN = 8
_TO_ALL = (("find_chords", "chords_to_track"), ("chords_up", "chords_down"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChordMenu:
    """What a chord's menu offers.

    Attributes:
        bar: Of the chord, from 0.
        chord: That begins there; None where none does.
        fitting: Others that fit, the best first.
        type_here: Opens the field.
        remove: Takes the chord away.
        exchange: Writes another one in its place.
        write_bars: Asks the model for other notes under it.
        no_bars: Why it cannot be asked; empty when it can.
        ask_model: Has what it is given called with the fitting chords as the model ranks them.
    """

    bar: int
    chord: Chord | None
    fitting: Sequence[Chord]
    type_here: Callable[[], object]
    remove: Callable[[], object]
    exchange: Callable[[Chord], object]
    write_bars: Callable[[], object]
    no_bars: str
    ask_model: Callable[[Callable[[tuple[Chord, ...]], object]], object]

    def rank(self, menu: QMenu) -> None:
        """Ask the model for its order; what it says takes the place of the menu's."""
        if self.fitting:
            self.ask_model(partial(self._fill_again, menu))

    def _fill_again(self, menu: QMenu, by_model: tuple[Chord, ...]) -> None:
        # Whoever was quicker than the model has chosen.
        if shiboken6.isValid(menu):
            self.fill_fitting(menu, by_model)

    def shown(self, parent: QWidget, actions: Actions) -> QMenu:
        """Return it as a menu."""
        menu = QMenu(parent)
        menu.setToolTipsVisible(True)
        text = _tr("Type chords from bar %1…").replace("%1", str(self.bar + 1))
        add_action(menu, text, self.type_here)
        none = "" if self.chord is not None else _tr("No chord begins here.")
        add_action(menu, _tr("Remove this chord"), self.remove, reason=none)
        fitting = menu.addMenu(_tr("Other chords that fit"))
        self.fill_fitting(fitting)
        fitting.aboutToShow.connect(partial(self.rank, fitting))
        add_action(menu, _tr("Write the bars under it anew"), self.write_bars, reason=self.no_bars)
        for group in _TO_ALL:
            menu.addSeparator()
            for name in group:
                menu.addAction(actions[name])
        return menu

    def fill_fitting(self, menu: QMenu, by_model: Sequence[Chord] = ()) -> None:
        """Fill a menu with the chords that fit, and say who says so.

        Args:
            menu: What was in it goes.
            by_model: The chords as the model ranks them; none leaves the chord finder's order.
        """
        menu.clear()
        if not self.fitting:
            nothing = _tr("Nothing sounds here")
            add_action(menu, nothing, self.type_here, reason=nothing)
            return
        menu.addSection(
            _tr("Likeliest to the model") if by_model else _tr("Best to the chord finder")
        )
        for place, chord in enumerate((by_model or self.fitting)[:MOST_SHOWN], 1):
            add_action(menu, f"{place}  {chord_name(chord)}", partial(self.exchange, chord))


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChordMenu", text)
