"""Train the judge of notes: `assets/listening/note-judge.safetensors`.

python scripts/note_judge.py DATA --songs 4 --more 4

DATA is the folder of test music. Songs of the half *choose* are played by the built-in sound, as
`python -m benchmarks listen` plays those of the other half: of each kind the first `--songs` under
all conditions, `--more` further ones with noise at 30 dB. What the network hears of them gives
peaks; a peak at a true note is one. Two layers learn it by gradient descent in NumPy.
"""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from benchmarks.listening.many import CONDITIONS, KINDS, songs_of, under
from engine.ground.paths import note_judge, pitch_network
from engine.listening.many_voices import LATE_S, peaks_of
from engine.listening.network import LOWEST, Floats, PitchNetwork
from engine.listening.salience import STEP_S, Salience, joined, saliences
from engine.values.hearing import HeardNote

HIDDEN, EPOCHS, BATCH, RATE, DECAY, DROPPED = 24, 30, 512, 3e-3, 0.03, 0.2
_NEAR_S, _USUAL_LATE_S = 0.07, 0.01
# Beside the chance, so much counts an error of lateness.
_LATE_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Examples:
    """Peaks, and what is true of them.

    Attributes:
        features: (n, features).
        targets: Whether it is a note, and by how many `LATE_S` it is late, (n, 2).
    """

    features: Floats
    targets: Floats


def examples_of(salience: Salience, notes: Iterable[HeardNote]) -> Examples:
    """Return the peaks of a recording of known notes; a note is its highest peak nearby."""
    known = sorted(notes, key=lambda note: note.start_s)
    loudest = float(salience.levels.max(initial=0.0))
    peaks = peaks_of(salience, loudest=loudest, first=0, end=len(salience))
    at_s = peaks.frames * STEP_S
    heights = salience.onsets[peaks.frames, peaks.keys].astype(np.float32)
    targets = np.zeros((len(at_s), 2), np.float32)
    for note in known:
        near = (peaks.keys == note.pitch - LOWEST) & (
            np.abs(at_s - note.start_s - _USUAL_LATE_S) <= _NEAR_S
        )
        if near.any():
            best = np.nonzero(near)[0][np.argmax(heights[near])]
            targets[best] = 1, (at_s[best] - note.start_s) / LATE_S
    return Examples(peaks.features, targets)


def trained(examples: Iterable[Examples], *, seed: int = 0) -> dict[str, Floats]:
    """Return the weights of a judge: Adam, with weights that decay and inputs that drop out."""
    parts = list(examples)
    x, y = (np.concatenate([getattr(p, name) for p in parts]) for name in ("features", "targets"))
    mean, spread = x.mean(axis=0), x.std(axis=0) + 1e-3
    x = (x - mean) / spread
    dice = np.random.default_rng(seed)
    weights = [
        dice.normal(0, width**-0.5, (width, out)).astype(np.float32)
        for width, out in ((x.shape[1], HIDDEN), (HIDDEN, y.shape[1]))
    ]
    biases = [np.zeros(weight.shape[1], np.float32) for weight in weights]
    values = [weights[0], biases[0], weights[1], biases[1]]
    first, second = ([np.zeros_like(v) for v in values] for _ in range(2))
    steps = EPOCHS * -(-len(x) // BATCH)
    for step, rows in enumerate(_batches(len(x), dice), 1):
        rate = RATE * (1 - step / steps) + 1e-5
        seen = x[rows] * (dice.random((len(rows), x.shape[1])) > DROPPED)
        for at, slope in enumerate(_slopes(seen, y[rows], values)):
            if values[at].ndim > 1:
                values[at] *= 1 - rate * DECAY
            first[at] += 0.1 * (slope - first[at])
            second[at] += 0.001 * (slope**2 - second[at])
            values[at] -= (
                rate
                * (first[at] / (1 - 0.9**step))
                / (np.sqrt(second[at] / (1 - 0.999**step)) + 1e-8)
            )
    hidden = values[0] / spread[:, None]
    return {
        "hidden.weight": hidden,
        "hidden.bias": values[1] - mean @ hidden,
        "out.weight": values[2],
        "out.bias": values[3],
    }


def _batches(count: int, dice: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    for _ in range(EPOCHS):
        order = dice.permutation(count)
        yield from (order[at : at + BATCH] for at in range(0, count, BATCH))


def _slopes(x: Floats, y: Floats, values: list[Floats]) -> list[Floats]:
    """Return the gradient of the mean loss by each value."""
    hidden = np.maximum(x @ values[0] + values[1], 0)
    made = hidden @ values[2] + values[3]
    chance = 1 / (1 + np.exp(-np.clip(made[:, 0], -60, 60)))
    late = y[:, 0] * (made[:, 1] - y[:, 1])
    slope = np.stack([chance - y[:, 0], _LATE_WEIGHT * late], axis=1)
    slope = (slope / len(x)).astype(np.float32)
    below = (slope @ values[2].T) * (hidden > 0)
    return [x.T @ below, below.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]


def _heard(data: Path, *, songs: int, more: int) -> Iterator[Examples]:
    network = PitchNetwork.load(pitch_network())
    for name, kind in KINDS.items():
        for number, song in enumerate(songs_of(kind, data, split="choose", count=songs + more)):
            for condition in CONDITIONS if number < songs else ("30 dB",):
                sound = under(song.sound, CONDITIONS[condition], seed=number)
                yield examples_of(joined(saliences([sound], network)), song.notes)
            print(name, number + 1, song.name, flush=True)


def main() -> None:
    """Train the judge and write it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, help="the folder of test music")
    parser.add_argument("--songs", type=int, default=4, help="of each kind, all conditions (4)")
    parser.add_argument("--more", type=int, default=4, help="of each kind, at 30 dB (4)")
    asked = parser.parse_args()
    weights = trained(_heard(asked.data, songs=asked.songs, more=asked.more))
    save_file(weights, note_judge())


if __name__ == "__main__":
    main()
