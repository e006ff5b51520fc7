"""The notes that basic-pitch itself finds in what its network heard: the peer.

Ported to NumPy from `note_creation.py` of basic-pitch 0.4.0 (Copyright 2022 Spotify AB, Apache
License 2.0), `output_to_notes_polyphonic` with the defaults of its command line. Loops are written
in another way, results are the same.
"""

import numpy as np

from engine.listening.network import LOWEST, Floats
from engine.listening.salience import STEP_S, Salience
from engine.values.hearing import HeardNote

_ONSET, _FRAME, _SHORTEST_S, _TOLERATED = 0.5, 0.3, 0.1277, 11
_SHORTEST = round(_SHORTEST_S / STEP_S)


def notes_of_basic_pitch(salience: Salience) -> list[HeardNote]:
    """Return notes in the order of their starts."""
    frames: Floats = np.divide(salience.notes, 255, dtype=np.float32)
    onsets = _with_rises(np.divide(salience.onsets, 255, dtype=np.float32), frames)
    left = frames.copy()
    made: list[tuple[int, int, int, float]] = []
    inner = onsets[1:-1]
    peaks = (inner > onsets[:-2]) & (inner > onsets[2:]) & (inner >= _ONSET)
    for before, key in np.argwhere(peaks)[::-1]:
        at = before + 1
        end = _last_above(left[:, key], int(at) + 1)
        if end - at > _SHORTEST:
            _clear(left, int(at), end, int(key))
            made.append((int(at), end, int(key), float(frames[at:end, key].mean())))
    made += _of_the_rest(left, frames)
    return [
        HeardNote(
            start_s=first * STEP_S,
            end_s=last * STEP_S,
            pitch=LOWEST + key,
            velocity=round(127 * loud),
            strength=round(100 * loud),
        )
        for first, last, key, loud in sorted(made)
    ]


def _with_rises(onsets: Floats, frames: Floats) -> Floats:
    """Return the onsets, and where a key's chance rises at once."""
    rises = np.minimum(
        *(np.diff(frames, n=1, axis=0, prepend=0), frames - np.pad(frames, ((2, 0), (0, 0)))[:-2])
    )
    rises = np.maximum(rises, 0)
    rises[:2] = 0
    most = rises.max(initial=0)
    return np.maximum(onsets, rises * (onsets.max(initial=0) / most)) if most > 0 else onsets


def _last_above(key: Floats, start: int) -> int:
    """Return the frame after which a key stays too weak for `_TOLERATED` frames."""
    at, weak = start, 0
    while at < len(key) - 1 and weak < _TOLERATED:
        weak = weak + 1 if key[at] < _FRAME else 0
        at += 1
    return at - weak


def _clear(left: Floats, first: int, end: int, key: int) -> None:
    left[first:end, max(0, key - 1) : key + 2] = 0


def _of_the_rest(left: Floats, frames: Floats) -> list[tuple[int, int, int, float]]:
    """Return notes without an onset, strongest first."""
    made = []
    order = np.argsort(-left, axis=None, kind="stable")
    for flat in order:
        at, key = divmod(int(flat), left.shape[1])
        if left[at, key] <= _FRAME:
            # Cleared since, or too weak from the beginning.
            if frames[at, key] <= _FRAME:
                break
            continue
        end = _last_above(left[:, key], at + 1)
        first = len(left) - _last_above(left[::-1, key], len(left) - at)
        beside = left[at].copy()
        _clear(left, max(0, first - _TOLERATED), min(len(left), end + _TOLERATED), key)
        # The peer leaves the neighbours of the strongest frame.
        left[at] = beside
        left[at, key] = 0
        if end - 1 - first > _SHORTEST:
            made.append((first, end - 1, key, float(frames[first : end - 1, key].mean())))
    return made
