"""`python -m benchmarks entrances SONGS...`: how often parts come in and fall silent in real songs.

Of each song it counts where phrases begin: parts that stay, parts that return, parts that play for
the first time, each beside those that do not. A beta distribution over songs is fitted to each of
the three; the songs count alike, however long they are. `engine/planning/entrances.py` has the
result for the split *choose*.
"""

import argparse
from collections.abc import Sequence
from math import lgamma

import numpy as np

from benchmarks.arguments import add_songs
from benchmarks.harness import Benchmark, Figures
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.ground.errors import SegueError
from engine.planning.entrances import Chance, Turns, habit_of
from engine.values.score import Score

_FEWEST = 4  # parts at beginnings of phrases: fewer say nothing of a song's chance
_MEANS = np.arange(0.02, 0.995, 0.01)
_STRENGTHS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 40.0)


def turns_of(score: Score) -> Turns | None:
    """Return how often the parts of a song came in and fell silent; None for a single part."""
    notes = {index: track.notes for index, track in enumerate(score.tracks) if track.notes}
    return habit_of(score, notes, start=score.end).turns() if len(notes) > 1 else None


def fitted(counts: Sequence[tuple[int, int]]) -> Chance:
    """Return the likeliest beta distribution of a chance over songs, on a grid.

    Args:
        counts: Of each song how often it did something, and how often it did not.

    Raises:
        SegueError: No song says enough.
    """
    told = [(yes, no) for yes, no in counts if yes + no >= _FEWEST]
    if not told:
        raise SegueError("No song has enough phrases.", hint="Name folders with longer songs.")
    grid = [
        Chance(float(mean * strength), float((1 - mean) * strength))
        for mean in _MEANS
        for strength in _STRENGTHS
    ]
    return max(
        grid, key=lambda chance: sum(_likelihood(chance, *song) / sum(song) for song in told)
    )


def _likelihood(chance: Chance, yes: int, no: int) -> float:
    """Return the logarithm of the likelihood of counts: beta-binomial, without its constant."""
    a, b = chance
    after = lgamma(a + yes) + lgamma(b + no) - lgamma(a + b + yes + no)
    return after - lgamma(a) - lgamma(b) + lgamma(a + b)


def _measure(arguments: Arguments, _output: Output) -> Figures:
    songs = list(
        first_songs(
            folders_of(arguments.folders),
            _named_turns,
            split=arguments.split,
            count=arguments.songs,
        )
    )
    figures: Figures = {"songs": len(songs)}
    for index, name in enumerate(Turns._fields):
        chance = fitted([turns[index] for _, turns in songs])
        rates: dict[str, list[float]] = {}
        for collection, turns in songs:
            if sum(turns[index]) >= _FEWEST:
                rates.setdefault(collection, []).append(turns[index][0] / sum(turns[index]))
        figures[name] = {
            "yes": round(chance.yes, 2),
            "no": round(chance.no, 2),
            **{collection: round(float(np.mean(each)), 2) for collection, each in rates.items()},
        }
    return figures


def _named_turns(file: SongFile, score: Score) -> tuple[str, Turns] | None:
    turns = turns_of(score)
    return None if turns is None else (file.collection, turns)


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=40)


BENCHMARKS = {"entrances": Benchmark(define=_define, measure=_measure, about=__doc__)}
