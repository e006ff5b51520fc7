"""The user's document in the window: what it is now, and every way back."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.changes import Change, difference
from app.state.history import History, Step
from engine.music.score import Score, Track
from engine.music.time import Timeline
from engine.piece.composition import Composition

UNTITLED = "Untitled"
# What no file's name may hold on one system or another.
_NO_NAME = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


class Document(QObject):
    """One open composition, its file and its history.

    Whoever shows a part of it hears of that part alone.

    Signals:
        changed: The composition is another one (a `Change`).
        notes_changed: Tracks have other notes, controllers or bends (a frozenset of indices).
        tracks_changed: There are other tracks, or one is called or set otherwise.
        ruler_changed: Tempo, meter, key, markers or chords are others.
        extent_changed: Some track begins or ends elsewhere.
        takes_changed: There are other takes, or another one is where the piece is.
        credits_changed: The score has another title or composer.
        replaced: Another piece was opened; views forget their places. All other signals follow.
        history_changed: A step was made or gone to, or the piece was saved.
        undo_changed: Undo or Redo would do something else.
        dirty_changed: There is something to save now, or nothing any more.
        title_changed: The piece's name as the window's title shows it.
    """

    changed = Signal(object)
    notes_changed = Signal(object)
    tracks_changed = Signal()
    ruler_changed = Signal()
    extent_changed = Signal()
    takes_changed = Signal()
    credits_changed = Signal()
    replaced = Signal()
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
        self._told = self._can()

    @property
    def composition(self) -> Composition:
        """The document as it is."""
        return self._history.composition

    @property
    def score(self) -> Score:
        """Its music as it is."""
        return self._history.composition.score

    @property
    def timeline(self) -> Timeline:
        """Times of its score."""
        if self._timeline.score is not self.score:
            self._timeline = Timeline(self.score)
        return self._timeline

    @property
    def piece(self) -> int:
        """Which piece of this session it is: who answers late compares it."""
        return self._piece

    @property
    def path(self) -> Path | None:
        """Its file, or None if it was never saved."""
        return self._path

    @property
    def title(self) -> str:
        """Its name."""
        return self._title

    @property
    def entitled(self) -> Score:
        """Its music, under its file's name where it has no title of its own."""
        if self.score.title or self._path is None:
            return self.score
        return replace(self.score, title=self._title)

    @property
    def folder(self) -> Path:
        """Where its file is, or would be looked for first."""
        return self._path.parent if self._path is not None else Path.home()

    def beside(self, suffix: str) -> Path:
        """Return where what is made of it is suggested to go."""
        return self.folder / f"{_NO_NAME.sub('-', self._title)}{suffix}"

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        return self._history.dirty

    @property
    def undo_name(self) -> str:
        """What Undo would take back, or empty."""
        return self._history.undo_name

    @property
    def redo_name(self) -> str:
        """What Redo would do again, or empty."""
        return self._history.redo_name

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every state that can be gone back to, oldest first."""
        return self._history.steps

    @property
    def step(self) -> int:
        """Which of the steps holds."""
        return self._history.index

    @property
    def steps_dropped(self) -> int:
        """How many steps there were before the oldest of `steps`."""
        return self._history.dropped

    def show(self, composition: Composition, *, path: Path | None, title: str, saved: bool) -> None:
        """Make another piece the document; its history begins here."""
        self._path, self._title, self._piece = path, title, self._piece + 1
        self._history = History.of(composition, saved=saved, name=self.tr("Open"))
        self.replaced.emit()
        everything = frozenset(range(len(composition.score.tracks)))
        whole = Change(tracks=True, ruler=True, extent=True, takes=True, credits=True)
        self._tell(replace(whole, notes=everything))
        self.title_changed.emit(title)

    def new(self) -> None:
        """Begin an empty piece."""
        self.begin(empty())

    def begin(self, composition: Composition) -> None:
        """Begin a piece that was never saved and has nothing to save yet."""
        self.show(composition, path=None, title=UNTITLED, saved=True)

    def edit(self, name: str, composition: Composition, *, merge: str = "") -> bool:
        """Make one undo step; nothing happens when nothing changed.

        Args:
            name: What the user did, for the Undo menu.
            composition: The document after it.
            merge: Steps of the same kind within half a second become one.

        Returns:
            Whether anything changed.
        """
        before = self.composition
        if composition is before or composition == before:
            return False
        self._history = self._history.pushing(name, composition, merge=merge, at_s=self._clock())
        self._tell(difference(before, composition))
        return True

    def amend(self, change: Callable[[Composition], Composition]) -> None:
        """Change every state alike: for what undo must not take back, such as offered takes."""
        before = self.composition
        self._history = self._history.amending(change)
        self._tell(difference(before, self.composition))

    def undo(self) -> None:
        """Go back one step."""
        self.go_to(self._history.index - 1)

    def redo(self) -> None:
        """Go forward one step."""
        self.go_to(self._history.index + 1)

    def go_to(self, index: int) -> None:
        """Go to any state."""
        before = self._history
        self._history = before.at(index)
        if self._history.index != before.index:
            self._tell(difference(before.composition, self.composition))

    def saved(self, composition: Composition, path: Path) -> None:
        """Take note that a composition is on disk now; edits made since then stay unsaved."""
        self._history = self._history.saved_as(composition)
        if path != self._path:
            self._path, self._title = path, path.stem
            self.title_changed.emit(self._title)
        self._tell_history()

    def _tell(self, change: Change) -> None:
        if change.notes:
            self.notes_changed.emit(change.notes)
        for differs, signal in (
            (change.tracks, self.tracks_changed),
            (change.ruler, self.ruler_changed),
            (change.extent, self.extent_changed),
            (change.takes, self.takes_changed),
            (change.credits, self.credits_changed),
        ):
            if differs:
                signal.emit()
        self.changed.emit(change)
        self._tell_history()

    def _tell_history(self) -> None:
        before, self._told = self._told, self._can()
        self.history_changed.emit()
        if before[:2] != self._told[:2]:
            self.undo_changed.emit()
        if before[2] != self._told[2]:
            self.dirty_changed.emit()

    def _can(self) -> tuple[str, str, bool]:
        """Return what Undo and Redo would do, and whether there is something to save."""
        return self.undo_name, self.redo_name, self.dirty


def empty() -> Composition:
    """Return a piece with one empty piano track."""
    return Composition.of(Score(tracks=(Track(name="Piano"),)))
