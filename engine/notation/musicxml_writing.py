"""One part of a page as MusicXML: its measures, voices and notes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import gcd
from xml.etree import ElementTree as ET

from engine.form.interpretation import PEDAL_CHANGE
from engine.gate.words import printable
from engine.notation.direction_marks import write_direction
from engine.notation.lines import line_ends
from engine.notation.musicxml_elements import (
    text,
    write_dynamic,
    write_harmony,
    write_notations,
    write_pedal,
    write_ratio,
    write_tempo,
    write_value,
)
from engine.notation.page import (
    QUARTER,
    ChordName,
    Clef,
    DirectionMark,
    DynamicMark,
    Head,
    NotatedMeasure,
    NotatedPart,
    NotatedVoice,
    PedalMark,
    Symbol,
    TempoMark,
)
from engine.notation.page_way import begins_ending, closes_ending
from engine.notation.sign_marks import write_jumps, write_left_barline, write_right_barline
from engine.notation.staves import MOST_VOICES

_SIGNS = {-2: "flat-flat", -1: "flat", 0: "natural", 1: "sharp", 2: "double-sharp"}
# MusicXML writes loudness as a share of forte, which is velocity 90.
_FORTE_VELOCITY = 90
_Sign = TempoMark | ChordName | PedalMark | DynamicMark | DirectionMark


# A file that says "change" lifts the pedal for so long.
_CHANGE = int(PEDAL_CHANGE * QUARTER)


class _PedalChange(PedalMark):
    """The pedal up and down again.

    A drawing has one sign, and so has a file where the pedal is up as long as such a sign says.
    """

    __slots__ = ()


class PartWriter:
    """Writes one part.

    Args:
        part: The part.
        only: The measures that are written; None writes all.
        ticks_per_quarter: The grid of the score: nothing is heard finer than that.
    """

    def __init__(self, part: NotatedPart, only: range | None, ticks_per_quarter: int) -> None:
        self._half_tick = QUARTER / (2 * ticks_per_quarter)
        self._part = part
        self._only = only
        self._grid = _grid(part, only)
        self._lines = line_ends(_written(part, only))
        # The state of the measure that is being written.
        self._meter = (4, 4)

    def write(self, root: ET.Element) -> None:
        """Add the part to a document."""
        element = ET.SubElement(root, "part", id=self._part.id)
        standing: dict[int, Clef] = {}
        meter, key = (4, 4), (0, False)
        wanted = self._only or range(len(self._part.measures))
        number = 0
        for index, measure in enumerate(self._part.measures[: wanted.stop]):
            self._meter = meter = measure.meter or meter
            key = key if measure.fifths is None else (measure.fifths, measure.minor)
            standing.update(measure.clefs)
            # On the screen bars have the numbers that the ruler gives them.
            pickup = index == 0 and measure.incomplete and self._only is None
            number += not pickup
            if index < wanted.start:
                continue
            first = index == wanted.start
            self._measure(
                element,
                measure,
                number=number,
                clefs=standing if first else dict(measure.clefs),
                meter=meter if first or measure.meter else None,
                goes_on=first and measure.meter is None,
                key=key if first or measure.fifths is not None else None,
                first=first,
                last=index == len(self._part.measures) - 1,
                begins=(first and bool(measure.signs.endings))
                or begins_ending(self._part.measures, index),
                closes=(index == wanted.stop - 1 and bool(measure.signs.endings))
                or closes_ending(self._part.measures, index),
            )

    def _measure(
        self,
        parent: ET.Element,
        measure: NotatedMeasure,
        *,
        number: int,
        clefs: Mapping[int, Clef],
        meter: tuple[int, int] | None,
        goes_on: bool,
        key: tuple[int, bool] | None,
        first: bool,
        last: bool,
        begins: bool,
        closes: bool,
    ) -> None:
        element = ET.SubElement(parent, "measure", number=str(number))
        if measure.incomplete:
            element.set("implicit", "yes" if number == 0 else "no")
        if first or meter or key or clefs:
            self._attributes(element, clefs, meter=meter, goes_on=goes_on, key=key, first=first)
        if measure.counted_rests:
            # Beside a clef in the same element, verovio draws that once more after the rest.
            style = ET.SubElement(ET.SubElement(element, "attributes"), "measure-style")
            text(style, "multiple-rest", measure.counted_rests)
        at = 0
        write_left_barline(element, measure.signs, begins=begins)
        signs: list[_Sign] = sorted(
            [
                *measure.tempos,
                *measure.chords,
                *measure.dynamics,
                *measure.directions,
                *measure.pedals,
            ],
            key=lambda sign: sign.start,
        )
        if self._only is not None:
            signs = [s for s in signs if not isinstance(s, TempoMark) or s.is_seen]
        signs = list(_with_changes(signs, {_CHANGE} if self._only is None else {0, _CHANGE}))
        for voice in measure.voices:
            if at:
                self._move(element, "backup", at)
            at = self._voice(element, voice, signs)
            signs = []
        write_jumps(element, measure)
        write_right_barline(element, measure.signs, last=last, closes=closes)

    def _attributes(
        self,
        parent: ET.Element,
        clefs: Mapping[int, Clef],
        *,
        meter: tuple[int, int] | None,
        goes_on: bool,
        key: tuple[int, bool] | None,
        first: bool,
    ) -> None:
        element = ET.SubElement(parent, "attributes")
        if first:
            text(element, "divisions", QUARTER // self._grid)
        if key is not None:
            signature = ET.SubElement(element, "key")
            text(signature, "fifths", key[0])
            text(signature, "mode", "minor" if key[1] else "major")
        if meter is not None:
            time = ET.SubElement(element, "time", {"print-object": "no"} if goes_on else {})
            text(time, "beats", meter[0])
            text(time, "beat-type", meter[1])
        if first and self._part.staves > 1:
            text(element, "staves", self._part.staves)
        for staff, clef in sorted(clefs.items()):
            self._clef(element, staff, clef)
        if first:
            self._transpose(element)

    def _clef(self, parent: ET.Element, staff: int, clef: Clef) -> None:
        attributes = {"number": str(staff)} if self._part.staves > 1 else {}
        element = ET.SubElement(parent, "clef", attributes)
        text(element, "sign", clef.sign)
        text(element, "line", clef.line)
        if clef.octave:
            text(element, "clef-octave-change", clef.octave)

    def _transpose(self, parent: ET.Element) -> None:
        move = self._part.transposition
        if not move.chromatic and not move.diatonic:
            return
        octaves = int(move.chromatic / 12)
        element = ET.SubElement(parent, "transpose")
        text(element, "diatonic", move.diatonic - 7 * octaves)
        text(element, "chromatic", move.chromatic - 12 * octaves)
        if octaves:
            text(element, "octave-change", octaves)

    def _move(self, parent: ET.Element, tag: str, units: int) -> ET.Element:
        element = ET.SubElement(parent, tag)
        text(element, "duration", units // self._grid)
        return element

    def _voice(self, parent: ET.Element, voice: NotatedVoice, signs: Sequence[_Sign]) -> int:
        """Write a voice and the signs over it; return the place where it ends."""
        waiting = list(signs)
        at = 0
        for symbol in voice.symbols:
            while waiting and waiting[0].start < symbol.end:
                self._sign(parent, waiting.pop(0), at)
            if not symbol.visible:
                element = self._move(parent, "forward", symbol.duration)
                text(element, "voice", self._number(voice))
                if self._part.staves > 1:
                    text(element, "staff", voice.staff)
            else:
                self._symbol(parent, symbol, voice)
            at = symbol.end
        for sign in waiting:
            self._sign(parent, sign, at)
        return at

    def _sign(self, parent: ET.Element, sign: _Sign, at: int) -> None:
        """Write a sign that stands at or after the place that is reached."""
        away = sign.start - at
        if self._only is not None or not away:
            self._sign_after(parent, sign, away // self._grid)
            return
        # MuseScore plays a sign with an offset where it is written: so it is written at its place.
        self._move(parent, "forward", away)
        self._sign_after(parent, sign, 0)
        self._move(parent, "backup", away)

    def _sign_after(self, parent: ET.Element, sign: _Sign, offset: int) -> None:
        if isinstance(sign, ChordName):
            write_harmony(parent, sign, offset)
        elif isinstance(sign, PedalMark):
            write_pedal(
                parent,
                sign,
                offset,
                staff=self._part.staves,
                changes=isinstance(sign, _PedalChange),
            )
        elif isinstance(sign, DynamicMark):
            write_dynamic(parent, sign, offset, staff=self._staff(sign.staff))
        elif isinstance(sign, DirectionMark):
            write_direction(parent, sign, offset, staff=self._staff(sign.staff))
        else:
            # Text fonts have a quarter note, but no half one, for the screen to show.
            meter = self._meter if self._only is None or self._meter[1] > 2 else (4, 4)
            write_tempo(parent, sign, offset, meter)

    def _staff(self, staff: int) -> int:
        """Return the staff of a sign; 0 where the part has one only."""
        return min(staff, self._part.staves) if self._part.staves > 1 else 0

    def _number(self, voice: NotatedVoice) -> int:
        return (voice.staff - 1) * MOST_VOICES + voice.number

    def _symbol(self, parent: ET.Element, symbol: Symbol, voice: NotatedVoice) -> None:
        heads: Sequence[Head | None] = symbol.heads or (None,)
        for index, head in enumerate(heads):
            element = ET.SubElement(parent, "note")
            if head is not None:
                element.set("id", head.id)
                self._timing(element, head)
            if symbol.grace:
                ET.SubElement(element, "grace", slash="no" if symbol.beams else "yes")
            if index:
                ET.SubElement(element, "chord")
            self._pitch(element, head, symbol)
            if not symbol.grace:
                text(element, "duration", symbol.duration // self._grid)
            self._sound(element, head)
            text(element, "voice", self._number(voice))
            write_value(element, symbol)
            self._look(element, head, symbol, voice)
            if not index:
                for number, beam in enumerate(symbol.beams, 1):
                    text(element, "beam", beam, number=str(number))
            write_notations(element, head, symbol, self._lines, first=not index)
            if not index:
                self._lyrics(element, symbol)

    def _lyrics(self, parent: ET.Element, symbol: Symbol) -> None:
        for verse, lyric in enumerate(symbol.lyrics, 1):
            if lyric is None:
                continue
            element = ET.SubElement(parent, "lyric", number=str(verse))
            text(element, "syllabic", lyric.syllabic)
            text(element, "text", printable(lyric.text))
            if lyric.extends:
                ET.SubElement(element, "extend")

    def _timing(self, element: ET.Element, head: Head) -> None:
        """Write by how much a note sounds off its written start and end."""
        if self._only is not None:
            return
        for name, units in (("attack", head.attack), ("release", head.release)):
            if abs(units) >= self._half_tick:
                divisions = f"{units / self._grid:.5f}".rstrip("0").rstrip(".")
                element.set(name, divisions)

    def _pitch(self, parent: ET.Element, head: Head | None, symbol: Symbol) -> None:
        if head is None:
            rest = ET.SubElement(parent, "rest")
            if symbol.value is None:
                rest.set("measure", "yes")
            return
        drum = self._part.is_drum
        element = ET.SubElement(parent, "unpitched" if drum else "pitch")
        text(element, "display-step" if drum else "step", head.spelling.step)
        if not drum and head.spelling.alter:
            text(element, "alter", head.spelling.alter)
        text(element, "display-octave" if drum else "octave", head.spelling.octave)

    def _sound(self, parent: ET.Element, head: Head | None) -> None:
        if head is None:
            return
        if head.tied_from:
            ET.SubElement(parent, "tie", type="stop")
        if head.tied_to:
            ET.SubElement(parent, "tie", type="start")
        if not head.tied_from:
            parent.set("dynamics", f"{head.velocity * 100 / _FORTE_VELOCITY:.2f}")
        if self._part.is_drum:
            ET.SubElement(parent, "instrument", id=drum_id(self._part, head.pitch))

    def _look(
        self, parent: ET.Element, head: Head | None, symbol: Symbol, voice: NotatedVoice
    ) -> None:
        if head is not None and head.accidental is not None:
            text(parent, "accidental", _SIGNS[head.accidental])
        if symbol.tuplet is not None:
            write_ratio(parent, symbol.tuplet)
        if head is not None and head.shape != "normal":
            text(parent, "notehead", head.shape)
        if self._part.staves > 1:
            text(parent, "staff", voice.staff)


def _with_changes(signs: Collection[_Sign], apart: Collection[int]) -> Iterator[_Sign]:
    """Yield signs, where the pedal goes up and soon down again one for both.

    Args:
        signs: Of a measure.
        apart: The grid units between both.
    """
    pedals = [sign for sign in signs if isinstance(sign, PedalMark)]
    presses = {sign.start for sign in pedals if sign.is_down}
    lifts = {sign.start for sign in pedals if not sign.is_down}
    changes = {lift: lift + by for by in apart for lift in lifts if lift + by in presses}
    again = frozenset(changes.values())
    for sign in signs:
        if isinstance(sign, PedalMark) and not sign.is_down and sign.start in changes:
            yield _PedalChange(sign.start, is_down=True)
        elif not (isinstance(sign, PedalMark) and sign.is_down and sign.start in again):
            yield sign


def drum_id(part: NotatedPart, pitch: int) -> str:
    """Return what one of a part's drums is called in the document."""
    return f"{part.id}-I{pitch + 1}"


def _written(part: NotatedPart, only: range | None) -> tuple[NotatedMeasure, ...]:
    return part.measures if only is None else part.measures[only.start : only.stop]


def _grid(part: NotatedPart, only: range | None) -> int:
    """Return the greatest length that divides all lengths of a part."""
    grid = QUARTER
    for measure in _written(part, only):
        grid = gcd(grid, measure.length)
        grid = gcd(grid, *(mark.start for mark in measure.tempos))
        grid = gcd(grid, *(name.start for name in measure.chords))
        grid = gcd(grid, *(mark.start for mark in measure.pedals))
        grid = gcd(grid, *(mark.start for mark in measure.dynamics))
        grid = gcd(grid, *(mark.start for mark in measure.directions))
        for voice in measure.voices:
            for symbol in voice.symbols:
                grid = gcd(grid, symbol.duration)  # of a grace note 0, which changes nothing
    return grid
