"""Does a slider do what its name says? Each at five settings, on demo pieces, with the starter.

Prints a table and ends with code 1 unless every row rises from left to right.
"""

import argparse
from dataclasses import dataclass

from benchmarks.arguments import add_model, add_seed
from benchmarks.harness import Benchmark
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.config import STEERS, SamplingConfig, SteeringConfig
from engine.errors import SegueError
from engine.evaluation.steering import effect, means, rises
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.processor import use_processor
from engine.music.midifile import read_midi
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.paths import demo_pieces
from engine.request import Request

LEVELS = (-2.0, -1.0, 0.0, 1.0, 2.0)
PIECES = ("lullaby", "night-drive", "waltz-for-two", "canon-in-d", "blue-hour", "little-march")


@dataclass(frozen=True)
class Question:
    """How much is asked for each time."""

    bars: int
    alternatives: int
    seed: int


def made(
    generator: MusicGenerator, score: Score, steering: SteeringConfig, question: Question
) -> list[tuple[int, Note]]:
    """Return the notes of all alternatives."""
    bars = BarMap.of(score)
    start = bars.start_of(bars.bars_until(score.end))
    request = Request(
        start=start,
        bars=question.bars,
        alternatives=question.alternatives,
        sampling=SamplingConfig(seed=question.seed),
        steering=steering,
        following=1,  # never an end before the last bar: all have the same length
    )
    return [
        (part.track, part.note)
        for made in continuations(generator, score, request)
        for part in made.parts
    ]


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    add_seed(parser, seed=1)
    parser.add_argument(
        "--pieces", type=positive, default=len(PIECES), help=f"that ship ({len(PIECES)})"
    )
    parser.add_argument("--bars", type=positive, default=4, help="of each alternative (4)")
    parser.add_argument("--alternatives", type=positive, default=8, help="of each piece (8)")


def _measure(arguments: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    question = Question(arguments.bars, arguments.alternatives, arguments.seed)
    all_rise = True
    for name in STEERS:
        rows = []
        for piece in PIECES[: arguments.pieces]:
            score = read_midi((demo_pieces() / f"{piece}.mid").read_bytes()).score
            rows.append(
                [
                    effect(
                        name,
                        made(generator, score, SteeringConfig(**{name: level}), question),
                        score,
                        bars=question.bars * question.alternatives,
                    )
                    for level in LEVELS
                ]
            )
            values = "  ".join(f"{value:8.2f}" for value in rows[-1])
            print(f"{name:12} {piece:16} {values}", flush=True)
        found = means(rows)
        monotone = rises(found)
        all_rise &= monotone
        values = "  ".join(f"{value:8.2f}" for value in found)
        print(f"{name:12} {'all':16} {values}  {'rises' if monotone else 'DOES NOT RISE'}\n")
    if not all_rise:
        raise SegueError("A slider does not do what its name says.")


BENCHMARKS = {"steering": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
