"""The chord of each bar as a number that is the same in every key."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.harmony.chord_symbols import QUALITIES, Chord
from engine.harmony.chord_track import chord_at
from engine.harmony.chords import beats_in_bar, find_chords
from engine.harmony.keys import Key, estimate_key
from engine.values.score import Score
from engine.values.time import BarMap

_NAMES = tuple(QUALITIES)
NONE = 12 * len(_NAMES)
"""The number of a bar without a chord; all others are below it."""

CHORDS = NONE + 1
"""How many numbers there are."""

TONES = (
    *(
        frozenset((degree + step) % 12 for step in steps)
        for steps in QUALITIES.values()
        for degree in range(12)
    ),
    frozenset[int](),
)
"""The tones of each number's chord, in semitones above the tonic."""


class BarChords(NamedTuple):
    """The chords of one bar.

    Attributes:
        first: Number of the chord on the first beat.
        middle: Number of the chord in the middle of the bar; `first` where none begins there.
    """

    first: int
    middle: int


class PlannedBar(NamedTuple):
    """A bar of a plan.

    Attributes:
        chords: Its chords.
        back: How many bars back the bar is that it returns to; 0 for a new one.
    """

    chords: BarChords
    back: int = 0


def number_of(chord: Chord, key: Key) -> int:
    """Return the number of a chord: degree above the tonic, and quality."""
    if chord.root < 0:
        return NONE
    return 12 * _NAMES.index(chord.quality) + (chord.root - key.tonic) % 12


def chord_of(number: int, key: Key, *, tick: int) -> Chord:
    """Return the chord of a number in root position."""
    if number == NONE:
        return Chord(tick)
    quality, degree = divmod(number, 12)
    root = (degree + key.tonic) % 12
    return Chord(tick, root, _NAMES[quality], root)


def degree_of(number: int) -> int:
    """Return the semitones of a chord's root above the tonic; -1 where there is no chord."""
    return -1 if number == NONE else number % 12


def degrees_of(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return `degree_of` of each chord, in the same shape."""
    return np.where(numbers == NONE, -1, numbers % 12)


def raised(semitones: int) -> NDArray[np.int64]:
    """Return the number of each chord so many semitones higher, (CHORDS,)."""
    numbers = np.arange(CHORDS)
    quality, degree = np.divmod(numbers, 12)
    return np.where(numbers == NONE, NONE, 12 * quality + (degree + semitones) % 12)


def middle_of(score: Score, bars: BarMap, bar: int) -> int | None:
    """Return the tick in the middle of a bar; None where its meter has no middle beat."""
    start = bars.start_of(bar)
    meter = bars.signature_at(start)
    beats = beats_in_bar(meter.numerator, meter.denominator, score.ticks_per_quarter)
    return start + beats[len(beats) // 2] if len(beats) % 2 == 0 else None


def key_of(score: Score) -> Key | None:
    """Return the key of a score's pitched notes; None where it has none."""
    return estimate_key(score.pitched_notes())


def chords_of_bars(score: Score, key: Key, *, first: int, past: int) -> tuple[BarChords, ...]:
    """Return the chords that are found in some bars of a score.

    Args:
        score: The music; all of it is listened to.
        key: That degrees are counted in.
        first: The first bar.
        past: The bar after the last.
    """
    bars, found = BarMap.of(score), find_chords(score)
    return tuple(_chords_of_bar(score, bars, bar, found, key) for bar in range(first, past))


def _chords_of_bar(
    score: Score, bars: BarMap, bar: int, found: Sequence[Chord], key: Key
) -> BarChords:
    first = number_of(chord_at(found, bars.start_of(bar)), key)
    middle = middle_of(score, bars, bar)
    return BarChords(first, first if middle is None else number_of(chord_at(found, middle), key))
