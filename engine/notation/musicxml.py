"""A page as MusicXML 4.0 (https://www.w3.org/2021/06/musicxml40/), written whole."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import gcd
from types import MappingProxyType
from xml.etree import ElementTree as ET

from engine.gate.words import printable
from engine.notation.page import (
    QUARTER,
    ChordName,
    Clef,
    Head,
    Measure,
    Page,
    Part,
    Symbol,
    TempoMark,
    Tuplet,
    Voice,
)
from engine.notation.staves import MOST_VOICES

_DOCTYPE = (
    b"<!DOCTYPE score-partwise PUBLIC"
    b' "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">\n'
)
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
_SIGNS = {-2: "flat-flat", -1: "flat", 0: "natural", 1: "sharp", 2: "double-sharp"}
_DRUM_CHANNEL = 10
# What a file of music sounds is louder than MusicXML's forte of velocity 90.
_FORTE_VELOCITY = 90


def write(page: Page, *, only: range | None = None, software: str = "Segue") -> bytes:
    """Return a page as a MusicXML file.

    Args:
        page: The notation.
        only: The measures that are written, from 0; None writes all.
        software: What it says it was made with.
    """
    root = ET.Element("score-partwise", version="4.0")
    _write_head(root, page, software)
    parts = ET.SubElement(root, "part-list")
    for number, part in enumerate(page.parts):
        _write_score_part(parts, part, number, named=only is None or not only.start)
    if only is not None:
        page = replace(page, parts=tuple(_cut_free(part, only) for part in page.parts))
    for part in page.parts:
        _PartWriter(part, only).write(root)
    body: bytes = ET.tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + _DOCTYPE + body + b"\n"


def _cut_free(part: Part, only: range) -> Part:
    """Return a part without the ties that lead out of some measures."""
    measures = list(part.measures)
    for number in {only.start, only.stop - 1}:
        measure = measures[number]
        voices = tuple(
            replace(
                voice,
                symbols=tuple(
                    _untied(
                        symbol,
                        before=number == only.start and symbol.start == 0,
                        after=number == only.stop - 1 and symbol.end == measure.length,
                    )
                    for symbol in voice.symbols
                ),
            )
            for voice in measure.voices
        )
        measures[number] = replace(measure, voices=voices)
    return replace(part, measures=tuple(measures))


def _untied(symbol: Symbol, *, before: bool, after: bool) -> Symbol:
    if not symbol.heads or not (before or after):
        return symbol
    heads = tuple(
        replace(
            head,
            tied_from=head.tied_from and not before,
            tied_to=head.tied_to and not after,
        )
        for head in symbol.heads
    )
    return replace(symbol, heads=heads)


def _text(parent: ET.Element, tag: str, text: object, **attributes: str) -> ET.Element:
    element = ET.SubElement(parent, tag, attributes)
    element.text = str(text)
    return element


def _write_head(root: ET.Element, page: Page, software: str) -> None:
    if page.title:
        _text(ET.SubElement(root, "work"), "work-title", printable(page.title))
    identification = ET.SubElement(root, "identification")
    if page.composer:
        _text(identification, "creator", printable(page.composer), type="composer")
    encoding = ET.SubElement(identification, "encoding")
    _text(encoding, "software", software)
    for element in ("accidental", "beam", "stem"):
        supported = "no" if element == "stem" else "yes"
        ET.SubElement(encoding, "supports", element=element, type=supported)


def _write_score_part(parent: ET.Element, part: Part, number: int, *, named: bool) -> None:
    element = ET.SubElement(parent, "score-part", id=part.id)
    # A line of a score that goes on says no names again.
    _text(element, "part-name", printable(part.name) if named else "")
    channel = str(_DRUM_CHANNEL if part.is_drum else _channel(number))
    drums = _drums(part)
    instruments = {_drum_id(part, pitch): f"Drum {pitch}" for pitch in drums}
    instruments = instruments or {f"{part.id}-I1": printable(part.name)}
    for name, shown in instruments.items():
        _text(ET.SubElement(element, "score-instrument", id=name), "instrument-name", shown)
    for place, name in enumerate(instruments):
        midi = ET.SubElement(element, "midi-instrument", id=name)
        _text(midi, "midi-channel", channel)
        _text(midi, "midi-program", part.program + 1)
        if drums:
            _text(midi, "midi-unpitched", drums[place] + 1)


def _channel(number: int) -> int:
    """Return a MIDI channel from 1 that is not the drums'."""
    free = [channel for channel in range(1, 17) if channel != _DRUM_CHANNEL]
    return free[number % len(free)]


def _drums(part: Part) -> tuple[int, ...]:
    if not part.is_drum:
        return ()
    return tuple(sorted({head.pitch for head in heads_of(part)}))


def _drum_id(part: Part, pitch: int) -> str:
    return f"{part.id}-I{pitch + 1}"


def heads_of(part: Part) -> Iterator[Head]:
    """Yield every note head of a part."""
    for measure in part.measures:
        for voice in measure.voices:
            for symbol in voice.symbols:
                yield from symbol.heads


class _PartWriter:
    """Writes one part.

    Args:
        part: The part.
        only: The measures that are written; None writes all.
    """

    def __init__(self, part: Part, only: range | None) -> None:
        self._part = part
        self._only = only
        self._grid = _grid(part, only)

    def write(self, root: ET.Element) -> None:
        element = ET.SubElement(root, "part", id=self._part.id)
        standing: dict[int, Clef] = {}
        meter, key = (4, 4), (0, False)
        wanted = self._only or range(len(self._part.measures))
        number = 0
        for index, measure in enumerate(self._part.measures[: wanted.stop]):
            meter = measure.meter or meter
            key = key if measure.fifths is None else (measure.fifths, measure.minor)
            standing.update(measure.clefs)
            pickup = index == 0 and measure.incomplete
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
            )

    def _measure(
        self,
        parent: ET.Element,
        measure: Measure,
        *,
        number: int,
        clefs: Mapping[int, Clef],
        meter: tuple[int, int] | None,
        goes_on: bool,
        key: tuple[int, bool] | None,
        first: bool,
        last: bool,
    ) -> None:
        element = ET.SubElement(parent, "measure", number=str(number))
        if measure.incomplete:
            element.set("implicit", "yes" if number == 0 else "no")
        if first or meter or key or clefs:
            self._attributes(element, clefs, meter=meter, goes_on=goes_on, key=key, first=first)
        at = 0
        signs: list[TempoMark | ChordName] = sorted(
            [*measure.tempos, *measure.chords], key=lambda sign: sign.start
        )
        for voice in measure.voices:
            if at:
                self._move(element, "backup", at)
            at = self._voice(element, voice, signs)
            signs = []
        if last:
            barline = ET.SubElement(element, "barline", location="right")
            _text(barline, "bar-style", "light-heavy")

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
            _text(element, "divisions", QUARTER // self._grid)
        if key is not None:
            signature = ET.SubElement(element, "key")
            _text(signature, "fifths", key[0])
            _text(signature, "mode", "minor" if key[1] else "major")
        if meter is not None:
            time = ET.SubElement(element, "time", {"print-object": "no"} if goes_on else {})
            _text(time, "beats", meter[0])
            _text(time, "beat-type", meter[1])
        if first and self._part.staves > 1:
            _text(element, "staves", self._part.staves)
        for staff, clef in sorted(clefs.items()):
            self._clef(element, staff, clef)
        if first:
            self._transpose(element)

    def _clef(self, parent: ET.Element, staff: int, clef: Clef) -> None:
        attributes = {"number": str(staff)} if self._part.staves > 1 else {}
        element = ET.SubElement(parent, "clef", attributes)
        _text(element, "sign", clef.sign)
        _text(element, "line", clef.line)
        if clef.octave:
            _text(element, "clef-octave-change", clef.octave)

    def _transpose(self, parent: ET.Element) -> None:
        move = self._part.transposition
        if not move.chromatic and not move.diatonic:
            return
        octaves = int(move.chromatic / 12)
        element = ET.SubElement(parent, "transpose")
        _text(element, "diatonic", move.diatonic - 7 * octaves)
        _text(element, "chromatic", move.chromatic - 12 * octaves)
        if octaves:
            _text(element, "octave-change", octaves)

    def _move(self, parent: ET.Element, tag: str, units: int) -> ET.Element:
        element = ET.SubElement(parent, tag)
        _text(element, "duration", units // self._grid)
        return element

    def _voice(
        self, parent: ET.Element, voice: Voice, signs: Sequence[TempoMark | ChordName]
    ) -> int:
        """Write a voice and what stands over it; return how far it got."""
        waiting = list(signs)
        at = 0
        for symbol in voice.symbols:
            while waiting and waiting[0].start < symbol.end:
                self._sign(parent, waiting.pop(0), at)
            if not symbol.visible:
                element = self._move(parent, "forward", symbol.duration)
                _text(element, "voice", self._number(voice))
                if self._part.staves > 1:
                    _text(element, "staff", voice.staff)
            else:
                self._symbol(parent, symbol, voice)
            at = symbol.end
        for sign in waiting:
            self._sign(parent, sign, at)
        return at

    def _sign(self, parent: ET.Element, sign: TempoMark | ChordName, at: int) -> None:
        offset = (sign.start - at) // self._grid
        if isinstance(sign, ChordName):
            _write_harmony(parent, sign, offset)
        else:
            _write_tempo(parent, sign, offset)

    def _number(self, voice: Voice) -> int:
        return (voice.staff - 1) * MOST_VOICES + voice.number

    def _symbol(self, parent: ET.Element, symbol: Symbol, voice: Voice) -> None:
        heads: Sequence[Head | None] = symbol.heads or (None,)
        for index, head in enumerate(heads):
            element = ET.SubElement(parent, "note")
            if head is not None:
                element.set("id", head.id)
            if symbol.grace:
                ET.SubElement(element, "grace", slash="no" if symbol.beams else "yes")
            if index:
                ET.SubElement(element, "chord")
            self._pitch(element, head, symbol)
            if not symbol.grace:
                _text(element, "duration", symbol.duration // self._grid)
            self._sound(element, head)
            _text(element, "voice", self._number(voice))
            _write_value(element, symbol)
            self._look(element, head, symbol, voice)
            if not index:
                for number, beam in enumerate(symbol.beams, 1):
                    _text(element, "beam", beam, number=str(number))
            _write_notations(element, head, symbol.tuplet, first=not index)
            if not index and symbol.lyric is not None:
                lyric = ET.SubElement(element, "lyric", number="1")
                _text(lyric, "syllabic", symbol.lyric.syllabic)
                _text(lyric, "text", printable(symbol.lyric.text))

    def _pitch(self, parent: ET.Element, head: Head | None, symbol: Symbol) -> None:
        if head is None:
            rest = ET.SubElement(parent, "rest")
            if symbol.value is None:
                rest.set("measure", "yes")
            return
        drum = self._part.is_drum
        element = ET.SubElement(parent, "unpitched" if drum else "pitch")
        _text(element, "display-step" if drum else "step", head.spelling.step)
        if not drum and head.spelling.alter:
            _text(element, "alter", head.spelling.alter)
        _text(element, "display-octave" if drum else "octave", head.spelling.octave)

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
            ET.SubElement(parent, "instrument", id=_drum_id(self._part, head.pitch))

    def _look(self, parent: ET.Element, head: Head | None, symbol: Symbol, voice: Voice) -> None:
        if head is not None and head.accidental is not None:
            _text(parent, "accidental", _SIGNS[head.accidental])
        if symbol.tuplet is not None:
            _write_ratio(parent, symbol.tuplet)
        if head is not None and head.shape != "normal":
            _text(parent, "notehead", head.shape)
        if self._part.staves > 1:
            _text(parent, "staff", voice.staff)


def _grid(part: Part, only: range | None) -> int:
    """Return the greatest length that divides all lengths of a part."""
    grid = QUARTER
    wanted = part.measures if only is None else part.measures[only.start : only.stop]
    for measure in wanted:
        grid = gcd(grid, measure.length)
        grid = gcd(grid, *(mark.start for mark in measure.tempos))
        grid = gcd(grid, *(name.start for name in measure.chords))
        for voice in measure.voices:
            for symbol in voice.symbols:
                grid = gcd(grid, symbol.duration)  # of a grace note 0, which changes nothing
    return grid


def _write_value(parent: ET.Element, symbol: Symbol) -> None:
    if symbol.value is None:
        return
    _text(parent, "type", TYPES[symbol.value.exponent])
    for _ in range(symbol.value.dots):
        ET.SubElement(parent, "dot")


def _write_ratio(parent: ET.Element, tuplet: Tuplet) -> None:
    element = ET.SubElement(parent, "time-modification")
    _text(element, "actual-notes", tuplet.actual)
    _text(element, "normal-notes", tuplet.normal)
    _text(element, "normal-type", TYPES[tuplet.unit])


def _write_notations(
    parent: ET.Element, head: Head | None, tuplet: Tuplet | None, *, first: bool
) -> None:
    marks: list[tuple[str, str]] = []
    if head is not None:
        marks += [("tied", "stop")] * head.tied_from + [("tied", "start")] * head.tied_to
    if first and tuplet is not None:
        marks += [("tuplet", "start")] * tuplet.starts + [("tuplet", "stop")] * tuplet.stops
    if not marks:
        return
    notations = ET.SubElement(parent, "notations")
    for tag, kind in marks:
        ET.SubElement(notations, tag, type=kind)


def _write_tempo(parent: ET.Element, mark: TempoMark, offset: int) -> None:
    direction = ET.SubElement(parent, "direction", placement="above")
    metronome = ET.SubElement(ET.SubElement(direction, "direction-type"), "metronome")
    _text(metronome, "beat-unit", "quarter")
    _text(metronome, "per-minute", f"{mark.bpm:.0f}")
    if offset:
        _text(direction, "offset", offset, sound="yes")
    ET.SubElement(direction, "sound", tempo=f"{mark.bpm:.6g}")


def _write_harmony(parent: ET.Element, name: ChordName, offset: int) -> None:
    element = ET.SubElement(parent, "harmony")
    root = ET.SubElement(element, "root")
    spelling = name.root
    step = _text(root, "root-step", spelling.step if spelling else "C")
    if spelling is None:
        step.set("text", "")
    elif spelling.alter:
        _text(root, "root-alter", spelling.alter)
    _text(element, "kind", name.kind).set("text", name.text)
    if name.bass is not None:
        bass = ET.SubElement(element, "bass")
        _text(bass, "bass-step", name.bass.step)
        if name.bass.alter:
            _text(bass, "bass-alter", name.bass.alter)
    if offset:
        _text(element, "offset", offset)
