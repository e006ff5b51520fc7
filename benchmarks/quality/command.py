"""`python -m benchmarks ablate MODEL SONGS...`: what each rule of drawing is worth for a model.

SONGS are folders, NAME=FOLDER or FOLDER alone; folders of one name are one collection. No song of
the split *judge* may be looked at before a choice is made.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.quality.ablation import Records, Songs, run, settings_of
from benchmarks.quality.songs import SPLITS, ChosenSong, Found, find_songs, folders_of
from benchmarks.quality.tables import ablation_lines
from benchmarks.quality.variants import variants_of
from engine.cli.command import not_negative, positive
from engine.cli.output import Output
from engine.errors import SegueError
from engine.generation.model import LiveModel
from engine.model.processor import use_processor

_POOL = 24  # real songs of a collection that the anchor is taken from, where there are so many


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks ablate", description=__doc__)
    parser.add_argument("model", nargs="?", type=Path, metavar="MODEL", help="its folder")
    parser.add_argument("songs", nargs="*", metavar="SONGS", help="NAME=FOLDER or FOLDER")
    parser.add_argument("--songs", dest="count", type=positive, default=8, metavar="N",
                        help="of each collection, whose real bars are read (8)")  # fmt: skip
    parser.add_argument("--drawn", type=not_negative, metavar="N",
                        help="of them go on with so many (half)")  # fmt: skip
    parser.add_argument("--timed", type=not_negative, default=3, metavar="N",
                        help="in all, one of a collection, are timed (3)")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--split", choices=SPLITS, default=SPLITS[0])
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="RULE", help="leave out only these"
    )
    parser.add_argument("--out", type=Path, metavar="FILE.json",
                        help="the records; each song is kept beside it at once")  # fmt: skip
    parser.add_argument("--table", type=Path, metavar="FILE.json", help="show the tables of a file")
    parser.add_argument("--long", action="store_true", help="a table of every figure, too")
    parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON document")
    return parser


def main(argv: Sequence[str]) -> int:
    """Measure what is asked for and return the exit code; a mistake is one line on stderr."""
    arguments = parser().parse_intermixed_args(argv)
    output = Output(as_json=arguments.as_json, stdout=sys.stdout, stderr=sys.stderr)
    try:
        found = _read(arguments.table) if arguments.table else _measured(arguments, output)
    except SegueError as error:
        output.remark(f"benchmarks: {error}")
        return 1
    output.result(found, ablation_lines(found, every_figure=arguments.long))
    return 0


def _read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SegueError(f"‘{path.name}’ is no file of an ablation: {error}.") from error
    return found


def _measured(arguments: argparse.Namespace, output: Output) -> dict[str, Any]:
    if arguments.model is None or not arguments.songs or arguments.out is None:
        raise SegueError("A model, folders of songs and --out are needed, or --table alone.")
    use_processor(threads=1)
    model = LiveModel.load(arguments.model)
    variants = variants_of(arguments.only)
    settings = settings_of(
        arguments.model, model, variants, split=arguments.split, seed=arguments.seed
    )
    records = Records(arguments.out.with_suffix(".jsonl"), settings)
    pool = find_songs(
        folders_of(arguments.songs),
        split=arguments.split,
        count=max(_POOL, arguments.count),
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
    drawn = arguments.count // 2 if arguments.drawn is None else arguments.drawn
    return Songs(
        likely=_first(pool.songs, arguments.count),
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
