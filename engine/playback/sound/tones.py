"""The interfaces that turn MIDI messages into sound, and the queue that gives messages a frame."""

import heapq
from collections.abc import Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.playback import wire
from engine.values.sound import Program, Room
from engine.values.tuning import Tuning

if TYPE_CHECKING:
    from engine.playback.sound.tape import Tape

Block = NDArray[np.float32]  # (frames, 2): left and right, -1 to 1
Floats = NDArray[Any]

# Frames a second, as on CDs.
SAMPLE_RATE = 44_100
# Sets of 16 channels: enough for 60 tracks and drums without sharing.
BANKS = 4
# Instruments sound, files end and dither is drawn in parts of at most so many frames, so that the
# size of blocks changes nothing.
PART = 8192


class Instruments(Protocol):
    """Makes each channel's sound from messages; one thread at a time may use it."""

    @property
    def title(self) -> str:
        """Name for the user."""

    @property
    def trims(self) -> Mapping[Program, float]:
        """Decibels by program that make the programs equally loud; none where not known."""

    @property
    def borrowed(self) -> frozenset[Program]:
        """The programs that the bank lacks and the one that ships plays."""

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Prepare programs, each (number, whether a drum kit); any thread may call it."""

    def set_tuning(self, tuning: Tuning | None) -> None:
        """Tune the notes that begin from now on, drums excepted; None is equal temperament."""

    def receive(self, channel: int, message: bytes) -> None:
        """Apply a message; channels 0 to 16 * BANKS - 1 count through all banks."""

    def sounding(self) -> Sequence[int]:
        """Return the channels that may sound."""

    def render(self, channel: int, frames: int) -> Block:
        """Return the next frames of a channel, (frames, 2), without pan."""


class Synthesizer(Protocol):
    """Makes sound from messages; one thread at a time may use it."""

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Prepare programs, each (number, whether a drum kit); any thread may call it."""

    def play(self, placed: "Sequence[FrameMessage]", start: int, frames: int) -> Block:
        """Return a block in which each message begins at its own frame.

        Args:
            placed: Messages for this block or earlier, in order.
            start: Number of the block's first frame.
            frames: Length of the block.

        Returns:
            (frames, 2), within full scale.
        """

    @property
    def tape(self) -> "Tape":
        """The player of a recording beside the notes."""

    @property
    def borrowed(self) -> frozenset[Program]:
        """The programs that the bank lacks and the one that ships plays."""

    def set_room(self, room: Room) -> None:
        """Change the room from the next block on."""

    def set_tuning(self, tuning: Tuning | None) -> None:
        """Tune the notes that begin from now on, drums excepted; None is equal temperament."""

    def set_level(self, decibels: float) -> None:
        """Set the fader of the master; -inf is silence."""

    def heard(self) -> "Heard":
        """Return the sound since the last call and its peaks; any thread may call it."""


class Heard(NamedTuple):
    """Sound and its peaks.

    Attributes:
        peaks: Left and right, by channel; -1 is the master. 1.0 is full scale.
        held_db: The most that the limiter took away, in decibels.
        blocks: The sound of the master.
    """

    peaks: Mapping[int, tuple[float, float]] = MappingProxyType({})
    held_db: float = 0.0
    blocks: tuple[Block, ...] = ()


class FrameMessage(NamedTuple):
    """A message with its frame; sorts in order of playing."""

    frame: int
    number: int
    channel: int
    message: bytes


class FrameQueue:
    """Messages that wait for their frame."""

    def __init__(self) -> None:
        self._waiting: list[FrameMessage] = []
        self._number = count()
        # The last frame at which each key of a channel begins, and each pedal moves.
        self._latest: dict[tuple[int, bool, int], int] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, frame: int, channel: int, message: bytes) -> None:
        """Add a message; one in the past plays at once.

        A note-off never overtakes its note-on, nor a pedal an earlier move of the same pedal. Times
        may go backwards: messages for "at once" come before those that wait, and a device that
        stalled has a new clock.
        """
        moves = _moves_a_pedal(message)
        if moves or _ends_a_note(message):
            frame = max(frame, self._latest.get((channel, moves, message[1]), frame))
        if moves or _begins_a_note(message):
            key = channel, moves, message[1]
            self._latest[key] = max(frame, self._latest.get(key, frame))
        heapq.heappush(self._waiting, FrameMessage(frame, next(self._number), channel, message))

    def drop_notes(self) -> None:
        """Remove the notes that have not begun; everything else, note-offs too, plays at once."""
        kept = [p for p in sorted(self._waiting) if not _begins_a_note(p.message)]
        self._waiting = [p._replace(frame=0, number=i - len(kept)) for i, p in enumerate(kept)]
        self._latest.clear()

    def withdraw(self, channel: int, pitch: int) -> None:
        """Remove notes of a pitch that have not begun, because they have ended already."""
        kept = [p for p in self._waiting if not _begins(p, channel, pitch)]
        if len(kept) < len(self._waiting):
            heapq.heapify(kept)
            self._waiting = kept
        self._latest.pop((channel, False, pitch), None)

    def take(self, end: int) -> list[FrameMessage]:
        """Remove and return the messages before a frame, in order."""
        taken = []
        while self._waiting and self._waiting[0].frame < end:
            taken.append(heapq.heappop(self._waiting))
        return taken


def _begins_a_note(message: bytes) -> bool:
    return message[0] & 0xF0 == 0x90 and message[2] > 0


def _begins(placed: FrameMessage, channel: int, pitch: int) -> bool:
    is_there = placed.channel == channel and placed.message[1] == pitch
    return is_there and _begins_a_note(placed.message)


def _ends_a_note(message: bytes) -> bool:
    status = message[0] & 0xF0
    return status == 0x80 or (status == 0x90 and message[2] == 0)


def _moves_a_pedal(message: bytes) -> bool:
    return message[0] & 0xF0 == wire.CONTROL and message[1] in wire.PEDALS
