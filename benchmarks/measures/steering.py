"""Does a slider do what its name says? Each at five settings, on demo pieces, with the starter.

    python -m benchmarks.measures.steering [MODEL] [--pieces N] [--bars N] [--alternatives N]

Prints a table and ends with code 1 unless every row rises from left to right.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from engine.config import STEERS, SamplingConfig, SteeringConfig
from engine.evaluation.steering import effect, means, rises
from engine.generation.continuation import bar_line_at_or_after, continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.processor import use_processor
from engine.music.midifile import read_midi
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.paths import starter_model
from engine.request import Request

ROOT = Path(__file__).resolve().parents[2]
LEVELS = (-2.0, -1.0, 0.0, 1.0, 2.0)
PIECES = ("lullaby", "night-drive", "waltz-for-two", "canon-in-d", "blue-hour", "little-march")


@dataclass(frozen=True)
class Question:
    """How much is asked for each time."""

    bars: int
    alternatives: int


def made(
    generator: MusicGenerator, score: Score, steering: SteeringConfig, question: Question
) -> list[tuple[int, Note]]:
    """Return the notes of all alternatives."""
    start = bar_line_at_or_after(BarMap.of(score), score.end)
    request = Request(
        start=start,
        bars=question.bars,
        alternatives=question.alternatives,
        sampling=SamplingConfig(seed=1),
        steering=steering,
        following=1,  # never an end before the last bar: all have the same length
    )
    return [
        (part.track, part.note)
        for made in continuations(generator, score, request)
        for part in made.parts
    ]


def main() -> int:
    """Measure every slider."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, nargs="?", default=starter_model())
    parser.add_argument("--pieces", type=int, default=len(PIECES))
    parser.add_argument("--bars", type=int, default=4)
    parser.add_argument("--alternatives", type=int, default=8)
    arguments = parser.parse_args()
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    question = Question(arguments.bars, arguments.alternatives)
    all_rise = True
    for name in STEERS:
        rows = []
        for piece in PIECES[: arguments.pieces]:
            score = read_midi((ROOT / "assets" / "demo" / f"{piece}.mid").read_bytes()).score
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
    return 0 if all_rise else 1


if __name__ == "__main__":
    raise SystemExit(main())
