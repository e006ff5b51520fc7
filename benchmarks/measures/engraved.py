"""Engraved lengths by a reader that is not ours: MusicXML to MIDI to notation, beside the original.

SONGS hold MusicXML files as they were engraved (`.musicxml`, `.mxl`, `.xml`). MuseScore plays
each into a MIDI file, staccato short, all else a little detached; that file alone is notated here
and written as MusicXML. partitura reads both, the original and ours. A note is found again where
one of its pitch begins within a tick of 480 to the quarter, its length is as engraved where both
say the same length. Files with repeats are left out, for they are played out in MIDI, and so are
transposing instruments, whose written pitches are not what sounds; grace notes have no length.
"""

import argparse
import json
import os
import subprocess
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.arguments import add_out_folder, add_songs
from benchmarks.harness import Benchmark
from benchmarks.songs import SongFile, folders_of, song_files
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.ground.errors import SegueError
from engine.midi.file.midifile import read_midi
from engine.midi.file.span import LIMITS
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.reading import unpacked

SUFFIXES = (".musicxml", ".mxl", ".xml")
_LEFT_OUT = (b"<repeat ", b"<transpose", b"<ending ", b"dacapo=", b"dalsegno=", b"<unpitched")
_ONSET = Fraction(1, 480)
# Of quarters: partitura tells lengths in divisions, which are whole.
_LENGTH = Fraction(1, 240)
# Start and length in quarters, pitch.
Engraved = tuple[Fraction, Fraction, int]


@dataclass(slots=True)
class Tally:
    """What was counted."""

    files: int = 0
    notes: int = 0
    found: int = 0
    lengths: int = 0
    surplus: int = 0
    dotted: int = 0
    performed: int = 0
    worst: list[tuple[float, float, int, str]] = field(default_factory=list)
    differ: Counter[tuple[str, str]] = field(default_factory=Counter)


def unpacked_files(files: Iterable[SongFile], out: Path) -> Iterator[Path]:
    """Yield files, unpacked into a folder, that have a note once for each time it sounds."""
    for file in files:
        try:
            data = unpacked(file.path.read_bytes(), LIMITS)
        except (SegueError, ValueError):
            continue
        if any(sign in data for sign in _LEFT_OUT) or b"<score-partwise" not in data:
            continue
        target = out / f"{file.sha256[:8]}-{file.path.stem}.musicxml"
        target.write_bytes(data)
        yield target


def play(program: str, files: Iterable[Path], out: Path) -> None:
    """Let MuseScore play files into MIDI files beside them, in one run."""
    job = out / "job.json"
    job.write_text(
        json.dumps([{"in": str(file), "out": str(file.with_suffix(".mid"))} for file in files])
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(  # noqa: S603 - the program that was named, no shell
        [program, "-j", str(job)], capture_output=True, check=False, env=environment
    )


def engraved(path: Path) -> list[Engraved]:
    """Return the notes of a MusicXML file as partitura reads them, ties joined."""
    import partitura

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score: Any = partitura.load_musicxml(str(path))
        found: list[Engraved] = []
        for part in score.parts:
            quarters = part.quarter_map
            for note in part.notes_tied:
                end = note.end_tied.t
                start = Fraction(float(quarters(note.start.t))).limit_denominator(5040)
                stop = Fraction(float(quarters(end))).limit_denominator(5040)
                if stop > start:
                    found.append((start, stop - start, int(note.midi_pitch)))
    first = min((start for start, *_ in found), default=Fraction(0))
    return [(start - first, length, pitch) for start, length, pitch in found]


def compare(original: Path, tally: Tally) -> None:
    """Notate what was played of a file, and count the notes that are as they were engraved."""
    played = original.with_suffix(".mid")
    if not played.exists():
        return
    score = read_midi(played.read_bytes()).score
    page = notate(score, transposing=False)
    ours = original.with_suffix(".ours.musicxml")
    ours.write_bytes(write(page))
    try:
        truth, again = engraved(original), engraved(ours)
    except Exception as error:  # noqa: BLE001 - of another program, which reads what it can
        print(f"{original.name}: {type(error).__name__}: {str(error)[:80]}")
        return
    waiting: dict[int, list[Engraved]] = {}
    for entry in again:
        waiting.setdefault(entry[2], []).append(entry)
    found = lengths = 0
    for start, length, pitch in sorted(truth):
        there = waiting.get(pitch, [])
        near = [entry for entry in there if abs(entry[0] - start) <= _ONSET]
        if not near:
            continue
        entry = min(near, key=lambda e: abs(e[1] - length))
        there.remove(entry)
        found += 1
        same = abs(entry[1] - length) <= _LENGTH
        lengths += same
        if not same:
            tally.differ[str(length), str(entry[1])] += 1
    tally.files += 1
    tally.notes += len(truth)
    tally.found += found
    tally.lengths += lengths
    tally.surplus += sum(map(len, waiting.values()))
    tally.performed += page.performed
    count = max(1, len(truth))
    tally.worst.append((lengths / count, found / count, len(truth), original.name))


def print_tally(tally: Tally) -> None:
    """Print what was counted."""
    notes = max(1, tally.notes)
    print(f"files {tally.files}, notes {tally.notes}, played freely {tally.performed}")
    print(f"onset and pitch {tally.found / notes:.4%}, surplus {tally.surplus}")
    print(f"length as engraved, of all {tally.lengths / notes:.4%}", end="")
    print(f", of those found {tally.lengths / max(1, tally.found):.4%}")
    for lengths, found, count, name in sorted(tally.worst)[:12]:
        print(f"  {lengths:.2%}  {found:.2%} of {count}  {name}")
    for (engraved_as, ours), times in tally.differ.most_common(12):
        print(f"  {times:6d} × {engraved_as} became {ours}")


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=200)
    parser.add_argument("--musescore", required=True, help="the program, such as mscore3")
    add_out_folder(parser, holds="the files that are compared")


def _measure(arguments: Arguments, _output: Output) -> None:
    out = arguments.out or Path(tempfile.mkdtemp())
    out.mkdir(parents=True, exist_ok=True)
    files = song_files(folders_of(arguments.folders), split=arguments.split, suffixes=SUFFIXES)
    originals = list(islice(unpacked_files(files, out), arguments.songs or None))
    play(arguments.musescore, originals, out)
    tally = Tally()
    for original in originals:
        compare(original, tally)
    print_tally(tally)


BENCHMARKS = {"engraved": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
