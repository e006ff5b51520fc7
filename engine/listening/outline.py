"""The outline of a recording, drawn as its sound arrives."""

import numpy as np

from engine.listening.network import RATE, Floats
from engine.values.hearing import LEVEL_STEP_S

_STEP = LEVEL_STEP_S * RATE
_FULL = 100


class Outline:
    """Takes the sound of one recording, block after block.

    Attributes:
        samples: How many have come.
        levels: The peak of each `LEVEL_STEP_S` seconds, in percent of full scale.
    """

    def __init__(self) -> None:
        self.samples = 0
        self.levels: list[int] = []
        self._open = np.zeros(0, np.float32)

    @property
    def seconds(self) -> float:
        """The length of what has come."""
        return self.samples / RATE

    def add(self, block: Floats) -> None:
        """Take the next samples at `RATE`; a level comes when its last sample has come."""
        self.samples += len(block)
        sound = np.concatenate([self._open, np.abs(block)])
        begins = self.samples - len(sound)
        count = len(self.levels)
        while (end := round((count + 1) * _STEP)) <= self.samples:
            peak = float(sound[round(count * _STEP) - begins : end - begins].max())
            self.levels.append(min(_FULL, round(_FULL * peak)))
            count += 1
        self._open = sound[round(count * _STEP) - begins :]
