"""Going with the tempo of who plays along, within bounds: pure, from where notes are played.

Who plays sets notes on and between beats. A note a little before its eighth is early, one a little
after it late; whoever is early again and again plays faster. The music catches up with the note
within a beat, and keeps a part of the change as its new tempo: a loop of second order, as devices
that follow a clock have it.
"""

from typing import NamedTuple

# Notes are measured against eighths; who is further from one plays something between them.
_STEPS_A_BEAT = 2
_NEAR = 0.3
# Shares of an error, in beats, that are kept as tempo, and made good within a beat.
_KEPT, _CAUGHT_UP = 0.12, 0.5


class Bent(NamedTuple):
    """How the music goes now.

    Attributes:
        rate: Times as fast as told.
        for_s: So long, until what was missing is made good.
    """

    rate: float
    for_s: float


class Elastic:
    """Follows who plays.

    Args:
        share: By what share of the tempo it may go faster or slower; 0 follows nobody.

    Attributes:
        rate: How many times as fast as told who plays is.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self._last = -1
        self.rate = 1.0

    def forget(self) -> None:
        """Go as told again."""
        self._last, self.rate = -1, 1.0

    def take(self, place: float, *, beat_s: float) -> Bent | None:
        """Return how to go after a note; None where it tells nothing.

        Args:
            place: Where it was played, in beats.
            beat_s: Seconds of a beat.
        """
        if self._share <= 0:
            return None
        step = round(place * _STEPS_A_BEAT)
        # Early is positive: whoever is before the place where his note belongs is ahead of us.
        ahead = (step - place * _STEPS_A_BEAT) / _STEPS_A_BEAT
        # Of a chord one note counts.
        if step == self._last or abs(ahead) * _STEPS_A_BEAT > _NEAR:
            return None
        self._last = step
        self.rate = self._within(self.rate + _KEPT * ahead)
        return Bent(self._within(self.rate + _CAUGHT_UP * ahead), beat_s)

    def _within(self, rate: float) -> float:
        return min(1.0 + self._share, max(1.0 - self._share, rate))
