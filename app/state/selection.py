"""The track that is worked on, and the notes of it that are chosen."""

from bisect import bisect_left

from PySide6.QtCore import QObject, Signal

from app.state.document import Document
from engine.music.score import Note, Track
from engine.piece.composition import Composition

Notes = tuple[Note, ...]
# Up to here looking notes up one by one is faster than hashing all of a long track.
_FEW = 400


class Selection(QObject):
    """What the user works on in a document.

    Args:
        document: Whose track and notes they are; what is no longer there is not chosen any more.
        parent: Qt's owner.

    Signals:
        track_changed: Another track is the current one (its index).
        changed: Other notes are chosen (a sorted tuple of Notes of the current track).
        any_changed: There are chosen notes now (True), or none any more (False).
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
        """The document it is about."""
        return self._document

    @property
    def current(self) -> int:
        """Index of the track that is worked on."""
        return self._current

    @property
    def track(self) -> Track | None:
        """The track that is worked on; None in a piece without tracks."""
        tracks = self._document.score.tracks
        return tracks[self._current] if self._current < len(tracks) else None

    @property
    def notes(self) -> Notes:
        """The chosen notes, sorted."""
        return self._notes

    # --- choosing ---------------------------------------------------------------------------

    def choose_track(self, index: int) -> None:
        """Work on another track; none of its notes is chosen yet."""
        last = max(0, len(self._document.score.tracks) - 1)
        self._current = min(max(0, index), last)
        self.choose(())
        self.track_changed.emit(self._current)

    def choose(self, notes: Notes) -> None:
        """Choose exactly these notes of the current track, sorted."""
        before, self._notes = self._notes, notes
        if notes != before:
            self.changed.emit(notes)
        if bool(notes) != bool(before):
            self.any_changed.emit(bool(notes))

    def choose_all(self) -> None:
        """Choose every note of the current track."""
        track = self.track
        self.choose(track.notes if track is not None else ())

    def choose_between(self, start: int, end: int) -> None:
        """Choose the notes of the current track that begin in [start, end)."""
        track = self.track
        notes = track.notes if track is not None else ()
        first, last = (bisect_left(notes, tick, key=_start) for tick in (start, end))
        self.choose(notes[first:last])

    def edit(self, name: str, composition: Composition, coming: Notes, *, merge: str = "") -> bool:
        """Make an edit of the document, and choose the notes that came by it.

        Args:
            name: What the user did.
            composition: The document after it.
            coming: Which notes of the current track are chosen then, sorted.
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
    """Return the chosen notes that are still there."""
    if len(chosen) < _FEW:
        return tuple(note for note in chosen if _holds(notes, note))
    there = frozenset(notes)
    return tuple(note for note in chosen if note in there)


def _holds(notes: Notes, note: Note) -> bool:
    index = bisect_left(notes, note)
    return index < len(notes) and notes[index] == note
