"""What turns MIDI messages into sound, and how messages find their place inside a block of it."""

import heapq
from itertools import count
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Block = NDArray[np.float32]  # (frames, 2): left and right, -1 to 1

SAMPLE_RATE = 44_100
# Sets of 16 channels: 60 parts and their drums sound without sharing.
BANKS = 4
_KNEE = 0.8


class Synthesizer(Protocol):
    """Makes sound from messages; used by one thread at a time."""

    def receive(self, channel: int, message: bytes) -> None:
        """Take a message; channel 0 to 16 * BANKS - 1 counts through all banks."""

    def render(self, frames: int) -> Block:
        """Return the next so many frames, (frames, 2)."""


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
        """Let a message wait for its frame; one in the past plays at once."""
        heapq.heappush(self._waiting, Placed(frame, next(self._number), channel, message))

    def drop_notes(self) -> None:
        """Forget the notes that have not begun; all else, note-offs too, plays at once."""
        kept = [p for p in sorted(self._waiting) if not _begins_a_note(p.message)]
        self._waiting = [p._replace(frame=0, number=i - len(kept)) for i, p in enumerate(kept)]

    def take(self, end: int) -> list[Placed]:
        """Return what plays before a frame, in order, and forget it."""
        taken = []
        while self._waiting and self._waiting[0].frame < end:
            taken.append(heapq.heappop(self._waiting))
        return taken


def _begins_a_note(message: bytes) -> bool:
    return message[0] & 0xF0 == 0x90 and message[2] > 0


def render_block(synthesizer: Synthesizer, placed: list[Placed], start: int, frames: int) -> Block:
    """Return a block of sound in which each message begins at its own frame.

    Args:
        synthesizer: What sounds.
        placed: Messages that play in this block or before it, in order.
        start: The block's first frame.
        frames: Its length.

    Returns:
        (frames, 2); many notes at once may go beyond -1 and 1.
    """
    block = np.empty((frames, 2), np.float32)
    done = 0
    for frame, _, channel, message in placed:
        at = min(frames, max(done, frame - start))
        if at > done:
            block[done:at] = synthesizer.render(at - done)
            done = at
        synthesizer.receive(channel, message)
    if done < frames:
        block[done:] = synthesizer.render(frames - done)
    return block


def limited(block: Block) -> Block:
    """Return a block whose peaks are bent softly so that nothing is beyond full scale."""
    peak = float(np.max(np.abs(block), initial=0.0))
    if peak <= _KNEE:
        return block
    loud = np.abs(block)
    bent = _KNEE + (1 - _KNEE) * np.tanh((loud - _KNEE) / (1 - _KNEE))
    return np.where(loud > _KNEE, np.sign(block) * bent, block).astype(np.float32)
