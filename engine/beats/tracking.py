"""Choose the beats: the most probable sequence whose intervals change little.

The search is a Viterbi over (frame of a beat, interval to it), as in Krebs, Böck and Widmer (2015,
"An Efficient State-Space Model for Joint Tempo and Meter Tracking") but with one step per beat
instead of one per frame. A sequence is worth the sum of the beat logits of its frames, less a
price for each change of interval.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.beats.features import FRAMES_A_SECOND, Frames
from engine.beats.notes import Floats, Ints, PlayedNotes

# Beats of 25 to 300 a minute: a slow movement in dotted quarters, a fast one in eighths.
_SHORTEST, _LONGEST = round(FRAMES_A_SECOND * 60 / 300), round(FRAMES_A_SECOND * 60 / 25)
# A beat logit below this says no more: a rest may hold several beats that nothing plays.
_LEAST_LOGIT = -4.0
# An onset so near (seconds) is the beat's: a frame is 20 ms.
_SNAP_S = 0.05


@dataclass(frozen=True, slots=True)
class Tracking:
    """Prices of the search, chosen on 27 performances of ASAP and 15 songs of POP909.

    Attributes:
        change: Logits that a change of the interval by a factor of e costs.
        beat: Added to each beat's logit; more finds faster beats.
        usual_s: Seconds of a beat that is known, as from taps; 0 if none is.
        unusual: Logits that each beat costs whose interval differs from it by a factor of e.
    """

    change: float = 5.0
    beat: float = 1.5
    usual_s: float = 0.0
    unusual: float = 2.0


TRACKING = Tracking()


def beat_frames(logits: Floats, tracking: Tracking = TRACKING) -> Ints:
    """Return the frames of the beats, sorted; empty if there are not even two.

    Args:
        logits: The beat logit of each frame, (frames,).
        tracking: Prices.
    """
    intervals = _intervals()
    count = len(logits)
    if count < 2 * _SHORTEST:
        return np.zeros(0, np.int64)
    worth = np.maximum(logits, _LEAST_LOGIT) + tracking.beat
    price = tracking.change * np.abs(np.log(intervals[:, None] / intervals[None, :]))
    if tracking.usual_s:
        usual = tracking.usual_s * FRAMES_A_SECOND
        price += tracking.unusual * np.abs(np.log(intervals / usual))
    # best[t, i]: the worth of a sequence with a beat at frame t, intervals[i] after the one before.
    best = np.full((count, len(intervals)), -np.inf, np.float32)
    came = np.full((count, len(intervals)), -1, np.int16)
    columns = np.arange(len(intervals))
    for frame in range(count):
        before = frame - intervals
        known = before >= 0
        if known.any():
            from_before = best[before[known]] - price[:, known].T
            choice = np.argmax(from_before, axis=1)
            value = from_before[np.arange(len(choice)), choice]
            best[frame, known] = value + worth[frame]
            came[frame, columns[known]] = choice
        fresh = frame < intervals  # the first beat of all
        best[frame, fresh] = worth[frame]
        came[frame, fresh] = -1
    return _walked(best, came, intervals)


def _intervals() -> Ints:
    """Return the intervals in frames: all up to a second, then steps of 2 %."""
    long = np.rint(FRAMES_A_SECOND * 1.02 ** np.arange(200)).astype(np.int64)
    found = np.unique(np.concatenate([np.arange(_SHORTEST, FRAMES_A_SECOND), long]))
    intervals: Ints = found[found <= _LONGEST]
    return intervals


def _walked(best: Frames, came: npt.NDArray[np.int16], intervals: Ints) -> Ints:
    """Return the frames of the best sequence, found from its last beat back."""
    tail = best[-_LONGEST:]
    place, interval = divmod(int(np.argmax(tail)), len(intervals))
    frame = place + max(0, len(best) - _LONGEST)
    frames = [frame]
    while (before := int(came[frame, interval])) >= 0:
        frame -= int(intervals[interval])
        interval = before
        frames.append(frame)
    return np.array(frames[::-1], np.int64)


def beat_seconds(frames: Ints, notes: PlayedNotes) -> Floats:
    """Return the time of each beat: the mean of the onsets at it; without onsets its frame's."""
    at = frames / FRAMES_A_SECOND
    low = np.searchsorted(notes.start_s, at - _SNAP_S)
    high = np.searchsorted(notes.start_s, at + _SNAP_S)
    seconds = at.copy()
    for beat, (first, last) in enumerate(zip(low, high, strict=True)):
        if first < last:
            seconds[beat] = np.average(
                notes.start_s[first:last], weights=notes.velocity[first:last]
            )
    return seconds
