"""Is the best of sixteen nearer to real music than the first, and what does it cost?

    python scripts/research/best_of.py draw OUT DATA... [--songs N] [--of N]
    python scripts/research/best_of.py judge OUT...
    python scripts/research/best_of.py cost

`draw` lets the model go on sixteen times from the first bars of each song, the pieces that ship
among them, and writes what it makes, one JSON file a song. `judge` ranks what was drawn by several
weights (`engine/generation/choose/ranking.py`) and by likelihood, and prints of what stands first
the distance to real bars (`benchmarks/evaluation/against_real.py`) over all songs and over each
half of them, the mean of the first four ranks, how alike those four are, and the figures of the
first.
`cost` prints the processor time of eight bars until the first four are there, and until the best
are known.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from statistics import fmean

import msgspec
import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.evaluation.against_real import (  # noqa: E402
    Pair,
    Song,
    distance,
    distance_interval,
    pair_of,
    table_of,
)
from benchmarks.evaluation.judging import songs_of  # noqa: E402
from benchmarks.evaluation.passage_loss import nats_a_note  # noqa: E402
from benchmarks.evaluation.passages import Passage, with_following  # noqa: E402
from benchmarks.evaluation.reading import reading_of  # noqa: E402
from benchmarks.songs import folders_of  # noqa: E402
from engine.config import SamplingConfig  # noqa: E402
from engine.generation.choose.ranking import (  # noqa: E402
    Candidate,
    ComparedPrompt,
    Weights,
    alike,
    best,
)
from engine.generation.continuation import continuations  # noqa: E402
from engine.generation.draw import MusicGenerator  # noqa: E402
from engine.generation.events import AlternativeEnded, NotesDrawn, RequestEnded  # noqa: E402
from engine.generation.model import LiveModel  # noqa: E402
from engine.model.network.checkpoint import load_model  # noqa: E402
from engine.model.network.processor import use_processor  # noqa: E402
from engine.music.midifile import read_midi  # noqa: E402
from engine.music.score import Score  # noqa: E402
from engine.music.time import BarMap  # noqa: E402
from engine.paths import demo_pieces, starter_model  # noqa: E402
from engine.request import PartNote, Request, same_role  # noqa: E402
from engine.tokens.tokenizer import Tokenizer  # noqa: E402

WEIGHTS = {
    "likeness": Weights(key=0.0, standing=0.0, difference=0.0),
    "key": Weights(likeness=0.0, standing=0.0, difference=0.0),
    "standing": Weights(likeness=0.0, key=0.0, difference=0.0),
    "likeness, standing": Weights(key=0.0, difference=0.0),
    "… half as much": Weights(key=0.0, standing=0.5, difference=0.0),
    "all, alike": Weights(difference=0.0),
    "as it ships": Weights(),
}
SHOWN = 4
Order = Callable[["Drawn"], Sequence[int]]
FIGURES = ("in_key", "pitch_classes", "note_lengths", "figures", "like_8", "like_1", "register")


@dataclass(frozen=True)
class Drawn:
    """One song and what was drawn after its prompt."""

    song: Song
    candidates: tuple[Candidate, ...]
    nats: tuple[float, ...]

    @property
    def prompt(self) -> ComparedPrompt:
        """What its candidates are compared with."""
        passage = self.song.passage
        heard = passage.score.between(0, passage.start)
        roles = same_role("write", len(heard.tracks))
        return ComparedPrompt(heard, roles, start=passage.start)

    def pair(self, index: int) -> Pair:
        """Return the figures of a candidate beside those of the real bars."""
        return pair_of(self.song, with_following(self.song.passage, self.candidates[index].notes))

    def alike(self, shown: Sequence[int]) -> float:
        """Return how alike some candidates are, the mean over pairs."""
        bars = [self.prompt.bars_of(self.candidates[index].notes) for index in shown]
        return fmean(alike(a, b) for a, b in combinations(bars, 2)) if len(bars) > 1 else 1.0


def draw(arguments: argparse.Namespace) -> None:
    """Draw, and write a file for each song."""
    use_processor(threads=1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    loaded = load_model(arguments.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    nats = nats_a_note(reading_of(loaded.model, tokenizer.vocabulary), tokenizer)
    for number, song in enumerate(chosen(arguments)):
        passage = song.passage
        heard = passage.score.between(0, passage.start)
        request = Request(
            start=passage.start,
            bars=passage.bars,
            alternatives=arguments.of,
            sampling=SamplingConfig(seed=1 + arguments.of * number),
        )
        made = continuations(generator, heard, request)
        value = {
            "name": song.name,
            "collection": song.collection,
            "passage": msgspec.to_builtins(passage),
            "candidates": [
                {
                    "notes": msgspec.to_builtins(one.parts),
                    "nats": nats(with_following(passage, one.parts)).heard,
                }
                for one in made
            ],
        }
        path = arguments.out / f"{number:03}.json"
        path.write_text(json.dumps(value), encoding="utf-8")
        print(f"{path.name} {song.collection} {song.name}", flush=True)


def chosen(arguments: argparse.Namespace) -> Iterator[Song]:
    """Yield the songs that are asked about."""
    folders = {"demo": [demo_pieces()], **folders_of(arguments.data)}
    yield from songs_of(folders, split="all", count=arguments.songs)


def judge(arguments: argparse.Namespace) -> None:
    """Rank in several ways and print the distances."""
    drawn = [_read(path) for folder in arguments.out for path in sorted(folder.glob("*.json"))]
    pairs = [[one.pair(index) for index in range(len(one.candidates))] for one in drawn]
    count = min(len(one.candidates) for one in drawn)
    alone = [distance([own[index] for own in pairs]) for index in range(count)]
    print(f"{len(drawn)} songs of {count} candidates; one candidate each: distance")
    print(f"mean {np.mean(alone):.3f}, {min(alone):.3f} to {max(alone):.3f}")
    print(f"{'':20} {'all':>22}  half   half   four   alike  {'  '.join(FIGURES)}")
    for name, order in _orders(count):
        _show(name, pairs, [order(one) for one in drawn], drawn)
    real = table_of([own[0] for own in pairs])
    print(f"{'real':74}{'  '.join(f'{real[n].real.value:{len(n)}.2f}' for n in FIGURES)}")


def cost(arguments: argparse.Namespace) -> None:
    """Print what choosing costs."""
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    for piece in ("ode-to-joy", "night-drive"):
        score = read_midi((demo_pieces() / f"{piece}.mid").read_bytes()).score
        start = BarMap.of(score).start_of(8)
        request = Request(start=start, bars=8, alternatives=SHOWN, sampling=SamplingConfig(seed=2))
        generator.read(score, request)
        for drawn in (0, 8, 16):
            ask = replace(request, best_of=drawn)
            print(f"{piece}, {SHOWN} of {drawn}: {_seconds(generator, score, ask)}")
        at_once = replace(request, alternatives=16)
        print(f"{piece}, 16 at once: {_seconds(generator, score, at_once)}")


def _seconds(generator: MusicGenerator, score: Score, request: Request) -> str:
    began_s, first_s, there_s = time.process_time(), 0.0, 0.0
    for event in generator.events(score, request):
        now_s = time.process_time() - began_s
        if isinstance(event, NotesDrawn) and event.notes:
            first_s = first_s or now_s
        if isinstance(event, AlternativeEnded) and event.alternative < SHOWN:
            there_s = now_s
        if isinstance(event, RequestEnded):
            notes = event.notes
    return (
        f"first note {first_s:.2f} s, {SHOWN} there {there_s:.2f} s, all {now_s:.2f} s"
        f" ({notes} notes)"
    )


def _orders(count: int) -> Iterator[tuple[str, Order]]:
    yield "as drawn", lambda one: range(len(one.candidates))
    yield "likelihood", lambda one: np.argsort(one.nats).tolist()
    for name, weights in WEIGHTS.items():
        yield name, _ranking(weights)
    fewer = count // 2
    while fewer > 1:
        yield f"best of {fewer}", _ranking(Weights(), of=fewer)
        fewer //= 2


def _show(
    name: str,
    pairs: Sequence[Sequence[Pair]],
    orders: Sequence[Sequence[int]],
    drawn: Sequence[Drawn],
) -> None:
    places = min(SHOWN, *(len(order) for order in orders))
    ranks = [
        [own[order[place]] for own, order in zip(pairs, orders, strict=True)]
        for place in range(places)
    ]
    first, whole = ranks[0], distance_interval(ranks[0])
    rows = table_of(first)
    figures = "  ".join(f"{rows[each].made.value:{len(each)}.2f}" for each in FIGURES)
    same = fmean(one.alike(order[:places]) for one, order in zip(drawn, orders, strict=True))
    print(
        f"{name:20} {whole.value:.3f} ({whole.low:.3f}-{whole.high:.3f})"
        f"  {distance(first[::2]):.3f}  {distance(first[1::2]):.3f}"
        f"  {fmean(map(distance, ranks)):.3f}  {same:.3f}  {figures}",
        flush=True,
    )


def _ranking(weights: Weights, *, of: int | None = None) -> Order:
    def order(one: Drawn) -> list[int]:
        ranked = best(one.prompt, one.candidates[:of], count=SHOWN, weights=weights)
        return [each.candidate for each in ranked]

    return order


def _read(path: Path) -> Drawn:
    value = json.loads(path.read_bytes())
    passage = msgspec.convert(value["passage"], Passage)
    return Drawn(
        song=Song(name=value["name"], collection=value["collection"], passage=passage),
        candidates=tuple(
            Candidate(notes=msgspec.convert(one["notes"], tuple[PartNote, ...]))
            for one in value["candidates"]
        ),
        nats=tuple(one["nats"] for one in value["candidates"]),
    )


def main() -> None:
    """Draw or judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("out", type=Path)
    drawing.add_argument("data", nargs="*")
    drawing.add_argument("--model", type=Path, default=starter_model())
    drawing.add_argument("--songs", type=int, default=7, help="of each collection (7)")
    drawing.add_argument("--of", type=int, default=16)
    drawing.set_defaults(run=draw)
    judging = commands.add_parser("judge")
    judging.add_argument("out", nargs="+", type=Path)
    judging.set_defaults(run=judge)
    costing = commands.add_parser("cost")
    costing.add_argument("--model", type=Path, default=starter_model())
    costing.set_defaults(run=cost)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
