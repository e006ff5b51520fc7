"""Do additive and alternating meters go on as they were? Made-up prompts, whose answer is known.

A bass strikes the first eighth of each group of a bar, and chords the others: 7/8 as 2 + 2 + 3, as
3 + 2 + 2 and so on. The onsets of the bass in each bar that is made are compared with the heads of
all groupings of such a bar; the nearest one is what the bar is grouped as. Prints the share of bars
that are grouped as in the prompt, beside chance, and the share of bars of the right length.
"""

import argparse
from collections.abc import Iterator
from itertools import accumulate, cycle, islice
from statistics import fmean

from benchmarks.arguments import add_model, add_seed
from benchmarks.evaluation.samples import samples
from benchmarks.harness import Benchmark, Figures
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.config import SamplingConfig
from engine.generation.continuation import Continuation, Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.processor import use_processor
from engine.music.score import Note, Score, Tempo, TimeSignature, Track
from engine.music.time import BarMap

EIGHTH = 240
PROMPT_BARS = 8

Groups = tuple[int, ...]
"""Eighths of each group of a bar, in their order."""

ALIKE: tuple[tuple[Groups, ...], ...] = (
    ((2, 2, 3), (3, 2, 2), (2, 3, 2)),
    ((2, 3), (3, 2)),
    ((3, 3, 2), (3, 2, 3), (2, 3, 3), (2, 2, 2, 2)),
    ((3, 3), (2, 2, 2)),
)
"""Groupings of bars of one length."""

PATTERNS: tuple[tuple[Groups, ...], ...] = (
    *((groups,) for alike in ALIKE for groups in alike),
    ((2, 2, 2), (2, 2, 2, 2)),
    ((2, 2, 3), (2, 3)),
    ((3, 3), (2, 2, 2)),
)
"""The groups of each bar of a prompt; each is repeated."""

# Roots of the prompt's bars, in semitones above its first one.
_ROOTS = (0, 5, 7, 0, 9, 5, 7, 0)


def prompt_of(pattern: tuple[Groups, ...], *, root: int) -> Score:
    """Return the prompt of a pattern.

    Args:
        pattern: The groups of its bars.
        root: Pitch of the lowest root.
    """
    bass, chords, meters = [], [], []
    tick = 0
    for groups, above in zip(islice(cycle(pattern), PROMPT_BARS), _ROOTS, strict=True):
        meters.append(_meter(groups, tick))
        heads = heads_of(groups)
        for eighth in range(sum(groups)):
            begin = tick + eighth * EIGHTH
            if eighth in heads:
                bass.append(Note(begin, root + above, EIGHTH, 92))
            else:
                triad = (12, 16, 19)
                chords += [Note(begin, root + above + tone, EIGHTH, 70) for tone in triad]
        tick += sum(groups) * EIGHTH
    return Score(
        tracks=(
            Track(name="Chords", program=0, notes=tuple(chords)),
            Track(name="Bass", program=32, notes=tuple(bass)),
        ),
        tempos=(Tempo(0, 140.0),),
        time_signatures=tuple(meters),
    )


def _meter(groups: Groups, tick: int) -> TimeSignature:
    eighths = sum(groups)
    simple = set(groups) == {2}
    return TimeSignature(tick, eighths // 2, 4) if simple else TimeSignature(tick, eighths, 8)


def heads_of(groups: Groups) -> frozenset[int]:
    """Return the eighths of a bar on which its groups begin."""
    return frozenset(accumulate(groups[:-1], initial=0))


def grouped_as(struck: frozenset[int], groups: Groups) -> frozenset[Groups]:
    """Return the groupings of such a bar whose heads are nearest to some onsets: several at a tie.

    Args:
        struck: Eighths on which the bass begins a note.
        groups: The grouping of the prompt.
    """
    candidates = next((alike for alike in ALIKE if groups in alike), (groups,))
    apart = {each: len(struck ^ heads_of(each)) for each in candidates}
    return frozenset(each for each, far in apart.items() if far == min(apart.values()))


def told_bars(made: Continuation, pattern: tuple[Groups, ...]) -> Iterator[tuple[float, float]]:
    """Yield for each bar whether it is grouped as in the prompt, and whether it is as long.

    A tie with other groupings counts as what chance would make of it.
    """
    bars = BarMap.of(made.score)
    first = bars.bar_at(made.start)
    bass = [part.note.start for part in made.parts if part.track == 1]
    for place, groups in enumerate(islice(cycle(pattern), first, first + made.bars)):
        begin, end = bars.start_of(first + place), bars.start_of(first + place + 1)
        struck = frozenset((tick - begin) // EIGHTH for tick in bass if begin <= tick < end)
        nearest = grouped_as(struck, groups)
        is_own = groups in nearest
        yield is_own / len(nearest), float(end - begin == sum(groups) * EIGHTH)


def _measure(arguments: Arguments, _output: Output) -> Figures:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    figures: Figures = {}
    for place, pattern in enumerate(PATTERNS):
        score = prompt_of(pattern, root=36 + place % 5)
        opening = Opening(title="", score=score, boundary=score.end)
        drawn = samples(
            generator,
            [opening],
            bars=arguments.bars,
            alternatives=arguments.alternatives,
            sampling=SamplingConfig(seed=arguments.seed),
        )
        told = [each for made in drawn for each in told_bars(made, pattern)]
        generator.forget()
        name = " | ".join("+".join(map(str, groups)) for groups in pattern)
        figures[name] = {
            "bars": len(told),
            "grouped": round(fmean(grouped for grouped, _ in told), 2),
            "chance": round(fmean(_chance(groups) for groups in pattern), 2),
            "as_long": round(fmean(length for _, length in told), 2),
        }
    return figures


def _chance(groups: Groups) -> float:
    return next((1 / len(alike) for alike in ALIKE if groups in alike), 1.0)


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    add_seed(parser)
    parser.add_argument("--alternatives", type=positive, default=8, help="of each prompt (8)")
    parser.add_argument("--bars", type=positive, default=8, help="of each (8)")


BENCHMARKS = {"groupings": Benchmark(define=_define, measure=_measure, about=__doc__)}
