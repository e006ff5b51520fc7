"""One strip a track: volume, pan, mute, solo."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True, kw_only=True)
class MixerRow:
    """What a strip shows.

    Attributes:
        name: The track's name.
        colour: Index of its colour.
        volume: 0 to 127.
        pan: 0 to 127, 64 in the middle.
        mute: Not heard.
        solo: Heard alone.
        offset_ms: Milliseconds later (positive) or earlier than written.
    """

    name: str
    colour: int
    volume: int = 100
    pan: int = 64
    mute: bool = False
    solo: bool = False
    offset_ms: int = 0


class Mixer(QWidget):
    """All strips side by side.

    Signals:
        volume_changed(int, int), pan_changed(int, int), mute_toggled(int, bool),
        solo_toggled(int, bool), offset_changed(int, int): Track and new value.
    """

    volume_changed = Signal(int, int)
    pan_changed = Signal(int, int)
    mute_toggled = Signal(int, bool)
    solo_toggled = Signal(int, bool)
    offset_changed = Signal(int, int)

    def show_tracks(self, rows: tuple[MixerRow, ...]) -> None:
        """Show these tracks."""
