"""Other beats and bars of a whole piece.

Other beats are other phases and levels of those found, and those of other searches. Other bars are
other meters and phases on the beats found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.beats.bars import down_beats, lengths_of
from engine.beats.features import FRAMES_A_SECOND, Frames
from engine.beats.finding import (
    NOTHING_KNOWN,
    FoundBeats,
    KnownBeats,
    barred,
    beats_at,
    logits_at,
)
from engine.beats.looking import Look, on_and_on
from engine.beats.notes import Bools, Floats, PlayedNotes
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
# Beats of a bar that are offered on the beats found.
_METERS = (4, 3, 2, 6)


def candidates(
    notes: PlayedNotes,
    found: FoundBeats,
    logits: Frames,
    *,
    known: KnownBeats = NOTHING_KNOWN,
    look: Look = on_and_on,
) -> Iterator[FoundBeats]:
    """Yield other beats of a piece, each once in two and once in three parts.

    Args:
        notes: All notes.
        found: The beats that were found.
        logits: The network's, (frames, HEADS).
        known: The bar lines that are known: all candidates have them.
        look: Called often; it may raise to stop.
    """
    told = [found.seconds]
    for seconds in _grids(notes, found.seconds, logits[:, 0].astype(np.float64), look):
        look()
        if any(are_same(seconds, other) for other in told) or not _meets(seconds, known.lines_s):
            continue
        told.append(seconds)
        for triple in (False, True):
            beats = beats_at(seconds, logits, triple=triple, certainty=found.certainty, known=known)
            if beats is not None:
                yield beats


def bar_candidates(
    found: FoundBeats, logits: Frames, *, known: KnownBeats = NOTHING_KNOWN
) -> Iterator[tuple[FoundBeats, float]]:
    """Yield the same beats with other bars, and by how many logits each is less probable.

    The meters are those of most music; of the usual one all phases. All have the bar lines that
    are known.

    Args:
        found: The beats that were found.
        logits: The network's, (frames, HEADS).
        known: The bar lines that are known, and how many beats a bar has if anybody said.
    """
    at = logits_at(found.seconds, logits, known)
    told = [found]
    for down in _bars(at[:, 1], found.down, known.beats_in_bar):
        if not down.any() or not _meets(found.seconds[down], known.lines_s):
            continue
        bars = barred(found.seconds, at, down, triple=found.triple, certainty=found.certainty)
        if any(are_same(bars.seconds[down], other.seconds[other.down]) for other in told):
            continue
        told.append(bars)
        yield bars, _log_probability(at[:, 1], found.down) - _log_probability(at[:, 1], down)


def _bars(logits: Floats, found: Bools, said: int) -> Iterator[Bools]:
    """Yield which beats begin a bar: the most probable of each meter, then other phases."""
    for beats in (said,) if said else _METERS:
        yield down_beats(logits, beats_in_bar=beats)
    usual = said or int(np.bincount(lengths_of(found)).argmax())
    for later in range(1, usual):
        down = np.zeros_like(found)
        down[later:] = found[:-later]
        # The bars before the first line, too.
        down[int(np.flatnonzero(down)[0]) :: -usual] = True
        yield down


def _log_probability(logits: Floats, down: Bools) -> float:
    """Return the natural logarithm of the probability that these beats begin the bars."""
    return float(-np.logaddexp(0, np.where(down, -logits, logits)).sum())


def _meets(seconds: Floats, lines_s: Sequence[float]) -> bool:
    return all(np.abs(seconds - line).min() <= _SAME_S for line in lines_s)


def are_same(one: Floats, other: Floats) -> bool:
    """Return whether a listener takes two grids, seconds of beats, for one."""
    after = np.clip(np.searchsorted(other, one), 1, len(other) - 1)
    near = np.minimum(np.abs(one - other[after - 1]), np.abs(one - other[after])) <= _SAME_S
    return bool(2 * near.sum() >= _SAME_SHARE * (len(one) + len(other)))


def _grids(notes: PlayedNotes, seconds: Floats, logits: Floats, look: Look) -> Iterator[Floats]:
    """Yield seconds of beats of a possible tempo, rising."""
    usual_s = float(np.median(np.diff(seconds)))
    numbers = np.arange(len(seconds))
    yield beat_seconds(beat_frames(logits, look=look), notes)
    for step, phases in _STEPS.items():
        if not _SHORTEST_S <= step * usual_s <= _LONGEST_S:
            continue
        for phase in phases:
            places = np.arange(phase, len(seconds) - 1 + 1e-6, step)
            frames = np.rint(np.interp(places, numbers, seconds) * FRAMES_A_SECOND)
            yield np.unique(beat_seconds(frames.astype(np.int64), notes))
        tracking = replace(TRACKING, usual_s=step * usual_s)
        yield np.unique(beat_seconds(beat_frames(logits, tracking, look=look), notes))
