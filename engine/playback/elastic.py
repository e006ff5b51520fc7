"""Follows the tempo of a human who plays along, within bounds. Pure.

Players place notes on and between beats. A note just before its eighth is early, one just after it
late; a player who is always early plays faster. The music catches up with each note within a beat,
and keeps a part of the change as its new tempo: a second-order loop, as in devices that follow a
clock.
"""

from typing import NamedTuple

# Notes are compared with eighths; a note far from any eighth is ignored.
_STEPS_A_BEAT = 2
_NEAR = 0.3
# Shares of an error, in beats, that are kept as tempo, and caught up within a beat.
_KEPT, _CAUGHT_UP = 0.12, 0.5


class Bent(NamedTuple):
    """A change of the tempo.

    Attributes:
        rate: Factor on the tempo that was set.
        for_s: Seconds for which it holds, until the error is caught up.
    """

    rate: float
    for_s: float


class Elastic:
    """Follows the tempo of a human.

    Args:
        share: Largest change of the tempo, as a share of it; 0 follows nobody.

    Attributes:
        rate: The human's tempo relative to the tempo that was set.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self._last = -1
        self.rate = 1.0

    def forget(self) -> None:
        """Return to the tempo that was set."""
        self._last, self.rate = -1, 1.0

    def take(self, place: float, *, beat_s: float) -> Bent | None:
        """Return the change of tempo after a note; None if the note tells nothing.

        Args:
            place: Place of the note, in beats.
            beat_s: Seconds of a beat.
        """
        if self._share <= 0:
            return None
        step = round(place * _STEPS_A_BEAT)
        # Positive if the note is early: the player is ahead of the music.
        ahead = (step - place * _STEPS_A_BEAT) / _STEPS_A_BEAT
        # Only one note of a chord counts.
        if step == self._last or abs(ahead) * _STEPS_A_BEAT > _NEAR:
            return None
        self._last = step
        self.rate = self._within(self.rate + _KEPT * ahead)
        return Bent(self._within(self.rate + _CAUGHT_UP * ahead), beat_s)

    def _within(self, rate: float) -> float:
        return min(1.0 + self._share, max(1.0 - self._share, rate))
