"""`python -m benchmarks ablate MODEL SONGS...`: what each rule of drawing is worth for a model.

SONGS are folders, NAME=FOLDER or FOLDER alone; folders of one name are one collection. No song of
the split *judge* may be looked at before a choice is made.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.arguments import add_model, add_seed, add_songs
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.ablation import Records, Songs, run, settings_of
from benchmarks.quality.songs import ChosenSong, Found, find_songs
from benchmarks.quality.tables import ablation_lines
from benchmarks.quality.variants import variants_of
from benchmarks.songs import folders_of
from engine.cli.command import Arguments, not_negative
from engine.cli.output import Output
from engine.generation.model import LiveModel
from engine.ground.errors import SegueError
from engine.model.network.processor import use_processor

_POOL = 24  # real songs of a collection that the anchor is taken from, where there are so many


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    add_songs(parser, count=8, needed=False)
    parser.add_argument("--drawn", type=not_negative, metavar="N",
                        help="of them go on with so many (half)")  # fmt: skip
    parser.add_argument("--timed", type=not_negative, default=3, metavar="N",
                        help="in all, one of a collection, are timed (3)")  # fmt: skip
    add_seed(parser)
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="RULE", help="leave out only these"
    )
    parser.add_argument("--out", type=Path, metavar="FILE.json",
                        help="the records; each song is kept beside it at once")  # fmt: skip
    parser.add_argument("--table", type=Path, metavar="FILE.json", help="show the tables of a file")
    parser.add_argument("--long", action="store_true", help="a table of every figure, too")


def _measure(arguments: Arguments, output: Output) -> Figures:
    found = read_records(arguments.table) if arguments.table else _measured(arguments, output)
    # What the lines show is asked for with the arguments, so it is decided here.
    return found | {"every_figure": arguments.long}


def _lines(found: Figures) -> list[str]:
    return ablation_lines(found, every_figure=found["every_figure"])


def read_records(path: Path) -> dict[str, Any]:
    """Return what `--out` wrote.

    Raises:
        SegueError: It cannot be read.
    """
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SegueError(f"‘{path.name}’ is no file of an ablation: {error}.") from error
    return found


def _measured(arguments: argparse.Namespace, output: Output) -> dict[str, Any]:
    if not arguments.folders or arguments.out is None:
        raise SegueError("A model, folders of songs and --out are needed, or --table alone.")
    use_processor(threads=1)
    model = LiveModel.load(arguments.model)
    variants = variants_of(arguments.only)
    settings = settings_of(
        arguments.model, model, variants, split=arguments.split, seed=arguments.seed
    )
    records = Records(arguments.out.with_suffix(".jsonl"), settings)
    pool = find_songs(
        folders_of(arguments.folders),
        split=arguments.split,
        count=max(_POOL, arguments.songs) if arguments.songs else 0,
    )
    songs = _asked(pool, arguments)
    progress = output.progress(f"Ablation, {arguments.split}")
    for done, total, says in run(model, variants, songs, records, seed=arguments.seed):
        progress.update(done / total, says)
    progress.done()
    found = {
        "what": "ablate",
        "settings": asdict(settings),
        "skipped": dict(pool.skipped),
        "records": [*records.all],
    }
    arguments.out.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return found


def _asked(pool: Found, arguments: argparse.Namespace) -> Songs:
    """Return which songs are asked what: the first of each collection, turn by turn."""
    count = arguments.songs or len(pool.songs)
    drawn = count // 2 if arguments.drawn is None else arguments.drawn
    return Songs(
        likely=_first(pool.songs, count),
        drawn=_first(pool.songs, drawn),
        timed=_first(pool.songs, 1)[: arguments.timed],
        pool=pool.songs,
    )


def _first(songs: Sequence[ChosenSong], count: int) -> list[ChosenSong]:
    """Return the first songs of each collection, the first of all before the second of any."""
    numbers: dict[str, int] = {}
    ranked = []
    for song in songs:
        number = numbers[song.collection] = numbers.get(song.collection, 0) + 1
        ranked.append((number, song))
    return [song for number, song in sorted(ranked, key=lambda each: each[0]) if number <= count]


BENCHMARKS = {"ablate": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)}
