"""Makes a chord model of songs: counts chords, and how much harmony moves after eight bars."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.planning.chord_model import (
    BarCount,
    ChordCounts,
    Line,
    ModeCounts,
    Returns,
    followers_of,
)
from engine.planning.harmony import NONE, BarChords, chords_of_bars, key_of
from engine.planning.motion import Motion, motion_of
from engine.planning.phrases import PHRASE, first_bar_of
from engine.planning.returning import MOST_LAG, lags_of
from engine.values.score import Score
from engine.values.time import BarMap

PLANNED = 2 * PHRASE
"""Bars that one plan is about."""

_WINDOWS = 4  # of a song, about
_ENOUGH_BARS = 2_000  # of own songs that say how harmony moves: about 30 songs
_FEWEST_BLOCKS = 6  # of a song that says how often blocks return
_LEAST_SPREAD = 0.05


@dataclass(frozen=True)
class _Mode:
    bars: Counter[tuple[int, int, int, int]] = field(default_factory=Counter)
    middles: Counter[tuple[int, int]] = field(default_factory=Counter)
    unchanged: Counter[int] = field(default_factory=Counter)

    def add(self, chords: Sequence[BarChords]) -> None:
        """Count the bars of a song, the first at the beginning of a phrase."""
        for index in range(2, len(chords)):
            before, last, now = chords[index - 2 : index + 1]
            key = (before.middle, last.middle, index % PHRASE, now.first)
            self.bars[key] += 1
        for first, middle in chords:
            if middle != first:
                self.middles[first, middle] += 1
            else:
                self.unchanged[0] += 1

    @property
    def counts(self) -> ModeCounts:
        """The counts."""
        return ModeCounts(
            followers=followers_of(
                BarCount(*key, count) for key, count in sorted(self.bars.items())
            ),
            middles=tuple((*key, count) for key, count in sorted(self.middles.items())),
            unchanged=self.unchanged[0],
        )


def count_chords(songs: Iterable[Score]) -> ChordCounts:
    """Return the chord model of songs.

    Args:
        songs: Their bars are right. Songs without pitched notes say nothing.
    """
    modes = {False: _Mode(), True: _Mode()}
    windows: list[tuple[Motion, Motion]] = []
    lags: list[list[int]] = []
    for song in songs:
        key = key_of(song)
        if key is None:
            continue
        bars = BarMap.of(song)
        chords = chords_of_bars(song, key, first=first_bar_of(song), past=bars.bars_until(song.end))
        modes[key.minor].add(chords)
        windows += _windows([chord.first for chord in chords])
        lags.append(list(lags_of(chords)))
    return ChordCounts(
        major=modes[False].counts,
        minor=modes[True].counts,
        motion=lines_of(windows),
        returns=returns_of(lags),
    )


def joined(base: ChordCounts, own: ChordCounts) -> ChordCounts:
    """Return the chord model of a model that learned from more songs than its base.

    Chords are added. Motion and returns are the own songs' where there are enough of them.

    Args:
        base: Of the base.
        own: Of the songs that came on top.
    """
    enough = sum(bar.times for bar in (*own.major.bars, *own.minor.bars)) >= _ENOUGH_BARS
    return ChordCounts(
        major=_added(base.major, own.major),
        minor=_added(base.minor, own.minor),
        motion=own.motion if enough else base.motion,
        returns=own.returns if enough else base.returns,
    )


def _added(one: ModeCounts, other: ModeCounts) -> ModeCounts:
    both = _Mode()
    for counts in (one, other):
        for bar in counts.bars:
            both.bars[bar.before, bar.last, bar.place, bar.chord] += bar.times
        for first, middle, count in counts.middles:
            both.middles[first, middle] += count
        both.unchanged[0] += counts.unchanged
    return both.counts


def returns_of(songs: Sequence[Sequence[int]]) -> Returns:
    """Return how often blocks return, by the mean and the variance of the songs' shares.

    Args:
        songs: For each song what `lags_of` yields.
    """
    lags = np.bincount([lag for song in songs for lag in song], minlength=MOST_LAG + 1)[1:]
    shares = np.array(
        [np.count_nonzero(song) / len(song) for song in songs if len(song) >= _FEWEST_BLOCKS]
    )
    if len(shares) < 2 or not lags.any():
        return Returns(again=0.5, fresh=1.0, lags=(1.0, 1.0))
    mean, variance = float(shares.mean()), float(shares.var())
    mean = min(max(mean, 0.02), 0.98)
    # Of a beta distribution: variance = mean (1 - mean) / (again + fresh + 1).
    sure = max(0.5, mean * (1 - mean) / max(variance, 1e-3) - 1)
    shares_of_lags = (lags / lags.sum()).round(4).tolist()
    return Returns(again=mean * sure, fresh=(1 - mean) * sure, lags=tuple(shares_of_lags))


def _windows(chords: Sequence[int]) -> Iterator[tuple[Motion, Motion]]:
    """Yield the motion of eight bars and of the sixteen after them, for each phrase of a song."""
    starts = range(PHRASE, len(chords) - PLANNED + 1, PHRASE)
    # A few of each song, so that a long one does not count for many.
    for start in starts[:: max(1, len(starts) // _WINDOWS)]:
        before, after = chords[start - PHRASE : start], chords[start : start + PLANNED]
        if all(chord == NONE for chord in before) or all(chord == NONE for chord in after):
            continue
        yield motion_of(before), motion_of(after, range(PHRASE - 1, PLANNED, PHRASE))


def lines_of(windows: Sequence[tuple[Motion, Motion]]) -> tuple[Line, Line, Line, Line]:
    """Return a line for each figure of the bars to come, by least squares.

    Args:
        windows: The motion of eight bars and of the sixteen after them.
    """
    if not windows:
        windows = [(Motion(2.0, 3.0, 0.7, 0.5), Motion(3.0, 4.0, 0.7, 0.5))]
    prompts = np.array([[*before[:3], 1.0] for before, _ in windows])
    after = np.array([following for _, following in windows])
    # A little of nothing keeps a library of one song from a matrix without an inverse.
    square = prompts.T @ prompts + 1e-3 * np.eye(4)
    weights = np.linalg.solve(square, prompts.T @ after)
    spreads = (after - prompts @ weights).std(axis=0)
    first, second, third, fourth = (
        Line(
            weights=(float(w[0]), float(w[1]), float(w[2]), float(w[3])),
            spread=max(_LEAST_SPREAD, float(spread)),
        )
        for w, spread in zip(weights.T, spreads, strict=True)
    )
    return first, second, third, fourth
