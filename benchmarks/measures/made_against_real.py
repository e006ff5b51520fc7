"""Made against real: what a model makes of prompts beside the bars that really follow.

SONGS are folders of songs that the model has not learned from. With --demo the pieces that ship
are a collection, too. Shows the table of every collection and the distance; --out gets figures as
JSON and, of each song, a picture (prompt, what is made, what is real) and what is made as MIDI.
"""

import argparse
import json
import time

from benchmarks.arguments import add_model, add_out_folder, add_seed, add_songs
from benchmarks.evaluation.against_real import Song
from benchmarks.evaluation.judgement import judge, ten_minutes_figures
from benchmarks.evaluation.judging import continuer, judgement_lines, songs_of
from benchmarks.evaluation.passage_loss import nats_a_note
from benchmarks.evaluation.reading import reading_of
from benchmarks.harness import Benchmark, Figures
from benchmarks.pages.side_by_side import draw_side_by_side
from benchmarks.songs import folders_of
from engine.cli.command import Arguments, not_negative
from engine.cli.output import Output
from engine.config import SamplingConfig
from engine.errors import EmptyMusicError
from engine.generation.model import LiveModel
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.music.midifile import write_midi
from engine.paths import demo_pieces
from engine.tokens.tokenizer import Tokenizer

_DRAWN = SamplingConfig()
# How it is drawn, as everything else draws unless it is told.
_SAMPLING = {"temperature": _DRAWN.temperature, "min_p": _DRAWN.min_p, "echo": _DRAWN.echo}


def chosen(arguments: Arguments) -> list[Song]:
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


def define_drawing(parser: argparse.ArgumentParser) -> None:
    """Add how is drawn."""
    add_seed(parser)
    parser.add_argument(
        "--best-of", type=not_negative, default=0, help="the best of so many (0: as drawn)"
    )
    for name, default in _SAMPLING.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=default)


def define_songs(parser: argparse.ArgumentParser) -> None:
    """Add which songs are asked about, for `chosen`."""
    add_songs(parser, count=12, needed=False)
    parser.add_argument("--demo", action="store_true", help="the pieces that ship, too")


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    define_songs(parser)
    define_drawing(parser)
    parser.add_argument("--choices", action="store_true", help="ask which comes next, too")
    parser.add_argument("--ten-minutes", action="store_true", help="of the first song, too")
    add_out_folder(parser, holds="figures, pictures and what is made")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    songs = chosen(arguments)
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
    began = time.process_time()
    sampling = SamplingConfig(**{name: getattr(arguments, name) for name in _SAMPLING})
    model = LiveModel.load(arguments.model)
    continue_ = continuer(model, best_of=arguments.best_of, sampling=sampling)
    nats = None
    if arguments.choices:
        loaded = load_model(arguments.model)
        tokenizer = Tokenizer.from_description(loaded.tokenizer)
        nats = nats_a_note(reading_of(loaded.model, tokenizer.vocabulary), tokenizer)
    values: Figures = {"model": str(arguments.model), "seed": arguments.seed}
    values |= {name: getattr(arguments, name) for name in _SAMPLING}
    rest, progress = iter(songs), output.progress("Going on")
    for step, made in judge(songs, continue_, nats, seed=arguments.seed):
        progress.update(step.share, step.text)
        values |= step.figures
        song = next(rest) if made is not None else None
        if made is not None and song is not None and arguments.out:
            name = f"{song.collection}-{song.name}".replace("/", "-")
            draw_side_by_side(song.passage, made, arguments.out / f"{name}.png", title=name)
            (arguments.out / f"{name}.mid").write_bytes(write_midi(made.score.between(0, made.end)))
    if arguments.ten_minutes and songs:
        values["ten_minutes"] = ten_minutes_figures(songs[0], continue_, seed=arguments.seed)
    progress.done()
    values["processor_s"] = round(time.process_time() - began)
    if arguments.out:
        text = json.dumps(values, indent=1, ensure_ascii=False)
        (arguments.out / "judgement.json").write_text(text + "\n", encoding="utf-8")
    return values


def _lines(values: Figures) -> list[str]:
    return [*judgement_lines(values), f"{values['processor_s']} s of processor time"]


BENCHMARKS = {
    "made-against-real": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)
}
