"""Directions of MusicXML: dynamics, hairpins, pedals, tempos, jumps, changes of instruments."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from engine.form import interpretation
from engine.form.interpretation import DYNAMICS, STROKES, SWELLS
from engine.form.quarters import number
from engine.form.tempo_words import UNITS, TempoChange, dotted, per_minute, tempo_in
from engine.form.unfolding import JumpBack, Signs
from engine.notation.direction_marks import directions_of
from engine.notation.jumps import Jump, JumpKind, jump_in, with_jump
from engine.notation.left_out import LeftOut, LeftOutCounts, count_unplayed
from engine.notation.loudness import Loudness
from engine.notation.musicxml_instruments import Instruments
from engine.notation.musicxml_notes import passes_of, velocity_of_percent
from engine.notation.read_parts import ReadMeasure
from engine.notation.told_tempos import METRONOME
from engine.values.score import Direction

if TYPE_CHECKING:
    from collections.abc import Callable

# Controllers of the pedals.
_SUSTAIN, _SOSTENUTO, _SOFT = 64, 66, 67
_PEDALS = {
    "damper-pedal": _SUSTAIN,
    "sostenuto-pedal": _SOSTENUTO,
    "soft-pedal": _SOFT,
}
_GRADUAL = re.compile(
    r"\b(?:rit|riten|ritenuto|ritard|ritardando|rall|rallent|rallentando|accel|accelerando|string|stringendo|morendo|calando|allargando)\b"
)


class DirectionReader:
    """Reads the directions of one part.

    Args:
        instruments: Those of the part.
        loudness: Collects dynamics.
        counts: Counts what is not played.
    """

    def __init__(self, instruments: Instruments, loudness: Loudness, counts: LeftOutCounts) -> None:
        self._instruments = instruments
        self._loudness = loudness
        self._counts = counts
        self._here = ReadMeasure()
        self._begin = self._now = self._place = Fraction(0)
        self._staff = ""
        self._pedal_down: dict[int, bool] = {}
        self._does: dict[str, Callable[[ET.Element], None]] = {
            "dynamics": self._dynamics,
            "wedge": self._wedge,
            "dashes": self._dashes,
            "pedal": self._pedal,
            "segno": lambda _: self._jump(Jump(JumpKind.SEGNO)),
            "coda": lambda _: self._jump(Jump(JumpKind.CODA)),
        }

    def read(
        self,
        element: ET.Element,
        here: ReadMeasure,
        begin: Fraction,
        now: Fraction,
        divisions: Fraction,
    ) -> None:
        """Read a `direction`.

        Args:
            element: The direction.
            here: The measure that it stands in.
            begin: Where the measure begins, in quarters from the part's beginning.
            now: Where the direction stands, in quarters from the bar line.
            divisions: Of a quarter.
        """
        offset = number(element.findtext("offset")) / divisions
        self._stand(here, begin, now, now + offset, element.findtext("staff", ""))
        sound = element.find("sound")
        kinds = element.findall("direction-type")
        words: list[str] = []
        above = element.get("placement") == "above"
        for kind in kinds:
            count_unplayed(kind, self._counts)
            for child in kind:
                self._keep(child, above=above)
                if child.tag in {"words", "symbol"}:
                    words.append(child.text or "")
                do = self._does.get(child.tag)
                if do is not None and not (child.tag in {"segno", "coda"} and _jumps(sound)):
                    do(child)
        self._words(words, sound)
        if sound is not None:
            self.sound(sound, here, begin, now, place=now + offset, staff=self._staff)
        if sound is None or sound.get("tempo") is None:
            self._tempo(element, " ".join(words))

    def _keep(self, element: ET.Element, *, above: bool) -> None:
        """Keep a sign of a direction as it is written."""
        found = list(directions_of(element))
        staff = min(16, int(number(self._staff or "1")) or 1)
        for kind, text in found:
            direction = Direction(0, kind, text, staff, above)
            self._here.directions.append((self._place, direction))

    def sound(
        self,
        element: ET.Element,
        here: ReadMeasure,
        begin: Fraction,
        now: Fraction,
        *,
        place: Fraction | None = None,
        staff: str = "",
    ) -> None:
        """Read a `sound`: of a direction, or by itself in a measure."""
        self._stand(here, begin, now, now if place is None else place, staff)
        tempo = number(element.get("tempo"))
        if tempo > 0:
            here.tempos.append((self._place, TempoChange(float(tempo))))
            self._heard_only()
        dynamics = element.get("dynamics")
        if dynamics is not None:
            self._loudness.say(begin + now, staff, velocity_of_percent(dynamics))
        for name, controller in _PEDALS.items():
            if element.get(name) is not None:
                self._press(controller, _pedal_value(element.get(name, "")))
        for child in element:
            if child.tag in {"midi-instrument", "instrument-change"}:
                self._instruments.change(child)
            elif child.tag == "swing":
                self._counts.add(LeftOut.SWING)
        here.signs = _with_sound(here.signs, element)

    def finish(self, measures: list[ReadMeasure]) -> None:
        """Lift pedals at the end that nobody lifted."""
        for controller, down in self._pedal_down.items():
            if down and measures:
                last = measures[-1]
                last.controls.append((last.length, controller, interpretation.PEDAL_UP))

    def _stand(
        self, here: ReadMeasure, begin: Fraction, now: Fraction, place: Fraction, staff: str
    ) -> None:
        self._here, self._begin, self._now = here, begin, now
        self._place, self._staff = max(Fraction(0), place), staff

    # --- loudness ---

    def _dynamics(self, element: ET.Element) -> None:
        for mark in element:
            name = (mark.text or "").strip() if mark.tag == "other-dynamics" else mark.tag
            self._dynamic(name)

    def _dynamic(self, name: str) -> None:
        place = self._begin + self._place
        if name in STROKES:
            stroke = STROKES[name]
            then = DYNAMICS[stroke.then] if stroke.then else None
            self._loudness.strike(place, self._staff, stroke, then)
        elif name in DYNAMICS:
            self._loudness.say(place, self._staff, DYNAMICS[name])

    def _wedge(self, element: ET.Element) -> None:
        place, number_ = self._begin + self._place, element.get("number", "1")
        kind = element.get("type")
        if kind == "stop":
            self._loudness.end_hairpin(place, number_)
        elif kind in {"crescendo", "diminuendo"}:
            direction = 1 if kind == "crescendo" else -1
            self._loudness.begin_hairpin(place, self._staff, number_, direction)

    def _dashes(self, element: ET.Element) -> None:
        if element.get("type") == "stop":
            self._loudness.end_swell(self._begin + self._place)

    # --- pedals ---

    def _pedal(self, element: ET.Element) -> None:
        kind = element.get("type", "")
        if kind == "change":
            self._press(_SUSTAIN, interpretation.PEDAL_UP)
            again = self._place + interpretation.PEDAL_CHANGE
            self._here.controls.append((again, _SUSTAIN, interpretation.PEDAL_DOWN))
            self._pedal_down[_SUSTAIN] = True
        elif kind in {"start", "resume"}:
            self._press(_SUSTAIN, interpretation.PEDAL_DOWN)
        elif kind == "sostenuto":
            self._press(_SOSTENUTO, interpretation.PEDAL_DOWN)
        elif kind in {"stop", "discontinue"}:
            held = [each for each, down in self._pedal_down.items() if down]
            for controller in held or [_SUSTAIN]:
                self._press(controller, interpretation.PEDAL_UP)

    def _press(self, controller: int, value: int) -> None:
        self._pedal_down[controller] = value > 0
        entry = (self._place, controller, value)
        # A sign and its `sound` say the same twice.
        if entry not in self._here.controls:
            self._here.controls.append(entry)

    # --- words ---

    def _words(self, words: list[str], sound: ET.Element | None) -> None:
        text = " ".join(" ".join(words).split())
        if not text:
            return
        swell = SWELLS.get(text.lower().strip(" .-–_").split(" ")[0].strip(".")) if text else None
        if swell is not None:
            self._loudness.begin_swell(self._begin + self._place, self._staff, swell)
        elif text.strip(" .") in {*DYNAMICS, *STROKES}:
            self._dynamic(text.strip(" ."))
        # A tempo beside the words is how they are played.
        told = sound is not None and sound.get("tempo") is not None
        if not told and _GRADUAL.search(text.lower()):
            self._counts.add(LeftOut.RITARDANDO)
        jump = None if _jumps(sound) else jump_in(text)
        if jump is not None:
            self._jump(jump)

    def _jump(self, jump: Jump) -> None:
        self._here.signs = with_jump(self._here.signs, jump, begins=self._now == 0)

    # --- tempos ---

    def _tempo(self, element: ET.Element, words: str) -> None:
        changes = [
            change
            for metronome in element.findall("direction-type/metronome")
            if (change := _metronome(metronome)) is not None
        ]
        if not changes and (change := tempo_in(words)) is not None:
            changes = [change]
            self._heard_only()
        self._here.tempos += [(self._place, change) for change in changes[:1]]

    def _heard_only(self) -> None:
        """Keep that no number says a tempo here; a metronome mark at the same place counts more."""
        self._here.directions.append((self._place, Direction(0, METRONOME)))


def _jumps(sound: ET.Element | None) -> bool:
    """Return whether a `sound` says itself where to go."""
    names = {"segno", "coda", "tocoda", "dacapo", "dalsegno", "fine"}
    return sound is not None and not names.isdisjoint(sound.attrib)


def _with_sound(signs: Signs, element: ET.Element) -> Signs:
    """Return what a measure says about the order, with what a `sound` in it says."""
    back = signs.back
    told = element.attrib
    if told.get("dacapo") == "yes":
        back = JumpBack(until=back.until if back else "", passes=passes_of(element))
    elif "dalsegno" in told:
        until = back.until if back else ""
        back = JumpBack(segno=told["dalsegno"], until=until, passes=passes_of(element))
    return replace(
        signs,
        segnos=signs.segnos | ({told["segno"]} if "segno" in told else set()),
        codas=signs.codas | ({told["coda"]} if "coda" in told else set()),
        to_coda=told.get("tocoda", signs.to_coda),
        back=back,
        fine=signs.fine or "fine" in told,
    )


def _pedal_value(text: str) -> int:
    if text in {"yes", "no"}:
        return interpretation.PEDAL_DOWN if text == "yes" else interpretation.PEDAL_UP
    return max(0, min(127, round(float(number(text)) * 1.27)))


def _metronome(element: ET.Element) -> TempoChange | None:
    """Return what a metronome mark says: a number for a unit, or two units that are equal."""
    notes = element.findall("metronome-note")
    if notes:
        return _relation(element)
    units = _beat_units(element)
    if len(units) > 1:
        # The old unit, on the left, lasts as long as the new one.
        return TempoChange(factor=units[1] / units[0])
    beats = per_minute(element.findtext("per-minute"))
    return TempoChange(float(beats * units[0])) if units and beats > 0 else None


def _beat_units(element: ET.Element) -> list[Fraction]:
    found: list[tuple[Fraction, int]] = []
    for child in element:
        if child.tag == "beat-unit" and (child.text or "").strip() in UNITS:
            found.append((UNITS[(child.text or "").strip()], 0))
        elif child.tag == "beat-unit-dot" and found:
            found[-1] = (found[-1][0], found[-1][1] + 1)
    return [dotted(unit, dots) for unit, dots in found]


def _relation(element: ET.Element) -> TempoChange | None:
    """Return a relation of notes; what has tuplets in it is swing, and changes no tempo."""
    sides: list[Fraction] = [Fraction(0)]
    for child in element:
        if child.tag == "metronome-relation":
            sides.append(Fraction(0))
        elif child.tag == "metronome-note":
            if child.find("metronome-tuplet") is not None:
                return None
            unit = UNITS.get((child.findtext("metronome-type") or "").strip(), Fraction(0))
            sides[-1] += dotted(unit, len(child.findall("metronome-dot")))
    if len(sides) != 2 or not sides[0] or not sides[1]:
        return None
    return TempoChange(factor=sides[1] / sides[0])
