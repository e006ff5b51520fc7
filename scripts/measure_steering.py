"""Does a slider do what its name says? Each at five settings, on demo pieces, with the starter.

    python scripts/measure_steering.py [MODEL] [--pieces N] [--bars N] [--alternatives N]

Prints a table and ends with code 1 unless every row rises from left to right.
"""

import argparse
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.config import STEERS, SamplingConfig, SteeringConfig  # noqa: E402 - after the path
from engine.live.continuation import Session, bar_line_at_or_after  # noqa: E402
from engine.live.model import LiveModel  # noqa: E402
from engine.messages import Continue, NotesMade, PartNote  # noqa: E402
from engine.model.processor import use_processor  # noqa: E402
from engine.music.midifile import read_midi  # noqa: E402
from engine.music.score import Score  # noqa: E402
from engine.music.time import BarMap  # noqa: E402
from engine.paths import starter_model  # noqa: E402

LEVELS = (-2.0, -1.0, 0.0, 1.0, 2.0)
PIECES = ("lullaby", "night-drive", "waltz-for-two", "canon-in-d", "blue-hour", "little-march")


@dataclass(frozen=True)
class Question:
    """How much is asked for each time."""

    bars: int
    alternatives: int


def effect(name: str, parts: list[PartNote], score: Score, question: Question) -> float:
    """Return what a slider is about, as a number of the notes it led to."""
    pitched = [p.note for p in parts if not score.tracks[p.track].is_drum]
    if name == "busy":
        return len(parts) / (question.bars * question.alternatives)
    if not pitched:
        return float("nan")
    if name == "register":
        return fmean(note.pitch for note in pitched)
    if name == "loudness":
        return fmean(part.note.velocity for part in parts)
    return fmean(note.duration for note in pitched) / score.ticks_per_quarter


def made(session: Session, score: Score, steering: SteeringConfig, question: Question):
    """Return the notes of all alternatives."""
    start = bar_line_at_or_after(BarMap.of(score), score.end)
    command = Continue(
        request=1,
        score=score,
        roles=("write",) * len(score.tracks),
        start=start,
        bars=question.bars,
        alternatives=question.alternatives,
        sampling=SamplingConfig(seed=1),
        steering=steering,
        following=1,  # never an end before the last bar: all have the same length
    )
    return [
        part
        for event in session.continue_(command)
        if isinstance(event, NotesMade)
        for part in event.notes
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
    session = Session(LiveModel.load(arguments.model))
    question = Question(arguments.bars, arguments.alternatives)
    rises = True
    for name in STEERS:
        rows = []
        for piece in PIECES[: arguments.pieces]:
            score = read_midi((ROOT / "assets" / "demo" / f"{piece}.mid").read_bytes()).score
            rows.append(
                [
                    effect(
                        name,
                        made(session, score, SteeringConfig(**{name: level}), question),
                        score,
                        question,
                    )
                    for level in LEVELS
                ]
            )
            values = "  ".join(f"{value:8.2f}" for value in rows[-1])
            print(f"{name:12} {piece:16} {values}", flush=True)
        means = [fmean(column) for column in zip(*rows, strict=True)]
        monotone = all(b > a for a, b in pairwise(means))
        rises &= monotone
        values = "  ".join(f"{value:8.2f}" for value in means)
        print(f"{name:12} {'all':16} {values}  {'rises' if monotone else 'DOES NOT RISE'}\n")
    return 0 if rises else 1


if __name__ == "__main__":
    raise SystemExit(main())
