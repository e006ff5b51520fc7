"""Turn mouse and key edits in the roll into commands."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.state.note_commands import NoteCommands
from app.state.selection import Selection
from app.views.roll.piano_roll import PianoRoll
from engine.harmony.keys import Key

# Used for steps in the scale while no key is shown.
_WITHOUT_KEY = Key(0)


class RollEdits(QObject):
    """Connects the roll to the selection and its commands.

    Args:
        selection: The selection that it shows.
        bars: Carries out a command on the selected bars; returns whether it did.
        scale: Returns the key whose scale is shown, or None.
    """

    def __init__(
        self,
        roll: PianoRoll,
        selection: Selection,
        commands: NoteCommands,
        *,
        bars: Callable[[str, int], bool],
        scale: Callable[[], Key | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._roll = roll
        self._commands = commands
        self._bars = bars
        self._scale = scale
        roll.selection_requested.connect(selection.choose)
        roll.track_clicked.connect(selection.choose_track)
        roll.edit_requested.connect(commands.exchange)
        roll.command_requested.connect(self.do)
        selection.changed.connect(roll.show_selection)
        selection.track_changed.connect(roll.show_current_track)
        commands.done.connect(roll.show_done)
        commands.heard.connect(roll.sound)

    def do(self, name: str, amount: int) -> None:
        """Carry out a named command on the selected bars or notes, on the roll's grid.

        Args:
            name: A name of `PianoRoll.command_requested`, "duplicate" or "quantise".
            amount: Amount and direction; for "quantise" a percentage.
        """
        if self._bars(name, amount):
            return
        commands, step = self._commands, self._roll.step()
        deeds: dict[str, Callable[[], None]] = {
            "delete": commands.delete,
            "duplicate": lambda: commands.duplicate(step=step),
            "quantise": lambda: commands.quantise(amount / 100, step=step),
            "nudge": lambda: commands.nudge(amount * step),
            "nudge_fine": lambda: commands.nudge(amount),
            "lengthen": lambda: commands.lengthen(amount, step=step),
            "transpose": lambda: commands.transpose(amount),
            "transpose_in_scale": lambda: commands.transpose_in_scale(
                amount, key=self._scale() or _WITHOUT_KEY
            ),
            "velocity": lambda: commands.change_velocity(amount),
        }
        deeds[name]()
        if name == "duplicate":
            # The copies are selected now.
            self._roll.reveal(self._roll.selection())
