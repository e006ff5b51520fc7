"""Made against real: what a model makes of prompts beside the bars that really follow.

    python -m benchmarks.measures.made_against_real DATA...
        [--model MODEL] [--songs N] [--out DIR] [--demo]
        [--temperature T] [--min-p P] [--echo E]

DATA are folders of songs that the model has not learned from, one collection each (a name may
stand before it: `pop=FOLDER`). With --demo the pieces that ship are a collection, too. Prints the
table of every collection and the distance; --out gets figures as JSON and, of each song, a picture
(prompt, what is made, what is real) and what is made as MIDI, to be heard.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pages.side_by_side import draw_side_by_side
from engine.cli.judging import continuer, judgement_lines, songs_of
from engine.config import SamplingConfig
from engine.evaluation.against_real import Song
from engine.evaluation.judgement import judge, ten_minutes_figures
from engine.evaluation.passage_loss import nats_a_note
from engine.evaluation.reading import reading_of
from engine.generation.model import LiveModel
from engine.model.checkpoint import load_model
from engine.model.processor import use_processor
from engine.music.midifile import write_midi
from engine.paths import demo_pieces, starter_model
from engine.tokens.tokenizer import Tokenizer

_DRAWN = SamplingConfig()
# How it is drawn, as everything else draws unless it is told.
_SAMPLING = {"temperature": _DRAWN.temperature, "min_p": _DRAWN.min_p, "echo": _DRAWN.echo}


def chosen(arguments: argparse.Namespace) -> Iterator[Song]:
    """Yield the songs that are asked about."""
    folders = {}
    if arguments.demo:
        folders["demo"] = demo_pieces()
    for text in arguments.data:
        name, _, folder = text.rpartition("=")
        path = Path(folder)
        folders[name or f"{path.parent.name}/{path.name}"] = path
    for name, folder in folders.items():
        yield from songs_of(name, folder, count=arguments.songs)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="*")
    parser.add_argument("--model", type=Path, default=starter_model())
    parser.add_argument("--songs", type=int, default=12, help="of each collection (12)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--best-of", type=int, default=0, help="the best of so many (0: as drawn)")
    for name, default in _SAMPLING.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=default)
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--choices", action="store_true", help="ask which comes next, too")
    parser.add_argument("--ten-minutes", action="store_true", help="of the first song, too")
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def main() -> None:
    """Judge, print, draw."""
    arguments = _options()
    use_processor(threads=1)
    songs = list(chosen(arguments))
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
    values: dict[str, object] = {"model": str(arguments.model), "seed": arguments.seed}
    values |= {name: getattr(arguments, name) for name in _SAMPLING}
    rest = iter(songs)
    for step, made in judge(songs, continue_, nats, seed=arguments.seed):
        print(f"{step.share:4.0%} {step.text}", file=sys.stderr)
        values |= step.figures
        song = next(rest) if made is not None else None
        if made is not None and song is not None and arguments.out:
            name = f"{song.collection}-{song.name}".replace("/", "-")
            draw_side_by_side(song.passage, made, arguments.out / f"{name}.png", title=name)
            (arguments.out / f"{name}.mid").write_bytes(write_midi(made.score.between(0, made.end)))
    if arguments.ten_minutes and songs:
        values["ten_minutes"] = ten_minutes_figures(songs[0], continue_, seed=arguments.seed)
    print("\n".join(judgement_lines(values)))
    print(f"{time.process_time() - began:.0f} s of processor time")
    if arguments.out:
        text = json.dumps(values, indent=1, ensure_ascii=False)
        (arguments.out / "judgement.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
