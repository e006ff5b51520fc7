"""Which instrument plays each note of a MusicXML part: several of them, and changes within it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from xml.etree import ElementTree as ET

from engine.form.quarters import number
from engine.gate.words import printable

# As MusicXML counts, from 1.
_DRUM_CHANNEL = 10
# Letters, a limit for damaged files.
_LONGEST_NAME = 200
# Controllers.
_VOLUME, _PAN, _BANK, _BANK_FINE = 7, 10, 0, 32
# Parts of the names of instruments in English, German, French and Italian, and what plays them.
_PROGRAMS: Mapping[str, int] = MappingProxyType(
    {
        "piccolo": 72,
        "bass clarinet": 71,
        "clarinet|klarinette|clarinett": 71,
        "bassoon|fagott|basson": 70,
        "oboe|hautbois": 68,
        "english horn|english-horn|corno inglese|cor anglais": 69,
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
class Instrument:
    """An instrument of a part.

    Attributes:
        name: Its name in the file.
        program: General MIDI program; None where the file does not say it.
        unpitched: The drum that it is; None for others.
        channel: MIDI channel from 1; 0 where the file does not say it.
        controls: (number, value) of MIDI controllers that hold from the beginning.
    """

    name: str = ""
    program: int | None = None
    unpitched: int | None = None
    channel: int = 0
    controls: tuple[tuple[int, int], ...] = ()

    @property
    def is_drums(self) -> bool:
        """Whether it is on the channel of the drums."""
        return self.channel == _DRUM_CHANNEL


@dataclass(slots=True)
class Instruments:
    """The instruments of a part by id, as they are where reading has come to.

    Attributes:
        by_id: In the order of the file.
    """

    by_id: dict[str, Instrument] = field(default_factory=dict)

    @classmethod
    def of(cls, about: ET.Element | None) -> "Instruments":
        """Return the instruments that a part's `score-part` names."""
        instruments = cls()
        for element in [] if about is None else about:
            if element.tag == "score-instrument":
                named = printable(element.findtext("instrument-name", "").strip())[:_LONGEST_NAME]
                program = program_named_or_none(sound_name(element))
                instruments._set(element, Instrument(name=named, program=program))
            elif element.tag == "midi-instrument":
                instruments.tell(element)
        return instruments

    @property
    def first(self) -> Instrument:
        """The one that plays notes which name none."""
        return next(iter(self.by_id.values()), Instrument())

    def of_note(self, element: ET.Element) -> Instrument:
        """Return the instrument of a note."""
        named = element.find("instrument")
        if named is None:
            return self.first
        return self.by_id.get(named.get("id", ""), self.first)

    def unpitched_of(self, element: ET.Element) -> int | None:
        """Return the drum that a note names; None where it names none.

        A part with one drum need not name it at each note.
        """
        if element.find("instrument") is not None:
            return self.of_note(element).unpitched
        drums = [each.unpitched for each in self.by_id.values() if each.unpitched is not None]
        return drums[0] if len(drums) == 1 else None

    def change(self, element: ET.Element) -> None:
        """Let an instrument be another one from here on, as a `sound` says."""
        before = self.by_id.get(element.get("id", ""), self.first)
        self.tell(element)
        for name, each in self.by_id.items():
            if each.name and each.name == before.name and each.program != before.program:
                self.by_id[name] = replace(each, name="")

    def tell(self, element: ET.Element) -> None:
        """Take over what a `midi-instrument` or an `instrument-change` says."""
        before = self.by_id.get(element.get("id", ""), Instrument())
        drum = _from_one(element.findtext("midi-unpitched"))
        program = _from_one(element.findtext("midi-program"))
        if element.tag == "instrument-change":
            program = program_named_or_none(sound_name(element))
        channel = int(number(element.findtext("midi-channel")))
        self._set(
            element,
            replace(
                before,
                program=before.program if program is None else program,
                unpitched=before.unpitched if drum is None else drum,
                channel=channel if 1 <= channel <= 16 else before.channel,
                controls=_controls(element) or before.controls,
            ),
        )

    def _set(self, element: ET.Element, instrument: Instrument) -> None:
        name = element.get("id", "")
        # A change for an instrument that the part does not have is one for its only one.
        if name not in self.by_id and len(self.by_id) == 1 and element.tag == "instrument-change":
            name = next(iter(self.by_id))
        self.by_id[name] = instrument


def sound_name(element: ET.Element) -> str:
    """Return the standard sound of an instrument, `brass.trumpet`, as words."""
    return element.findtext("instrument-sound", "").replace(".", " ")


def program_named(name: str) -> int:
    """Return the program of an instrument's name; the piano for an unknown name."""
    return program_named_or_none(name) or 0


def program_named_or_none(name: str) -> int | None:
    """Return the program of an instrument's name, or None for an unknown name."""
    lower = name.lower()
    for words, program in _PROGRAMS.items():
        if any(word in lower for word in words.split("|")):
            return program
    return None


def name_of(about: ET.Element | None) -> str:
    """Return the name of a part."""
    if about is None:
        return ""
    text = re.sub(r"\s+", " ", about.findtext("part-name") or "").strip()
    return printable(text)[:_LONGEST_NAME]


def _from_one(text: str | None) -> int | None:
    """Return a number of 1 to 128 counted from 0, or None."""
    told = int(number(text))
    return told - 1 if 1 <= told <= 128 else None


def _controls(element: ET.Element) -> tuple[tuple[int, int], ...]:
    """Return the controllers of a mixer and of a bank: volume 0 to 100, pan -90 to 90 degrees."""
    found: list[tuple[int, int]] = []
    bank = int(number(element.findtext("midi-bank")))
    if 1 < bank <= 1 << 14:
        found += [(_BANK, (bank - 1) >> 7), (_BANK_FINE, (bank - 1) & 127)]
    volume, pan = element.findtext("volume"), element.findtext("pan")
    if volume is not None:
        found.append((_VOLUME, _seven_bits(number(volume) * 127 / 100)))
    if pan is not None:
        found.append((_PAN, _seven_bits(64 + number(pan) * 63 / 90)))
    # The values that a device has after a reset are not written.
    return tuple(each for each in found if each not in {(_VOLUME, 100), (_PAN, 64)})


def _seven_bits(value: object) -> int:
    return max(0, min(127, round(float(value))))  # type: ignore[arg-type]
