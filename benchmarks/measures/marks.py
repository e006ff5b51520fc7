"""Marks of MusicXML that come back through Segue: kind, place and span of each, and the notes.

SONGS hold MusicXML files of other programs (`.musicxml`, `.mxl`, `.xml`). Each is read, notated and
written again; a reader of this module's own lists the marks of both files. A mark at a note has its
part, measure, place and pitch; a direction its part, measure, place and staff; a line both its
ends. Places are compared by 480ths of a quarter; strokes of drums have no length. `again` is the
share of an original's marks that are in the new file, `new` counts marks that only the new file
has. Notes that are heard are compared as Segue reads both files.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

from benchmarks.arguments import add_songs
from benchmarks.harness import Benchmark, Figures
from benchmarks.songs import folders_of, song_files
from engine.cli.command import Arguments
from engine.cli.output import Output, table
from engine.gate import xml
from engine.ground.errors import SegueError
from engine.notation.formats import written
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml, unpacked
from engine.values.score import Track

SUFFIXES = (".musicxml", ".mxl", ".xml")
_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_LINES = frozenset({"slur", "glissando", "slide", "wavy-line", "wedge", "dashes", "pedal"})
_STARTS = frozenset({"start", "crescendo", "diminuendo"})
_SHARED = frozenset({"articulations", "fermata"})
_DIRECTIONS = frozenset({"dynamics", "words", "rehearsal", "metronome", "segno", "coda"})
_UNTOLD = frozenset({"tied", "tuplet", "dynamics"})
# A measure and quarters after its bar line.
_Time = tuple[int, Fraction]
# (kind, detail, where it begins, where it ends or nothing, of what pitch or staff).
Found = tuple[str, str, _Time, _Time | None, int]
_Counts = Counter[tuple[object, ...]]
_FINEST = 480


@dataclass(slots=True)
class Page:
    """The notes and marks of one part of a file.

    Attributes:
        notes: (time, pitch that sounds, quarters), ties joined.
        marks: All marks but lines.
        ends: Of lines, (time, name, number, type, pitch or staff) in the order of the file.
        staves: How many it has.
    """

    notes: Counter[tuple[_Time, int, Fraction]] = field(default_factory=Counter)
    marks: Counter[Found] = field(default_factory=Counter)
    ends: list[tuple[_Time, str, str, str, int]] = field(default_factory=list)
    staves: int = 1

    def found(self) -> Counter[Found]:
        """Return all marks, the ends of lines together; those without another end alone."""
        return self.marks + Counter(_paired(self.ends))


def _paired(ends: list[tuple[_Time, str, str, str, int]]) -> Iterator[Found]:
    waiting: dict[tuple[str, str, bool], tuple[_Time, str, int]] = {}
    for time, name, number, kind, where in ends:
        begins = kind in _STARTS
        other = waiting.get((name, number, not begins))
        if kind in {"change", "continue"}:
            yield f"{name} {kind}", "", time, None, where
        elif other is not None and (other[0] >= time if begins else other[0] <= time):
            del waiting[name, number, not begins]
            (first, say, at), (last, _, _) = sorted([(time, kind, where), other], key=_first_end)
            yield name, say, first, last, at
        else:
            waiting[name, number, begins] = (time, kind, where)
    for (name, _, _), (time, kind, where) in waiting.items():
        yield f"{name} without another end", kind, time, None, where


def _first_end(end: tuple[_Time, str, int]) -> tuple[_Time, bool]:
    return end[0], end[1] not in _STARTS


class _Lister:
    """Lists what is in one part of a file."""

    def __init__(self) -> None:
        self.page = Page()
        self._measure = -1
        self._now = self._chord = Fraction(0)
        self._divisions = Fraction(1)
        self._semitones = 0
        self._tied: dict[tuple[int, _Time], tuple[_Time, Fraction]] = {}
        self._shared: list[tuple[str, str]] = []

    def part(self, part: ET.Element) -> Page:
        length = Fraction(0)
        for measure in part.findall("measure"):
            self._measure += 1
            self._now = length = Fraction(0)
            for child in measure:
                getattr(self, f"_{child.tag}", lambda _: None)(child)
                length = max(length, self._now)
            # A tie over a bar line leads to the next measure's beginning.
            self._tied |= {
                (pitch, (self._measure + 1, Fraction(0))): tie
                for (pitch, (bar, place)), tie in self._tied.items()
                if bar == self._measure and place == length
            }
        return self.page

    def _time(self, element: ET.Element | None = None) -> _Time:
        offset = element.findtext("offset", "0") if element is not None else "0"
        return self._measure, _rounded(self._now + Fraction(offset) / self._divisions)

    def _attributes(self, element: ET.Element) -> None:
        self._divisions = Fraction(element.findtext("divisions") or self._divisions)
        self.page.staves = max(self.page.staves, int(element.findtext("staves") or 1))
        for transpose in element.findall("transpose"):
            octaves = int(transpose.findtext("octave-change") or 0)
            self._semitones = int(transpose.findtext("chromatic") or 0) + 12 * octaves

    def _backup(self, element: ET.Element) -> None:
        self._now -= self._length(element)

    def _forward(self, element: ET.Element) -> None:
        self._now += self._length(element)

    def _length(self, element: ET.Element) -> Fraction:
        return Fraction(element.findtext("duration") or 0) / self._divisions

    def _note(self, element: ET.Element) -> None:
        in_chord = element.find("chord") is not None
        length = self._length(element)
        at = self._measure, _rounded(self._chord if in_chord else self._now)
        pitch = self._pitch(element)
        if element.find("rest") is None and element.find("cue") is None:
            self._sounds(element, at, pitch, length)
            self._notations(element, at, pitch, in_chord=in_chord)
        if not in_chord and element.find("grace") is None:
            self._chord = self._now
            self._now += length

    def _pitch(self, element: ET.Element) -> int:
        if element.find("pitch") is None:
            return -1
        alter = round(float(element.findtext("pitch/alter") or 0))
        octave = int(element.findtext("pitch/octave") or 0)
        step = _STEPS[element.findtext("pitch/step", "C")]
        return 12 * (octave + 1) + step + alter + self._semitones

    def _sounds(self, element: ET.Element, at: _Time, pitch: int, length: Fraction) -> None:
        ties = {e.get("type") for path in ("tie", "notations/tied") for e in element.findall(path)}
        begin, before = at, Fraction(0)
        length = _rounded(length) if pitch >= 0 else Fraction(0)
        # Programs leave the end of a tie out.
        if (pitch, at) in self._tied:
            begin, before = self._tied.pop((pitch, at))
            self.page.notes[begin, pitch, before] -= 1
        self.page.notes[begin, pitch, before + length] += 1
        if "start" in ties:
            self._tied[pitch, (at[0], at[1] + length)] = begin, before + length

    def _notations(self, element: ET.Element, at: _Time, pitch: int, *, in_chord: bool) -> None:
        own: list[tuple[str, str]] = []
        shared: list[tuple[str, str]] = list(self._shared) if in_chord else []
        for child in element.findall("notations/*"):
            if child.tag in {"articulations", "ornaments", "technical"}:
                for mark in child:
                    if mark.tag in _LINES:
                        self._end(mark, at, pitch)
                    else:
                        (shared if child.tag in _SHARED else own).append(_detailed(mark))
            elif child.tag in _LINES:
                self._end(child, at, pitch)
            elif child.tag not in _UNTOLD:
                (shared if child.tag in _SHARED else own).append(_detailed(child))
        self._shared = shared
        for kind, detail in {*shared, *own}:
            self.page.marks[kind, detail, at, None, pitch] += 1

    def _end(self, element: ET.Element, at: _Time, where: int) -> None:
        number, kind = element.get("number", "1"), element.get("type", "")
        if (element.tag, kind) != ("slur", "continue"):
            self.page.ends.append((at, element.tag, number, kind, where))

    def _direction(self, element: ET.Element) -> None:
        at, staff = self._time(element), int(element.findtext("staff") or 1)
        for child in element.findall("direction-type/*"):
            if child.tag in _LINES:
                self._end(child, at, staff)
            elif child.tag == "dynamics":
                for mark in child:
                    name = (mark.text or "").strip() if mark.tag == "other-dynamics" else mark.tag
                    self.page.marks["dynamics", name, at, None, staff] += 1
            elif child.tag in _DIRECTIONS:
                kind, detail = _detailed(child)
                if kind != "words" or detail:
                    self.page.marks[kind, detail, at, None, staff] += 1

    def _barline(self, element: ET.Element) -> None:
        at = self._measure, Fraction(0)
        for repeat in element.findall("repeat"):
            detail = f"{repeat.get('direction')} {repeat.get('times', '2')}"
            self.page.marks["repeat", detail, at, None, 1] += 1
        for ending in element.findall("ending"):
            kind = "start" if ending.get("type") == "start" else "stop"
            detail = f"{kind} {ending.get('number', '').replace(' ', '')}"
            self.page.marks["ending", detail, at, None, 1] += 1


def _rounded(place: Fraction) -> Fraction:
    return Fraction(int(place * _FINEST + Fraction(1, 2)), _FINEST)


def _detailed(element: ET.Element) -> tuple[str, str]:
    """Return the kind of a mark and what belongs to it."""
    name = element.tag
    if name == "metronome":
        return name, " ".join("".join((c.text or c.tag).split()) for c in element)
    if name == "tremolo":
        return name, f"{element.get('type', 'single')} {(element.text or '3').strip()}"
    if name in {"arpeggiate", "non-arpeggiate", "hammer-on", "pull-off"}:
        return name, element.get("direction", element.get("type", ""))
    return name, " ".join((element.text or "").split())


def pages_of(data: bytes) -> list[Page]:
    """Return the parts of a MusicXML file that have notes."""
    root = xml.parse(unpacked(data))
    return [page for p in root.findall("part") if (page := _Lister().part(p)).notes.total() > 0]


def joined(pages: list[Page], like: list[Page]) -> list[Page]:
    """Return parts as others have them: those of one instrument each are one part again."""
    found = [Page(staves=0) for _ in like]
    for page in pages:
        place = max(range(len(like)), key=lambda n: (page.notes & like[n].notes).total())
        found[place].notes += page.notes
        found[place].marks += page.marks
        found[place].ends += page.ends
        found[place].staves = max(found[place].staves, page.staves)
    return found


@dataclass(slots=True)
class Tally:
    """What was counted, by kind: of the originals, there again, only in the new files."""

    files: int = 0
    there: Counter[str] = field(default_factory=Counter)
    again: Counter[str] = field(default_factory=Counter)
    new: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)

    def compare(self, kind: str, before: _Counts, after: _Counts) -> None:
        """Count what two files have of one kind."""
        self.there[kind] += before.total()
        self.again[kind] += (before & after).total()
        self.new[kind] += (after - before).total()


def compare(data: bytes, name: str, tally: Tally) -> None:
    """Count the marks of a file before and after a way through Segue."""
    score = read_musicxml(data).score
    made = written(notate(score), Path("page.musicxml"))
    before = pages_of(data)
    after = joined(pages_of(made), before)
    tally.files += 1
    tally.compare("note, heard", _heard(data), _heard(made))
    barlines: tuple[_Counts, _Counts] = Counter(), Counter()
    for old, new in zip(before, after, strict=True):
        tally.compare("note", Counter(old.notes), Counter(new.notes))
        one_staff = 1 in {old.staves, new.staves}
        marks = [_by_kind(page.found(), one_staff=one_staff) for page in (old, new)]
        for kind in {*marks[0], *marks[1]}:
            of_both = marks[0].get(kind, Counter()), marks[1].get(kind, Counter())
            if kind in {"repeat", "ending"}:
                # Programs write them into the first part or into all.
                for side, here in enumerate(of_both):
                    barlines[side].update(here - barlines[side])
                continue
            tally.compare(kind, *of_both)
            tally.lost += [f"{name}: lost {m}" for m in (of_both[0] - of_both[1]).elements()]
            tally.lost += [f"{name}: new {m}" for m in (of_both[1] - of_both[0]).elements()]
    for kind in ("repeat", "ending"):
        said = [Counter(m for m in of_all if m[0] == kind) for of_all in barlines]
        tally.compare(kind, *said)
        tally.lost += [f"{name}: lost {m}" for m in (said[0] - said[1]).elements()]


def _by_kind(found: Counter[Found], *, one_staff: bool) -> dict[str, _Counts]:
    by_kind: dict[str, _Counts] = {}
    for entry, count in found.items():
        kind, where = entry[0], entry[4]
        is_direction = kind.split()[0] in {*_DIRECTIONS, "wedge", "dashes", "pedal"}
        place = 1 if one_staff and is_direction else where
        by_kind.setdefault(kind, Counter())[*entry[:4], place] += count
    return by_kind


def _heard(data: bytes) -> _Counts:
    score = read_musicxml(data).score
    quarter = score.ticks_per_quarter
    return Counter(
        (Fraction(note.start, quarter), note.pitch, _sounds(note.duration, track, quarter))
        for track in score.tracks
        for note in track.notes
    )


def _sounds(ticks: int, track: Track, quarter: int) -> Fraction:
    return Fraction(0 if track.is_drum else ticks, quarter)


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=200)
    parser.add_argument("--lost", action="store_true", help="name each mark that is not equal")


def _measure(arguments: Arguments, _output: Output) -> Figures:
    tally = Tally()
    files = song_files(folders_of(arguments.folders), split=arguments.split, suffixes=SUFFIXES)
    for file in islice(files, arguments.songs or None):
        try:
            compare(file.path.read_bytes(), file.path.name, tally)
        except SegueError as error:
            tally.lost.append(f"{file.path.name}: {error}")
    kinds = {
        kind: {"there": tally.there[kind], "again": tally.again[kind], "new": tally.new[kind]}
        for kind in sorted({*tally.there, *tally.new})
    }
    return {"files": tally.files, "kinds": kinds, "lost": tally.lost if arguments.lost else []}


def _lines(figures: Figures) -> list[str]:
    rows = [("mark", "there", "again", "new")]
    for kind, counts in figures["kinds"].items():
        share = f"{counts['again'] / counts['there']:.3f}" if counts["there"] else ""
        rows.append((kind, str(counts["there"]), share, str(counts["new"])))
    return [*figures["lost"], f"{figures['files']} files", *table(rows)]


BENCHMARKS = {
    "marks": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__),
}
