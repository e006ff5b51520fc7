"""Choose beats and bars of one voice alone, which gives the network few cues.

Each level of the beat is searched with a tempo that hardly changes, and each meter and each first
beat of a bar is weighed by what the notes say: a tune repeats its rhythm after a bar or two, few of
its notes are held over a bar line, long notes begin on one, and so does the first note unless it is
a short upbeat. The weights were fitted by a conditional logistic regression on 643 tunes with known
bar lines, as if sung; nothing is judged on these. `python -m benchmarks voice-bars` judges them,
and with `--fit` fits them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.beats.features import FRAMES_A_SECOND, Frames
from engine.beats.looking import Look, on_and_on
from engine.beats.notes import Bools, Floats, Ints, PlayedNotes
from engine.beats.tracking import TRACKING, beat_frames, beat_seconds

# Beats that one beat of another level lasts, and the tempos that are tried.
_LEVELS = (1, 2, 1 / 2, 3 / 2, 2 / 3, 3, 1 / 3)
_SHORTEST_S, _LONGEST_S = 0.22, 1.8
# A voice alone keeps its tempo, or nobody could know it.
_CHANGE = 30.0
# Of all notes so many may overlap with the next by more than this: a singer has one throat.
_OVERLAPS, _OVERLAP_S = 0.03, 0.1
# Beats of a bar, and the parts of a beat.
_METERS = ((2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (4, 3))
# Seconds: how near an onset is to a beat, and how long a note is held on both sides of a line.
_NEAR_S, _HELD_S = 0.05, 0.1
# The largest logit that counts, and the octaves by which a long note is longer than the usual one.
_MOST, _LONG = 5.0, 0.75
# Of each meter, then of the cues in the order of `_Grid.cues`.
_WEIGHTS: Floats = np.array(
    [
        *(0.33, -0.18, 0.81, 1.12, -0.93, -0.69),
        *(-2.91, -0.53, 0.33, 1.71, 7.09, -9.92, 2.61, 2.32, 3.18, 3.72),
        *(1.02, 0.44, 3.09, 0.84, 1.77, 2.14, 1.45),
        # Of accents, not fitted: the loudness of those tunes was drawn.
        0.5,
    ]
)
# The usual bar and beat in seconds, and the notes of a usual tune.
_BAR_S, _BEAT_S, _NOTES = 2.0, 0.55, 30


@dataclass(frozen=True, slots=True)
class VoiceBars:
    """The beats and bars of one voice.

    Attributes:
        seconds: Time of each beat, rising, (beats,).
        down: Which beats begin a bar, (beats,).
        triple: Whether a beat divides into three.
        fit: How near the notes begin to beats and their parts, 0 to 1; at random times mostly less
            than 0.62, in 19 of 20 tunes more.
    """

    seconds: Floats
    down: Bools
    triple: bool
    fit: float


def is_one_voice(notes: PlayedNotes) -> bool:
    """Return whether notes sound one after the other."""
    over = notes.end_s[:-1] - notes.start_s[1:]
    apart = np.diff(notes.start_s) > _HELD_S / 4
    return not notes.drum.any() and float(((over > _OVERLAP_S) | ~apart).mean()) <= _OVERLAPS


def voice_bars(notes: PlayedNotes, logits: Frames, *, look: Look = on_and_on) -> VoiceBars | None:
    """Return the most likely beats and bars of one voice; None if no beats are found.

    Args:
        notes: Its notes, at least two.
        logits: The network's, (frames, HEADS).
        look: Called often; it may raise to stop.
    """
    all_bars = weighed(notes, logits, look=look)
    best = max(all_bars, key=lambda each: float(each[1] @ _WEIGHTS), default=None)
    return None if best is None else best[0]


def weighed(
    notes: PlayedNotes, logits: Frames, *, look: Look = on_and_on
) -> Iterator[tuple[VoiceBars, Floats]]:
    """Yield all bars that are weighed, and what speaks for each, (cues,)."""
    for seconds in _grids(notes, logits[:, 0].astype(np.float64), look):
        grid = _Grid.of(notes, seconds, logits)
        for number, (count, parts) in enumerate(_METERS):
            for first in range(count):
                down = np.arange(len(seconds)) % count == first
                if down[grid.sung].sum() >= 2:
                    fit = grid.fit(parts)
                    meter = np.arange(len(_METERS)) == number
                    cues = np.concatenate([meter, grid.cues(down, count, parts)])
                    yield VoiceBars(seconds, down, parts == 3, fit), cues


def _grids(notes: PlayedNotes, beat: Floats, look: Look) -> Iterator[Floats]:
    """Yield beats at each level, (beats,), from before the first note to after the last."""
    stiff = replace(TRACKING, change=_CHANGE)
    frames = beat_frames(beat, stiff, look=look)
    if len(frames) < 2:
        return
    usual_s = float(np.median(np.diff(frames))) / FRAMES_A_SECOND
    for level in _LEVELS:
        if _SHORTEST_S <= level * usual_s <= _LONGEST_S:
            if level != 1:
                frames = beat_frames(beat, replace(stiff, usual_s=level * usual_s), look=look)
            if len(frames) >= 2:
                yield _around(beat_seconds(frames, notes), notes)


def _around(seconds: Floats, notes: PlayedNotes) -> Floats:
    """Return beats that go on at both ends until no note is outside them."""
    near = min(8, len(seconds) - 1)
    first_s = (seconds[near] - seconds[0]) / near
    last_s = (seconds[-1] - seconds[-1 - near]) / near
    before = int(np.ceil(max(0.0, seconds[0] - notes.start_s[0]) / first_s))
    after = int(np.ceil(max(0.0, notes.start_s[-1] - seconds[-1]) / last_s)) + 1
    early = seconds[0] - first_s * np.arange(before, 0, -1)
    return np.concatenate([early, seconds, seconds[-1] + last_s * np.arange(1, after + 1)])


def _near(distance_s: Floats) -> Floats:
    """Return how much two times are one, 0 to 1."""
    return np.asarray(np.exp(-0.5 * np.square(distance_s / _NEAR_S)))


def _nearest(values: Floats, rising: Floats) -> Ints:
    """Return the index of the nearest of rising values to each value, (values,).

    A table of all distances would take gigabytes for an hour of notes.
    """
    after = np.clip(np.searchsorted(rising, values), 1, len(rising) - 1)
    return np.asarray(after - (values - rising[after - 1] <= rising[after] - values))


def _longest_end_s(notes: PlayedNotes, before_s: Floats) -> Floats:
    """Return the last end of all notes that begin before each time, (times,); 0 without any."""
    ends_s = np.maximum.accumulate(np.append(0.0, notes.end_s))
    return np.asarray(ends_s[np.searchsorted(notes.start_s, before_s)])


def _mean(values: Floats, weights: Floats) -> float:
    return float((values * weights).sum() / (weights.sum() + 0.5))


@dataclass(frozen=True, slots=True)
class _Grid:
    """A tune on the beats of one level.

    Attributes:
        places: Where each note begins, in beats.
        steps_s: Seconds from each onset to the next.
        accents: How much louder each note is than the others, in ten steps of velocity.
        beat_s: The usual beat.
        sung: Which beats are between the first and the last onset.
        logits: Of each of these, (sung, HEADS).
        begun: How surely a note begins at each of these, 0 to 1.
        held: Whether one is held through it.
    """

    places: Floats
    steps_s: Floats
    accents: Floats
    beat_s: float
    sung: Ints
    logits: Floats
    begun: Floats
    held: Bools

    @classmethod
    def of(cls, notes: PlayedNotes, seconds: Floats, logits: Frames) -> "_Grid":
        start_s, beat_s = notes.start_s, float(np.median(np.diff(seconds)))
        low, high = start_s[[0, -1]] + 0.15 * beat_s * np.array([-1, 1])
        sung = np.flatnonzero((seconds >= low) & (seconds <= high))
        frames = np.clip(np.rint(seconds[sung] * FRAMES_A_SECOND), 0, len(logits) - 1)
        at = seconds[sung]
        return cls(
            places=np.interp(start_s, seconds, np.arange(len(seconds))),
            steps_s=np.maximum(np.append(np.diff(start_s), notes.end_s[-1] - start_s[-1]), 0.03),
            accents=(notes.velocity - notes.velocity.mean()) / 10,
            beat_s=beat_s,
            sung=sung,
            logits=np.clip(logits[frames.astype(np.int64)].astype(np.float64), -_MOST, _MOST),
            begun=_near(np.abs(at - start_s[_nearest(at, start_s)])),
            held=_longest_end_s(notes, at - _HELD_S) > at + _HELD_S,
        )

    def fit(self, parts: int) -> float:
        """Return how near the notes begin to so many parts of a beat, 0 to 1."""
        split = self.places * parts
        return float(_near((split - np.rint(split)) * self.beat_s / parts).mean())

    def cues(self, down: Bools, count: int, parts: int) -> Floats:
        """Return what speaks for bars: of their lengths, then of the notes, (18,)."""
        line, hears = down[self.sung], self.logits
        nearest = np.rint(self.places).astype(np.int64)
        on_beat = _near((self.places - nearest) * self.beat_s)
        on_line = on_beat * down[nearest]
        steps = np.clip(np.log2(self.steps_s / np.median(self.steps_s)), -2, 2)
        lines = np.flatnonzero(down) - self.places[0]
        upbeat = float(lines[lines >= -0.2][0])
        said = [
            float(hears[:, 2].mean()) * (1 if parts == 3 else -1),
            float(hears[line, 1].mean()),
            self.fit(parts),
            float(self.held[line].mean()),
            float(self.begun.mean()),
            self._repeats(count),
            self._repeats(2 * count),
            self._repeats(4 * count),
            _mean(steps, on_line),
            _mean(steps, on_beat - on_line),
            _mean(on_beat, (steps > _LONG).astype(np.float64)),
            float(on_beat[-1]),
            float(upbeat <= 0.2),
            float(0.2 < upbeat <= 0.7),
            float(0.7 < upbeat <= 1.2),
            _mean(self.accents, on_line),
        ]
        sizes = [np.log(count * self.beat_s / _BAR_S) ** 2, np.log(self.beat_s / _BEAT_S) ** 2]
        return np.array([*sizes, *(np.sqrt(len(steps) / _NOTES) * np.array(said))])

    def _repeats(self, beats: int) -> float:
        """Return how far the rhythm is the same some beats later, 0 to 1."""
        later = self.places + beats
        first = np.flatnonzero(later <= self.places[-1] + 0.1)
        if len(first) < 3:
            return 0.0
        other = _nearest(later[first], self.places)
        apart = np.abs(later[first] - self.places[other])
        as_long = np.log2(self.steps_s[first] / self.steps_s[other]) / 0.35
        return float((_near(apart * self.beat_s) * np.exp(-0.5 * as_long**2)).mean())
