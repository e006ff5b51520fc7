"""Reads MIDI time code (MTC). Pure: messages and their times are arguments.

A quarter frame message carries one of eight pieces of a time; two frames pass until all have come.
Full-frame messages, which devices send when they locate, are system exclusive and not received.
"""

from typing import NamedTuple

_PIECES = 8  # of a time: low and high bits of frames, seconds, minutes and hours
# Frames a second by the two bits of the last piece. 29.97 with drop frames counts as 30 of that.
_RATES = (24.0, 25.0, 30_000 / 1001, 30.0)
_DROP = 2


class TimeCode(NamedTuple):
    """A place that another device has reached.

    Attributes:
        place_s: Seconds since the last full hour, where a piece begins.
        at_s: Clock time at which it was there.
    """

    place_s: float
    at_s: float


class TimeCodeReader:
    """Puts the pieces of a time together."""

    def __init__(self) -> None:
        self._values: list[int] = []
        self._began_s = 0.0

    def take(self, message: bytes, seconds: float) -> TimeCode | None:
        """Return the time that a quarter frame completes.

        Args:
            message: The bytes; a wrong one, or one out of order, begins anew.
            seconds: Time of arrival.
        """
        data = message[1] if len(message) == 2 else 0xFF
        piece = data >> 4
        if piece == 0:
            self._values, self._began_s = [], seconds
        elif piece != len(self._values) or piece >= _PIECES:
            self._values = []
            return None
        self._values.append(data & 0x0F)
        if len(self._values) < _PIECES:
            return None
        values, self._values = self._values, []
        place_s = _seconds_of(values)
        return None if place_s is None else TimeCode(place_s, self._began_s)


def _seconds_of(values: list[int]) -> float | None:
    """Return the seconds since the full hour; None for values that no clock shows."""
    frames = values[0] | (values[1] & 1) << 4
    seconds = values[2] | (values[3] & 3) << 4
    minutes = values[4] | (values[5] & 3) << 4
    number = values[7] >> 1 & 3
    rate = _RATES[number]
    if frames >= round(rate) or seconds > 59 or minutes > 59:
        return None
    if number != _DROP:
        return 60.0 * minutes + seconds + frames / rate
    # Two numbers are left out at the start of each minute but every tenth.
    counted = 30 * (60 * minutes + seconds) + frames - 2 * (minutes - minutes // 10)
    return counted / rate
