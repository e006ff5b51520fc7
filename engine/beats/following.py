"""Follow the beats of what is being played, note by note. Pure: the clock is an argument.

The network hears the last seconds each time. The last half second of its logits, which later notes
could still change much, is taken back before the next ones. The search of `tracking` then finds the
best sequence of beats of which the next one is still to come.
"""

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from engine.beats.bars import down_beats
from engine.beats.features import FRAMES_A_SECOND, Frames, features_of
from engine.beats.finding import network
from engine.beats.notes import Bools, Floats, Ints, PlayedNotes
from engine.beats.tracking import BeatSearch, Tracking, beat_seconds

# Prices, chosen on the first 75 s of 15 songs of POP909: dearer changes than afterwards, because
# one cannot look ahead, and a usual beat, because the first notes tell little
# (experiment 2026-11-26-beats-while-playing).
FOLLOWING = Tracking(change=10.0, beat=1.0, usual_s=0.65, unusual=1.0)
# Seconds that the network hears: its cost grows with them.
_HEARD_S = 12.0
# Notes so late (seconds) still change where a beat was.
_LATE_S = 0.5
# Seconds of beats that are known: those before are forgotten.
_KNOWN_S = 30.0
# A line through so many of the last beats gives the next one.
_FITTED_BEATS = 4
# Fewer onsets and beats tell nothing.
_FEWEST_ONSETS, _FEWEST_BEATS = 3, 2
# Notes that are nearer (seconds) are a chord.
_TOGETHER_S = 0.06
# After so much silence (seconds) another beat may begin.
_FORGOTTEN_S = 8.0
# Seconds before the first note: a note that comes with the first frame has no past.
_LEAD_S = 1.0
# Beats of which the certainty is the mean.
_JUDGED_BEATS = 8


@dataclass(frozen=True, slots=True)
class HeardBeats:
    """The beats of what was played so far.

    Attributes:
        seconds: Times of the beats up to now, rising, (beats,).
        down: Which of them begin a bar, (beats,).
        next_s: When the next beat is expected, after now.
        beat_s: Seconds from one beat to the next.
        certainty: Mean probability that the network gives the last beats, 0 to 1.
    """

    seconds: Floats
    down: Bools
    next_s: float
    beat_s: float
    certainty: float


@dataclass(slots=True)
class _Note:
    """A note; its end is infinite while the key is down."""

    start_s: float
    end_s: float
    pitch: int
    velocity: int
    drum: bool


class BeatFollower:
    """Hears notes and tells their beats.

    Times are seconds of any clock that does not go back.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, as before the first note."""
        self._notes: deque[_Note] = deque()
        self._down: dict[Hashable, _Note] = {}
        self._onsets = 0
        self._search = BeatSearch(FOLLOWING)
        # Logits of the frames that the search knows, (frames, HEADS).
        self._logits: Frames = np.zeros((0, 3), np.float32)
        self._settled = 0
        self._begin_s = 0.0

    def press(
        self, at_s: float, key: Hashable, *, pitch: int, velocity: int, drum: bool = False
    ) -> None:
        """Hear a note begin.

        Args:
            at_s: When.
            key: The key that was pressed.
            pitch: MIDI pitch, or a drum's number.
            velocity: 1 to 127.
            drum: Whether it is a drum stroke.
        """
        self.release(at_s, key)
        if self._notes and at_s - self._last_s > _FORGOTTEN_S:
            self.forget()
        if not self._notes:
            self._begin_s = at_s - _LEAD_S
        if not self._notes or at_s - self._last_s > _TOGETHER_S:
            self._onsets += 1
        note = _Note(at_s, np.inf, pitch, velocity, drum)
        self._notes.append(note)
        self._down[key] = note

    def release(self, at_s: float, key: Hashable) -> None:
        """Hear a note end; a key that was not down is ignored."""
        note = self._down.pop(key, None)
        if note is not None:
            note.end_s = at_s

    def heard(self, now_s: float) -> HeardBeats | None:
        """Return the beats up to a time; None if nothing tells them.

        Args:
            now_s: The time, not before that of the last call.
        """
        if self._onsets < _FEWEST_ONSETS or now_s - self._last_s > _FORGOTTEN_S:
            return None
        now = now_s - self._begin_s
        end = int(now * FRAMES_A_SECOND)
        self._hear(end)
        frame, interval = self._search.best_end(waits=True)
        frames = self._search.beats_to(frame, interval)
        if len(frames) < _FEWEST_BEATS:
            return None
        seconds = beat_seconds(frames, self._played(0, now))
        next_s, beat_s = _next_beat(seconds[-_FITTED_BEATS:], now)
        at = self._logits[frames - self._search.first].astype(np.float64)
        return HeardBeats(
            seconds=seconds + self._begin_s,
            down=down_beats(at[:, 1]),
            next_s=next_s + self._begin_s,
            beat_s=beat_s,
            certainty=float((1 / (1 + np.exp(-at[-_JUDGED_BEATS:, 0]))).mean()),
        )

    @property
    def kept(self) -> int:
        """How many notes and frames it remembers."""
        return len(self._notes) + len(self._logits)

    @property
    def _last_s(self) -> float:
        return self._notes[-1].start_s

    def _hear(self, end: int) -> None:
        """Bring the search up to a frame."""
        begin = max(0, end - round(_HEARD_S * FRAMES_A_SECOND))
        search, settled = self._search, self._settled
        search.cut(settled)
        played = self._played(begin, end / FRAMES_A_SECOND)
        features = features_of(played, seconds_s=(end - begin) / FRAMES_A_SECOND)[: end - begin]
        logits = network().logits(features)
        unheard = max(0, begin - settled)
        fresh = np.pad(logits[max(0, settled - begin) :], ((unheard, 0), (0, 0)))
        search.extend(fresh[:, 0].astype(np.float64))
        self._logits = np.concatenate([self._logits[: settled - search.first], fresh])
        self._settled = max(settled, end - round(_LATE_S * FRAMES_A_SECOND))
        known = search.first
        search.forget(end - round(_KNOWN_S * FRAMES_A_SECOND))
        self._logits = self._logits[search.first - known :]
        oldest_s = self._begin_s + search.first / FRAMES_A_SECOND
        while len(self._notes) > 1 and self._notes[0].start_s < oldest_s:
            self._notes.popleft()

    def _played(self, begin: int, end_s: float) -> PlayedNotes:
        """Return the notes from a frame to a second, both from the beginning, in its seconds."""
        begin_s = begin / FRAMES_A_SECOND
        first_s, last_s = self._begin_s + begin_s, self._begin_s + end_s
        notes = sorted(
            (note.start_s, min(note.end_s, last_s), note.pitch, note.velocity, note.drum)
            for note in self._notes
            if first_s <= note.start_s <= last_s
        )
        start, end, pitch, velocity, drum = zip(*notes, strict=True) if notes else ((),) * 5
        return PlayedNotes(
            start_s=np.array(start, np.float64) - first_s,
            end_s=np.array(end, np.float64) - first_s,
            pitch=np.array(pitch, np.int64),
            velocity=np.array(velocity, np.int64),
            drum=np.array(drum, np.bool_),
        )


def _next_beat(last_s: Floats, now_s: float) -> tuple[float, float]:
    """Return when the next beat after a time comes, and the seconds of a beat."""
    places: Ints = np.arange(len(last_s))
    beat_s, first_s = (float(value) for value in np.polyfit(places, last_s, 1))
    next_s = first_s + beat_s * len(last_s)
    late = max(0, int(np.floor((now_s - next_s) / beat_s)) + 1)
    return next_s + late * beat_s, beat_s
