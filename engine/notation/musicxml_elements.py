"""Single elements of MusicXML as they are written: values, tuplets, ties, tempos, chord symbols."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from xml.etree import ElementTree as ET

from engine.form.interpretation import DYNAMICS, STROKES
from engine.form.tempo_words import UNITS
from engine.gate.words import printable
from engine.notation.lines import LineEnds
from engine.notation.note_marks import SHARED, shared, write_marks
from engine.notation.page import (
    ChordName,
    DynamicMark,
    Head,
    PedalMark,
    Symbol,
    TempoMark,
    Tuplet,
)
from engine.values.mark_kinds import Mark

_FERMATA = Mark("fermata")
TYPES: Mapping[int, str] = MappingProxyType(
    {
        4: "long",
        3: "breve",
        2: "whole",
        1: "half",
        0: "quarter",
        -1: "eighth",
        **{-exponent: f"{1 << (exponent + 2)}th" for exponent in range(2, 9) if exponent != 3},
        -3: "32nd",
    }
)


_FIRST_GLYPH, _LAST_GLYPH = "\ue000", "\uf8ff"
# Denominators of meters: a beat of 2/2 is a half, one of 6/8 has three eighths.
_HALF, _EIGHTH = 2, 8


def text(parent: ET.Element, tag: str, content: object, **attributes: str) -> ET.Element:
    """Add an element that holds a text, and return it."""
    element = ET.SubElement(parent, tag, attributes)
    element.text = str(content)
    return element


def with_glyphs(content: str) -> str:
    """Return a text as `printable` does, but with the signs of music fonts.

    These are in the private area of Unicode (SMuFL), and programs write them into words.
    """
    return "".join(c if _FIRST_GLYPH <= c <= _LAST_GLYPH else printable(c) for c in content)


def write_value(parent: ET.Element, symbol: Symbol) -> None:
    """Write a symbol's note value and its dots."""
    if symbol.value is None:
        return
    text(parent, "type", TYPES[symbol.value.exponent])
    for _ in range(symbol.value.dots):
        ET.SubElement(parent, "dot")


def write_ratio(parent: ET.Element, tuplet: Tuplet) -> None:
    """Write a tuplet's ratio: played notes to the notes that would fill its time."""
    element = ET.SubElement(parent, "time-modification")
    text(element, "actual-notes", tuplet.actual)
    text(element, "normal-notes", tuplet.normal)
    text(element, "normal-type", TYPES[tuplet.unit])


def write_notations(
    parent: ET.Element, head: Head | None, symbol: Symbol, lines: LineEnds, *, first: bool
) -> None:
    """Write where ties and tuplets begin and end, and the marks at a note.

    Args:
        parent: The note.
        head: Its head, or None for a rest.
        symbol: Its chord, whose first note has the marks that are of all of them.
        lines: The numbers of lines by their ends.
        first: Whether it is the first note of the chord.
    """
    ties: list[tuple[str, str]] = []
    tuplet, marks = symbol.tuplet, list(_marks_at(head, symbol, lines, first=first))
    if head is not None:
        ties += [("tied", "stop")] * head.tied_from + [("tied", "start")] * head.tied_to
    if first and tuplet is not None:
        ties += [("tuplet", "start")] * tuplet.starts + [("tuplet", "stop")] * tuplet.stops
    if not ties and not marks:
        return
    notations = ET.SubElement(parent, "notations")
    for tag, kind in ties:
        ET.SubElement(notations, tag, type=kind)
    write_marks(notations, marks)


def _marks_at(head: Head | None, symbol: Symbol, lines: LineEnds, *, first: bool) -> Iterator[Mark]:
    """Yield the marks that are written at a note of a chord."""
    if first:
        yield from shared(symbol.marks)
        if symbol.fermata and not any(mark.name == _FERMATA.name for mark in symbol.marks):
            yield _FERMATA
    for mark in () if head is None else head.marks:
        if mark.kind.line:
            number = lines.get((head.id, mark.name, mark.detail)) if head else None
            if number is not None:
                yield replace(mark, detail=str(number))
        elif mark.kind.group not in SHARED:
            yield mark


# Over a tempo that is only heard: MuseScore 3 prints the number of a bare `sound` element.
_BLANK = "\N{NO-BREAK SPACE}"


def write_tempo(parent: ET.Element, mark: TempoMark, offset: int, meter: tuple[int, int]) -> None:
    """Write a tempo mark, some divisions after the place that is reached."""
    direction = ET.SubElement(parent, "direction", placement="above")
    words = mark.words if mark.is_seen else _BLANK
    if words:
        text(ET.SubElement(direction, "direction-type"), "words", words)
    if mark.is_numbered and mark.written:
        write_number(ET.SubElement(direction, "direction-type"), mark.written)
    elif mark.is_numbered:
        _write_metronome(direction, mark, meter)
    if offset:
        text(direction, "offset", offset, sound="yes")
    ET.SubElement(direction, "sound", tempo=_tempo(mark))


def _write_metronome(parent: ET.Element, mark: TempoMark, meter: tuple[int, int]) -> None:
    """Write a number. It counts what is beaten: halves in 2/2, dotted quarters in 6/8."""
    about = {"parentheses": "yes"} if mark.words else {}
    metronome = ET.SubElement(ET.SubElement(parent, "direction-type"), "metronome", about)
    beats, value = meter
    compound = value == _EIGHTH and beats > 3 and beats % 3 == 0
    halves = value == _HALF
    text(metronome, "beat-unit", "half" if halves else "quarter")
    if compound:
        ET.SubElement(metronome, "beat-unit-dot")
    quarters = 2 if halves else 1.5 if compound else 1
    number = f"c. {mark.usual / quarters:.0f}" if mark.usual else f"{mark.bpm / quarters:.0f}"
    text(metronome, "per-minute", number)


def write_number(parent: ET.Element, said: str) -> None:
    """Write a metronome mark.

    Args:
        parent: The `direction-type`.
        said: As `directions_of` has it: `quarter.=c. 66`, in brackets or not.
    """
    bare = said.removeprefix("(").removesuffix(")")
    about = {"parentheses": "yes"} if said.startswith("(") else {}
    element = ET.SubElement(parent, "metronome", about)
    left, _, right = bare.partition("=")
    for side in (left, right):
        unit = side.rstrip(".")
        if unit in UNITS:
            text(element, "beat-unit", unit)
            for _ in range(len(side) - len(unit)):
                ET.SubElement(element, "beat-unit-dot")
        else:
            text(element, "per-minute", printable(side))


def _tempo(mark: TempoMark) -> str:
    return f"{mark.bpm:.6g}"


def write_pedal(
    parent: ET.Element, mark: PedalMark, offset: int, *, staff: int, changes: bool = False
) -> None:
    """Write that the sustain pedal goes down or up, some divisions after the place reached.

    Args:
        parent: The measure.
        mark: The move.
        offset: Divisions.
        staff: How many staves the part has.
        changes: Whether it goes up and down again in one sign.
    """
    direction = ET.SubElement(parent, "direction", placement="below")
    kind = "change" if changes else "start" if mark.is_down else "stop"
    pedal = ET.SubElement(direction, "direction-type")
    ET.SubElement(pedal, "pedal", type=kind, line="no", sign="yes")
    _place(direction, offset, staff if staff > 1 else 0)


def write_dynamic(parent: ET.Element, mark: DynamicMark, offset: int, *, staff: int) -> None:
    """Write a dynamic, some divisions after the place that is reached."""
    direction = ET.SubElement(parent, "direction", placement="below")
    dynamics = ET.SubElement(ET.SubElement(direction, "direction-type"), "dynamics")
    if mark.name in {*DYNAMICS, *STROKES}:
        ET.SubElement(dynamics, mark.name)
    else:
        text(dynamics, "other-dynamics", with_glyphs(mark.name))
    _place(direction, offset, staff)


def _place(direction: ET.Element, offset: int, staff: int) -> None:
    """Write the place of a direction; staff 0 is for a part with one staff."""
    if offset:
        text(direction, "offset", offset, sound="yes")
    if staff:
        text(direction, "staff", staff)


def write_harmony(parent: ET.Element, name: ChordName, offset: int) -> None:
    """Write a chord symbol, some divisions after the place that is reached."""
    element = ET.SubElement(parent, "harmony")
    root = ET.SubElement(element, "root")
    spelling = name.root
    step = text(root, "root-step", spelling.step if spelling else "C")
    if spelling is None:
        step.set("text", "")
    elif spelling.alter:
        text(root, "root-alter", spelling.alter)
    text(element, "kind", name.kind).set("text", name.text)
    if name.bass is not None:
        bass = ET.SubElement(element, "bass")
        text(bass, "bass-step", name.bass.step)
        if name.bass.alter:
            text(bass, "bass-alter", name.bass.alter)
    if offset:
        text(element, "offset", offset)
