"""Describe each fiftieth of a second of played music, as the network reads it."""

import numpy as np
import numpy.typing as npt

from engine.beats.notes import Bools, Floats, PlayedNotes

Frames = npt.NDArray[np.float32]

# Half of the 70 ms by which a beat may be wrong in the usual measure is more than one frame.
FRAMES_A_SECOND = 50
LOWEST_KEY, KEYS = 21, 88
# Kick, snare, hi-hats, everything else: these carry the beat of a drum kit.
_KICKS, _SNARES, _HATS = (35, 36), (37, 38, 39, 40), (42, 44, 46)
_DRUMS = 4
# Seconds on each side of a frame that are compared: about half a beat, a beat, half a bar.
_HARMONY_S = (0.4, 0.8, 1.6)
_BASS_HARMONY_S = 0.8
_MIDDLE_C = 60
_SHORTEST_SOUND_S = 0.1
_SCALARS = 4 + len(_HARMONY_S) + 1
# Columns of the features: onsets by key, onsets by drum, then the scalars.
WIDTH = KEYS + _DRUMS + _SCALARS


def features_of(notes: PlayedNotes, *, seconds_s: float) -> Frames:
    """Return the features of each frame, (frames, WIDTH), from second 0 to `seconds_s`."""
    count = int(np.ceil(seconds_s * FRAMES_A_SECOND)) + 1
    frames = np.zeros((count, WIDTH), np.float32)
    pitched = notes.chosen(~notes.drum)
    _add_onsets(frames, notes)
    _add_scalars(frames[:, KEYS + _DRUMS :], notes, pitched)
    frames[:, -len(_HARMONY_S) - 1 :] = _harmony(pitched, count)
    return frames


def _add_onsets(frames: Frames, notes: PlayedNotes) -> None:
    """Add the strength of each onset to its two nearest frames, by its distance from them."""
    column = np.where(
        notes.drum,
        KEYS + _drum_columns(notes),
        np.clip(notes.pitch - LOWEST_KEY, 0, KEYS - 1),
    )
    at = notes.start_s * FRAMES_A_SECOND
    first = np.floor(at).astype(np.int64)
    share = at - first
    strength = notes.velocity / 127.0
    last = len(frames) - 1
    np.add.at(frames, (np.minimum(first, last), column), strength * (1 - share))
    np.add.at(frames, (np.minimum(first + 1, last), column), strength * share)


def _drum_columns(notes: PlayedNotes) -> npt.NDArray[np.int64]:
    columns = np.full(len(notes), 3)
    for column, pitches in enumerate((_KICKS, _SNARES, _HATS)):
        columns[np.isin(notes.pitch, pitches)] = column
    return columns


def _add_scalars(scalars: Frames, notes: PlayedNotes, pitched: PlayedNotes) -> None:
    """Write number, greatest length, depth and height of the onsets of each frame."""
    frame = np.minimum(np.rint(notes.start_s * FRAMES_A_SECOND), len(scalars) - 1)
    np.add.at(scalars[:, 0], frame.astype(np.int64), 1.0)
    scalars[:, 0] = np.log1p(scalars[:, 0])
    frame = np.minimum(np.rint(pitched.start_s * FRAMES_A_SECOND), len(scalars) - 1)
    where = frame.astype(np.int64)
    length = np.log2(1 + 4 * np.maximum(pitched.end_s - pitched.start_s, 0.0))
    np.maximum.at(scalars[:, 1], where, length)
    np.maximum.at(scalars[:, 2], where, np.maximum(66 - pitched.pitch, 0) / 12)
    np.maximum.at(scalars[:, 3], where, np.maximum(pitched.pitch - _MIDDLE_C, 0) / 12)


def _harmony(pitched: PlayedNotes, count: int) -> Frames:
    """Return by how much the sounding pitch classes change at each frame, (frames, 4)."""
    sums = _chroma_sums(pitched, count, np.ones(len(pitched), np.bool_))
    bass = _chroma_sums(pitched, count, pitched.pitch < _MIDDLE_C)
    columns = [_change(sums, span_s) for span_s in _HARMONY_S]
    return np.stack([*columns, _change(bass, _BASS_HARMONY_S)], axis=1).astype(np.float32)


def _chroma_sums(pitched: PlayedNotes, count: int, which: Bools) -> Floats:
    """Return the sum of sounding pitch classes over all frames before each, (frames + 1, 12)."""
    first = np.rint(pitched.start_s[which] * FRAMES_A_SECOND).astype(np.int64)
    end_s = np.maximum(pitched.end_s, pitched.start_s + _SHORTEST_SOUND_S)[which]
    last = np.rint(end_s * FRAMES_A_SECOND).astype(np.int64)
    edges = np.zeros((count + 1, 12))
    pitch_class = pitched.pitch[which] % 12
    np.add.at(edges, (np.minimum(first, count), pitch_class), 1.0)
    np.add.at(edges, (np.minimum(last, count), pitch_class), -1.0)
    sounding = np.cumsum(edges[:-1], axis=0)
    return np.vstack([np.zeros(12), np.cumsum(sounding, axis=0)])


def _change(sums: Floats, span_s: float) -> Floats:
    """Return 1 - cosine of the pitch classes in the spans before and after each frame."""
    span = round(span_s * FRAMES_A_SECOND)
    count = len(sums) - 1
    here = np.arange(count)
    before = sums[here] - sums[np.maximum(here - span, 0)]
    after = sums[np.minimum(here + span, count)] - sums[here]
    norms = (np.linalg.norm(before, axis=1) + 1e-3) * (np.linalg.norm(after, axis=1) + 1e-3)
    change: Floats = 1 - (before * after).sum(axis=1) / norms
    return change
