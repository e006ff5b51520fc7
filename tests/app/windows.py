"""A main window for tests: without a style sheet, except where it is looked at."""

from typing import cast

from PySide6.QtWidgets import QApplication

from app.main_window.window import MainWindow
from app.style.theme import apply_palette, apply_theme


def main_window(*, styled: bool = False) -> MainWindow:
    """Return a window with its views, in the dark theme.

    Args:
        styled: Whether it wears the style sheet: for a test that looks at pixels or at the room
            that texts take. With it the window costs twice as much.
    """
    application = cast("QApplication", QApplication.instance())
    if application.styleSheet():  # a view's without a window, of an earlier test
        application.setStyleSheet("")
    window = MainWindow(with_views=False)
    if styled:
        apply_theme(application, "dark", window)
    else:
        apply_palette(application, "dark")
    for _ in window.make_views():
        pass
    return window
