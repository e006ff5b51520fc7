"""Follows the tempo of a human who plays along, within bounds. Pure.

Players place notes on and between beats. A note just before its eighth is early, one just after it
late; a player who is always early plays faster. The music catches up with each note within a beat,
and keeps a part of the change as its new tempo: a second-order loop, as in devices that follow a
clock.

The loop alone cannot follow a quick change: it takes a note that is late by more than half an
eighth for an early note of the next eighth. While a player repeats one note value, the intervals
between the notes give the tempo, and with it the eighth that each note belongs to.
"""

from typing import NamedTuple

# Notes are compared with eighths; a note far from any eighth is ignored.
_STEPS_A_BEAT = 2
_NEAR_EIGHTHS = 0.3
# Shares of an error, in beats, that are kept as tempo, and caught up within a beat.
_KEPT, _CAUGHT_UP = 0.12, 0.5
# Intervals whose ratio lies between these are one note value, played slower or faster. A triplet
# after an eighth has 0.67, and must not be taken for one, also where it is not exact.
_SLOWING, _HURRYING = 1.28, 0.85
# Intervals of one note value whose mean is the tempo. Fewer may be a rhythm, and a late note makes
# one interval long and the next one short.
_RUN = 4
# A note value is a whole number of eighths, so near and so long.
_OF_VALUE, _LONGEST_VALUE = 0.1, 8
# Above this change of the tempo intervals tell it, below it the places of notes.
_QUICK_CHANGE = 0.12
# The music catches up with so many eighths. Farther behind or ahead it goes on from where it is.
_FARTHEST_EIGHTHS = 4
# Notes that are nearer than this part of an eighth are a chord.
_CHORD = 0.25


class Bent(NamedTuple):
    """A change of the tempo.

    Attributes:
        rate: Factor on the tempo that was set.
        for_s: Seconds for which it holds, until the error is caught up.
    """

    rate: float
    for_s: float


class _Run:
    """A player's last notes, as long as they have one note value."""

    def __init__(self) -> None:
        self._at_s = float("-inf")
        self._intervals_s: list[float] = []
        # None until there are intervals enough to tell it.
        self._value: int | None = None

    def take(self, at_s: float, *, eighth_s: float) -> bool:
        """Take a note; return False if it is one more of a chord.

        Args:
            at_s: When it was played.
            eighth_s: Length of the music's eighth in seconds. It decides the first note value.
        """
        interval_s = at_s - self._at_s
        if interval_s < _CHORD * eighth_s:
            return False
        self._at_s = at_s
        ratio = interval_s / self._intervals_s[-1] if self._intervals_s else 0.0
        if _HURRYING <= ratio <= _SLOWING:
            self._intervals_s = [*self._intervals_s, interval_s][-_RUN:]
        else:
            self._intervals_s, self._value = [interval_s], None
        if self._value is None and len(self._intervals_s) == _RUN:
            self._value = _value_of(sum(self._intervals_s) / _RUN / eighth_s)
        return True

    @property
    def value(self) -> int:
        """The note value in eighths; 0 where the notes tell no tempo."""
        return self._value or 0

    @property
    def eighth_s(self) -> float:
        """Seconds of an eighth of the player, where `value` is not 0."""
        return sum(self._intervals_s) / (_RUN * self.value)


def _value_of(eighths: float) -> int:
    """Return a note value in whole eighths; 0 for a triplet, a sixteenth or a rest."""
    if eighths > _LONGEST_VALUE + _OF_VALUE:
        return 0
    value = round(eighths)
    return value if abs(eighths - value) <= _OF_VALUE else 0


class Elastic:
    """Follows the tempo of a human.

    Args:
        share: Largest change of the tempo, as a share of it; 0 follows nobody.

    Attributes:
        rate: The human's tempo relative to the tempo that was set.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self.forget()

    def forget(self) -> None:
        """Return to the tempo that was set."""
        # The eighth of the last note, and of the last one that told something.
        self._step = self._last = -1
        self._run = _Run()
        self.rate = 1.0

    def take(self, place: float, *, beat_s: float, at_s: float) -> Bent | None:
        """Return the change of tempo after a note; None if the note tells nothing.

        Args:
            place: Place of the note, in beats.
            beat_s: Seconds of a beat at the tempo that was set.
            at_s: When it was played.
        """
        if self._share <= 0:
            return None
        eighth_s = beat_s / _STEPS_A_BEAT
        if not self._run.take(at_s, eighth_s=eighth_s / self.rate):
            return None
        before, self._step = self._step, round(place * _STEPS_A_BEAT)
        played: float | None = None
        if self._run.value:
            played = eighth_s / self._run.eighth_s
            if self._within(played) != played:
                # The music stays at its slowest or fastest, and does not chase the player.
                self._last, self.rate = self._step, self._within(played)
                return Bent(self.rate, beat_s)
            meant = before + self._run.value
            if abs(meant - place * _STEPS_A_BEAT) <= _FARTHEST_EIGHTHS:
                self._step = meant
        # Positive if the note is early: the player is ahead of the music.
        ahead = (self._step - place * _STEPS_A_BEAT) / _STEPS_A_BEAT
        is_near = abs(ahead) * _STEPS_A_BEAT <= _NEAR_EIGHTHS
        if self._step == self._last or (played is None and not is_near):
            return None
        self._last = self._step
        if played is not None and (not is_near or abs(played / self.rate - 1) > _QUICK_CHANGE):
            self.rate = played
        else:
            self.rate = self._within(self.rate + _KEPT * ahead)
        return Bent(self._within(self.rate + _CAUGHT_UP * ahead), beat_s)

    def _within(self, rate: float) -> float:
        return min(1.0 + self._share, max(1.0 - self._share, rate))
