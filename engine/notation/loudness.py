"""How loud a part is at each place: dynamics, hairpins, accents of one chord."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.form.interpretation import (
    EXPRESSION_STEP,
    LOUDEST,
    SUSTAINED,
    SWELL_LONGEST,
    Stroke,
    louder_by,
)
from engine.form.slopes import Hairpin, Slopes, bounded
from engine.notation.read_parts import ReadMeasure, ReadNote

# Controller.
_EXPRESSION = 11
# Velocities; a smaller change is no swell.
_LEAST_SWELL = 4
# Staves with dynamics of their own: no instrument has more, and each takes all signs of the part.
_MOST_STAVES = 16


class Loudness:
    """Collects a part's dynamics while it is read, then gives its notes their velocities.

    Places are quarters from the part's beginning, as it is written.
    """

    def __init__(self) -> None:
        # Velocities by place and staff; "" is for a staff without a sign of its own there.
        self._levels: dict[Fraction, dict[str, int]] = {}
        self._strokes: dict[Fraction, dict[str, int]] = {}
        self._hairpins: list[Hairpin] = []
        self._open: dict[str, tuple[Fraction, str, int]] = {}
        self._swells: list[tuple[Fraction, str, int]] = []

    def say(self, place: Fraction, staff: str, velocity: int) -> None:
        """Let a velocity hold from a place on."""
        self._levels.setdefault(place, {}).update({staff: velocity, "": velocity})

    def strike(self, place: Fraction, staff: str, stroke: Stroke, then: int | None) -> None:
        """Let what begins at a place be struck with a velocity, and another one hold after it."""
        self._strokes.setdefault(place, {}).update({staff: stroke.velocity, "": stroke.velocity})
        if then is not None:
            self.say(place, staff, then)

    def begin_hairpin(self, place: Fraction, staff: str, number: str, direction: int) -> None:
        """Begin a hairpin; it opens with direction 1 and closes with -1."""
        self._open[number] = (place, staff, direction)

    def end_hairpin(self, place: Fraction, number: str) -> None:
        """End a hairpin."""
        begun = self._open.pop(number, None)
        if begun is not None and place > begun[0]:
            self._hairpins.append(Hairpin(begun[0], place, begun[1], begun[2]))

    def begin_swell(self, place: Fraction, staff: str, direction: int) -> None:
        """Begin what a word says: `cresc.` is a hairpin until the next dynamic."""
        self._swells.append((place, staff, direction))

    def end_swell(self, place: Fraction) -> None:
        """End a swell where its dashes end."""
        if self._swells and place > self._swells[-1][0]:
            start, staff, direction = self._swells.pop()
            self._hairpins.append(Hairpin(start, place, staff, direction))

    def play(self, measures: Sequence[ReadMeasure]) -> None:
        """Give all notes of a part without a velocity of their own one, and swells to long ones."""
        self._end_swells()
        starts: list[Fraction] = []
        at = Fraction(0)
        for measure in measures:
            starts.append(at)
            at += measure.length
        slopes: dict[str, Slopes] = {}
        loud_itself = set()
        for index, (measure, start) in enumerate(zip(measures, starts, strict=True)):
            for number, note in enumerate(measure.notes):
                if note.velocity:
                    loud_itself.add((index, number))
                    continue
                staff = note.staff if len(slopes) < _MOST_STAVES else ""
                line = slopes.get(note.staff) or slopes.get(staff)
                if line is None:
                    line = slopes[staff] = self._slopes(staff)
                velocity = self._velocity(start + note.start, note, line)
                measure.notes[number] = replace(note, velocity=velocity)
        if self._hairpins:
            _Swelling(measures, starts, slopes, loud_itself).play()

    def _velocity(self, place: Fraction, note: ReadNote, line: Slopes) -> int:
        struck = self._strokes.get(place)
        level = line.at(place)
        if struck is not None:
            level = struck.get(note.staff, struck[""])
        return bounded(level + louder_by(note.marks.signs))

    def _end_swells(self) -> None:
        """End swells of words without dashes: at the next dynamic, or at the next swell."""
        places = sorted({*self._levels, *(start for start, *_ in self._swells)})
        for start, staff, direction in self._swells:
            following = bisect_right(places, start)
            if following < len(places) and places[following] - start <= SWELL_LONGEST:
                self._hairpins.append(Hairpin(start, places[following], staff, direction))
        self._swells = []

    def _slopes(self, staff: str) -> Slopes:
        """Return how loud a staff is; it follows the signs of others where it has none itself."""
        levels = [
            (place, float(said.get(staff, said[""])))
            for place, said in sorted(self._levels.items())
        ]
        own = [each for each in self._hairpins if each.staff in {staff, ""}]
        others = [
            each
            for each in self._hairpins
            if each.staff not in {staff, ""}
            and not any(each.start < one.end and one.start < each.end for one in own)
        ]
        return Slopes(levels, sorted([*own, *others], key=lambda each: each.start))


@dataclass(slots=True)
class _Held:
    """A note with all that is tied to it, in the part's own time."""

    start: Fraction
    end: Fraction
    staff: str
    first: tuple[int, int]


class _Swelling:
    """Lets long notes of instruments that can swell do so, by the controller *expression*."""

    def __init__(
        self,
        measures: Sequence[ReadMeasure],
        starts: Sequence[Fraction],
        slopes: dict[str, Slopes],
        loud_itself: set[tuple[int, int]],
    ) -> None:
        self._measures = measures
        self._starts = starts
        self._slopes = slopes
        self._loud_itself = loud_itself

    def play(self) -> None:
        """Change velocities and add controllers where a note sounds alone, or with its chord."""
        chords: dict[tuple[Fraction, Fraction], list[_Held]] = {}
        for held in self._held():
            chords.setdefault((held.start, held.end), []).append(held)
        ordered = sorted(chords)
        latest = Fraction(-1)
        for index, (start, end) in enumerate(ordered):
            following = ordered[index + 1][0] if index + 1 < len(ordered) else end
            if latest <= start and following >= end and end - start >= 1:
                self._swell(start, end, chords[start, end])
            latest = max(latest, end)

    def _held(self) -> Iterator[_Held]:
        joined: dict[tuple[int, Fraction], _Held] = {}
        for index, (measure, start) in enumerate(zip(self._measures, self._starts, strict=True)):
            for number, note in enumerate(measure.notes):
                begin, end = start + note.start, start + note.start + note.length
                held = joined.pop((note.pitch, begin), None) if note.tied_from else None
                if held is None:
                    held = _Held(begin, end, note.staff, (index, number))
                else:
                    held.end = end
                if note.tied_to:
                    joined[note.pitch, end] = held
                else:
                    yield held
        yield from joined.values()

    def _swell(self, start: Fraction, end: Fraction, chord: Sequence[_Held]) -> None:
        line = self._slopes.get(chord[0].staff)
        if line is None or any(held.first in self._loud_itself for held in chord):
            return
        notes = [self._measures[held.first[0]].notes[held.first[1]] for held in chord]
        if any(note.program not in SUSTAINED or note.is_drum for note in notes):
            return
        count = int((end - start) / EXPRESSION_STEP)
        places = [start + EXPRESSION_STEP * step for step in range(count)]
        levels = [line.at(place) for place in places]
        peak = max(levels)
        if peak - min(levels) < _LEAST_SWELL:
            return
        for held, note in zip(chord, notes, strict=True):
            index, number = held.first
            self._measures[index].notes[number] = replace(note, velocity=bounded(peak))
        last = LOUDEST
        for place, level in zip(places, levels, strict=True):
            value = round(LOUDEST * level / peak)
            if value != last:
                self._control(place, value)
                last = value
        if last != LOUDEST:
            self._control(end, LOUDEST)

    def _control(self, place: Fraction, value: int) -> None:
        index = bisect_right(self._starts, place) - 1
        controls = self._measures[index].controls
        controls.append((place - self._starts[index], _EXPRESSION, value))
