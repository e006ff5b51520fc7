"""What Segue exports, heard through MuseScore, beside Segue's own MIDI of the same piece.

As many files of each collection are taken. Each is exported as MusicXML as the window does it, and
MuseScore makes MIDI of that. Segue's own MIDI of the piece is the reference. A note is found again
if one of its pitch begins within 10 ms of it, by each file's own tempos. Of those found it is
counted which end within 30 ms of it (a stroke of a drum has no end), have its velocity within 2,
and sound in its program, or on the drum channel as it does.

A piece that was played freely is written in the nearest plain rhythms. MuseScore does not read the
attributes that say when its notes sound, so it cannot be the same there: such pieces are counted
apart.
"""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.arguments import add_out_folder, add_songs
from benchmarks.harness import Benchmark
from benchmarks.measures.notation import convert
from benchmarks.songs import first_files, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.library.reading import read_score
from engine.midi.file.midifile import read_midi, write_midi
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.values.formats import LEARNED_FROM, read_suffixes
from engine.values.score import Score
from engine.values.time import TempoMap

ONSET_S, END_S, VELOCITY = 0.010, 0.030, 2


@dataclass(frozen=True, slots=True)
class HeardNote:
    """A note as it is heard.

    Attributes:
        start_s: Seconds.
        end_s: Seconds.
        pitch: MIDI number.
        velocity: 1 to 127.
        program: General MIDI program; -1 for drums.
    """

    start_s: float
    end_s: float
    pitch: int
    velocity: int
    program: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardCounts:
    """How many notes of a piece are the same.

    Attributes:
        notes: Of Segue's MIDI.
        found: Those that begin as they should.
        ends: Those of them that end as they should.
        velocities: Those of them that are as loud.
        programs: Those of them of the same instrument.
        surplus: Notes that only the other program plays.
        lost: The first notes that were not found.
    """

    notes: int
    found: int
    ends: int
    velocities: int
    programs: int
    surplus: int
    lost: tuple[HeardNote, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether all notes begin, end and sound alike, and no other does."""
        alike = self.found == self.ends == self.velocities == self.programs == self.notes
        return alike and not self.surplus


def heard(score: Score) -> list[HeardNote]:
    """Return the notes of a score as they are heard, by start."""
    clock = TempoMap.of(score)
    return sorted(_heard(score, clock), key=lambda note: (note.start_s, note.pitch))


def _heard(score: Score, clock: TempoMap) -> Iterator[HeardNote]:
    for track in score.tracks:
        for note in track.notes:
            yield HeardNote(
                clock.seconds_at(note.start),
                clock.seconds_at(note.end),
                note.pitch,
                note.velocity,
                -1 if track.is_drum else track.program,
            )


def compared(own: list[HeardNote], other: list[HeardNote]) -> HeardCounts:
    """Return how many notes of one's own are found in another program's, each once."""
    waiting: dict[int, list[HeardNote]] = {}
    for note in other:
        waiting.setdefault(note.pitch, []).append(note)
    found = ends = velocities = programs = 0
    lost = []
    for note in own:
        there = waiting.get(note.pitch, [])
        near = [each for each in there if abs(each.start_s - note.start_s) <= ONSET_S]
        if not near:
            lost.append(note)
            continue
        # Of unisons the one that is most like it.
        entry = min(near, key=lambda each: (each.program != note.program, _apart(note, each)))
        there.remove(entry)
        found += 1
        ends += note.program < 0 or abs(entry.end_s - note.end_s) <= END_S
        velocities += abs(entry.velocity - note.velocity) <= VELOCITY
        programs += entry.program == note.program
    return HeardCounts(
        notes=len(own),
        found=found,
        ends=ends,
        velocities=velocities,
        programs=programs,
        surplus=sum(map(len, waiting.values())),
        lost=tuple(lost[:4]),
    )


def _apart(one: HeardNote, other: HeardNote) -> float:
    return abs(one.end_s - other.end_s) + abs(one.velocity - other.velocity) / 1000


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=5)
    parser.add_argument("--musescore", default="mscore3", help="the program (mscore3)")
    add_out_folder(parser, holds="the files that are compared")


def _measure(arguments: Arguments, _output: Output) -> None:
    out = arguments.out or Path(tempfile.mkdtemp())
    pieces: list[tuple[Path, Score, bool]] = []
    for number, file in enumerate(
        first_files(
            folders_of(arguments.folders),
            split=arguments.split,
            count=arguments.songs,
            suffixes=read_suffixes(LEARNED_FROM),
        )
    ):
        score = read_score(file.path).score
        page = notate(score)
        target = out / f"{number:03}-{file.path.stem}.musicxml"
        target.write_bytes(write(page))
        own = read_midi(write_midi(score)).score
        pieces.append((target, replace(own, title=file.name), page.performed))
    convert(arguments.musescore, [target for target, *_ in pieces], out)
    for freely in (False, True):
        print("played freely" if freely else "written")
        _print([(target, score) for target, score, performed in pieces if performed == freely])


def _print(pieces: list[tuple[Path, Score]]) -> None:
    counts = []
    for target, own in pieces:
        made = target.with_suffix(".mid")
        if not made.exists():
            print(f"  not opened: {own.title}")
            continue
        count = compared(heard(own), heard(read_score(made).score))
        counts.append(count)
        print(
            f"  {'same ' if count.is_same else 'other'} notes {count.notes:5} found {count.found:5}"
            f" ends {count.ends:5} loud {count.velocities:5} program {count.programs:5}"
            f" surplus {count.surplus:3}  {own.title}"
        )
        for note in count.lost:
            print(f"        {note.start_s:.3f} s, pitch {note.pitch}, program {note.program}")
    notes = max(1, sum(count.notes for count in counts))
    found = sum(count.found for count in counts)
    same = sum(count.is_same for count in counts)
    print(f"  pieces {len(counts)}, the same {same}; notes {notes}, found {found / notes:.3%}")


BENCHMARKS = {"heard": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
