"""Chord symbols under the names of MusicXML, written and read."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from xml.etree import ElementTree as ET

from engine.ground.errors import SegueError
from engine.harmony.chord_symbols import NO_CHORD, Chord, Quality, chord_name, parse_chord
from engine.notation.page import ChordName, Spelling

_KINDS: Mapping[Quality, str] = MappingProxyType(
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
_QUALITIES: Mapping[str, Quality] = MappingProxyType(
    {
        **{kind: quality for quality, kind in _KINDS.items()},
        "augmented-seventh": "7",
        "major-minor": "min",
        "suspended-second": "sus",
        "none": "none",
    }
)
# Richer kinds begin as the ten plainer ones do: `minor-ninth`, `dominant-13th`, `major-sixth`.
_BEGINNINGS: Mapping[str, Quality] = MappingProxyType(
    {
        "minor-sixth": "min",
        "minor-": "min7",
        "major-sixth": "maj",
        "major-": "maj7",
        "dominant-": "7",
    }
)
_SIGNS = {"♯": 1, "♭": -1}
_ASCII_SIGNS = ("bb", "b", "", "#", "##")


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


def chord_of(element: ET.Element) -> Chord | None:
    """Return the chord of a `<harmony>`, at tick 0; None where it is none that Segue knows.

    A richer chord than the ten qualities becomes the nearest of them, as where it is typed.
    """
    kind = (element.findtext("kind") or "").strip()
    if kind == "none":
        return Chord(0)
    quality = _quality(kind)
    root = _letter(element, "root")
    if quality is None or not root:
        return None
    bass = _letter(element, "bass")
    try:
        chord = parse_chord(f"{root}/{bass}" if bass else root)
    except SegueError:
        return None
    return replace(chord, quality=quality)


def _quality(kind: str) -> Quality | None:
    known = _QUALITIES.get(kind)
    if known is not None:
        return known
    return next((q for start, q in _BEGINNINGS.items() if kind.startswith(start)), None)


def _letter(element: ET.Element, which: str) -> str:
    """Return a root or a bass as it is typed, or an empty text."""
    step = (element.findtext(f"{which}/{which}-step") or "").strip()
    alter = (element.findtext(f"{which}/{which}-alter") or "0").strip()
    if alter not in {"-2", "-1", "0", "1", "2"} or len(step) != 1:
        return ""
    return step + _ASCII_SIGNS[int(alter) + 2]
