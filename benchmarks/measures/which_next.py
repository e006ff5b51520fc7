"""Which comes next? The real sixteen bars after a prompt among four, by a model and by a critic.

Nothing is drawn. Foils are bars from elsewhere in the same song; what is missing is lent by songs
of the same collection and meter, brought into the same key. One choice of four is chance. The
critic asks no model: it has learned from plain figures (`benchmarks/evaluation/critic.py`).
"""

import argparse
from dataclasses import asdict
from typing import Any

from benchmarks.arguments import add_model, add_songs
from benchmarks.evaluation.critic import read_critic
from benchmarks.evaluation.judging import songs_of
from benchmarks.evaluation.passage_loss import nats_a_note
from benchmarks.evaluation.reading import reading_of
from benchmarks.evaluation.which_next import CANDIDATES, choices_of, chosen, share_right
from benchmarks.harness import Benchmark, Figures
from benchmarks.songs import folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output, table
from engine.errors import EmptyMusicError
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.tokens.tokenizer import Tokenizer

_WAYS = {
    "likeliest": "by likelihood",
    "helped": "by what the prompt is worth",
    "critic": "by the critic",
}


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=6)


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    songs = songs_of(folders_of(arguments.folders), split=arguments.split, count=arguments.songs)
    choices = list(choices_of(songs))
    if not choices:
        raise EmptyMusicError("No song has other places to take wrong bars from.")
    loaded = load_model(arguments.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    nats = nats_a_note(reading_of(loaded.model, tokenizer.vocabulary), tokenizer)
    critic = read_critic()
    rows: list[dict[str, Any]] = []
    progress = output.progress(f"Reading, {arguments.split}")
    for number, choice in enumerate(choices, 1):
        pick = chosen(choice, nats)
        picks = asdict(pick) | {"critic": critic.chosen(choice)}
        about = {"collection": choice.collection, "song": choice.name}
        rows.append(about | {name: picks[name] == 0 for name in _WAYS})
        progress.update(number / len(choices), choice.name)
    progress.done()
    return {"split": arguments.split, "candidates": CANDIDATES, "rows": rows}


def _lines(found: Figures) -> list[str]:
    rows = found["rows"]
    cells: list[tuple[str, ...]] = [("", "songs", *_WAYS.values())]
    for name in (*dict.fromkeys(row["collection"] for row in rows), "all"):
        own = [row for row in rows if name in {row["collection"], "all"}]
        cells.append((name, str(len(own)), *(_share(own, way) for way in _WAYS)))
    head = f"the real bars are found among {found['candidates']}, songs of {found['split']}:"
    return [head, *table(cells, indent="  ")]


def _share(rows: list[dict[str, Any]], way: str) -> str:
    # `share_right` takes picks, of which 0 is the real one.
    found = share_right([int(not row[way]) for row in rows])
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


BENCHMARKS = {
    "which-next": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)
}
