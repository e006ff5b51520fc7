"""Select bars of all tracks, and turn commands on them into undo steps."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.clients.playing import Playing
from app.compose.editing.bar_commands import BarCommands
from app.main_window import dialogs
from app.main_window.actions import Actions
from app.main_window.compose_page import ComposePage
from app.state import bar_edits
from app.state.selection import Selection
from app.widgets.words import announce

# Bars that can be inserted at once.
MOST_INSERTED = 256


class BarEditing(QObject):
    """Connects the ruler, the roll and the actions to the selected bars.

    Args:
        page: The ruler and the roll.
        actions: The actions of the Edit menu.
        selection: The notes or bars that are selected.
        playing: Says where the playhead is.
    """

    def __init__(
        self,
        page: ComposePage,
        actions: Actions,
        *,
        selection: Selection,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._actions = actions
        self._selection = selection
        self._document = selection.document
        self._playing = playing
        self.commands = BarCommands(selection, self)
        ruler, roll = page.ruler, page.roll
        ruler.bars_dragged.connect(self._choose_dragged)
        ruler.bars_extended.connect(self.extend)
        ruler.section_dragged.connect(self.commands.move_section)
        roll.bars_requested.connect(selection.choose_bars)
        selection.bars_changed.connect(self._show)
        page.pane_bar.bars_clicked.connect(lambda name: actions[name].trigger())
        self.commands.done.connect(lambda name: announce(page.roll, name))
        actions.bind(bars=self)

    @property
    def chosen(self) -> bool:
        """Whether bars are selected."""
        return self.commands.chosen != (0, 0)

    def do(self, name: str, amount: int) -> bool:
        """Carry out a command of the roll on the selected bars.

        Args:
            name: A name of `PianoRoll.command_requested`, "duplicate", "cut" or "copy".
            amount: Amount and direction.

        Returns:
            Whether bars are selected and the command is one for bars.
        """
        deed = self._deeds(amount).get(name)
        if not self.chosen or deed is None:
            return False
        deed()
        return True

    def _deeds(self, amount: int) -> dict[str, Callable[[], None]]:
        return {
            "cut": self.commands.cut,
            "copy": self.commands.copy,
            "delete": self.commands.delete,
            "duplicate": self.commands.repeat,
            "transpose": lambda: self.commands.transpose(amount),
            "nudge": lambda: self.commands.move(amount),
        }

    def paste(self) -> bool:
        """Insert copied bars before the selected ones or the bar at the playhead.

        Returns:
            Whether bars were the last that was copied.
        """
        if not self.commands.has_copied:
            return False
        self.commands.paste(at=self._place())
        return True

    def choose_here(self) -> None:
        """Select the bar at the playhead, of all tracks."""
        tick = self._tick()
        self._selection.choose_bars(tick, tick + 1)

    def extend(self, bars: int) -> None:
        """Select so many bars more, or fewer; without any, the bar at the playhead."""
        if not self.chosen:
            self.choose_here()
            return
        lines = self._document.timeline.bars
        start, end = self.commands.chosen
        last = max(lines.bar_at(start) + 1, lines.bar_at(end) + bars)
        self._selection.choose_bars(start, lines.start_of(last))

    def ask_insert(self) -> None:
        """Ask for a number of bars and insert as many empty ones."""
        lines = self._document.timeline.bars
        start, end = self.commands.chosen
        at = self._place()
        text = self.tr("Empty bars before bar %1").replace("%1", str(lines.bar_at(at) + 1))
        now = lines.bar_at(end) - lines.bar_at(start) if self.chosen else 1
        count = dialogs.ask_number(
            self._page.window(),
            self.tr("Insert bars"),
            text,
            float(min(now, MOST_INSERTED)),
            low=1.0,
            high=float(MOST_INSERTED),
        )
        if count is not None:
            self.commands.insert(at=at, bars=round(count))

    def move_section(self, places: int) -> None:
        """Move the section at the selected bars or the playhead one place later or earlier."""
        if not self.commands.move_section_by(self._tick(), places):
            announce(
                self._page.roll, self.tr("There is no section to move there: markers begin one.")
            )

    def _choose_dragged(self, start: int, end: int) -> None:
        self._selection.choose_bars(start, end)
        # Here the keys of the Edit menu work.
        self._page.roll.setFocus()

    def _show(self, bars: bar_edits.Span) -> None:
        for view in (self._page.ruler, self._page.roll, self._page.drums):
            view.show_bars(*bars)
        self._page.pane_bar.show_bars(self._said(bars))
        if bars != (0, 0):
            announce(self._page.roll, self._page.roll.accessibleDescription())

    def _said(self, bars: bar_edits.Span) -> str:
        """Return the numbers of the selected bars in words; empty without any."""
        if bars == (0, 0):
            return ""
        lines = self._document.timeline.bars
        first, last = lines.bar_at(bars[0]) + 1, lines.bar_at(bars[1] - 1) + 1
        text = self.tr("Bar %1 of the whole piece")
        if last > first:
            text = self.tr("Bars %1–%2 of the whole piece")
        return text.replace("%1", str(first)).replace("%2", str(last))

    def _tick(self) -> int:
        """Return the beginning of the selected bars, or else the playhead."""
        return self.commands.chosen[0] if self.chosen else max(0, round(self._playing.tick))

    def _place(self) -> int:
        """Return the bar line where bars are inserted."""
        lines = self._document.timeline.bars
        return lines.start_of(lines.bar_at(self._tick()))
