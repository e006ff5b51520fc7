"""How far a voice is above or below concert pitch, and how it sinks or rises in a tune."""

from dataclasses import dataclass

import numpy as np

from engine.listening.network import Floats
from engine.listening.salience import STEP_S

_SEMITONE = 100.0
# Drifts that are tried, in cents a second: a singer who sinks by a semitone in 20 s has -5.
_DRIFTS = np.arange(-8.0, 8.5, 0.5)
# A drift must make the tuning clearer by so much, and by a share of one pitch more: a few pitches
# lie on some drift by chance. A shorter tune cannot show one.
_CLEARER, _BY_CHANCE, _SHORTEST_S = 0.12, 2.0, 6.0
# A tuning that is less clear says nothing: pitches lie anywhere between the keys.
CLEAR = 0.2


@dataclass(frozen=True, slots=True)
class Pitching:
    """Where the keys of a voice lie.

    Attributes:
        cents: How far they are above concert pitch in the first frame, -50 to 50.
        drift: By how many cents they rise in a second.
        clear: From 0, where pitches lie anywhere, to 1, where all are on keys.
    """

    cents: float = 0.0
    drift: float = 0.0
    clear: float = 0.0

    def offsets(self, first: int, frames: int) -> Floats:
        """Return how far the keys are above concert pitch in so many frames from one on."""
        return np.asarray(self.cents + self.drift * STEP_S * np.arange(first, first + frames))


def pitching_of(cents: Floats, weights: Floats) -> Pitching:
    """Return the offset, and the drift, with which most pitches lie on keys.

    Args:
        cents: A pitch for each frame; NaN counts nothing.
        weights: How much each counts.
    """
    frames = np.flatnonzero(np.isfinite(cents) & (weights > 0))
    if not len(frames):
        return Pitching()
    times, weight = frames * STEP_S, weights[frames] / weights[frames].sum()
    tried = _DRIFTS if times[-1] - times[0] >= _SHORTEST_S else np.zeros(1)
    # The mean of pitches on a circle of one semitone, for each drift.
    moved = cents[frames] - tried[:, None] * times
    means = np.exp(2j * np.pi * moved / _SEMITONE) @ weight
    still = int(np.abs(tried).argmin())
    best = int(np.abs(means).argmax())
    if abs(means[best]) - abs(means[still]) < _CLEARER + _BY_CHANCE / len(frames):
        best = still
    angle = float(np.angle(means[best])) / (2 * np.pi)
    return Pitching(angle * _SEMITONE, float(tried[best]), float(abs(means[best])))
