"""MIDI to notation to MusicXML and back, by readers that are not ours: what is the same.

As many files of each collection are taken. Each is written as MusicXML, checked
against the schema, and read by partitura, by MuseScore, which makes MIDI of it, or by ourselves. A
note is found again if one of its pitch begins within a tick of it; its length is as engraved if it
is within two ticks of the file's. Grace notes have neither: one that stole its time from the note
before may be played on the beat, and its main note after it. How many moved so is counted. Drums
are not compared: MusicXML gives them no pitch; MuseScore gets them all the same.

partitura plays no staccato. How long a note with a dot is written and how long it is heard are
both counted: heard, it has half of what is written.
"""

import argparse
import os
import subprocess
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.arguments import add_out_folder, add_songs
from benchmarks.harness import Benchmark
from benchmarks.songs import first_files, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.library.reading import read_score
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.values.score import Note, Score

# Track, tick, pitch, length in ticks as it is written, whether it has a dot of staccato.
Heard = tuple[int, float, int, float, bool]
Reader = Callable[[Path, int], list[Heard]]
_SAYS_ALWAYS = ("convert <", "to <", "... success!", "QStandardPaths")
ONSET_TICKS, LENGTH_TICKS, GRACE_TICKS = 1.0, 2.0, 120.0
# How far a grace note and its main note may be moved, of a quarter.
MOVED = 0.5


@dataclass(slots=True)
class Tally:
    """What was counted."""

    files: int = 0
    whole: int = 0
    notes: int = 0
    found: int = 0
    lengths: int = 0
    sounding: int = 0
    dots: int = 0
    surplus: int = 0
    graces: int = 0
    moved: int = 0
    performed: int = 0
    valid: int = 0
    seconds: float = 0.0
    worst: list[tuple[float, float, str]] = field(default_factory=list)


def validator(schema: Path | None) -> Callable[[bytes], bool]:
    """Return whether a document fits the schema; without one each does."""
    if schema is None:
        return lambda _data: True
    from lxml import etree

    checker: Any = etree.XMLSchema(etree.parse(str(schema)))
    return lambda data: bool(checker.validate(etree.fromstring(data)))


def written_file(
    path: Path, out: Path, tally: Tally, validate: Callable[[bytes], bool], *, drums: bool
) -> tuple[Path, Score]:
    """Write one file as MusicXML; clarinets at the pitch that sounds, for readers differ there."""
    score = read_score(path).score
    # Chords of drums stop partitura 1.9.
    kept = (t for t in score.tracks if t.notes and (drums or not t.is_drum))
    score = replace(score, tracks=tuple(kept))
    began_s = time.perf_counter()
    page = notate(score, transposing=False)
    data = write(page)
    tally.seconds += time.perf_counter() - began_s
    tally.performed += page.performed
    tally.valid += validate(data)
    target = out / f"{path.stem}.musicxml"
    target.write_bytes(data)
    return target, score


def read_by_partitura(path: Path, ticks_per_quarter: int) -> list[Heard]:
    """Return what partitura reads, times in our ticks."""
    import partitura

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = partitura.load_musicxml(str(path))
    found: list[Heard] = []
    for number, part in enumerate(score.parts):
        divisions = int(part.quarter_durations()[0][1])
        scale = ticks_per_quarter / divisions
        dotted = {note.id for note in part.notes_tied if "staccato" in (note.articulations or ())}
        found += [
            (
                number,
                float(row["onset_div"]) * scale,
                int(row["pitch"]),
                row["duration_div"] * scale,
                row["id"] in dotted,
            )
            for row in part.note_array()
        ]
    return found


def read_by_segue(path: Path, ticks_per_quarter: int) -> list[Heard]:
    """Return what Segue reads."""
    score = read_score(path).score
    scale = ticks_per_quarter / score.ticks_per_quarter
    return [
        (number, note.start * scale, note.pitch, note.duration * scale, False)
        for number, track in enumerate(score.tracks)
        for note in track.notes
    ]


def convert(program: str, files: Sequence[Path], out: Path) -> None:
    """Let MuseScore make MIDI of files, in one run."""
    job = out / "job.json"
    lines = [f'{{"in": "{file}", "out": "{file.with_suffix(".mid")}"}}' for file in files]
    job.write_text("[" + ",\n".join(lines) + "]")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(  # noqa: S603 - the program that was named, no shell
        [program, "-j", str(job)], capture_output=True, text=True, check=False, env=environment
    )
    said = (line.strip()[:100] for line in (done.stdout + done.stderr).splitlines())
    # It says of each file that it is converted, and that it was.
    complaints = Counter(line for line in said if line and not line.startswith(_SAYS_ALWAYS))
    opened = sum(file.with_suffix(".mid").exists() for file in files)
    print(f"{program}: exit code {done.returncode}, opened {opened} of {len(files)}")
    print(f"complaints {complaints.total()}")
    for line, times in complaints.most_common(12):
        print(f"  {times:5d}  {line}")


def read_converted(path: Path, ticks_per_quarter: int) -> list[Heard]:
    """Return what stands in the MIDI file that MuseScore made."""
    middle = path.with_suffix(".mid")
    if not middle.exists():
        return []
    score = read_score(middle).score
    scale = ticks_per_quarter / score.ticks_per_quarter
    return [
        (number, note.start * scale, note.pitch, note.duration * scale, False)
        for number, track in enumerate(score.tracks)
        if not track.is_drum
        for note in track.notes
    ]


def compare(name: str, score: Score, heard: Iterable[Heard], tally: Tally) -> None:
    """Match notes by pitch and onset, whatever the part; count lengths of those that match."""
    waiting: dict[int, list[tuple[float, float, bool]]] = {}
    for _, tick, pitch, ticks, dotted in heard:
        waiting.setdefault(pitch, []).append((tick, ticks, dotted))
    notes = [*score.pitched_notes()]
    found = lengths = sounding = 0
    lost: list[Note] = []
    for note in sorted(notes):
        there = waiting.get(note.pitch, [])
        near = [e for e in there if abs(e[0] - note.start) <= ONSET_TICKS and e[1] > 0]
        if not near:
            # A grace note has no time of its own: it stands before its main note.
            near = [e for e in there if 0 < e[0] - note.start <= GRACE_TICKS and e[1] == 0]
            tally.graces += bool(near)
        if not near:
            lost.append(note)
            continue
        entry = min(near, key=lambda e: abs(e[1] - note.duration))
        there.remove(entry)
        found += 1
        played = entry[1] / 2 if entry[2] else entry[1]
        lengths += entry[1] == 0 or abs(entry[1] - note.duration) <= LENGTH_TICKS
        sounding += entry[1] == 0 or abs(played - note.duration) <= LENGTH_TICKS
        tally.dots += entry[2]
    moved = _moved(lost, waiting, score.ticks_per_quarter * MOVED)
    tally.moved += moved
    tally.files += 1
    tally.notes += len(notes)
    tally.found += found
    tally.lengths += lengths
    tally.sounding += sounding
    tally.surplus += sum(map(len, waiting.values()))
    tally.whole += found + moved == len(notes)
    count = max(1, len(notes))
    tally.worst.append(((found + moved) / count, lengths / count, name))


def _moved(
    lost: Iterable[Note], waiting: dict[int, list[tuple[float, float, bool]]], farthest: float
) -> int:
    """Take away those that were played somewhat earlier or later, and return how many."""
    count = 0
    for note in lost:
        there = waiting.get(note.pitch, [])
        near = [e for e in there if abs(e[0] - note.start) <= farthest]
        if near:
            there.remove(min(near, key=lambda e: abs(e[0] - note.start)))
            count += 1
    return count


def print_tally(tally: Tally) -> None:
    """Print what was counted."""
    notes = max(1, tally.notes)
    print(f"files {tally.files}, notes {tally.notes}, played freely {tally.performed}")
    print(f"valid {tally.valid}, all notes found again in {tally.whole}")
    print(
        f"onset and pitch {tally.found / notes:.4%}, surplus {tally.surplus},"
        f" grace notes {tally.graces}, moved {tally.moved}"
    )
    print(f"length as well {tally.lengths / notes:.4%}")
    print(f"with dots heard {tally.sounding / notes:.4%}, notes with a dot {tally.dots}")
    print(f"seconds to notate and write {tally.seconds:.1f}")
    for found, lengths, name in sorted(tally.worst)[:12]:
        print(f"  {found:.2%}  {lengths:.2%}  {name}")
    for _, lengths, name in sorted(tally.worst, key=lambda w: w[1])[:8]:
        print(f"  lengths {lengths:.2%}  {name}")


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=50)
    parser.add_argument("--schema", type=Path, metavar="FILE.xsd", help="MusicXML's, to check by")
    parser.add_argument("--musescore", default="", help="read by this program, such as mscore3")
    parser.add_argument("--own", action="store_true", help="read by Segue")
    add_out_folder(parser, holds="the files that are compared")


def _measure(arguments: Arguments, _output: Output) -> None:
    out = arguments.out or Path(tempfile.mkdtemp())
    out.mkdir(parents=True, exist_ok=True)
    found = first_files(folders_of(arguments.folders), split=arguments.split, count=arguments.songs)
    files = [file.path for file in found]
    tally = Tally()
    validate = validator(arguments.schema)
    drums = bool(arguments.musescore)
    written = [written_file(path, out, tally, validate, drums=drums) for path in files]
    if arguments.musescore:
        convert(arguments.musescore, [target for target, _ in written], out)
        read: Reader = read_converted
    elif arguments.own:
        read = read_by_segue
    else:
        read = read_by_partitura
    for path, (target, score) in zip(files, written, strict=True):
        compare(path.name, score, read(target, score.ticks_per_quarter), tally)
    print_tally(tally)


BENCHMARKS = {"notation": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
