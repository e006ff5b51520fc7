"""Beats and bars that are looked at before a piece gets them; every change returns a new draft.

A draft is a grid of its own over the seconds of the piece: no note moves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from statistics import median, mode

from app.state.beats import edits as beat_edits
from engine.form.regridding import Regridding
from engine.messages import RightBars
from engine.values.ranges import LONGEST_NUMERATOR
from engine.values.score import Score, TimeSignature
from engine.values.time import BarMap, TempoMap

# Seconds: a user who names a place so near a bar line means the line.
_NEAR_S = 0.02
# How many times faster or slower than it was found a piece can be counted: each step is twice.
LEVELS = (-1, 0, 1)


@dataclass(frozen=True)
class BeatDraft:
    """One way to count a piece.

    Attributes:
        piece: The piece as it is.
        ruler: Its tempos, meters and ticks of a quarter in this way; no notes.
        shift_s: Seconds by which all of the piece would come earlier.
        doubts_s: Where doubtful bars begin, in seconds of the piece.
        settled_s: Where the user put bar lines, in seconds of the piece.
        level: How many times it counts twice as fast as it was found.
    """

    piece: Score
    ruler: Score
    shift_s: float = 0.0
    doubts_s: tuple[float, ...] = ()
    settled_s: tuple[float, ...] = ()
    level: int = 0

    @classmethod
    def of_piece(
        cls, piece: Score, *, doubtful: Iterable[int], settled: Iterable[int]
    ) -> "BeatDraft":
        """Return the bars that the piece has, with its doubtful and its settled bar lines."""
        at_s = TempoMap.of(piece).seconds_at
        return cls(
            piece,
            _ruler_of(piece),
            doubts_s=tuple(map(at_s, doubtful)),
            settled_s=tuple(map(at_s, settled)),
        )

    @classmethod
    def of_found(
        cls, piece: Score, found: RightBars, *, settled_s: tuple[float, ...] = ()
    ) -> "BeatDraft":
        """Return the bars that were found in the piece."""
        draft = cls(piece, _ruler_of(found.score), found.shift_s, settled_s=settled_s)
        return replace(draft, doubts_s=tuple(map(draft.second_of, found.doubtful)))

    # --- places -----------------------------------------------------------------------------

    @cached_property
    def _tempo(self) -> TempoMap:
        return TempoMap.of(self.ruler)

    @cached_property
    def bars(self) -> BarMap:
        """The bars, in its own ticks."""
        return BarMap.of(self.ruler)

    def second_of(self, tick: float) -> float:
        """Return when its own tick sounds, in seconds of the piece."""
        return self._tempo.seconds_at(tick) + self.shift_s

    def tick_at(self, at_s: float) -> int:
        """Return its own tick at a second of the piece, at least 0."""
        return max(0, round(self._tempo.tick_at(at_s - self.shift_s)))

    @cached_property
    def end_s(self) -> float:
        """When the piece ends, in seconds."""
        return TempoMap.of(self.piece).seconds_at(self.piece.end)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The bar lines, in its own ticks."""
        return tuple(tick for _, tick in self.bars.bar_starts(0, self.tick_at(self.end_s) + 1))

    @cached_property
    def lines_s(self) -> tuple[float, ...]:
        """The bar lines, in seconds of the piece."""
        return tuple(map(self.second_of, self.lines))

    @cached_property
    def beats(self) -> tuple[int, ...]:
        """The beats as one counts them, bar lines too, in its own ticks."""
        return tuple(self._beats())

    def _beats(self) -> Iterator[int]:
        ends = (*self.lines[1:], self.bars.start_of(len(self.lines)))
        for start, end in zip(self.lines, ends, strict=True):
            yield from range(start, end, beat_edits.beat_length(self.ruler, start))

    @cached_property
    def pace(self) -> tuple[tuple[float, float], ...]:
        """Where each beat begins, in seconds of the piece, and its tempo in beats a minute."""
        return tuple(
            (begin, 60 / (end - begin)) for begin, end in pairwise(map(self.second_of, self.beats))
        )

    @property
    def usual_bpm(self) -> float:
        """Beats a minute, of most beats; 0 without any."""
        return median(bpm for _, bpm in self.pace) if self.pace else 0.0

    @property
    def beats_in_bar(self) -> int:
        """Beats of most bars."""
        return mode(beat_edits.beats_in_bar(self.ruler, line) for line in self.lines or (0,))

    @cached_property
    def doubtful(self) -> tuple[int, ...]:
        """The lines of doubtful bars, in its own ticks; a settled line is not doubtful."""
        settled = set(self.settled)
        lines = (self._line_before(at_s) for at_s in self.doubts_s)
        return tuple(sorted({line for line in lines if line not in settled}))

    @cached_property
    def settled(self) -> tuple[int, ...]:
        """The bar lines that the user put, in its own ticks."""
        near = ((self._line_before(at_s), at_s) for at_s in self.settled_s)
        return tuple(t for t, at_s in near if abs(self.second_of(t) - at_s) <= _NEAR_S)

    def _line_before(self, at_s: float) -> int:
        tick = self.tick_at(at_s + _NEAR_S)
        return self.bars.start_of(self.bars.bar_at(tick))

    # --- the piece with it ------------------------------------------------------------------

    @cached_property
    def regridding(self) -> Regridding:
        """The change that gives it to the piece."""
        return Regridding.between(self.piece, self.ruler, shift_s=self.shift_s)

    @cached_property
    def score(self) -> Score:
        """The piece with it."""
        return self.regridding.score(self.piece)

    @property
    def is_of_piece(self) -> bool:
        """Whether the piece counts like this already."""
        same = self.ruler.ticks_per_quarter == self.piece.ticks_per_quarter
        tempos, meters = self.piece.tempos, self.piece.time_signatures
        return same and (self.ruler.tempos, self.ruler.time_signatures) == (tempos, meters)

    # --- changes ----------------------------------------------------------------------------

    def with_meter(self, beats: int) -> "BeatDraft":
        """Return it with so many beats in every bar; settled bar lines stay."""
        return self._counted(beat_edits.with_beats_in_bar(self.ruler, 0, beats))

    def at_level(self, level: int) -> "BeatDraft":
        """Return it as it counts at one of `LEVELS`.

        Raises:
            ValueError: No file could have its tempos or ticks.
        """
        ruler = self.ruler
        for _ in range(level, self.level):
            ruler = beat_edits.half_as_fast(ruler)
        for _ in range(self.level, level):
            ruler = beat_edits.twice_as_fast(ruler)
        return replace(self._counted(ruler), level=level)

    def _counted(self, ruler: Score) -> "BeatDraft":
        """Return it with another ruler of the same seconds, and the settled lines in it."""
        changed = replace(self, ruler=ruler)
        kept = beat_edits.with_lines_kept(ruler, map(changed.tick_at, self._settled_s()))
        return replace(changed, ruler=kept)

    def _settled_s(self) -> tuple[float, ...]:
        return tuple(map(self.second_of, self.settled))

    def one_beat_later(self) -> "BeatDraft":
        """Return it with all bar lines one beat later; the first bar is an upbeat."""
        meter = self.bars.signature_at(self.lines[-1])
        whole = beat_edits.beats_in_bar(self.ruler, self.lines[-1])
        length = beat_edits.beat_length(self.ruler, self.lines[-1])
        upbeat = (self.lines[1] if len(self.lines) > 1 else 0) // length % whole
        first = replace(meter, tick=0)
        meters = (first, replace(meter, tick=(upbeat + 1) % whole * length))
        kept = meters if meters[1].tick else (first,)
        ruler = replace(self.ruler, time_signatures=kept)
        return replace(self, ruler=ruler, settled_s=())

    def with_beat_one(self, at_s: float) -> "BeatDraft":
        """Return it with a bar line, which is settled then, at the beat nearest to a second."""
        settled = set(self.settled)
        beat = min(self.beats, key=lambda tick: abs(self.second_of(tick) - at_s))
        line = beat if beat in self.lines else beat_edits.moved_line(self.ruler, beat)
        settled.discard(line)
        ruler = beat_edits.with_beat_one(self.ruler, beat, fixed=settled)
        return self._with_settled(ruler, settled | {beat}, about=line)

    def without_line(self, line: int) -> "BeatDraft":
        """Return it with one bar in place of those before and after a bar line.

        Raises:
            ValueError: It is the first one, or no meter is so long.
        """
        number = self.lines.index(line) if line in self.lines else 0
        before = self.lines[number - 1] if number else 0
        after = self.bars.start_of(self.bars.bar_at(line) + 1)
        meter = self.bars.signature_at(line)
        unit = self.bars.beat_length_at(line)
        count = (after - before) // unit
        if not number or count > LONGEST_NUMERATOR:
            raise ValueError(f"the bar line at {line} cannot go")
        kept = [m for m in self.ruler.time_signatures if m.tick < before or m.tick > after]
        there = any(m.tick == after for m in self.ruler.time_signatures)
        goes_on = self.bars.signature_at(after) if there else meter
        meters = (
            *kept,
            TimeSignature(before, count, meter.denominator),
            replace(goes_on, tick=after),
        )
        ruler = replace(self.ruler, time_signatures=tuple(sorted(meters, key=lambda m: m.tick)))
        return self._with_settled(ruler, set(self.settled) - {line} | {before}, about=line)

    def with_line_at(self, line: int, to_s: float) -> "BeatDraft":
        """Return it with a bar line at another second; the lines beside it stay.

        Raises:
            ValueError: The place is not between these, or no file could have the tempos.
        """
        to = self.tick_at(to_s)
        ruler = beat_edits.with_bar_line_at(self.ruler, line, to)
        return self._with_settled(ruler, {*self.settled, line}, about=line)

    def _with_settled(self, ruler: Score, settled: Iterable[int], *, about: int) -> "BeatDraft":
        """Return it with another ruler and its settled lines; a bar line has no doubt any more."""
        doubts = tuple(at_s for at_s in self.doubts_s if self._line_before(at_s) != about)
        changed = replace(self, ruler=ruler, doubts_s=doubts)
        return replace(changed, settled_s=tuple(map(changed.second_of, sorted(settled))))


def _ruler_of(score: Score) -> Score:
    """Return a score of the tempos and meters alone."""
    return Score(
        ticks_per_quarter=score.ticks_per_quarter,
        tempos=score.tempos,
        time_signatures=score.time_signatures,
    )
