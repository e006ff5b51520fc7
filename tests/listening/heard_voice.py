"""What the network would hear of one voice: a ridge of chances along a line of cents."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from engine.listening.network import BINS, KEYS, LOWEST, Floats
from engine.listening.salience import STEP_S, Salience

# The frames of a stretch, as the network gives them.
_STRETCH = 142
Bend = Callable[[Floats], Floats]


def saliences_of(
    notes: Sequence[tuple[float, float, float]],
    *,
    seconds: float,
    bend: Bend | None = None,
    onsets: bool = True,
    chance: float = 0.7,
) -> Iterator[Salience]:
    """Yield the stretches of a recording.

    Args:
        notes: Start and end in seconds, and cents (6000 is middle C).
        seconds: Length of the recording.
        bend: Returns cents that are added at times in seconds.
        onsets: Whether the beginnings of notes are heard.
        chance: That of the pitch where a note sounds.
    """
    frames = round(seconds / STEP_S)
    times = np.arange(frames) * STEP_S
    added = bend(times) if bend else np.zeros(frames)
    contours = np.full((frames, BINS * KEYS), 0.1)
    begins = np.full((frames, KEYS), 0.1)
    levels = np.full(frames, 1e-3, np.float32)
    bins = np.arange(BINS * KEYS)
    for start, end, cents in notes:
        sounding = (times >= start) & (times < end)
        at = (cents + added[sounding] - 100 * LOWEST) * BINS / 100 + 1
        ridge = chance * np.exp(-np.square(bins - at[:, None]) / 2)
        contours[sounding] = np.maximum(contours[sounding], ridge)
        levels[sounding] = 0.3
        if onsets:
            key = round(cents / 100) - LOWEST
            begins[np.abs(times - start) < STEP_S, key] = 0.9
    for first in range(0, frames, _STRETCH):
        part = slice(first, min(frames, first + _STRETCH))
        yield Salience(
            first=first,
            contours=np.round(255 * contours[part]).astype(np.uint8),
            notes=np.zeros((part.stop - first, KEYS), np.uint8),
            onsets=np.round(255 * begins[part]).astype(np.uint8),
            levels=levels[part],
        )
