"""The tempo and the phase of a MIDI clock, from the times at which its pulses arrive. Pure.

A line through the pulses of about the last quarter gives both: its slope is the time between two
pulses, and it says when each pulse was due. Three properties make it safe:

* Only times of arrival enter. No result of the estimate corrects them, so an error cannot stay
  longer than the pulses that caused it.
* Pulses that arrive together count as one, the last of them, and only when the next pulse has
  come. Messages arrive in order, so whatever delays a pulse until the next one is sent delivers
  both together: the last of them was late by less than the time between two pulses.
* Of all lines through the last arrivals, the longest wins whose slope is about as certain as the
  best slope. After a change that is the line through the pulses since the change. If no line fits
  its pulses, or no line has a tempo of music, the previous line holds.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.playback.sending.pulses import PULSES_A_QUARTER

# Tempos that a clock is believed to have: music is not slower or faster, faults are.
SLOWEST_BPM, FASTEST_BPM = 20.0, 400.0
# Arrivals through which a line is drawn: fewest, and most.
_FEWEST, _MOST = 6, PULSES_A_QUARTER
# No older pulses count, however many arrived together: a change is known after 48.
_WINDOW_PULSES = 36
# Pulses closer together than this arrived together: half of the shortest time that is believed.
_TOGETHER_S = 30.0 / (FASTEST_BPM * PULSES_A_QUARTER)
# Least jitter to be expected, that of frames of 1 ms: no line is more certain by chance.
_LEAST_JITTER_S = 0.0005
# A longer line is preferred to a more certain one up to this ratio of their errors.
_AS_CERTAIN = 2.0
# Share by which the tempo of a line may lie outside the bounds because of jitter.
_TEMPO_SLACK = 0.05


def _bpm_of(pulse_s: float) -> float:
    return 60.0 / (PULSES_A_QUARTER * pulse_s)


class Arrival(NamedTuple):
    """A pulse: its number, from 0, and the time at which it arrived."""

    number: int
    at_s: float


@dataclass(frozen=True, slots=True)
class PulseLine:
    """Pulses at equal distances: pulse `number` is due at `at_s`, one more each `pulse_s`."""

    number: int
    at_s: float
    pulse_s: float

    @property
    def bpm(self) -> float:
        """Quarters a minute, within the bounds."""
        return min(FASTEST_BPM, max(SLOWEST_BPM, _bpm_of(self.pulse_s)))

    @property
    def is_music(self) -> bool:
        """Whether its tempo lies within the bounds, apart from jitter."""
        fastest, slowest = FASTEST_BPM * (1 + _TEMPO_SLACK), SLOWEST_BPM * (1 - _TEMPO_SLACK)
        return self.pulse_s > 0 and slowest <= _bpm_of(self.pulse_s) <= fastest

    def due_s(self, number: int) -> float:
        """Return the time at which a pulse is due."""
        return self.at_s + (number - self.number) * self.pulse_s

    def fits(self, arrivals: Sequence[Arrival]) -> bool:
        """Return whether arrivals lie close to the line.

        A quarter may lie off by a pulse, which is the largest delay; fewer pulses must lie closer.
        """
        span = arrivals[-1].number - arrivals[0].number + 1
        most_s = self.pulse_s * span / PULSES_A_QUARTER
        return all(abs(each.at_s - self.due_s(each.number)) <= most_s for each in arrivals)


class _Candidate(NamedTuple):
    """A line through all arrivals from `first` on, and the standard error of its slope."""

    error_s: float
    first: int
    line: PulseLine


def _candidates(arrivals: Sequence[Arrival]) -> Iterator[_Candidate]:
    """Yield the lines of least squares through the last 6, 7, … arrivals, up to all of them.

    Lines whose tempo is not that of music are left out.
    """
    last = arrivals[-1]
    sum_x = sum_y = sum_xx = sum_xy = sum_yy = 0.0
    for count, (number, at_s) in enumerate(reversed(arrivals), start=1):
        x, y = number - last.number, at_s - last.at_s
        sum_x, sum_y = sum_x + x, sum_y + y
        sum_xx, sum_xy, sum_yy = sum_xx + x * x, sum_xy + x * y, sum_yy + y * y
        if count < _FEWEST:
            continue
        spread = sum_xx - sum_x * sum_x / count
        pulse_s = (sum_xy - sum_x * sum_y / count) / spread
        line = PulseLine(last.number, last.at_s + (sum_y - sum_x * pulse_s) / count, pulse_s)
        left = sum_yy - sum_y * sum_y / count - pulse_s * pulse_s * spread
        variance = max(_LEAST_JITTER_S**2, left / (count - 2))
        if line.is_music:
            yield _Candidate(math.sqrt(variance / spread), len(arrivals) - count, line)


def _line_through(arrivals: Sequence[Arrival]) -> PulseLine | None:
    """Return the line that the last of some arrivals lie on; None if there is none."""
    if len(arrivals) < _FEWEST:
        return None
    by_error = sorted(_candidates(arrivals))
    fitting = (each for each in by_error if each.line.fits(arrivals[each.first :]))
    best = next(fitting, None)
    if best is None:
        return None
    as_certain = (each for each in by_error if each.error_s <= _AS_CERTAIN * best.error_s)
    longest_first = sorted(as_certain, key=lambda each: each.first)
    return next(c.line for c in longest_first if c.line.fits(arrivals[c.first :]))


def _line_through_all(arrivals: Sequence[Arrival]) -> PulseLine | None:
    """Return the line through all arrivals, even if they do not lie close to it."""
    if len(arrivals) < _FEWEST:
        return None
    return next((each.line for each in _candidates(arrivals) if each.first == 0), None)


@dataclass(frozen=True, slots=True)
class ClockEstimate:
    """The estimate of a clock after its last pulse.

    Attributes:
        count: Pulses so far.
        arrivals: The last pulses; of those that arrived together, the last.
        line: The last line that was believed; None before there was one.
    """

    count: int = 0
    arrivals: tuple[Arrival, ...] = ()
    line: PulseLine | None = None

    @property
    def bpm(self) -> float:
        """Quarters a minute, 20 to 400; 0.0 if not known."""
        return self.line.bpm if self.line else 0.0

    @property
    def due_s(self) -> float:
        """Time at which the last pulse was due: its arrival, or earlier by the line.

        Raises:
            IndexError: There was no pulse.
        """
        last = self.arrivals[-1]
        return min(self.line.due_s(last.number), last.at_s) if self.line else last.at_s

    @property
    def is_lost(self) -> bool:
        """Whether two quarters of pulses gave no tempo that is believed."""
        known = self.line.number if self.line else 0
        return self.count - known > 2 * PULSES_A_QUARTER

    def begun(self) -> "ClockEstimate":
        """Return the estimate for a clock that begins anew with its last pulse, at its tempo.

        Raises:
            IndexError: There was no pulse.
        """
        last = self.arrivals[-1]
        line = self.line and PulseLine(last.number, last.at_s, self.line.pulse_s)
        return replace(self, arrivals=(last,), line=line)

    def after(self, at_s: float) -> "ClockEstimate":
        """Return the estimate after one more pulse.

        Args:
            at_s: Time of its arrival.
        """
        number, new = self.count, Arrival(self.count, at_s)
        if self.arrivals and at_s - self.arrivals[-1].at_s < _TOGETHER_S:
            return replace(self, count=number + 1, arrivals=(*self.arrivals[:-1], new))
        before = tuple(a for a in self.arrivals if a.number >= number - _WINDOW_PULSES)[-_MOST:]
        line = _line_through(before)
        # Pulses may scatter more than expected; a quarter of them is believed all the same.
        if line is None and self.line and number - self.line.number >= PULSES_A_QUARTER:
            line = _line_through_all(before)
        return ClockEstimate(number + 1, (*before, new), line or self.line)
