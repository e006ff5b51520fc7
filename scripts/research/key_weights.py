"""Fit the evidence for a key: the weights of `engine/music/keys.py`.

    python scripts/research/key_weights.py SONGS... [--songs 300]

SONGS are those of `python -m benchmarks keys`; the half *choose* of each is read. All excerpts but
whole songs are weighed by one over the root of their collection's songs. So that one note or one
triad that is entered is in its own key, such notes are added, with a fifteenth of that weight.
Logistic regression over the 24 keys, the same in each transposition, with a prior of standard
deviation 1, gives the tables `_SHARES` and `_FIRST`, which are printed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import cross_entropy

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measures.keys import KEYS, KeyedSong, keyed_song  # noqa: E402
from benchmarks.songs import first_songs, folders_of  # noqa: E402
from engine.music.keys import Key  # noqa: E402
from engine.music.score import Note  # noqa: E402

HALF_WEIGHT = 16  # notes
TIED = (0, 2, 7)  # degrees that say nothing of the mode
_UNIT = 4 / 5  # of a share in the regression: the prior is as wide for it as for a first note
_FEWEST_SONGS = 10
# Pitches that are in major or in minor on the first of them, so many times each.
ANCHORS = (
    ((0,), False),
    ((0, 7), False),
    ((0, 4, 7), False),
    ((0, 3, 7), True),
    ((0, 3, 7, 12), True),
)
ANCHOR_TIMES = (1, 2, 4, 16)
ANCHOR_SHARE = 1 / 15
# The log odds that are added to minor after the fit, where major is three times as frequent. Of 0,
# .2 ... 1 it names the most keys of whole songs, eight bars and eight notes together.
MINOR = 0.6


def main() -> None:
    """Read, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--songs", type=int, default=300)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    folders = folders_of(arguments.folders)
    songs = list(first_songs(folders, keyed_song, split="choose", count=arguments.songs))
    minor = sum(song.key.minor for song in songs)
    print(f"{len(songs)} songs, {minor} in minor")
    shares, first = fitted(songs)
    print("_SHARES", np.round(shares.astype(float), 1).tolist())
    print("_FIRST", np.round(first.astype(float), 1).tolist())


def fitted(songs: Sequence[KeyedSong]) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of shares and of first notes, each (2 modes, 12 degrees)."""
    rows, keys, weights = [], [], []
    songs_of = Counter(song.collection for song in songs)
    for song in songs:
        weight = max(_FEWEST_SONGS, songs_of[song.collection]) ** -0.5
        for name, notes in song.excerpts.items():
            if not name.startswith("whole"):
                rows.append(features(notes))
                keys.append(KEYS.index(song.key))
                weights.append(weight)
    each = ANCHOR_SHARE * sum(weights) / (len(ANCHORS) * len(ANCHOR_TIMES))
    for pitches, minor in ANCHORS:
        for times in ANCHOR_TIMES:
            notes = [Note(i, pitch, 1) for i, pitch in enumerate(pitches * times)]
            rows.append(features(notes))
            keys.append(KEYS.index(Key(0, minor)))
            weights.append(each)
    scale = torch.tensor(weights) / np.mean(weights)
    inputs, target = torch.tensor(np.array(rows), dtype=torch.float32), torch.tensor(keys)
    free = torch.zeros(49, requires_grad=True)
    solver = torch.optim.LBFGS([free], max_iter=150, history_size=20, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        solver.zero_grad()
        scores = inputs @ tied(free).T  # excerpts, tonics, modes
        scores = torch.cat([scores[..., 0], scores[..., 1] + free[48]], 1)
        total = (cross_entropy(scores, target, reduction="none") * scale).sum()
        total = total + (free[:48] ** 2).sum() / 2
        total.backward()
        return total

    solver.step(loss)
    table = tied(free).detach().numpy()
    first = table[:, 12:] - table[:, 12:].mean()
    first[1] += free[48].item() + MINOR
    return table[:, :12] / _UNIT, first


def tied(free: torch.Tensor) -> torch.Tensor:
    """Return the weights (2 modes, 24) where both modes have the same for some degrees."""
    is_tied = torch.zeros(24, dtype=torch.bool)
    is_tied[list(TIED)] = True
    major = free[:24]
    return torch.stack([major, torch.where(is_tied, major, free[24:48])])


def features(notes: Sequence[Note]) -> np.ndarray:
    """Return shares and the first note as degrees above each of 12 tonics, (12, 24)."""
    pitch_classes = [note.pitch % 12 for note in notes]
    sounding = np.bincount(pitch_classes, [note.duration for note in notes], 12)
    weight = len(notes) / (len(notes) + HALF_WEIGHT) / _UNIT
    shares = weight * np.sqrt(sounding / sounding.sum())
    first = np.zeros(12)
    first[min(notes, key=lambda note: (note.start, note.pitch)).pitch % 12] = 1
    return np.array(
        [np.concatenate([np.roll(shares, -tonic), np.roll(first, -tonic)]) for tonic in range(12)]
    )


if __name__ == "__main__":
    main()
