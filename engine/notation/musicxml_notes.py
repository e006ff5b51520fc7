"""Single notes of MusicXML as they are read: pitch, ties, signs, syllables, grace notes."""

import re
from fractions import Fraction
from xml.etree import ElementTree as ET

from engine.form import interpretation
from engine.form.interpretation import SIGNS
from engine.form.quarters import number
from engine.notation.page import Spelling
from engine.notation.read_parts import NO_MARKS, Marks

STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_LETTERS = "CDEFGAB"
_SHARPS, _FLATS = "FCGDAEB", "BEADGCF"
# Some programs number verses `part1verse2`.
_LAST_NUMBER = re.compile(r"\d{1,2}$")
# Limits for damaged files.
_MOST_VERSES = 12
_LONGEST_SYLLABLE = 1024
# MusicXML counts dynamics in percent of this.
_FORTE_VELOCITY = 90
_ACCIDENTALS = {"sharp": 1, "flat": -1, "natural": 0, "double-sharp": 2, "flat-flat": -2}


def spelling_of(element: ET.Element, step: str, octave: str) -> Spelling:
    """Return a written pitch; quarter tones become the nearest semitone that MIDI has."""
    letter = element.findtext(step, "").strip()
    alter = round(number(element.findtext("alter")))
    height = int(number(element.findtext(octave, "4")))
    return Spelling(letter if letter in STEPS else "B", max(-3, min(3, alter)), height)


def is_microtone(pitch: ET.Element) -> bool:
    """Return whether a pitch lies between two semitones."""
    return number(pitch.findtext("alter")).denominator != 1


def own_velocity(element: ET.Element) -> int:
    """Return the velocity that a note itself has; 0 for as loud as the dynamics say."""
    own = element.get("dynamics")
    return 0 if own is None else velocity_of_percent(own)


def velocity_of_percent(text: str) -> int:
    """Return the velocity of a number in percent of forte."""
    return max(1, min(127, round(float(number(text)) * _FORTE_VELOCITY / 100)))


def ties_of(element: ET.Element) -> frozenset[str]:
    """Return `start` and `stop` as a note says them: as ties that sound, or that are seen."""
    sounding = {tie.get("type", "") for tie in element.findall("tie")}
    seen = {tie.get("type", "") for tie in element.findall("notations/tied")}
    found = sounding | seen
    return frozenset(found | {"start", "stop"} if "continue" in found else found)


def passes_of(element: ET.Element) -> frozenset[int]:
    """Return the passes that something is played in; an empty set for all."""
    return frozenset(int(each) for each in re.findall(r"\d{1,2}", element.get("time-only", "")))


def grace_share(grace: ET.Element) -> Fraction | None:
    """Return which share of its main note a grace note takes, 0 before the beat.

    None for one without a slash: alone it is an appoggiatura, several of them are not.
    """
    following = number(grace.get("steal-time-following"))
    if following > 0:
        return min(following, Fraction(95)) / 100
    if grace.get("slash") == "yes" or number(grace.get("steal-time-previous")) > 0:
        return Fraction(0)
    return None


def marks_of(
    element: ET.Element, spelling: Spelling | None, fifths: int, *, trills: bool = False
) -> Marks:
    """Return the signs at a note that change how it is played.

    Args:
        element: The note.
        spelling: Its written pitch.
        fifths: The written key signature.
        trills: Whether the wavy line of a trill goes on over it.
    """
    found: dict[str, None] = {"trill-mark": None} if trills else {}
    marks: dict[str, object] = {}
    for notations in element.findall("notations"):
        for child in notations:
            if child.tag in {"articulations", "ornaments"}:
                found |= dict.fromkeys(each.tag for each in child if each.tag in SIGNS)
                marks |= _tremolo(child)
                if any(each.get("type") == "start" for each in child.findall("wavy-line")):
                    found["trill-mark"] = None
            elif child.tag == "fermata":
                found["fermata"] = None
            elif child.tag == "arpeggiate":
                marks["arpeggio"] = child.get("number", "1")
                marks["downwards"] = child.get("direction") == "down"
            elif child.tag in {"glissando", "slide"} and child.get("type") == "start":
                marks["slides"] = True
    if not found and not marks:
        return NO_MARKS
    signs = tuple(found)
    if spelling is not None and any(SIGNS[sign].figure for sign in signs):
        above, below = _accidental_marks(element)
        marks["upper"] = _neighbour(spelling, fifths, 1, above)
        marks["lower"] = -_neighbour(spelling, fifths, -1, below)
    return Marks(signs=signs, **marks)  # type: ignore[arg-type]


def trills_begun(element: ET.Element, voice: tuple[str, str]) -> frozenset[tuple[str, str]]:
    """Return the voice if a wavy line begins at a note of it."""
    return frozenset({voice} if "start" in _wavy_lines(element) else ())


def trills_ended(element: ET.Element, voice: tuple[str, str]) -> frozenset[tuple[str, str]]:
    """Return the voice if a wavy line ends at a note of it."""
    return frozenset({voice} if "stop" in _wavy_lines(element) else ())


def _wavy_lines(element: ET.Element) -> set[str]:
    lines = element.findall("notations/ornaments/wavy-line")
    return {line.get("type", "") for line in lines}


def _tremolo(ornaments: ET.Element) -> dict[str, object]:
    tremolo = ornaments.find("tremolo")
    if tremolo is None:
        return {}
    kind = tremolo.get("type", "single")
    strokes = int(number(tremolo.text))
    if kind == "unmeasured" or strokes == 0:
        strokes = interpretation.UNMEASURED_STROKES
    # The second of two notes is played with the first one.
    if kind == "stop":
        return {}
    return {
        "strokes": max(1, min(interpretation.MOST_STROKES, strokes)),
        "with_next": kind == "start",
    }


def _accidental_marks(element: ET.Element) -> tuple[int | None, int | None]:
    above = below = None
    for mark in element.findall("notations/ornaments/accidental-mark"):
        alter = _ACCIDENTALS.get((mark.text or "").strip())
        if mark.get("placement") == "below":
            below = alter
        else:
            above = alter
    return above, below


def _neighbour(spelling: Spelling, fifths: int, step: int, alter: int | None) -> int:
    """Return the semitones up to the next letter of the key; negative ones down."""
    octaves, letter = divmod(_LETTERS.index(spelling.step) + step, 7)
    name = _LETTERS[letter]
    signed = alter if alter is not None else key_alter(name, fifths)
    here = STEPS[spelling.step] + spelling.alter
    return STEPS[name] + signed + 12 * octaves - here


def key_alter(step: str, fifths: int) -> int:
    """Return the semitones that a key signature moves a letter by."""
    if fifths > 0:
        return (fifths + 6 - _SHARPS.index(step)) // 7
    return -((-fifths + 6 - _FLATS.index(step)) // 7)


def verses_of(element: ET.Element) -> tuple[str, ...]:
    """Return a note's syllables by verse."""
    found: dict[int, str] = {}
    for order, lyric in enumerate(element.findall("lyric")[:_MOST_VERSES], 1):
        text = " ".join(part.text.strip() for part in lyric.findall("text") if part.text)
        text = text[:_LONGEST_SYLLABLE]
        goes_on = lyric.findtext("syllabic") in {"begin", "middle"}
        # Finale calls it `part1verse2`.
        named = _LAST_NUMBER.search(lyric.get("number", ""))
        verse = int(named.group()) if named is not None else order
        if 1 <= verse <= _MOST_VERSES:
            found.setdefault(verse, f"{text}-" if goes_on and text else text)
    return tuple(found.get(verse, "") for verse in range(1, max(found, default=0) + 1))
