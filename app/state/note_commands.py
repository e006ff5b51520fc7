"""Commands on the selected notes, and the clipboard, for every view, key and menu."""

from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.state import edits
from app.state.selection import Selection
from app.values.groove import FeelChoices, with_feel
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
from app.words.counting import counted
from engine.harmony.keys import Key
from engine.values.score import Score, Track

NoteAction = Literal[
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
    "feel",
]
# Ticks: a shortened note keeps at least this length, however fine the grid.
_SHORTEST = 30


class NoteCommands(QObject):
    """Edits the selected notes as named undo steps.

    Args:
        selection: The notes to edit, with their document.

    Signals:
        done: An edit was made (its name).
        heard: Notes whose pitches changed, to be played once.
        copied: The clipboard was filled.
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
        # Origins are take numbers of one piece; in another piece they would name other takes.
        selection.document.replaced.connect(self._forget_origins)

    @property
    def clipboard(self) -> Notes:
        """The copied notes."""
        return self._clipboard

    def exchange(self, removed: Notes, added: Notes, deed: NoteAction) -> None:
        """Replace notes of the current track, as one undo step.

        Args:
            removed: The notes to remove.
            added: The notes to add; they are selected afterwards.
            deed: The user's action, for the name of the step.
        """
        self._exchange(removed, added, self._name(deed, max(len(removed), len(added))))

    def delete(self) -> None:
        """Delete the selected notes."""
        if notes := self._selection.notes:
            self.exchange(notes, (), "delete")

    def duplicate(self, *, step: int) -> None:
        """Put a copy of the selected notes after them, on a grid of `step` ticks."""
        if notes := self._selection.notes:
            self.exchange((), repeated(notes, step=step), "duplicate")

    def transpose(self, semitones: int) -> None:
        """Transpose the selected notes by semitones."""
        self._transpose(moved(self._selection.notes, ticks=0, semitones=semitones))

    def transpose_in_scale(self, steps: int, *, key: Key) -> None:
        """Transpose the selected notes by steps of a key's scale."""
        self._transpose(moved_in_scale(self._selection.notes, key, steps=steps))

    def _transpose(self, added: Notes) -> None:
        if added:
            self.exchange(self._selection.notes, added, "transpose")
            self.heard.emit(added)

    def nudge(self, ticks: int) -> None:
        """Move the selected notes by ticks."""
        if notes := self._selection.notes:
            self.exchange(notes, moved(notes, ticks=ticks, semitones=0), "move")

    def lengthen(self, direction: int, *, step: int) -> None:
        """Make the selected notes `step` ticks longer (`direction` 1) or shorter (-1)."""
        if notes := self._selection.notes:
            shortest = max(1, min(step, _SHORTEST))
            changed = end_moved(notes, ticks=direction * step, shortest=shortest)
            self.exchange(notes, changed, "stretch")

    def tie(self) -> None:
        """Join the selected notes of one pitch; a single note with the next one of its pitch."""
        track = self._selection.track
        if track is None:
            return
        gap = self._document.score.ticks_per_quarter
        removed, added = tied(self._selection.notes, track.notes, longest_gap=gap)
        if removed:
            self.exchange(removed, added, "tie")

    def quantise(self, strength: float = 1.0, *, step: int) -> None:
        """Move the selected notes, or the whole track, towards the grid; strength 1.0 is on it."""
        notes = self._chosen_or_all()
        self._shift(notes, quantised(notes, step=step, strength=strength), "quantise")

    def change_feel(self, choices: FeelChoices, *, seed: int) -> None:
        """Give the selected notes, or the whole track, another feel.

        Args:
            choices: The feel.
            seed: Of the random numbers that humanise.
        """
        notes = self._chosen_or_all()
        self._shift(notes, with_feel(notes, self._document.score, choices, seed=seed), "feel")

    def _chosen_or_all(self) -> Notes:
        track = self._selection.track
        return self._selection.notes or (track.notes if track is not None else ())

    def _shift(self, notes: Notes, changed: Notes, deed: NoteAction) -> None:
        """Replace the notes that changed, as one undo step; both tuples have the same order."""
        pairs = [(a, b) for a, b in zip(notes, changed, strict=True) if a != b]
        removed, added = tuple(a for a, _ in pairs), tuple(b for _, b in pairs)
        self._exchange(removed, added, self._name(deed, len(notes)))

    def change_velocity(self, by: int) -> None:
        """Change the velocity of the selected notes."""
        if notes := self._selection.notes:
            self.exchange(notes, louder(notes, by=by), "velocity")

    # --- the clipboard ----------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the selected notes to the clipboard."""
        self._clipboard = self._selection.notes
        self._grid = self._document.score.ticks_per_quarter
        self.copied.emit()

    def _forget_origins(self) -> None:
        self._clipboard = tuple(replace(note, origin=0) for note in self._clipboard)

    def cut(self) -> None:
        """Copy the selected notes and delete them."""
        self.copy()
        self.delete()

    def paste(self, *, at: int) -> None:
        """Paste the clipboard into the current track at a tick."""
        if not self._clipboard or self._selection.track is None:
            return
        copied = Score(ticks_per_quarter=self._grid, tracks=(Track(notes=self._clipboard),))
        # The piece may have other ticks per quarter than the clipboard.
        notes = copied.resampled(self._document.score.ticks_per_quarter).tracks[0].notes
        composition, added = edits.paste(
            self._document.composition, self._selection.current, notes, at=at
        )
        name = counted(len(added), self.tr("Paste %1 note"), self.tr("Paste %1 notes"))
        self._selection.edit(name, composition, added)

    # --- parts ------------------------------------------------------------------------------

    def _exchange(self, removed: Notes, added: Notes, name: str) -> None:
        # The user may have removed the last track.
        if removed == added or self._selection.track is None:
            return
        composition, coming = edits.exchange(
            self._document.composition, self._selection.current, removed=removed, added=added
        )
        self._selection.edit(name, composition, coming)
        self.done.emit(name)

    def _name(self, deed: NoteAction, count: int) -> str:
        """Return the step's name for this number of notes."""
        return self._of_one(deed) if count == 1 else self._of_many(deed, count)

    def _of_one(self, deed: NoteAction) -> str:
        names: dict[NoteAction, str] = {
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
            "feel": self.tr("Change feel of note"),
        }
        return names[deed]

    def _of_many(self, deed: NoteAction, count: int) -> str:
        names: dict[NoteAction, str] = {
            "delete": self.tr("Delete %n notes", "", count),
            "duplicate": self.tr("Duplicate %n notes", "", count),
            "move": self.tr("Move %n notes", "", count),
            "copy": self.tr("Copy %n notes", "", count),
            "stretch": self.tr("Change length of %n notes", "", count),
            "tie": self.tr("Tie %n notes", "", count),
            "transpose": self.tr("Transpose %n notes", "", count),
            "velocity": self.tr("Change velocity of %n notes", "", count),
            "quantise": self.tr("Quantise %n notes", "", count),
            "feel": self.tr("Change feel of %n notes", "", count),
        }
        return names[deed]
