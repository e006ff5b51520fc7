"""The bars of a jam: one meter and one tempo in ticks, whatever the player's tempo in seconds."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.values.score import TICKS_PER_QUARTER, Note, Score, Tempo, TimeSignature, Track


@dataclass(frozen=True, slots=True, kw_only=True)
class BarGrid:
    """Bars and beats.

    Attributes:
        meter: The meter of all bars.
        bpm: The tempo that the model reads, in quarters a minute.
        ticks_per_quarter: Ticks of a quarter note.
    """

    meter: TimeSignature = field(default_factory=lambda: TimeSignature(0, 4, 4))
    bpm: float = 120.0
    ticks_per_quarter: int = TICKS_PER_QUARTER

    @property
    def beat(self) -> int:
        """Ticks of a beat; the meter's denominator says which note that is."""
        return max(1, 4 * self.ticks_per_quarter // self.meter.denominator)

    @property
    def bar(self) -> int:
        """Ticks of a bar."""
        return self.beat * self.meter.numerator

    @property
    def felt_beat(self) -> int:
        """Ticks of the beat that is felt: of a compound meter, as 6/8, three of its beats."""
        compound = (
            self.meter.denominator >= 8
            and self.meter.numerator > 3
            and self.meter.numerator % 3 == 0
        )
        return self.beat * (3 if compound else 1)

    @property
    def strong_step(self) -> int:
        """Ticks between strong beats: half a bar of four, six or more even beats."""
        beats = self.bar // self.felt_beat
        return self.bar // 2 if beats >= 4 and beats % 2 == 0 else self.bar

    def bar_at(self, tick: float) -> int:
        """Return the number of the bar that holds a tick, from 0."""
        return int(tick) // self.bar

    def next_beat(self, tick: float) -> int:
        """Return the first beat at or after a tick."""
        return next_multiple(tick, self.beat)

    def next_bar(self, tick: float) -> int:
        """Return the first bar line at or after a tick."""
        return next_multiple(tick, self.bar)

    def seconds(self, ticks: float) -> float:
        """Return the duration of ticks at the written tempo."""
        return ticks * 60.0 / (self.bpm * self.ticks_per_quarter)

    def score(self, tracks: Iterable[Track]) -> Score:
        """Return a score of tracks with this meter and tempo."""
        return Score(
            ticks_per_quarter=self.ticks_per_quarter,
            tracks=tuple(tracks),
            tempos=(Tempo(0, self.bpm),),
            time_signatures=(replace(self.meter, tick=0),),
        )


def next_multiple(tick: float, step: int) -> int:
    """Return the first multiple of some ticks at or after a tick."""
    return -int(-tick // step) * step


def moved(notes: Iterable[Note], ticks: int) -> tuple[Note, ...]:
    """Return notes moved by some ticks, sorted."""
    return tuple(sorted(replace(note, start=note.start + ticks) for note in notes))
