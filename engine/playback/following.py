"""Keeping time with another device's MIDI clock: pure, from messages and when they came.

Single pulses come too early or too late by milliseconds; their tempo is taken over a quarter, and
the music is drawn towards them rather than jerked.
"""

from collections import deque
from typing import NamedTuple

from engine.playback import wire
from engine.playback.clock import PULSES_A_QUARTER

# Fewer pulses than this tell no tempo.
_FEWEST = 6
# A pulse that takes this many times as long as those before it comes after a stall or a pause; one
# that takes so small a share of it makes up for a stall.
_STALL, _BURST = 2.0, 1 / 3
_SILENT_S = 1.0
_CATCH_UP_S = 0.5
_MOST_CATCH_UP = 0.25
_ERROR_SMOOTHING = 1 / 8


class Begin(NamedTuple):
    """Play now; from a sixteenth, or from where it stands if that is None."""

    sixteenth: int | None


class Pulse(NamedTuple):
    """A 24th of a quarter has passed.

    Attributes:
        bpm: Quarters a minute, or 0.0 as long as nobody can tell.
        at_s: When it was due: earlier than it came, where the sender had stalled.
    """

    bpm: float
    at_s: float


class Halt(NamedTuple):
    """Stop."""


class Locate(NamedTuple):
    """Go to a sixteenth, without playing."""

    sixteenth: int


class Follower:
    """Understands a MIDI clock."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=PULSES_A_QUARTER + 1)
        self._came_s = 0.0
        self._armed = False
        self._position: int | None = None
        self.running = False

    @property
    def bpm(self) -> float:
        """Quarters a minute over the last one; 0.0 as long as too few pulses came."""
        count = len(self._times) - 1
        if count < _FEWEST - 1:
            return 0.0
        span_s = self._times[-1] - self._times[0]
        return 60.0 * count / (PULSES_A_QUARTER * span_s) if span_s > 0 else 0.0

    def arm(self) -> None:
        """Begin with the next pulse, from where the music stands."""
        self._armed, self._position = True, None

    def halt(self) -> None:
        """Wait for the next start."""
        self._armed = self.running = False

    def take(self, message: bytes, seconds: float) -> Begin | Pulse | Halt | Locate | None:
        """Return what a message asks for.

        Args:
            message: Its bytes.
            seconds: When it came.
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

    def _pulse(self, seconds: float) -> Begin | Pulse | None:
        at_s = self._due_s(seconds)
        self._came_s = seconds
        self._times.append(at_s)
        if self._armed:
            begin = Begin(self._position)
            self._armed, self.running, self._position = False, True, None
            return begin
        return Pulse(self.bpm, at_s) if self.running else None

    def _due_s(self, seconds: float) -> float:
        """Return when a pulse was due that came now.

        A sender that stalls sends what it owes at once: time passed meanwhile at its tempo, and a
        tempo of the burst would be nonsense. One that paused goes on as if nothing had been.
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
            # Its tempo is still known; the time in between was nobody's.
            self._times = deque((at + seconds - due_s for at in times), maxlen=times.maxlen)
        return seconds

    def fell_silent(self, now_s: float) -> bool:
        """Return whether the clock that was followed has gone; True once."""
        gone = self.running and bool(self._times) and now_s - self._came_s > _SILENT_S
        if gone:
            self.halt()
            self._times.clear()
        return gone


class Lock:
    """Draws the music towards the pulses."""

    def __init__(self) -> None:
        self._error_s = 0.0

    def factor(self, *, rate: float, error_s: float) -> float:
        """Return how fast to play, in seconds of music a second.

        Args:
            rate: How fast the clock asks for.
            error_s: Seconds of music by which the music is behind the pulse.
        """
        self._error_s += _ERROR_SMOOTHING * (error_s - self._error_s)
        most = _MOST_CATCH_UP * rate
        return rate + min(most, max(-most, self._error_s / _CATCH_UP_S))
