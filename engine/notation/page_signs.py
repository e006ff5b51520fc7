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
from engine.notation.told_tempos import METRONOME, ToldTempo, is_same, is_told, told_tempos
from engine.values.score import Direction, Score, Tempo, Track
from engine.values.time import DEFAULT_BPM, BarMap


@dataclass(frozen=True, slots=True)
class RulerSigns:
    """The tempo signs of a page.

    Attributes:
        tempos: Those that a page says.
        held: Ticks where a fermata says that the tempo is slower for a while.
        signs: Tempos that the page which the piece was read from says in its own way.
    """

    tempos: tuple[Tempo, ...]
    held: tuple[int, ...]
    signs: tuple[TempoSign, ...] = ()

    @classmethod
    def of(cls, score: Score) -> "RulerSigns":
        """Return a score's tempos, those of fermatas apart.

        A tempo that is slower by as much as a fermata, and comes back within a bar, is one. Of a
        piece that was read the marks of its page say so.
        """
        told = _told(score)
        signs = tuple(TempoSign(tick, mark) for tick, mark in told.items() if mark is not None)
        said = {sign.tick: sign.mark.bpm for sign in signs}
        # A fermata dips below the tempo before it, which may be one of these.
        plain = tuple(
            replace(tempo, bpm=said.get(tempo.tick, tempo.bpm))
            for tempo in score.tempos
            if tempo.tick in said or tempo.tick not in told
        )
        found = cls._untold(replace(score, tempos=plain))
        rest = tuple(tempo for tempo in found.tempos if tempo.tick not in told)
        return replace(found, tempos=rest, signs=signs)

    @classmethod
    def _untold(cls, score: Score) -> "RulerSigns":
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
            dips = back is not None and is_same(here.bpm * slower, back.bpm)
            # At the very beginning no tempo says from what it dips.
            known = not kept or is_same(before, here.bpm * slower)
            if (
                dips
                and known
                and back is not None
                and bars.bar_at(back.tick - 1) == bars.bar_at(here.tick)
            ):
                held.append(here.tick)
                if not kept and not is_same(back.bpm, DEFAULT_BPM):
                    kept.append(replace(here, bpm=back.bpm))
                index += 2
            else:
                kept.append(here)
                index += 1
        return cls(tuple(kept), tuple(held))


def _told(score: Score) -> dict[int, TempoMark | None]:
    """Return what the first part shows at each tempo that was read: its own number alone.

    None stands for a tempo that a fermata says.
    """
    first = next((track for track in score.tracks if track.notes), None)
    tracks = sorted(score.tracks, key=lambda track: track is not first)
    found: dict[int, ToldTempo] = {}
    for track in tracks:
        for direction, tempo in told_tempos(track, score.tempos):
            # A number of another part is shown there.
            found.setdefault(
                direction.tick, tempo if track is first else replace(tempo, written="")
            )
    marks: dict[int, TempoMark | None] = {}
    before = DEFAULT_BPM
    for tick, tempo in sorted(found.items()):
        goes_on = is_same(tempo.plain, before) and not tempo.written
        mark = TempoMark(0, tempo.plain, is_numbered=bool(tempo.written), written=tempo.written)
        marks[tick] = None if goes_on else mark
        before = tempo.plain
    return marks


def with_ruler_signs(
    part: NotatedPart,
    score: Score,
    ruler: RulerSigns,
    placement: GridScore,
    chords: Sequence[ChordSymbol],
) -> NotatedPart:
    """Return the first part with tempos, and with chord symbols as it is written itself."""
    tempos: dict[int, list[TempoMark]] = {}
    names: dict[int, list[ChordName]] = {}
    starts = [bar.start for bar in placement.bars]
    end = placement.bars[-1].end
    written = transposed(chords, -part.transposition.chromatic)
    tempos_said = sorted(
        [*ruler.signs, *tempo_signs(ruler.tempos, score)], key=lambda sign: sign.tick
    )
    signs: list[TempoSign | ChordSymbol] = [*tempos_said, *written]
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
    score: Score,
    *,
    first: bool,
) -> NotatedPart:
    """Return a part with the pedals and the directions of its track.

    Args:
        part: The part.
        track: Its track.
        notes: As they stand on the page.
        placement: The page's grid.
        score: The piece.
        first: Whether it is the first part, which has the tempos of the piece.
    """
    pedals = pedal_marks(track.controls, placement, score.ticks_per_quarter)
    measures = list(part.measures)
    written = any(direction.kind == "dynamic" for direction in track.directions)
    guessed = not track.is_drum and not written and not is_told(score.tracks)
    dynamics = dynamics_of(notes, placement.bars) if guessed else {}
    numbers = {} if first else {d: t.written for d, t in told_tempos(track, score.tempos)}
    directions = [
        replace(d, text=numbers.get(d, "")) if d.kind == METRONOME else d for d in track.directions
    ]
    for bar, signs in _directions(directions, placement, score.ticks_per_quarter):
        measures[bar] = replace(measures[bar], **signs)
    for bar, marks in pedals.items():
        measures[bar] = replace(measures[bar], pedals=marks)
    for bar, mark in dynamics.items():
        measures[bar] = replace(measures[bar], dynamics=(mark,))
    return replace(part, measures=tuple(measures))


def _directions(
    directions: Sequence[Direction], placement: GridScore, ticks_per_quarter: int
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (bar, its dynamics and directions) of directions; numbers without a text are none."""
    starts = [bar.start for bar in placement.bars]
    end = placement.bars[-1].end
    units = placement.units((d.tick for d in directions), ticks_per_quarter)
    dynamics: dict[int, list[DynamicMark]] = {}
    marks: dict[int, list[DirectionMark]] = {}
    for direction, unit in zip(directions, units, strict=True):
        bar = bisect_right(starts, unit - (direction.ends_bar or unit == end)) - 1
        if unit > end or (direction.kind == METRONOME and not direction.text):
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
