"""The performer's touch, given to the notes that are drawn.

The vocabulary places notes on a grid of twelve positions a quarter, so an onset that is drawn lies
exactly on it; and a network draws velocities that lie closer together than those it has read
(experiment 2026-11-26-breathing). `Touch` measures both in the notes of one part, and
`RowTouch` gives them to the notes of a row as they are drawn:

* An onset gets the deviation from the grid of a note that was played at the same place of the bar
  and at a similar pitch, in the bar that corresponds to it in the phrase before. Successive notes
  take theirs from successive notes, so the spread of a chord, a melody that is ahead and a delay
  at the end of a phrase are taken over with their order.
* A network also draws fewer onsets beside the sixteenths than a hand plays there. In quarters where
  the row lacks some, an onset on a sixteenth gets the whole deviation from the sixteenth.
* The distance of a velocity from the mean is stretched until velocities spread as in the part.

An onset moves by a step and a half of the grid at most. Onsets of a part whose notes lie on a
written grid do not move. The model itself reads what it drew.
"""

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.generation.reading.bars import Grid
from engine.planning.phrases import PHRASE
from engine.request import PartNote
from engine.values.score import Note, Score
from engine.values.time import BarMap

# Fewer notes of a part tell nothing of its touch.
_FEWEST_NOTES = 12
# The touch is that of so many notes of a part, the last before the music that is written.
_MOST_NOTES = 400
_SIXTEENTHS = 4
# Divisions of a quarter that people write: sixteenths and triplets of them, and 64ths.
_WRITTEN = (12, 16)
# From this share of exact onsets on a part is written and not performed. In performances 0.25 is
# exact by chance on a coarse grid of ticks.
_LEAST_EXACT = 0.5
# On a coarser grid, ticks a quarter, all onsets lie on some written division.
_COARSEST = 48
# From this resolution on, a tick beside a division is rounding.
_FINE = 192
# Prices of a source note: a quarter beside the place of the bar, an octave beside the pitch, a bar
# beside the corresponding one, and another place within the quarter.
_PER_QUARTER, _PER_OCTAVE, _PER_BAR, _OTHER_PLACE = 1.0, 1.0, 0.25, 4.0
_OCTAVE = 12.0
# The spread of drawn velocities is taken to be a share of the part's, as if so many notes had been
# drawn, until those of the row tell more; and a spread is stretched by so much at most. Of 0.75,
# 0.85 and 0.9 the first brings the geometric mean of the 27 songs that chose nearest to 1.
_DRAWN_NOTES = 16
_DRAWN_SHARE, _MOST_STRETCH = 0.75, 1.6
# The same for a part that is performed in its onsets, too, where a network draws hardly a third of
# the spread of a hand that plays a tune over its accompaniment: of 0.75 and 1.6, 0.6 and 2.5, 0.5
# and 4 the last left .20 (mean logarithm) from the prompt's spread on 24 performances that chose,
# the first .31, and the bars that really follow are .21 away.
_PERFORMED_SHARE, _PERFORMED_STRETCH = 0.5, 4.0
# A part with so few velocities was written: pianissimo to fortissimo are six.
_WRITTEN_VELOCITIES = 6
# Half a step of the vocabulary: a velocity of the part that is nearer stands for the drawn one.
_NEAR_VELOCITY = 2
_LOUDEST = 127

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Deviations:
    """How onsets of a part deviate from a grid; arrays have one value for each note, in order.

    Attributes:
        late: Ticks from the place on the grid to the onset.
        place: Ticks from the bar line to the place.
        bar: Number of the bar.
        pitch: MIDI number.
    """

    late: Ints
    place: Ints
    bar: Ints
    pitch: Ints

    @classmethod
    def of(cls, notes: Sequence[Note], bars: BarMap, grid: Grid) -> "Deviations":
        """Return the deviations of notes from a grid."""
        placed = [_placed(note, bars, grid) for note in notes]
        bar, place, late = (np.array(column, np.int64) for column in zip(*placed, strict=True))
        pitch = np.array([note.pitch for note in notes], np.int64)
        return cls(late=late, place=place, bar=bar, pitch=pitch)

    def at(self, *, bar: int, place: int, pitch: int, quarter: int) -> int:
        """Return the ticks by which an onset at a place of the grid deviates from it.

        Args:
            bar: Bar of the piece.
            place: Ticks from its bar line.
            pitch: MIDI number.
            quarter: Ticks of a quarter.
        """
        source = _corresponding(bar, first=int(self.bar[0]), last=int(self.bar[-1]))
        price = (
            _PER_QUARTER * np.abs(self.place - place) / quarter
            + _PER_OCTAVE * np.abs(self.pitch - pitch) / _OCTAVE
            + _PER_BAR * np.abs(self.bar - source)
            + _OTHER_PLACE * (self.place % quarter != place % quarter)
        )
        return int(self.late[price.argmin()])


@dataclass(frozen=True, slots=True)
class Touch:
    """How one part was played.

    Attributes:
        fine: Deviations from the vocabulary's grid; None where the part is written on a grid.
        coarse: Deviations from the sixteenths; None there, too.
        beside: Share of the notes whose position is not a sixteenth.
        velocities: All velocities that occur, ascending.
        mean: Mean velocity of the last phrase.
        spread: Their standard deviation; 0 where velocities are written and not performed.
    """

    fine: Deviations | None
    coarse: Deviations | None
    beside: float
    velocities: Ints
    mean: float
    spread: float

    @classmethod
    def of(cls, notes: Sequence[Note], bars: BarMap, grid: Grid) -> "Touch | None":
        """Return the touch of the notes of a part, in order; None if they are too few."""
        notes = notes[-_MOST_NOTES:]
        if len(notes) < _FEWEST_NOTES:
            return None
        sixteenths = _sixteenths(grid)
        fine, coarse = Deviations.of(notes, bars, grid), Deviations.of(notes, bars, sixteenths)
        velocity = np.array([note.velocity for note in notes], np.int64)
        # Sections differ in loudness; what follows is compared with the last phrase.
        phrase = int(np.searchsorted(fine.bar, fine.bar[-1] - PHRASE + 1))
        last = velocity[min(phrase, len(notes) - _FEWEST_NOTES) :]
        velocities = np.unique(velocity)
        performed = _is_performed(np.array([note.start for note in notes], np.int64), grid)
        return cls(
            fine=fine if performed else None,
            coarse=coarse if performed else None,
            beside=float((fine.place != coarse.place).mean()),
            velocities=velocities,
            mean=float(last.mean()),
            spread=float(last.std()) if len(velocities) > _WRITTEN_VELOCITIES else 0.0,
        )

    @property
    def earliest(self) -> int:
        """The ticks by which an onset may be before its place at most; negative or 0."""
        played = [each.late for each in (self.fine, self.coarse) if each is not None]
        return min((int(late.min(initial=0)) for late in played), default=0)


@dataclass(slots=True)
class _Drawn:
    """The notes of a part that a row has drawn so far.

    Attributes:
        count: How many.
        total: Sum of their velocities, each less the mean of those played.
        squares: Sum of the squares of these.
        beside: How many of them began beside the sixteenths.
        quarter: Tick of the last quarter in which one began.
        lacks: Whether too few were beside the sixteenths when it began.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    beside: int = 0
    quarter: int = -1
    lacks: bool = False

    def stretched(self, value: float, wanted: float, *, is_performed: bool) -> float:
        """Add a velocity; return it stretched, so that the velocities spread as wanted.

        Args:
            value: Less the mean of those played.
            wanted: The spread.
            is_performed: Whether the onsets of the part are performed, too.
        """
        self.total += value
        self.squares += value**2
        known = _DRAWN_NOTES + self.count
        mean = self.total / known
        share, most = (
            (_PERFORMED_SHARE, _PERFORMED_STRETCH)
            if is_performed
            else (_DRAWN_SHARE, _MOST_STRETCH)
        )
        before = _DRAWN_NOTES * (share * wanted) ** 2
        spread = math.sqrt(max(1.0, (before + self.squares) / known - mean**2))
        stretch = min(max(wanted / spread, 1 / most), most)
        return mean + stretch * (value - mean)


@dataclass(slots=True)
class RowTouch:
    """Gives the touch of the parts to the notes of one row, in the order in which they are drawn.

    Args:
        touches: By the track that the notes of a part are written to.
        score: The piece; a note does not begin while one of its key sounds there.
        grid: Positions to ticks.
        drums: Tracks whose keys may be struck while they sound.
        start: Tick where the row begins; no note moves before it.
    """

    touches: Mapping[int, Touch]
    score: Score
    grid: Grid
    drums: AbstractSet[int]
    start: int
    _bars: BarMap = field(init=False)
    _sixteenths: Grid = field(init=False)
    _earliest: int = field(init=False)
    _drawn: dict[int, _Drawn] = field(init=False)
    # By track and pitch: where the notes of that key end.
    _ends: dict[tuple[int, int], list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self._bars = BarMap.of(self.score)
        self._sixteenths = _sixteenths(self.grid)
        self._earliest = min((touch.earliest for touch in self.touches.values()), default=0)
        self._drawn = {track: _Drawn() for track in self.touches}
        self._ends = {}
        for track in self.touches:
            for note in self.score.tracks[track].notes:
                if note.end > self.start:
                    self._ends.setdefault((track, note.pitch), []).append(note.end)

    def branch(self) -> "RowTouch":
        """Return an independent copy."""
        other = copy(self)
        other._drawn = {track: copy(drawn) for track, drawn in self._drawn.items()}
        other._ends = {key: [*ends] for key, ends in self._ends.items()}
        return other

    def until(self, tick: int) -> int:
        """Return the tick before which no further note begins, where none is drawn before `tick`.

        Drawn notes move back to it by as much as the part's notes were early.
        """
        return max(self.start, tick + self._earliest)

    def played(self, part: PartNote) -> PartNote:
        """Return a note as the performer would play it.

        Args:
            part: A note on the grid, never earlier than the one before.
        """
        touch = self.touches.get(part.track)
        if touch is None:
            return part
        self._drawn[part.track].count += 1
        start = self._start(touch, part)
        # It ends where it was drawn to end, so that the next one of its key is free.
        note = replace(
            part.note,
            start=start,
            duration=max(1, part.note.end - start),
            velocity=self._velocity(touch, part),
        )
        self._ends.setdefault((part.track, note.pitch), []).append(note.end)
        return PartNote(part.track, note)

    def _start(self, touch: Touch, part: PartNote) -> int:
        note = part.note
        bar = self._bars.bar_at(note.start)
        line, after = self._bars.start_of(bar), self._bars.start_of(bar + 1)
        late = self._late(touch, part, bar=bar, place=note.start - line)
        first = self.start if part.track in self.drums else self._free_from(part)
        return max(min(note.start + late, note.end - 1, after - 1), first)

    def _late(self, touch: Touch, part: PartNote, *, bar: int, place: int) -> int:
        """Return the ticks by which the performer would play a note after its place."""
        if touch.fine is None or touch.coarse is None:
            return 0
        drawn, quarter = self._drawn[part.track], self.score.ticks_per_quarter
        begun = part.note.start - place % quarter
        if begun != drawn.quarter:
            drawn.quarter = begun
            drawn.lacks = drawn.beside < touch.beside * (drawn.count - 1)
        is_sixteenth = self._sixteenths.placed(place) == place
        deviations = touch.coarse if drawn.lacks and is_sixteenth else touch.fine
        late = deviations.at(bar=bar, place=place, pitch=part.note.pitch, quarter=quarter)
        played = place + late
        drawn.beside += self.grid.placed(played) != self._sixteenths.placed(played)
        return late

    def _free_from(self, part: PartNote) -> int:
        """Return the tick before a note from which its key is free."""
        ends = self._ends.get((part.track, part.note.pitch), ())
        return max((end for end in ends if end <= part.note.start), default=self.start)

    def _velocity(self, touch: Touch, part: PartNote) -> int:
        wanted = float(part.note.velocity)
        if touch.spread:
            wanted = touch.mean + self._drawn[part.track].stretched(
                wanted - touch.mean, touch.spread, is_performed=touch.fine is not None
            )
        nearest = int(touch.velocities[np.abs(touch.velocities - wanted).argmin()])
        if abs(nearest - wanted) <= _NEAR_VELOCITY:
            return nearest
        return min(max(1, round(wanted)), _LOUDEST)


def touches_of(
    score: Score, notes: Mapping[int, Sequence[Note]], grid: Grid, *, start: int
) -> dict[int, Touch]:
    """Return the touch of each track that has one.

    Args:
        score: The piece.
        notes: By track, the notes of its part, in order.
        grid: Positions to ticks.
        start: Tick where the music begins that is written; the notes before it tell the touch, and
            all notes where these are too few.
    """
    bars = BarMap.of(score)
    found = {track: Touch.of(_heard(played, start), bars, grid) for track, played in notes.items()}
    return {track: touch for track, touch in found.items() if touch is not None}


def _heard(notes: Sequence[Note], start: int) -> Sequence[Note]:
    before = [note for note in notes if note.start < start]
    return before if len(before) >= _FEWEST_NOTES else notes


def _placed(note: Note, bars: BarMap, grid: Grid) -> tuple[int, int, int]:
    """Return a note's bar, its place there on the grid (ticks), and its distance from that."""
    bar = bars.bar_at(note.start)
    line, after = bars.start_of(bar), bars.start_of(bar + 1)
    place = grid.placed(note.start - line)
    if line + place >= after:
        bar, line, place = bar + 1, after, 0
    return bar, place, note.start - line - place


def _sixteenths(grid: Grid) -> Grid:
    return Grid(ticks_per_quarter=grid.ticks_per_quarter, positions_per_quarter=_SIXTEENTHS)


def _is_performed(starts: Ints, grid: Grid) -> bool:
    """Return whether onsets lie on no division of the quarter that people write."""
    quarter = grid.ticks_per_quarter
    if quarter < _COARSEST:
        return False
    rounding = 1.0 if quarter >= _FINE else 0.0
    steps = [quarter / division for division in _WRITTEN]
    beside = [np.abs(starts - step * np.round(starts / step)) for step in steps]
    return bool((np.min(beside, axis=0) <= rounding).mean() < _LEAST_EXACT)


def _corresponding(bar: int, *, first: int, last: int) -> int:
    """Return the bar, from the first to the last, at the same place of the phrase before."""
    if first <= bar <= last:
        return bar
    span = min(PHRASE, last - first + 1)
    return bar - span * -(-(bar - last) // span) if bar > last else first
