"""How often marks that a continuation carries are where the composer has them.

SONGS hold MusicXML files with marks. After every eight bars of a part its next eight lose their
marks and are marked by the bars before them, as a continuation is. Bars that only repeat one of
these do not count, nor does a kind of mark that the part does not have in them. Chance is the share
of strokes that have the mark: the precision of marks at random.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from benchmarks.arguments import add_songs
from benchmarks.harness import Benchmark
from benchmarks.songs import first_files, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.form.carried_marks import BARS_ASKED, with_carried_marks
from engine.ground.errors import SegueError
from engine.values.mark_kinds import STRIKE, marks_in
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap

SUFFIXES = (".musicxml", ".mxl", ".xml")
KINDS = ("staccato", "accent", "slur-start", "slur-stop")
STEP = 8
# A mark at a stroke: its kind and where.
Place = tuple[str, int]
Marks = frozenset[Place]


def counted(score: Score) -> Iterator[tuple[str, bool, bool]]:
    """Yield (kind, whether it is there, whether it was carried there) of each stroke and slur."""
    bars = BarMap.of(score)
    for track in score.tracks:
        if track.is_drum or not any(note.marks for note in track.notes):
            continue
        for bar in range(STEP, bars.bars_until(track.end), STEP):
            yield from _stretch(track, bars, bar, score.ticks_per_quarter)


def _stretch(
    track: Track, bars: BarMap, bar: int, quarter: int
) -> Iterator[tuple[str, bool, bool]]:
    since, start, end = map(bars.start_of, (max(0, bar - BARS_ASKED), bar, bar + STEP))
    before = [note for note in track.notes if since <= note.start < start]
    real = [note for note in track.notes if start <= note.start < end]
    plain = [note if STRIKE in note.marks else replace(note, marks="") for note in real]
    made = with_carried_marks(track.with_notes(before), plain, bars, quarter=quarter, start=start)
    old = {tuple(pitches) for _, pitches in _bars(before, bars)}
    new = {number for number, pitches in _bars(real, bars) if tuple(pitches) not in old}
    strokes = {note.start for note in real if bars.bar_at(note.start) in new}
    known, there, carried = _places(before), _places(real), _places(made)
    for kind in KINDS:
        if any(name == kind for name, _ in known):
            for tick in strokes:
                yield kind, (kind, tick) in there, (kind, tick) in carried
    if any(name == "slur-start" for name, _ in known):
        slurs, found = _slurs(real), _slurs(made)
        for slur in sorted(slurs | found):
            if slur[0] in strokes:
                yield "slur", slur in slurs, slur in found


def _bars(notes: Sequence[Note], bars: BarMap) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    for bar, group in groupby(notes, lambda note: bars.bar_at(note.start)):
        yield bar, [(note.start - bars.start_of(bar), note.pitch) for note in group]


def _places(notes: Sequence[Note]) -> Marks:
    return frozenset((mark.name, note.start) for note in notes for mark in marks_in(note.marks))


def _slurs(notes: Sequence[Note]) -> frozenset[tuple[int, int]]:
    begun: dict[str, int] = {}
    found: set[tuple[int, int]] = set()
    for note in sorted(notes, key=attrgetter("start")):
        for mark in marks_in(note.marks):
            if mark.name == "slur-stop" and begun.get(mark.detail, note.start) < note.start:
                found.add((begun.pop(mark.detail), note.start))
        begun |= {m.detail: note.start for m in marks_in(note.marks) if m.name == "slur-start"}
    return frozenset(found)


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=200)


def _measure(arguments: Arguments, _output: Output) -> None:
    drawn = first_files(
        folders_of(arguments.folders),
        split=arguments.split,
        count=arguments.songs,
        suffixes=SUFFIXES,
    )
    found: Counter[tuple[str, bool, bool]] = Counter()
    files = 0
    for file in drawn:
        try:
            figures = Counter(counted(file.as_read()))
        except SegueError as error:
            print(f"{file.path.name}: {error}")
            continue
        files += bool(figures)
        found += figures
    print(f"files with marks {files}")
    for kind in (*KINDS, "slur"):
        right, missed = found[kind, True, True], found[kind, True, False]
        wrong, rest = found[kind, False, True], found[kind, False, False]
        chance = (right + missed) / max(1, right + missed + wrong + rest)
        print(
            f"{kind}: precision {right / max(1, right + wrong):.3f} of {right + wrong}, "
            f"recall {right / max(1, right + missed):.3f} of {right + missed}"
            + (f", chance {chance:.3f}" if kind in KINDS else "")
        )


BENCHMARKS = {
    "carried-marks": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)
}
