"""Menus of choices that are made when they are opened."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QPushButton

FillMenu = Callable[[QMenu], None]


def attach_menu(button: QPushButton, fill: FillMenu) -> QMenu:
    """Give a button a menu that is filled anew whenever it opens."""
    menu = QMenu(button)

    def refill() -> None:
        menu.clear()
        fill(menu)

    menu.aboutToShow.connect(refill)
    button.setMenu(menu)
    return menu


def add_choice(menu: QMenu, text: str, act: Callable[[], object], *, checked: bool) -> None:
    """Add a line with a check mark to a menu."""
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(checked)
    # The signal's own argument, checked or not, is of no use: each line stands for one choice.
    action.triggered.connect(lambda _checked=False: act())


def add_action(menu: QMenu, text: str, act: Callable[[], object], *, reason: str = "") -> None:
    """Add a line to a menu; with a reason it is disabled and says why."""
    action = menu.addAction(text)
    action.setEnabled(not reason)
    action.setToolTip(reason or text)
    menu.setToolTipsVisible(True)
    action.triggered.connect(lambda _checked=False: act())
