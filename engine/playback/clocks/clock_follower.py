"""Follows another device's MIDI clock. Pure: messages and their times are arguments.

`ClockEstimate` gives the tempo and the time at which each pulse was due, and `TempoLock` moves the
music towards the pulses smoothly.
"""

from typing import NamedTuple

from engine.playback import wire
from engine.playback.clocks.pulse_line import ClockEstimate
from engine.playback.sending.pulses import PULSES_A_SIXTEENTH

_SILENT_S = 1.0  # a clock that sends nothing for this long has stopped
_CATCH_UP_S = 0.5  # time in which the music makes up for an error
_MOST_CATCH_UP = 0.25  # largest change of the tempo in that time, as a share of the tempo
_ERROR_SMOOTHING = 1 / 8  # share of a new error in the average: single pulses jitter


class Begin(NamedTuple):
    """Play now, from a sixteenth; None for the current place."""

    sixteenth: int | None


class ClockPulse(NamedTuple):
    """A 24th of a quarter has passed.

    Attributes:
        bpm: Quarters a minute; 0.0 if it is not known yet.
        at_s: Time at which the pulse was due: before its arrival if the sender had stalled.
    """

    bpm: float
    at_s: float


class Halt(NamedTuple):
    """Stop."""


class Locate(NamedTuple):
    """Go to a sixteenth without playing."""

    sixteenth: int


class ClockFollower:
    """Interprets the messages of a MIDI clock."""

    def __init__(self) -> None:
        self._estimate = ClockEstimate()
        self._came_s = 0.0
        self._armed = False
        # The sender's own place: the number of its last pulse since its bar 1, if it said so.
        self._place: int | None = None
        self._rolls = False
        self._rolled_s = 0.0  # when it was asked to
        self._waits_for = 0
        self._position: int | None = None
        self.running = False

    @property
    def bpm(self) -> float:
        """Quarters a minute, 20 to 400; 0.0 if not known yet."""
        return self._estimate.bpm

    @property
    def is_lost(self) -> bool:
        """Whether the pulses of the last two quarters have no tempo between 20 and 400."""
        return self._estimate.is_lost

    @property
    def next_pulse(self) -> int | None:
        """The number of the next pulse since the sender's bar 1; None if it stands, or is lost."""
        return self._place + 1 if self._rolls and self._place is not None else None

    def arm(self, pulse: int = 0) -> None:
        """Begin with the next pulse, from the current place.

        Args:
            pulse: The first pulse to begin with, since the sender's bar 1.
        """
        self._armed, self._position, self._waits_for = True, None, pulse

    def halt(self) -> None:
        """Wait for the next start."""
        self._armed = self.running = False

    def take(self, message: bytes, seconds: float) -> Begin | ClockPulse | Halt | Locate | None:
        """Return what a message asks for.

        Args:
            message: The bytes.
            seconds: Time of arrival.
        """
        match message[0]:
            case wire.PULSE:
                return self._pulse(seconds)
            case wire.START:
                self._begin_rolling(seconds)
                self._position, self._place = 0, -1
            case wire.CONTINUE:
                self._begin_rolling(seconds)
            case wire.STOP:
                self._rolls = False
                self.halt()
                return Halt()
            case wire.POSITION if len(message) == 3:
                self._position = message[1] | message[2] << 7
                self._place = PULSES_A_SIXTEENTH * self._position - 1
                return None if self.running else Locate(self._position)
        return None

    def _begin_rolling(self, seconds: float) -> None:
        self._rolled_s = seconds
        self._rolls, self._armed, self.running, self._waits_for = True, True, False, 0

    def _pulse(self, seconds: float) -> Begin | ClockPulse | None:
        if seconds - self._came_s > _SILENT_S:
            self._estimate = ClockEstimate()
        self._estimate = self._estimate.after(seconds)
        self._came_s = seconds
        if self._rolls and self._place is not None:
            self._place += 1
        if self._armed and not (self._rolls and self._waits_for > (self._place or 0)):
            begin = Begin(self._position)
            self._armed, self.running, self._position = False, True, None
            self._estimate = self._estimate.begun()
            return begin
        return ClockPulse(self.bpm, self._estimate.due_s) if self.running else None

    def fell_silent(self, now_s: float) -> bool:
        """Return whether the followed clock has stopped sending; True only once."""
        gone = self.running and self._estimate.count > 0 and now_s - self._came_s > _SILENT_S
        if now_s - max(self._came_s, self._rolled_s) > _SILENT_S:
            self._rolls, self._waits_for = False, 0
        if gone:
            self.halt()
            self._estimate = ClockEstimate()
        return gone


class TempoLock:
    """Moves the music towards the pulses."""

    def __init__(self) -> None:
        self._error_s = 0.0

    def factor(self, *, rate: float, error_s: float) -> float:
        """Return how fast to play, in seconds of music a second.

        Args:
            rate: The clock's tempo, in the same unit.
            error_s: Seconds of music by which the music is behind the pulse.
        """
        self._error_s += _ERROR_SMOOTHING * (error_s - self._error_s)
        most = _MOST_CATCH_UP * rate
        return rate + min(most, max(-most, self._error_s / _CATCH_UP_S))
