"""Chord symbols as MusicXML calls them."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.music.chord_symbols import NO_CHORD, Chord, chord_name
from engine.notation.page import ChordName, Spelling

_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "maj": "major",
        "min": "minor",
        "dim": "diminished",
        "aug": "augmented",
        "sus": "suspended-fourth",
        "7": "dominant",
        "maj7": "major-seventh",
        "min7": "minor-seventh",
        "m7b5": "half-diminished",
        "dim7": "diminished-seventh",
    }
)
_SIGNS = {"♯": 1, "♭": -1}


def chord_name_at(chord: Chord, start: int) -> ChordName:
    """Return the symbol of a chord.

    Args:
        chord: The chord.
        start: Grid units from the bar line.
    """
    if chord.quality == "none":
        return ChordName(start, None, "none", NO_CHORD)
    name, _, bass = chord_name(chord).partition("/")
    root, text = _spelling(name)
    return ChordName(start, root, _KINDS[chord.quality], text, _spelling(bass)[0] if bass else None)


def _spelling(name: str) -> tuple[Spelling, str]:
    alter = _SIGNS.get(name[1:2], 0)
    return Spelling(name[0], alter, 4), name[2:] if alter else name[1:]
