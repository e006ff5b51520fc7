"""Does a word of music do what it says? Each beside no wish, on demo pieces, with the starter.

For each word and piece: what the word is about, of the alternatives that are offered without it and
with it, by the same seeds. Prints a table and ends with code 1 unless each word moves its number
the right way in the mean, and in three pieces of four.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from benchmarks.arguments import add_model, add_seed
from benchmarks.harness import Benchmark
from engine.cli.command import Arguments, not_negative, positive
from engine.cli.output import Output
from engine.generation.choose.aims import aim_of
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import SegueError
from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import read_midi
from engine.model.network.processor import use_processor
from engine.request import BEST_OF, PartNote, Request
from engine.values.config import SamplingConfig
from engine.values.score import Score
from engine.values.time import BarMap

WORDS = ("busier", "calmer", "build", "like", "again", "contrast", "answer", "end")
_PROMPT_BARS = 16
_PATTERN = (4, 8)  # bars 5 to 8
_PIECES = (
    "lullaby",
    "night-drive",
    "waltz-for-two",
    "canon-in-d",
    "blue-hour",
    "little-march",
    "ode-to-joy",
    "when-the-saints",
)


def offered(
    generator: MusicGenerator, score: Score, request: Request
) -> list[tuple[PartNote, ...]]:
    """Return the notes of each alternative that is offered."""
    return [made.parts for made in continuations(generator, score, request)]


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    add_seed(parser, seed=1)
    parser.add_argument(
        "--pieces", type=positive, default=len(_PIECES), help=f"that ship ({len(_PIECES)})"
    )
    parser.add_argument("--bars", type=positive, default=4, help="of each alternative (4)")
    parser.add_argument("--alternatives", type=positive, default=4, help="of each piece (4)")
    parser.add_argument("--best-of", type=not_negative, default=BEST_OF, help=f"({BEST_OF})")
    parser.add_argument("--words", nargs="+", default=WORDS, choices=WORDS)


def _measure(arguments: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    scores = [_score(name) for name in _PIECES[: arguments.pieces]]
    usual = [
        Request(
            start=BarMap.of(score).start_of(_PROMPT_BARS),
            bars=arguments.bars,
            alternatives=arguments.alternatives,
            best_of=arguments.best_of,
            sampling=SamplingConfig(seed=arguments.seed),
        )
        for score in scores
    ]
    plain = [offered(generator, *each) for each in zip(scores, usual, strict=True)]
    done = [_row(generator, word, scores, usual, plain) for word in arguments.words]
    if not all(done):
        raise SegueError("A wish does not do what it says.")


def _row(
    generator: MusicGenerator,
    word: str,
    scores: Sequence[Score],
    usual: Sequence[Request],
    plain: Sequence[Sequence[tuple[PartNote, ...]]],
) -> bool:
    without, wished = [], []
    for score, request, before in zip(scores, usual, plain, strict=True):
        bars = BarMap.of(score)
        pattern = tuple(bars.start_of(bar) for bar in _PATTERN)
        asked = replace(request, wish=word, pattern=pattern)  # type: ignore[arg-type]
        aim = aim_of(score, asked)
        if aim is None:
            raise ValueError(f"{word} is about nothing")
        without.append(fmean(aim(notes) for notes in before))
        wished.append(fmean(aim(notes) for notes in offered(generator, score, asked)))
    better = sum(w > o for w, o in zip(wished, without, strict=True))
    pieces = "  ".join(f"{o:5.2f} {w:5.2f}" for o, w in zip(without, wished, strict=True))
    line = f"{word:8} {fmean(without):6.2f} {fmean(wished):6.2f}  {better} of {len(scores)}"
    print(f"{line} | {pieces}", flush=True)
    return fmean(wished) > fmean(without) and 4 * better >= 3 * len(scores)


def _score(name: str) -> Score:
    path = demo_pieces() / f"{name}.mid"
    return read_midi(path.read_bytes()).score


BENCHMARKS = {"wishes": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
