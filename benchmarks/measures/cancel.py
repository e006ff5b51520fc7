"""How soon a continuation stops when it is told to, in a live process of its own.

Half of the rounds are cancelled while notes are made (eight alternatives), half while a long piece
is read. Prints milliseconds from the command to the answer, by the clock and (on Linux) of the
child's processor time: the second says what Segue needs, the first also who else is busy.
"""

import argparse
import random
import time
from dataclasses import replace
from pathlib import Path
from statistics import quantiles

from benchmarks.arguments import add_model
from benchmarks.harness import Benchmark
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.ground.paths import demo_pieces
from engine.messages import (
    CancelContinue,
    ContinuationFinished,
    Continue,
    LoadModel,
    ModelLoaded,
    NotesMade,
    Ready,
)
from engine.midi.file.midifile import read_midi
from engine.processes.process import Child
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Score

REPEATS = 60
LATE_MS = 100  # a user who cancels feels a longer wait


def wait_for(child: Child, kind: type) -> object:
    """Return the next event of a kind."""
    return next(event for event in child.events() if isinstance(event, kind))


def busy_ms(child: Child) -> float:
    """Return the processor time of a child's threads so far; 0 where the system does not tell."""
    threads = Path(f"/proc/{child.pid}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e6


def long_piece(score: Score) -> Score:
    """Return a piece again and again, so that reading it takes a while."""
    length = -(-score.end // (4 * score.ticks_per_quarter)) * 4 * score.ticks_per_quarter
    return replace(
        score,
        tracks=tuple(
            track.with_notes(
                replace(note, start=note.start + length * n)
                for n in range(REPEATS)
                for note in track.notes
            )
            for track in score.tracks
        ),
    )


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    parser.add_argument("--rounds", type=positive, default=20, help="of each kind (20)")


def _measure(arguments: Arguments, _output: Output) -> None:
    rounds = arguments.rounds
    chance = random.Random(1)  # noqa: S311 - no secret
    score = read_midi((Path(demo_pieces()) / "lullaby.mid").read_bytes()).score
    long = long_piece(score)
    with Child("live") as child:
        wait_for(child, Ready)
        child.send(LoadModel(folder=str(arguments.model)))
        wait_for(child, ModelLoaded)
        for name, piece in (("while notes are made", score), ("while a piece is read", long)):
            took_ms, worked_ms = [], []
            for request in range(rounds):
                # Another beginning each time, so that all of it is read again.
                first = replace(piece.tracks[0], notes=piece.tracks[0].notes[request % 7 :])
                ask = Request(start=piece.end, alternatives=8, bars=0)
                ask = replace(ask, sampling=SamplingConfig(seed=request))
                child.send(Continue(request=request + 1, score=piece.with_track(0, first), ask=ask))
                if piece is score:
                    wait_for(child, NotesMade)
                time.sleep(chance.uniform(0.05, 0.4))
                begin, before_ms = time.perf_counter(), busy_ms(child)
                child.send(CancelContinue(request=request + 1))
                wait_for(child, ContinuationFinished)
                took_ms.append((time.perf_counter() - begin) * 1000)
                worked_ms.append(busy_ms(child) - before_ms)
            for what, each in (("by the clock", took_ms), ("of its processor", worked_ms)):
                half, most = quantiles(each, n=100)[49], max(each)
                over = sum(ms > LATE_MS for ms in each)
                print(
                    f"{name}: median {half:.0f} ms, longest {most:.0f} ms {what};"
                    f" {over} of {rounds} over {LATE_MS} ms"
                )


BENCHMARKS = {"cancel": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
