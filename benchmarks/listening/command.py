"""`python -m benchmarks listen`: whether the notes of sound are found, beside basic-pitch's own.

Music of the test data with known notes is played by the built-in sound, each piece under three
conditions (`many.CONDITIONS`), and heard. Both ways of finding notes get what the same network
heard. F is the harmonic mean of precision and recall of onsets within 50 ms and pitches, as
`mir_eval` counts it; `f_70` within 70 ms. Ends are right within 50 ms or a fifth of the length.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.harness import Benchmark, Figures
from benchmarks.listening.many import CONDITIONS, EXCERPT_S, KINDS, Played, songs_of, under
from benchmarks.listening.matching import LENIENT_S, STRICT_S, Counts, counted, matched
from benchmarks.listening.peer import notes_of_basic_pitch
from benchmarks.songs import SPLITS
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.ground.errors import SegueError
from engine.ground.paths import pitch_network
from engine.listening.choosing import voices_of
from engine.listening.many_voices import notes_of_many
from engine.listening.network import PitchNetwork
from engine.listening.salience import Salience, joined, saliences
from engine.values.hearing import HeardNote, Hearing

_VARIABLE = "SEGUE_TEST_DATA"
_END_SHARE = 0.2


class _Row:
    """The figures of one kind of music under one condition, song after song."""

    def __init__(self) -> None:
        self._songs = self._many = 0
        self._cpu_s = 0.0
        self._counts: dict[str, Counts] = {}
        self._ends: list[bool] = []

    def add(self, song: Played, salience: Salience) -> None:
        """Find the notes of a song in both ways and count them."""
        began_s = time.process_time()
        hearing = Hearing(
            seconds=EXCERPT_S, voices="many", notes=tuple(notes_of_many([salience]))
        ).kept()
        self._cpu_s += time.process_time() - began_s
        self._songs += 1
        self._many += voices_of(salience) == "many"
        for whose, found in (("ours", hearing), ("peer", notes_of_basic_pitch(salience))):
            for within_s in (STRICT_S, LENIENT_S):
                name = f"{whose} {1000 * within_s:.0f}"
                counts = counted(found, song.notes, within_s=within_s)
                self._counts[name] = self._counts.get(name, Counts()) + counts
        self._ends += _right_ends(hearing, song.notes)

    def figures(self) -> Figures:
        """Return what was found so far."""
        strict = f"{1000 * STRICT_S:.0f}"
        made: Figures = {"songs": self._songs}
        for whose in ("ours", "peer"):
            counts = self._counts[f"{whose} {strict}"]
            made[whose] = {
                "f": round(counts.f, 3),
                "f_70": round(self._counts[f"{whose} {1000 * LENIENT_S:.0f}"].f, 3),
                "precision": round(counts.hits / max(1, counts.found), 3),
                "recall": round(counts.hits / max(1, counts.true), 3),
                "octave_errors": round(counts.octave_share, 3),
            }
        return made | {
            "right_ends": round(sum(self._ends) / max(1, len(self._ends)), 3),
            "taken_for_many": f"{self._many} of {self._songs}",
            "cpu_s_a_minute": round(60 * self._cpu_s / (EXCERPT_S * self._songs), 2),
        }


def _right_ends(found: Sequence[HeardNote], true: Sequence[HeardNote]) -> Iterator[bool]:
    for one, other in matched(found, true, within_s=STRICT_S):
        length_s = true[other].end_s - true[other].start_s
        allowed_s = max(STRICT_S, _END_SHARE * length_s)
        yield abs(found[one].end_s - true[other].end_s) <= allowed_s


def _measure(arguments: Arguments, output: Output) -> Figures:
    network = PitchNetwork.load(pitch_network())
    progress = output.progress("Listening")
    figures: Figures = {"what": "listen", "split": arguments.half}
    for place, (name, kind) in enumerate(KINDS.items()):
        rows = {condition: _Row() for condition in CONDITIONS}
        songs = songs_of(kind, arguments.music, split=arguments.half, count=arguments.each)
        for number, song in enumerate(songs):
            done = (place + number / arguments.each) / len(KINDS)
            progress.update(done, song.name)
            for condition, row in rows.items():
                sound = under(song.sound, CONDITIONS[condition], seed=number)
                row.add(song, joined(saliences([sound], network)))
            figures[name] = {condition: row.figures() for condition, row in rows.items()}
        if name not in figures:
            raise SegueError(f"‘{arguments.music}’ has no songs for {name}.")
    progress.done()
    return figures


def _define(parser: argparse.ArgumentParser) -> None:
    folder = os.environ.get(_VARIABLE, ".")
    parser.add_argument(
        "music", nargs="?", type=Path, default=Path(folder), help=f"the test data ({_VARIABLE})"
    )
    parser.add_argument(
        "--each", type=positive, default=4, metavar="N", help="songs of each kind (4)"
    )
    parser.add_argument("--half", choices=SPLITS, default=SPLITS[0], help="of the songs (choose)")


BENCHMARKS = {"listen": Benchmark(define=_define, measure=_measure, about=__doc__)}
