"""Counts new bars after a phrase that came twice, in real songs and in made ones.

    python scripts/research/after_repeats.py MODEL SONGS... [--songs 60] [--split choose] [--seed 0]
        [--most 3] [--alternatives 4] [--best-of 8]

SONGS are folders of songs that the model has not learned from. It looks for places where the last
four bars, or the last eight, are note for note the ones before them, for the first time. Of the
eight bars that follow it counts those that are note for note a bar of the phrase, in the real song
and in each alternative, and how many alternatives of a request differ. Beside them: how alike the
rhythm of a bar is to the nearest bar of the phrase, notes in relation to the phrase, and notes in
its key. `--most` is the number of places in a song, `--nats` the strength of leaving the phrase.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.arguments import add_model, add_seed, add_songs
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.config import SamplingConfig
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.priors import PlanPriors
from engine.model.network.processor import use_processor
from engine.music.keys import Key, estimate_key, share_in_key
from engine.music.passage_figures import share_in_common
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.request import PartNote, Request

PHRASES, NEW = (4, 8), 8
# Parts of a quarter to which onsets are rounded: they hold sixteenths and triplets.
TWELFTHS = 12

Bar = frozenset[tuple[int, int, int]]


class Repeat(NamedTuple):
    """A place in a song where a phrase has come twice: the bar after it, and its bars."""

    collection: str
    name: str
    score: Score
    bar: int
    phrase: int


def bars_of(score: Score, notes: Sequence[tuple[int, int, int]], *, past: int) -> list[Bar]:
    """Return bars as sets of (onset, track, pitch); notes are (tick, track, pitch)."""
    bars, found = BarMap.of(score), [set[tuple[int, int, int]]() for _ in range(past)]
    for tick, track, pitch in notes:
        bar = bars.bar_at(tick)
        if bar < past:
            onset = round((tick - bars.start_of(bar)) * TWELFTHS / score.ticks_per_quarter)
            found[bar].add((onset, track, pitch))
    return [frozenset(bar) for bar in found]


def repeats(file: SongFile, score: Score, *, most: int) -> list[Repeat]:
    """Return the first places of a song, none in the eight bars after another."""
    notes = [(note.start, track, note.pitch) for track, note in score.notes()]
    past = BarMap.of(score).bars_until(score.end)
    bars, found, bar = bars_of(score, notes, past=past), list[Repeat](), 0
    while bar + NEW <= past and len(found) < most:
        phrase = next((length for length in PHRASES if _came_twice(bars, bar, length)), 0)
        if phrase:
            found.append(Repeat(file.collection, file.path.stem, score, bar, phrase))
            bar += NEW
        bar += 1
    return found


def _came_twice(bars: Sequence[Bar], past: int, length: int) -> bool:
    first = past - 2 * length
    if first < 0 or bars[first : first + length] != bars[first + length : past]:
        return False
    before = first - length
    again = before >= 0 and bars[before:first] == bars[first : first + length]
    return not again and all(bars[first:past])


class Traits(NamedTuple):
    """Figures of the bars that follow, in relation to the phrase."""

    same: float
    rhythm: float
    notes: float
    key: float


def traits_of(bars: Sequence[Bar], phrase: Sequence[Bar], key: Key | None) -> Traits:
    """Return the figures of bars."""
    rhythms = [_rhythm(bar) for bar in phrase]
    pitches = [Note(0, pitch, 1) for bar in bars for _, _, pitch in bar]
    return Traits(
        same=fmean(bar in phrase for bar in bars),
        rhythm=fmean(max(share_in_common(_rhythm(bar), one) for one in rhythms) for bar in bars),
        notes=fmean(map(len, bars)) / fmean(map(len, phrase)),
        key=share_in_key(pitches, key) if key and pitches else 1.0,
    )


def _rhythm(bar: Bar) -> Bar:
    return frozenset((onset, track, 0) for onset, track, _ in bar)


def made(generator: MusicGenerator, place: Repeat, request: Request) -> Iterator[list[PartNote]]:
    """Yield the notes of each alternative."""
    heard = place.score.between(0, request.start)
    for one in continuations(generator, heard, request):
        yield list(one.parts)


def main() -> None:
    """Count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_model(parser, needed=True)
    add_songs(parser, count=60)
    add_seed(parser)
    parser.add_argument("--most", type=int, default=3)
    parser.add_argument("--alternatives", type=int, default=4)
    parser.add_argument("--best-of", type=int, default=8)
    parser.add_argument("--wish", default="none")
    parser.add_argument("--nats", type=float, default=PlanPriors().leaving)
    arguments = parser.parse_intermixed_args()
    use_processor(threads=1)
    places = [
        place
        for found in first_songs(
            folders_of(arguments.folders),
            lambda file, score: repeats(file, score, most=arguments.most) or None,
            split=arguments.split,
            count=arguments.songs,
        )
        for place in found
    ]
    model = LiveModel.load(arguments.model)
    plan = replace(model.priors.plan, leaving=arguments.nats)
    generator = MusicGenerator(replace(model, priors=replace(model.priors, plan=plan)))
    rows: list[tuple[Traits, Traits]] = []
    different: list[int] = []
    for number, place in enumerate(places):
        bars = BarMap.of(place.score)
        past, start = place.bar + NEW, bars.start_of(place.bar)
        notes = [(note.start, track, note.pitch) for track, note in place.score.notes()]
        real = bars_of(place.score, notes, past=past)
        phrase = real[place.bar - place.phrase : place.bar]
        key = estimate_key([note for _, note in place.score.between(0, start).notes()])
        request = Request(
            start=start,
            bars=NEW,
            alternatives=arguments.alternatives,
            best_of=arguments.best_of,
            sampling=SamplingConfig(seed=arguments.seed + 100 * number),
        )
        follow = [real[place.bar :]]
        for parts in made(generator, place, request):
            own = [(part.note.start, part.track, part.note.pitch) for part in parts]
            follow.append(bars_of(place.score, own, past=past)[place.bar :])
        shown = ["".join("x" if bar in phrase else "." for bar in bars) for bars in follow]
        true, *others = (traits_of(bars, phrase, key) for bars in follow)
        rows.append((true, Traits(*map(fmean, zip(*others, strict=True)))))
        different.append(len(set(map(tuple, follow[1:]))))
        print(f"{place.collection}/{place.name[:40]} bar {place.bar} phrase {place.phrase}:")
        print(
            f"  real {shown[0]}, made {' '.join(shown[1:])}, different {different[-1]}", flush=True
        )
    print(f"{len(rows)} places, real and made; {fmean(different):.2f} alternatives differ")
    for name in Traits._fields:
        values = [(getattr(true, name), getattr(other, name)) for true, other in rows]
        true_mean, made_mean = (fmean(side) for side in zip(*values, strict=True))
        print(f"{name}: {true_mean:.2f}, {made_mean:.2f}")


if __name__ == "__main__":
    main()
