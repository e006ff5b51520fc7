"""Scripted humans of a jam: what each plays before it waits for an answer.

Every phrase is drawn anew from its seed: key, harmony, rhythm and touch. All are in 4/4.
"""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.harmony.keys import MAJOR_STEPS, NATURAL_MINOR_STEPS
from engine.values.score import TICKS_PER_QUARTER, Note

BEAT = TICKS_PER_QUARTER
BAR = 4 * BEAT
BARS = 4
"""Bars of a phrase."""
# Roots of chords by scale step; each begins and ends at home.
_PROGRESSIONS = (
    (0, 5, 3, 4, 0, 5, 4, 0),
    (0, 3, 0, 4, 5, 3, 4, 0),
    (0, 4, 5, 3, 0, 3, 4, 0),
    (0, 0, 3, 3, 4, 4, 0, 0),
)
# Beats of a bar on which chords are struck.
_COMPING = ((0, 1, 2, 3), (0, 1.5, 2, 3.5), (0.5, 1.5, 2.5, 3.5), (0, 1.5, 3), (0, 2, 2.5, 3))
# Kick and snare of a bar; the hi-hat plays eighths or quarters.
_KICKS = ((0, 2), (0, 2.5), (0, 1.5, 2.5), (0, 0.5, 2), (0, 1, 2, 3))
_SNARES = ((1, 3), (1, 3, 3.5), (2,), (1, 2.75, 3))
KICK, SNARE, HAT = 36, 38, 42
# A jam takes a silence of 1.9 beats for the end of a phrase: rests within one are shorter.
_LONGEST_REST = 1.5 * BEAT
# Onsets of two bars of a sparse tune, in beats.
_SPARSE = ((0, 1.5, 4, 6), (0, 3, 4, 5.5), (0, 2, 3, 4), (1, 2, 4, 7), (0, 2.5, 4, 6.5))


def staccato_chords(seed: int) -> tuple[Note, ...]:
    """Return triads, each 0.2 to 0.45 of a beat long."""
    draw = _drawing(seed)
    steps, tonic = _scale(draw), draw.randrange(48, 60)
    roots, rhythm = draw.choice(_PROGRESSIONS), draw.choice(_COMPING)
    length = round(draw.uniform(0.2, 0.45) * BEAT)
    notes = []
    for bar in range(BARS):
        for at in rhythm:
            root = roots[2 * bar + (at >= 2)]
            for third in (0, 2, 4):
                octaves, step = divmod(root + third, 7)
                pitch = tonic + 12 * octaves + steps[step]
                notes.append(Note(bar * BAR + round(at * BEAT), pitch, length, 80))
    return tuple(notes)


def drums(seed: int) -> tuple[Note, ...]:
    """Return a beat of kick, snare and hi-hat; the last bar ends with a kick on the third beat."""
    draw = _drawing(seed)
    kicks, snares = draw.choice(_KICKS), draw.choice(_SNARES)
    hats = [eighth / 2 for eighth in range(0, 8, draw.choice((1, 1, 2)))]
    strokes = [(HAT, at) for at in hats] + [(KICK, at) for at in kicks]
    strokes += [(SNARE, at) for at in snares]
    notes = [
        Note(bar * BAR + round(at * BEAT), drum, 60, 90)
        for bar in range(BARS)
        for drum, at in strokes
    ]
    return tuple(sorted(notes))


def sparse_tune(seed: int) -> tuple[Note, ...]:
    """Return a tune of two notes a bar, which ends on its tonic."""
    draw = _drawing(seed)
    steps, tonic = _scale(draw), draw.randrange(60, 68)
    rhythm, degree = draw.choice(_SPARSE), draw.choice((0, 2, 4))
    # The second half repeats the rhythm, as tunes do.
    onsets = [pair * 2 * BAR + round(at * BEAT) for pair in range(BARS // 2) for at in rhythm]
    notes = []
    for index, at in enumerate(onsets):
        last = index == len(onsets) - 1
        degree = 0 if last else min(9, max(-3, degree + draw.choice((-2, -1, -1, 1, 1, 2))))
        octaves, step = divmod(degree, 7)
        after = BARS * BAR if last else onsets[index + 1]
        # No rest is as long as the end of a phrase.
        length = round(max(min(1.5 * BEAT, 0.8 * (after - at)), after - at - _LONGEST_REST))
        notes.append(Note(at, tonic + 12 * octaves + steps[step], length, 80))
    return tuple(notes)


PLAYERS: Mapping[str, Callable[[int], tuple[Note, ...]]] = MappingProxyType(
    {"chords": staccato_chords, "drums": drums, "sparse": sparse_tune}
)
"""Phrases of `BARS` bars by the name of their player; the argument is the seed."""


def _drawing(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - a script, not a secret


def _scale(draw: random.Random) -> tuple[int, ...]:
    return draw.choice((MAJOR_STEPS, NATURAL_MINOR_STEPS))
