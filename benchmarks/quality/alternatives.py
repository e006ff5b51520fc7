"""`python -m benchmarks alternatives MODEL SONGS...`: are four alternatives four ideas?

Four alternatives of eight are made after each song's prompt, as the window makes them. Counted are
the plans of chords among the four, by the first chord of each bar, and how far their tunes are from
each other: the share of notes that two of them do not have in common, the mean of all pairs and the
nearest pair. Beside that stands how far what is made lies from the bars that really follow, all
four together. With --beside it says how much another run differs, on the same songs.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

from app.compose.offer.offer_sketch import tune_of, tune_track_of
from benchmarks.arguments import add_model, add_out_file, add_seed, add_songs
from benchmarks.evaluation.against_real import Interval, Pair
from benchmarks.evaluation.likeness import figures_of
from benchmarks.evaluation.passages import Passage, with_following
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.songs import ChosenSong, find_songs
from benchmarks.quality.statistics import (
    distance_change,
    distance_of,
    mean_of,
    pair_of_figures,
)
from benchmarks.songs import folders_of
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.form.passage_figures import Onsets, onsets_by_bar
from engine.generation.choose.ranking import alike
from engine.generation.continuation import Continuation, continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.harmony.chord_track import chord_at
from engine.model.network.processor import use_processor
from engine.request import BEST_OF, PartNote, Request
from engine.values.config import SamplingConfig
from engine.values.score import Score
from engine.values.time import BarMap

OFFERED = 4
_SHOWN = ("plans", "two", "tunes", "nearest")

Row = Mapping[str, Any]


def plan_of(made: Continuation) -> tuple[tuple[int, str], ...]:
    """Return root and quality of the planned chord on each bar line; empty without a plan."""
    if not made.plan.chords:
        return ()
    bars = BarMap.of(made.score)
    chords = [chord_at(made.plan.chords, tick) for _, tick in bars.bar_starts(made.start, made.end)]
    return tuple((chord.root, chord.quality) for chord in chords)


def tunes_of(score: Score, made: Sequence[Sequence[PartNote]]) -> list[dict[int, Onsets]]:
    """Return the tune of each alternative by bars; the drums where nothing else is made.

    Args:
        score: The piece.
        made: The notes of each alternative.
    """
    drums = {index for index, track in enumerate(score.tracks) if track.is_drum}
    pitched = [part for notes in made for part in notes if part.track not in drums]
    by_track: dict[int, list[Any]] = {}
    for part in pitched or [part for notes in made for part in notes]:
        by_track.setdefault(part.track, []).append(part.note)
    track = tune_track_of(by_track)
    bars, quarter = BarMap.of(score), score.ticks_per_quarter
    found = []
    for notes in made:
        tune = tune_of([part.note for part in notes if part.track == track])
        pairs = ((track, note) for note in tune)
        found.append(onsets_by_bar(pairs, bars, ticks_per_quarter=quarter))
    return found


def figures(score: Score, made: Sequence[Continuation]) -> dict[str, float]:
    """Return how much alternatives differ.

    Args:
        score: The piece that they go on with.
        made: At least two.
    """
    plans = [plan_of(each) for each in made]
    tunes = tunes_of(score, [each.parts for each in made])
    apart = [1.0 - alike(one, other) for one, other in combinations(tunes, 2)]
    found: dict[str, float] = {"tunes": fmean(apart), "nearest": min(apart)}
    if all(plans):
        found |= {"plans": len(set(plans)), "two": float(len(set(plans)) > 1)}
    return found


def _row(generator: MusicGenerator, song: ChosenSong, *, bars: int, seed: int) -> dict[str, Any]:
    passage = song.passage
    heard = passage.score.between(0, passage.start)
    request = Request(
        start=passage.start,
        bars=bars,
        alternatives=OFFERED,
        best_of=BEST_OF,
        since=song.since,
        sampling=SamplingConfig(seed=seed),
    )
    made = continuations(generator, heard, request)[:OFFERED]
    real = Passage(
        score=passage.score,
        begin=passage.begin,
        start=passage.start,
        end=request.end_in(heard),
    )
    return {
        "song": song.name,
        "collection": song.collection,
        "differ": figures(heard, made),
        "real": figures_of(real),
        "made": _means([figures_of(with_following(real, each.parts)) for each in made]),
    }


def _means(of: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each figure that all alternatives can be asked."""
    names = [name for name in of[0] if all(name in each for each in of)]
    return {name: fmean(each[name] for each in of) for name in names}


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=5)
    add_seed(parser, seed=1)
    add_out_file(parser)
    parser.add_argument("--bars", type=positive, default=4, help="of an alternative (4)")
    parser.add_argument("--beside", type=Path, metavar="FILE.json", help="another run's --out")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    songs = find_songs(
        folders_of(arguments.folders), split=arguments.split, count=arguments.songs
    ).songs
    rows = []
    progress = output.progress(f"Drawing, {arguments.split}")
    for number, song in enumerate(songs, 1):
        # Each song's seeds are its own, so that chance falls in another way in each.
        seed = arguments.seed + number * BEST_OF
        rows.append(_row(generator, song, bars=arguments.bars, seed=seed))
        progress.update(number / len(songs), song.name)
    progress.done()
    found: Figures = {"rows": rows}
    if arguments.out:
        arguments.out.write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")
    if arguments.beside:
        found["beside"] = json.loads(arguments.beside.read_text(encoding="utf-8"))["rows"]
    return found


def compared(rows: Sequence[Row], beside: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows of those songs that both runs have, in one order."""
    others = {(row["collection"], row["song"]): row for row in beside}
    both = [row for row in rows if (row["collection"], row["song"]) in others]
    return both, [others[row["collection"], row["song"]] for row in both]


def _lines(found: Figures) -> list[str]:
    rows: list[Row] = found["rows"]
    lines = [f"{len(rows)} songs, {sum('plans' in row['differ'] for row in rows)} with plans"]
    for name in _SHOWN:
        values = [row["differ"][name] for row in rows if name in row["differ"]]
        if values:
            lines.append(f"{name:9} {_said(mean_of(values))}")
    lines.append(f"distance  {_said(distance_of(_pairs(rows)))}")
    if "beside" in found:
        lines += _changes(*compared(rows, found["beside"]))
    return lines


def _changes(rows: Sequence[Row], beside: Sequence[Row]) -> list[str]:
    """Return how much a run differs from another one on the same songs."""
    lines = [f"beside the other run, {len(rows)} songs"]
    for name in _SHOWN:
        pairs = [(row["differ"], other["differ"]) for row, other in zip(rows, beside, strict=True)]
        changes = [one[name] - two[name] for one, two in pairs if name in one and name in two]
        if changes:
            lines.append(f"{name:9} {_said(mean_of(changes))}")
    if rows:
        lines.append(f"distance  {_said(distance_change(_pairs(rows), _pairs(beside)))}")
    return lines


def _pairs(rows: Sequence[Row]) -> list[Pair]:
    return [pair_of_figures(row["collection"], made=row["made"], real=row["real"]) for row in rows]


def _said(value: Interval) -> str:
    return f"{value.value:6.3f} ({value.low:.3f} to {value.high:.3f})"


BENCHMARKS = {
    "alternatives": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)
}
