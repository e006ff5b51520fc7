"""What turns MIDI messages into sound, and how messages find their place inside a block of it."""

import heapq
from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.messages import Room
from engine.playback import wire

Block = NDArray[np.float32]  # (frames, 2): left and right, -1 to 1
Floats = NDArray[Any]

SAMPLE_RATE = 44_100
# Sets of 16 channels: 60 parts and their drums sound without sharing.
BANKS = 4


class Instruments(Protocol):
    """Makes each channel's sound from messages; used by one thread at a time.

    Attributes:
        title: What plays, as the user knows it.
    """

    @property
    def title(self) -> str: ...  # noqa: D102

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Have these programs ready, each (number, whether a drum kit); from any thread."""

    def receive(self, channel: int, message: bytes) -> None:
        """Take a message; channel 0 to 16 * BANKS - 1 counts through all banks."""

    def sounding(self) -> Sequence[int]:
        """Return the channels that may sound."""

    def render(self, channel: int, frames: int) -> Block:
        """Return the next so many frames of a channel, (frames, 2), from the middle."""


class Synthesizer(Protocol):
    """Makes sound from messages; used by one thread at a time."""

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Have these programs ready, each (number, whether a drum kit); from any thread."""

    def play(self, placed: "Sequence[Placed]", start: int, frames: int) -> Block:
        """Return a block in which each message begins at its own frame.

        Args:
            placed: Messages that play in this block or before it, in order.
            start: The block's first frame.
            frames: Its length.

        Returns:
            (frames, 2), within full scale.
        """

    def set_room(self, room: Room) -> None:
        """Sound in another room from the next block on."""

    def levels(self) -> dict[int, tuple[float, float]]:
        """Return the peaks since this was last asked, left and right, by channel; -1 is all."""


class Placed(NamedTuple):
    """A message at a frame; sorts in playing order."""

    frame: int
    number: int
    channel: int
    message: bytes


class Placement:
    """Messages that wait for their frame."""

    def __init__(self) -> None:
        self._waiting: list[Placed] = []
        self._number = count()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, frame: int, channel: int, message: bytes) -> None:
        """Let a message wait for its frame; one in the past plays at once.

        The end of a note waits for its beginning, and a pedal for where it was sent before: what
        plays at once is due before what waits already, and so is what is sent by the clock that a
        device has since it stalled.
        """
        if _ends_a_note(message):
            begins = (p.frame for p in self._waiting if _begins(p, channel, message[1]))
            frame = max((frame, *begins))
        elif _moves_a_pedal(message):
            moves = (p.frame for p in self._waiting if _moves(p, channel, message[1]))
            frame = max((frame, *moves))
        heapq.heappush(self._waiting, Placed(frame, next(self._number), channel, message))

    def drop_notes(self) -> None:
        """Forget the notes that have not begun; all else, note-offs too, plays at once."""
        kept = [p for p in sorted(self._waiting) if not _begins_a_note(p.message)]
        self._waiting = [p._replace(frame=0, number=i - len(kept)) for i, p in enumerate(kept)]

    def withdraw(self, channel: int, pitch: int) -> None:
        """Forget notes of a pitch that have not begun: their end has come already."""
        kept = [p for p in self._waiting if not _begins(p, channel, pitch)]
        if len(kept) < len(self._waiting):
            heapq.heapify(kept)
            self._waiting = kept

    def take(self, end: int) -> list[Placed]:
        """Return what plays before a frame, in order, and forget it."""
        taken = []
        while self._waiting and self._waiting[0].frame < end:
            taken.append(heapq.heappop(self._waiting))
        return taken


def _begins_a_note(message: bytes) -> bool:
    return message[0] & 0xF0 == 0x90 and message[2] > 0


def _begins(placed: Placed, channel: int, pitch: int) -> bool:
    is_there = placed.channel == channel and placed.message[1] == pitch
    return is_there and _begins_a_note(placed.message)


def _ends_a_note(message: bytes) -> bool:
    status = message[0] & 0xF0
    return status == 0x80 or (status == 0x90 and message[2] == 0)


def _moves_a_pedal(message: bytes) -> bool:
    return message[0] & 0xF0 == wire.CONTROL and message[1] in wire.PEDALS


def _moves(placed: Placed, channel: int, pedal: int) -> bool:
    is_there = placed.channel == channel and placed.message[1:2] == bytes((pedal,))
    return is_there and _moves_a_pedal(placed.message)
