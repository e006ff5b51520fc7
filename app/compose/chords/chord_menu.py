"""The context menu of a chord."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import shiboken6
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.main_window.actions import Actions
from app.widgets.menus import add_action
from engine.harmony.chord_symbols import Chord, chord_name

# Suggestions in the menu.
MOST_SHOWN = 8
# Groups of actions on all chords.
_TO_ALL = (("find_chords", "chords_to_track"), ("chords_up", "chords_down"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChordMenu:
    """The entries of a chord's menu.

    Attributes:
        bar: Index of the chord's bar.
        chord: The chord that begins there, or None.
        fitting: Other chords that fit, best first.
        type_here: Opens the text field.
        remove: Removes the chord.
        exchange: Replaces the chord.
        write_bars: Requests new notes under the chord.
        no_bars: Why no notes can be requested; empty if they can.
        ask_model: Calls its argument with the fitting chords in the model's order.
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
        """Ask the model for its order, which then replaces the menu's."""
        if self.fitting:
            self.ask_model(partial(self._fill_again, menu))

    def _fill_again(self, menu: QMenu, by_model: tuple[Chord, ...]) -> None:
        # The user may have closed the menu before the model answered.
        if shiboken6.isValid(menu):
            self.fill_fitting(menu, by_model)

    def shown(self, parent: QWidget, actions: Actions) -> QMenu:
        """Return the Qt menu."""
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
        """Fill a menu with fitting chords, under a title that names their source.

        Args:
            menu: The menu, which is cleared first.
            by_model: The chords in the model's order; empty keeps the chord finder's order.
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
