"""How often the chord that was there is found again from the tune alone, and how soon.

Stretches of a chord that the whole piece has are asked about with the accompaniment silent: where
the chord stands in the order of the chord finder and in that of the model, and what the model took.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from benchmarks.arguments import add_model, add_songs
from benchmarks.harness import Benchmark
from benchmarks.songs import first_songs, folders_of
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.errors import EmptyMusicError
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.reharmonizing import chord_likelihoods
from engine.model.network.processor import use_processor
from engine.music.chord_track import with_chords
from engine.music.chords import find_chords, fitting_chords
from engine.music.score import Score

CHORDS = 24
Places = tuple[int, int, float]


def places(generator: MusicGenerator, score: Score, *, most: int) -> Iterator[Places]:
    """Yield where the chord of each stretch stands for the finder and the model, and seconds."""
    chords = find_chords(score)
    piece, tune = with_chords(score, chords), score.tracks[0]
    stretches = [
        (chord, after.tick)
        for chord, after in pairwise(chords)
        if chord.root >= 0 and any(chord.tick <= note.start < after.tick for note in tune.notes)
    ]
    chosen = np.unique(np.linspace(0, len(stretches) - 1, min(most, len(stretches)), dtype=int))
    for chord, end in (stretches[index] for index in chosen):
        start = chord.tick
        fitting = fitting_chords(replace(score, tracks=(tune,)), start=start, end=end)
        names = [(each.root, each.quality) for each in fitting]
        place = names.index((chord.root, chord.quality))
        asked = fitting if place < CHORDS else (*fitting[: CHORDS - 1], fitting[place])
        began_s = time.process_time()
        likely = chord_likelihoods(generator, piece, asked[:CHORDS], tune=0, start=start, end=end)
        order = sorted(range(len(likely)), key=lambda i: -likely[i])
        yield place, order.index(min(place, CHORDS - 1)), time.process_time() - began_s


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=6)
    parser.add_argument("--most", type=positive, default=12, help="stretches of a piece (12)")


def _measure(options: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(options.model))
    songs = first_songs(
        folders_of(options.folders),
        lambda _, score: score,
        split=options.split,
        count=options.songs,
    )
    rows = [row for score in songs for row in places(generator, score, most=options.most)]
    if not rows:
        raise EmptyMusicError("No song here has a tune over chords.")
    finder, model, seconds = (np.array(column) for column in zip(*rows, strict=True))
    for name, found in (("chord finder", finder), ("model", model)):
        shares = ", ".join(f"first {most}: {(found < most).mean():.2f}" for most in (1, 3, 8))
        print(f"{name}: {shares} of {len(found)}")
    print(f"s of processor time a question: {np.median(seconds):.2f}, at most {seconds.max():.2f}")


BENCHMARKS = {
    "reharmonizing": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)
}
