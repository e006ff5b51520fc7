"""Does a model follow the chords written over a piece? Strong beats of demo pieces, gone on with.

Each piece is given up to a bar line, with the chords of the bars that really follow written over
those to come: taken no notice of, followed, and held to. Prints the share of notes struck on strong
beats that are tones of the chord there, drums aside, and the same of the real bars.
"""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import get_args

from benchmarks.arguments import add_model, add_seed
from benchmarks.harness import Benchmark
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.config import SamplingConfig
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.reading.chords import is_strong
from engine.model.network.processor import use_processor
from engine.music.chord_symbols import Chord, pitch_classes
from engine.music.chord_track import chord_at, with_chords
from engine.music.chords import find_chords
from engine.music.midifile import read_midi
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.paths import demo_pieces
from engine.request import Harmony, Request

PIECES = ("night-drive", "canon-in-d", "when-the-saints", "waltz-for-two", "blue-hour", "lullaby")
HEARD = 8


def tones(notes: Iterable[Note], chords: tuple[Chord, ...], score: Score) -> Iterator[bool]:
    """Yield, for each note on a strong beat with a chord, whether it is one of its tones."""
    for note in notes:
        classes = pitch_classes(chord_at(chords, note.start))
        if classes and is_strong(note.start, score):
            yield note.pitch % 12 in classes


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    add_seed(parser, seed=1)
    parser.add_argument("--bars", type=positive, default=4, help="of each alternative (4)")
    parser.add_argument("--alternatives", type=positive, default=2, help="of each piece (2)")


def _measure(wanted: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(wanted.model))
    modes: tuple[Harmony, ...] = get_args(Harmony)
    found: dict[str, list[bool]] = {mode: [] for mode in ("real", *modes)}
    for name in PIECES:
        score = read_midi((demo_pieces() / f"{name}.mid").read_bytes()).score
        bars = BarMap.of(score)
        start, end = bars.start_of(HEARD), bars.start_of(HEARD + wanted.bars)
        chords = tuple(chord for chord in find_chords(score) if chord.tick < end)
        over = with_chords(score.between(0, start), chords)
        pitched = [track for track in score.tracks if not track.is_drum]
        real = [n for track in pitched for n in track.notes if start <= n.start < end]
        found["real"] += tones(real, chords, score)
        for mode in modes:
            request = Request(
                start=start,
                bars=wanted.bars,
                alternatives=wanted.alternatives,
                sampling=SamplingConfig(seed=wanted.seed),
                harmony=mode,
            )
            for made in continuations(generator, replace(over, title=name), request):
                notes = (p.note for p in made.parts if not score.tracks[p.track].is_drum)
                found[mode] += tones(notes, chords, score)
    for name, hits in found.items():
        share = sum(hits) / max(1, len(hits))
        print(f"| {name} | {share:.3f} | {len(hits)} |", flush=True)


BENCHMARKS = {"chord-track": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
