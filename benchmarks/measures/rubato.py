"""Measures whether the tempo of what is added breathes as the performer's does.

Performances of `--asap` get the beats that are found. A piece is cut at every sixteenth bar, and
goes on for eight bars by `engine.music.rubato`. Per performance: the standard deviation of the
logarithm of the tempo, quarter by quarter, in the eight bars that are added and in those that
really follow, each as a share of that in the eight bars before; and by how much the tempo of the
quarters of both differs, beside one tempo throughout (the usual one, and the last one).
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Benchmark, Figures
from benchmarks.measures.performed import median_interval, performances
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.library.normalizing import with_right_bars
from engine.music.rubato import with_tempos_until
from engine.music.score import Score
from engine.music.time import BarMap, TempoMap

_BARS = 8
_EVERY = 16
# A flatter tempo, as a standard deviation of its logarithm, is none to divide by.
_FLAT = 0.01

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cut:
    """One place where a piece goes on; logarithms of the tempo, quarter by quarter.

    Attributes:
        before: In the bars before it.
        added: In those that are added.
        real: In those that really follow.
    """

    before: Floats
    added: Floats
    real: Floats

    @property
    def is_performed(self) -> bool:
        """Whether the tempo changes before the place."""
        return float(self.before.std()) > _FLAT

    def figures(self) -> list[float]:
        """Return the spread added and real, and the distances from real: added, usual, last."""
        spread, real = float(self.before.std()), self.real
        usual, last = np.median(self.before), self.before[-1]
        distances = [np.abs(each - real).mean() for each in (self.added, usual, last)]
        return [self.added.std() / spread, real.std() / spread, *map(float, distances)]


def cuts(score: Score) -> Iterator[Cut]:
    """Yield the places of a score with found beats where it is cut."""
    bars = BarMap.of(score)
    for bar in range(_EVERY, bars.bars_until(score.end) - _BARS, _EVERY):
        first, start, end = (bars.start_of(each) for each in (bar - _BARS, bar, bar + _BARS))
        heard = replace(
            score.between(0, start),
            tempos=tuple(tempo for tempo in score.tempos if tempo.tick < start),
            time_signatures=score.time_signatures,
        )
        added = with_tempos_until(heard, start=start, end=end)
        yield Cut(
            before=_tempos(score, first, start),
            added=_tempos(added, start, end),
            real=_tempos(score, start, end),
        )


def _tempos(score: Score, start: int, end: int) -> Floats:
    tempos = TempoMap.of(score)
    quarters = range(start, end, score.ticks_per_quarter)
    return np.log([tempos.bpm_at(tick) for tick in quarters])


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--asap", type=Path, required=True, help="a folder of performances")
    parser.add_argument("--judge", action="store_true", help="the half that nothing is chosen on")
    parser.add_argument("--performances", type=positive, default=27, help="at most (27)")


def _measure(wanted: Arguments, output: Output) -> Figures:
    found, within = [], []
    progress = output.progress("performances")
    scores = performances(wanted.asap, asap=True, judged=wanted.judge)
    for number, score in enumerate(islice(scores, wanted.performances)):
        progress.update(number / wanted.performances, f"{number + 1}")
        places = [cut for cut in cuts(with_right_bars(score)) if cut.is_performed]
        if places:
            found.append(np.mean([cut.figures() for cut in places], axis=0))
            beside = np.concatenate([np.abs(c.before - np.median(c.before)) for c in places])
            within.append([(beside <= np.log(limit)).mean() for limit in (1.15, 1.25, 1.4)])
    progress.done()
    figures = median_interval(np.array(found, np.float64))
    names = ("added_to_before", "real_to_before", "off_added", "off_usual", "off_last")
    return {
        "performances": len(found),
        "within_1.15_1.25_1.4": [round(float(s), 3) for s in np.mean(within, axis=0)],
        **dict(zip(names, figures, strict=True)),
    }


BENCHMARKS = {"rubato": Benchmark(define=_define, measure=_measure, about=__doc__)}
