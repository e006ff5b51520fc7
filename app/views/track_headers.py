"""One header of 56 pixels a track: name, mute, solo, role, program, port, volume."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

Role = Literal["write", "context", "ignore"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRow:
    """What a header shows.

    Attributes:
        name: The track's name.
        colour: Index of its colour.
        role: What the model may do with it.
        mute: Not heard.
        solo: Heard alone.
        program: General MIDI program, 0 to 127.
        is_drum: Whether it is drums.
        volume: 0 to 127.
        port: Name of its own output, or empty for the default one.
        channel: 0 to 15, or -1 for any.
        warning: A sentence that is shown as a dot with tooltip, or empty.
    """

    name: str
    colour: int
    role: Role = "write"
    mute: bool = False
    solo: bool = False
    program: int = 0
    is_drum: bool = False
    volume: int = 100
    port: str = ""
    channel: int = -1
    warning: str = ""


class TrackHeaders(QWidget):
    """All headers, 184 pixels wide.

    Signals:
        track_chosen(int): The one to edit.
        name_changed(int, str), mute_toggled(int, bool), solo_toggled(int, bool),
        role_changed(int, str), program_changed(int, int), volume_changed(int, int),
        colour_changed(int, int): Track and new value. Program 128 stands for drums.
        output_changed(int, str, int): Track, port (empty: default), channel (-1: any).
        add_track_clicked(), track_removed(int), track_duplicated(int): From button and menu.
        track_moved(int, int): From, to.
        track_dragged(int): The user drags the track out of the window.
        files_dropped(int, object): Track (or -1 for a new one), tuple of paths.
    """

    track_chosen = Signal(int)
    name_changed = Signal(int, str)
    mute_toggled = Signal(int, bool)
    solo_toggled = Signal(int, bool)
    role_changed = Signal(int, str)
    program_changed = Signal(int, int)
    volume_changed = Signal(int, int)
    colour_changed = Signal(int, int)
    output_changed = Signal(int, str, int)
    add_track_clicked = Signal()
    track_removed = Signal(int)
    track_duplicated = Signal(int)
    track_moved = Signal(int, int)
    track_dragged = Signal(int)
    files_dropped = Signal(int, object)

    def show_tracks(self, rows: tuple[TrackRow, ...], *, current: int) -> None:
        """Show these tracks; `current` is the one that is edited."""

    def show_outputs(self, names: tuple[str, ...]) -> None:
        """Offer these outputs for tracks."""

    def rename_current(self) -> None:
        """Begin to edit the current track's name (F2)."""
