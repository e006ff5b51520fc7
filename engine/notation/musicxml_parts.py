"""A MusicXML document as parts, each with its measures; of either way to order them."""

from xml.etree import ElementTree as ET

from engine.form.quarters import number
from engine.gate.words import printable
from engine.ground.errors import LimitError, NotationFileError
from engine.notation.left_out import LeftOutCounts
from engine.notation.musicxml import TICKS_FIELD
from engine.notation.musicxml_instruments import Instruments, name_of, program_named
from engine.notation.musicxml_measures import PartReader
from engine.notation.read_parts import ReadPart
from engine.notation.score_making import MOST_TICKS

# Elements that only say how a score looks.
SKIPPED = frozenset(
    {
        "appearance",
        "beam",
        "credit",
        "defaults",
        "link",
        "listening",
        "play",
        "print",
        "stem",
        "time-modification",
        "tuplet",
        "type",
    }
)
_LONGEST_NAME = 200


def title_of(root: ET.Element) -> str:
    """Return a piece's title, or an empty text."""
    for place in ("work/work-title", "movement-title"):
        text = (root.findtext(place) or "").strip()
        if text:
            return printable(text)[:_LONGEST_NAME]
    return ""


def composer_of(root: ET.Element) -> str:
    """Return a piece's composer, or an empty text."""
    for creator in root.findall("identification/creator"):
        text = printable((creator.text or "").strip())
        if creator.get("type", "").casefold() == "composer" and text:
            return text[:_LONGEST_NAME]
    return ""


def ticks_of(root: ET.Element) -> int:
    """Return the ticks of a quarter that a file of Segue's own had; 0 for another file."""
    for field in root.findall("identification/miscellaneous/miscellaneous-field"):
        if field.get("name") == TICKS_FIELD:
            ticks = int(number(field.text))
            return ticks if 1 <= ticks <= MOST_TICKS else 0
    return 0


def parts_of(
    root: ET.Element,
    *,
    most_parts: int,
    most_measures: int,
    counts: LeftOutCounts | None = None,
) -> tuple[ReadPart, ...]:
    """Return the parts of a document.

    Args:
        root: Its root element.
        most_parts: The most parts it may have.
        most_measures: The most measures each may have.
        counts: Counts what is not played.

    Raises:
        NotationFileError: It is XML of another kind.
        LimitError: It has more parts or measures.
    """
    if root.tag not in {"score-partwise", "score-timewise"}:
        raise NotationFileError("It is XML, but no MusicXML score.")
    about = {element.get("id", ""): element for element in root.findall("part-list/score-part")}
    by_part = _by_part(root)
    if len(by_part) > most_parts:
        raise LimitError(
            "It has {by_part:,} parts; Segue reads up to {most_parts:,}.",
            by_part=len(by_part),
            most_parts=most_parts,
        )
    if max(map(len, by_part.values()), default=0) > most_measures:
        raise LimitError(
            "It has more than {most_measures:,} measures.", most_measures=most_measures
        )
    counts = LeftOutCounts() if counts is None else counts
    return tuple(_part(about.get(name), measures, counts) for name, measures in by_part.items())


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


def _part(about: ET.Element | None, elements: list[ET.Element], counts: LeftOutCounts) -> ReadPart:
    instruments, name = Instruments.of(about), name_of(about)
    first = instruments.first
    own = next((e.program for e in instruments.by_id.values() if e.program is not None), None)
    program = program_named(name) if own is None else own
    reader = PartReader(instruments, program, counts)
    measures = [reader.read(element) for element in elements]
    reader.finish(measures)
    drums = sum(measure.drums for measure in measures)
    pitched = sum(bool(measure.notes) and not measure.drums for measure in measures)
    return ReadPart(
        name=name,
        program=program,
        is_drum=first.is_drums or drums > pitched,
        measures=tuple(measures),
        controls=first.controls,
    )
