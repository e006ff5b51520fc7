"""The piano roll."""

from typing import Literal

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QWidget

from app.geometry import SnapName, Transform
from engine.music.keys import Key
from engine.music.score import Note, Score

Tool = Literal["select", "draw"]
TrackNote = tuple[int, Note]


class PianoRoll(QWidget):
    """Notes over time, keys at the left.

    Edits are asked for, never done: after `edit_requested` whoever owns the score makes the new
    one and calls `show_score`. Only notes of the current track are edited; a click on another
    track's note asks for that track.

    Signals:
        edit_requested(int, object, object, str): Track, tuple of Notes to remove, tuple of Notes
            to add, and what the user did, for the undo list ("Move 3 notes").
        selection_changed(object): Tuple of selected Notes of the current track.
        track_clicked(int): The user clicked a note of another track.
        note_auditioned(int, int, bool): Pitch, velocity, on (True) or off.
        menu_requested(object, int, int): Global QPoint, tick, pitch of a right click.
        transform_changed(object): The `Transform` after the user scrolled or zoomed.
        seek_requested(int): Tick of a Ctrl+Shift-click, or of keyboard navigation.
        files_dropped(object, int): Tuple of paths, tick where they were dropped.
        piece_dropped(str, int): Key of a library piece, tick.
        drag_started(): The user drags the selection out of the window.
        open_demo_clicked(): In the empty state.
        follow_stopped(): The user scrolled by hand while following.
        announced(str): A sentence for screen readers (already sent to them).
    """

    edit_requested = Signal(int, object, object, str)
    selection_changed = Signal(object)
    track_clicked = Signal(int)
    note_auditioned = Signal(int, int, bool)
    menu_requested = Signal(object, int, int)
    transform_changed = Signal(object)
    seek_requested = Signal(int)
    files_dropped = Signal(object, int)
    piece_dropped = Signal(str, int)
    drag_started = Signal()
    open_demo_clicked = Signal()
    follow_stopped = Signal()
    announced = Signal(str)

    def show_score(self, score: Score, colours: tuple[int, ...]) -> None:
        """Show this music; `colours` holds a track colour's index for each track."""

    def show_current_track(self, index: int) -> None:
        """Make a track the one that is edited; the others become ghosts."""

    def show_hidden_tracks(self, indices: frozenset[int]) -> None:
        """Hide these tracks' notes."""

    def show_continuation(
        self, notes: tuple[TrackNote, ...], *, start: int = 0, end: int = 0
    ) -> None:
        """Show notes that are offered, hatched, over [start, end); nothing for no range."""

    def show_selection(self, notes: tuple[Note, ...]) -> None:
        """Select these notes of the current track without saying so by a signal."""

    def show_transform(self, transform: Transform) -> None:
        """Scroll and zoom."""

    def transform(self) -> Transform:
        """Return where music is on the screen now."""

    def selection(self) -> tuple[Note, ...]:
        """Return the selected notes, sorted."""

    def show_playhead(self, tick: float) -> None:
        """Show where the music is; scrolls along if it follows."""

    def show_follow(self, *, enabled: bool) -> None:
        """Follow the playhead or not."""

    def show_loop(self, *, start: int, end: int, enabled: bool) -> None:
        """Show the loop range; empty shows none."""

    def show_boundary(self, tick: int | None) -> None:
        """Show where the continuation starts."""

    def show_snap(self, name: SnapName) -> None:
        """Snap edits to this grid."""

    def show_tool(self, tool: Tool) -> None:
        """Use the pointer to select or to draw."""

    def show_ghosts(self, *, visible: bool) -> None:
        """Show other tracks' notes faintly, or not at all."""

    def show_scale(self, key: Key | None) -> None:
        """Shade the rows outside a key; None shades the black keys."""

    def show_origins(self, *, visible: bool) -> None:
        """Mark which notes the model made (dot) and which were changed since (ring)."""

    def show_audition(self, *, enabled: bool) -> None:
        """Sound notes as they are drawn and moved, or not."""

    def show_navigation(self, *, enabled: bool) -> None:
        """Arrow keys walk from chord to chord and speak, instead of moving notes."""

    def show_loading(self, text: str) -> None:
        """Show a sentence in place of the empty state; empty shows the empty state."""

    def select_all(self) -> None:
        """Select every note of the current track."""

    def clear_selection(self) -> None:
        """Select nothing."""

    def delete_selection(self) -> None:
        """Ask for the selected notes to be removed."""

    def duplicate_selection(self) -> None:
        """Ask for a copy of the selected notes right after themselves."""

    def transpose_selection(self, semitones: int) -> None:
        """Ask for the selected notes some semitones higher."""

    def transpose_in_scale(self, steps: int) -> None:
        """Ask for the selected notes some steps of the shown key higher (C major without one)."""

    def nudge_selection(self, direction: int, *, fine: bool = False) -> None:
        """Ask for the selected notes one grid value (or one tick) later (1) or earlier (-1)."""

    def lengthen_selection(self, direction: int) -> None:
        """Ask for the selected notes one grid value longer (1) or shorter (-1)."""

    def change_velocity(self, delta: int) -> None:
        """Ask for the selected notes louder or softer."""

    def quantise_selection(self, strength: float = 1.0) -> None:
        """Ask for the selected notes (or all) nearer to the grid; 1.0 is on it."""

    def zoom(self, factor: float) -> None:
        """Zoom in time around the middle, or the playhead if it is in sight."""

    def zoom_to_fit(self) -> None:
        """Show the selection whole, or the piece."""

    def global_position(self, *, tick: int, pitch: int) -> QPoint:
        """Return the screen's pixel of a place in the music (tests and menus)."""
        raise NotImplementedError
