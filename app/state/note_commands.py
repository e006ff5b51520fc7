"""What can be done to the chosen notes, whichever view, key or menu asks for it."""

from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.state import edits
from app.state.counting import counted
from app.state.selection import Selection
from app.values.note_edits import (
    Notes,
    end_moved,
    louder,
    moved,
    moved_in_scale,
    quantised,
    repeated,
    tied,
)
from engine.music.keys import Key
from engine.music.score import Score, Track

Deed = Literal[
    "delete",
    "duplicate",
    "draw",
    "move",
    "copy",
    "stretch",
    "tie",
    "transpose",
    "velocity",
    "quantise",
]
# However fine the grid, a note keeps some length when it is shortened.
_SHORTEST = 30


class NoteCommands(QObject):
    """Named edits of a selection, and the clipboard.

    Args:
        selection: What is edited, in its document.
        parent: Qt's owner.

    Signals:
        done: An edit was made by a key, a menu or the pointer (its name).
        heard: Notes that are worth hearing, for they are at other pitches now.
        copied: There is something to paste now.
    """

    done = Signal(str)
    heard = Signal(object)
    copied = Signal()

    def __init__(self, selection: Selection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document = selection.document
        self._clipboard: Notes = ()
        self._grid = 0  # ticks per quarter of the piece that they were copied in
        # Another piece has takes of its own: of their numbers these notes came from none.
        selection.document.replaced.connect(self._forget_origins)

    @property
    def clipboard(self) -> Notes:
        """The notes that were copied."""
        return self._clipboard

    def exchange(self, removed: Notes, added: Notes, deed: Deed) -> None:
        """Take notes out of the current track and put others in, as one step.

        Args:
            removed: Notes that go.
            added: Notes that come; they are what is chosen afterwards.
            deed: What the user does to them.
        """
        self._exchange(removed, added, self._name(deed, max(len(removed), len(added))))

    def delete(self) -> None:
        """Remove the chosen notes."""
        if notes := self._selection.notes:
            self.exchange(notes, (), "delete")

    def duplicate(self, *, step: int) -> None:
        """Put a copy of the chosen notes right after themselves, at the grid of `step` ticks."""
        if notes := self._selection.notes:
            self.exchange((), repeated(notes, step=step), "duplicate")

    def transpose(self, semitones: int) -> None:
        """Put the chosen notes some semitones higher."""
        self._transpose(moved(self._selection.notes, ticks=0, semitones=semitones))

    def transpose_in_scale(self, steps: int, *, key: Key) -> None:
        """Put the chosen notes some steps of a key higher."""
        self._transpose(moved_in_scale(self._selection.notes, key, steps=steps))

    def _transpose(self, added: Notes) -> None:
        if added:
            self.exchange(self._selection.notes, added, "transpose")
            self.heard.emit(added)

    def nudge(self, ticks: int) -> None:
        """Put the chosen notes some ticks later."""
        if notes := self._selection.notes:
            self.exchange(notes, moved(notes, ticks=ticks, semitones=0), "move")

    def lengthen(self, direction: int, *, step: int) -> None:
        """Make the chosen notes one grid value of `step` ticks longer (1) or shorter (-1)."""
        if notes := self._selection.notes:
            shortest = max(1, min(step, _SHORTEST))
            changed = end_moved(notes, ticks=direction * step, shortest=shortest)
            self.exchange(notes, changed, "stretch")

    def tie(self) -> None:
        """Make one note of the chosen ones of a pitch, or of one and the next of its pitch."""
        track = self._selection.track
        if track is None:
            return
        gap = self._document.score.ticks_per_quarter
        removed, added = tied(self._selection.notes, track.notes, longest_gap=gap)
        if removed:
            self.exchange(removed, added, "tie")

    def quantise(self, strength: float = 1.0, *, step: int) -> None:
        """Put the chosen notes, or all of the track, nearer to the grid; 1.0 is on it."""
        track = self._selection.track
        notes = self._selection.notes or (track.notes if track is not None else ())
        changed = quantised(notes, step=step, strength=strength)
        pairs = [(a, b) for a, b in zip(notes, changed, strict=True) if a != b]
        removed, added = tuple(a for a, _ in pairs), tuple(b for _, b in pairs)
        self._exchange(removed, added, self._name("quantise", len(notes)))

    def change_velocity(self, by: int) -> None:
        """Make the chosen notes louder or softer."""
        if notes := self._selection.notes:
            self.exchange(notes, louder(notes, by=by), "velocity")

    # --- the clipboard ----------------------------------------------------------------------

    def copy(self) -> None:
        """Remember the chosen notes."""
        self._clipboard = self._selection.notes
        self._grid = self._document.score.ticks_per_quarter
        self.copied.emit()

    def _forget_origins(self) -> None:
        self._clipboard = tuple(replace(note, origin=0) for note in self._clipboard)

    def cut(self) -> None:
        """Remember the chosen notes and remove them."""
        self.copy()
        self.delete()

    def paste(self, *, at: int) -> None:
        """Put what was copied into the current track, from a tick on."""
        if not self._clipboard or self._selection.track is None:
            return
        copied = Score(ticks_per_quarter=self._grid, tracks=(Track(notes=self._clipboard),))
        # Another piece may count other ticks.
        notes = copied.resampled(self._document.score.ticks_per_quarter).tracks[0].notes
        composition, added = edits.paste(
            self._document.composition, self._selection.current, notes, at=at
        )
        name = counted(len(added), self.tr("Paste %1 note"), self.tr("Paste %1 notes"))
        self._selection.edit(name, composition, added)

    # --- parts ------------------------------------------------------------------------------

    def _exchange(self, removed: Notes, added: Notes, name: str) -> None:
        # Without a track there is nowhere to put them: the last one was removed.
        if removed == added or self._selection.track is None:
            return
        composition, coming = edits.exchange(
            self._document.composition, self._selection.current, removed=removed, added=added
        )
        self._selection.edit(name, composition, coming)
        self.done.emit(name)

    def _name(self, deed: Deed, count: int) -> str:
        """Return what an edit of so many notes is called."""
        return self._of_one(deed) if count == 1 else self._of_many(deed, count)

    def _of_one(self, deed: Deed) -> str:
        names: dict[Deed, str] = {
            "delete": self.tr("Delete note"),
            "duplicate": self.tr("Duplicate note"),
            "draw": self.tr("Draw note"),
            "move": self.tr("Move note"),
            "copy": self.tr("Copy note"),
            "stretch": self.tr("Change length of note"),
            "tie": self.tr("Tie note"),
            "transpose": self.tr("Transpose note"),
            "velocity": self.tr("Change velocity of note"),
            "quantise": self.tr("Quantise note"),
        }
        return names[deed]

    def _of_many(self, deed: Deed, count: int) -> str:
        names: dict[Deed, str] = {
            "delete": self.tr("Delete %n notes", "", count),
            "duplicate": self.tr("Duplicate %n notes", "", count),
            "move": self.tr("Move %n notes", "", count),
            "copy": self.tr("Copy %n notes", "", count),
            "stretch": self.tr("Change length of %n notes", "", count),
            "tie": self.tr("Tie %n notes", "", count),
            "transpose": self.tr("Transpose %n notes", "", count),
            "velocity": self.tr("Change velocity of %n notes", "", count),
            "quantise": self.tr("Quantise %n notes", "", count),
        }
        return names[deed]
