"""The tempo in which a piece goes on: its last one, or the rubato of its last phrase.

After its last tempo event a score stays in one tempo. A person who plays without a click does not:
tempos of a performance rise and fall, most of all towards the ends of phrases. So where a tempo
event stands in most of the last bars, the bars that are added get the tempos of the corresponding
bars of the phrase before, pulled towards its usual tempo where they are extreme.
"""

from collections.abc import Iterator
from dataclasses import replace
from statistics import median

from engine.music.score import Score, Tempo
from engine.music.sections import PHRASE
from engine.music.time import BarMap, TempoMap

_FEWEST_BARS = 4
"""Fewer bars than these show no rubato."""

_LEAST_SHARE = 0.5
"""From this share of bars with a tempo event on, a piece is performed.

A written piece has a ritardando and some sections in tempos of their own.
"""

_FURTHEST = 1.25
"""Times the usual tempo that an added tempo is faster at most, and slower.

Of the quarters of 26 performances of ASAP 87 % are within it; the others are fermatas, ends, and
beats that were found wrongly (`docs/experiments/2026-11-26-rubato.md`).
"""


def with_tempos_until(score: Score, *, start: int, end: int) -> Score:
    """Return a score whose rubato goes on in the bars that begin before a tick.

    The usual tempo follows at the end of the last of them.

    Args:
        score: The score, with the meters of the bars that are added. A score that is not performed
            is returned as it is, and one with tempo events of its own in these bars.
        start: Tick of the bar line from which music is added.
        end: The tick.
    """
    bars = BarMap.of(score)
    known = max(bars.bars_until(score.end), bars.bar_at(start))
    first, until = bars.start_of(known), bars.bars_until(end)
    if until <= known or any(tempo.tick > first for tempo in score.tempos):
        return score
    span = min(PHRASE, known)
    if not _is_performed(score, bars, first_bar=known - span, known=known):
        return score
    usual = _usual_bpm(score, start=bars.start_of(known - span), end=first)
    coming = [
        tempo
        for bar in range(known, until)
        for tempo in _tempos_of(score, bars, bar=bar, source=known - span + (bar - known) % span)
    ]
    held = [replace(tempo, bpm=_held(tempo.bpm, usual)) for tempo in coming]
    before = [tempo for tempo in score.tempos if tempo.tick < first]
    return replace(score, tempos=(*before, *_changes(held), Tempo(bars.start_of(until), usual)))


def _is_performed(score: Score, bars: BarMap, *, first_bar: int, known: int) -> bool:
    if known - first_bar < _FEWEST_BARS:
        return False
    first, end = bars.start_of(first_bar), bars.start_of(known)
    with_tempo = {bars.bar_at(tempo.tick) for tempo in score.tempos if first <= tempo.tick < end}
    return len(with_tempo) >= _LEAST_SHARE * (known - first_bar)


def _usual_bpm(score: Score, *, start: int, end: int) -> float:
    """Return the median tempo of the quarters between two ticks."""
    tempos = TempoMap.of(score)
    return float(median(tempos.bpm_at(tick) for tick in range(start, end, score.ticks_per_quarter)))


def _tempos_of(score: Score, bars: BarMap, *, bar: int, source: int) -> Iterator[Tempo]:
    """Yield the tempos of a bar at the same places of another one."""
    begin, from_tick = bars.start_of(bar), bars.start_of(source)
    length = min(bars.start_of(bar + 1) - begin, bars.start_of(source + 1) - from_tick)
    yield Tempo(begin, TempoMap.of(score).bpm_at(from_tick))
    for tempo in score.tempos:
        if 0 < tempo.tick - from_tick < length:
            yield replace(tempo, tick=begin + tempo.tick - from_tick)


def _held(bpm: float, usual: float) -> float:
    return min(max(bpm, usual / _FURTHEST), usual * _FURTHEST)


def _changes(tempos: list[Tempo]) -> Iterator[Tempo]:
    """Yield the tempos that differ from the one before."""
    bpm = 0.0
    for tempo in tempos:
        if tempo.bpm != bpm:
            yield tempo
        bpm = tempo.bpm
