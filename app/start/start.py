"""From nothing to a window: it is on the screen first, and what is in it comes right after.

Nothing here may import a view, another controller or the engine's values at module level: whoever
starts Segue looks at an empty desktop until these imports are done.
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
from app.start.rooms import rooms
from app.start.signals import Signals
from app.style.colours import show_theme, theme_of
from engine.gate.pickles import refuse_pickles
from engine.paths import Paths, user_paths

if TYPE_CHECKING:
    from app.start.collecting import Collector
    from app.start.opening import Opening

Until = Literal["", "shown", "ready"]
# A first instance that is still starting does not listen yet.
PATIENCE_S, PAUSE_S = 4.0, 0.1
UNSCALED = 100


def run(files: Sequence[Path], *, until: Until = "") -> int:
    """Show the window with these files open and return the exit code when it is closed.

    Args:
        files: Pieces to open; none opens a demo.
        until: For measuring: end as soon as the window is on the screen (`shown`) or has
            everything in it (`ready`), and say so on stdout.
    """
    # Before anything of Qt's reads a file.
    refuse_pickles()
    paths = user_paths()
    settings = Settings(paths.preferences)
    scale = settings.preferences.scale
    if scale != UNSCALED:
        # Qt reads it while the application is made.
        os.environ.setdefault("QT_SCALE_FACTOR", str(scale / UNSCALED))
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)  # noqa: S101 - there is no other kind here
    application.setApplicationName("Segue")
    # The desktop finds the name, the icon and the file types of this program by it.
    application.setDesktopFileName("org.segue.Segue")
    lock = first_of(paths.data)
    if lock is None and not until and hand_over(paths.data, files):
        return 0
    if lock is None and not until and not is_of_another_machine(paths.data):
        from app.start.second_start import ask_beside_hanging  # noqa: PLC0415 - a second one alone

        answer, lock = ask_beside_hanging(
            application, settings, paths.data, files, take_lock=lambda: first_of(paths.data)
        )
        if answer in ("handed over", "leave"):
            return 0
    show_theme(theme_of(settings.preferences.theme, application))
    window = MainWindow(with_views=False)
    if settings.window is not None:
        window.restore_place(settings.window)
    window.fit_on_screen()
    start = Start(application, window, settings, paths, until=until)
    if sys.platform == "darwin":
        from app.start.finder_files import FinderFiles  # noqa: PLC0415 - macOS alone

        finder = FinderFiles(application)
        finder.asked.connect(start.open)
    Signals(application)
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


def start_again(file: Path | None) -> None:
    """Start this program once more, on its own, with the file that was open."""
    program = [] if getattr(sys, "frozen", False) else ["-m", "app"]
    QProcess.startDetached(sys.executable, [*program, *([str(file)] if file else [])])


def first_of(home: Path) -> QLockFile | None:
    """Return the lock that the first instance of these folders holds; None for a second one."""
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        # Nothing can be kept here, so nothing can be spoilt by a second one either.
        return QLockFile("")
    place = home / "window.lock"
    if place.exists() and not place.is_file():
        # Qt would wait for somebody to write into a pipe.
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
    """Tell the first instance to open files; False if it does not answer."""
    from app.start.single_instance import SingleInstance  # noqa: PLC0415 - a second one alone

    instance = SingleInstance(home)
    until = clock() + PATIENCE_S
    while not instance.hand_over(files):
        if clock() >= until:
            return False
        sleep(PAUSE_S)
    return True


class Start(QObject):
    """Brings in, part by part, what is behind the first picture of the window.

    Args:
        application: The program.
        window: Without its views.
        settings: What the user chose.
        paths: The user's folders.
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
        self._opening: Opening | None = None
        self._is_open = False
        self._collector: Collector | None = None
        self._waiting: list[Path] = []
        self._parts = self._bring_in()
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._step)

    def open(self, files: Sequence[Path]) -> None:
        """Open files, as soon as there is something to open them in."""
        if self._opening is not None and self._opening.session is not None and self._is_open:
            self._opening.session.open(files)
        else:
            self._waiting.extend(files)

    def file(self) -> Path | None:
        """Return the file that is open, if there is one."""
        session = self._opening.session if self._opening is not None else None
        return session.piece.document.path if session is not None else None

    def begin(self) -> None:
        """Go on with a part each time the window has nothing else to do."""
        if self._until == "shown":
            self._say_and_end("shown")
        else:
            self._next.start()

    def end(self) -> None:
        """End what was begun."""
        self._next.stop()
        if self._collector is not None:
            self._collector.end()
        if self._opening is not None:
            self._opening.end()

    def _step(self) -> None:
        if not self._window.isVisible():
            # It was closed while it was still empty.
            self._next.stop()
            self._application.quit()
        elif next(self._parts, "the end") == "the end":
            self._next.stop()
            if self._until == "ready":
                self._say_and_end("ready")

    def _bring_in(self) -> Iterator[None]:
        yield from rooms()
        # Its imports are those that `rooms` has just made.
        from app.start.opening import Opening  # noqa: PLC0415

        opening = Opening(
            self._application,
            self._window,
            self._settings,
            self._paths,
            scale=self._settings.preferences.scale,
            for_piece=any(path.suffix.lower() == ".segue" for path in self._waiting),
        )
        self._opening = opening
        yield
        yield from opening.parts()
        yield
        from app.start.collecting import make_collector  # noqa: PLC0415

        session = opening.session
        assert session is not None  # noqa: S101 - all its parts are there
        self._collector = make_collector(
            self._window, session.piece.document, session.clients.playing, parent=session
        )
        yield
        if self._until != "ready":
            opening.begin(self._waiting)
        self._is_open = True
        if self._window.close_was_requested:
            # It was asked before anybody was there to ask about unsaved work.
            self._window.close()

    def _say_and_end(self, word: str) -> None:
        sys.stdout.write(f"{word}\n")
        sys.stdout.flush()
        self._application.exit(0)
