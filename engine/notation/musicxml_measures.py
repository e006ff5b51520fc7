"""The measures of a MusicXML part, as what sounds in them; written with any program."""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from xml.etree import ElementTree as ET

from engine.music.chord_symbols import Chord
from engine.music.chord_track import transposed
from engine.notation.chord_names import chord_of
from engine.notation.instruments import drum_at
from engine.notation.page import Spelling
from engine.notation.quarters import LONGEST, number, simplified
from engine.notation.unfolding import MOST_TIMES, Signs

_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_LAST_NUMBER = re.compile(r"\d{1,2}$")
_MOST_VERSES = 12
_LONGEST_SYLLABLE = 1024
# Sharps or flats: seven double ones. A key with more of them is none.
_MOST_FIFTHS = 14
_BEFORE = Fraction(-1)
# Quarters that a note may be heard before or after the place where it is written.
_FARTHEST = Fraction(4)
_FORTE_VELOCITY = 90
_DEFAULT_VELOCITY = 80
# As MuseScore plays them.
_DYNAMICS: Mapping[str, int] = MappingProxyType(
    {
        "pppp": 10,
        "ppp": 16,
        "pp": 33,
        "p": 49,
        "mp": 64,
        "mf": 80,
        "f": 96,
        "ff": 112,
        "fff": 120,
        "ffff": 127,
    }
)
_UNITS: Mapping[str, Fraction] = MappingProxyType(
    {
        "breve": Fraction(8),
        "whole": Fraction(4),
        "half": Fraction(2),
        "quarter": Fraction(1),
        "eighth": Fraction(1, 2),
        "16th": Fraction(1, 4),
        "32nd": Fraction(1, 8),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadNote:
    """A note in a measure.

    Attributes:
        start: Quarters from the bar line.
        length: Quarters; 0 for a grace note.
        pitch: MIDI number that sounds.
        velocity: 1 to 127; 0 for as loud as the dynamics say.
        staff: The one it stands on, as the file says it; empty where it does not.
        tied_from: Whether it goes on from one before.
        tied_to: Whether it goes on.
        attack: Quarters by which it is heard after its start.
        release: Quarters by which it ends after its length.
        before: For a grace note, how many of its kind come from it on to its main note.
        verses: Its syllables, `-` at the end where the word goes on; empty for a verse without.
        spelling: Letter and sign that sound are another's matter: these are the written ones.
    """

    start: Fraction
    length: Fraction
    pitch: int
    velocity: int
    staff: str = ""
    tied_from: bool = False
    tied_to: bool = False
    attack: Fraction = Fraction(0)
    release: Fraction = Fraction(0)
    before: int = 0
    verses: tuple[str, ...] = ()
    spelling: Spelling | None = None


@dataclass(slots=True)
class ReadMeasure:
    """What one measure of one part has.

    Attributes:
        length: Quarters that are filled.
        notes: In the order of the file.
        meter: (beats, beat value) where it is said.
        key: (fifths that sound, whether it is minor) where it is said.
        tempos: (quarters from the bar line, quarters a minute).
        chords: (quarters from the bar line, the chord that sounds), its tick not known yet.
        signs: What it says about repeats.
        drums: Whether there are unpitched notes in it.
    """

    length: Fraction = Fraction(0)
    notes: list[ReadNote] = field(default_factory=list)
    meter: tuple[int, int] | None = None
    key: tuple[int, bool] | None = None
    tempos: list[tuple[Fraction, float]] = field(default_factory=list)
    chords: list[tuple[Fraction, Chord]] = field(default_factory=list)
    signs: Signs = field(default_factory=Signs)
    drums: bool = False


class PartReader:
    """Reads the measures of one part, one after another.

    Args:
        unpitched: The MIDI number of each instrument of the part that is a drum.
    """

    def __init__(self, unpitched: Mapping[str, int]) -> None:
        self._unpitched = unpitched
        self._divisions = Fraction(1)
        self._semitones = 0
        # Velocities by place and staff, "" for a staff of which nothing is said there. What holds
        # from before stands before the bar line.
        self._dynamics = {_BEFORE: {"": _DEFAULT_VELOCITY}}
        self._ending: frozenset[int] = frozenset()
        self._now = Fraction(0)
        self._chord_start = Fraction(0)
        self._graces: list[ReadNote] = []
        self._here = ReadMeasure()
        self._does: dict[str, Callable[[ET.Element], None]] = {
            "note": self._note,
            "backup": self._backup,
            "forward": self._forward,
            "attributes": self._attributes,
            "direction": self._direction,
            "harmony": self._harmony,
            "sound": self._sound,
            "barline": self._barline,
        }

    def read(self, element: ET.Element) -> ReadMeasure:
        """Return one measure."""
        self._here = ReadMeasure()
        self._now = self._chord_start = Fraction(0)
        self._here.signs = Signs(endings=self._ending)
        for child in element:
            do = self._does.get(child.tag)
            if do is not None:
                do(child)
        self._end_graces()
        self._set_velocities()
        return self._here

    def _set_velocities(self) -> None:
        """Let dynamics hold in the order of time: voices of a measure follow one another."""
        places = sorted(self._dynamics)
        for index, note in enumerate(self._here.notes):
            if not note.velocity:
                here = self._dynamics[places[bisect_right(places, note.start) - 1]]
                velocity = here.get(note.staff, here[""])
                self._here.notes[index] = replace(note, velocity=velocity)
        self._dynamics = {_BEFORE: self._dynamics[places[-1]]}

    def _end_graces(self) -> None:
        """Put grace notes after the last note of a voice just before the place that is reached."""
        self._here.notes += self._waiting_graces(self._now)

    def _move_to(self, place: Fraction) -> None:
        self._now = simplified(min(max(Fraction(0), place), LONGEST))
        self._here.length = max(self._here.length, self._now)

    def _duration(self, element: ET.Element) -> Fraction:
        return min(number(element.findtext("duration")) / self._divisions, LONGEST)

    def _backup(self, element: ET.Element) -> None:
        self._end_graces()
        self._move_to(self._now - self._duration(element))

    def _forward(self, element: ET.Element) -> None:
        self._move_to(self._now + self._duration(element))

    def _note(self, element: ET.Element) -> None:
        grace = element.find("grace") is not None
        chord = element.find("chord") is not None
        length = Fraction(0) if grace else self._duration(element)
        start = self._chord_start if chord else self._now
        if not chord:
            self._chord_start = start
        if element.find("rest") is None and element.find("cue") is None:
            self._sounding(element, start, length, grace=grace)
        if not chord and not grace:
            self._move_to(start + length)

    def _sounding(
        self, element: ET.Element, start: Fraction, length: Fraction, *, grace: bool
    ) -> None:
        spelling, pitch = self._pitch(element)
        if pitch is None:
            return
        ties = {tie.get("type") for tie in element.findall("tie")}
        note = ReadNote(
            start=start,
            length=length,
            pitch=pitch,
            velocity=_velocity_of(element),
            staff=element.findtext("staff", ""),
            tied_from="stop" in ties,
            tied_to="start" in ties,
            attack=self._shift(element, "attack"),
            release=self._shift(element, "release"),
            verses=_verses(element),
            spelling=spelling,
        )
        if grace:
            self._graces.append(note)
            return
        if length > 0:
            self._here.notes += self._waiting_graces(start)
            self._here.notes.append(note)

    def _shift(self, element: ET.Element, name: str) -> Fraction:
        text = element.get(name)
        if text is None:
            return Fraction(0)
        return min(max(-_FARTHEST, number(text) / self._divisions), _FARTHEST)

    def _waiting_graces(self, start: Fraction) -> list[ReadNote]:
        graces, self._graces = self._graces, []
        count = len(graces)
        return [
            replace(grace, start=start, before=count - index) for index, grace in enumerate(graces)
        ]

    def _pitch(self, element: ET.Element) -> tuple[Spelling | None, int | None]:
        pitched = element.find("pitch")
        if pitched is not None:
            spelling = _spelling(pitched, "step", "octave")
            pitch = 12 * (spelling.octave + 1) + _STEPS[spelling.step] + spelling.alter
            pitch += self._semitones
            return spelling, pitch if 0 <= pitch <= 127 else None
        unpitched = element.find("unpitched")
        if unpitched is None:
            return None, None
        self._here.drums = True
        instrument = element.find("instrument")
        if instrument is not None:
            named = self._unpitched.get(instrument.get("id", ""))
        else:
            # A part with one drum need not name it at each note.
            named = next(iter(self._unpitched.values())) if len(self._unpitched) == 1 else None
        if named is not None:
            return None, named
        place = _spelling(unpitched, "display-step", "display-octave")
        return None, drum_at(place, element.findtext("notehead", "normal"))

    def _attributes(self, element: ET.Element) -> None:
        divisions = number(element.findtext("divisions"))
        if divisions > 0:
            self._divisions = divisions
        transpose = element.find("transpose")
        if transpose is not None:
            octaves = number(transpose.findtext("octave-change"))
            self._semitones = int(number(transpose.findtext("chromatic")) + 12 * octaves)
        time = element.find("time")
        if time is not None:
            self._here.meter = _meter(time) or self._here.meter
        key = element.find("key")
        if key is not None and key.find("fifths") is not None:
            fifths = int(number(key.findtext("fifths")))
            minor = key.findtext("mode", "") in {"minor", "aeolian"}
            if abs(fifths) <= _MOST_FIFTHS:
                self._here.key = (_sounding_fifths(fifths, self._semitones), minor)

    def _direction(self, element: ET.Element) -> None:
        offset = number(element.findtext("offset")) / self._divisions
        sound, staff = element.find("sound"), element.findtext("staff", "")
        for kind in element.findall("direction-type"):
            self._direction_type(kind, staff)
        if sound is not None:
            self._sound(sound, offset, staff)
        if sound is None or sound.get("tempo") is None:
            metronome = element.find("direction-type/metronome")
            if metronome is not None:
                self._metronome(metronome, offset)

    def _harmony(self, element: ET.Element) -> None:
        chord = chord_of(element)
        if chord is not None:
            offset = number(element.findtext("offset")) / self._divisions
            # It is written in the key of the part, as its notes are.
            (sounding,) = transposed((chord,), self._semitones)
            self._here.chords.append((max(Fraction(0), self._now + offset), sounding))

    def _direction_type(self, kind: ET.Element, staff: str) -> None:
        dynamics = kind.find("dynamics")
        if dynamics is not None:
            for mark in dynamics:
                if mark.tag in _DYNAMICS:
                    self._say_velocity(_DYNAMICS[mark.tag], staff)
        if kind.find("segno") is not None:
            self._here.signs = replace(self._here.signs, segno=True)
        if kind.find("coda") is not None and self._now == 0:
            self._here.signs = replace(self._here.signs, coda=True)

    def _say_velocity(self, velocity: int, staff: str) -> None:
        self._dynamics.setdefault(self._now, {}).update({staff: velocity, "": velocity})

    def _sound(self, element: ET.Element, offset: Fraction = Fraction(0), staff: str = "") -> None:
        tempo = number(element.get("tempo"))
        if tempo > 0:
            self._here.tempos.append((max(Fraction(0), self._now + offset), float(tempo)))
        dynamics = element.get("dynamics")
        if dynamics is not None:
            self._say_velocity(_percent(dynamics), staff)
        signs = self._here.signs
        self._here.signs = replace(
            signs,
            segno=signs.segno or "segno" in element.attrib,
            coda=signs.coda or "coda" in element.attrib,
            to_coda=signs.to_coda or "tocoda" in element.attrib,
            da_capo=signs.da_capo or element.get("dacapo") == "yes",
            dal_segno=signs.dal_segno or "dalsegno" in element.attrib,
            fine=signs.fine or "fine" in element.attrib,
        )

    def _metronome(self, element: ET.Element, offset: Fraction) -> None:
        quarters = _UNITS.get(element.findtext("beat-unit", ""), Fraction(0))
        per_minute = number(element.findtext("per-minute"))
        if element.find("beat-unit-dot") is not None:
            quarters *= Fraction(3, 2)
        if quarters and per_minute > 0:
            place = max(Fraction(0), self._now + offset)
            self._here.tempos.append((place, float(per_minute * quarters)))

    def _barline(self, element: ET.Element) -> None:
        signs = self._here.signs
        repeat = element.find("repeat")
        if repeat is not None:
            signs = self._with_repeat(signs, repeat)
        ending = element.find("ending")
        if ending is not None:
            signs = self._with_ending(signs, ending)
        if element.get("location") == "left":
            segno = signs.segno or element.find("segno") is not None
            coda = signs.coda or element.find("coda") is not None
            signs = replace(signs, segno=segno, coda=coda)
        self._here.signs = signs

    def _with_repeat(self, signs: Signs, repeat: ET.Element) -> Signs:
        # An ending that nobody closed leads over no repeat sign.
        self._ending = frozenset()
        if repeat.get("direction") == "forward":
            return replace(signs, forward=True, endings=frozenset())
        times = int(number(repeat.get("times")))
        return replace(signs, backward=min(max(2, times), MOST_TIMES))

    def _with_ending(self, signs: Signs, ending: ET.Element) -> Signs:
        if ending.get("type") == "start":
            found = re.findall(r"\d{1,2}", ending.get("number", "1"))
            self._ending = frozenset(int(text) for text in found if int(text) > 0)
            return replace(signs, endings=self._ending)
        self._ending = frozenset()
        return replace(signs, closes=True)


def _spelling(element: ET.Element, step: str, octave: str) -> Spelling:
    letter = element.findtext(step, "").strip()
    # Quarter tones become the nearest semitone that MIDI has.
    alter = round(number(element.findtext("alter")))
    height = int(number(element.findtext(octave, "4")))
    return Spelling(letter if letter in _STEPS else "B", max(-3, min(3, alter)), height)


def _velocity_of(element: ET.Element) -> int:
    own = element.get("dynamics")
    return 0 if own is None else _percent(own)


def _percent(text: str) -> int:
    """Return the velocity that is said in percent of forte."""
    return max(1, min(127, round(float(number(text)) * _FORTE_VELOCITY / 100)))


def _meter(time: ET.Element) -> tuple[int, int] | None:
    """Return a meter; 3/8+2/8 and 3+2/8 are 5/8."""
    total = Fraction(0)
    finest = 1
    pairs = zip(time.findall("beats"), time.findall("beat-type"), strict=False)
    for beats, beat_type in pairs:
        value = int(number(beat_type.text))
        if value not in {1, 2, 4, 8, 16, 32, 64}:
            return None
        count = sum(int(part) for part in re.findall(r"\d{1,3}", beats.text or ""))
        total += Fraction(count, value)
        finest = max(finest, value)
    beats_in_all = int(total * finest)
    return (beats_in_all, finest) if 1 <= beats_in_all <= 255 else None


def _sounding_fifths(fifths: int, semitones: int) -> int:
    """Return the key signature that sounds where a transposing part has another one.

    One of more than seven signs becomes that of the same tones with fewer.
    """
    sounding = fifths + (semitones * 7 + 6) % 12 - 6
    if sounding > 7:
        return (sounding - 8) % 12 - 4
    if sounding < -7:
        return 4 - (-sounding - 8) % 12
    return sounding


def _verses(element: ET.Element) -> tuple[str, ...]:
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
