"""The strengths of the rules that fit a model best, found by songs that it has not learned from.

A training fits them by the pieces that it held out (`engine/making/strengths.py`). This does the
same by songs of one's own choice, as for a starter that was trained by a script:

    python -m benchmarks fit MODEL SONGS... --songs 4 --write

The songs are those of the split *choose*, unless another is named; what the strengths are worth is
for `ablate` to say, by songs of *judge*.
"""

import argparse
import json

from benchmarks.arguments import add_model, add_songs
from benchmarks.harness import Benchmark, Figures
from benchmarks.songs import first_songs, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.generation.model import LiveModel
from engine.generation.priors import priors_on_card
from engine.ground.errors import SegueError
from engine.making.strengths import Strengths
from engine.model.description import amend_card
from engine.model.network.processor import use_processor


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=4)
    parser.add_argument(
        "--write", action="store_true", help="write the strengths on the model's card"
    )


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    folders = folders_of(arguments.folders)
    songs = first_songs(
        folders,
        lambda file, score: (file.name, score),
        split=arguments.split,
        count=arguments.songs,
    )
    named = list(songs)
    if not named:
        raise SegueError("There is no song to fit by.", hint="Name folders with MIDI files.")
    model = LiveModel.load(arguments.model)
    strengths = Strengths(model, [score for _, score in named], patience_s=float("inf"))
    bar = output.progress("Fitting")
    for progress in strengths.measure():
        bar.update(progress.step / (progress.steps or 1))
    bar.done()
    if strengths.found is None:
        raise SegueError("The strengths could not be fitted.", hint="Name more or longer songs.")
    fitted = priors_on_card(strengths.found)
    if arguments.write:
        amend_card(arguments.model, fitted)
    return {"songs": [name for name, _ in named], "written": arguments.write, **fitted}


def _lines(figures: Figures) -> list[str]:
    written = "written on the card" if figures["written"] else "not written; --write does"
    return [
        f"{len(figures['songs'])} songs; the strengths are {written}:",
        *json.dumps(figures["priors"], indent=2).splitlines(),
    ]


BENCHMARKS = {
    "fit": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__),
}
