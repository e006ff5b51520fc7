"""Directions of MusicXML that a page keeps: dynamics, hairpins, words; read and written."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from xml.etree import ElementTree as ET

from engine.notation.musicxml_elements import text, with_glyphs, write_number
from engine.notation.page import DirectionMark
from engine.values.events import DirectionKind
from engine.values.ranges import LONGEST_DIRECTION

# Of a metronome mark: a note value, and its number or another value.
_SIDES = 2
# Directions that reach to another one, and the kinds of their ends.
SPAN_ENDS: Mapping[str, DirectionKind] = MappingProxyType(
    {"crescendo": "hairpin-end", "diminuendo": "hairpin-end", "dashes": "dashes-end"}
)
_NUMBERED = frozenset({*SPAN_ENDS, *SPAN_ENDS.values()})


def directions_of(element: ET.Element) -> Iterator[tuple[DirectionKind, str]]:
    """Yield (kind, text) of a child of `direction-type`."""
    kind, content = element.get("type"), " ".join((element.text or "").split())
    content = content[:LONGEST_DIRECTION]
    number = element.get("number", "1")
    if element.tag == "dynamics":
        for mark in element:
            name = (mark.text or "").strip() if mark.tag == "other-dynamics" else mark.tag
            if name:
                yield "dynamic", name[:LONGEST_DIRECTION]
    elif element.tag == "wedge" and kind == "stop":
        yield "hairpin-end", number
    elif element.tag == "wedge" and kind in {"crescendo", "diminuendo"}:
        yield "crescendo" if kind == "crescendo" else "diminuendo", number
    elif element.tag == "dashes" and kind in {"start", "stop"}:
        yield "dashes" if kind == "start" else "dashes-end", number
    elif element.tag in {"words", "rehearsal"} and content:
        yield "words" if element.tag == "words" else "rehearsal", content
    elif element.tag == "metronome":
        yield "metronome", _number_of(element)[:LONGEST_DIRECTION]
    elif element.tag in {"segno", "coda"}:
        yield "segno" if element.tag == "segno" else "coda", ""


def write_direction(parent: ET.Element, mark: DirectionMark, offset: int, *, staff: int) -> None:
    """Write a direction, some divisions after the place that is reached.

    Args:
        parent: The measure.
        mark: The direction.
        offset: Divisions.
        staff: Its staff; 0 for a part with one staff.
    """
    place = "above" if mark.above else "below"
    element = ET.SubElement(parent, "direction", placement=place)
    holder = ET.SubElement(element, "direction-type")
    content = with_glyphs(mark.text)
    if mark.kind in _NUMBERED:
        number = content if content.isdigit() else "1"
        name = "dashes" if mark.kind.startswith("dashes") else "wedge"
        kind = {"hairpin-end": "stop", "dashes-end": "stop", "dashes": "start"}
        ET.SubElement(holder, name, type=kind.get(mark.kind, mark.kind), number=number)
    elif mark.kind == "metronome":
        write_number(holder, mark.text)
    elif mark.kind in {"segno", "coda"}:
        ET.SubElement(holder, mark.kind)
    else:
        text(holder, mark.kind, content)
    if offset:
        text(element, "offset", offset, sound="yes")
    if staff:
        text(element, "staff", staff)


def _number_of(element: ET.Element) -> str:
    """Return a metronome mark as a text: `quarter.=c. 66`; empty for one of notes and relations."""
    sides: list[str] = []
    for child in element:
        content = " ".join((child.text or "").split())
        if child.tag == "beat-unit-dot" and sides:
            sides[-1] += "."
        elif child.tag in {"beat-unit", "per-minute"}:
            sides.append(content)
    if len(sides) != _SIDES:
        return ""
    said = "=".join(sides)
    return f"({said})" if element.get("parentheses") == "yes" else said
