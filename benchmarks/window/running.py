"""The window of Segue with its own child processes, in a home that is deleted at the end."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.main_window.window import MainWindow
from app.settings.settings import Settings
from app.start.ports import Folders, Links
from app.start.session import WindowSession
from app.start.session_loader import make_links
from app.style.theme import apply_theme
from engine.ground.paths import (
    ENVIRONMENT_VARIABLE,
    continued_pieces,
    demo_pieces,
    starter_model,
    user_paths,
)

WIDTH, HEIGHT = 1280, 800  # pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A window that is shown.

    Attributes:
        application: Its application.
        session: The session in it.
        links: Its child processes.
        home: The user's folder.
    """

    application: QApplication
    session: WindowSession
    links: Links
    home: Path


@contextmanager
def running_window() -> Iterator[Running]:
    """Show a window in the dark theme; close it and end its children at the end."""
    with tempfile.TemporaryDirectory(prefix="segue-") as home:
        os.environ[ENVIRONMENT_VARIABLE] = home
        application = QApplication(sys.argv[:1])
        window, paths = MainWindow(with_views=False), user_paths()
        apply_theme(application, "dark", window)
        for _ in window.make_views():
            pass
        links = make_links(paths)
        session = WindowSession(
            application,
            window,
            Settings(paths.preferences),
            links=links,
            folders=Folders(
                paths=paths,
                demos=demo_pieces(),
                continued=continued_pieces(),
                starter=starter_model(),
            ),
        )
        window.resize(WIDTH, HEIGHT)
        window.show()
        session.begin(())
        window.activateWindow()
        try:
            yield Running(application=application, session=session, links=links, home=Path(home))
        finally:
            session.close()
            window.close_now()


def draw_in_memory_without_a_screen() -> None:
    """Choose Qt's offscreen platform where there is no screen; call it before the first window."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
