"""How often pitches get the letters that their composers wrote.

SONGS hold MusicXML files (`.musicxml`, `.mxl`, `.xml`) with the spelling that is known. Pitches,
onsets and key signatures go in, letters and signs come out; each note counts once. Transposing
parts are left out: what sounds in them is not what is written.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from benchmarks.arguments import add_songs
from benchmarks.harness import Benchmark
from benchmarks.songs import first_files, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.gate import xml
from engine.ground.errors import SegueError
from engine.midi.file.span import LIMITS
from engine.notation.musicxml_parts import SKIPPED, parts_of
from engine.notation.page import Spelling
from engine.notation.read_parts import ReadPart
from engine.notation.reading import unpacked
from engine.notation.spelling import midi_pitch, spell

SUFFIXES = (".musicxml", ".mxl", ".xml")
# Measure, place in it, pitch, key signature, spelling.
Known = tuple[int, float, int, int, Spelling]


def spellings(path: Path) -> Iterator[Known]:
    """Yield the notes of a file whose spelling is known."""
    data = path.read_bytes()
    root = xml.parse(unpacked(data, LIMITS), skipping=SKIPPED)
    for part in parts_of(root, most_parts=LIMITS.tracks, most_measures=LIMITS.bars):
        yield from _of_part(part)


def _of_part(part: ReadPart) -> Iterator[Known]:
    fifths = 0
    for number, measure in enumerate(part.measures):
        fifths = measure.key[0] if measure.key else fifths
        for note in measure.notes:
            spelling = note.spelling
            if spelling is not None and midi_pitch(spelling) == note.pitch:
                yield number, float(note.start), note.pitch, max(-7, min(7, fifths)), spelling


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=200)


def _measure(arguments: Arguments, _output: Output) -> None:
    drawn = first_files(
        folders_of(arguments.folders),
        split=arguments.split,
        count=arguments.songs,
        suffixes=SUFFIXES,
    )
    notes = right = 0
    worst: list[tuple[float, int, str]] = []
    for path in (file.path for file in drawn):
        try:
            known = sorted(spellings(path), key=lambda entry: entry[:3])
        except SegueError as error:
            print(f"{path.name}: {error}")
            continue
        found = spell([pitch for _, _, pitch, _, _ in known], [fifths for *_, fifths, _ in known])
        same = sum(
            (a.step, a.alter) == (b.step, b.alter) for (*_, a), b in zip(known, found, strict=True)
        )
        notes, right = notes + len(known), right + same
        worst.append((same / max(1, len(known)), len(known), path.name))
    print(f"files {len(worst)}, notes {notes}, spelled as written {right / max(1, notes):.4%}")
    for share, count, name in sorted(worst)[:12]:
        print(f"  {share:.2%} of {count}  {name}")


BENCHMARKS = {"spelling": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
