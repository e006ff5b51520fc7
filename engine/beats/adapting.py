"""Let the network hear a piece as a listener does who taps a part of it.

The last layer of the head that hears beats is fitted anew to the frames that were tapped, and
pulled to its own weights: Pinto, Böck, Cardoso and Davies (2021, "User-Driven Fine-Tuning for Beat
Tracking") do so with the whole network. The difference between beats and half beats that the
listener hears then counts before the first tap and after the last one, too.
"""

import numpy as np

from engine.beats.features import FRAMES_A_SECOND, Frames
from engine.beats.notes import Bools, Floats

# How strongly the weights are pulled to their own values, of features with a spread of 1: 10 to 100
# are as good within chance on rendered performances.
_PULL = 30.0
# Newton's steps; the fourth hardly changes anything any more.
_STEPS = 6
# Frames around a tap: the beat is at the one where the network hears it best, and those beside it
# are neither a beat nor none.
_NEAR = 2


def as_tapped(logits: Frames, hidden: Frames, taps_s: Floats) -> Frames:
    """Return the network's logits, (frames, HEADS), with a head for beats that fits taps.

    Args:
        logits: Those of the network.
        hidden: The inputs of its last layer, (frames, CHANNELS).
        taps_s: Times of the taps, rising; at least two.
    """
    frames = np.rint(taps_s * FRAMES_A_SECOND).astype(np.int64)
    frames = frames[frames < len(logits)]
    half = int(np.median(np.diff(frames))) // 2
    low, high = max(0, int(frames[0]) - half), min(len(logits), int(frames[-1]) + half)
    around = [np.arange(max(0, at - _NEAR), min(len(logits), at + _NEAR + 1)) for at in frames]
    beats = np.array([near[np.argmax(logits[near, 0])] for near in around])
    tapped = np.arange(low, high)
    away = np.abs(tapped[:, None] - beats).min(axis=1)
    clear = (away == 0) | (away > _NEAR)
    inputs = _inputs(hidden)
    change = _fitted(
        inputs[tapped[clear]], logits[tapped[clear], 0].astype(np.float64), away[clear] == 0
    )
    adapted = logits.copy()
    adapted[:, 0] += (inputs @ change).astype(logits.dtype)
    return adapted


def _inputs(hidden: Frames) -> Floats:
    """Return the inputs of the last layer with a mean of 0 and a spread of 1, and a constant."""
    values = hidden.astype(np.float64)
    spread = values.std(axis=0) + 1e-6
    return np.column_stack([(values - values.mean(axis=0)) / spread, np.ones(len(values))])


def _fitted(inputs: Floats, logits: Floats, beat: Bools) -> Floats:
    """Return the change of the weights by a logistic regression that begins at the logits."""
    change = np.zeros(inputs.shape[1])
    pull = _PULL * np.eye(len(change))
    for _ in range(_STEPS):
        probability = 1 / (1 + np.exp(-(logits + inputs @ change)))
        slope = inputs.T @ (probability - beat) + pull @ change
        curve = (inputs.T * (probability * (1 - probability))) @ inputs + pull
        change -= np.linalg.solve(curve, slope)
    return change
