"""How long four bars take that are written anew under another chord.

The chords of a demo piece are found and written over it, and the chord at bar 9 is exchanged; bars
9 to 12 are asked for as the window asks for them (all tracks filled, chords followed, four
alternatives, the best of eight), by the live process's own session. Prints the seconds from the
request to the first note, to the first whole alternative, to all four, and until the best of all
are known, the median and the longest of several times; with the notes of the first alternative.
"""

import argparse
import time
from dataclasses import replace
from statistics import median

from benchmarks.arguments import add_model
from benchmarks.harness import Benchmark
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.generation.model import LiveModel
from engine.ground.paths import demo_pieces
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import chord_at, with_chords
from engine.harmony.chords import find_chords
from engine.live.session import Session
from engine.messages import (
    AlternativeFinished,
    ContinuationFinished,
    Continue,
    NotesMade,
)
from engine.midi.file.midifile import read_midi
from engine.model.network.processor import use_processor
from engine.request import BEST_OF, Request, same_role
from engine.values.config import SamplingConfig
from engine.values.score import Score
from engine.values.time import BarMap

_FIRST, _BARS, _ALTERNATIVES = 8, 4, 4
_HIGHER = 5  # semitones, of the other chord
_STAGES = ("first note", "first alternative", "all four", "the best known")


def with_another_chord(score: Score) -> Score:
    """Return a piece with its own chords written over it, and another one where the bars begin."""
    chords, tick = find_chords(score), BarMap.of(score).start_of(_FIRST)
    now = chord_at(chords, tick)
    root = (max(0, now.root) + _HIGHER) % 12
    rest = (chord for chord in chords if chord.tick != tick)
    return with_chords(score, (*rest, Chord(tick, root, "min7", root)))


def seconds(session: Session, score: Score, number: int) -> tuple[tuple[float, ...], int]:
    """Return the seconds to each stage, and the notes of the first alternative."""
    ask = Request(
        start=BarMap.of(score).start_of(_FIRST),
        bars=_BARS,
        alternatives=_ALTERNATIVES,
        best_of=BEST_OF,
        roles=same_role("write", len(score.tracks)),
        sampling=SamplingConfig(seed=number),
        fill=True,
    )
    began, stages, notes, ends = time.perf_counter(), dict[str, float](), 0, 0
    for event in session.continue_(Continue(request=number, score=score, ask=ask)):
        now = time.perf_counter() - began
        match event:
            case NotesMade() if event.notes:
                stages.setdefault(_STAGES[0], now)
                notes += len(event.notes) if event.alternative == 0 else 0
            case AlternativeFinished():
                ends += 1
                stages.setdefault(_STAGES[1], now)
                if ends == _ALTERNATIVES:
                    stages[_STAGES[2]] = now
            case ContinuationFinished():
                stages[_STAGES[3]] = now
    return tuple(stages[name] for name in _STAGES), notes


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    parser.add_argument("--piece", default="blue-hour", help="that ships (blue-hour)")
    parser.add_argument("--times", type=positive, default=5, help="it is asked for (5)")
    parser.add_argument("--threads", type=positive, default=1, help="of the processor (1)")


def _measure(wanted: Arguments, _output: Output) -> None:
    use_processor(threads=wanted.threads)
    session = Session(LiveModel.load(wanted.model))
    score = read_midi((demo_pieces() / f"{wanted.piece}.mid").read_bytes()).score
    # The piece is at hand, as in the window.
    seconds(session, replace(score, title=wanted.piece), 0)
    rows = [seconds(session, with_another_chord(score), n) for n in range(1, wanted.times + 1)]
    for name, column in zip(_STAGES, zip(*(row for row, _ in rows), strict=True), strict=True):
        print(f"{name}: {median(column):.2f} s, at most {max(column):.2f}")
    print(f"notes of the first alternative: {[notes for _, notes in rows]}")


BENCHMARKS = {
    "chord-change": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)
}
