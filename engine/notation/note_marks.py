"""Marks at notes of MusicXML: read from the notations of a note, and written to them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

from engine.gate.words import printable
from engine.values.mark_kinds import LONGEST_DETAIL, MARK_KINDS, Mark, MarkGroup

_IN_GROUPS = frozenset({"articulations", "ornaments", "technical"})
_LINES = frozenset({"slur", "glissando", "slide"})
_LINES_IN_GROUPS = frozenset({"wavy-line", "hammer-on", "pull-off"})
_BELOW, _INVERTED = "-below", "-inverted"
# Before the number of a spread chord, which tells it from others over the same staves.
_NUMBERED = "#"
# Elements that hold a number, or mean nothing.
_NUMBERS = frozenset({"fret", "string"})
# Elements that a bend may have beside its semitones.
_OF_BENDS = ("pre-bend", "release", "with-bar")
# Groups of marks that are of a whole chord: its first note has them.
SHARED = frozenset({MarkGroup.ARTICULATION, MarkGroup.HOLD})
# Texts of elements whose mark has none.
_TEXTS = {"tremolo": "3", "hammer-on-start": "H", "pull-off-start": "P"}


def marks_written(element: ET.Element) -> tuple[Mark, ...]:
    """Return the marks at a note, in the order of the file.

    The number of a line is the file's own.
    """
    found: list[Mark] = []
    for notations in element.findall("notations"):
        for child in notations:
            if child.tag in _IN_GROUPS:
                found += filter(None, map(_in_group, child))
            else:
                found += filter(None, (_own(child),))
    return tuple(found)


def _in_group(element: ET.Element) -> Mark | None:
    name, kind = element.tag, element.get("type", "")
    content = (element.text or "").strip()[:LONGEST_DETAIL]
    if name == "tremolo":
        name = "tremolo" if kind not in {"start", "stop"} else f"tremolo-{kind}"
        return Mark(name, content or "3")
    if name in _LINES_IN_GROUPS:
        return _line(element)
    if name == "bend":
        return Mark(name, _bend(element))
    if name == "accidental-mark":
        below = _BELOW if element.get("placement") == "below" else ""
        return Mark(name, content + below) if content else None
    known = MARK_KINDS.get(name)
    if known is None or kind == "stop" or (name in _NUMBERS and not content.isdigit()):
        return None
    return Mark(name, content if known.has_detail else "")


def _own(element: ET.Element) -> Mark | None:
    name, kind = element.tag, element.get("type", "")
    if name in _LINES:
        return _line(element)
    if name == "fermata":
        shape = (element.text or "").strip()[:LONGEST_DETAIL]
        return Mark(name, shape + _INVERTED * (kind == "inverted"))
    if name == "accidental-mark":
        return _in_group(element)
    if name == "arpeggiate":
        number, direction = element.get("number", "1"), element.get("direction", "")
        return Mark(name, direction if number == "1" else f"{direction}{_NUMBERED}{number}")
    if name == "non-arpeggiate":
        return Mark(name, kind)
    return None


def _line(element: ET.Element) -> Mark | None:
    name = f"{element.tag}-{element.get('type', '')}"
    return Mark(name, element.get("number", "1")) if name in MARK_KINDS else None


def _bend(element: ET.Element) -> str:
    """Return the semitones of a bend and what belongs to them."""
    there = [name for name in _OF_BENDS if element.find(name) is not None]
    return "-".join(((element.findtext("bend-alter") or "0").strip(), *there))


def shared(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the marks of a chord's first note that are of the whole chord."""
    return tuple(mark for mark in marks if mark.kind.group in SHARED)


class LineNames:
    """Gives each line of a part a name of its own: a file uses a number again and again."""

    def __init__(self) -> None:
        # By the line's name and number: its own name, and where its first end stands in time.
        self._starts: dict[tuple[str, str], tuple[str, Fraction]] = {}
        self._stops: dict[tuple[str, str], tuple[str, Fraction]] = {}
        self._count = 0

    def named(self, marks: Iterable[Mark], place: Fraction) -> tuple[Mark, ...]:
        """Return marks in which lines have their own names.

        Args:
            marks: At a note; of lines they have the numbers of the file.
            place: Where the note begins, in quarters from the beginning of the part.
        """
        return tuple(self._named(marks, place))

    def _named(self, marks: Iterable[Mark], place: Fraction) -> Iterator[Mark]:
        for mark in marks:
            name, end = mark.kind.line, mark.name.rpartition("-")[2]
            if not name:
                yield mark
                continue
            line = name, mark.detail
            if end == "continue":
                yield replace(mark, detail=self._starts.get(line, (mark.detail,))[0])
                continue
            opens, closes = self._starts, self._stops
            if end == "stop":
                opens, closes = closes, opens
            known, at = closes.pop(line, ("", place))
            # In a second voice a file goes back: a line may end, in its order, before it begins.
            if known and (at <= place if end == "stop" else at > place):
                yield replace(mark, detail=known)
                continue
            self._count += 1
            opens[line] = f"{self._count}", place
            yield replace(mark, detail=f"{self._count}")


def write_marks(notations: ET.Element, marks: Iterable[Mark]) -> None:
    """Write marks to the notations of a note.

    Args:
        notations: The element.
        marks: Those of lines have the number of the line.
    """
    groups: dict[MarkGroup, list[Mark]] = {}
    for mark in marks:
        groups.setdefault(mark.kind.group, []).append(mark)
    for mark in groups.get(MarkGroup.LINE, ()):
        name, _, kind = mark.name.rpartition("-")
        ET.SubElement(notations, name, type=kind, number=mark.detail or "1")
    ornaments = groups.get(MarkGroup.ORNAMENT, [])
    if all(mark.name == "accidental-mark" for mark in ornaments):
        # In a group they belong to an ornament.
        _write_group(notations, groups.pop(MarkGroup.ORNAMENT, []))
    for group in (MarkGroup.ORNAMENT, MarkGroup.TECHNIQUE, MarkGroup.ARTICULATION):
        if group in groups:
            _write_group(ET.SubElement(notations, group.value), groups[group])
    for mark in groups.get(MarkGroup.HOLD, ()):
        kind = "inverted" if mark.detail.endswith(_INVERTED) else "upright"
        element = ET.SubElement(notations, mark.name, type=kind)
        element.text = printable(mark.detail.removesuffix(_INVERTED)) or None
    for mark in groups.get(MarkGroup.SPREAD, ()):
        _write_spread(notations, mark)


def _write_group(parent: ET.Element, marks: Sequence[Mark]) -> None:
    for mark in marks:
        name, detail = mark.name, printable(mark.detail.replace("_", " "))
        if name.startswith("tremolo"):
            element = ET.SubElement(parent, "tremolo", type=name.partition("-")[2] or "single")
            element.text = detail if detail.isdigit() else _TEXTS["tremolo"]
        elif line := mark.kind.line:
            kind = name.rpartition("-")[2]
            element = ET.SubElement(parent, line, type=kind, number=detail or "1")
            element.text = _TEXTS.get(name)
        elif name == "bend":
            _write_bend(parent, detail)
        elif name == "accidental-mark":
            place = "below" if detail.endswith(_BELOW) else "above"
            element = ET.SubElement(parent, name, placement=place)
            element.text = detail.removesuffix(_BELOW)
        else:
            element = ET.SubElement(parent, name)
            if detail:
                element.text = detail


def _write_bend(parent: ET.Element, detail: str) -> None:
    element = ET.SubElement(parent, "bend")
    alter = re.match(r"-?\d+(\.\d+)?", detail)
    ET.SubElement(element, "bend-alter").text = alter[0] if alter else "0"
    for name in _OF_BENDS:
        if detail.endswith(name) or f"{name}-" in detail:
            ET.SubElement(element, name)


def _write_spread(notations: ET.Element, mark: Mark) -> None:
    element = ET.SubElement(notations, mark.name)
    detail, _, number = mark.detail.partition(_NUMBERED)
    if detail:
        attribute = "direction" if mark.name == "arpeggiate" else "type"
        element.set(attribute, detail)
    if number:
        element.set("number", printable(number))
