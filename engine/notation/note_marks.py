"""Marks at notes of MusicXML: read from the notations of a note, and written to them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

from engine.gate.words import printable
from engine.values.mark_kinds import LONGEST_DETAIL, MARK_KINDS, Mark, MarkGroup

_IN_GROUPS = frozenset({"articulations", "ornaments", "technical"})
_LINES = frozenset({"slur", "glissando", "slide"})
_BELOW = "-below"
# Groups of marks that are of a whole chord: its first note has them.
SHARED = frozenset({MarkGroup.ARTICULATION, MarkGroup.HOLD})
# Elements that hold a text, with the text that stands for none.
_TEXTS = {"fingering": "", "pluck": "", "string": "", "fret": "", "tremolo": "3"}


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
    if name == "wavy-line":
        return Mark(f"wavy-line-{kind}", element.get("number", "1")) if _ends(kind) else None
    if name == "accidental-mark":
        below = _BELOW if element.get("placement") == "below" else ""
        return Mark(name, content + below) if content else None
    known = MARK_KINDS.get(name)
    if known is None or kind == "stop":
        return None
    return Mark(name, content if known.has_detail else "")


def _own(element: ET.Element) -> Mark | None:
    name, kind = element.tag, element.get("type", "")
    if name in _LINES:
        return Mark(f"{name}-{kind}", element.get("number", "1")) if _ends(kind) else None
    if name == "fermata":
        return Mark(name)
    if name == "arpeggiate":
        return Mark(name, element.get("direction", ""))
    if name == "non-arpeggiate":
        return Mark(name, kind)
    return None


def _ends(kind: str) -> bool:
    return kind in {"start", "stop"}


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
            name, _, end = mark.name.rpartition("-")
            if mark.kind.group is not MarkGroup.LINE and name != "wavy-line":
                yield mark
                continue
            line = name, mark.detail
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
    for group in (MarkGroup.ORNAMENT, MarkGroup.TECHNIQUE, MarkGroup.ARTICULATION):
        if group in groups:
            _write_group(ET.SubElement(notations, group.value), groups[group])
    for mark in groups.get(MarkGroup.HOLD, ()):
        ET.SubElement(notations, mark.name, type="upright")
    for mark in groups.get(MarkGroup.SPREAD, ()):
        _write_spread(notations, mark)


def _write_group(parent: ET.Element, marks: Sequence[Mark]) -> None:
    for mark in marks:
        name, detail = mark.name, printable(mark.detail.replace("_", " "))
        if name.startswith("tremolo"):
            element = ET.SubElement(parent, "tremolo", type=name.partition("-")[2] or "single")
            element.text = detail if detail.isdigit() else _TEXTS["tremolo"]
        elif name.startswith("wavy-line"):
            ET.SubElement(parent, "wavy-line", type=name.rpartition("-")[2], number=detail or "1")
        elif name == "accidental-mark":
            place = "below" if detail.endswith(_BELOW) else "above"
            element = ET.SubElement(parent, name, placement=place)
            element.text = detail.removesuffix(_BELOW)
        else:
            element = ET.SubElement(parent, name)
            if detail:
                element.text = detail


def _write_spread(notations: ET.Element, mark: Mark) -> None:
    element = ET.SubElement(notations, mark.name)
    if mark.detail:
        attribute = "direction" if mark.name == "arpeggiate" else "type"
        element.set(attribute, mark.detail)
