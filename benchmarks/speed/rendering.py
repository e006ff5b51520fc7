"""`python -m benchmarks rendering`: processor time of an audio file, beside FluidSynth's, and live.

Both write a WAV file of 16 bits with the same bank, in turns, and both load only the presets that a
piece has. FluidSynth is a process; ours is the export in this one. Only processor time counts, so
the rest of the machine may be busy.
"""

import argparse
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.harness import Benchmark, Figures
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.ground.errors import SegueError
from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import read_midi
from engine.playback.files.exporting import export_audio
from engine.playback.files.rendering import gather
from engine.playback.sound.bank import bank_path
from engine.playback.sound.synth import load_synthesizer
from engine.playback.sound.tones import SAMPLE_RATE, FrameQueue
from engine.values.score import Score, Track

# A band, a piano alone, strings, a dance.
_PIECES = ("night-drive", "prelude-in-c", "canon-in-d", "waltz-for-two")
# As the device asks for it: 10 ms.
_LIVE_BLOCK = 441
_LIVE_TRACKS, _LIVE_S = 10, 30
_SCORED = (0, 4, 24, 33, 48, 52, 61, 73, 81)
_RESAMPLED, _SEED = 2000, 1


def measure(pieces: Sequence[Path], bank: Path, *, rounds: int) -> Iterator[Figures]:
    """Yield the figures after each piece.

    Args:
        pieces: MIDI files.
        bank: The sound bank of both.
        rounds: How often each piece is rendered by each.

    Raises:
        SegueError: FluidSynth is not installed, or a piece cannot be rendered.
    """
    fluidsynth = shutil.which("fluidsynth")
    if fluidsynth is None:
        raise SegueError("FluidSynth is not installed.")
    figures: Figures = {"what": "rendering", "bank": bank.name, "pieces": {}}
    ratios: list[list[float]] = []
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "piece.wav"
        for path in pieces:
            score = read_midi(path.read_bytes()).score
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(_our_s(score, target, bank))
                theirs.append(_their_s([fluidsynth, "-F", str(target)], path, bank))
            ratios.append([mine / other for mine, other in zip(ours, theirs, strict=True)])
            figures["pieces"][path.stem] = {
                "ours_s": round(statistics.median(ours), 2),
                "fluidsynth_s": round(statistics.median(theirs), 2),
                "ratio": round(statistics.median(ratios[-1]), 2),
            }
            figures |= _interval(ratios)
            yield figures
    yield figures | {"live_core_share": live_share(pieces[0], bank, rounds=rounds)}


def _our_s(score: Score, target: Path, bank: Path) -> float:
    began_s = time.process_time()
    for _ in export_audio(score, target, bank=str(bank)):
        pass
    return time.process_time() - began_s


def _their_s(command: list[str], piece: Path, bank: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    options = ["-q", "-ni", "-r", str(SAMPLE_RATE), "-o", "synth.dynamic-sample-loading=1"]
    subprocess.run(  # noqa: S603 - no shell, and our own files
        [*command, *options, str(bank), str(piece)], check=True, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _interval(ratios: list[list[float]]) -> Figures:
    """Return the geometric mean over pieces and rounds, and where 95 of 100 resamplings have it."""
    dice = np.random.default_rng(_SEED)
    table = np.log(np.array(ratios))
    pieces = dice.integers(0, len(table), (_RESAMPLED, len(table)))
    rounds = dice.integers(0, table.shape[1], (_RESAMPLED, len(table), table.shape[1]))
    drawn = table[pieces[:, :, None], rounds].mean(axis=(1, 2))
    low, high = np.exp(np.percentile(drawn, (2.5, 97.5)))
    return {"ratio": round(float(np.exp(table.mean())), 2), "from_to": f"{low:.2f} to {high:.2f}"}


def live_share(piece: Path, bank: Path, *, rounds: int) -> float:
    """Return the share of a core that ten tracks take in blocks of a device, median of rounds."""
    score = _ten_tracks(read_midi(piece.read_bytes()).score)
    shares = []
    for _ in range(rounds):
        desk, waiting = load_synthesizer(str(bank)), FrameQueue()
        desk.prepare([(track.program, track.is_drum) for track in score.tracks])
        for at_s, channel, message in gather(score):
            waiting.add(round(at_s * SAMPLE_RATE), channel, message)
        began_s = time.process_time()
        for start in range(0, _LIVE_S * SAMPLE_RATE, _LIVE_BLOCK):
            desk.play(waiting.take(start + _LIVE_BLOCK), start, _LIVE_BLOCK)
        shares.append((time.process_time() - began_s) / _LIVE_S)
    return round(statistics.median(shares), 4)


def _ten_tracks(score: Score) -> Score:
    """Return a piece with its drums, and its other tracks on nine programs."""
    drums = [track for track in score.tracks if track.is_drum][:1]
    others = [track for track in score.tracks if not track.is_drum]
    made: list[Track] = [
        replace(others[number % len(others)], program=program)
        for number, program in enumerate(_SCORED[: _LIVE_TRACKS - len(drums)])
    ]
    return replace(score, tracks=(*drums, *made))


def _measured(arguments: Arguments, output: Output) -> Figures:
    bank = bank_path(arguments.bank)
    pieces = [demo_pieces() / f"{name}.mid" for name in _PIECES]
    progress = output.progress("Rendering")
    figures: Figures = {}
    for figures in measure(pieces, bank, rounds=arguments.rounds):
        progress.update(len(figures["pieces"]) / len(pieces), f"{len(figures['pieces'])} pieces")
    progress.done()
    return figures


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bank", default="", metavar="FILE", help="the sound bank of both")
    parser.add_argument("--rounds", type=positive, default=5, help="of each piece (5)")


BENCHMARKS = {"rendering": Benchmark(define=_define, measure=_measured)}
