"""The tempo in which a piece goes on: its last one, or the rubato of its last phrase.

After its last tempo event a score stays in one tempo. A person who plays without a click does not:
tempos of a performance rise and fall, most of all towards the ends of phrases. So where the
tempo changes in most of the last bars, the bars that are added get the tempos of the corresponding
bars of the phrase before, pulled towards its usual tempo where they are extreme.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, pairwise
from statistics import median

from engine.values.score import Score, Tempo
from engine.values.sections import PHRASE
from engine.values.time import BarMap, TempoMap

_FEWEST_BARS = 4
"""Fewer bars than these show no rubato."""

_LEAST_SHARE = 0.5
"""From this share of bars with another tempo on, a piece is performed.

A written piece has a ritardando and some sections in tempos of their own.
"""

_FURTHEST = 1.25
"""Times the usual tempo that an added tempo is faster at most, and slower.

Of the quarters of 26 performances of ASAP 87 % are within it; the others are fermatas, ends, and
beats that were found wrongly (experiment 2026-11-26-rubato).
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
    tempos = TempoMap.of(score)
    quarters = range(bars.start_of(known - span), first, score.ticks_per_quarter)
    usual = float(median(tempos.bpm_at(tick) for tick in quarters))
    lines = [bars.start_of(bar) for bar in range(known - span, until + 1)]
    phrase = [list(_tempos_of(score, tempos, *each)) for each in pairwise(lines[: span + 1])]
    held = [
        Tempo(begin + tempo.tick, _held(tempo.bpm, usual))
        for (begin, after), played in zip(pairwise(lines[span:]), cycle(phrase), strict=False)
        for tempo in played
        if begin + tempo.tick < after
    ]
    before = [tempo for tempo in score.tempos if tempo.tick < first]
    return replace(score, tempos=(*before, *_changes(held), Tempo(bars.start_of(until), usual)))


def _is_performed(score: Score, bars: BarMap, *, first_bar: int, known: int) -> bool:
    if known - first_bar < _FEWEST_BARS:
        return False
    first, end = bars.start_of(first_bar), bars.start_of(known)
    changes = (tempo for before, tempo in pairwise(score.tempos) if tempo.bpm != before.bpm)
    with_tempo = {bars.bar_at(tempo.tick) for tempo in changes if first <= tempo.tick < end}
    return len(with_tempo) >= _LEAST_SHARE * (known - first_bar)


def _tempos_of(score: Score, tempos: TempoMap, begin: int, after: int) -> Iterator[Tempo]:
    """Yield the tempos between two bar lines with their ticks from the first, where one stands."""
    yield Tempo(0, tempos.bpm_at(begin))
    for tempo in score.tempos:
        if begin < tempo.tick < after:
            yield replace(tempo, tick=tempo.tick - begin)


def _held(bpm: float, usual: float) -> float:
    return min(max(bpm, usual / _FURTHEST), usual * _FURTHEST)


def _changes(tempos: list[Tempo]) -> Iterator[Tempo]:
    """Yield the tempos that differ from the one before."""
    bpm = 0.0
    for tempo in tempos:
        if tempo.bpm != bpm:
            yield tempo
        bpm = tempo.bpm
