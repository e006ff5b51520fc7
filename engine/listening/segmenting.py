"""One pitch at a time becomes notes: the cheapest way to explain a line by keys that are held.

Each note costs the same. A frame costs the more, the farther its pitch lies from the key, but never
more than a bound, so that a glide, a scoop or a vibrato costs less than notes of its own. Where a
note is heard to begin, by the network or because the sound gets loud again, a note is cheaper;
there a key may also begin again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.listening.network import Floats
from engine.listening.pitch_path import Line, meant

STEADY_CENTS = 4.0
"""A mean over a vibrato that moves by less from frame to frame is a pitch that is held."""

# Standard deviation of a held pitch, and what a frame far away from its key costs in nats.
_SPREAD_CENTS, _FARTHEST = 45.0, 2.7
# A frame whose pitch moves by so much from one to the next counts half.
_MOVING_CENTS = 25.0
# A pitch with this chance is as likely as silence; bounds of what a frame says about it.
_SILENCE, _SURELY_SILENT, _SURELY_SOUNDING = 0.17, -2.0, 2.0
# In nats: a note with another key, with the same key, after a silence, and its end.
_CHANGE, _AGAIN, _BEGIN, _END = 5.5, 8.0, 3.0, 1.0
# Nats that speak for a beginning: of a certain onset, of a rise by a decibel (and so many at
# most), of a pitch that is lost and found again; and the sum where nothing begins.
_ONSET, _RISE, _RISE_DB, _DIP, _NOTHING = 14.0, 0.65, 16.0, 10.0, 5.8
# Most of it that counts, and how much of that for a note with another key: its pitch says it too.
_MOST, _SHARE = 10.5, 0.5
# A note with another key costs this at least.
_LEAST_COST = 1.0
# Frames before a rise, frames of it, and frames around a beginning without another one.
_BEFORE, _AFTER, _APART = 7, 3, 4
# Frames of a shorter note belong to one that begins on the same key when it ends.
_SHORT = 9
_SILENT = -1


@dataclass(frozen=True, slots=True)
class Segment:
    """A note as frames.

    Attributes:
        first: Its first frame.
        end: The frame after its last one.
        key: A MIDI number.
        gain: Nats that the line costs more without it.
    """

    first: int
    end: int
    key: int
    gain: float


def segments_of(line: Line, offsets: Floats, *, cost: float = 1.0) -> list[Segment]:
    """Return the notes of a line by time.

    Args:
        line: Of a recording, or of a part of it that begins and ends in a silence.
        offsets: How far the voice is above concert pitch in each frame, in cents.
        cost: Factor of what a note costs; a smaller one finds more notes.
    """
    means, moves = meant(line.cents)
    cents = _filled(np.where(moves < STEADY_CENTS, means, line.cents)) - offsets
    if not np.isfinite(cents).any():
        return []
    lowest = int(np.nanmin(cents) / 100) - 1
    keys = np.arange(lowest, int(np.nanmax(cents) / 100) + 2)
    likely = _likely(line, cents, keys)
    begins = beginnings(line)
    states, starts = _best(likely, begins, cost)
    return _segments(states, starts, likely, begins, lowest)


def _filled(cents: Floats) -> Floats:
    """Return the line with the pitch before it where nothing sounds, or after it."""
    known = np.flatnonzero(np.isfinite(cents))
    if not len(known):
        return cents
    last = np.searchsorted(known, np.arange(len(cents)), side="right") - 1
    return np.asarray(cents[known[np.maximum(last, 0)]])


def _likely(line: Line, cents: Floats, keys: NDArray[np.int_]) -> Floats:
    """Return (frames, keys): nats by which a key is more likely than silence."""
    moving = np.abs(np.gradient(cents)) if len(cents) > 1 else np.zeros(1)
    weight = 1 / (1 + (moving / _MOVING_CENTS) ** 2)
    away = np.square((cents[:, None] - 100 * keys) / _SPREAD_CENTS) / 2
    sounds = np.log(np.maximum(line.chances, 1e-3) / _SILENCE)
    sounds = np.clip(sounds, _SURELY_SILENT, _SURELY_SOUNDING)
    sounds[~np.isfinite(line.cents)] = np.minimum(sounds, -0.5)[~np.isfinite(line.cents)]
    return np.asarray(
        sounds[:, None] - np.minimum(away, _FARTHEST) * weight[:, None], dtype=np.float32
    )


def beginnings(line: Line) -> Floats:
    """Return nats by which a note is cheaper in each frame; most are 0."""
    level = 20 * np.log10(np.maximum(line.levels, 1e-5))
    rise = _window(level, 0, _AFTER).mean(axis=1) - _window(level, -_BEFORE, 0).min(axis=1)
    side = np.minimum(
        _window(line.chances, -_APART, -1).max(axis=1), _window(line.chances, 2, _APART + 1).max(1)
    )
    dip = side - _window(line.chances, -2, 3).min(axis=1)
    heard = _ONSET * line.onsets + _RISE * np.clip(rise, 0, _RISE_DB) + _DIP * dip - _NOTHING
    # Of equal ones the first.
    first = np.append(True, heard[1:] > _window(heard, -_APART, 0).max(axis=1)[1:])
    peaks = first & (heard >= _window(heard, 1, _APART + 1).max(axis=1)) & (heard > 0)
    return np.asarray(np.where(peaks, np.minimum(heard, _MOST), 0.0))


def _window(values: Floats, first: int, end: int) -> Floats:
    """Return (frames, end - first): the values around each frame, the edges repeated."""
    padded = np.pad(values, (max(0, -first), max(0, end - 1)), mode="edge")
    view = np.lib.stride_tricks.sliding_window_view(padded, end - first)
    return np.asarray(view[max(0, first) :][: len(values)])


def _best(
    likely: Floats, begins: Floats, cost: float
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return for each frame the number of its key, or -1, and whether a note begins there."""
    frames, keys = likely.shape
    scores = np.full(keys, -np.inf, np.float32)
    silent = 0.0
    # Where a state came from: `keys` is silence.
    origin = np.empty((frames, keys), np.int16)
    begun = np.zeros((frames, keys), np.bool_)
    silence = np.empty(frames, np.int16)
    everyone = np.arange(keys)
    change, renew, begin = cost * _CHANGE, cost * _AGAIN, cost * _BEGIN
    for frame in range(frames):
        bonus = begins[frame]
        best = int(scores.argmax())
        loudest = float(scores[best])
        first, source = (
            (silent - begin, keys)
            if silent - begin > loudest - change
            else (loudest - change, best)
        )
        first += min(_SHARE * bonus, change - _LEAST_COST)
        again = scores + (bonus - renew)
        fresh = np.maximum(first, again)
        new = fresh > scores
        origin[frame] = np.where(new, np.where(again > first, everyone, source), everyone)
        begun[frame] = new
        ended = loudest - _END
        silence[frame] = best if ended > silent else keys
        silent = max(silent, ended)
        scores = np.where(new, fresh, scores) + likely[frame]
    states = np.empty(frames, np.intp)
    starts = np.zeros(frames, np.bool_)
    state = int(scores.argmax()) if scores.max() - _END > silent else keys
    for frame in range(frames - 1, -1, -1):
        states[frame] = state
        if state == keys:
            state = int(silence[frame])
        else:
            starts[frame] = begun[frame, state]
            state = int(origin[frame, state])
    states[states == keys] = _SILENT
    return states, starts


def _segments(
    states: NDArray[np.intp],
    starts: NDArray[np.bool_],
    likely: Floats,
    begins: Floats,
    lowest: int,
) -> list[Segment]:
    firsts = np.flatnonzero(starts)
    changes = np.flatnonzero(np.diff(states, append=_SILENT - 1)) + 1
    made: list[Segment] = []
    for number, first in enumerate(firsts.tolist()):
        end = int(changes[np.searchsorted(changes, first, side="right")])
        if number + 1 < len(firsts):
            end = min(end, int(firsts[number + 1]))
        key = int(states[first])
        own = likely[first:end]
        gain = float(own[:, key].sum())
        follows = bool(made) and made[-1].end == first
        if follows:
            gain -= max(0.0, float(own[:, made[-1].key - lowest].sum()))
        made.append(Segment(first, end, key + lowest, max(0.0, gain) + float(begins[first])))
    return list(_joined(made, begins))


def _joined(segments: list[Segment], begins: Floats) -> Iterator[Segment]:
    """Yield the notes, each with a consonant before it as one: that sounds at the same pitch.

    The note begins with the surer of both, mostly the vowel.
    """
    held: Segment | None = None
    for segment in segments:
        if held is not None and not _is_consonant(held, segment):
            yield held
        if held is not None and _is_consonant(held, segment):
            surer = segment if begins[segment.first] >= begins[held.first] else held
            gain = max(held.gain, segment.gain)
            held = replace(segment, first=surer.first, gain=gain)
        else:
            held = segment
    if held is not None:
        yield held


def _is_consonant(note: Segment, after: Segment) -> bool:
    return note.end == after.first and note.key == after.key and note.end - note.first < _SHORT
