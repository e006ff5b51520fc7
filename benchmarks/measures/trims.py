"""Measure how loud each program of sound banks is, and write by how much to trim it.

Each program plays a broken chord around the middle of its range at velocity 90, dry; its loudness
(ITU-R BS.1770) is held against the median of its bank. The result is `assets/sound/trims.json`.
"""

import argparse
import json
import statistics
from pathlib import Path

import numpy as np

from benchmarks.harness import Benchmark
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.playback.sound.bank import read_bank
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.loudness import LoudnessMeter
from engine.playback.sound.subset import KITS
from engine.playback.sound.tones import SAMPLE_RATE

TARGET = Path(__file__).resolve().parents[2] / "assets" / "sound" / "trims.json"
# What measures further off than this is an effect or plays elsewhere: it is not forced.
MOST_DB = 9.0
_VELOCITY = 90
_NOTE_S, _REST_S = 0.45, 0.15
# Middles of ranges, by first program.
_MIDDLES = (
    (0, 60), (9, 84), (11, 64), (13, 76), (14, 64), (24, 55), (32, 36), (40, 72), (41, 60),
    (42, 48), (43, 38), (44, 60), (47, 45), (48, 60), (56, 66), (57, 52), (58, 41), (59, 66),
    (60, 55), (61, 60), (64, 70), (65, 64), (66, 56), (67, 48), (68, 70), (69, 62), (70, 46),
    (71, 64), (72, 84), (73, 74), (80, 66), (88, 60), (104, 60), (112, 66), (117, 50), (118, 50),
    (119, 60),
)  # fmt: skip
_BEATS = ((36, 42), (42,), (38, 42), (42,), (36, 42), (36,), (38, 42), (46,))


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("banks", type=Path, nargs="+", metavar="BANK", help="a sound bank")


def _measure(arguments: Arguments, _output: Output) -> None:
    known = json.loads(TARGET.read_text(encoding="utf-8")) if TARGET.is_file() else {}
    for path in arguments.banks:
        bank = read_bank(path)
        instruments = BankInstruments(bank)
        programs = [_loudness(instruments, program) for program in range(128)]
        there = {p.program for p in bank.presets if p.bank == 128} & set(KITS)
        kits = {kit: _drums_loudness(instruments, kit) for kit in sorted(there)}
        middle = statistics.median(programs)
        known[bank.title] = {
            "programs": [_trim(middle - loudness) for loudness in programs],
            # A beat has silence between its strokes, and sits on top of a band.
            "kits": {str(kit): _trim(middle - loudness) for kit, loudness in kits.items()},
        }
        print(
            f"{bank.title}: median {middle:.1f} LUFS, from {min(programs):.1f} to "
            f"{max(programs):.1f}; kits {min(kits.values()):.1f} to {max(kits.values()):.1f}"
        )
    TARGET.write_text(json.dumps(known, indent=0).replace(",\n", ", ") + "\n", encoding="utf-8")


def _trim(db: float) -> float:
    return round(min(MOST_DB, max(-MOST_DB, db)), 1)


def _loudness(instruments: BankInstruments, program: int) -> float:
    middle = next(pitch for first, pitch in reversed(_MIDDLES) if program >= first)
    chords: list[tuple[int, ...]] = [(middle + step,) for step in (-12, -5, 0, 4, 7, 12, 4, 0)]
    return _of(instruments, 0, program, chords)


def _drums_loudness(instruments: BankInstruments, kit: int) -> float:
    return _of(instruments, 9, kit, _BEATS)


def _of(
    instruments: BankInstruments,
    channel: int,
    program: int,
    chords: "list[tuple[int, ...]] | tuple[tuple[int, ...], ...]",
) -> float:
    meter = LoudnessMeter(SAMPLE_RATE, true_peaks=False)
    instruments.receive(channel, bytes((0xC0 | channel, program)))
    for chord in chords:
        for status, seconds in ((0x90, _NOTE_S), (0x80, _REST_S)):
            for pitch in chord:
                instruments.receive(channel, bytes((status | channel, pitch, _VELOCITY)))
            meter.add(instruments.render(channel, round(seconds * SAMPLE_RATE)))
    instruments.receive(channel, bytes((0xB0 | channel, 120, 0)))
    instruments.render(channel, 4096)
    meter.add(np.zeros((SAMPLE_RATE, 2), np.float32))
    return meter.integrated()


BENCHMARKS = {"trims": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
