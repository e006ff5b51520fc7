"""Into how many parts played notes divide their beats: the likeliest rhythm of a whole part.

A player's onsets lie around their places. The nearest grid of each beat alone makes triplets of
uneven sixteenths, and one place of two notes. So the parts of all beats are chosen together (a
shortest path, costs in nats): onsets are near their places, plain divisions are usual, a beat is
divided as the one before, and notes that a player struck apart stand apart. The prices were chosen
on 27 performances of ASAP, the *choose* half of `benchmarks played-page`.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

# Parts of a quarter, and what each costs: fine ones always lie near what was played.
_PARTS = np.array([1, 2, 4, 3, 6, 8])
_PRICES = np.array([0.0, 0.5, 1.2, 1.8, 3.0, 3.0])
# Halves and quarters of beats go together, so do thirds and sixths; a whole beat goes with both.
_FAMILIES = np.array([0, 1, 1, 2, 2, 1])
_OTHER_FAMILY, _OTHER_PARTS = 1.5, 0.2
# Seconds by which onsets of pianists differ from their places.
_SPREAD_S = 0.03
# Onsets that follow each other by less are one chord; others that get one place cost nats.
_CHORD_S, _ONE_PLACE = 0.05, 3.0

_Ints = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PlayedOnsets:
    """Notes by start: where they lie in their beats.

    Attributes:
        beats: The beat of each note, numbers that rise.
        places: Quarters from it.
        seconds: From the beginning of the piece.
        quarters_s: Seconds of a quarter there.
    """

    beats: _Ints
    places: _Floats
    seconds: _Floats
    quarters_s: _Floats


def parts_of(onsets: PlayedOnsets) -> _Ints:
    """Return into how many parts the beat of each note is divided."""
    if not len(onsets.beats):
        return np.zeros(0, np.int64)
    beats, of_note = np.unique(onsets.beats, return_inverse=True)
    chords = _in_chords(onsets)
    numbers = np.searchsorted(beats, chords.beats)
    costs = np.stack([_cost(chords, numbers, len(beats), parts) for parts in _PARTS], axis=1)
    path = _cheapest_path(costs + _PRICES)
    found: _Ints = _PARTS[path][of_note.reshape(-1)]
    return found


def _in_chords(onsets: PlayedOnsets) -> PlayedOnsets:
    """Return one onset for each chord: the mean of its notes."""
    beats = onsets.beats
    begins = np.ones(len(beats), bool)
    begins[1:] = (np.diff(onsets.seconds) > _CHORD_S) | (np.diff(beats) != 0)
    of_note = np.cumsum(begins) - 1
    counts = np.bincount(of_note)

    def mean(values: _Floats) -> _Floats:
        return np.asarray(np.bincount(of_note, values) / counts, np.float64)

    return PlayedOnsets(
        beats[begins], mean(onsets.places), mean(onsets.seconds), mean(onsets.quarters_s)
    )


def _cost(chords: PlayedOnsets, numbers: _Ints, count: int, parts: int) -> _Floats:
    """Return what it costs each beat to be divided into some parts."""
    at = chords.places * parts
    slots = np.rint(at)
    away_s = np.abs(at - slots) / parts * chords.quarters_s
    costs = away_s / _SPREAD_S
    costs[1:] += _ONE_PLACE * ((np.diff(numbers) == 0) & (np.diff(slots) == 0))
    return np.asarray(np.bincount(numbers, costs, count), np.float64)


def _cheapest_path(costs: _Floats) -> _Ints:
    """Return the row of `_PARTS` for each beat (Viterbi)."""
    apart = _FAMILIES[:, None] != _FAMILIES[None, :]
    families = apart & (_FAMILIES[:, None] > 0) & (_FAMILIES[None, :] > 0)
    moving = _OTHER_FAMILY * families + _OTHER_PARTS * (1 - np.eye(len(_PARTS)))
    total = costs[0]
    came = np.zeros(costs.shape, np.int64)
    for row in range(1, len(costs)):
        ways = total[:, None] + moving
        came[row] = ways.argmin(axis=0)
        total = ways.min(axis=0) + costs[row]
    path = [int(total.argmin())]
    for row in range(len(costs) - 1, 0, -1):
        path.append(int(came[row, path[-1]]))
    return np.array(path[::-1])
