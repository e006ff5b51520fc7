"""Pieces opened by a process that is killed in the midst of it; and what opening costs there.

A piece whose reader is killed is refused in one sentence, and the next one opens.
"""

import random
import statistics
import sys
import threading
import time
from pathlib import Path

from engine.ground.errors import DocumentError
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.piece.opening import PieceReader
from engine.values.score import Note, Score, Track
from tests.trust.trial import Findings, run

NOTES = (1_000, 10_000, 50_000)
TRACKS, TIMES = 8, 5


def piece(notes: int, draw: random.Random) -> Composition:
    """Return a piece of so many notes."""
    each = notes // TRACKS
    tracks = tuple(
        Track(notes=tuple(Note(240 * i, draw.randrange(30, 100), 200) for i in range(each)))
        for _ in range(TRACKS)
    )
    return Composition.of(Score(tracks=tracks))


def trial(count: int, draw: random.Random, _folder: Path) -> Findings:
    """Kill a reader so many times while it opens a piece."""
    findings = Findings()
    whole = piece(NOTES[1], draw)
    data = to_bytes(whole)
    reader = PieceReader()
    try:
        for number in range(count):
            _kill(reader, data, draw.uniform(0.0, 0.15), findings)
            if reader.piece(data, name="a.segue") != whole:
                findings.broken.append(f"{number}: another piece came back")
            findings.counts["opened by the next reader"] += 1
    finally:
        reader.close()
    return findings


def measured(count: int, draw: random.Random, folder: Path) -> Findings:
    """Kill as `trial` does, then measure what opening costs."""
    findings = trial(count, draw, folder)
    reader = PieceReader()
    try:
        for notes in NOTES:
            _measure(reader, to_bytes(piece(notes, draw)), f"{notes:,} notes", findings)
    finally:
        reader.close()
    return findings


def _kill(reader: PieceReader, data: bytes, after_s: float, findings: Findings) -> None:
    child = reader._waiting()
    killer = threading.Timer(after_s, child.kill)
    killer.start()
    try:
        reader.piece(data, name="a.segue")
        findings.counts["opened before the kill"] += 1
    except DocumentError as error:
        findings.counts["refused in a sentence"] += 1
        if error.message != "‘a.segue’ was not opened: the process that reads pieces ended.":
            findings.broken.append(error.message)
    killer.join()


def _measure(reader: PieceReader, data: bytes, what: str, findings: Findings) -> None:
    here, there = [], []
    for _ in range(TIMES):
        began_s = time.perf_counter()
        from_bytes(data)
        here.append(time.perf_counter() - began_s)
        began_s = time.perf_counter()
        reader.piece(data, name="a.segue")
        there.append(time.perf_counter() - began_s)
    findings.figures[f"{what}: ms in this process"] = 1000 * statistics.median(here)
    findings.figures[f"{what}: ms by a reader"] = 1000 * statistics.median(there)


if __name__ == "__main__":
    sys.exit(run(measured))
