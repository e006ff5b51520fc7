"""Finds chords in tracks, the strong beats of bars, and notes that are foreign to both. Pure."""

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.harmony.chord_symbols import Chord, pitch_classes
from engine.harmony.chord_track import chord_at
from engine.harmony.chords import beats_in_bar, find_chords
from engine.values.config import PITCHES
from engine.values.score import Score
from engine.values.time import BarMap

USUAL_FOREIGN = 0.1
"""Share of foreign notes of a piece that says nothing, as .11 of the inner voices of real songs
have beside the chords of the others (experiment 2026-11-29-free-tune)."""

# Notes at which a piece counts as much as `USUAL_FOREIGN`; set by hand: about a bar of chords.
_SURE = 8
_AROUND = 2  # bars on both sides of a gap that are analysed as well


def chords_between(score: Score, *, start: int, end: int) -> tuple[Chord, ...]:
    """Return the chords that are found in some bars, the last of them held up to their end.

    Args:
        score: The notes to analyse.
        start: Tick of a bar line.
        end: Tick of another.

    Returns:
        Ascending; empty where no chord is found.
    """
    bars = BarMap.of(score)
    first, last = bars.bar_at(start), bars.bar_at(end)
    around = (bars.start_of(max(0, first - _AROUND)), bars.start_of(last + _AROUND))
    chords = [chord for chord in find_chords(score.between(*around)) if chord.tick < end]
    if not any(chord.root >= 0 for chord in chords):
        return ()
    silent = bars.start_of(bars.bars_until(max(t.end for t in score.tracks if not t.is_drum)))
    if chords[-1].tick < silent < end:
        chords.append(Chord(silent))
    # A written chord lasts for its bar; a found one lasts until the end.
    holds = replace(chords[-1], tick=bars.start_of(last - 1))
    return (*chords, holds) if holds.tick > chords[-1].tick else tuple(chords)


class StrongBeats:
    """The strong beats of a score: each bar's first, and its middle where it has one.

    Args:
        score: Its meters count.
    """

    def __init__(self, score: Score) -> None:
        self._bars, self._quarter = BarMap.of(score), score.ticks_per_quarter

    def __contains__(self, tick: int) -> bool:
        into_bar = tick - self._bars.start_of(self._bars.bar_at(tick))
        meter = self._bars.signature_at(tick)
        middle = _middle_of_bar(meter.numerator, meter.denominator, self._quarter)
        return into_bar in (0, middle)


@cache
def _middle_of_bar(numerator: int, denominator: int, quarter: int) -> int:
    """Return the ticks from a bar line to the middle beat; 0 where there is none."""
    beats = beats_in_bar(numerator, denominator, quarter)
    return beats[len(beats) // 2] if len(beats) % 2 == 0 else 0


def is_strong(tick: int, score: Score) -> bool:
    """Return whether a tick is a strong beat; `StrongBeats` tells many."""
    return tick in StrongBeats(score)


@cache
def foreign_to(tones: frozenset[int]) -> NDArray[np.bool_]:
    """Return which pitches have other pitch classes, (`PITCHES`,)."""
    return ~np.isin(np.arange(PITCHES) % 12, list(tones))


def foreign_share(score: Score) -> float:
    """Return the share of the notes on strong beats that are foreign to the chords found, 0 to 1.

    Args:
        score: The music, its tune left out: what a tune has on strong beats is no habit of chords.
    """
    chords, beats = find_chords(score), StrongBeats(score)
    strong = [
        note.pitch % 12 not in pitch_classes(chord)
        for note in score.pitched_notes()
        if note.start in beats and (chord := chord_at(chords, note.start)).root >= 0
    ]
    return (sum(strong) + _SURE * USUAL_FOREIGN) / (len(strong) + _SURE)
