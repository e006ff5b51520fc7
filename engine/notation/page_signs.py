"""Signs over and under the staves of a page: tempos, chord symbols, pedals, dynamics, fermatas."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.form.interpretation import SIGNS
from engine.harmony.chord_symbols import Chord as ChordSymbol
from engine.harmony.chord_track import transposed
from engine.notation.chord_names import chord_name_at
from engine.notation.dynamics import dynamics_of
from engine.notation.grid import GridNote, GridScore
from engine.notation.page import (
    ChordName,
    DirectionMark,
    DynamicMark,
    NotatedMeasure,
    NotatedPart,
    NotatedVoice,
    TempoMark,
)
from engine.notation.pedals import pedal_marks
from engine.notation.tempo_signs import TempoSign, tempo_signs
from engine.values.score import Score, Tempo, Track
from engine.values.time import DEFAULT_BPM, BarMap

# A share; rounding to whole microseconds changes a tempo by less.
_SAME_TEMPO = 1e-3


@dataclass(frozen=True, slots=True)
class RulerSigns:
    """The tempo signs of a page.

    Attributes:
        tempos: Those that a page says.
        held: Ticks where a fermata says that the tempo is slower for a while.
    """

    tempos: tuple[Tempo, ...]
    held: tuple[int, ...]

    @classmethod
    def of(cls, score: Score) -> "RulerSigns":
        """Return a score's tempos, those of fermatas apart.

        A tempo that is slower by as much as a fermata, and comes back within a bar, is one.
        """
        bars = BarMap.of(score)
        slower = float(SIGNS["fermata"].slower)
        kept: list[Tempo] = []
        held: list[int] = []
        tempos = list(score.tempos)
        index = 0
        while index < len(tempos):
            here = tempos[index]
            before = kept[-1].bpm if kept else DEFAULT_BPM
            back = tempos[index + 1] if index + 1 < len(tempos) else None
            dips = back is not None and _is_same(here.bpm * slower, back.bpm)
            # At the very beginning no tempo says from what it dips.
            known = not kept or _is_same(before, here.bpm * slower)
            if (
                dips
                and known
                and back is not None
                and bars.bar_at(back.tick - 1) == bars.bar_at(here.tick)
            ):
                held.append(here.tick)
                if not kept:
                    kept.append(replace(here, bpm=back.bpm))
                index += 2
            else:
                kept.append(here)
                index += 1
        return cls(tuple(kept), tuple(held))


def _is_same(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME_TEMPO * other


def with_ruler_signs(
    part: NotatedPart,
    score: Score,
    tempos_said: Sequence[Tempo],
    placement: GridScore,
    chords: Sequence[ChordSymbol],
) -> NotatedPart:
    """Return the first part with tempos, and with chord symbols as it is written itself."""
    tempos: dict[int, list[TempoMark]] = {}
    names: dict[int, list[ChordName]] = {}
    starts = [bar.start for bar in placement.bars]
    end = placement.bars[-1].end
    written = transposed(chords, -part.transposition.chromatic)
    signs: list[TempoSign | ChordSymbol] = [*tempo_signs(tempos_said, score), *written]
    units = placement.units((sign.tick for sign in signs), score.ticks_per_quarter)
    for sign, unit in zip(signs, units, strict=True):
        if unit >= end:
            continue
        bar = bisect_right(starts, unit) - 1
        if isinstance(sign, ChordSymbol):
            names.setdefault(bar, []).append(chord_name_at(sign, unit - starts[bar]))
        else:
            tempos.setdefault(bar, []).append(replace(sign.mark, start=unit - starts[bar]))
    measures = list(part.measures)
    for bar in {*tempos, *names}:
        marks, symbols = tuple(tempos.get(bar, ())), tuple(names.get(bar, ()))
        measures[bar] = replace(measures[bar], tempos=marks, chords=symbols)
    return replace(part, measures=tuple(measures))


def with_own_signs(
    part: NotatedPart,
    track: Track,
    notes: Sequence[GridNote],
    placement: GridScore,
    ticks_per_quarter: int,
) -> NotatedPart:
    """Return a part with the pedals and the dynamics of its track."""
    pedals = pedal_marks(track.controls, placement, ticks_per_quarter)
    measures = list(part.measures)
    written = any(direction.kind == "dynamic" for direction in track.directions)
    guessed = not track.is_drum and not written
    dynamics = dynamics_of(notes, placement.bars) if guessed else {}
    for bar, signs in _directions(track, placement, ticks_per_quarter):
        measures[bar] = replace(measures[bar], **signs)
    for bar, marks in pedals.items():
        measures[bar] = replace(measures[bar], pedals=marks)
    for bar, mark in dynamics.items():
        measures[bar] = replace(measures[bar], dynamics=(mark,))
    return replace(part, measures=tuple(measures))


def _directions(
    track: Track, placement: GridScore, ticks_per_quarter: int
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (bar, its dynamics and directions) of a track's own directions."""
    starts = [bar.start for bar in placement.bars]
    end = placement.bars[-1].end
    units = placement.units((d.tick for d in track.directions), ticks_per_quarter)
    dynamics: dict[int, list[DynamicMark]] = {}
    marks: dict[int, list[DirectionMark]] = {}
    for direction, unit in zip(track.directions, units, strict=True):
        bar = bisect_right(starts, unit - (direction.ends_bar or unit == end)) - 1
        if unit > end or direction.kind == "metronome":
            continue
        place, staff = unit - starts[bar], direction.staff
        if direction.kind == "dynamic":
            dynamics.setdefault(bar, []).append(DynamicMark(place, direction.text, staff))
        else:
            mark = DirectionMark(place, direction.kind, direction.text, staff, direction.above)
            marks.setdefault(bar, []).append(mark)
    for bar in sorted({*dynamics, *marks}):
        yield (
            bar,
            {
                "dynamics": tuple(dynamics.get(bar, ())),
                "directions": tuple(marks.get(bar, ())),
            },
        )


def with_fermatas(
    part: NotatedPart, placement: GridScore, held: Iterable[int], ticks_per_quarter: int
) -> NotatedPart:
    """Return a part with fermatas over what begins at some ticks."""
    starts = [bar.start for bar in placement.bars]
    places: dict[int, set[int]] = {}
    for unit in placement.units(held, ticks_per_quarter):
        bar = bisect_right(starts, unit) - 1
        if bar < 0:
            continue
        places.setdefault(bar, set()).add(unit - starts[bar])
    if not places:
        return part
    measures = list(part.measures)
    for bar, units in places.items():
        measures[bar] = _held(measures[bar], units)
    return replace(part, measures=tuple(measures))


def _held(measure: NotatedMeasure, places: Collection[int]) -> NotatedMeasure:
    def held(voice: NotatedVoice) -> NotatedVoice:
        symbols = tuple(
            replace(symbol, fermata=True)
            if symbol.start in places and symbol.visible and not symbol.grace
            else symbol
            for symbol in voice.symbols
        )
        return replace(voice, symbols=symbols)

    return replace(measure, voices=tuple(map(held, measure.voices)))
