"""`python -m benchmarks listen-one`: whether the notes of one voice are found in its sound.

The first tracks of songs are hummed, sung, whistled, or played on winds (`voices`). F is the
harmonic mean of precision and recall of onsets within 50 ms and pitches, `f_70` within 70 ms,
beside that of basic-pitch's own notes.

A singer between two keys, 48 cents flat or 52 sharp, may be taken for either: such a tune may be
found a semitone higher or lower as a whole, by basic-pitch in any case.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from benchmarks.arguments import add_songs
from benchmarks.harness import Benchmark, Figures
from benchmarks.listening.many import CONDITIONS, Played, under
from benchmarks.listening.matching import LENIENT_S, STRICT_S, Counts, counted
from benchmarks.listening.peer import notes_of_basic_pitch
from benchmarks.listening.voices import KINDS, performances
from benchmarks.songs import HALVES, Folders, Half, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.ground.paths import assets
from engine.listening.network import RATE, PitchNetwork
from engine.listening.one_voice import LEAST, one_voice
from engine.listening.salience import Salience, joined, saliences
from engine.values.hearing import HeardNote, Hearing

# A voice so far from its keys is between two of them.
_BETWEEN_CENTS = 35


@dataclass(slots=True)
class _Row:
    """The counts of one kind under one condition."""

    strict: Counts = field(default_factory=Counts)
    lenient: Counts = field(default_factory=Counts)
    peer: Counts = field(default_factory=Counts)
    spent_s: float = 0.0
    seconds: float = 0.0

    def add(self, piece: Played, salience: Salience) -> None:
        """Find the notes of a piece in both ways and count them."""
        began = time.process_time()
        heard = one_voice([salience])
        self.spent_s += time.process_time() - began
        seconds = len(piece.sound) / RATE
        self.seconds += seconds
        hearing = Hearing(seconds=seconds, voices="one", notes=heard.notes, least=LEAST)
        moves = int(abs(heard.tuning_cents) >= _BETWEEN_CENTS)
        self.strict += _best(hearing.kept(), piece.notes, moves=moves, within_s=STRICT_S)
        self.lenient += _best(hearing.kept(), piece.notes, moves=moves, within_s=LENIENT_S)
        theirs = notes_of_basic_pitch(salience)
        self.peer += _best(theirs, piece.notes, moves=1, within_s=LENIENT_S)

    def figures(self) -> Figures:
        """Return what was found so far."""
        return {
            "f": round(self.strict.f, 3),
            "f_70": round(self.lenient.f, 3),
            "octave_errors": round(self.lenient.octave_share, 3),
            "peer_f_70": round(self.peer.f, 3),
            "cpu_s_a_minute": round(60 * self.spent_s / max(1.0, self.seconds), 2),
        }


def one_voice_figures(
    folders: Folders, network: PitchNetwork, *, half: Half, count: int
) -> Figures:
    """Return the figures of each kind of voice under each condition.

    Args:
        folders: Of tunes, by collection.
        network: Hears the sound.
        half: Of tunes and singers.
        count: Tunes of each kind and collection; 0 is all.
    """
    figures: Figures = {}
    for kind in KINDS:
        rows = {condition: _Row() for condition in CONDITIONS}
        for seed, piece in enumerate(performances(kind, folders, half=half, count=count)):
            for condition, row in rows.items():
                sound = under(piece.sound, CONDITIONS[condition], seed=seed)
                row.add(piece, joined(saliences([sound], network)))
        figures[kind] = {condition: row.figures() for condition, row in rows.items()}
    return figures


def _best(
    found: Sequence[HeardNote], true: Sequence[HeardNote], *, moves: int, within_s: float
) -> Counts:
    """Return the counts with the tune where it fits best."""
    tried = (
        counted(found, [replace(note, pitch=note.pitch + move) for note in true], within_s=within_s)
        for move in range(-moves, moves + 1)
    )
    return max(tried, key=lambda counts: counts.hits)


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=1)


def _measure(arguments: Arguments, _output: Output) -> Figures:
    network = PitchNetwork.load(assets() / "listening" / "basic-pitch.safetensors")
    folders = folders_of(arguments.folders)
    return {
        half: one_voice_figures(folders, network, half=half, count=arguments.songs)
        for half in HALVES
        if arguments.split in {half, "all"}
    }


BENCHMARKS = {"listen-one": Benchmark(define=_define, measure=_measure, about=__doc__)}
