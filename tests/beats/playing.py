"""Made-up performances, with and without a beat."""

import numpy as np

from engine.beats.notes import PlayedNotes


def played(onsets: np.ndarray, pitches: np.ndarray, *, length_s: float = 0.3) -> PlayedNotes:
    """Return notes of one length."""
    order = np.argsort(onsets, kind="stable")
    start = np.asarray(onsets, np.float64)[order]
    return PlayedNotes(
        start_s=start,
        end_s=start + length_s,
        pitch=np.asarray(pitches, np.int64)[order],
        velocity=np.full(len(start), 80),
        drum=np.zeros(len(start), np.bool_),
    )


def waltz(*, slow_down: float = 0.0, seed: int = 0) -> tuple[PlayedNotes, np.ndarray]:
    """Return a waltz whose tempo drifts, with its beats in seconds."""
    random = np.random.default_rng(seed)
    spans = 0.5 * np.exp(np.linspace(0, slow_down, 96) + random.normal(0, 0.02, 96))
    beats = 1 + np.concatenate([[0], np.cumsum(spans)])
    onsets, pitches = [], []
    for beat, at in enumerate(beats[:-1]):
        root = (48, 53, 55, 48)[beat // 3 % 4]
        chord = (root - 12,) if beat % 3 == 0 else (root + 12, root + 16, root + 19)
        tune = (72, 74, 76, 77, 79, 76)[beat % 6]
        onsets += [at] * (len(chord) + 1) + [at + spans[beat] / 2]
        pitches += [*chord, tune, tune + 2]
    jitter = random.normal(0, 0.008, len(onsets))
    return played(np.array(onsets) + jitter, np.array(pitches)), beats[:-1]


def free_onsets(random: np.random.Generator) -> np.ndarray:
    """Return the onsets of a recitative."""
    return np.cumsum(np.exp(random.normal(-0.9, 0.7, 200)))


def two_players(
    *, bpm: tuple[float, float], seed: int = 0, jitter_s: float = 0.01
) -> tuple[PlayedNotes, np.ndarray]:
    """Return a low and a high player, each in a tempo of its own, with the low one's beats."""
    random = np.random.default_rng(seed)
    onsets, pitches, first = [], [], 0.0
    for tempo, low, scale in zip(bpm, (48, 72), ((0, 4, 7, 12), (0, 2, 4, 5, 7, 9)), strict=True):
        beat_s = 60 / tempo
        at = random.uniform(0.1, beat_s)
        first = first or at
        while at < 60:
            onsets.append(at + random.normal(0, jitter_s))
            pitches.append(low + random.choice(scale))
            at += beat_s * random.choice([0.5, 1, 1, 0.5, 2])
    return played(np.array(onsets), np.array(pitches)), np.arange(first, 60, 60 / bpm[0])
