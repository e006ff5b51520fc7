"""Follows another device's MIDI clock. Pure: messages and their times are arguments.

Single pulses are milliseconds early or late, so the tempo is measured over a quarter, and
`TempoLock` moves the music towards the pulses smoothly.
"""

from collections import deque
from typing import NamedTuple

from engine.playback import wire
from engine.playback.clock import PULSES_A_QUARTER

# Fewest pulses that give a tempo.
_FEWEST = 6
# A gap of this many pulses is a stall or a pause; gaps this much shorter than a pulse are the
# sender catching up.
_STALL, _BURST = 2.0, 1 / 3
_SILENT_S = 1.0  # a clock that sends nothing for this long has stopped
_CATCH_UP_S = 0.5  # time in which the music makes up for an error
_MOST_CATCH_UP = 0.25  # largest change of the tempo for that, as a share of it
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
        self._times: deque[float] = deque(maxlen=PULSES_A_QUARTER + 1)
        self._came_s = 0.0
        self._armed = False
        self._position: int | None = None
        self.running = False

    @property
    def bpm(self) -> float:
        """Quarters a minute over the last quarter; 0.0 after too few pulses."""
        count = len(self._times) - 1
        if count < _FEWEST - 1:
            return 0.0
        span_s = self._times[-1] - self._times[0]
        return 60.0 * count / (PULSES_A_QUARTER * span_s) if span_s > 0 else 0.0

    def arm(self) -> None:
        """Begin with the next pulse, from the current place."""
        self._armed, self._position = True, None

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
                self._armed, self.running, self._position = True, False, 0
            case wire.CONTINUE:
                self._armed, self.running = True, False
            case wire.STOP:
                self.halt()
                return Halt()
            case wire.POSITION if len(message) == 3:
                self._position = message[1] | message[2] << 7
                return None if self.running else Locate(self._position)
        return None

    def _pulse(self, seconds: float) -> Begin | ClockPulse | None:
        at_s = self._due_s(seconds)
        self._came_s = seconds
        self._times.append(at_s)
        if self._armed:
            begin = Begin(self._position)
            self._armed, self.running, self._position = False, True, None
            return begin
        return ClockPulse(self.bpm, at_s) if self.running else None

    def _due_s(self, seconds: float) -> float:
        """Return the time at which a pulse that has just arrived was due.

        A sender that stalled sends the missing pulses in a burst: they keep the old tempo. After a
        pause the sender goes on as before.
        """
        times = self._times
        if len(times) < 2:
            return seconds
        usual_s = (times[-1] - times[0]) / (len(times) - 1)
        due_s, gap_s = times[-1] + usual_s, seconds - self._came_s
        if gap_s > _SILENT_S:
            times.clear()
        elif seconds - due_s > usual_s:
            if gap_s > _STALL * usual_s or gap_s < _BURST * usual_s:
                return due_s
            # A pause: keep the tempo, but count no time for it.
            self._times = deque((at + seconds - due_s for at in times), maxlen=times.maxlen)
        return seconds

    def fell_silent(self, now_s: float) -> bool:
        """Return whether the followed clock has stopped sending; True only once."""
        gone = self.running and bool(self._times) and now_s - self._came_s > _SILENT_S
        if gone:
            self.halt()
            self._times.clear()
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
