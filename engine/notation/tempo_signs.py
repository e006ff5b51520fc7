"""Tempos as a page says them: a number where one begins, words where it bends.

A score has a tempo for every bend that is heard. Written music has few, and each is a number on
its page. Where tempos follow each other more densely they are a curve that was played: a page says
about how fast that is, where it slows down and where it comes back. All of them are heard.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import exp, log

import numpy as np
import numpy.typing as npt

from engine.notation.page import TempoMark
from engine.values.score import Score, Tempo
from engine.values.time import BarMap

# Words of performers; readers of every language know them.
_FREELY, _SLOWER, _FASTER, _BACK = "Freely", "rit.", "accel.", "a tempo"

# Written tempos are whole numbers; MIDI's whole microseconds change them by less.
_WHOLE = 0.01
# A piece is played freely from this share of bars with a new tempo on, and these bars: as
# `engine.form.rubato` has it.
_BARS_WITH_TEMPO, _FEWEST_BARS = 0.5, 4
# Tempos that follow each other within a bar: a page has room for the numbers of so many. A last one
# may be back where the first was.
_MOST_NUMBERS = 3
# Logs of tempos. A new tempo, and no bend of the old one, differs by a sixth at least, for so long
# that difference times quarters is more than this: for four bars at a quarter faster.
_NEW_TEMPO, _NEW_TEMPO_COST = log(7 / 6), 3.6
# A `rit.` falls by an eighth at least; it begins and ends at a third of that. Fall times quarters
# is more than this, so that one beat that waits is none.
_SLOW, _SLOW_COST = log(9 / 8), 0.5
_LEFT = _SLOW / 3
# Quarters between a `rit.` and the next: shorter phrases are not signed.
_APART = 8
_LEVELS = 64

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TempoSign:
    """One tempo of a score, with what its page says there.

    Attributes:
        tick: Where it begins.
        mark: As it is written, its start not known yet.
    """

    tick: int
    mark: TempoMark


def tempo_signs(tempos: Sequence[Tempo], score: Score) -> list[TempoSign]:
    """Return the signs of some tempos of a score: one for each.

    Args:
        tempos: By tick.
        score: The score, with its bars and its length.
    """
    bars = BarMap.of(score)
    quarter = score.ticks_per_quarter
    if _is_free(tempos, bars, score):
        return list(_free(tempos, score.end, quarter))
    signs: list[TempoSign] = []
    runs = list(_runs(tempos, bars))
    for number, run in enumerate(runs, 1):
        until = runs[number][0].tick if number < len(runs) else score.end
        stays = until - run[-1].tick >= _bar_length(bars, run[-1].tick)
        bends = len(run[:-1]) > _MOST_NUMBERS and _is_smooth(run[:-1])
        signs += _bend(run, signs, stays=stays) if bends else map(_numbered, run)
    return signs


def _numbered(tempo: Tempo) -> TempoSign:
    return TempoSign(tempo.tick, TempoMark(0, tempo.bpm))


def _silent(tempo: Tempo, words: str = "") -> TempoSign:
    return TempoSign(tempo.tick, TempoMark(0, tempo.bpm, words=words, is_numbered=False))


def _is_free(tempos: Sequence[Tempo], bars: BarMap, score: Score) -> bool:
    """Return whether a whole piece follows a player: most bars bend the tempo, to no number."""
    changes = [after for before, after in pairwise(tempos) if after.bpm != before.bpm]
    odd = sum(abs(tempo.bpm - round(tempo.bpm)) > _WHOLE for tempo in changes)
    with_tempo = len({bars.bar_at(tempo.tick) for tempo in changes})
    count = max(1, bars.bars_until(score.end))
    return with_tempo >= max(_FEWEST_BARS, _BARS_WITH_TEMPO * count) and odd >= len(changes) / 2


def _runs(tempos: Sequence[Tempo], bars: BarMap) -> Iterator[list[Tempo]]:
    """Yield tempos in groups, those together that are less than a bar from the one before."""
    run: list[Tempo] = []
    for tempo in tempos:
        if run and tempo.tick - run[-1].tick >= _bar_length(bars, run[-1].tick):
            yield run
            run = []
        run.append(tempo)
    if run:
        yield run


def _is_smooth(run: Sequence[Tempo]) -> bool:
    """Return whether tempos go one way in small steps, as nobody writes them."""
    steps = [log(after.bpm / before.bpm) for before, after in pairwise(run)]
    one_way = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    return one_way and max(map(abs, steps)) < _NEW_TEMPO


def _bar_length(bars: BarMap, tick: int) -> int:
    bar = bars.bar_at(tick)
    return bars.start_of(bar + 1) - bars.start_of(bar)


def _bend(run: Sequence[Tempo], before: Sequence[TempoSign], *, stays: bool) -> Iterator[TempoSign]:
    """Yield the signs of a ritardando or an accelerando that was drawn tempo by tempo.

    Args:
        run: Its tempos.
        before: The signs that come before.
        stays: Whether the last tempo holds for a bar or more.
    """
    usual = before[-1].mark.bpm if before else run[0].bpm
    first, *between, last = run
    if not before:
        yield _numbered(first)
        first, *between = between
    mean = float(np.mean([tempo.bpm for tempo in (first, *between)]))
    yield _silent(first, _SLOWER if mean < usual else _FASTER)
    yield from map(_silent, between)
    if not stays:
        yield _silent(last)
    elif abs(log(last.bpm / usual)) < _LEFT:
        yield _silent(last, _BACK)
    else:
        yield _numbered(last)


def _free(tempos: Sequence[Tempo], end: int, quarter: int) -> Iterator[TempoSign]:
    """Yield the signs of tempos that a player made."""
    ticks = [tempo.tick for tempo in tempos]
    places = range(0, max(end, 1), quarter)
    holding = [max(0, bisect_right(ticks, place) - 1) for place in places]
    curve = np.log([tempos[number].bpm for number in holding])
    said: dict[int, TempoMark] = {}
    for stretch in _stretches(curve):
        level = float(np.median(curve[stretch.start : stretch.stop]))
        number = holding[stretch.start]
        words = "" if said else _FREELY
        said[number] = TempoMark(0, 0, words=words, usual=exp(level))
        for dip in _dips(curve[stretch.start : stretch.stop] - level):
            begin = holding[stretch.start + dip.start]
            if begin in said:
                continue
            said[begin] = TempoMark(0, 0, words=_SLOWER, is_numbered=False)
            after = stretch.start + dip.stop
            if after < stretch.stop:
                said.setdefault(holding[after], TempoMark(0, 0, words=_BACK, is_numbered=False))
    silent = TempoMark(0, 0, is_numbered=False)
    for number, tempo in enumerate(tempos):
        yield TempoSign(tempo.tick, replace(said.get(number, silent), bpm=tempo.bpm))


def _stretches(curve: _Floats) -> Iterator[range]:
    """Yield the quarters of each tempo (Viterbi): a new one has to be worth a number."""
    levels = np.linspace(curve.min(), curve.max(), _LEVELS)
    apart = np.abs(levels[:, None] - levels[None, :])
    moving = np.where(apart == 0, 0.0, np.where(apart < _NEW_TEMPO, np.inf, _NEW_TEMPO_COST))
    moving[np.diag_indices(_LEVELS)] = 0.0
    total = np.abs(levels - curve[0])
    came = np.zeros((len(curve), _LEVELS), np.int64)
    for row in range(1, len(curve)):
        ways = total[:, None] + moving
        came[row] = ways.argmin(axis=0)
        total = ways.min(axis=0) + np.abs(levels - curve[row])
    path = [int(total.argmin())]
    for row in range(len(curve) - 1, 0, -1):
        path.append(int(came[row, path[-1]]))
    start = 0
    for _, same in groupby(reversed(path)):
        stop = start + len(list(same))
        yield range(start, stop)
        start = stop


def _dips(bends: _Floats) -> list[range]:
    """Return the quarters where the tempo falls, those that fall most where some are too near."""
    found: list[range] = []
    start = 0
    for low, same in groupby((bends < -_LEFT).tolist()):
        stop = start + len(list(same))
        fall = -bends[start:stop]
        if low and fall.max() >= _SLOW and fall.sum() >= _SLOW_COST:
            found.append(range(start, stop))
        start = stop
    found.sort(key=lambda dip: float(bends[dip.start : dip.stop].sum()))
    kept: list[range] = []
    for dip in found:
        if all(abs(dip.start - other.start) >= _APART for other in kept):
            kept.append(dip)
    return sorted(kept, key=lambda dip: dip.start)
