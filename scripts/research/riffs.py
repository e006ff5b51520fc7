"""Counts how long riffs of single parts go on, in real songs and in made ones.

    python scripts/research/riffs.py MODEL SONGS... [--songs 15] [--split choose] [--seed 0]
        [--places 5] [--drawn 8]

SONGS are folders of songs. It looks at each fourth bar of a song with drums where a part has a riff
(`engine/planning/riffs.py`). For eight bars after `--places` of them in each song, chosen by
chance, it prints the share that is the riff's, and the bars until the first that is not: in the
real song, in the first alternative and in all. `--drawn 0` counts real songs alone.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.arguments import add_model, add_seed, add_songs
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.config import SamplingConfig
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.processor import use_processor
from engine.music.score import Score
from engine.music.time import BarMap
from engine.planning.phrases import BLOCK, PHRASE, first_bar_of
from engine.planning.riffs import LONGEST, riff_of
from engine.planning.sections import bars_of
from engine.request import Request

Bar = frozenset[tuple[int, int]]


class Place(NamedTuple):
    """A bar of a song before which parts have riffs: by track, the bars that would go on."""

    score: Score
    bar: int
    wanted: dict[int, list[Bar]]


def with_drums(_file: SongFile, score: Score) -> Score | None:
    """Return a song in which drums play."""
    return score if any(track.is_drum and track.notes for track in score.tracks) else None


def bars_by_track(score: Score, first: int, past: int) -> dict[int, list[Bar]]:
    """Return the onsets of each track, bar by bar."""
    whole = bars_of(score, first=first, past=past)
    return {
        track: [frozenset((at, pitch) for t, at, pitch in bar if t == track) for bar in whole]
        for track in range(len(score.tracks))
    }


def places_of(score: Score) -> Iterator[Place]:
    """Yield the places of a song in which some part has a riff."""
    past, first = BarMap.of(score).bars_until(score.end), first_bar_of(score)
    for bar in range(first + PHRASE, past - PHRASE, BLOCK):
        heard = bars_by_track(score, max(first, bar - LONGEST), bar)
        found = {track: (bars, riff_of(bars)) for track, bars in heard.items()}
        wanted = {
            track: [bars[at % riff.period - riff.period] for at in range(PHRASE)]
            for track, (bars, riff) in found.items()
            if riff is not None
        }
        if wanted:
            yield Place(score, bar, wanted)


def figures(place: Place, music: Score) -> tuple[float, float]:
    """Return the share of eight bars that are the riffs', and the bars until one is not."""
    played = bars_by_track(music, place.bar, place.bar + PHRASE)
    same = [
        [one == other for one, other in zip(wanted, played[track], strict=True)]
        for track, wanted in place.wanted.items()
    ]
    return fmean(map(fmean, same)), fmean([*each, False].index(False) for each in same)


def drawn(generator: MusicGenerator, place: Place, *, count: int, seed: int) -> list[Score]:
    """Return what a model makes there, the best first."""
    bars = BarMap.of(place.score)
    first = max(first_bar_of(place.score), place.bar - LONGEST)
    request = Request(
        start=bars.start_of(place.bar),
        bars=PHRASE,
        alternatives=count,
        best_of=count,
        since=bars.start_of(first),
        sampling=SamplingConfig(seed=seed),
    )
    made = continuations(generator, place.score.between(0, request.start), request)
    return [each.score for each in made]


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, and print the means over places."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_model(parser, needed=True)
    add_songs(parser, count=15)
    add_seed(parser)
    parser.add_argument("--places", type=int, default=5)
    parser.add_argument("--drawn", type=int, default=8)
    asked = parser.parse_args(arguments)
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(asked.model))
    rng = np.random.default_rng(asked.seed)
    rows: dict[str, list[tuple[float, float]]] = {"real": [], "first": [], "all": []}
    folders = folders_of(asked.folders)
    for score in first_songs(folders, with_drums, split=asked.split, count=asked.songs):
        found = list(places_of(score))
        for at in rng.permutation(len(found))[: asked.places]:
            place = found[at]
            rows["real"].append(figures(place, score))
            if asked.drawn:
                seed = asked.seed + asked.drawn * len(rows["real"])
                made = drawn(generator, place, count=asked.drawn, seed=seed)
                each = [figures(place, music) for music in made]
                rows["first"].append(each[0])
                rows["all"] += each
    for name, values in rows.items():
        if values:
            share, until = (fmean(column) for column in zip(*values, strict=True))
            print(f"{name}: {share:.2f} of eight bars, {until:.1f} until it is left, {len(values)}")


if __name__ == "__main__":
    main()
