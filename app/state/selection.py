"""The current track and its selected notes, or the selected bars of all tracks."""

from bisect import bisect_left

from PySide6.QtCore import QObject, Signal

from app.state.document import Document
from engine.form.regridding import Regridding
from engine.piece.composition import Composition
from engine.values.score import Note, Track

Notes = tuple[Note, ...]
Span = tuple[int, int]
# For fewer notes, binary searches are faster than hashing a long track.
_FEW = 400


class Selection(QObject):
    """The current track and what is selected: notes of it, or bars of all tracks.

    Selecting one of them ends the selection of the other.

    Signals:
        track_changed: The current track changed (its index).
        changed: Other notes are chosen (a sorted tuple of Notes of the current track).
        any_changed: The selection of notes became empty (False) or non-empty (True).
        bars_changed: Other bars are selected (first tick and the tick after the last; both 0
            without any).
    """

    track_changed = Signal(int)
    changed = Signal(object)
    any_changed = Signal(bool)
    bars_changed = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        # The current track and the one before it.
        self._current = self._earlier = 0
        self._notes: Notes = ()
        self._bars: Span = (0, 0)
        self._coming: Notes | None = None
        document.replaced.connect(self._forget)
        document.regridded.connect(self._regrid)
        document.notes_changed.connect(self._follow)
        document.ruler_changed.connect(self._follow_bar_lines)

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

    @property
    def bars(self) -> Span:
        """First tick of the selected bars and the tick after the last; (0, 0) without any."""
        return self._bars

    # --- choosing ---------------------------------------------------------------------------

    def choose_track(self, index: int) -> None:
        """Make another track current and clear the selection."""
        last = max(0, len(self._document.score.tracks) - 1)
        chosen = min(max(0, index), last)
        if chosen != self._current:
            self._earlier, self._current = self._current, chosen
        self.choose(())
        self.track_changed.emit(self._current)

    def choose(self, notes: Notes) -> None:
        """Select exactly these notes of the current track, which must be sorted."""
        if notes:
            self._set_bars((0, 0))
        before, self._notes = self._notes, notes
        if notes != before:
            self.changed.emit(notes)
        if bool(notes) != bool(before):
            self.any_changed.emit(bool(notes))

    def choose_all(self) -> None:
        """Select all notes of the current track; if they are selected, all bars of all tracks."""
        track = self.track
        notes = track.notes if track is not None else ()
        if self._notes == notes:
            self.choose_bars(0, max(1, self._document.score.end))
        else:
            self.choose(notes)

    def choose_bars(self, start: int, end: int) -> None:
        """Select the bars of all tracks that have a part in [start, end); none if it is empty."""
        if end > start:
            self.choose(())
            bars = self._document.timeline.bars
            first = bars.bar_at(start)
            last = max(first + 1, bars.bars_until(end))
            self._set_bars((bars.start_of(first), bars.start_of(last)))
        else:
            self._set_bars((0, 0))

    def _set_bars(self, bars: Span) -> None:
        if bars != self._bars:
            self._bars = bars
            self.bars_changed.emit(bars)

    def choose_between(self, start: int, end: int) -> None:
        """Select the notes of the current track that begin in [start, end)."""
        track = self.track
        notes = track.notes if track is not None else ()
        first, last = (bisect_left(notes, tick, key=_start) for tick in (start, end))
        self.choose(notes[first:last])

    def edit(self, name: str, composition: Composition, coming: Notes, *, merge: str = "") -> bool:
        """Edit the document and select the added notes.

        Args:
            name: The user's action.
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
        self._current = self._earlier = 0
        self.choose(())
        self._set_bars((0, 0))

    def _regrid(self, regridding: Regridding) -> None:
        """Select the same notes and bars at their new ticks."""
        track = self.track
        if self._notes and track is not None:
            moved = frozenset(map(regridding.note, self._notes))
            before, back = frozenset(self._notes), regridding.inverse
            # Undo returns the notes as they were, which are exact only in that direction.
            self.choose(tuple(n for n in track.notes if n in moved or back.note(n) in before))
        if any(self._bars):
            self.choose_bars(*map(regridding.at, self._bars))

    def _follow_bar_lines(self) -> None:
        """Select whole bars again when bar lines moved."""
        if self._bars != (0, 0):
            self.choose_bars(*self._bars)

    def _follow(self, tracks: frozenset[int]) -> None:
        last = max(0, len(self._document.score.tracks) - 1)
        if self._current > last:
            # The track went with an undo: back to where the user was before it came.
            self.choose_track(self._earlier if self._earlier <= last else last)
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
