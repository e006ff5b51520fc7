"""Menus of choices that are filled when they open."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QPushButton, QToolButton

FillMenu = Callable[[QMenu], None]


def attach_menu(button: QPushButton | QToolButton, fill: FillMenu) -> QMenu:
    """Give a button a menu that `fill` fills each time it opens."""
    menu = QMenu(button)

    def refill() -> None:
        menu.clear()
        fill(menu)

    menu.aboutToShow.connect(refill)
    button.setMenu(menu)
    if isinstance(button, QToolButton):
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return menu


def add_choice(menu: QMenu, text: str, act: Callable[[], object], *, checked: bool) -> None:
    """Add an entry with a check mark to a menu."""
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(checked)
    # The signal's `checked` is ignored: a click on an entry always chooses it.
    action.triggered.connect(lambda _checked=False: act())


def add_action(menu: QMenu, text: str, act: Callable[[], object], *, reason: str = "") -> None:
    """Add an entry to a menu; with a reason the entry is disabled and shows the reason."""
    action = menu.addAction(text)
    action.setEnabled(not reason)
    action.setToolTip(reason or text)
    menu.setToolTipsVisible(True)
    action.triggered.connect(lambda _checked=False: act())
