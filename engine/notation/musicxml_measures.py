"""The measures of a MusicXML part, as what sounds in them; written with any program."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from engine.form.interpretation import APPOGGIATURA, APPOGGIATURA_OF_DOTTED, SIGNS
from engine.form.quarters import LONGEST, number, simplified
from engine.form.unfolding import MOST_TIMES, Signs
from engine.harmony.chord_track import transposed
from engine.notation.chord_names import chord_of
from engine.notation.instruments import drum_at
from engine.notation.left_out import LeftOut, LeftOutCounts, count_unplayed
from engine.notation.loudness import Loudness
from engine.notation.musicxml_directions import DirectionReader
from engine.notation.musicxml_instruments import Instruments
from engine.notation.musicxml_notes import (
    STEPS,
    grace_share,
    is_microtone,
    marks_of,
    own_velocity,
    passes_of,
    spelling_of,
    ties_of,
    trills_begun,
    trills_ended,
    verses_of,
)
from engine.notation.note_marks import LineNames, marks_written, shared
from engine.notation.page import Spelling
from engine.notation.read_parts import NO_MARKS, Marks, ReadMeasure, ReadNote
from engine.notation.told_tempos import METRONOME
from engine.values.mark_kinds import Mark
from engine.values.score import Direction

if TYPE_CHECKING:
    from collections.abc import Callable

# Sharps or flats: seven double ones. A key with more of them is none.
_MOST_FIFTHS = 14
# The most quarters between the written start of a note and its sounding start.
_FARTHEST = Fraction(4)
_NOTHING = Fraction(0)
# Stands for the share of a grace note without a slash until its main note is read.
_UNSAID = Fraction(-1)
_SIDE_STAVES = frozenset({"ossia", "cue", "editorial", "alternate"})


class PartReader:
    """Reads the measures of one part, one after another.

    Args:
        instruments: Those of the part.
        program: The program of an instrument that has none.
        counts: Counts what is not played.
    """

    def __init__(self, instruments: Instruments, program: int, counts: LeftOutCounts) -> None:
        self._instruments = instruments
        self._program = program
        self._counts = counts
        self._loudness = Loudness()
        self._directions = DirectionReader(instruments, self._loudness, counts)
        self._divisions = Fraction(1)
        # By its text, as long as the divisions hold.
        self._durations: dict[str | None, Fraction] = {}
        # By staff; "" is for all staves without an entry of their own.
        self._semitones: dict[str, int] = {"": 0}
        self._fifths: dict[str, int] = {"": 0}
        self._side_staves: set[str] = set()
        self._measure_repeats = False
        self._ending: frozenset[int] = frozenset()
        self._begin = Fraction(0)
        self._now = Fraction(0)
        self._chord_start = Fraction(0)
        self._graces: list[list[ReadNote]] = []
        self._chord_marks = NO_MARKS
        self._chord_written: tuple[Mark, ...] = ()
        self._line_names = LineNames()
        # (staff, voice) of those over which the wavy line of a trill goes on.
        self._trilled: frozenset[tuple[str, str]] = frozenset()
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
            "figured-bass": lambda _: self._counts.add(LeftOut.FIGURED_BASS),
        }

    def read(self, element: ET.Element) -> ReadMeasure:
        """Return one measure."""
        self._here = ReadMeasure()
        self._now = self._chord_start = Fraction(0)
        self._here.signs = Signs(endings=self._ending)
        count_unplayed(element, self._counts)
        for child in element:
            do = self._does.get(child.tag)
            if do is not None:
                do(child)
        self._end_graces()
        if self._measure_repeats and not self._here.notes:
            self._counts.add(LeftOut.SIMILE)
        self._begin = simplified(self._begin + self._here.length)
        return self._here

    def finish(self, measures: list[ReadMeasure]) -> None:
        """Do what needs all measures of the part: give notes the velocities of dynamics."""
        self._directions.finish(measures)
        self._loudness.play(measures)

    # --- places ---

    def _end_graces(self) -> None:
        """Put grace notes after the last note of a voice just before the place that is reached."""
        self._here.notes += self._waiting_graces(self._now, Fraction(0))

    def _move_to(self, place: Fraction) -> None:
        self._now = simplified(min(max(Fraction(0), place), LONGEST))
        self._here.length = max(self._here.length, self._now)

    def _duration(self, element: ET.Element) -> Fraction:
        text = element.findtext("duration")
        if text not in self._durations:
            self._durations[text] = min(number(text) / self._divisions, LONGEST)
        return self._durations[text]

    def _backup(self, element: ET.Element) -> None:
        self._end_graces()
        self._move_to(self._now - self._duration(element))

    def _forward(self, element: ET.Element) -> None:
        self._move_to(self._now + self._duration(element))

    # --- notes ---

    def _note(self, element: ET.Element) -> None:
        grace = element.find("grace")
        chord = element.find("chord") is not None
        length = Fraction(0) if grace is not None else self._duration(element)
        start = self._chord_start if chord else self._now
        if not chord:
            self._chord_start = start
        self._count(element)
        if self._is_heard(element):
            self._sounding(element, start, length, grace=grace, chord=chord)
        self._hold(element, start, length)
        if not chord and grace is None:
            self._move_to(start + length)

    def _count(self, element: ET.Element) -> None:
        count_unplayed(element, self._counts)
        for notations in element.findall("notations"):
            count_unplayed(notations, self._counts)
            for child in notations:
                count_unplayed(child, self._counts)

    def _is_heard(self, element: ET.Element) -> bool:
        if element.find("rest") is not None:
            return False
        if element.find("cue") is not None:
            self._counts.add(LeftOut.CUE)
            return False
        if element.findtext("staff", "1") in self._side_staves:
            self._counts.add(LeftOut.OSSIA)
            return False
        return True

    def _hold(self, element: ET.Element, start: Fraction, length: Fraction) -> None:
        if length and element.find("notations/fermata") is not None:
            slower = SIGNS["fermata"].slower
            if any(end == start for _, end, _ in self._here.holds):
                # Of holds in a row the tempos alone do not say where each of them begins.
                self._here.directions.append((start, Direction(0, METRONOME)))
            self._here.holds.append((start, simplified(start + length), slower))

    def _sounding(
        self,
        element: ET.Element,
        start: Fraction,
        length: Fraction,
        *,
        grace: ET.Element | None,
        chord: bool,
    ) -> None:
        staff = element.findtext("staff", "")
        instrument = self._instruments.of_note(element)
        spelling, pitch, is_drum = self._pitch(element, staff)
        if pitch is None:
            return
        ties = ties_of(element)
        marks = self._marks(element, spelling, staff, chord=chord)
        note = ReadNote(
            start=start,
            length=length,
            pitch=pitch,
            velocity=own_velocity(element),
            staff=staff,
            voice=element.findtext("voice", ""),
            tied_from="stop" in ties,
            tied_to="start" in ties,
            attack=self._shift(element, "attack"),
            release=self._shift(element, "release"),
            passes=passes_of(element),
            program=self._program if instrument.program is None else instrument.program,
            instrument=instrument.name,
            is_drum=is_drum or instrument.is_drums,
            marks=marks,
            written=self._written(element, start, chord=chord),
            verses=verses_of(element),
            spelling=spelling,
        )
        dotted = element.find("dot") is not None
        if grace is not None:
            self._grace(note, grace_share(grace), chord=chord)
        elif length > 0:
            self._here.notes += self._waiting_graces(start, length, dotted=dotted)
            self._here.notes.append(note)
        else:
            self._counts.add(LeftOut.NO_LENGTH)

    def _marks(
        self, element: ET.Element, spelling: Spelling | None, staff: str, *, chord: bool
    ) -> Marks:
        there = element.find("notations") is not None
        fifths = self._fifths.get(staff, self._fifths[""])
        voice = staff, element.findtext("voice", "")
        marks = NO_MARKS
        if there or voice in self._trilled:
            trills = voice in self._trilled
            marks = marks_of(element, spelling, fifths, trills=trills)
            self._trilled = (self._trilled | trills_begun(element, voice)) - trills_ended(
                element, voice
            )
        if not chord:
            self._chord_marks = marks
            return marks
        return marks if self._chord_marks is NO_MARKS else marks.with_chord(self._chord_marks)

    def _written(self, element: ET.Element, start: Fraction, *, chord: bool) -> tuple[Mark, ...]:
        """Return the marks as they are written; a chord's articulations are of all its notes."""
        here = marks_written(element) if element.find("notations") is not None else ()
        own = self._line_names.named(here, self._begin + start)
        if not chord:
            self._chord_written = own
            return own
        return tuple(dict.fromkeys((*shared(self._chord_written), *own)))

    def _grace(self, note: ReadNote, share: Fraction | None, *, chord: bool) -> None:
        note = replace(note, share=_UNSAID if share is None else share)
        if chord and self._graces:
            self._graces[-1].append(note)
        else:
            self._graces.append([note])

    def _waiting_graces(
        self, start: Fraction, length: Fraction, *, dotted: bool = False
    ) -> list[ReadNote]:
        """Return the grace notes before a main note, or before the end of a voice."""
        if not self._graces:
            return []
        graces, self._graces = self._graces, []
        count = len(graces)
        shares = [note.share for chord in graces for note in chord]
        share = max(shares, default=Fraction(0))
        if share == _UNSAID:
            appoggiatura = APPOGGIATURA_OF_DOTTED if dotted else APPOGGIATURA
            share = appoggiatura if count == 1 and length else Fraction(0)
        return [
            replace(note, start=start, before=count - index, share=share)
            for index, chord in enumerate(graces)
            for note in chord
        ]

    def _shift(self, element: ET.Element, name: str) -> Fraction:
        text = element.get(name)
        if text is None:
            return _NOTHING
        return min(max(-_FARTHEST, number(text) / self._divisions), _FARTHEST)

    def _pitch(self, element: ET.Element, staff: str) -> tuple[Spelling | None, int | None, bool]:
        """Return a note's written spelling, what sounds, and whether it is a drum."""
        pitched = element.find("pitch")
        if pitched is not None:
            spelling = spelling_of(pitched, "step", "octave")
            if is_microtone(pitched):
                self._counts.add(LeftOut.MICROTONE)
            pitch = 12 * (spelling.octave + 1) + STEPS[spelling.step] + spelling.alter
            pitch += self._semitones_of(staff)
            if not 0 <= pitch <= 127:
                self._counts.add(LeftOut.OUT_OF_RANGE)
                return spelling, None, False
            return spelling, pitch, False
        unpitched = element.find("unpitched")
        if unpitched is None:
            return None, None, False
        self._here.drums = True
        named = self._instruments.unpitched_of(element)
        if named is not None:
            return None, named, True
        place = spelling_of(unpitched, "display-step", "display-octave")
        return None, drum_at(place, element.findtext("notehead", "normal")), True

    def _semitones_of(self, staff: str) -> int:
        return self._semitones.get(staff or "1", self._semitones[""])

    # --- what holds ---

    def _attributes(self, element: ET.Element) -> None:
        count_unplayed(element, self._counts)
        divisions = number(element.findtext("divisions"))
        if divisions > 0:
            self._divisions = divisions
            self._durations.clear()
        for transpose in element.findall("transpose"):
            octaves = number(transpose.findtext("octave-change"))
            semitones = int(number(transpose.findtext("chromatic")) + 12 * octaves)
            self._say_of_staff(self._semitones, transpose, semitones)
        time = element.find("time")
        if time is not None:
            if time.find("senza-misura") is not None:
                self._counts.add(LeftOut.SENZA_MISURA)
            self._here.meter = _meter(time) or self._here.meter
        for key in element.findall("key"):
            self._key(key)
        for details in element.findall("staff-details"):
            if details.findtext("staff-type") in _SIDE_STAVES:
                self._side_staves.add(details.get("number", "1"))
        for repeat in element.findall("measure-style/measure-repeat"):
            self._measure_repeats = repeat.get("type") == "start"

    def _say_of_staff(self, of: dict[str, int], element: ET.Element, value: int) -> None:
        """Let a value hold for the staff that an element names, or for all of them."""
        staff = element.get("number")
        if staff is None:
            of.clear()
            of[""] = value
        else:
            of[staff] = value

    def _key(self, key: ET.Element) -> None:
        fifths = int(number(key.findtext("fifths")))
        if key.find("fifths") is None or abs(fifths) > _MOST_FIFTHS:
            self._counts.add(LeftOut.KEY)
            return
        self._say_of_staff(self._fifths, key, fifths)
        minor = key.findtext("mode", "") in {"minor", "aeolian"}
        if key.get("number", "1") == "1":
            self._here.key = (sounding_fifths(fifths, self._semitones_of("1")), minor)

    def _harmony(self, element: ET.Element) -> None:
        chord = chord_of(element)
        if chord is not None:
            offset = number(element.findtext("offset")) / self._divisions
            # It is written in the key of the part, as its notes are.
            semitones = self._semitones_of(element.findtext("staff", "1"))
            (sounding,) = transposed((chord,), semitones)
            self._here.chords.append((max(Fraction(0), self._now + offset), sounding))

    def _direction(self, element: ET.Element) -> None:
        self._directions.read(element, self._here, self._begin, self._now, self._divisions)

    def _sound(self, element: ET.Element) -> None:
        self._directions.sound(element, self._here, self._begin, self._now)

    # --- repeats ---

    def _barline(self, element: ET.Element) -> None:
        signs = self._here.signs
        repeat = element.find("repeat")
        if repeat is not None:
            signs = self._with_repeat(signs, repeat)
        ending = element.find("ending")
        if ending is not None:
            signs = self._with_ending(signs, ending)
        if element.get("location") == "left":
            segnos = signs.segnos | _named(element, "segno")
            codas = signs.codas | _named(element, "coda")
            signs = replace(signs, segnos=segnos, codas=codas)
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


def _named(element: ET.Element, name: str) -> frozenset[str]:
    """Return the name of a bar line's segno or coda, empty where it has none, if it has that."""
    there = element.find(name) is not None or name in element.attrib
    return frozenset({element.get(name, "")}) if there else frozenset()


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


def sounding_fifths(fifths: int, semitones: int) -> int:
    """Return the key signature that sounds where a transposing part has another one.

    One of more than seven signs becomes that of the same tones with fewer.
    """
    sounding = fifths + (semitones * 7 + 6) % 12 - 6
    if sounding > 7:
        return (sounding - 8) % 12 - 4
    if sounding < -7:
        return 4 - (-sounding - 8) % 12
    return sounding
