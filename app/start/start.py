"""Startup the program: show an empty window first, then load its contents.

Modules imported here at module level delay the first picture, so views, binders and the engine's
values are imported later (`app.start.imports`).
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QLockFile, QObject, QProcess, QSysInfo, QTimer
from PySide6.QtWidgets import QApplication

from app.main_window.window import MainWindow
from app.settings.settings import Settings
from app.start.imports import import_modules
from app.start.signals import Signals
from app.style.colours import show_theme, theme_of
from engine.gate.pickles import refuse_pickles
from engine.ground.paths import Paths, user_paths

if TYPE_CHECKING:
    from app.start.garbage_collector import GarbageCollector
    from app.start.session_loader import SessionLoader

Until = Literal["", "shown", "ready"]
# Retry while a first instance is still starting and does not listen yet.
PATIENCE_S, PAUSE_S = 4.0, 0.1
# An empty window shows that it opens after this time; sooner, the word would only flash.
OPENING_MS = 1000
# Interface scale in percent that needs no Qt variable.
UNSCALED = 100


def run(files: Sequence[Path], *, until: Until = "") -> int:
    """Show the window and return the exit code after it has closed.

    Args:
        files: The pieces to open.
        until: For measurements: exit when the window is `shown` or has all its contents (`ready`),
            and print that word.
    """
    # Must come before Qt reads any file.
    refuse_pickles()
    paths = user_paths()
    settings = Settings(paths.preferences)
    application = _application(scale=settings.preferences.scale)
    lock = lock_first_instance(paths.data)
    if lock is None and not until:
        may_start, lock = _may_start_second(application, settings, paths.data, files)
        if not may_start:
            return 0
    show_theme(theme_of(settings.preferences.theme, application))
    window = MainWindow(with_views=False)
    if settings.window is not None:
        window.restore_place(settings.window)
    window.fit_on_screen()
    start = Startup(application, window, settings, paths, until=until)
    if sys.platform == "darwin":
        from app.start.finder_files import FinderFiles  # noqa: PLC0415 - macOS alone

        finder = FinderFiles(application)
        finder.asked.connect(start.open)
    Signals(application, window)
    start.open(files)
    window.seen.connect(start.begin)
    window.show()
    code = application.exec()
    start.end()
    if lock is not None:
        lock.unlock()
    if window.restarts:
        os.environ.pop("QT_SCALE_FACTOR", None)
        start_again(start.file())
    return code


def _application(*, scale: int) -> QApplication:
    """Return the application, with an interface scale in percent."""
    if scale != UNSCALED:
        # Qt reads the variable when the application is created.
        os.environ.setdefault("QT_SCALE_FACTOR", str(scale / UNSCALED))
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("Segue")
    # The desktop looks up name, icon and file types by this id.
    application.setDesktopFileName("org.segue.Segue")
    return application


def _may_start_second(
    application: QApplication, settings: Settings, home: Path, files: Sequence[Path]
) -> tuple[bool, QLockFile | None]:
    """Return whether to start beside another instance, and the lock if that one has ended."""
    if hand_over(home, files):
        return False, None
    if is_of_another_machine(home):
        return True, None
    from app.start.second_start import (  # noqa: PLC0415 - a second instance alone needs it
        ask_about_hanging_instance,
    )

    answer, lock = ask_about_hanging_instance(
        application, settings, home, files, take_lock=lambda: lock_first_instance(home)
    )
    return answer in ("first", "second"), lock


def start_again(file: Path | None) -> None:
    """Startup this program again in a new process, with the file that was open."""
    program = [] if getattr(sys, "frozen", False) else ["-m", "app"]
    QProcess.startDetached(sys.executable, [*program, *([str(file)] if file else [])])


def lock_first_instance(home: Path) -> QLockFile | None:
    """Return the lock of the first instance; None if another instance holds it."""
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        # Without a data folder instances share nothing that a lock must protect.
        return QLockFile("")
    place = home / "window.lock"
    if place.exists() and not place.is_file():
        # Qt would block on opening a named pipe.
        return QLockFile("")
    lock = QLockFile(str(place))
    lock.setStaleLockTime(0)
    taken = lock.tryLock(0) or lock.error() is not QLockFile.LockError.LockFailedError
    return lock if taken else None


def is_of_another_machine(home: Path) -> bool:
    """Return whether the lock names another machine.

    A machine's name may have changed since a power cut left the lock. Qt cannot tell whether the
    process of another machine is alive, and `hand_over` got no answer, so the start does not ask.
    """
    _, machine, _ = QLockFile(str(home / "window.lock")).getLockInfo()
    return bool(machine) and machine != QSysInfo.machineHostName()


def hand_over(
    home: Path,
    files: Sequence[Path],
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> bool:
    """Send files to the first instance; return False if it does not answer in `PATIENCE_S`."""
    from app.start.single_instance import SingleInstance  # noqa: PLC0415 - a second one alone

    instance = SingleInstance(home)
    until = clock() + PATIENCE_S
    while not instance.hand_over(files):
        if clock() >= until:
            return False
        sleep(PAUSE_S)
    return True


class Startup(QObject):
    """Loads the contents of the window step by step.

    Args:
        until: As in `run`.
    """

    def __init__(
        self,
        application: QApplication,
        window: MainWindow,
        settings: Settings,
        paths: Paths,
        *,
        until: Until = "",
    ) -> None:
        super().__init__()
        self._application, self._window = application, window
        self._settings, self._paths = settings, paths
        self._until = until
        self._loader: SessionLoader | None = None
        self._is_open = False
        self._collector: GarbageCollector | None = None
        self._waiting: list[Path] = []
        self._parts = self._bring_in()
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._step)
        self._opening = QTimer(self, singleShot=True, interval=OPENING_MS)
        self._opening.timeout.connect(window.show_opening)

    def open(self, files: Sequence[Path]) -> None:
        """Open files now, or as soon as the session is ready."""
        if self._loader is not None and self._loader.session is not None and self._is_open:
            self._loader.session.open(files)
        else:
            self._waiting.extend(files)

    def file(self) -> Path | None:
        """Return the path of the open piece, or None."""
        session = self._loader.session if self._loader is not None else None
        return session.piece.document.path if session is not None else None

    def begin(self) -> None:
        """Run one step each time the event loop is idle."""
        if self._until == "shown":
            self._say_and_end("shown")
        else:
            self._next.start()
            self._opening.start()

    def end(self) -> None:
        """Stop loading and close what was opened."""
        self._next.stop()
        self._opening.stop()
        if self._collector is not None:
            self._collector.end()
        if self._loader is not None:
            self._loader.end()

    def _step(self) -> None:
        if not self._window.isVisible():
            # The user closed the window while it was empty.
            self._next.stop()
            self._application.quit()
        elif next(self._parts, "the end") == "the end":
            self._next.stop()
            if self._until == "ready":
                self._say_and_end("ready")

    def _bring_in(self) -> Iterator[None]:
        yield from import_modules()
        # `import_modules` has just imported all that it needs.
        from app.start.session_loader import SessionLoader  # noqa: PLC0415

        loader = SessionLoader(
            self._application,
            self._window,
            self._settings,
            self._paths,
            scale=self._settings.preferences.scale,
            for_piece=any(path.suffix.lower() == ".segue" for path in self._waiting),
        )
        self._loader = loader
        yield
        yield from loader.parts()
        yield
        from app.start.garbage_collector import make_collector  # noqa: PLC0415

        if (session := loader.session) is None:
            raise RuntimeError("parts() ended without a session")
        self._collector = make_collector(
            self._window, session.piece.document, session.clients.playing, parent=session
        )
        yield
        if self._until != "ready":
            loader.begin(self._waiting)
        self._is_open = True
        if self._window.close_was_requested:
            # The user closed the window before it could ask about unsaved work.
            self._window.close()

    def _say_and_end(self, word: str) -> None:
        sys.stdout.write(f"{word}\n")
        sys.stdout.flush()
        self._application.exit(0)
