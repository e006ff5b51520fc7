"""Made and held-out music as two sets: how their features are distributed (Yang and Lerch 2020).

"On the evaluation of generative models in music", Neural Computing and Applications 32. For each
feature the distances of every pair within the real set (intra) and of every pair across the two
sets (inter) are smoothed to densities by Gaussian kernels; KL divergence of inter from intra and
their overlapping area say how alike the sets are. Two halves of one set have KL near 0 and an
area near 1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.musicality import pitched
from engine.music.figures import upper_line
from engine.music.score import Note, Score

Floats = NDArray[np.float64]

# Note lengths in quarters; each note counts as the nearest by ratio (their twelve classes).
_LENGTHS = np.log2([4, 2, 1, 1 / 2, 1 / 4, 3, 3 / 2, 3 / 4, 3 / 8, 4 / 3, 2 / 3, 1 / 3])
_PLACES = 1000
_LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class Closeness:
    """How alike two sets are in a feature.

    Attributes:
        kl: Kullback and Leibler's divergence in nats, 0 for the same.
        area: Overlapping area of the two densities, 0 to 1.
    """

    kl: float
    area: float


def pitch_count(score: Score) -> Floats:
    """Return how many different pitches there are, (1,)."""
    return np.array([float(len({note.pitch for note in pitched(score)}))])


def pitch_range(score: Score) -> Floats:
    """Return the semitones from the lowest to the highest note, (1,)."""
    pitches = [note.pitch for note in pitched(score)]
    return np.array([float(max(pitches) - min(pitches)) if pitches else 0.0])


def pitch_class_histogram(score: Score) -> Floats:
    """Return the share of each pitch class, (12,)."""
    return _shares(np.bincount([n.pitch % 12 for n in pitched(score)] or [0], minlength=12))


def pitch_class_transitions(score: Score) -> Floats:
    """Return the share of each succession of two pitch classes in a track's upper line, (144,)."""
    counts = np.zeros((12, 12))
    for line in _lines(score):
        for a, b in pairwise(line):
            counts[a.pitch % 12, b.pitch % 12] += 1
    return _shares(counts.ravel())


def pitch_interval(score: Score) -> Floats:
    """Return the mean size of the steps of the upper lines, in semitones, (1,)."""
    steps = [abs(b.pitch - a.pitch) for line in _lines(score) for a, b in pairwise(line)]
    return np.array([float(np.mean(steps)) if steps else 0.0])


def note_count(score: Score) -> Floats:
    """Return how many notes there are, drums included, (1,)."""
    return np.array([float(score.note_count)])


def inter_onset(score: Score) -> Floats:
    """Return the mean time between successive onsets, in quarters, (1,)."""
    starts = sorted({note.start for _, note in score.notes()})
    gaps = np.diff(starts)
    return np.array([float(gaps.mean()) / score.ticks_per_quarter if len(gaps) else 0.0])


def length_histogram(score: Score) -> Floats:
    """Return the share of each of twelve note lengths, (12,)."""
    lengths = [_length_class(n.duration / score.ticks_per_quarter) for n in pitched(score)]
    return _shares(np.bincount(lengths or [0], minlength=len(_LENGTHS)))


def length_transitions(score: Score) -> Floats:
    """Return the share of each succession of two note lengths in a track's upper line, (144,)."""
    counts = np.zeros((len(_LENGTHS), len(_LENGTHS)))
    for line in _lines(score):
        lengths = [_length_class(note.duration / score.ticks_per_quarter) for note in line]
        for a, b in pairwise(lengths):
            counts[a, b] += 1
    return _shares(counts.ravel())


FEATURES: Mapping[str, Callable[[Score], Floats]] = MappingProxyType(
    {
        "pitch count": pitch_count,
        "pitch range": pitch_range,
        "pitch class histogram": pitch_class_histogram,
        "pitch class transitions": pitch_class_transitions,
        "mean pitch interval": pitch_interval,
        "note count": note_count,
        "mean inter-onset interval": inter_onset,
        "note length histogram": length_histogram,
        "note length transitions": length_transitions,
    }
)


def closeness(made: Sequence[Score], real: Sequence[Score]) -> dict[str, Closeness]:
    """Return how alike two sets of music are, by feature.

    Args:
        made: Bars of a model, pitched notes in each.
        real: Held-out bars, as long.

    Raises:
        ValueError: There are fewer than three of either.
    """
    if min(len(made), len(real)) < 3:
        raise ValueError("distributions need at least three pieces on either side")
    found = {}
    for name, feature in FEATURES.items():
        theirs = np.array([feature(score) for score in real])
        ours = np.array([feature(score) for score in made])
        within = _distances(theirs, theirs)[np.triu_indices(len(theirs), 1)]
        found[name] = closeness_of(within, _distances(ours, theirs).ravel())
    return found


def closeness_of(intra: Floats, inter: Floats) -> Closeness:
    """Return how alike two sets of distances are, each smoothed to a density.

    Args:
        intra: Distances within the real set, (M,).
        inter: Distances across, (N,).
    """
    widths = [_bandwidth(intra), _bandwidth(inter)]
    reach = 3 * max(widths)
    low, high = (f(np.concatenate([intra, inter])) for f in (np.min, np.max))
    grid = np.linspace(low - reach, high + reach, _PLACES)
    p, q = (_density(x, width, grid) for x, width in zip((intra, inter), widths, strict=True))
    area = float(np.minimum(p, q).sum())
    p, q = np.maximum(p, _LEAST), np.maximum(q, _LEAST)
    return Closeness(kl=max(0.0, float((q * np.log(q / p)).sum())), area=min(1.0, area))


def _bandwidth(values: Floats) -> float:
    """Return Scott's width; sets without any spread get a sliver of one."""
    spread = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    scott: float = spread * float(len(values)) ** -0.2
    return max(scott, 1e-3 * max(1.0, float(np.abs(values).max())))


def _density(values: Floats, width: float, grid: Floats) -> Floats:
    """Return the kernel density on a grid, made to sum to 1."""
    total = np.zeros_like(grid)
    for part in np.array_split(values, max(1, len(values) // 1024)):
        total += np.exp(-0.5 * ((grid[:, None] - part) / width) ** 2).sum(axis=1)
    density: Floats = total / total.sum()
    return density


def _distances(a: Floats, b: Floats) -> Floats:
    """Return the Euclidean distance of each row of `a` from each of `b`."""
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * a @ b.T
    distances: Floats = np.sqrt(np.maximum(squares, 0.0))
    return distances


def _shares(counts: NDArray[np.generic]) -> Floats:
    values = np.asarray(counts, dtype=np.float64)
    return values / max(1.0, float(values.sum()))


def _lines(score: Score) -> list[list[Note]]:
    return [upper_line(track.notes) for track in score.tracks if not track.is_drum]


def _length_class(quarters: float) -> int:
    return int(np.abs(_LENGTHS - np.log2(quarters)).argmin())
