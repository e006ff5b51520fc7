"""MIDI clock while no music plays, for devices that lose their tempo without pulses."""

from collections.abc import Callable

from engine.playback import wire
from engine.playback.sending.agenda import NEVER
from engine.playback.sending.pulses import PULSES_A_QUARTER

_PULSE = bytes((wire.PULSE,))
# Pulses that are later than this were missed by a suspended process; they are not sent in a burst.
_MISSED_S = 0.25


class IdleClock:
    """Sends pulses at a tempo; times are arguments.

    Args:
        send: Takes a message for the outputs that get clock.

    Attributes:
        runs: Whether the user wants pulses while the music is stopped.
    """

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._due_s = NEVER
        self.runs = False

    def pause(self) -> None:
        """Send nothing until the next `step`, which sends a pulse at once."""
        self._due_s = NEVER

    def align(self, *, at_s: float, now_s: float, bpm: float) -> None:
        """Place the pulses from now on so that one lies at a time to come.

        Args:
            at_s: That time, when music begins.
            now_s: The clock time now.
            bpm: Quarters a minute.
        """
        self._due_s = now_s + (at_s - now_s) % _pulse_s(bpm)

    def step(self, now_s: float, *, bpm: float) -> float:
        """Send what is due; return the clock time of the next pulse."""
        if self._due_s == NEVER or now_s - self._due_s > _MISSED_S:
            self._due_s = now_s
        while self._due_s <= now_s:
            self._send(_PULSE)
            self._due_s += _pulse_s(bpm)
        return self._due_s


def _pulse_s(bpm: float) -> float:
    return 60.0 / bpm / PULSES_A_QUARTER
