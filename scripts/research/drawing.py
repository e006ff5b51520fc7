"""What drawing costs beside the model: processor time of a round, apart from the model's step.

    python scripts/research/drawing.py [--model FOLDER]

Continues two of the demo pieces by four bars in 1, 4 and 8 alternatives; of each the best of four.
Processor time, not the clock's, so that busy neighbours count for little.
"""

import argparse
import sys
import time
from pathlib import Path

import torch
from torch import Tensor

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from engine.config import SamplingConfig
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.decoding.decoder import Branches
from engine.model.network.processor import use_processor
from engine.music.midifile import read_midi
from engine.music.score import Score
from engine.music.time import BarMap
from engine.paths import demo_pieces, starter_model
from engine.request import Request

PIECES, ALTERNATIVES, ROUNDS = ("ode-to-joy", "night-drive"), (1, 4, 8), 4


class Stopwatch:
    """Counts the model's steps and the processor time they take."""

    def __init__(self) -> None:
        self.steps = 0
        self.seconds = 0.0
        plain = Branches.step

        def step(branches: Branches, ids: Tensor) -> Tensor:
            began_s = time.process_time()
            logits = plain(branches, ids)
            self.seconds += time.process_time() - began_s
            self.steps += 1
            return logits

        Branches.step = step  # type: ignore[method-assign]


def microseconds(
    generator: MusicGenerator, stopwatch: Stopwatch, score: Score, alternatives: int
) -> tuple[float, float]:
    """Return what a round takes beside the model's step, and that step."""
    request = Request(
        start=BarMap.of(score).start_of(8),
        alternatives=alternatives,
        sampling=SamplingConfig(seed=2),
    )
    # Reading the piece is not what is measured.
    generator.read(score, request)
    stopwatch.steps, stopwatch.seconds = 0, 0.0
    began_s = time.process_time()
    continuations(generator, score, request)
    beside_s = time.process_time() - began_s - stopwatch.seconds
    return 1e6 * beside_s / stopwatch.steps, 1e6 * stopwatch.seconds / stopwatch.steps


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=starter_model())
    arguments = parser.parse_args()
    use_processor(threads=1)
    torch.manual_seed(0)
    generator, stopwatch = MusicGenerator(LiveModel.load(arguments.model)), Stopwatch()
    for piece in PIECES:
        score = read_midi((demo_pieces() / f"{piece}.mid").read_bytes()).score
        for count in ALTERNATIVES:
            drawing, step = min(
                microseconds(generator, stopwatch, score, count) for _ in range(ROUNDS)
            )
            print(f"{piece:12} {count}: drawing {drawing:.0f} µs a round, the step {step:.0f} µs")


if __name__ == "__main__":
    main()
