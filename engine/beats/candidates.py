"""Other beats of a whole piece: other phases and levels of those found, and other searches."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.beats.features import FRAMES_A_SECOND, Frames
from engine.beats.finding import FoundBeats, beats_at
from engine.beats.notes import Floats, PlayedNotes
from engine.beats.tracking import TRACKING, beat_frames, beat_seconds

# Beats of the found grid that one beat of another one lasts, and the beats at which it may begin.
_STEPS: dict[float, tuple[float, ...]] = {
    1: (0, 1 / 2, 1 / 3, 2 / 3),
    2: (0, 1),
    3: (0, 1, 2),
    1 / 2: (0,),
    1 / 3: (0,),
    3 / 2: (0, 1 / 2, 1),
    2 / 3: (0, 1 / 3),
}
# Beats of 25 to 300 a minute, as the search finds.
_SHORTEST_S, _LONGEST_S = 60 / 300, 60 / 25
# Beats so near (seconds) are the same, as in the usual measure, and so large a share of them
# makes two grids one to a listener.
_SAME_S, _SAME_SHARE = 0.07, 0.9


def candidates(
    notes: PlayedNotes, found: FoundBeats, logits: Frames, *, beats_in_bar: int = 0
) -> Iterator[FoundBeats]:
    """Yield other beats of a piece, each once in two and once in three parts.

    Args:
        notes: All notes.
        found: The beats that were found.
        logits: The network's, (frames, HEADS).
        beats_in_bar: Beats of each bar; 0 finds them.
    """
    known = [found.seconds]
    for seconds in _grids(notes, found.seconds, logits[:, 0].astype(np.float64)):
        if any(are_same(seconds, other) for other in known):
            continue
        known.append(seconds)
        for triple in (False, True):
            beats = beats_at(
                seconds,
                logits,
                triple=triple,
                certainty=found.certainty,
                beats_in_bar=beats_in_bar,
            )
            if beats is not None:
                yield beats


def are_same(one: Floats, other: Floats) -> bool:
    """Return whether a listener takes two grids, seconds of beats, for one."""
    after = np.clip(np.searchsorted(other, one), 1, len(other) - 1)
    near = np.minimum(np.abs(one - other[after - 1]), np.abs(one - other[after])) <= _SAME_S
    return bool(2 * near.sum() >= _SAME_SHARE * (len(one) + len(other)))


def _grids(notes: PlayedNotes, seconds: Floats, logits: Floats) -> Iterator[Floats]:
    """Yield seconds of beats of a possible tempo, rising."""
    usual_s = float(np.median(np.diff(seconds)))
    numbers = np.arange(len(seconds))
    yield beat_seconds(beat_frames(logits), notes)
    for step, phases in _STEPS.items():
        if not _SHORTEST_S <= step * usual_s <= _LONGEST_S:
            continue
        for phase in phases:
            places = np.arange(phase, len(seconds) - 1 + 1e-6, step)
            frames = np.rint(np.interp(places, numbers, seconds) * FRAMES_A_SECOND)
            yield np.unique(beat_seconds(frames.astype(np.int64), notes))
        tracking = replace(TRACKING, usual_s=step * usual_s)
        yield np.unique(beat_seconds(beat_frames(logits, tracking), notes))
