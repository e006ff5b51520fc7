"""Whether a recording has one voice or many."""

import numpy as np
from numpy.typing import NDArray

from engine.listening.salience import Salience
from engine.values.hearing import Voices

Bools = NDArray[np.bool_]
# Of 255: so likely sounds a key that counts.
_STRONG = 110
# Intervals between a pitch and its harmonics 2 to 8. Keys two semitones apart are one pitch on its
# way: a glide, a vibrato, or a note that fades in a room while the next one begins.
_HARMONICS = (12, 19, 24, 28, 31, 34, 36)
_ON_ITS_WAY = (1, 2)
# The chance of a note holds for a moment after it; an overlap counts if it lasts (70 ms).
_LASTING = 6
# On songs set apart for choosing one voice has at most .01, many voices have .32 or more.
_MANY_FROM = 0.1


def voices_of(salience: Salience) -> Voices:
    """Return how many voices a recording, or a stretch of it, has; silence has one."""
    return "many" if share_of_many(salience) >= _MANY_FROM else "one"


def share_of_many(salience: Salience) -> float:
    """Return in what share of the frames with a strong key another one sounds that is no harmonic.

    Args:
        salience: The recording.
    """
    strong = salience.notes >= _STRONG
    sounding = int(strong.any(axis=1).sum())
    if sounding == 0:
        return 0.0
    lasting = _lasting(strong)
    many = np.zeros(len(lasting), np.bool_)
    for interval in range(1, lasting.shape[1]):
        if interval not in _HARMONICS and interval not in _ON_ITS_WAY:
            many |= (lasting[:, interval:] & lasting[:, :-interval]).any(axis=1)
    return float(many.sum()) / sounding


def _lasting(strong: Bools) -> Bools:
    """Return where a key is strong and was so for a while."""
    so_far = np.cumsum(strong, axis=0)
    before = np.zeros_like(so_far)
    before[_LASTING:] = so_far[:-_LASTING]
    return np.asarray(so_far - before == _LASTING)
