"""How well does the piece go on after filled bars, and after bars that were rewritten and ranked?

Bars 9 to 12 of the first twenty
of each song are taken out of all tracks and made again: rewritten (drawn from the left) and filled
(both sides read first). Of each so many are drawn, and the one is taken that Segue offers first;
beside it the mean of three that are not chosen, and the one after which bars 13 to 16 cost least.
Prints nats a note of the true bars 13 to 16 after each, read from the left by the same model, and
after the true bars and after as many of silence: a line for each song as it is known, then the
means and the differences from what is rewritten and offered first, with their 95 % interval over
songs.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean

import numpy as np

from benchmarks.arguments import add_model, add_seed, add_songs
from benchmarks.evaluation.passages import Passage
from benchmarks.evaluation.reading import reading_of
from benchmarks.harness import Benchmark
from benchmarks.measures.which_next import nats_a_note
from benchmarks.quality.statistics import mean_of
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.generation.continuation import Continuation, continuations
from engine.generation.draw import MusicGenerator
from engine.generation.filling import fills
from engine.generation.model import LiveModel
from engine.ground.errors import EmptyMusicError
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.request import Request, same_role
from engine.values.config import SamplingConfig
from engine.values.score import Score
from engine.values.time import BarMap

_FIRST, _BARS, _AFTER, _ALL = 8, 4, 4, 20
_LEAST_NOTES = 8  # in the gap and after it
_UNRANKED = 3
_RANKED, _LEAST = "rewritten and ranked", "least"


def played(file: SongFile, score: Score) -> Score | None:
    """Return the first bars of a song that plays in the gap and after it."""
    bars = BarMap.of(score)
    ticks = [bars.start_of(bar) for bar in (_FIRST, _FIRST + _BARS, _FIRST + _BARS + _AFTER)]
    if min(score.between(a, b).note_count for a, b in pairwise(ticks)) < _LEAST_NOTES:
        return None
    return replace(score.between(0, bars.start_of(_ALL)), title=file.name)


def made(
    generator: MusicGenerator, score: Score, *, best_of: int, seed: int
) -> dict[str, list[Score]]:
    """Return the song with its gap made again, by how that was done."""
    roles = same_role("write", len(score.tracks))
    ask = Request(
        start=BarMap.of(score).start_of(_FIRST),
        bars=_BARS,
        alternatives=best_of,
        best_of=best_of,
        roles=roles,
        sampling=SamplingConfig(seed=seed),
    )
    # `Rewritten` would lower the true notes, if they still stood there.
    score = ask.cleared(score)
    # The best comes first; of all of them those that were drawn first are as good as any.
    rewritten = continuations(generator, score, replace(ask, following=_AFTER))
    filled = fills(generator, score, replace(ask, fill=True))
    return {
        "rewritten, not ranked": [_whole(score, each, ask) for each in _unranked(rewritten)],
        _RANKED: [_whole(score, rewritten[0], ask)],
        f"rewritten, {_LEAST}": [_whole(score, each, ask) for each in rewritten],
        "filled, not ranked": [each.score for each in _unranked(filled)],
        "filled and ranked": [filled[0].score],
        f"filled, {_LEAST}": [each.score for each in filled],
    }


def _unranked(made: Sequence[Continuation]) -> list[Continuation]:
    return sorted(made, key=lambda one: one.seed)[:_UNRANKED]


def _whole(score: Score, each: Continuation, ask: Request) -> Score:
    """Return the song with what was rewritten in its gap, and what follows it."""
    return ask.writing(score, each.parts, end=ask.end_in(score))


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=2)
    add_seed(parser, seed=1)
    parser.add_argument("--best-of", type=positive, default=8, help="alternatives (8)")


def _measure(wanted: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    live = LiveModel.load(wanted.model)
    generator = MusicGenerator(live)
    reading = reading_of(load_model(wanted.model).model, live.tokenizer.vocabulary)
    cost = nats_a_note(reading, live.tokenizer)
    began_s, rows = time.process_time(), list[dict[str, float]]()
    songs = first_songs(folders_of(wanted.folders), played, split=wanted.split, count=wanted.songs)
    for score in songs:
        bars = BarMap.of(score)
        begin, start, end = (
            bars.start_of(bar) for bar in (_FIRST, _FIRST + _BARS, _FIRST + _BARS + _AFTER)
        )

        def after(whole: Score, start: int = start, end: int = end) -> float:
            return cost(Passage(score=whole, begin=0, start=start, end=end)).heard

        silent = replace(
            score,
            tracks=tuple(track.with_part((), start=begin, end=start) for track in score.tracks),
        )
        found = {"true": after(score), "silence": after(silent)}
        for name, scores in made(
            generator, score, best_of=wanted.best_of, seed=wanted.seed
        ).items():
            found[name] = (min if name.endswith(_LEAST) else fmean)(map(after, scores))
        rows.append(found)
        values = " ".join(f"{value:.3f}" for value in found.values())
        print(f"{score.title}: {values}", flush=True)
    if not rows:
        raise EmptyMusicError("No song here plays in the gap and after it.")
    tell(rows)
    print(f"{time.process_time() - began_s:.0f} s of processor time")


def tell(rows: Sequence[dict[str, float]]) -> None:
    """Print the means over songs, and how they differ from what is rewritten and ranked."""
    print(f"{len(rows)} songs")
    ranked = np.array([row[_RANKED] for row in rows])
    for name in rows[0]:
        values = np.array([row[name] for row in rows])
        more = mean_of((values - ranked).tolist())
        print(
            f"| {name} | {values.mean():.3f} |"
            f" {more.value:+.3f} ({more.low:+.3f} to {more.high:+.3f}) |"
        )


BENCHMARKS = {"joining": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
