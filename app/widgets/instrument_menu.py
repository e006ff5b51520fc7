"""A menu of all instruments by family, and of the drums."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from app.widgets.menus import add_action, add_choice
from app.words.instruments import (
    DRUM_FAMILY,
    PROGRAMS_OF_FAMILY,
    all_instruments,
    family_words,
    instrument_words,
    sound_words,
)
from engine.values.instruments import KITS, kit_of

DRUM_PROGRAM = 128
"""The first program of drums in menus: a drum kit has this and its own program. In General MIDI,
drums are a channel."""


# General MIDI programs of the parts that a composer asks for.
_BASS, _PIANO, _PAD = 33, 0, 89


def fill_parts(menu: QMenu, choose: Callable[[int], object], *, current: int) -> None:
    """Fill an empty menu with parts that can accompany, and all instruments in a submenu.

    Args:
        menu: The menu.
        choose: Called with the chosen program; `DRUM_PROGRAM` for drums.
        current: The program of the current track, for a second voice.
    """
    tr = QCoreApplication.translate
    for name, program in (
        (tr("Parts", "Bass line"), _BASS),
        (tr("Parts", "Drums"), DRUM_PROGRAM),
        (tr("Parts", "Chords"), _PIANO),
        (tr("Parts", "Pad"), _PAD),
        (tr("Parts", "Second voice"), current),
    ):
        add_action(menu, name, partial(choose, program))
    menu.addSeparator()
    fill_instruments(menu.addMenu(tr("Parts", "Another instrument")), choose)


def fill_instruments(menu: QMenu, choose: Callable[[int], object], *, current: int = -1) -> None:
    """Fill an empty menu with all instruments.

    Args:
        menu: The menu.
        choose: Called with the chosen program; from `DRUM_PROGRAM` on for a drum kit.
        current: The program with a check mark; a negative number checks none.
    """
    names = all_instruments()
    for family in range(DRUM_FAMILY):
        programs = menu.addMenu(family_words(family))
        first = family * PROGRAMS_OF_FAMILY
        for program in range(first, first + PROGRAMS_OF_FAMILY):
            add_choice(
                programs, names[program], partial(choose, program), checked=program == current
            )
    menu.addSeparator()
    kits = menu.addMenu(instrument_words(0, is_drum=True))
    chosen = kit_of(current - DRUM_PROGRAM) if current >= DRUM_PROGRAM else -1
    for kit in KITS:
        name = sound_words(kit, is_drum=True)
        add_choice(kits, name, partial(choose, DRUM_PROGRAM + kit), checked=kit == chosen)
