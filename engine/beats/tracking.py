"""Choose the beats: the most probable sequence whose intervals change little.

The search is a Viterbi over (frame of a beat, interval to it), as in Krebs, Böck and Widmer (2015,
"An Efficient State-Space Model for Joint Tempo and Meter Tracking") but with one step per beat
instead of one per frame. A sequence is worth the sum of the beat logits of its frames, less a
price for each change of interval. The price is a distance between the logarithms of two intervals,
so that two running maxima find the best interval before each one (Felzenszwalb and Huttenlocher,
2012, "Distance Transforms of Sampled Functions").
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.beats.features import FRAMES_A_SECOND
from engine.beats.looking import Look, on_and_on
from engine.beats.notes import Floats, Ints, PlayedNotes

# Beats of 25 to 300 a minute: a slow movement in dotted quarters, a fast one in eighths.
_SHORTEST, _LONGEST = round(FRAMES_A_SECOND * 60 / 300), round(FRAMES_A_SECOND * 60 / 25)
# A beat logit below this says no more: a rest may hold several beats that nothing plays.
_LEAST_LOGIT = -4.0
# Logits that a beat costs whose interval differs from the usual one by a factor of e: 0.5 to 2
# leave F as it is (experiment 2026-11-26-played-pages).
_OTHER_LEVEL = 1.0
# Two minutes of music are searched between two looks, in some hundredths of a second.
_FRAMES_A_LOOK = 120 * FRAMES_A_SECOND
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


class BeatSearch:
    """The most probable sequences of beats that end at each frame, found frame by frame.

    The last frames can be taken back, so that what is heard later can change them.

    Args:
        tracking: Prices.

    Attributes:
        intervals: The intervals between beats in frames, rising.
        first: The earliest frame that the search still knows.
        end: The frame that comes next.
    """

    def __init__(self, tracking: Tracking = TRACKING) -> None:
        self._tracking = tracking
        self.intervals = _intervals()
        self.first = self.end = 0
        # The price of a change is the distance of two levels.
        self._level = tracking.change * np.log(self.intervals)
        self._unusual = np.zeros(len(self.intervals))
        if tracking.usual_s:
            usual = tracking.usual_s * FRAMES_A_SECOND
            self._unusual = tracking.unusual * np.abs(np.log(self.intervals / usual))
        # best[t, i]: the worth of a sequence with a beat at frame t, intervals[i] after the one
        # before. onward[t, j]: that of the best one to frame t if intervals[j] follows, less the
        # price of the change. The row of frame t is t - first.
        self._best = np.zeros((0, len(self.intervals)), np.float32)
        self._onward = np.zeros_like(self._best)

    def extend(self, logits: Floats) -> None:
        """Go on with the beat logits of the next frames, (frames,)."""
        known = self.end - self.first
        self._make_room(known + len(logits))
        worth = np.maximum(logits, _LEAST_LOGIT) + self._tracking.beat
        columns = np.arange(len(self.intervals))
        # No beat follows another one within these frames, so that they do not need each other.
        for low in range(0, len(logits), _SHORTEST):
            block = worth[low : low + _SHORTEST, None]
            rows = known + low + np.arange(len(block))
            before = rows[:, None] - self.intervals
            # Where nothing is known before, the beat is the first of all.
            reached = np.where(before >= 0, self._onward[np.maximum(before, 0), columns], 0)
            self._best[rows] = best = block + reached
            self._onward[rows] = self._after(best)
        self.end += len(logits)

    def _after(self, best: Floats) -> Floats:
        """Return the worth of the best sequences if each interval follows.

        Args:
            best: The worth of sequences by their last interval, (frames, intervals).
        """
        rising = np.maximum.accumulate(best + self._level, axis=1) - self._level
        falling = np.maximum.accumulate((best - self._level)[:, ::-1], axis=1)[:, ::-1]
        return np.maximum(rising, falling + self._level) - self._unusual

    def cut(self, frame: int) -> None:
        """Take back all frames from one on."""
        self.end = min(self.end, max(frame, self.first))

    def forget(self, frame: int) -> None:
        """Forget the frames before one, at most those that no next beat can follow."""
        rows = min(frame, self.end - _LONGEST) - self.first
        if rows > 0:
            self._best, self._onward = self._best[rows:].copy(), self._onward[rows:].copy()
            self.first += rows

    def best_end(self, *, waits: bool = False) -> tuple[int, int]:
        """Return the last beat of the best sequence: its frame, the number of its interval.

        Args:
            waits: Only sequences whose next beat is still to come.
        """
        low = max(self.first, self.end - _LONGEST)
        tail = self._best[low - self.first : self.end - self.first]
        if waits:
            frames = np.arange(low, self.end)
            tail = np.where(frames[:, None] + self.intervals >= self.end, tail, -np.inf)
        place, interval = divmod(int(np.argmax(tail)), len(self.intervals))
        return low + place, interval

    def beats_to(self, frame: int, interval: int) -> Ints:
        """Return the frames of the best sequence that ends with a beat, found from there back."""
        frames = [frame]
        while (frame := frame - int(self.intervals[interval])) >= self.first:
            price = np.abs(self._level - self._level[interval])
            interval = int(np.argmax(self._best[frame - self.first] - price))
            frames.append(frame)
        return np.array(frames[::-1], np.int64)

    def _make_room(self, rows: int) -> None:
        if rows > len(self._best):
            more = ((0, max(rows, 2 * len(self._best)) - len(self._best)), (0, 0))
            self._best, self._onward = np.pad(self._best, more), np.pad(self._onward, more)


def beat_frames(logits: Floats, tracking: Tracking = TRACKING, *, look: Look = on_and_on) -> Ints:
    """Return the frames of the beats, sorted; empty if there are not even two.

    Args:
        logits: The beat logit of each frame, (frames,).
        tracking: Prices.
        look: Called often; it may raise to stop.
    """
    if len(logits) < 2 * _SHORTEST:
        return np.zeros(0, np.int64)
    search = BeatSearch(tracking)
    for low in range(0, len(logits), _FRAMES_A_LOOK):
        look()
        search.extend(logits[low : low + _FRAMES_A_LOOK])
    return search.beats_to(*search.best_end())


def at_one_level(beat: Floats, first: Ints, *, look: Look = on_and_on) -> Ints:
    """Return the frames of beats that stay near the usual interval.

    Without this second search the beat is an eighth for a while, then a quarter, in two of three
    performances of ASAP.

    Args:
        beat: The beat logit of each frame, (frames,).
        first: The frames that a search without a usual interval found.
        look: Called often; it may raise to stop.
    """
    usual_s = float(np.median(np.diff(first))) / FRAMES_A_SECOND
    return beat_frames(beat, replace(TRACKING, usual_s=usual_s, unusual=_OTHER_LEVEL), look=look)


def _intervals() -> Ints:
    """Return the intervals in frames: all up to a second, then steps of 2 %."""
    long = np.rint(FRAMES_A_SECOND * 1.02 ** np.arange(200)).astype(np.int64)
    found = np.unique(np.concatenate([np.arange(_SHORTEST, FRAMES_A_SECOND), long]))
    intervals: Ints = found[found <= _LONGEST]
    return intervals


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
