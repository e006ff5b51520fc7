"""Sound from anywhere becomes what the network hears: one channel at `RATE`, centred, -1 to 1."""

import numpy as np

from engine.listening.network import Floats
from engine.listening.resampling import Resampler

# A constant offset of a recording is followed within this time.
_OFFSET_S = 1.0


class Intake:
    """Takes the frames of one recording, block after block.

    Samples that are no numbers become silence. Louder sound than full scale, which only floating
    point can hold, makes all that follows softer: the network hears what is loud beside the rest.

    Args:
        rate: Frames a second.
    """

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._resample = Resampler(rate)
        self._offset: float | None = None
        self._peak = 1.0

    def __call__(self, frames: Floats) -> Floats:
        """Return the samples at `RATE` that frames, (n, channels), complete; maybe none."""
        if not len(frames):
            return np.zeros(0, np.float32)
        sound = np.nan_to_num(frames, nan=0.0, posinf=0.0, neginf=0.0).mean(axis=1)
        self._peak = max(self._peak, float(np.abs(sound).max()))
        return self._resample(np.asarray(self._centred(sound / self._peak), np.float32))

    def rest(self) -> Floats:
        """Return the last samples."""
        return self._resample.rest()

    def _centred(self, sound: Floats) -> Floats:
        """Return a block without the offset, which changes evenly from block to block."""
        mean = float(sound.mean())
        before = mean if self._offset is None else self._offset
        share = 1 - np.exp(-len(sound) / (_OFFSET_S * self._rate))
        self._offset = before + share * (mean - before)
        return np.asarray(sound - np.linspace(before, self._offset, len(sound)))
