"""A page as MusicXML 4.0 (https://www.w3.org/2021/06/musicxml40/), written whole."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from xml.etree import ElementTree as ET

from engine.gate.words import printable
from engine.notation import instruments
from engine.notation.excerpts import cut_free, with_both_ends
from engine.notation.musicxml_elements import text
from engine.notation.musicxml_writing import PartWriter, drum_id
from engine.notation.page import Head, NotatedPart, NotatedPiece

_DOCTYPE = (
    b"<!DOCTYPE score-partwise PUBLIC"
    b' "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">\n'
)
# The field in which a file of Segue says the grid of its score.
TICKS_FIELD = "ticks per quarter"
_DRUM_CHANNEL = 10
_LONGEST_NAME = 20


def write(page: NotatedPiece, *, only: range | None = None, software: str = "Segue") -> bytes:
    """Return a page as a MusicXML file.

    Args:
        page: The notation.
        only: The measures that are written, from 0; None writes all.
        software: The name of the program that made it.
    """
    root = ET.Element("score-partwise", version="4.0")
    _write_head(root, page, software)
    _write_part_list(root, page.parts, only)
    page = replace(page, parts=tuple(map(with_both_ends, page.parts)))
    if only is not None:
        page = replace(page, parts=tuple(cut_free(part, only) for part in page.parts))
    for part in page.parts:
        PartWriter(part, only, page.ticks_per_quarter).write(root)
    body: bytes = ET.tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + _DOCTYPE + body + b"\n"


def _write_head(root: ET.Element, page: NotatedPiece, software: str) -> None:
    if page.title:
        text(ET.SubElement(root, "work"), "work-title", printable(page.title))
    identification = ET.SubElement(root, "identification")
    if page.composer:
        text(identification, "creator", printable(page.composer), type="composer")
    encoding = ET.SubElement(identification, "encoding")
    text(encoding, "software", software)
    for element in ("accidental", "beam", "stem"):
        supported = "no" if element == "stem" else "yes"
        ET.SubElement(encoding, "supports", element=element, type=supported)
    fields = ET.SubElement(identification, "miscellaneous")
    text(fields, "miscellaneous-field", page.ticks_per_quarter, name=TICKS_FIELD)


def _write_part_list(root: ET.Element, parts: Sequence[NotatedPart], only: range | None) -> None:
    element = ET.SubElement(root, "part-list")
    groups = {group.start: group for group in (*_hands(parts), *_families(parts))}
    last = -1
    for number, part in enumerate(parts):
        # A line of a score has short names; a line that continues the score has none.
        name = part.name if only is None else "" if only.start else _short(part.name)
        if number in groups:
            last = groups[number].stop - 1
            _begin_group(element, part, parts[last], name="" if only is None else name)
        lower = part.one_hand and number == last
        shown = not lower or part.name != parts[number - 1].name
        if only is not None and part.one_hand and parts[last].name == part.name:
            name = ""  # the group has it
        _write_score_part(element, part, number, name=name, shown=shown)
        if number == last:
            ET.SubElement(element, "part-group", type="stop", number="1")


def _hands(parts: Sequence[NotatedPart]) -> Iterator[range]:
    """Yield the two hands of each player who has a part for each."""
    first = 0
    while first < len(parts) - 1:
        pair = parts[first].one_hand and parts[first + 1].one_hand
        if pair:
            yield range(first, first + 2)
        first += 2 if pair else 1


def _families(parts: Sequence[NotatedPart]) -> Iterator[range]:
    """Yield neighbours of one family of instruments, two at least."""
    first = 0
    families = [instruments.family_of(part.program, is_drum=part.is_drum) for part in parts]
    for family, members in groupby(families):
        count = len(list(members))
        if family and count > 1:
            yield range(first, first + count)
        first += count


def _begin_group(parent: ET.Element, part: NotatedPart, last: NotatedPart, *, name: str) -> None:
    group = ET.SubElement(parent, "part-group", type="start", number="1")
    if name and part.one_hand and part.name == last.name:
        text(group, "group-name", printable(name))
    text(group, "group-symbol", "brace" if part.one_hand else "bracket")
    joined = part.one_hand or instruments.joins_bar_lines(part.program)
    text(group, "group-barline", "yes" if joined else "no")


def _write_score_part(
    parent: ET.Element, part: NotatedPart, number: int, *, name: str, shown: bool
) -> None:
    element = ET.SubElement(parent, "score-part", id=part.id)
    text(element, "part-name", printable(name), **({} if shown else {"print-object": "no"}))
    channel = str(_DRUM_CHANNEL if part.is_drum else _channel(number))
    drums = _drums(part)
    instruments = {drum_id(part, pitch): f"Drum {pitch}" for pitch in drums}
    instruments = instruments or {f"{part.id}-I1": printable(part.name)}
    for each, named in instruments.items():
        text(ET.SubElement(element, "score-instrument", id=each), "instrument-name", named)
    for place, each in enumerate(instruments):
        midi = ET.SubElement(element, "midi-instrument", id=each)
        text(midi, "midi-channel", channel)
        text(midi, "midi-program", part.program + 1)
        if drums:
            text(midi, "midi-unpitched", drums[place] + 1)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"


def _channel(number: int) -> int:
    """Return a MIDI channel from 1 that is not the drums'."""
    free = [channel for channel in range(1, 17) if channel != _DRUM_CHANNEL]
    return free[number % len(free)]


def _drums(part: NotatedPart) -> tuple[int, ...]:
    if not part.is_drum:
        return ()
    return tuple(sorted({head.pitch for head in heads_of(part)}))


def heads_of(part: NotatedPart) -> Iterator[Head]:
    """Yield every note head of a part."""
    for measure in part.measures:
        for voice in measure.voices:
            for symbol in voice.symbols:
                yield from symbol.heads
