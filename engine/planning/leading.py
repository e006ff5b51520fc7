"""Which part leads, and which of its pitches are its tune.

The plan of chords speaks to bass and accompaniment. The tune is free: appoggiaturas and passing
notes on strong beats are what makes it step (experiment 2026-11-29-free-tune).
"""

from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from engine.form.figures import upper_line
from engine.form.passage_figures import intervals, mean_pitch
from engine.values.config import PITCHES
from engine.values.score import Note, Track

FEWEST = 4
"""Onsets of a part that may lead."""

OCTAVES, LEAPS, VOICE = 1.0, -2.0, 3.0
"""Weights of `leading_part`: of a part's height in octaves, of its share of leaps, by which it
breaks chords, and of its share of single notes. They were chosen on lieder, Polish songs and POP909
of *choose*, where the tune has a name. They find it in 1, 1 and .52 of these songs; height alone
finds it in .75, .5 and .33."""

_LEAP = 4  # semitones that a leap is larger than
_MOSTLY = 0.5  # share of a pitch from which on it counts as the tune's
_NEAR = 2  # semitones around a pitch that say whether it is the tune's

Floats = NDArray[np.float64]


def leading_part(played: Mapping[int, Sequence[Note]]) -> int | None:
    """Return the part that leads; None where none has enough notes.

    Args:
        played: The notes of each pitched part, of the last bars.
    """
    lines = {part: upper_line(notes) for part, notes in played.items()}
    worths = {
        part: _worth(line, len(line) / len(played[part]))
        for part, line in lines.items()
        if len(line) >= FEWEST
    }
    return max(worths, key=worths.__getitem__, default=None)


def tune_share(notes: Sequence[Note]) -> Floats:
    """Return for each pitch the share of the notes around it that are the highest of their onset.

    Args:
        notes: Of the leading part, at least one.

    Returns:
        (128,), 0 to 1; above the notes 1, below them 0.
    """
    top = _counts(upper_line(notes))
    every = _counts(notes)
    around = np.ones(2 * _NEAR + 1)
    tops, all_ = (np.convolve(counts, around, mode="same") for counts in (top, every))
    known = np.flatnonzero(every)
    outside = np.where(np.arange(PITCHES) > known[-1], 1.0, 0.0)
    share: Floats = np.divide(tops, all_, out=outside, where=all_ > 0)
    return share


def without_tune(track: Track, share: Floats | None) -> Track:
    """Return a track without the notes that are its tune.

    Args:
        track: Any.
        share: The value of `tune_share` for it; None where it does not lead.
    """
    if share is None or track.is_drum:
        return track
    return track.with_notes(note for note in track.notes if share[note.pitch] < _MOSTLY)


def _worth(line: Sequence[Note], voice: float) -> float:
    leaps = fmean(interval > _LEAP for interval in intervals(line))
    return OCTAVES * mean_pitch(line) / 12 + LEAPS * leaps + VOICE * voice


def _counts(notes: Sequence[Note]) -> Floats:
    counts: Floats = np.bincount([note.pitch for note in notes], minlength=PITCHES).astype(float)
    return counts
