"""The open document: composition, file and undo history."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.changes import Change, difference
from app.state.history import History, Step
from engine.form.regridding import Regridding
from engine.gate.file_names import file_name
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.values.score import Score, Track
from engine.values.time import Timeline

UNTITLED = "Untitled"
# Characters that some system does not allow in a file name.


class Document(QObject):
    """One open composition, its file and its history.

    A view connects to the signal of the part that it shows.

    Signals:
        changed: The composition changed (a `Change`).
        notes_changed: Notes or channel events of tracks changed (a frozenset of indices).
        tracks_changed: The list of tracks, a name, an instrument or a setting changed.
        ruler_changed: Tempo, meter, key, markers or chords changed.
        extent_changed: The start or the end of some track changed.
        empty_changed: The piece got its first note or lost its last one.
        takes_changed: The takes or the current take changed.
        credits_changed: Title or composer changed.
        tuning_changed: The tuning changed.
        recording_changed: The piece keeps another recording, or the same in another way.
        replaced: Another piece was opened; all other signals follow.
        regridded: The piece got other beats (a `Regridding`): what refers to ticks moves. The
            other signals follow.
        travelled: Undo, Redo or the list of steps went to another state (the score before).
        history_changed: A step was added or gone to, or the piece was saved.
        undo_changed: The names of Undo and Redo changed.
        dirty_changed: `dirty` changed.
        title_changed: The name in the window's title changed (a string).
    """

    changed = Signal(object)
    notes_changed = Signal(object)
    tracks_changed = Signal()
    ruler_changed = Signal()
    extent_changed = Signal()
    empty_changed = Signal()
    takes_changed = Signal()
    credits_changed = Signal()
    tuning_changed = Signal()
    recording_changed = Signal()
    replaced = Signal()
    regridded = Signal(object)
    travelled = Signal(object)
    history_changed = Signal()
    undo_changed = Signal()
    dirty_changed = Signal()
    title_changed = Signal(str)

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._path: Path | None = None
        self._title = UNTITLED
        self._piece = 0
        self._history = History.of(empty(), saved=True, name=self.tr("New"))
        self._timeline = Timeline(self.composition.score)
        self._reported = self._undo_state()
        self._was_empty = True

    @property
    def composition(self) -> Composition:
        """The current composition."""
        return self._history.composition

    @property
    def score(self) -> Score:
        """The current score."""
        return self._history.composition.score

    @property
    def timeline(self) -> Timeline:
        """The timeline of the current score."""
        if self._timeline.score is not self.score:
            self._timeline = Timeline(self.score)
        return self._timeline

    @property
    def piece(self) -> int:
        """Counts the pieces of this session; a late answer compares it to its own."""
        return self._piece

    @property
    def path(self) -> Path | None:
        """The file, or None if the piece was never saved."""
        return self._path

    @property
    def title(self) -> str:
        """The piece's name."""
        return self._title

    @property
    def titled_score(self) -> Score:
        """The score; a score without a title gets the file's name."""
        if self.score.title or self._path is None:
            return self.score
        return replace(self.score, title=self._title)

    @property
    def folder(self) -> Path:
        """The folder of the file; the home folder for an unsaved piece."""
        return self._path.parent if self._path is not None else Path.home()

    def suggested_path(self, suffix: str) -> Path:
        """Return the suggested path of an export with this suffix."""
        return self.folder / f"{file_name(self._title) or UNTITLED}{suffix}"

    @property
    def dirty(self) -> bool:
        """Whether the composition differs from the saved file."""
        return self._history.dirty

    @property
    def undo_name(self) -> str:
        """The name of the step that Undo takes back, or empty."""
        return self._history.undo_name

    @property
    def redo_name(self) -> str:
        """The name of the step that Redo repeats, or empty."""
        return self._history.redo_name

    @property
    def steps(self) -> tuple[Step, ...]:
        """The states of the history, oldest first."""
        return self._history.steps

    @property
    def step(self) -> int:
        """The index of the current step."""
        return self._history.index

    @property
    def steps_dropped(self) -> int:
        """How many older steps the history has dropped."""
        return self._history.dropped

    def show(self, composition: Composition, *, path: Path | None, title: str, saved: bool) -> None:
        """Replace the document and begin a new history."""
        self._path, self._title, self._piece = path, title, self._piece + 1
        self._history = History.of(composition, saved=saved, name=self.tr("Open"))
        self.replaced.emit()
        everything = frozenset(range(len(composition.score.tracks)))
        whole = Change(
            tracks=True,
            ruler=True,
            extent=True,
            takes=True,
            credits=True,
            tuning=True,
            recording=True,
        )
        self._emit(replace(whole, notes=everything))
        self.title_changed.emit(title)

    def new(self) -> None:
        """Begin an empty piece."""
        self.begin(empty())

    def begin(self, composition: Composition) -> None:
        """Begin an unsaved piece that counts as unchanged."""
        self.show(composition, path=None, title=UNTITLED, saved=True)

    def edit(
        self, name: str, composition: Composition, *, about: str = "", merge: str = ""
    ) -> bool:
        """Make one undo step, unless the composition is unchanged.

        Args:
            name: The user's action, for the Undo menu.
            composition: The document after it.
            about: Its bars or the like, for the list of the history; empty where the name says all.
            merge: Steps of the same kind within half a second become one.

        Returns:
            Whether anything changed.
        """
        before = self.composition
        if composition is before or composition == before:
            return False
        self._history = self._history.pushing(
            name, composition, about=about, merge=merge, at_s=self._clock()
        )
        self._emit(difference(before, composition))
        return True

    def regrid(self, name: str, regridding: Regridding) -> bool:
        """Give the piece and all its takes other beats, as one undo step.

        Args:
            name: The user's action, for the Undo menu.
            regridding: The change, from the grid of the current score.

        Returns:
            Whether anything changed.
        """
        before, composition = self.composition, self.composition.regridded(regridding)
        if composition == before:
            return False
        self._history = self._history.pushing(
            name, composition, at_s=self._clock(), regridding=regridding
        )
        self.regridded.emit(regridding)
        self._emit(difference(before, composition))
        return True

    def earlier(self) -> Iterator[Composition]:
        """Yield the states of the history, newest first, with the beats of the current piece."""
        return self._history.earlier()

    def offer(self, takes: tuple[Take, ...], *, unsaved: bool = True) -> None:
        """Add takes of the current piece to every step: Undo does not take back what was offered.

        They get the beats of each step.

        Args:
            takes: The takes.
            unsaved: Whether they count as a change that is not saved.
        """
        before = self.composition
        self._history = self._history.offering(takes, unsaved=unsaved)
        self._emit(difference(before, self.composition))

    def amend(self, change: Callable[[Composition], Composition]) -> None:
        """Apply a change to every step, so that undo does not take it back (stars, names)."""
        before = self.composition
        self._history = self._history.amending(change)
        self._emit(difference(before, self.composition))

    def undo(self) -> None:
        """Go back one step."""
        self.go_to(self._history.index - 1)

    def redo(self) -> None:
        """Go forward one step."""
        self.go_to(self._history.index + 1)

    def go_to(self, index: int) -> None:
        """Go to a step by its index."""
        before = self._history
        self._history = before.at(index)
        if self._history.index != before.index:
            regridding = self._history.between(before.index, self._history.index)
            if regridding is not None:
                self.regridded.emit(regridding)
            self._emit(difference(before.composition, self.composition))
            self.travelled.emit(before.composition.score)

    def saved(self, composition: Composition, path: Path) -> None:
        """Record that a composition was saved; edits made since then stay unsaved."""
        self._history = self._history.saved_as(composition)
        if path != self._path:
            self._path = path
            self._title = composition.score.title.strip() or path.stem
            self.title_changed.emit(self._title)
        self._emit_history()

    def _emit(self, change: Change) -> None:
        if change.notes:
            self.notes_changed.emit(change.notes)
        for differs, signal in (
            (change.tracks, self.tracks_changed),
            (change.ruler, self.ruler_changed),
            (change.extent, self.extent_changed),
            (change.takes, self.takes_changed),
            (change.credits, self.credits_changed),
            (change.tuning, self.tuning_changed),
            (change.recording, self.recording_changed),
        ):
            if differs:
                signal.emit()
        is_empty = not self.score.note_count
        if is_empty != self._was_empty:
            self._was_empty = is_empty
            self.empty_changed.emit()
        self.changed.emit(change)
        self._emit_history()

    def _emit_history(self) -> None:
        before, self._reported = self._reported, self._undo_state()
        self.history_changed.emit()
        if before[:2] != self._reported[:2]:
            self.undo_changed.emit()
        if before[2] != self._reported[2]:
            self.dirty_changed.emit()

    def _undo_state(self) -> tuple[str, str, bool]:
        """Return the names of Undo and Redo, and whether the document is dirty."""
        return self.undo_name, self.redo_name, self.dirty


def empty() -> Composition:
    """Return a piece with one empty piano track."""
    return Composition.of(Score(tracks=(Track(name="Piano"),)))
