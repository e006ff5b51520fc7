"""`python -m benchmarks sections MODEL SONGS...`: are a new section and one that returns such?

Each song is gone on with by a phrase of eight bars: as it goes on, with the wish for a new section
(*B part*), and with the wish for the last phrase again, varied. Beside them stand the real phrases
that follow, told by their letter: new, or one that returns with changes.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean
from typing import Any

from benchmarks.arguments import add_model, add_seed, add_songs
from benchmarks.evaluation.passages import Passage, with_following
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.figures import all_figures
from benchmarks.quality.songs import ChosenSong, find_songs
from benchmarks.songs import folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.processor import use_processor
from engine.planning.phrases import PHRASE, first_bar_of
from engine.planning.sections import sections_of
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.time import BarMap
from engine.values.wishes import Wish

_WISHES: tuple[Wish, ...] = ("none", "contrast", "again")
_SHOWN = ("recall", "near", "motif", "stay", "roots", "density")


def phrase_after(passage: Passage) -> Passage:
    """Return the first phrase of what follows a prompt."""
    bars = BarMap.of(passage.score)
    return replace(passage, end=bars.start_of(bars.bar_at(passage.start) + PHRASE))


def kind_of(passage: Passage) -> str | None:
    """Return what the phrase after a prompt is in its piece; None where no phrase begins there."""
    bars = BarMap.of(passage.score)
    start = bars.bar_at(passage.start)
    if (start - first_bar_of(passage.score)) % PHRASE:
        return None
    *known, last = sections_of(passage.score, past=start + PHRASE)
    if last.letter not in {section.letter for section in known}:
        return "new"
    return "varied" if last.varied else "same"


def figures(passage: Passage) -> dict[str, float]:
    """Return the figures of a phrase that are shown, those that can be asked."""
    density = passage.following.note_count / max(1, passage.prompt.note_count)
    found = all_figures(passage) | {"density": density}
    return {name: found[name] for name in _SHOWN if name in found}


def _rows(generator: MusicGenerator, song: ChosenSong, seed: int) -> Iterator[dict[str, Any]]:
    passage = phrase_after(song.passage)
    about = {"song": f"{song.collection}/{song.name}"}
    kind = kind_of(passage)
    if kind is not None:
        yield about | {"what": f"real, {kind}"} | figures(passage)
    heard = passage.score.between(0, passage.start)
    for wish in _WISHES:
        request = Request(
            start=passage.start,
            bars=PHRASE,
            alternatives=1,
            since=song.since,
            wish=wish,
            sampling=SamplingConfig(seed=seed),
        )
        (made,) = continuations(generator, heard, request)
        yield about | {"what": f"made, {wish}"} | figures(with_following(passage, made.parts))


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=3)
    add_seed(parser)


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    songs = find_songs(
        folders_of(arguments.folders), split=arguments.split, count=arguments.songs
    ).songs
    rows: list[dict[str, Any]] = []
    progress = output.progress(f"Sections, {arguments.split}")
    for number, song in enumerate(songs, 1):
        rows += _rows(generator, song, arguments.seed)
        progress.update(number / len(songs), song.name)
    progress.done()
    return {"rows": rows}


def _lines(figures_: Figures) -> list[str]:
    rows = figures_["rows"]
    lines = ["".join(f"{name:>15}" for name in ("", *_SHOWN, "n"))]
    for what in sorted({row["what"] for row in rows}):
        own = [row for row in rows if row["what"] == what]
        means = [fmean([row[name] for row in own if name in row] or [0.0]) for name in _SHOWN]
        lines.append(f"{what:>15}" + "".join(f"{m:15.2f}" for m in means) + f"{len(own):15}")
    return lines


BENCHMARKS = {"sections": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)}
