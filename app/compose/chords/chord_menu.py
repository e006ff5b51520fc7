"""The menu of a chord: what can be written there instead, and under it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.main_window.actions import Actions
from app.widgets.menus import add_action
from engine.music.chord_symbols import Chord, chord_name

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
    """

    bar: int
    chord: Chord | None
    fitting: Sequence[Chord]
    type_here: Callable[[], object]
    remove: Callable[[], object]
    exchange: Callable[[Chord], object]
    write_bars: Callable[[], object]
    no_bars: str

    def shown(self, parent: QWidget, actions: Actions) -> QMenu:
        """Return it as a menu."""
        menu = QMenu(parent)
        menu.setToolTipsVisible(True)
        text = _tr("Type chords from bar %1…").replace("%1", str(self.bar + 1))
        add_action(menu, text, self.type_here)
        none = "" if self.chord is not None else _tr("No chord begins here.")
        add_action(menu, _tr("Remove this chord"), self.remove, reason=none)
        self.fill_fitting(menu.addMenu(_tr("Other chords that fit")))
        add_action(menu, _tr("Write the bars under it anew"), self.write_bars, reason=self.no_bars)
        for group in _TO_ALL:
            menu.addSeparator()
            for name in group:
                menu.addAction(actions[name])
        return menu

    def fill_fitting(self, menu: QMenu) -> None:
        """Fill a menu with the chords that fit."""
        menu.setToolTipsVisible(True)
        if not self.fitting:
            add_action(
                menu, _tr("Nothing sounds here"), lambda: None, reason=_tr("Nothing sounds here")
            )
        for place, chord in enumerate(self.fitting, 1):
            text = f"{place}  {chord_name(chord)}"
            add_action(menu, text, partial(self.exchange, chord))
        if self.fitting:
            menu.setToolTip(
                _tr("Ranked by how well they fit the notes, as the chord finder hears them")
            )


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChordMenu", text)
