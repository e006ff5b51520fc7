"""`python -m benchmarks first MODEL SONGS...`: what a stranger hears first, beside the real bars.

Each song is gone on with by sixteen bars, best of eight, as the window and `segue continue` do.
Shown are figures of the first alternative (with --drawn of all eight) and of the real bars, the
distance, how often a plain classifier tells made from real, and the controls: dice and shuffled
bars. With --beside it says how much another run differs on the same songs. --out keeps the figures.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.arguments import add_model, add_out_file, add_seed, add_songs
from benchmarks.evaluation.against_real import Interval, Pair
from benchmarks.evaluation.passages import with_following
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.alternatives import compared
from benchmarks.quality.controls import controls_of
from benchmarks.quality.figures import SAYS, all_figures
from benchmarks.quality.songs import ChosenSong, find_songs
from benchmarks.quality.statistics import (
    FEWEST,
    distance_change,
    distance_of,
    is_clear,
    mean_of,
    pair_of_figures,
)
from benchmarks.quality.telling import told_apart
from benchmarks.songs import folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output, table
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.processor import use_processor
from engine.request import BEST_OF, Request
from engine.values.config import SamplingConfig

_CONTROLS = ("dice", "shuffle")

Row = Mapping[str, Any]
Values = Mapping[str, float]


def _row(generator: MusicGenerator, song: ChosenSong, *, seed: int) -> dict[str, Any]:
    passage = song.passage
    request = Request(
        start=passage.start,
        bars=passage.bars,
        alternatives=BEST_OF,
        best_of=BEST_OF,
        since=song.since,
        sampling=SamplingConfig(seed=seed),
    )
    made = continuations(generator, passage.score.between(0, passage.start), request)
    controls = controls_of(passage, seed=seed)
    return {
        "song": song.name,
        "collection": song.collection,
        "real": all_figures(passage),
        # The best comes first.
        "made": [all_figures(with_following(passage, each.parts)) for each in made],
        "notes": [
            [
                [p.track, p.note.start, p.note.pitch, p.note.duration, p.note.velocity]
                for p in each.parts
            ]
            for each in made
        ],
        "sha": song.sha256,
        "controls": {name: all_figures(controls[name]) for name in _CONTROLS},
    }


def means_of(each: Sequence[Values]) -> dict[str, float]:
    """Return the mean of each figure over those that can be asked it."""
    names = {name for values in each for name in values}
    return {name: fmean(values[name] for values in each if name in values) for name in names}


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=4)
    add_seed(parser, seed=1)
    add_out_file(parser)
    parser.add_argument(
        "--unbarred", action="store_true", help="only performances whose notes fit no bars"
    )
    parser.add_argument("--drawn", action="store_true", help="figures of all eight, not the best")
    parser.add_argument("--beside", type=Path, metavar="FILE.json", help="another run's --out")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    songs = find_songs(
        folders_of(arguments.folders),
        split=arguments.split,
        count=arguments.songs,
        barred=not arguments.unbarred,
    ).songs
    rows = []
    progress = output.progress(f"Drawing, {arguments.split}")
    for number, song in enumerate(songs, 1):
        # Each song's seeds are its own, so that chance falls in another way in each.
        rows.append(_row(generator, song, seed=arguments.seed + number * BEST_OF))
        progress.update(number / len(songs), song.name)
    progress.done()
    found: Figures = {"rows": rows}
    if arguments.out:
        arguments.out.write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")
    if arguments.beside:
        found["beside"] = json.loads(arguments.beside.read_text(encoding="utf-8"))["rows"]
    return found | {"drawn": arguments.drawn}


def _lines(found: Figures) -> list[str]:
    rows, drawn = found["rows"], found["drawn"]
    pairs = _pairs(rows, drawn=drawn)
    lines = [f"{len(rows)} songs", *_table(pairs)]
    if "beside" in found:
        both, other = compared(rows, found["beside"])
        lines += _changes(_pairs(both, drawn=drawn), _pairs(other, drawn=drawn))
    return lines + [
        f"{name}: distance {_said(distance_of(_controls(rows, name)))}" for name in _CONTROLS
    ]


def _pairs(rows: Sequence[Row], *, drawn: bool) -> list[Pair]:
    return [
        pair_of_figures(
            row["collection"],
            made=means_of(row["made"]) if drawn else row["made"][0],
            real=row["real"],
        )
        for row in rows
    ]


def _controls(rows: Sequence[Row], name: str) -> list[Pair]:
    return [
        pair_of_figures(row["collection"], made=row["controls"][name], real=row["real"])
        for row in rows
    ]


def _table(pairs: Sequence[Pair]) -> list[str]:
    cells = [("", "made", "real", "made − real", "")]
    for name, says in SAYS.items():
        asked = [pair for pair in pairs if name in pair.made and name in pair.real]
        if asked:
            change = mean_of([pair.made[name] - pair.real[name] for pair in asked])
            made, real = (fmean(side[name] for side in sides) for sides in _sides(asked))
            cells.append((says, f"{made:.2f}", f"{real:.2f}", _said(change), _star(change)))
    return [*table(cells), f"distance {_said(distance_of(pairs))}", *_told(pairs)]


def _sides(pairs: Sequence[Pair]) -> tuple[list[Values], list[Values]]:
    return [pair.made for pair in pairs], [pair.real for pair in pairs]


def _told(pairs: Sequence[Pair]) -> list[str]:
    if len(pairs) < FEWEST:
        return []
    told = told_apart([(pair.made, pair.real) for pair in pairs])
    by = ", ".join(f"{name} {nats:+.2f}" for name, nats in told["by"].items())
    return [f"told from real {told['told']} ({told['from']} to {told['to']}), by {by}"]


def _changes(pairs: Sequence[Pair], beside: Sequence[Pair]) -> list[str]:
    """Return how much a run differs from another one on the same songs."""
    cells = [("", "other", "this", "this − other", "")]
    for name, says in SAYS.items():
        both = [
            (two.made[name], one.made[name])
            for one, two in zip(pairs, beside, strict=True)
            if name in one.made and name in two.made
        ]
        if both:
            change = mean_of([this - other for other, this in both])
            other, this = (fmean(values) for values in zip(*both, strict=True))
            cells.append((says, f"{other:.2f}", f"{this:.2f}", _said(change), _star(change)))
    change = distance_change(pairs, beside)
    return [
        f"beside the other run, {len(pairs)} songs",
        *table(cells),
        f"distance {_said(change)} {_star(change)}",
        *_told(beside),
    ]


def _star(change: Interval) -> str:
    return "*" if is_clear(change) else ""


def _said(value: Interval) -> str:
    return f"{value.value:.3f} ({value.low:.3f} to {value.high:.3f})"


BENCHMARKS = {"first": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)}
