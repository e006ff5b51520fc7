"""The beats and bar lines that a person tells; they are fixed, the others are found around them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Annotated

from msgspec import Meta

from engine.values.ranges import PieceSeconds

# Of 12/8 counted in eighths; longer bars are several to a listener who counts.
MOST_BEATS_IN_BAR = 12

# A key struck so much harder than the usual tap (velocity) is meant to be louder: the velocities of
# a hand that taps evenly deviate by 5 to 10.
_LOUDER = 20


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap of a listener.

    Attributes:
        at_s: When, in seconds of the piece.
        velocity: How hard a MIDI key was struck, 1 to 127; 0 where nothing tells that.
        accented: Whether the listener said with it that a bar begins.
    """

    at_s: PieceSeconds
    velocity: Annotated[int, Meta(ge=0, le=127)] = 0
    accented: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidBeats:
    """Beats and bar lines of which a person is sure.

    Attributes:
        taps: Taps at beats, by time; the first one is the first beat of a bar.
        lines_s: Bar lines that a person put where they are, in seconds of the piece, rising.
        beats_in_bar: Beats of each bar; 0 if nobody said how many.
    """

    taps: tuple[Tap, ...] = ()
    lines_s: tuple[PieceSeconds, ...] = ()
    beats_in_bar: Annotated[int, Meta(ge=0, le=MOST_BEATS_IN_BAR)] = 0


NOTHING_SAID = SaidBeats()


def accents_of(taps: Sequence[Tap]) -> tuple[Tap, ...]:
    """Return the taps that begin a bar, the first one included.

    A person who marks some means these. Otherwise the louder ones count if the same number of taps
    lies between all of them: a hand that taps unevenly says nothing about bars.

    Args:
        taps: By time.
    """
    marked = tuple(tap for number, tap in enumerate(taps) if tap.accented or not number)
    if len(marked) > 1 or len(taps) < 2:
        return marked
    usual = median(tap.velocity for tap in taps[1:])
    louder = [n for n, tap in enumerate(taps) if not n or tap.velocity >= usual + _LOUDER]
    apart = {after - before for before, after in pairwise(louder)}
    # With two accents, one louder tap by chance would make the bars.
    even = len(louder) > 2 and len(apart) == 1 and 2 <= min(apart) <= MOST_BEATS_IN_BAR
    return tuple(taps[n] for n in louder) if even else marked
