"""The transport: play, stop, record, loop, the clock, tempo, meter, key, click, snap, panic."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.geometry import SnapName
from engine.music.keys import Key
from engine.music.time import Timeline


class TransportBar(QWidget):
    """One row of 48 pixels above everything.

    Signals:
        to_start_clicked, stop_clicked, play_clicked, panic_clicked: The buttons.
        record_toggled(bool), loop_toggled(bool): The buttons that stay down.
        seek_requested(int): Tick that was typed into the clock.
        tempo_changed(float): Quarters a minute: dragged, scrolled, typed or tapped.
        meter_changed(int, int): Numerator, denominator.
        key_chosen(object): A `Key`, or None for "find out".
        metronome_changed(bool, int, int): Clicks, count-in bars, volume 0 to 127.
        snap_chosen(str): A `SnapName`.
        input_chosen(str): Name of a MIDI input, or empty for none.
    """

    to_start_clicked = Signal()
    stop_clicked = Signal()
    play_clicked = Signal()
    record_toggled = Signal(bool)
    loop_toggled = Signal(bool)
    panic_clicked = Signal()
    seek_requested = Signal(int)
    tempo_changed = Signal(float)
    meter_changed = Signal(int, int)
    key_chosen = Signal(object)
    metronome_changed = Signal(bool, int, int)
    snap_chosen = Signal(str)
    input_chosen = Signal(str)

    def show_timeline(self, timeline: Timeline) -> None:
        """Show times of this score: needed for the clock, tempo and meter."""

    def show_position(self, tick: float) -> None:
        """Show where the music is."""

    def show_playing(self, *, playing: bool, recording: bool = False) -> None:
        """Show whether it plays and records."""

    def show_loop(self, *, enabled: bool) -> None:
        """Show whether the loop is on."""

    def show_key(self, key: Key | None) -> None:
        """Show the key, or that none is known."""

    def show_metronome(self, *, enabled: bool, count_in_bars: int, volume: int) -> None:
        """Show how it clicks."""

    def show_snap(self, name: SnapName) -> None:
        """Show the grid."""

    def show_inputs(self, names: tuple[str, ...], *, current: str) -> None:
        """Show the MIDI inputs there are and the one that is listened to (empty: none)."""

    def flash_input(self) -> None:
        """Light the lamp for a moment: something was played."""

    def show_external_tempo(self, bpm: float | None) -> None:
        """Show the tempo of an external clock in amber, or the piece's own (None)."""
