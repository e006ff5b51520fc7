"""The user's document in the window: what it is now, and every way back."""

import re
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.history import History, Step
from engine.composition import Composition
from engine.music.score import Score, Track

UNTITLED = "Untitled"
# What no file's name may hold on one system or another.
_NO_NAME = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


class Document(QObject):
    """One open composition, its file and its history.

    Signals:
        changed: The composition is another one (the new composition).
        replaced: Another piece was opened; views forget their places.
        history_changed: Undo, redo or the difference from the file changed.
        title_changed: The piece's name as the window's title shows it.
    """

    changed = Signal(object)
    replaced = Signal()
    history_changed = Signal()
    title_changed = Signal(str)

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._path: Path | None = None
        self._title = UNTITLED
        self._history = History.of(empty(), saved=True, name=self.tr("New"))

    @property
    def composition(self) -> Composition:
        """The document as it is."""
        return self._history.composition

    @property
    def path(self) -> Path | None:
        """Its file, or None if it was never saved."""
        return self._path

    @property
    def title(self) -> str:
        """Its name."""
        return self._title

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

    def show(self, composition: Composition, *, path: Path | None, title: str, saved: bool) -> None:
        """Make another piece the document; its history begins here."""
        self._path, self._title = path, title
        self._history = History.of(composition, saved=saved, name=self.tr("Open"))
        self.replaced.emit()
        self.changed.emit(composition)
        self.history_changed.emit()
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
        if composition is self.composition or composition == self.composition:
            return False
        self._history = self._history.pushing(name, composition, merge=merge, at_s=self._clock())
        self._tell()
        return True

    def amend(self, change: Callable[[Composition], Composition]) -> None:
        """Change every state alike: for what undo must not take back, such as offered takes."""
        self._history = self._history.amending(change)
        self._tell()

    def undo(self) -> None:
        """Go back one step."""
        self.go_to(self._history.index - 1)

    def redo(self) -> None:
        """Go forward one step."""
        self.go_to(self._history.index + 1)

    def go_to(self, index: int) -> None:
        """Go to any state."""
        before = self._history.index
        self._history = self._history.at(index)
        if self._history.index != before:
            self._tell()

    def saved(self, composition: Composition, path: Path) -> None:
        """Take note that a composition is on disk now; edits made since then stay unsaved."""
        self._history = self._history.saved_as(composition)
        if path != self._path:
            self._path, self._title = path, path.stem
            self.title_changed.emit(self._title)
        self.history_changed.emit()

    def _tell(self) -> None:
        self.changed.emit(self.composition)
        self.history_changed.emit()


def empty() -> Composition:
    """Return a piece with one empty piano track."""
    return Composition.of(Score(tracks=(Track(name="Piano"),)))
