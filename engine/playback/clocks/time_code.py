"""Reads and writes MIDI time code (MTC). Pure: messages and their times are arguments.

A quarter frame message carries one of eight pieces of a time; two frames pass until all have come.
A full-frame message, which devices send when they locate, is system exclusive and carries a whole.
"""

from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from engine.playback import wire

CODE_S = 2 / 24  # the longest time that one code takes: two frames
_PIECES = 8  # of a time: low and high bits of frames, seconds, minutes and hours
# Frames a second by the two bits of the last piece. 29.97 with drop frames counts as 30 of that.
_RATES = (24.0, 25.0, 30_000 / 1001, 30.0)
_DROP = 2
# Written are 25 frames a second, of 40 ms each: every program reads them.
_WRITTEN_RATE, _WRITTEN_FRAMES = 1, 25
_QUARTERS = 4 * _WRITTEN_FRAMES  # quarter frames a second
_HOURS = 24
# To all devices: real time, time code, full message. A message to one of them is heard, too.
_FULL_HEAD, _FULL_DEVICE, _FULL_BYTES = (0xF0, 0x7F, 0x7F, 0x01, 0x01), 2, 10
# A place that is further away than this was jumped to, by a loop or by the user.
_JUMP_S = 0.1


class TimeCode(NamedTuple):
    """A place that another device has reached.

    Attributes:
        place_s: Seconds since the last full hour, where a piece begins.
        at_s: Clock time at which it was there.
        anew: Whether the device broke off the code before: it jumped to this place.
    """

    place_s: float
    at_s: float
    anew: bool = False


class TimeCodeReader:
    """Puts the pieces of a time together."""

    def __init__(self) -> None:
        self._values: list[int] = []
        self._began_s, self._anew = 0.0, False

    def take(self, message: bytes, seconds: float) -> TimeCode | None:
        """Return the time that a quarter frame completes.

        Args:
            message: The bytes; a wrong one, or one out of order, begins anew.
            seconds: Time of arrival.
        """
        data = message[1] if len(message) == 2 else 0xFF
        piece = data >> 4
        if piece == 0:
            self._anew = bool(self._values)
            self._values, self._began_s = [], seconds
        elif piece != len(self._values) or piece >= _PIECES:
            self._values = []
            return None
        self._values.append(data & 0x0F)
        if len(self._values) < _PIECES:
            return None
        values, self._values = self._values, []
        place_s = _seconds_of(values)
        return None if place_s is None else TimeCode(place_s, self._began_s, self._anew)


def full_frame_of(message: bytes) -> float | None:
    """Return the place of a full-frame message, in seconds since the full hour; None for others."""
    head = list(message[: len(_FULL_HEAD)])
    if len(message) != _FULL_BYTES or message[-1] != 0xF7:
        return None
    head[_FULL_DEVICE] = _FULL_HEAD[_FULL_DEVICE]
    if tuple(head) != _FULL_HEAD:
        return None
    hours, minutes, seconds, frames = message[len(_FULL_HEAD) : -1]
    return _seconds_at(minutes, seconds, frames, number=hours >> 5 & 3)


def _seconds_of(values: list[int]) -> float | None:
    """Return the seconds since the full hour of eight pieces; None if no clock shows them."""
    frames = values[0] | (values[1] & 1) << 4
    seconds = values[2] | (values[3] & 3) << 4
    minutes = values[4] | (values[5] & 3) << 4
    return _seconds_at(minutes, seconds, frames, number=values[7] >> 1 & 3)


def _seconds_at(minutes: int, seconds: int, frames: int, *, number: int) -> float | None:
    """Return the seconds since the full hour at a rate of this number; None for impossible ones."""
    rate = _RATES[number]
    if frames >= round(rate) or seconds > 59 or minutes > 59:
        return None
    if number != _DROP:
        return 60.0 * minutes + seconds + frames / rate
    # Two numbers are left out at the start of each minute but every tenth.
    counted = 30 * (60 * minutes + seconds) + frames - 2 * (minutes - minutes // 10)
    return counted / rate


class TimeCodeWriter:
    """Sends the place in the music as time code; the piece begins at 00:00:00:00.

    Args:
        send: Takes a message for the outputs that get time code.
    """

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._next: int | None = None

    def stop(self) -> None:
        """Send nothing until the next `step`, which says anew where the music is."""
        self._next = None

    def locate(self, place_s: float) -> None:
        """Say where the music is, playing or not.

        Args:
            place_s: Seconds from the beginning of the piece.
        """
        frame = int(max(0.0, place_s) * _WRITTEN_FRAMES)
        self._send(_full_frame(frame))
        # A reader wants all eight pieces, from the first on.
        self._next = _PIECES * ceil(max(0.0, place_s) * _QUARTERS / _PIECES)

    def step(self, place_s: float) -> float:
        """Send what is due; return the place of the next message, in seconds.

        Args:
            place_s: Seconds from the beginning of the piece; nothing is sent before that.
        """
        if place_s < 0.0:
            return 0.0
        if self._next is None or abs(self._next / _QUARTERS - place_s) > _JUMP_S:
            self.locate(place_s)
        number = self._next or 0
        while number <= place_s * _QUARTERS:
            self._send(_quarter_frame(number))
            number += 1
        self._next = number
        return number / _QUARTERS


def _fields(frame: int) -> tuple[int, int, int, int]:
    """Return hours, minutes, seconds and frames."""
    seconds, frames = divmod(frame, _WRITTEN_FRAMES)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return hours % _HOURS, minutes, seconds, frames


def _quarter_frame(number: int) -> bytes:
    """Return a message; its eight pieces tell the time of the first of them."""
    piece = number % _PIECES
    hours, minutes, seconds, frames = _fields((number - piece) // 4)
    high_hours = hours >> 4 | _WRITTEN_RATE << 1
    values = (
        *(frames & 15, frames >> 4, seconds & 15, seconds >> 4),
        *(minutes & 15, minutes >> 4, hours & 15, high_hours),
    )
    return bytes((wire.QUARTER_FRAME, piece << 4 | values[piece]))


def _full_frame(frame: int) -> bytes:
    hours, minutes, seconds, frames = _fields(frame)
    return bytes((*_FULL_HEAD, _WRITTEN_RATE << 5 | hours, minutes, seconds, frames, 0xF7))
