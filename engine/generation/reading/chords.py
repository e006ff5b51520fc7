"""Finds chords in the tracks that stay, and the strong beats of bars. Pure."""

from dataclasses import replace

from engine.music.chord_symbols import Chord
from engine.music.chords import beats_in_bar, find_chords
from engine.music.score import Score
from engine.music.time import BarMap

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


def is_strong(tick: int, score: Score) -> bool:
    """Return whether a tick is a strong beat: a bar's first, or its middle where it has one."""
    bars = BarMap.of(score)
    meter = bars.signature_at(tick)
    into_bar = tick - bars.start_of(bars.bar_at(tick))
    beats = beats_in_bar(meter.numerator, meter.denominator, score.ticks_per_quarter)
    middle = beats[len(beats) // 2] if len(beats) % 2 == 0 else 0
    return into_bar in {0, middle}
