"""A menu of all instruments, by family, and the drums."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from app.widgets.menus import add_choice
from engine.music.instruments import FAMILIES, PROGRAMS

DRUM_PROGRAM = 128
_A_FAMILY = 8


def fill_instruments(menu: QMenu, choose: Callable[[int], object], *, current: int = -1) -> None:
    """Fill a menu with instruments.

    Args:
        menu: Empty.
        choose: Called with the program that the user chose, `DRUM_PROGRAM` for drums.
        current: The one that is marked; negative marks none.
    """
    for number, family in enumerate(FAMILIES):
        programs = menu.addMenu(family)
        first = number * _A_FAMILY
        for program in range(first, first + _A_FAMILY):
            add_choice(
                programs, PROGRAMS[program], partial(choose, program), checked=program == current
            )
    menu.addSeparator()
    drums = QCoreApplication.translate("Instruments", "Drums")
    add_choice(menu, drums, partial(choose, DRUM_PROGRAM), checked=current == DRUM_PROGRAM)
