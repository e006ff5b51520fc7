"""How likely each pitch sounds at each time of a recording, window after window."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.listening.network import FRAMES, HOP, RATE, WINDOW, Floats, PitchNetwork

# Frames at each edge of a window that its neighbour hears better (Basic Pitch uses as many).
_EDGE = 15
_KEPT = FRAMES - 2 * _EDGE
STEP_S = HOP / RATE
_FULL = 255


@dataclass(frozen=True, slots=True)
class Salience:
    """The chances of one stretch of sound, in 256 steps: an hour takes 140 MB.

    Attributes:
        first: The frame with which the stretch begins; frame n is at n * `STEP_S` seconds.
        contours: (frames, 264), 255 is certain; see `Heard`.
        notes: (frames, 88).
        onsets: (frames, 88).
        levels: The peak of the sound in each frame, 0 to 1.
    """

    first: int
    contours: NDArray[np.uint8]
    notes: NDArray[np.uint8]
    onsets: NDArray[np.uint8]
    levels: Floats

    def __len__(self) -> int:
        return len(self.notes)


def saliences(blocks: Iterable[Floats], network: PitchNetwork) -> Iterator[Salience]:
    """Yield stretch after stretch of a recording, without gaps.

    A stretch comes as soon as the sound for it is there: at most two seconds after it sounded. The
    last frame covers the last sample.

    Args:
        blocks: The recording, one channel at `RATE`, -1 to 1, in blocks of any length.
        network: Hears it.
    """
    lead = _EDGE * HOP
    waiting = np.zeros(lead, np.float32)
    first, samples = 0, 0
    for block in blocks:
        samples += len(block)
        waiting = np.concatenate([waiting, np.asarray(block, np.float32)])
        while len(waiting) >= WINDOW:
            yield _stretch(network, waiting[:WINDOW], first, _KEPT)
            waiting = waiting[_KEPT * HOP :]
            first += _KEPT
    frames = -(-samples // HOP)
    while first < frames:
        window = np.zeros(WINDOW, np.float32)
        window[: min(len(waiting), WINDOW)] = waiting[:WINDOW]
        yield _stretch(network, window, first, min(_KEPT, frames - first))
        waiting = waiting[_KEPT * HOP :]
        first += _KEPT


def _stretch(network: PitchNetwork, window: Floats, first: int, frames: int) -> Salience:
    heard = network.hear(window)
    kept = slice(_EDGE, _EDGE + frames)
    sound = np.abs(window[_EDGE * HOP :][: frames * HOP])
    padded = np.pad(sound, (0, frames * HOP - len(sound)))
    return Salience(
        first=first,
        contours=_in_steps(heard.contours[kept]),
        notes=_in_steps(heard.notes[kept]),
        onsets=_in_steps(heard.onsets[kept]),
        levels=padded.reshape(frames, HOP).max(axis=1),
    )


def _in_steps(chances: Floats) -> NDArray[np.uint8]:
    return np.round(chances * _FULL).astype(np.uint8)


def joined(parts: Iterable[Salience]) -> Salience:
    """Return consecutive stretches as one."""
    kept = list(parts)
    if not kept:
        empty = np.zeros((0, 88), np.uint8)
        return Salience(0, np.zeros((0, 264), np.uint8), empty, empty, np.zeros(0, np.float32))
    return Salience(
        kept[0].first,
        np.concatenate([part.contours for part in kept]),
        np.concatenate([part.notes for part in kept]),
        np.concatenate([part.onsets for part in kept]),
        np.concatenate([part.levels for part in kept]),
    )
