"""Names of General MIDI's instruments, families and drums in the window's language.

Files, scores and the command line keep the engine's English names.
"""

from PySide6.QtCore import QCoreApplication

from engine.values.instruments import (
    DRUM_NAMES,
    DRUMS,
    FAMILIES,
    KITS,
    PROGRAMS,
    drum_name,
    instrument_name,
    kit_of,
)

# General MIDI groups its 128 programs into 16 families.
PROGRAMS_OF_FAMILY = 8
# Drums count as one more family.
DRUM_FAMILY = len(FAMILIES)
# Short family names for charts.
_SHORT = (
    "Pno", "Bell", "Org", "Gtr", "Bass", "Str", "Ens", "Brass",
    "Reed", "Flute", "Lead", "Pad", "FX", "World", "Perc", "SFX", "Dr",
)  # fmt: skip
# The icon of each family, in `assets/icons`.
_ICONS = (
    "keys", "mallets", "keys", "guitar", "bass", "strings", "strings", "brass",
    "wind", "wind", "synth", "synth", "synth", "guitar", "drums", "synth",
)  # fmt: skip
# Programs whose icon is not that of their family: harp, timpani, voices.
_OTHER_ICONS = {46: "strings", 47: "drums", 52: "voice", 53: "voice", 54: "voice"}
# (context, name) of all texts to translate; the drum "whistle" differs from the instrument.
NAMES = (
    *(("Instruments", name) for name in (*PROGRAMS, DRUMS)),
    *(("Kits", name) for name in KITS.values()),
    *(("Families", name) for name in (*FAMILIES, DRUMS)),
    *(("ShortFamilies", name) for name in _SHORT),
    *(("DrumNames", name) for name in DRUM_NAMES),
)


def instrument_words(program: int, *, is_drum: bool = False) -> str:
    """Return the name of a program, 0 to 127, or of the drum kit."""
    return _own("Instruments", instrument_name(program, is_drum=is_drum))


def sound_words(program: int, *, is_drum: bool = False) -> str:
    """Return the name of a program, or of a drum kit by its program."""
    if not is_drum:
        return instrument_words(program)
    return _own("Kits", KITS[kit_of(program)])


def instrument_icon(program: int, *, is_drum: bool = False) -> str:
    """Return the name of the icon of a program, or of the drum kit."""
    kind = _OTHER_ICONS.get(program) or _ICONS[program // PROGRAMS_OF_FAMILY]
    return f"instrument-{'drums' if is_drum else kind}"


def all_instruments() -> tuple[str, ...]:
    """Return the names of all programs in order, without the drum kit."""
    return tuple(_own("Instruments", name) for name in PROGRAMS)


def family_words(family: int) -> str:
    """Return the name of a family, 0 to 15, or of the drums, 16."""
    return _own("Families", (*FAMILIES, DRUMS)[family])


def short_family(family: int) -> str:
    """Return the short name of a family, 0 to 16."""
    return _own("ShortFamilies", _SHORT[family])


def short_families(programs: tuple[int, ...], *, drums: bool) -> str:
    """Return the short family names of programs, each once."""
    families = dict.fromkeys(program // PROGRAMS_OF_FAMILY for program in programs)
    return ", ".join(map(short_family, (*families, DRUM_FAMILY) if drums else families))


def drum_words(pitch: int) -> str:
    """Return the drum name of a pitch; empty where General MIDI has none."""
    name = drum_name(pitch)
    return name and _own("DrumNames", name)


def _own(context: str, name: str) -> str:
    return QCoreApplication.translate(context, name)
