"""Measure the effect of a style of a few pieces on other pieces of the same hand.

Each collection is one hand: an arranger, a composer, a game. Its first songs are learned as with
the preset Style, by the processor's clock; others, which neither the model nor the style knows, are
read and gone on with. Shown are the nats a note that the style saves, and how far figures of what
is drawn lie from those of the hand's other songs and of the bars that really follow, in standard
deviations over the hand's songs, with and without the style; and the share of windows of 16 notes
that are copied from the learned songs.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import numpy as np
import torch

from benchmarks.arguments import add_model, add_out_file, add_seed, add_songs
from benchmarks.evaluation.against_real import Interval
from benchmarks.evaluation.passages import Passage, with_following
from benchmarks.evaluation.reading import Reading, reading_of
from benchmarks.evaluation.song import song_of
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality import tune
from benchmarks.quality.songs import ChosenSong, find_songs, has_bars
from benchmarks.quality.statistics import is_clear, mean_of
from benchmarks.songs import Folders, SongFile, first_songs, folders_of
from engine.cli.command import Arguments, positive
from engine.cli.output import Output, table
from engine.copying.fingerprints import Fingerprints
from engine.evaluation.musicality import pitched
from engine.form.passage_figures import loudness, mean_pitch, sounding
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import EmptyMusicError
from engine.model.description import DESCRIPTION, NEWEST, STYLE, encoded
from engine.model.network.checkpoint import load_model
from engine.model.network.memory import Memory
from engine.model.network.processor import use_processor
from engine.model.style import card_of_base, encoded_style
from engine.request import Request
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.steps import steps_of
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import Song, own_score, prepare
from engine.training.style import SECONDS, StyleFitting
from engine.values.config import SamplingConfig
from engine.values.score import Score

_WINDOW = 256  # steps that the model reads at once
_PLACES = ((0, 512), (512, 1024))  # notes of a piece, about
_FEWEST = 64  # notes in such a place; a piece with fewer is left out
_EIGHTHS = 2  # a quarter

Values = Mapping[str, float]


def manner(passage: Passage) -> dict[str, float]:
    """Return figures of what follows that do not depend on the prompt: a hand's habits."""
    score = passage.following
    notes, voices = [note for _, note in score.notes()], pitched(score)
    if not voices:
        return {}
    quarter = score.ticks_per_quarter
    quarters = (passage.end - passage.start) / quarter
    asked = {
        "notes a quarter": len(notes) / quarters,
        "onsets a quarter": len({note.start for note in notes}) / quarters,
        "on an eighth": fmean(not note.start * _EIGHTHS % quarter for note in notes),
        "length, octaves": fmean(float(np.log2(note.duration / quarter)) for note in voices),
        "pitch": mean_pitch(voices),
        "spread of pitch": pstdev(note.pitch for note in voices),
        "sounding": sounding(voices, start=passage.start, end=passage.end),
        "velocity": loudness(notes),
        "spread of velocity": pstdev(note.velocity for note in notes),
        "steps": tune.steps(passage),
        "same note": tune.same_note(passage),
    }
    return {name: value for name, value in asked.items() if value is not None}


def distances(made: Values, goal: Values, spread: Values) -> dict[str, float]:
    """Return how far figures lie from others, in standard deviations of the hand's songs."""
    return {
        name: abs(made[name] - goal[name]) / spread[name]
        for name in made
        if name in goal and spread.get(name)
    }


@contextmanager
def _learned(
    model: Path, songs: Sequence[tuple[str, Score]], *, seconds: float
) -> Iterator[tuple[Path, Memory]]:
    """Yield the folder of a style that was learned from songs, and the memory that it is."""
    with tempfile.TemporaryDirectory() as place:
        loaded = load_model(model)
        tokenizer = Tokenizer.from_description(loaded.tokenizer)
        given = [Song(name=name, source=score) for name, score in songs]
        list(prepare(given, Path(place) / "tokens", tokenizer=tokenizer, read=own_score))
        fitting = StyleFitting(
            loaded.model,
            open_store(Path(place) / "tokens"),
            steps=steps_of(loaded.model.config, tokenizer.vocabulary),
            augmentation=Augmentation(tokenizer.vocabulary, AugmentationConfig(tempo_steps=0)),
            seconds=seconds,
            clock=time.process_time,
        )
        *_, last = fitting.updates()
        # A style finds its model beside it.
        (Path(place) / "base").symlink_to(model.resolve())
        style = Path(place) / "style"
        style.mkdir()
        (style / STYLE).write_bytes(encoded_style(last.hidden))
        description = {
            "format": NEWEST,
            "model": asdict(loaded.model.config),
            "tokenizer": loaded.tokenizer,
            "card": {**loaded.card, **card_of_base(model, "base")},
        }
        (style / DESCRIPTION).write_bytes(encoded(description))
        yield style, fitting.memory(last.hidden)


def _reading(folder: Path) -> tuple[Reading, Tokenizer]:
    loaded = load_model(folder)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    return reading_of(loaded.model, tokenizer.vocabulary), tokenizer


@torch.inference_mode()
def _nats(
    reading: Reading, tokenizer: Tokenizer, score: Score, begins: Memory | None
) -> list[float | None]:
    """Return the nats a note in each of `_PLACES`; None where there are few notes.

    Args:
        reading: The model.
        tokenizer: Its own.
        score: The song.
        begins: The memory that the song begins with; None for none.
    """
    song = reading.song(song_of("", score, tokenizer).ids)
    rows, carried, found = song.rows, reading.empty_memory(1), []
    if begins is not None:
        # The song's begin does not hide the memory before it.
        rows, carried = replace(rows, starts=torch.zeros_like(rows.starts)), begins
    for start in range(0, min(song.steps - 1, _PLACES[-1][1]), _WINDOW):
        nats, carried = reading.nats(rows.between(start, start + _WINDOW), carried)
        found.append(nats[0].sum(dim=1))
    by_step = torch.cat(found)
    by_step[: song.head - 1] = 0.0  # the declarations of the parts are given, not drawn
    asked: list[float | None] = []
    for low, high in _PLACES:
        notes = int(song.notes[low + 1 : min(high, len(by_step)) + 1].sum())
        asked.append(float(by_step[low:high].sum()) / notes if notes >= _FEWEST else None)
    return asked


def _made(
    generator: MusicGenerator, song: ChosenSong, prints: Fingerprints, *, draws: int, seed: int
) -> dict[str, Any]:
    """Return the figures of each draw, and how many windows of how many are copied."""
    passage = song.passage
    heard = passage.score.between(0, passage.start)
    request = Request(
        start=passage.start,
        bars=passage.bars,
        alternatives=draws,
        best_of=draws,
        since=song.since,
        sampling=SamplingConfig(seed=seed),
    )
    made = [
        with_following(passage, each.parts) for each in continuations(generator, heard, request)
    ]
    looked = [prints.look_up(each.score, start=passage.start, own=heard) for each in made]
    return {
        "manners": [manner(each) for each in made],
        "windows": sum(each.windows for each in looked),
        "copied": sum(len(each.matches) for each in looked),
    }


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=10)
    parser.add_argument("--pieces", type=positive, default=10, help="to learn from (10)")
    parser.add_argument(
        "--kept", type=positive, default=10, help="first songs that are never judged (10)"
    )
    parser.add_argument("--drawn", type=int, default=4, help="of the songs, gone on with (4)")
    parser.add_argument("--draws", type=positive, default=4, help="of each (4)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of learning ({SECONDS})")
    add_seed(parser, seed=1)
    add_out_file(parser)


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    torch.manual_seed(arguments.seed)
    rows = []
    folders = folders_of(arguments.folders)
    progress = output.progress("Learning styles")
    for number, (name, places) in enumerate(folders.items(), 1):
        rows += _rows({name: places}, arguments)
        progress.update(number / len(folders), name)
    progress.done()
    found: Figures = {"rows": rows}
    if arguments.out:
        arguments.out.write_text(json.dumps(found) + "\n", encoding="utf-8")
    return found


def _rows(folder: Folders, arguments: Arguments) -> list[dict[str, Any]]:
    """Return a row of each unseen song of one hand.

    Raises:
        EmptyMusicError: There is no song that is not learned from.
    """

    def taken(file: SongFile, score: Score) -> tuple[str, Score] | None:
        return (file.path.stem, score) if has_bars(score) else None

    (name,), kept = folder, max(arguments.kept, arguments.pieces)
    first = list(first_songs(folder, taken, split="all", count=kept))
    mine = {title for title, _ in first}
    half = first_songs(folder, taken, split=arguments.split, count=0)
    others = list(islice((each for each in half if each[0] not in mine), arguments.songs or None))
    learned = first[: arguments.pieces]
    if not others:
        raise EmptyMusicError(f"There is no song of ‘{name}’ beside the first {kept}.")
    places = {song.name: song for song in find_songs(folder, split="all", count=0).songs}
    real = {title: manner(song.passage) for title, song in places.items()}
    reading, tokenizer = _reading(arguments.model)
    with _learned(arguments.model, learned, seconds=arguments.seconds) as (style, memory):
        rows: list[dict[str, Any]] = [
            {"hand": name, "song": song, "real": real.get(song, {})} for song, _ in others
        ]
        prints = Fingerprints(learned)
        for arm, model, begins in (("without", arguments.model, None), ("with", style, memory)):
            for row, (_, score) in zip(rows, others, strict=True):
                row[arm] = {"nats": _nats(reading, tokenizer, score, begins)}
            generator = MusicGenerator(LiveModel.load(model))
            drawn = [row for row in rows if row["song"] in places][: arguments.drawn]
            for number, row in enumerate(drawn):
                row[arm] |= _made(
                    generator,
                    places[row["song"]],
                    prints,
                    draws=arguments.draws,
                    seed=arguments.seed + number * arguments.draws,
                )
    for row in rows:
        row["others"] = [each for title, each in real.items() if title != row["song"] and each]
    return rows


def _lines(found: Figures) -> list[str]:
    rows = found["rows"]
    hands = list(dict.fromkeys(row["hand"] for row in rows))
    cells = [("hand", "nats a note 0-512: without, less", "512-1,024")]
    for hand in [*hands, "all"]:
        some = [row for row in rows if hand in {row["hand"], "all"}]
        cells.append((hand, *(_saved(some, place) for place in range(len(_PLACES)))))
    return [*table(cells), *_drawn_lines([row for row in rows if "manners" in row["with"]])]


def _saved(rows: Sequence[Mapping[str, Any]], place: int) -> str:
    pairs = [(row["without"]["nats"][place], row["with"]["nats"][place]) for row in rows]
    asked = [(before, after) for before, after in pairs if before is not None and after is not None]
    if not asked:
        return "–"
    saved = mean_of([before - after for before, after in asked])
    return f"{fmean(before for before, _ in asked):.2f}, {_said(saved)}"


def _drawn_lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    if not rows:
        return []
    lines = []
    for goal in ("others", "real"):
        sides = [[_far(row, arm, goal) for row in rows] for arm in ("without", "with")]
        cells = [(f"from the {goal}", "without", "with", "with − without")]
        for name in sorted({name for far in sides[0] for name in far}):
            both = [(one[name], two[name]) for one, two in zip(*sides, strict=True) if name in one]
            cells.append((name, *_change(both)))
        means = [
            (fmean(one.values()), fmean(two.values())) for one, two in zip(*sides, strict=True)
        ]
        lines += table([*cells, ("mean", *_change(means))])
    for arm in ("without", "with"):
        copied, windows = (sum(row[arm][key] for row in rows) for key in ("copied", "windows"))
        lines.append(f"copied {arm} the style: {copied} of {windows} windows")
    return lines


def _far(row: Mapping[str, Any], arm: str, goal: str) -> dict[str, float]:
    """Return how far a song's draws lie from the hand's other songs, or from its real bars."""
    others, made = row["others"], row[arm]["manners"]
    names = set.intersection(*(set(each) for each in (*made, *others, row["real"])))
    spread = {name: pstdev(each[name] for each in others) for name in names}
    mean = {name: fmean(each[name] for each in others) for name in names}
    far = [distances(each, mean if goal == "others" else row["real"], spread) for each in made]
    return {name: fmean(each[name] for each in far) for name in far[0] if name in names}


def _change(both: Sequence[tuple[float, float]]) -> tuple[str, str, str]:
    change = mean_of([after - before for before, after in both])
    before, after = (fmean(side) for side in zip(*both, strict=True))
    return f"{before:.2f}", f"{after:.2f}", f"{_said(change)}{' *' if is_clear(change) else ''}"


def _said(value: Interval) -> str:
    return f"{value.value:.2f} ({value.low:.2f} to {value.high:.2f})"


BENCHMARKS = {"style": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)}
