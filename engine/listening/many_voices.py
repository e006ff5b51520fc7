"""The notes of many voices at once: a piano, a guitar, a string quartet.

Where a key may begin is a peak of what the network heard. A small second network, the judge, looks
at each of these places: at the key, at the keys whose harmonics it may be, before and after. It
says how surely a note begins there, which is the strength of the note, and how late the peak is.
`scripts/note_judge.py` trained it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.ground.paths import note_judge
from engine.listening.network import BINS, KEYS, LOWEST, Floats, made_of
from engine.listening.salience import STEP_S, Salience, joined
from engine.values.hearing import HeardNote

Frames = NDArray[np.intp]
# The unit in which the judge says how late a peak is.
LATE_S = 0.02

# Weaker notes are left out: of ten of them nine are none.
_WEAKEST = 10
# Where a peak is lower, hardly a note begins: 2.5 % of those of string quartets, none of others.
_LOWEST_PEAK = 0.2
# Of a rise of the note's own chance, so much counts as the chance of an onset.
_RISE_SHARE, _LEAST_RISE = 0.5, 0.08
# Two onsets of one key are at least so many frames apart (35 ms).
_APART = 3
# Keys that the judge sees, in semitones from the one it judges: neighbours, fifths, and those that
# have a harmonic in common with it. Of the contours fewer tell it something.
_NEAR = (-28, -24, -19, -16, -12, -7, -5, -2, -1, 0, 1, 2, 5, 7, 12, 16, 19, 24, 28)
_NEAR_IN_CONTOURS = (-24, -19, -12, -1, 0, 1, 12, 19)
# Frames around the peak that it sees as one, both included.
_SPANS = ((-10, -4), (-3, -2), (-1, 1), (2, 4), (5, 10), (11, 22))
_MARGIN, _OUTSIDE = 22, 28
# Frames that are decided at once, and the longest note: what is kept of a long recording.
_STRETCH, _LONGEST = round(20 / STEP_S), round(20 / STEP_S)
# A note ends where its chance stays for `_GAP` frames below this, or this share of its highest one.
_LEAST_CHANCE, _END_SHARE, _GAP = 0.3, 0.6, 6
_SHORTEST = 3
# Velocity by how loud the sound is within 80 ms of an onset, beside the loudest (piano, strings).
_ATTACK, _LOUDEST_VELOCITY, _VELOCITY_A_DB = 8, 82, 1.75
# Of the loudest: -80 dB.
_SILENT = 1e-4
_FULL = 255
_CENTS_A_BIN = 100 / BINS


@dataclass(frozen=True, slots=True)
class Peaks:
    """Places where a note may begin, by time, then key.

    Attributes:
        frames: Of the stretch, (n,).
        keys: Of the piano, from 0, (n,).
        features: The values by which the judge decides, (n, features).
    """

    frames: Frames
    keys: Frames
    features: Floats


class NoteJudge:
    """Judges places where a note may begin.

    Args:
        weights: By name, as in `assets/listening/note-judge.safetensors`.
    """

    def __init__(self, weights: dict[str, Floats]) -> None:
        self._hidden = weights["hidden.weight"], weights["hidden.bias"]
        self._out = weights["out.weight"], weights["out.bias"]

    @classmethod
    def load(cls, path: Path) -> "NoteJudge":
        """Return the judge in a file of safetensors.

        Raises:
            ModelFileError: The file is missing or damaged.
        """
        return made_of(path, cls)

    def judge(self, features: Floats) -> tuple[Floats, Floats]:
        """Return chances (n,), and seconds by which the peaks are late (n,)."""
        hidden = np.maximum(features @ self._hidden[0] + self._hidden[1], 0)
        chance, late = (hidden @ self._out[0] + self._out[1]).T
        return 1 / (1 + np.exp(-np.clip(chance, -60, 60))), late * LATE_S


def notes_of_many(
    saliences: Iterable[Salience], judge: NoteJudge | None = None
) -> Iterator[HeardNote]:
    """Yield the notes of a recording by start, weak ones too, as soon as they are decided.

    A note lasts until it is no longer heard, also where its key is struck again meanwhile:
    `Hearing.kept` ends it there if the second one is kept.

    Args:
        saliences: Consecutive stretches.
        judge: Judges them; the one that ships if None.
    """
    judging = judge or NoteJudge.load(note_judge())
    loudest = 0.0
    for window, first, end in _windows(saliences):
        loudest = max(loudest, float(window.levels.max(initial=0.0)))
        peaks = peaks_of(window, loudest=loudest, first=first, end=end)
        chances, late_s = judging.judge(peaks.features)
        kept = np.nonzero(np.round(100 * chances) >= _WEAKEST)[0]
        places = zip(peaks.frames[kept].tolist(), peaks.keys[kept].tolist(), strict=True)
        notes = [
            _note(window, *place, late_s=late, chance=chance, loudest=loudest)
            for place, late, chance in zip(
                places, late_s[kept].tolist(), chances[kept].tolist(), strict=True
            )
        ]
        yield from sorted(notes, key=lambda note: (note.start_s, note.pitch))


def _windows(saliences: Iterable[Salience]) -> Iterator[tuple[Salience, int, int]]:
    """Yield stretches with what is around them, and which of their frames are decided now."""
    waiting: list[Salience] = []
    decided = 0
    for part in saliences:
        waiting.append(part)
        heard = part.first + len(part)
        while heard >= decided + _STRETCH + _LONGEST:
            window = joined(waiting)
            yield window, decided - window.first, decided - window.first + _STRETCH
            decided += _STRETCH
            waiting = [_from(window, max(0, decided - _MARGIN - _APART - window.first))]
    window = joined(waiting)
    if len(window):
        yield window, decided - window.first, len(window)


def _from(salience: Salience, frame: int) -> Salience:
    return Salience(
        salience.first + frame,
        salience.contours[frame:],
        salience.notes[frame:],
        salience.onsets[frame:],
        salience.levels[frame:],
    )


def peaks_of(salience: Salience, *, loudest: float, first: int, end: int) -> Peaks:
    """Return where notes may begin in the frames [first, end) of a stretch.

    Args:
        salience: The stretch.
        loudest: The highest level of the recording so far.
        first: The first frame.
        end: The one after the last.
    """
    last = min(len(salience), end + _MARGIN + _APART)
    onsets, notes = (
        np.divide(heard[:last], _FULL, dtype=np.float32)
        for heard in (salience.onsets, salience.notes)
    )
    around = np.pad(notes, ((3, 3), (0, 0)), mode="edge")
    rises = np.maximum(0, np.minimum(around[5:-1] - around[1:-5], around[6:] - around[:-6]))
    begins = np.maximum(onsets, np.where(rises > _LEAST_RISE, _RISE_SHARE * rises, 0))
    padded = np.pad(begins, ((_APART, _APART), (0, 0)))
    seen = np.lib.stride_tricks.sliding_window_view(padded, 2 * _APART + 1, axis=0)
    # Of equal neighbours the first is the peak.
    is_peak = (begins >= seen.max(axis=-1)) & (begins > seen[..., :_APART].max(axis=-1))
    frames, keys = np.nonzero(is_peak[first:end] & (begins[first:end] >= _LOWEST_PEAK))
    frames = frames + first
    contours = salience.contours[:last].reshape(last, KEYS, BINS).max(axis=2) / np.float32(_FULL)
    columns = [
        *_around(onsets, frames, keys, _NEAR, peaks=True),
        *_around(notes, frames, keys, _NEAR),
        *_around(contours, frames, keys, _NEAR_IN_CONTOURS),
        *_levels(salience.levels[:last], frames, loudest),
        onsets.sum(axis=1)[frames] / 5,
        onsets.max(axis=1)[frames],
        keys / (KEYS / 2) - 1,
        (keys / (KEYS / 2) - 1) ** 2,
        rises[frames, keys],
    ]
    return Peaks(frames, keys, np.stack(columns, axis=1).astype(np.float32))


def _around(
    heard: Floats, frames: Frames, keys: Frames, near: tuple[int, ...], *, peaks: bool = False
) -> Iterator[Floats]:
    """Yield what was heard in each span at each near key: its highest value, or its mean."""
    padded = np.pad(heard, ((_MARGIN, _MARGIN), (_OUTSIDE, _OUTSIDE)))
    rows = (frames + _MARGIN)[:, None]
    columns = (keys + _OUTSIDE)[:, None] + np.array(near)
    for first, last in _SPANS:
        pooled = padded[rows + first, columns]
        for at in range(first + 1, last + 1):
            seen = padded[rows + at, columns]
            pooled = np.maximum(pooled, seen) if peaks else pooled + seen
        yield from (pooled if peaks else pooled / (last - first + 1)).T


def _levels(levels: Floats, frames: Frames, loudest: float) -> Iterator[Floats]:
    """Yield how loud each span is, 20 dB a unit below the loudest."""
    heard = np.log10(np.maximum(levels / max(loudest, _SILENT), _SILENT))
    padded = np.pad(heard, _MARGIN, mode="edge")
    for first, last in _SPANS:
        yield np.stack([padded[frames + _MARGIN + at] for at in range(first, last + 1)]).max(axis=0)


def _note(
    window: Salience, frame: int, key: int, *, late_s: float, chance: float, loudest: float
) -> HeardNote:
    end = _end(window.notes[frame : frame + _LONGEST, key]) + frame
    start_s = max(0.0, (window.first + frame) * STEP_S - late_s)
    return HeardNote(
        start_s=start_s,
        end_s=max((window.first + end) * STEP_S, start_s + _SHORTEST * STEP_S),
        pitch=LOWEST + key,
        cents=_cents(window.contours[frame:end], key),
        velocity=_velocity(window.levels[max(0, frame - 1) : frame + _ATTACK], loudest),
        strength=round(100 * chance),
    )


def _velocity(levels: Floats, loudest: float) -> int:
    decibels = 20 * np.log10(max(float(levels.max()) / loudest, _SILENT)) if loudest else 0.0
    return max(1, round(_LOUDEST_VELOCITY + _VELOCITY_A_DB * float(decibels)))


def _end(chances: NDArray[np.uint8]) -> int:
    """Return the frame at which a note that begins with the first is no longer heard."""
    highest = float(chances[: 2 * _GAP].max())
    bound = max(_LEAST_CHANCE * _FULL, _END_SHARE * highest)
    weak = np.concatenate([[0], np.cumsum(chances < bound)])
    gaps = np.nonzero(weak[_GAP:] - weak[:-_GAP] == _GAP)[0]
    # The onset may come before the chance rises.
    gaps = gaps[gaps >= _SHORTEST]
    return max(_SHORTEST, int(gaps[0])) if len(gaps) else len(chances)


def _cents(contours: NDArray[np.uint8], key: int) -> int:
    """Return how far a pitch lies above its key, by the parabola through its three best bins."""
    middle = BINS * key + 1
    heard = contours[:, max(0, middle - 2) : middle + 3].mean(axis=0) + 1
    if len(heard) < 2 * BINS - 1:
        return 0
    best = 1 + int(np.argmax(heard[1:-1]))
    before, at, after = np.log(heard[best - 1 : best + 2])
    bend = before - 2 * at + after
    beside = 0.5 * (before - after) / bend if bend < 0 else 0.0
    return int(np.clip(round((best - 2 + beside) * _CENTS_A_BIN), -50, 50))
