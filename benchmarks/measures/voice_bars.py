"""Are the bars of one voice alone found?

Tunes of the first parts of songs, as if sung (`benchmarks/sung_tunes.py`): F of the bar lines
within 90 ms; the share of tunes whose bars are right (F above .8), with its 95 % interval, and
whose bars are right if half or double ones count too; the share whose meter is right. Bar lines
that `find_beats` does not rely on do not count, their meter does.

`--fit` prints weights for `engine/beats/one_voice.py`, in its order: a conditional logistic
regression on the tunes of *choose*. The last weight, of accents, is not fitted: loudness is drawn.
"""

import argparse
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.arguments import add_songs
from benchmarks.harness import Benchmark, Figures
from benchmarks.measures.beats import f_measure
from benchmarks.quality.statistics import mean_of
from benchmarks.songs import folders_of
from benchmarks.sung_tunes import SungTune, sung_tunes
from engine.beats.bars import lengths_of
from engine.beats.finding import hear_beats
from engine.beats.notes import Bools, Floats
from engine.beats.one_voice import weighed
from engine.cli.command import Arguments
from engine.cli.output import Output, table
from engine.ground.errors import EmptyMusicError, SegueError

Meter = tuple[int, int]
"""Beats of a bar, and parts of a beat."""

_SHOWN = ((2, 4), (3, 4), (4, 4), (6, 8))
_WITHIN_S, _RIGHT, _EDGE_S = 0.09, 0.8, 0.1
# The fit counts right bars in the right meter as 1, right bars in another meter as the first of
# these, and bars of half or double length in duple time as the second.
_OTHER_METER, _OTHER_BARS = 0.25, 0.15
_PENALTY, _STEPS, _RATE = 3.0, 300, 0.05


class Judged(NamedTuple):
    """F of a tune's bar lines, F if half and double bars are right too, and is the meter right?"""

    f: float
    lenient: float
    meter: bool


def meter_of(signature: tuple[int, int]) -> Meter:
    """Return how a time signature is counted; five quarters count as four."""
    count, unit = signature
    if count in {6, 9, 12} and (unit >= 8 or count == 6):
        return count // 3, 3
    return (count if count in {2, 3} else 4), 2


def judged_lines(lines_s: Floats, tune: SungTune) -> tuple[float, float]:
    """Return F of found bar lines, and the best F with half or double bars.

    Args:
        lines_s: Rising, (lines,).
        tune: Its lines are true; those before its first onset and after its last do not count.
    """
    low, high = tune.notes.start_s[[0, -1]] + np.array([-_EDGE_S, _EDGE_S])
    found, true = (each[(each >= low) & (each <= high)] for each in (lines_s, tune.lines_s))
    halves = np.sort(np.concatenate([true, (true[1:] + true[:-1]) / 2]))
    f, *others = (
        f_measure(found, each, from_s=0.0, within_s=_WITHIN_S)
        for each in (true, true[::2], true[1::2], halves)
    )
    return f, max(f, *others)


def judged(tune: SungTune) -> Judged:
    """Return how far the engine finds the bars of a tune."""
    heard = hear_beats(tune.notes)
    if heard is None:
        return Judged(0.0, 0.0, meter=False)
    found = heard.found
    usual = int(np.bincount(lengths_of(found.down)).argmax())
    meter = (usual, 3 if found.triple else 2) == meter_of(tune.signature)
    lines_s = found.seconds[found.down & heard.is_steady]
    return Judged(*judged_lines(lines_s, tune), meter=meter)


def voice_figures(tunes: Iterable[SungTune]) -> Figures:
    """Return the figures of all tunes, and of those in each of the usual meters."""
    rows = [(tune.signature, judged(tune)) for tune in tunes]
    if not rows:
        raise EmptyMusicError("No song here begins with one voice.")
    figures = {"all": _figures([row for _, row in rows])}
    for shown in _SHOWN:
        of_meter = [row for signature, row in rows if signature == shown]
        if of_meter:
            figures[f"{shown[0]}/{shown[1]}"] = _figures(of_meter)
    return figures


def _figures(rows: Sequence[Judged]) -> Figures:
    right = mean_of([row.f > _RIGHT for row in rows])
    return {
        "tunes": len(rows),
        "bar_lines_f": round(float(np.mean([row.f for row in rows])), 3),
        "bars_right": f"{right.value:.3f} ({right.low:.3f} to {right.high:.3f})",
        "half_or_double": round(float(np.mean([row.lenient > _RIGHT for row in rows])), 3),
        "meter_right": round(float(np.mean([row.meter for row in rows])), 3),
    }


def fitted(tunes: Iterable[SungTune]) -> Floats:
    """Return the weights that make the right bars of tunes likely, (cues - 1,).

    Raises:
        EmptyMusicError: No tune has bars that are right.
    """
    pairs = [pair for tune in tunes if (pair := _choices(tune)) is not None]
    if not pairs:
        raise EmptyMusicError("No tune here has bars to choose.")
    spread = np.sqrt(np.mean([cues.var(axis=0) for cues, _ in pairs], axis=0)) + 1e-6
    pairs = [(cues / spread, worth) for cues, worth in pairs]
    weights, mean, square = np.zeros((3, len(spread)))
    for step in range(1, _STEPS + 1):
        slope = _PENALTY * weights
        for cues, worth in pairs:
            likely = np.exp((fits := cues @ weights) - fits.max())
            wanted = worth * likely
            slope = slope + cues.T @ (likely / likely.sum() - wanted / wanted.sum())
        # Adam, ever slower.
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        move = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        weights = weights - _RATE * (1 - 0.9 * step / _STEPS) * move
    return np.asarray(weights / spread)


def _choices(tune: SungTune) -> tuple[Floats, Floats] | None:
    """Return the cues of all bars, (bars, cues - 1), and their worth; None if none is right."""
    heard = hear_beats(tune.notes)
    found = [] if heard is None else list(weighed(tune.notes, heard.logits))
    worth = [_worth(bars.seconds, bars.down, 3 if bars.triple else 2, tune) for bars, _ in found]
    if not any(worth):
        return None
    return np.array([cues[:-1] for _, cues in found]), np.array(worth)


def _worth(seconds: Floats, down: Bools, parts: int, tune: SungTune) -> float:
    """Return how much bars are worth beside the right ones, 0 to 1."""
    f, lenient = judged_lines(seconds[down], tune)
    meter, true = (int(np.diff(np.flatnonzero(down))[0]), parts), meter_of(tune.signature)
    if f > _RIGHT:
        return 1.0 if meter == true else _OTHER_METER
    duple = {(2, 2), (4, 2)}
    return _OTHER_BARS if lenient > _RIGHT and meter in duple and true in duple else 0.0


def _lines(figures: Figures) -> list[str]:
    if "weights" in figures:
        return [", ".join(map(str, figures["weights"]))]
    names = list(figures["all"])
    rows = [("meter", *(name.replace("_", " ") for name in names))]
    rows += [(meter, *(str(row[name]) for name in names)) for meter, row in figures.items()]
    return table(rows)


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=0)
    parser.add_argument("--fit", action="store_true", help="print fitted weights")


def _measure(arguments: Arguments, _output: Output) -> Figures:
    if arguments.fit and arguments.split != "choose":
        raise SegueError("Weights are fitted to songs of ‘choose’ alone.")
    folders = folders_of(arguments.folders)
    tunes = sung_tunes(folders, split=arguments.split, count=arguments.songs)
    return {"weights": fitted(tunes).round(2).tolist()} if arguments.fit else voice_figures(tunes)


BENCHMARKS = {
    "voice-bars": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)
}
