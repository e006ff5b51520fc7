"""The current track and its selected notes."""

from bisect import bisect_left

from PySide6.QtCore import QObject, Signal

from app.state.document import Document
from engine.music.score import Note, Track
from engine.piece.composition import Composition

Notes = tuple[Note, ...]
# For fewer notes, binary searches are faster than hashing a long track.
_FEW = 400


class Selection(QObject):
    """The current track and the selected notes of a document.

    Signals:
        track_changed: The current track changed (its index).
        changed: Other notes are chosen (a sorted tuple of Notes of the current track).
        any_changed: The selection became empty (False) or non-empty (True).
    """

    track_changed = Signal(int)
    changed = Signal(object)
    any_changed = Signal(bool)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._current = 0
        self._notes: Notes = ()
        self._coming: Notes | None = None
        document.replaced.connect(self._forget)
        document.notes_changed.connect(self._follow)

    @property
    def document(self) -> Document:
        """The document."""
        return self._document

    @property
    def current(self) -> int:
        """Index of the current track."""
        return self._current

    @property
    def track(self) -> Track | None:
        """The current track; None in a piece without tracks."""
        tracks = self._document.score.tracks
        return tracks[self._current] if self._current < len(tracks) else None

    @property
    def notes(self) -> Notes:
        """The selected notes, sorted."""
        return self._notes

    # --- choosing ---------------------------------------------------------------------------

    def choose_track(self, index: int) -> None:
        """Make another track current and clear the selection."""
        last = max(0, len(self._document.score.tracks) - 1)
        self._current = min(max(0, index), last)
        self.choose(())
        self.track_changed.emit(self._current)

    def choose(self, notes: Notes) -> None:
        """Select exactly these notes of the current track, which must be sorted."""
        before, self._notes = self._notes, notes
        if notes != before:
            self.changed.emit(notes)
        if bool(notes) != bool(before):
            self.any_changed.emit(bool(notes))

    def choose_all(self) -> None:
        """Select all notes of the current track."""
        track = self.track
        self.choose(track.notes if track is not None else ())

    def choose_between(self, start: int, end: int) -> None:
        """Select the notes of the current track that begin in [start, end)."""
        track = self.track
        notes = track.notes if track is not None else ()
        first, last = (bisect_left(notes, tick, key=_start) for tick in (start, end))
        self.choose(notes[first:last])

    def edit(self, name: str, composition: Composition, coming: Notes, *, merge: str = "") -> bool:
        """Edit the document and select the added notes.

        Args:
            name: What the user did.
            composition: The document after it.
            coming: The notes of the current track to select, sorted.
            merge: As for `Document.edit`.

        Returns:
            Whether anything changed.
        """
        self._coming = coming
        try:
            done = self._document.edit(name, composition, merge=merge)
        finally:
            self._coming = None
        if done:
            self.choose(coming)
        return done

    # --- following the document -------------------------------------------------------------

    def _forget(self) -> None:
        self._current = 0
        self.choose(())

    def _follow(self, tracks: frozenset[int]) -> None:
        last = max(0, len(self._document.score.tracks) - 1)
        if self._current > last:
            self.choose_track(last)
        elif self._coming is not None:
            self.choose(self._coming)
        elif self._notes and self._current in tracks:
            track = self.track
            self.choose(_kept(self._notes, track.notes if track is not None else ()))


def _start(note: Note) -> int:
    return note.start


def _kept(chosen: Notes, notes: Notes) -> Notes:
    """Return the selected notes that still exist."""
    if len(chosen) < _FEW:
        return tuple(note for note in chosen if _holds(notes, note))
    there = frozenset(notes)
    return tuple(note for note in chosen if note in there)


def _holds(notes: Notes, note: Note) -> bool:
    index = bisect_left(notes, note)
    return index < len(notes) and notes[index] == note
