"""Notes as a table: sortable, editable, and the accessible way into the roll."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.music.score import Note
from engine.music.time import Timeline


class EventsTable(QWidget):
    """The notes of the current track.

    Signals:
        edit_requested(object, object, str): Tuple of Notes to remove, tuple of Notes to add, and
            what the user did.
        selection_changed(object): Tuple of Notes.
        seek_requested(int): Tick of a double-clicked row number.
    """

    edit_requested = Signal(object, object, str)
    selection_changed = Signal(object)
    seek_requested = Signal(int)

    def show_notes(self, notes: tuple[Note, ...], *, timeline: Timeline, track: str) -> None:
        """Show these notes with places in this timeline; `track` is the track's name."""

    def show_selection(self, notes: tuple[Note, ...]) -> None:
        """Select these rows without saying so by a signal."""
