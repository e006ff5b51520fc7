"""Made against real: what a model makes of prompts beside the bars that really follow.

SONGS are folders of songs that the model has not learned from. With --demo the pieces that ship
are a collection, too. Shows the table of every collection and the distance
(`benchmarks/evaluation/against_real.py`); --out gets figures as JSON and, of each song, a picture
(prompt, what is made, what is real) and what is made as MIDI.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.arguments import add_model, add_out_folder, add_seed, add_songs
from benchmarks.evaluation.against_real import (
    Interval,
    Pair,
    Row,
    Song,
    by_collection,
    distance_interval,
    halves,
    lags_of,
    other_songs,
    pairs_of,
    table_of,
)
from benchmarks.evaluation.likeness import FIGURES
from benchmarks.evaluation.passages import Continue, Passage, passage_of
from benchmarks.harness import Benchmark, Figures
from benchmarks.pages.side_by_side import draw_side_by_side
from benchmarks.songs import Folders, SongFile, Split, first_songs, folders_of
from engine.cli.command import Arguments, not_negative
from engine.cli.output import Output, table
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import EmptyMusicError
from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import write_midi
from engine.model.network.processor import use_processor
from engine.request import PartNote, Request
from engine.values.config import SamplingConfig
from engine.values.score import Score

_DRAWN = SamplingConfig()
# How it is drawn, as everything else draws unless it is told.
_SAMPLING = {"temperature": _DRAWN.temperature, "min_p": _DRAWN.min_p, "echo": _DRAWN.echo}


def continuer(
    model: LiveModel, *, best_of: int = 0, sampling: SamplingConfig | None = None
) -> Continue:
    """Return a model as evaluation asks it: it goes on as the window and `segue continue` do.

    Args:
        model: What goes on.
        best_of: Draw so many and take the best, as they do; 0 takes what is drawn, and so judges
            the model and not the choice.
        sampling: How it draws, but for the seed; None draws as they do.
    """
    generator = MusicGenerator(model)
    drawn = sampling or SamplingConfig()

    def continue_(score: Score, start: int, bars: int, seed: int) -> list[PartNote]:
        request = Request(
            start=start,
            bars=bars,
            alternatives=1,
            best_of=best_of,
            sampling=replace(drawn, seed=seed),
        )
        (made,) = continuations(generator, score, request)
        return list(made.parts)

    return continue_


def songs_of(folders: Folders, *, split: Split, count: int) -> list[Song]:
    """Return songs that are long enough to be gone on with, by collection and name.

    Args:
        folders: By collection.
        split: The half of their songs, or all.
        count: So many of each collection at most; 0 takes all.
    """

    def song(file: SongFile, score: Score) -> Song | None:
        passage = passage_of(score)
        name = file.path.stem
        return Song(name=name, collection=file.collection, passage=passage) if passage else None

    found = first_songs(folders, song, split=split, count=count)
    return sorted(found, key=lambda song: (song.collection, song.name))


def against_real_figures(pairs: Sequence[Pair], others: Sequence[Pair]) -> Figures:
    """Return the table of every collection and of all, and the distances, as plain figures.

    Args:
        pairs: Made beside real; at least one.
        others: Bars of another song beside real.
    """
    split = halves(pairs)
    return {
        "songs": len(pairs),
        "distance": _interval(distance_interval(pairs)),
        "figures": _table(table_of(pairs)),
        "collections": {
            name: {
                "songs": len(some),
                "distance": _interval(distance_interval(some)),
                "figures": _table(table_of(some)),
            }
            for name, some in by_collection(pairs).items()
        },
        "lags": {
            str(lag): [round(value, 4) for value in both] for lag, both in lags_of(pairs).items()
        },
        "real_of_other_songs": _interval(distance_interval(split)) if split else None,
        "another_song_after_it": _interval(distance_interval(others)) if others else None,
    }


def _table(rows: dict[str, Row]) -> Figures:
    return {
        name: {"songs": row.songs, "made": _interval(row.made), "real": _interval(row.real)}
        for name, row in rows.items()
    }


def _interval(found: Interval) -> list[float]:
    """Return value, low, high."""
    return [round(value, 4) for value in (found.value, found.low, found.high)]


def _chosen(arguments: Arguments) -> list[Song]:
    """Return the songs that are asked about.

    Raises:
        SegueError: There is none.
    """
    folders = folders_of(arguments.folders)
    demo = {"demo": [demo_pieces()]} if arguments.demo else {}
    # The pieces that ship are so few that they are not divided.
    found = songs_of(demo, split="all", count=arguments.songs)
    found += songs_of(folders, split=arguments.split, count=arguments.songs)
    if not found:
        raise EmptyMusicError("There is no song here that is long enough to be gone on with.")
    return found


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=12, needed=False)
    parser.add_argument("--demo", action="store_true", help="the pieces that ship, too")
    add_seed(parser)
    parser.add_argument(
        "--best-of", type=not_negative, default=0, help="the best of so many (0: as drawn)"
    )
    for name, default in _SAMPLING.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=default)
    add_out_folder(parser, holds="figures, pictures and what is made")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    songs, out = _chosen(arguments), arguments.out
    if out:
        out.mkdir(parents=True, exist_ok=True)
    began = time.process_time()
    sampling = SamplingConfig(**{name: getattr(arguments, name) for name in _SAMPLING})
    continue_ = continuer(
        LiveModel.load(arguments.model), best_of=arguments.best_of, sampling=sampling
    )
    pairs, progress = list[Pair](), output.progress("Going on")
    for song, (made, pair) in zip(
        songs, pairs_of(songs, continue_, seed=arguments.seed), strict=True
    ):
        pairs.append(pair)
        progress.update(len(pairs) / len(songs), pair.name)
        if out:
            _keep(song, made, out)
    progress.done()
    values: Figures = {"model": str(arguments.model), "seed": arguments.seed}
    values |= {name: getattr(arguments, name) for name in _SAMPLING}
    values["made_against_real"] = against_real_figures(pairs, list(other_songs(songs)))
    values["processor_s"] = round(time.process_time() - began)
    if out:
        text = json.dumps(values, indent=1, ensure_ascii=False)
        (out / "judgement.json").write_text(text + "\n", encoding="utf-8")
    return values


def _keep(song: Song, made: Passage, out: Path) -> None:
    """Write a picture of what was made of a song beside what is real, and what was made."""
    name = f"{song.collection}-{song.name}".replace("/", "-")
    draw_side_by_side(song.passage, made, out / f"{name}.png", title=name)
    (out / f"{name}.mid").write_bytes(write_midi(made.score.between(0, made.end)))


def _lines(values: Figures) -> list[str]:
    found = values["made_against_real"]
    lines = []
    collections = found["collections"]
    if len(collections) > 1:
        for name, one in collections.items():
            lines += [f"made against real, {name}: {_songs(one)}", *_figures(one)]
    lines += [f"made against real: {_songs(found)}", *_figures(found)]
    rows = [
        ("bars before", *found["lags"]),
        *(
            (kind, *(f"{both[index]:.2f}" for both in found["lags"].values()))
            for index, kind in enumerate(("made", "real"))
        ),
    ]
    lines += ["likeness by lag:", *table(rows, indent="  ")]
    if found["real_of_other_songs"]:
        lines.append(
            f"real bars of other songs beside real: {_distance(found, 'real_of_other_songs')}"
        )
    if found["another_song_after_it"]:
        wrong = _distance(found, "another_song_after_it")
        lines.append(f"the bars of another song after each prompt: {wrong}")
    return [*lines, f"{values['processor_s']} s of processor time"]


def _songs(found: Figures) -> str:
    return f"{found['songs']} songs, distance {_distance(found, 'distance')}"


def _distance(found: Figures, name: str) -> str:
    value, low, high = found[name]
    return f"{value:.2f} ({low:.2f} to {high:.2f})"


def _figures(found: Figures) -> list[str]:
    rows: list[tuple[str, ...]] = [("", "songs", "made", "", "real", "")]
    for name, row in found["figures"].items():
        cells = [
            text
            for value, low, high in (row["made"], row["real"])
            for text in (f"{value:.2f}", f"{low:.2f}-{high:.2f}")
        ]
        rows.append((FIGURES[name].says, str(row["songs"]), *cells))
    return table(rows, indent="  ")


BENCHMARKS = {
    "made-against-real": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)
}
