"""A MusicXML document as parts, each with its measures; of either way to order them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from xml.etree import ElementTree as ET

from engine.errors import LimitError, NotationFileError
from engine.gate.words import printable
from engine.notation.musicxml_measures import PartReader, ReadMeasure
from engine.notation.quarters import number

# What a score looks like is nothing that sounds.
SKIPPED = frozenset(
    {
        "appearance",
        "articulations",
        "beam",
        "credit",
        "defaults",
        "fermata",
        "figured-bass",
        "link",
        "listening",
        "notations",
        "ornaments",
        "play",
        "print",
        "staff-details",
        "stem",
        "technical",
        "time-modification",
        "type",
        "words",
    }
)
_DRUM_CHANNEL = 10
_LONGEST_NAME = 200
# Parts of the names of instruments in English, German, French and Italian, and what plays them.
_PROGRAMS: Mapping[str, int] = MappingProxyType(
    {
        "piccolo": 72,
        "bass clarinet": 71,
        "clarinet|klarinette|clarinett": 71,
        "bassoon|fagott|basson": 70,
        "oboe|hautbois": 68,
        "english horn|corno inglese|cor anglais": 69,
        "flute|flöte|flauto|flûte": 73,
        "recorder|blockflöte": 74,
        "trombone|posaune": 57,
        "trumpet|trompete|tromba|trompette": 56,
        "tuba": 58,
        "horn|corno|cor ": 60,
        "sax": 65,
        "timpani|pauke|timbales": 47,
        "contrabass|kontrabass|double bass|contrabasso": 43,
        "cello|violoncell": 42,
        "viola|bratsche|alto viola": 41,
        "violin|geige|violon": 40,
        "guitar|gitarre|chitarra": 24,
        "harpsichord|cembalo|clavecin": 6,
        "harp|arpa": 46,
        "organ|orgel|orgue": 19,
        "electric bass|bass guitar": 33,
        "soprano|sopran|alto|tenor|bass|voice|gesang|canto|choir|chor": 52,
        "piano|klavier|pianoforte": 0,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPart:
    """A part as it was read.

    Attributes:
        name: What stands before it.
        program: General MIDI program.
        is_drum: Whether its notes are drums.
        measures: One after another, as they stand.
    """

    name: str
    program: int
    is_drum: bool
    measures: tuple[ReadMeasure, ...]


def title_of(root: ET.Element) -> str:
    """Return a piece's title, or an empty text."""
    for place in ("work/work-title", "movement-title"):
        text = (root.findtext(place) or "").strip()
        if text:
            return printable(text)[:_LONGEST_NAME]
    return ""


def composer_of(root: ET.Element) -> str:
    """Return who wrote a piece, or an empty text."""
    for creator in root.findall("identification/creator"):
        text = printable((creator.text or "").strip())
        if creator.get("type", "").casefold() == "composer" and text:
            return text[:_LONGEST_NAME]
    return ""


def parts_of(root: ET.Element, *, most_parts: int, most_measures: int) -> tuple[ReadPart, ...]:
    """Return the parts of a document.

    Args:
        root: Its root element.
        most_parts: The most parts it may have.
        most_measures: The most measures each may have.

    Raises:
        NotationFileError: It is XML of another kind.
        LimitError: It has more parts or measures.
    """
    if root.tag not in {"score-partwise", "score-timewise"}:
        raise NotationFileError("It is XML, but no MusicXML score.")
    about = {element.get("id", ""): element for element in root.findall("part-list/score-part")}
    by_part = _by_part(root)
    if len(by_part) > most_parts:
        raise LimitError(f"It has {len(by_part):,} parts; Segue reads up to {most_parts:,}.")
    if max(map(len, by_part.values()), default=0) > most_measures:
        raise LimitError(f"It has more than {most_measures:,} measures.")
    return tuple(_part(about.get(name), measures) for name, measures in by_part.items())


def _by_part(root: ET.Element) -> dict[str, list[ET.Element]]:
    found: dict[str, list[ET.Element]] = {}
    if root.tag == "score-partwise":
        for number_, part in enumerate(root.findall("part")):
            found[part.get("id", str(number_))] = part.findall("measure")
        return found
    for measure in root.findall("measure"):
        for part in measure.findall("part"):
            found.setdefault(part.get("id", ""), []).append(part)
    return found


def _part(about: ET.Element | None, elements: list[ET.Element]) -> ReadPart:
    unpitched: dict[str, int] = {}
    program, channel = None, 0
    for midi in [] if about is None else about.findall("midi-instrument"):
        drum = int(number(midi.findtext("midi-unpitched")))
        if 1 <= drum <= 128:
            unpitched[midi.get("id", "")] = drum - 1
        told = int(number(midi.findtext("midi-program")))
        if program is None and 1 <= told <= 128:
            program = told - 1
        channel = channel or int(number(midi.findtext("midi-channel")))
    reader = PartReader(unpitched)
    measures = tuple(reader.read(element) for element in elements)
    name = "" if about is None else _name(about)
    drums = sum(measure.drums for measure in measures)
    pitched = sum(bool(measure.notes) and not measure.drums for measure in measures)
    is_drum = channel == _DRUM_CHANNEL or drums > pitched
    return ReadPart(
        name=name,
        program=program if program is not None else program_named(name),
        is_drum=is_drum,
        measures=measures,
    )


def _name(about: ET.Element) -> str:
    text = re.sub(r"\s+", " ", about.findtext("part-name") or "").strip()
    return printable(text)[:_LONGEST_NAME]


def program_named(name: str) -> int:
    """Return the program that an instrument's name stands for; the piano where none does."""
    lower = name.lower()
    for words, program in _PROGRAMS.items():
        if any(word in lower for word in words.split("|")):
            return program
    return 0
