"""Ticks to seconds and to bars, and back. The only room where these conversions live."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.values.ranges import MOST_BARS, MOST_TRACKS
from engine.values.score import Score, Tempo, TimeSignature

# The tempo of a MIDI file that has none.
DEFAULT_BPM = 120.0


class TempoMap:
    """Seconds of every tick of a score, by its tempo events.

    Args:
        tempos: Sorted by tick; before the first one 120 beats a minute hold.
        ticks_per_quarter: The score's grid.
    """

    def __init__(self, tempos: tuple[Tempo, ...], ticks_per_quarter: int) -> None:
        if not tempos or tempos[0].tick > 0:
            tempos = (Tempo(0, DEFAULT_BPM), *tempos)
        self._ticks = [tempo.tick for tempo in tempos]
        self._bpms = [tempo.bpm for tempo in tempos]
        self._seconds_per_tick = [60.0 / (bpm * ticks_per_quarter) for bpm in self._bpms]
        self._seconds = [0.0]
        for i in range(1, len(tempos)):
            span = self._ticks[i] - self._ticks[i - 1]
            self._seconds.append(self._seconds[-1] + span * self._seconds_per_tick[i - 1])

    @classmethod
    def of(cls, score: Score) -> "TempoMap":
        """Return the map of a score."""
        return cls(score.tempos, score.ticks_per_quarter)

    def seconds_at(self, tick: float) -> float:
        """Return the seconds from the beginning to a tick; ticks may be fractions."""
        i = max(0, bisect_right(self._ticks, tick) - 1)
        return self._seconds[i] + (tick - self._ticks[i]) * self._seconds_per_tick[i]

    def tick_at(self, seconds_s: float) -> float:
        """Return the (fractional) tick at a time: the inverse of `seconds_at`."""
        i = max(0, bisect_right(self._seconds, seconds_s) - 1)
        return self._ticks[i] + (seconds_s - self._seconds[i]) / self._seconds_per_tick[i]

    def bpm_at(self, tick: float) -> float:
        """Return the tempo that holds at a tick."""
        return self._bpms[max(0, bisect_right(self._ticks, tick) - 1)]


@dataclass(frozen=True, slots=True)
class Position:
    """A place in bars; all three count from 0.

    Attributes:
        bar: Bar.
        beat: Beat in the bar, in units of the meter's denominator.
        tick: Ticks into the beat.
    """

    bar: int
    beat: int
    tick: int


class BarMap:
    """Where bars begin, by a score's time signatures. Goes on for ever in the last meter.

    A change of meter inside a bar begins a new bar there, as sequencers draw it.
    """

    def __init__(self, time_signatures: tuple[TimeSignature, ...], ticks_per_quarter: int) -> None:
        if not time_signatures or time_signatures[0].tick > 0:
            time_signatures = (TimeSignature(0, 4, 4), *time_signatures)
        self._signatures = time_signatures
        self._ticks = [signature.tick for signature in time_signatures]
        whole = ticks_per_quarter * 4
        self._beat_lengths = [max(1, whole // each.denominator) for each in time_signatures]
        self._bar_lengths = [
            beat * each.numerator
            for beat, each in zip(self._beat_lengths, time_signatures, strict=True)
        ]
        self._first_bars = [0]
        for i in range(1, len(time_signatures)):
            span = self._ticks[i] - self._ticks[i - 1]
            bars = -(-span // self._bar_lengths[i - 1])
            self._first_bars.append(self._first_bars[-1] + bars)

    @classmethod
    def of(cls, score: Score) -> "BarMap":
        """Return the map of a score."""
        return cls(score.time_signatures, score.ticks_per_quarter)

    def _region_of_tick(self, tick: int) -> int:
        return max(0, bisect_right(self._ticks, tick) - 1)

    def bar_at(self, tick: int) -> int:
        """Return the bar that holds a tick."""
        i = self._region_of_tick(tick)
        return self._first_bars[i] + (tick - self._ticks[i]) // self._bar_lengths[i]

    def start_of(self, bar: int) -> int:
        """Return the tick where a bar begins."""
        i = max(0, bisect_right(self._first_bars, bar) - 1)
        return self._ticks[i] + (bar - self._first_bars[i]) * self._bar_lengths[i]

    def signature_at(self, tick: int) -> TimeSignature:
        """Return the meter that holds at a tick."""
        return self._signatures[self._region_of_tick(tick)]

    def beat_length_at(self, tick: int) -> int:
        """Return the ticks of one beat (the meter's denominator) at a tick."""
        return self._beat_lengths[self._region_of_tick(tick)]

    def position_at(self, tick: int) -> Position:
        """Return bar, beat and rest of a tick."""
        bar = self.bar_at(tick)
        beat, rest = divmod(tick - self.start_of(bar), self.beat_length_at(tick))
        return Position(bar=bar, beat=beat, tick=rest)

    def tick_of(self, position: Position) -> int:
        """Return the tick of a place in bars: the inverse of `position_at`."""
        start = self.start_of(position.bar)
        return start + position.beat * self.beat_length_at(start) + position.tick

    def bars_until(self, tick: int) -> int:
        """Return how many bars it takes to hold everything before a tick."""
        return 0 if tick <= 0 else self.bar_at(tick - 1) + 1

    def bar_starts(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield (bar, tick) of each bar that begins in [start, end)."""
        bar = self.bar_at(max(0, start))
        while (tick := self.start_of(bar)) < end:
            if tick >= start:
                yield bar, tick
            bar += 1


@dataclass(frozen=True)
class Timeline:
    """Both maps of one score, made once and kept together.

    Attributes:
        score: Whose time it is.
    """

    score: Score

    @cached_property
    def tempo(self) -> TempoMap:
        """Ticks to seconds."""
        return TempoMap.of(self.score)

    @cached_property
    def bars(self) -> BarMap:
        """Ticks to bars."""
        return BarMap.of(self.score)

    @property
    def duration_s(self) -> float:
        """Seconds to the end of the last note."""
        return self.tempo.seconds_at(self.score.end)


def refuse_absurd(score: Score) -> None:
    """Refuse a score that no music is.

    Args:
        score: Whose numbers are each within their ranges.

    Raises:
        ValueError: The text is the end of a sentence.
    """
    if len(score.tracks) > MOST_TRACKS:
        raise ValueError(f"it has {len(score.tracks):,} tracks")
    for signature in score.time_signatures:
        if signature.denominator & (signature.denominator - 1):
            raise ValueError(f"it has a meter of {signature.numerator}/{signature.denominator}")
    bars = BarMap.of(score).bars_until(score.end)
    if bars > MOST_BARS:
        raise ValueError(f"it has {bars:,} bars")
