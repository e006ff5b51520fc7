"""The one pitch that sounds at each time: the best path through what the network heard.

A path pays for each step in pitch, and once for a jump of any width: a harmonic that is stronger
for a moment does not pay for two jumps, an octave that is sung does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.listening.network import BINS, KEYS, LOWEST, Floats
from engine.listening.salience import Salience

_PITCHES = BINS * KEYS
# In nats: of a step by one bin (a third of a semitone), of a jump, of a beginning or an end.
_STEP, _JUMP, _CHANGE = 0.3, 7.0, 3.0
# Bins that a voice moves in a frame without a jump.
_REACH = 6
# A pitch that the network hears with this chance is as likely as silence.
_SILENCE = 0.18
_STEPS = np.abs(np.arange(-_REACH, _REACH + 1)) * np.float32(_STEP)
_CENTS_A_BIN = 100 / BINS
# Frames of one swing of a vibrato of 5.7 Hz.
_VIBRATO = 15
# Stands for a place that no path reaches.
_NEVER = np.float32(-1e9)


@dataclass(frozen=True, slots=True)
class Line:
    """One pitch at a time, a value for each frame.

    Attributes:
        cents: 6000 is middle C; NaN where nothing sounds.
        chances: How surely the pitch sounds, 0 to 1, also where the path is silent.
        onsets: The chance that a note begins at that pitch.
        levels: The peak of the sound, 0 to 1.
    """

    cents: Floats
    chances: Floats
    onsets: Floats
    levels: Floats

    def __len__(self) -> int:
        return len(self.cents)

    def between(self, first: int, end: int) -> "Line":
        """Return the frames from one to before another."""
        part = slice(first, end)
        return Line(self.cents[part], self.chances[part], self.onsets[part], self.levels[part])


def meant(cents: Floats) -> tuple[Floats, Floats]:
    """Return the mean pitch in the time of a vibrato around each frame, and how fast it moves.

    While it hardly moves it is the pitch that is meant, whatever the pitch itself does.

    Returns:
        Cents, NaN near silence; and cents from frame to frame.
    """
    known = np.isfinite(cents)
    counts = np.convolve(known, np.ones(_VIBRATO), "same")
    sums = np.convolve(np.where(known, cents, 0.0), np.ones(_VIBRATO), "same")
    means = np.where(counts == _VIBRATO, sums / np.maximum(counts, 1), np.nan)
    moves = np.abs(np.gradient(means)) if len(cents) > 1 else np.full(len(cents), np.nan)
    return means, moves


def no_line() -> Line:
    """Return a line without frames."""
    return Line(*(np.zeros(0, np.float32) for _ in range(4)))


def joined_lines(lines: list[Line]) -> Line:
    """Return consecutive lines as one."""
    parts = lines or [no_line()]
    return Line(
        *(
            np.concatenate([getattr(line, name) for line in parts])
            for name in ("cents", "chances", "onsets", "levels")
        )
    )


class PitchPath:
    """Follows one voice through stretch after stretch.

    A stretch is certain when the next one is there: until then a better path may go elsewhere.
    """

    def __init__(self) -> None:
        self._scores = np.zeros(_PITCHES + 1, np.float32)
        self._open: list[tuple[Salience, NDArray[np.int16]]] = []

    def feed(self, salience: Salience) -> Line:
        """Return the line of the stretch before this one, which is certain now."""
        self._open.append((salience, self._forward(salience)))
        if len(self._open) < 2:
            return no_line()
        states = self._back()
        stretch, _ = self._open.pop(0)
        return _line_of(stretch, states[: len(stretch)])

    def rest(self) -> Line:
        """Return the line of the last stretch, as far as it is known."""
        if not self._open:
            return no_line()
        stretch, _ = self._open[-1]
        return _line_of(stretch, self._back()[-len(stretch) :])

    def _forward(self, salience: Salience) -> NDArray[np.int16]:
        """Go through a stretch; return for each frame and state the state before it."""
        heard = np.log(np.maximum(salience.contours, 1).astype(np.float32) / (255 * _SILENCE))
        before = np.empty((len(salience), _PITCHES + 1), np.int16)
        padded = np.full(_PITCHES + 2 * _REACH, _NEVER)
        reached = np.lib.stride_tricks.sliding_window_view(padded, 2 * _REACH + 1)
        everywhere = np.arange(_PITCHES)
        for frame, values in enumerate(heard):
            scores = self._scores
            padded[_REACH:-_REACH] = scores[:-1]
            moved = reached - _STEPS
            step = moved.argmax(axis=1)
            best = moved[everywhere, step]
            origin = step + (everywhere - _REACH)
            loudest = int(scores[:-1].argmax())
            jump, begin = scores[loudest] - _JUMP, scores[-1] - _CHANGE
            other, other_from = (begin, _PITCHES) if begin > jump else (jump, loudest)
            jumps = best < other
            best[jumps] = other
            origin[jumps] = other_from
            before[frame, :-1] = origin
            end = scores[loudest] - _CHANGE
            stays = scores[-1] >= end
            before[frame, -1] = _PITCHES if stays else loudest
            self._scores = np.append(best + values, max(scores[-1], end))
            self._scores -= self._scores.max()
        return before

    def _back(self) -> NDArray[np.intp]:
        """Return the states of the best path through the open stretches."""
        before = np.concatenate([rows for _, rows in self._open])
        states = np.empty(len(before), np.intp)
        state = int(self._scores.argmax())
        for frame in range(len(before) - 1, -1, -1):
            states[frame] = state
            state = int(before[frame, state])
        return states


def _line_of(salience: Salience, states: NDArray[np.intp]) -> Line:
    """Return the line along a path; between bins a parabola through three of them has its peak."""
    silent = states == _PITCHES
    bins = np.where(silent, salience.contours.argmax(axis=1), states)
    frames = np.arange(len(bins))
    middle = np.clip(bins, 1, _PITCHES - 2)
    low, high, peak = (
        np.log(salience.contours[frames, middle + side] / 255 + 1e-4) for side in (-1, 1, 0)
    )
    bend = np.minimum(low - 2 * peak + high, -1e-3)
    between = np.clip((low - high) / 2 / bend, -0.6, 0.6)
    cents = 100 * LOWEST + (middle + between - 1) * _CENTS_A_BIN
    keys = np.clip((bins - 1 + BINS // 2) // BINS, 1, KEYS - 2)
    onsets = np.max([salience.onsets[frames, keys + side] for side in (-1, 0, 1)], axis=0)
    return Line(
        cents=np.where(silent, np.nan, cents).astype(np.float32),
        chances=(salience.contours[frames, bins] / 255).astype(np.float32),
        onsets=(onsets / 255).astype(np.float32),
        levels=np.asarray(salience.levels, np.float32),
    )
