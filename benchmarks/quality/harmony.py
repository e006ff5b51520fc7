"""The chord of each bar by what sounds in it, and how the roots move.

A finder of its own: the project's finder says the chords that the model reads, and must not judge
what is made of them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.passages import Passage
from engine.evaluation.musicality import pitched
from engine.harmony.keys import estimate_key
from engine.values.score import Note
from engine.values.time import BarMap

_QUALITIES = ((0, 4, 7), (0, 3, 7), (0, 3, 6), (0, 4, 7, 10), (0, 3, 7, 10), (0, 4, 7, 11))
# Shares of a bar's sounding time, set by hand when the figure was made and fitted to nothing. The
# cost makes a triad win against a seventh chord whose fourth tone hardly sounds; a root in the bass
# is worth as much as three tones cost.
_COST_OF_TONE = 0.04
_WORTH_OF_BASS = 0.12
_PHRASE = 8  # bars, as in `engine.generation.state.form`
_FIFTH = 7  # semitones


def roots(passage: Passage) -> tuple[int | None, ...]:
    """Return the root of each bar that follows, 0 is C; None for a bar without pitched notes."""
    return roots_between(passage, passage.start, passage.end)


def roots_between(passage: Passage, start: int, end: int) -> tuple[int | None, ...]:
    """Return the root of each bar between two bar lines, as `roots` does."""
    return tuple(root_of(notes) for notes in _bars(passage, start, end))


def root_of(sounding: Sequence[Note]) -> int | None:
    """Return the root of the chord that explains most of what sounds; None where nothing does.

    A chord is worth the share of sounding time that its tones have, a little less for each tone,
    and more where its root is the lowest note.

    Args:
        sounding: Notes cut to the bar.
    """
    if not sounding:
        return None
    shares = _shares(sounding)
    bass = min(note.pitch for note in sounding) % 12
    worths = {
        (root, tones): sum(shares[(root + tone) % 12] for tone in tones)
        - _COST_OF_TONE * len(tones)
        + _WORTH_OF_BASS * (root == bass)
        for root in range(12)
        for tones in _QUALITIES
    }
    root, _ = max(worths, key=lambda chord: worths[chord])
    return root


def longest_stay(passage: Passage) -> float | None:
    """Return the most bars in a row on one root."""
    stays = [len(list(same)) for root, same in groupby(roots(passage)) if root is not None]
    return float(max(stays)) if stays else None


def different_roots(passage: Passage) -> float | None:
    """Return how many roots there are."""
    found = {root for root in roots(passage) if root is not None}
    return float(len(found)) if found else None


def root_moves(passage: Passage) -> float | None:
    """Return the share of bars whose root is not that of the bar before."""
    pairs = [(a, b) for a, b in pairwise(roots(passage)) if a is not None and b is not None]
    return sum(a != b for a, b in pairs) / len(pairs) if pairs else None


def closes(passage: Passage) -> float | None:
    """Return the share of phrase ends, each eighth bar, on I or V of the prompt's key."""
    key = estimate_key(pitched(passage.prompt))
    ends = [root for root in roots(passage)[_PHRASE - 1 :: _PHRASE] if root is not None]
    if key is None or not ends:
        return None
    return sum((root - key.tonic) % 12 in {0, _FIFTH} for root in ends) / len(ends)


def _bars(passage: Passage, start: int, past: int) -> Iterator[list[Note]]:
    """Yield the pitched notes of each bar between two bar lines, cut to it."""
    bars = BarMap.of(passage.score)
    notes = pitched(passage.score)
    for bar, begin in bars.bar_starts(start, past):
        end = min(past, bars.start_of(bar + 1))
        yield [
            Note(max(begin, n.start), n.pitch, min(end, n.end) - max(begin, n.start), n.velocity)
            for n in notes
            if n.start < end and n.end > begin
        ]


def _shares(notes: Sequence[Note]) -> NDArray[np.float64]:
    """Return the share of sounding time of each pitch class, (12,)."""
    time = np.zeros(12)
    for note in notes:
        time[note.pitch % 12] += note.duration
    shares: NDArray[np.float64] = time / time.sum()
    return shares
