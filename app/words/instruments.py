"""General MIDI's instruments, families and drums in the window's language.

The engine names them in English; files, scores and the command line keep those names.
"""

from PySide6.QtCore import QCoreApplication

from engine.music.instruments import (
    DRUM_NAMES,
    DRUMS,
    FAMILIES,
    PROGRAMS,
    drum_name,
    instrument_name,
)

PROGRAMS_OF_FAMILY = 8
# What counts as a family of its own, after those of programs.
DRUM_FAMILY = len(FAMILIES)
# The families in few letters, as charts name them.
_SHORT = (
    "Pno", "Bell", "Org", "Gtr", "Bass", "Str", "Ens", "Brass",
    "Reed", "Flute", "Lead", "Pad", "FX", "World", "Perc", "SFX", "Dr",
)  # fmt: skip
# All that is to be translated, and where it stands: a whistle among drums is another one.
NAMES = (
    *(("Instruments", name) for name in (*PROGRAMS, DRUMS)),
    *(("Families", name) for name in (*FAMILIES, DRUMS)),
    *(("ShortFamilies", name) for name in _SHORT),
    *(("DrumNames", name) for name in DRUM_NAMES),
)


def instrument_words(program: int, *, is_drum: bool = False) -> str:
    """Return the name of a program, 0 to 127, or of the drums."""
    return _own("Instruments", instrument_name(program, is_drum=is_drum))


def all_instruments() -> tuple[str, ...]:
    """Return the names of all programs, in their order; the drums are none of them."""
    return tuple(_own("Instruments", name) for name in PROGRAMS)


def family_words(family: int) -> str:
    """Return the name of a family of programs, 0 to 15, or of the drums, 16."""
    return _own("Families", (*FAMILIES, DRUMS)[family])


def short_family(family: int) -> str:
    """Return a family, 0 to 16, in few letters."""
    return _own("ShortFamilies", _SHORT[family])


def short_families(programs: tuple[int, ...], *, drums: bool) -> str:
    """Return the families of some programs in few letters, each once."""
    families = dict.fromkeys(program // PROGRAMS_OF_FAMILY for program in programs)
    return ", ".join(map(short_family, (*families, DRUM_FAMILY) if drums else families))


def drum_words(pitch: int) -> str:
    """Return what a pitch strikes on a drum track; empty where General MIDI names nothing."""
    name = drum_name(pitch)
    return name and _own("DrumNames", name)


def _own(context: str, name: str) -> str:
    return QCoreApplication.translate(context, name)
