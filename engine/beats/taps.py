"""Taps of a listener: which beats they mean, and the search for beats that follows them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.beats.features import FRAMES_A_SECOND, Frames
from engine.beats.notes import Floats, PlayedNotes
from engine.values.ranges import FEWEST_TAPS

# Share of the taps that must lie on a beat that was found.
LEAST_AGREEMENT = 0.75
# A tap so soon (seconds) after another one is a bounce; 400 beats a minute are faster than a hand.
_BOUNCE_S = 0.15
# All taps may be so early or late (seconds): a person anticipates, a system delays.
_LONGEST_DELAY_S, _DELAY_STEP_S = 0.2, 0.01
# A logit of the network, to the share of taps that hit an onset, in the choice of the delay: 0.1 to
# 0.4 find it in all of 90 songs of POP909 and 133 of 135 rendered performances, 0 in 86 and 131.
_WORTH_OF_NETWORK = 0.1
# A tap so near (seconds) hits an onset or a beat; the tolerance of the usual F-measure.
_HIT_S = 0.07
# An interval is as long as one to four beats, but for this share of a beat.
_UNEVEN, _MOST_BEATS = 0.25, 4
# Shares of the intervals that must be even, and of the taps that must hit an onset.
_LEAST_EVEN, _LEAST_HITS = 0.6, 0.34
# Logits: of a tapped frame, and what each frame beside it loses.
_TAPPED, _BESIDE, _REACH = 8.0, 1.0, 3
_NOT_TAPPED = -8.0
# The logit of a beat that a person put where it is: more than any change of the tempo costs.
_SURE = 30.0
# Weight of the network's logit at a tapped frame, and the bound of that logit to both sides.
_SHARE_OF_NETWORK, _MOST_OF_NETWORK = 0.5, 4.0


@dataclass(frozen=True, slots=True)
class MeantTaps:
    """The beats that taps mean.

    Attributes:
        seconds: Their times, rising.
        delay_s: How much later the taps are than these.
    """

    seconds: Floats
    delay_s: float


def taps_on(
    notes: PlayedNotes, taps_s: Sequence[float], logits: Frames | None = None
) -> MeantTaps | None:
    """Return the times that taps mean; None if they are too few, uneven or elsewhere.

    All taps are moved by one delay, with which most of them hit an onset. Taps after the last onset
    do not count.

    Args:
        notes: The music.
        taps_s: Times of the taps, in any order.
        logits: Those of the network, (frames, HEADS): of two delays that hit onsets alike, the one
            counts by which the taps are beats.
    """
    last_s = float(notes.start_s[-1]) + _LONGEST_DELAY_S
    taps = _without_bounces(np.sort([tap for tap in taps_s if tap <= last_s]))
    if len(taps) < FEWEST_TAPS or _evenness(taps) < _LEAST_EVEN:
        return None
    steps = round(_LONGEST_DELAY_S / _DELAY_STEP_S)
    delays = _DELAY_STEP_S * np.arange(-steps, steps + 1)
    distances = np.array([_distances(taps - delay, notes.start_s) for delay in delays])
    # Near misses count in part; of two delays that hit alike, as in even notes, the shorter wins.
    worth = np.maximum(0, 1 - distances / _HIT_S).mean(axis=1) - np.abs(delays)
    if logits is not None:
        worth += _WORTH_OF_NETWORK * _network_at(logits, taps - delays[:, None]).mean(axis=1)
    best = int(np.argmax(worth))
    if (distances[best] <= _HIT_S).mean() < _LEAST_HITS:
        return None
    # The first tap is a bar line: it stays even if all taps are early.
    return MeantTaps(np.maximum(taps - delays[best], 0.0), float(delays[best]))


def _network_at(logits: Frames, times_s: Floats) -> Floats:
    """Return how the network hears beats at some times, within bounds, in the shape of these."""
    frames = np.rint(times_s * FRAMES_A_SECOND).astype(np.int64)
    heard = np.clip(logits[:, 0], -_MOST_OF_NETWORK, _MOST_OF_NETWORK)
    found: Floats = heard[np.clip(frames, 0, len(logits) - 1)].astype(np.float64)
    return found


def with_taps(logits: Frames, taps_s: Floats) -> Frames:
    """Return the network's logits, (frames, HEADS), with beats where taps are.

    Between the first and the last tap there are no others; before and after, the network decides.
    """
    changed = logits.copy()
    frames = np.rint(taps_s * FRAMES_A_SECOND).astype(np.int64)
    half = int(np.median(np.diff(frames))) // 2
    beat = changed[:, 0]
    beat[max(0, frames[0] - half) : frames[-1] + half] = _NOT_TAPPED
    for frame in frames:
        low, high = max(0, frame - _REACH), min(len(beat), frame + _REACH + 1)
        near = np.arange(low, high)
        word = np.clip(logits[near, 0], -_MOST_OF_NETWORK, _MOST_OF_NETWORK)
        tapped = _TAPPED - _BESIDE * np.abs(near - frame) + _SHARE_OF_NETWORK * word
        beat[near] = np.maximum(beat[near], tapped)
    return changed


def with_beats(logits: Frames, beats_s: Sequence[float]) -> Frames:
    """Return the network's logits, (frames, HEADS), with a beat at each of some times."""
    changed = logits.copy()
    frames = np.rint(np.array(beats_s) * FRAMES_A_SECOND).astype(np.int64)
    changed[np.clip(frames, 0, len(logits) - 1), 0] = _SURE
    return changed


def agreement(taps_s: Floats, beats_s: Floats) -> float:
    """Return the share of taps that lie on a beat."""
    return float((_distances(taps_s, beats_s) <= _HIT_S).mean())


def _without_bounces(taps: Floats) -> Floats:
    kept: list[float] = []
    for tap in taps.tolist():
        if not kept or tap - kept[-1] >= _BOUNCE_S:
            kept.append(tap)
    return np.array(kept)


def _evenness(taps: Floats) -> float:
    """Return the share of intervals that are whole numbers of the usual one around them."""
    spans = np.diff(taps)
    around = [float(np.median(spans[max(0, i - 3) : i + 4])) for i in range(len(spans))]
    ratio = spans / np.array(around)
    whole = np.clip(np.rint(ratio), 1, _MOST_BEATS)
    return float((np.abs(ratio - whole) <= _UNEVEN).mean())


def _distances(times: Floats, others: Floats) -> Floats:
    """Return how far each time is from the nearest of other, rising times."""
    after = np.clip(np.searchsorted(others, times), 0, len(others) - 1)
    before = np.maximum(after - 1, 0)
    nearest: Floats = np.minimum(np.abs(times - others[before]), np.abs(times - others[after]))
    return nearest
