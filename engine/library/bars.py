"""Find the grid, the beats and the downbeats where a file's own bars are wrong.

Some files have 1/4 throughout, or were played to a click that began anywhere: their notes are on a
grid, but not on the file's: see `engine.form.fit`. Each beat gets
a logit of being a downbeat, from three cues: long notes begin, the bass plays, the harmony changes.
Bars are the cheapest division of the beats into mostly equal ones (Viterbi 1967; Ellis 2007, "Beat
Tracking by Dynamic Programming").
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.form.fit import GridFit, fit_of
from engine.library.table import NoteTable

Floats = npt.NDArray[np.float64]
# Of a beat.
_SIXTEENTHS = 4
# An onset so near a beat (quarters) is on it.
_ON_BEAT = 0.11
# Quarters: a longer note says no more than a whole note.
_LONGEST_COUNTED = 4.0
_MIDDLE_C = 60
_BASS_BELOW, _OCTAVE = 66.0, 12.0
# Beats on each side over which a cue's mean and spread are taken.
_LOCAL_BEATS = 8
# Four bars of 4/4: with fewer beats, the cues do not decide.
_FEWEST_BEATS = 16
# Fitted by logistic regression to the annotated downbeats of POP909's training songs, without
# the ten whose annotation lies a beat beside every change of harmony; each cue is taken less its
# mean over the 17 beats around, in units of its spread there.
_BIAS = -1.84
_WEIGHT_LONGEST, _WEIGHT_BASS, _WEIGHT_HARMONY, _WEIGHT_BASS_HARMONY = 0.73, 0.85, 0.50, 0.31
_SPREADS = (1.05, 0.78, 0.27, 0.33)
# Cost of a bar whose length (beats) differs from the usual length. Single half bars are common.
_ODD_BAR_COST = {
    4: {4: 0.0, 2: 4.0, 6: 4.5, 3: 6.0, 5: 6.0},
    3: {3: 0.0, 6: 6.0, 2: 6.0, 4: 6.0},
}
# Fours are by far the commonest; threes must be clearly better, in logits a beat.
_THREES_PENALTY = 0.12


@dataclass(frozen=True, slots=True)
class Bars:
    """The bars found.

    Attributes:
        beats: Length of most bars in quarter notes.
        downbeats: Ticks where bars begin, sorted; the first may be before tick 0.
    """

    beats: int
    downbeats: tuple[int, ...]


def fit_to_bars(table: NoteTable) -> GridFit:
    """Return how the notes of a song, at least one, fit the file's own grid."""
    return fit_of(table.start, ticks_per_quarter=table.ticks_per_quarter, tempos=table.tempos)


def bars_are_wrong(table: NoteTable) -> bool:
    """Return whether a song's notes are on a grid, but not on that of its bars."""
    fit = fit_to_bars(table)
    if fit.is_free:
        return False  # this method cannot find its bars
    meters = table.time_signatures
    return fit.is_beside or (bool(meters) and all(meter.numerator == 1 for meter in meters))


def infer_bars(table: NoteTable, *, beats: int = 0) -> Bars | None:
    """Return the bars of a song, or None if it is too short.

    Args:
        table: Its notes; their onsets must agree on a grid.
        beats: Quarters of each bar if they are known; 0 if not.
    """
    start = table.start / table.ticks_per_quarter
    if start[-1] - start[0] < _FEWEST_BEATS:
        return None
    fit = fit_to_bars(table)
    # The beat may be at any place of the grid, and off-beats alone look like beats.
    parts = fit.parts if fit.parts % 3 == 0 else _SIXTEENTHS
    divisions = (
        division
        for k in range(parts)
        for division in _divisions(table, (fit.phase + k / parts) % 1.0, beats)
    )
    _, found, downbeats = max(divisions, key=lambda division: division[0])
    return Bars(found, tuple(round(beat * table.ticks_per_quarter) for beat in downbeats))


def _divisions(
    table: NoteTable, phase: float, known: int
) -> Iterator[tuple[float, int, list[float]]]:
    """Yield (score, beats per bar, downbeats in quarters) for possible bar lengths."""
    first, logits = _downbeat_logits(table, phase)
    for beats in (known,) if known else tuple(_ODD_BAR_COST):
        chosen, worth = _divide(logits, beats)
        if beats == 3:
            worth -= _THREES_PENALTY * len(logits)
        yield worth, beats, [first + phase + beat for beat in chosen]


def _downbeat_logits(table: NoteTable, phase: float) -> tuple[int, Floats]:
    """Return the number of the first beat and the downbeat logit of each beat from it on."""
    scale = table.ticks_per_quarter
    start = table.start / scale - phase
    length = table.duration / scale
    first = int(np.floor(start.min())) - 4
    count = int(np.ceil((start + length).max())) + 5 - first
    start = start - first
    pitched = table.drum == 0
    chroma = _chroma(start, length, table.pitch, pitched, count)
    bass = _chroma(start, length, table.pitch, pitched & (table.pitch < _MIDDLE_C), count)
    cues = (
        _longest(start, length, count),
        _bass(start, table.pitch, pitched, count),
        _change(chroma, 1),
        _change(bass, 2),
    )
    weights = (_WEIGHT_LONGEST, _WEIGHT_BASS, _WEIGHT_HARMONY, _WEIGHT_BASS_HARMONY)
    logits = np.full(count, _BIAS)
    for cue, weight, spread in zip(cues, weights, _SPREADS, strict=True):
        logits += weight * (cue - _local_mean(cue)) / spread
    return first, logits


def _on_beats(start: Floats, count: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Return each onset's nearest beat, and whether the onset is on it."""
    beat = np.round(start).astype(np.int64)
    return np.clip(beat, 0, count - 1), np.abs(start - beat) < _ON_BEAT


def _longest(start: Floats, length: Floats, count: int) -> Floats:
    """Return the length of the longest note that begins on each beat, in quarters."""
    beat, on = _on_beats(start, count)
    longest = np.zeros(count)
    np.maximum.at(longest, beat[on], np.minimum(length[on], _LONGEST_COUNTED))
    return longest


def _bass(
    start: Floats, pitch: npt.NDArray[np.int64], pitched: npt.NDArray[np.bool_], count: int
) -> Floats:
    """Return the depth of the lowest note that begins on each beat, in octaves below F♯4."""
    beat, on = _on_beats(start, count)
    on = on & pitched
    lowest = np.full(count, _BASS_BELOW)
    np.minimum.at(lowest, beat[on], pitch[on].astype(np.float64))
    return (_BASS_BELOW - lowest) / _OCTAVE


def _chroma(
    start: Floats,
    length: Floats,
    pitch: npt.NDArray[np.int64],
    chosen: npt.NDArray[np.bool_],
    count: int,
) -> Floats:
    """Return the sounding time of each pitch class in each beat, (beats, 12)."""
    chroma = np.zeros((count, 12))
    for beat, sounding, which in _slices(start[chosen], length[chosen], count):
        np.add.at(chroma, (beat, pitch[chosen][which] % 12), sounding)
    return chroma


def _slices(
    start: Floats, length: Floats, count: int
) -> Iterator[tuple[npt.NDArray[np.int64], Floats, npt.NDArray[np.bool_]]]:
    """Yield (beat, time in it, mask of notes) for the first, second... beat of the notes."""
    first = np.floor(start + 1e-6).astype(np.int64)
    for offset in range(int(2 * _LONGEST_COUNTED) + 1):
        beat = first + offset
        sounding = np.minimum(start + length, beat + 1) - np.maximum(start, beat)
        which = (sounding > 0) & (beat >= 0) & (beat < count)
        yield beat[which], sounding[which], which


def _change(chroma: Floats, beats: int) -> Floats:
    """Return how the sound changes at each beat: 1 - cosine of the beats before and after."""
    sums = np.vstack([np.zeros(12), np.cumsum(chroma, axis=0)])
    here = np.arange(len(chroma))
    before = sums[here] - sums[np.maximum(here - beats, 0)]
    after = sums[np.minimum(here + beats, len(chroma))] - sums[here]
    norms = (np.linalg.norm(before, axis=1) + 1e-3) * (np.linalg.norm(after, axis=1) + 1e-3)
    change: Floats = 1 - (before * after).sum(axis=1) / norms
    return change


def _local_mean(cue: Floats) -> Floats:
    sums = np.concatenate([[0.0], np.cumsum(cue)])
    here = np.arange(len(cue))
    low = np.maximum(here - _LOCAL_BEATS, 0)
    high = np.minimum(here + _LOCAL_BEATS + 1, len(cue))
    mean: Floats = (sums[high] - sums[low]) / (high - low)
    return mean


def _divide(logits: Floats, beats: int) -> tuple[list[int], float]:
    """Return the beats where bars begin, and the score of that division.

    The score is the sum of the logits of the downbeats, less the cost of odd bars.
    """
    costs = _ODD_BAR_COST.get(beats, {beats: 0.0})
    values = logits.tolist()
    worth, previous = [0.0] * len(values), [-1] * len(values)
    for i, logit in enumerate(values):
        best, came_from = (0.0, -1) if i < beats else (-np.inf, -1)
        for length, cost in costs.items():
            if i >= length and worth[i - length] - cost > best:
                best, came_from = worth[i - length] - cost, i - length
        worth[i], previous[i] = best + logit, came_from
    place = max(range(max(0, len(values) - beats), len(values)), key=lambda i: worth[i])
    total, chosen = worth[place], list[int]()
    while place >= 0:
        chosen.append(place)
        place = previous[place]
    return chosen[::-1], total
