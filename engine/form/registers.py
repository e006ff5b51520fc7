"""The usual range of each instrument of General MIDI, and which ones play one note at a time.

The ranges are those that textbooks of instrumentation give for ordinary parts (Adler 2016, "The
Study of Orchestration"), as they sound. experiment 2026-11-27-new-parts compares them with
5,739 parts of real songs.
"""

from collections.abc import Mapping
from types import MappingProxyType

Register = tuple[int, int]
"""The lowest and the highest pitch of ordinary parts."""

ALL: Register = (0, 127)
"""The register of an instrument of which nothing is known: keyboards play everywhere."""

_BASS: Register = (26, 53)
_SECTION: Register = (31, 86)
_CHOIR: Register = (43, 79)
_BRASS_SECTION: Register = (36, 81)
_PIPE: Register = (60, 88)
_LEAD: Register = (38, 88)
_PAD: Register = (38, 84)

_BY_PROGRAM: Mapping[int, Register] = MappingProxyType(
    {
        **dict.fromkeys(range(8, 11), (60, 100)),  # celesta, glockenspiel, music box
        **dict.fromkeys(range(11, 14), (53, 89)),  # vibraphone, marimba, xylophone
        22: (60, 84),  # harmonica
        **dict.fromkeys(range(24, 32), (38, 79)),  # guitars
        **dict.fromkeys(range(32, 40), _BASS),
        40: (55, 88),  # violin
        41: (48, 77),  # viola
        42: (36, 69),  # cello
        43: (28, 55),  # contrabass
        **dict.fromkeys((44, 45, *range(48, 52)), _SECTION),
        47: (38, 55),  # timpani
        **dict.fromkeys(range(52, 55), _CHOIR),
        **dict.fromkeys((56, 59), (55, 82)),  # trumpets
        57: (40, 70),  # trombone
        58: (29, 58),  # tuba
        60: (41, 75),  # French horn
        **dict.fromkeys(range(61, 64), _BRASS_SECTION),
        64: (56, 84),  # soprano saxophone
        65: (49, 80),  # alto
        66: (44, 75),  # tenor
        67: (37, 68),  # baritone
        68: (59, 86),  # oboe
        69: (52, 80),  # English horn
        70: (35, 69),  # bassoon
        71: (52, 86),  # clarinet
        72: (74, 102),  # piccolo
        73: (60, 93),  # flute
        **dict.fromkeys(range(74, 80), _PIPE),
        **dict.fromkeys(range(80, 87), _LEAD),
        **dict.fromkeys(range(88, 96), _PAD),
        110: (55, 88),  # fiddle
    }
)

_ONE_VOICE = frozenset({22, *range(32, 44), 47, *range(56, 61), *range(64, 80), 110, 111})


def register_of(program: int) -> Register:
    """Return the usual range of a program, 0 to 127; `ALL` where it has none."""
    return _BY_PROGRAM.get(program, ALL)


def has_one_voice(program: int) -> bool:
    """Return whether an instrument plays one note at a time in ordinary parts."""
    return program in _ONE_VOICE
