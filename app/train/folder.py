"""Moves the folder of trainings, for example to another disk when this one is full."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.files.background import Background
from app.files.moving import copy_into, remove
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.train import notices
from engine.ground.errors import SegueError
from engine.ground.paths import Paths, keep_moved


class TrainingFolder(QObject):
    """Moves the folder of trainings, with the waiting runs in it, while no run is active.

    Args:
        shell: Shows the dialog and the notices.
        background: Copies the folder.
        paths: Returns the user's present folders.
        waiting: Returns whether a paused training is on the page.
        parent: Qt's owner.

    Signals:
        moved(): The folder has another place now.
    """

    moved = Signal()

    def __init__(
        self,
        shell: Shell,
        background: Background,
        paths: Callable[[], Paths],
        *,
        waiting: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._notices = shell.notices
        self._background = background
        self._paths = paths
        self._waiting = waiting
        self._target: Path | None = None

    def is_moving(self) -> bool:
        """Return whether a move is under way, and show it: a run that resumed now would be lost."""
        if self._target is not None:
            self._notices.show_notice(notices.moving(str(self._target)))
        return self._target is not None

    def ask(self) -> None:
        """Ask for a folder, and move the trainings there."""
        question = QCoreApplication.translate(
            "TrainingFolder", "Where shall trainings be kept from now on?"
        )
        target = dialogs.ask_folder(self._shell.frame, question, self._paths().training.parent)
        if target is not None:
            self.move(target)

    def move(self, target: Path) -> None:
        """Move all trainings or none into a folder, in the background."""
        self._target = target
        self.is_moving()
        self._background.run(
            lambda: _moved(self._paths(), target), self._on_moved, self._on_refusal
        )

    def _on_moved(self, paths: Paths) -> None:
        self._target = None
        text = notices.moved(str(paths.training), waiting=self._waiting())
        self._notices.show_notice(text)
        self.moved.emit()

    def _on_refusal(self, error: SegueError) -> None:
        self._target = None
        self._notices.show_notice(notices.not_moved(error))


def _moved(paths: Paths, target: Path) -> Paths:
    """Move all trainings, and return the user's folders after that.

    Raises:
        SegueError: The move failed; nothing was changed.
    """
    old = paths.training
    if old == target or old in target.parents:
        raise SegueError("A folder cannot be moved into itself.")
    runs = tuple(entry for entry in old.iterdir() if entry.is_dir()) if old.is_dir() else ()
    copy_into(target, runs)
    there = replace(paths, moved_training=target)
    try:
        keep_moved(there)
    except OSError as error:
        remove(target / run.name for run in runs)
        raise SegueError("The new place could not be kept ({error}).", error=error) from error
    remove(runs)
    return there
