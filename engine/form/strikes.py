"""Notes as they are written: the strikes of an ornament as the one note that has its mark.

A reader plays marks: a trill becomes notes, a staccato a short one. They keep the mark
(`Note.marks`), and the strikes after the first one `STRIKE`. A page shows what was written as long
as the notes are what the mark means; where somebody has changed them, they are written as they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import cycle, islice, pairwise

from engine.form.interpretation import SIGNS, Neighbour, Playing
from engine.values.mark_kinds import FIRST_STRIKE, STRIKE, Mark, in_words, marks_in
from engine.values.score import Note

# Ticks by which rounding moves the end of one strike from the start of the next.
_ROUNDING = 2
# Semitones between two strikes of one ornament.
_FARTHEST = 6
# With a double sign over the ornament a wider step is misread: the note may be spelled otherwise.
_DOUBLE = frozenset({"double-sharp", "sharp-sharp", "flat-flat"})
_ALTERED = 2
# A wavy line is a trill that goes on: the notes under it need no mark of their own.
_TRILL, _WAVY_LINE = SIGNS["trill-mark"], "wavy-line"
_STRUCK = frozenset(
    {"tremolo", "tremolo-start", "tremolo-stop", "glissando-start", "slide-start", FIRST_STRIKE}
)
# Notes of a spread chord begin within this share of a quarter.
_SPREAD = Fraction(1, 1)


@dataclass(frozen=True, slots=True)
class WrittenNotes:
    """A track's notes that are written otherwise than they sound.

    Attributes:
        written: By number in the track, what a page shows in a note's place.
        sounding: By number, what sounds of it: the whole ornament.
        strikes: The numbers of notes that a page does not show, and the one that stands for each.
    """

    written: dict[int, Note] = field(default_factory=dict)
    sounding: dict[int, Note] = field(default_factory=dict)
    strikes: dict[int, int] = field(default_factory=dict)


AS_THEY_ARE = WrittenNotes()


def written_notes(notes: Sequence[Note], ticks_per_quarter: int) -> WrittenNotes:
    """Return which notes of a track are written otherwise than they sound.

    Args:
        notes: By start.
        ticks_per_quarter: The grid of their ticks.
    """
    marked = {n: marks_in(note.marks) for n, note in enumerate(notes) if note.marks}
    if not marked:
        return AS_THEY_ARE
    written: dict[int, Note] = {}
    sounding: dict[int, Note] = {}
    strikes: dict[int, int] = {}
    following = _Strikes(notes, marked)
    trilled = frozenset(_under_wavy_lines(marked))
    for number, marks in marked.items():
        if Mark(STRIKE) in marks or number in strikes:
            continue
        for first, whole, taken in following.folded(number, marks, trills=number in trilled):
            sounding[first] = written[first] = whole
            strikes |= dict.fromkeys(taken, first)
        if Mark(FIRST_STRIKE) in marks and number not in written:
            left = (mark for mark in marks if not is_struck(mark))
            written[number] = replace(notes[number], marks=in_words(left))
        elif number not in written and (share := share_of(marks)) < 1:
            note = notes[number]
            written[number] = replace(note, duration=max(1, round(note.duration / share)))
    for number, start in _spread(notes, marked, ticks_per_quarter):
        note = written.get(number, notes[number])
        written[number] = replace(note, start=start, duration=note.end - start)
    return WrittenNotes(written, sounding, strikes)


def _under_wavy_lines(marked: Mapping[int, Sequence[Mark]]) -> Iterator[int]:
    """Yield the numbers of marked notes from the beginning of a wavy line to its end."""
    opened: set[str] = set()
    for number, marks in marked.items():
        ends = {mark.name: mark.detail for mark in marks if mark.name.startswith(_WAVY_LINE)}
        opened |= {detail for name, detail in ends.items() if name.endswith("-start")}
        if opened:
            yield number
        opened -= {detail for name, detail in ends.items() if name.endswith("-stop")}


def is_struck(mark: Mark) -> bool:
    """Return whether a mark is played as several strikes."""
    return mark.name in _STRUCK or (mark.name in SIGNS and bool(SIGNS[mark.name].figure))


def share_of(marks: Sequence[Mark]) -> Fraction:
    """Return which share of its written length a note sounds."""
    return min((SIGNS[m.name].length for m in marks if m.name in SIGNS), default=Fraction(1))


class _Strikes:
    """Finds the strikes that follow a marked note."""

    def __init__(self, notes: Sequence[Note], marked: dict[int, tuple[Mark, ...]]) -> None:
        self._notes = notes
        self._marked = marked
        self._starts: dict[int, list[int]] = {}
        for number, marks in marked.items():
            if Mark(STRIKE) in marks:
                self._starts.setdefault(notes[number].start, []).append(number)

    def folded(
        self, first: int, marks: Sequence[Mark], *, trills: bool
    ) -> Iterator[tuple[int, Note, tuple[int, ...]]]:
        """Yield (the first strike, the note that is written, the other strikes' numbers)."""
        names = {mark.name for mark in marks}
        if "tremolo-start" in names:
            yield from self._between(first)
            return
        figure = next((SIGNS[m.name] for m in marks if m.name in SIGNS and _figure(m)), None)
        if figure is None and trills and FIRST_STRIKE in names:
            figure = _TRILL
        if figure is None and names.isdisjoint({"tremolo", "glissando-start", "slide-start"}):
            return
        run = [first, *self._run(first)]
        pitches = [self._notes[number].pitch for number in run]
        main = pitches[0]
        if figure is not None:
            altered = any(mark.detail.removesuffix("-below") in _DOUBLE for mark in marks)
            main = _main_of(pitches, figure, farthest=_ALTERED if altered else _FARTHEST)
        elif "tremolo" in names:
            main = main if len(set(pitches)) == 1 else -1
        elif any(abs(after - before) != 1 for before, after in pairwise(pitches)):
            main = -1
        if len(run) > 1 and main >= 0:
            yield first, self._whole(run, main), tuple(run[1:])

    def _whole(self, run: Sequence[int], pitch: int) -> Note:
        note = self._notes[run[0]]
        return replace(note, pitch=pitch, duration=self._notes[run[-1]].end - note.start)

    def _run(self, first: int) -> Iterator[int]:
        note = self._notes[first]
        while (following := self._after(note)) is not None:
            yield following
            note = self._notes[following]

    def _after(self, note: Note) -> int | None:
        near = [
            number
            for tick in range(note.end - _ROUNDING, note.end + _ROUNDING + 1)
            if tick > note.start
            for number in self._starts.get(tick, ())
            if abs(self._notes[number].pitch - note.pitch) <= _FARTHEST
        ]
        return min(near, key=lambda n: abs(self._notes[n].pitch - note.pitch), default=None)

    def _between(self, first: int) -> Iterator[tuple[int, Note, tuple[int, ...]]]:
        """Yield both chords of a tremolo between them, each for half of the time."""
        begin = self._notes[first]
        chords = [self._with("tremolo-start", begin.start), self._with("tremolo-stop", begin.end)]
        if not all(chords) or first != chords[0][0]:
            return
        taken: list[list[int]] = [[], []]
        at, turn = self._notes[chords[1][0]].end, 0
        sets = [sorted(self._notes[n].pitch for n in chord) for chord in chords]
        while strikes := [n for t in _around(at) for n in self._starts.get(t, ())]:
            if sorted(self._notes[n].pitch for n in strikes) != sets[turn]:
                break
            taken[turn] += strikes
            at, turn = self._notes[strikes[0]].end, 1 - turn
        middle = (begin.start + at) // 2
        for chord, (start, end), strikes in zip(
            chords, ((begin.start, middle), (middle, at)), taken, strict=True
        ):
            for place, number in enumerate(chord):
                note = replace(self._notes[number], start=start, duration=max(1, end - start))
                yield number, note, tuple(strikes) if not place else ()

    def _with(self, name: str, tick: int) -> list[int]:
        """Return a chord of a tremolo; one of its notes at least has the mark."""
        chord = {
            number: marks
            for number, marks in self._marked.items()
            if abs(self._notes[number].start - tick) <= _ROUNDING and Mark(FIRST_STRIKE) in marks
        }
        if not any(mark.name == name for marks in chord.values() for mark in marks):
            return []
        # Another voice may have an ornament there.
        own = {name, FIRST_STRIKE}
        return [n for n, m in chord.items() if all(k.name in own for k in m if is_struck(k))]


def _around(tick: int) -> range:
    return range(tick - _ROUNDING, tick + _ROUNDING + 1)


def _figure(mark: Mark) -> bool:
    return bool(SIGNS[mark.name].figure)


def _main_of(pitches: Sequence[int], row: Playing, *, farthest: int) -> int:
    """Return the pitch of the note that a figure of these pitches ornaments; -1 if it is none."""
    struck = list(pitches[1:]) if row.late else list(pitches)
    figure = list(islice(cycle(row.figure), len(struck))) if row.alternates else list(row.figure)
    if len(figure) != len(struck):
        return -1
    said: dict[Neighbour, int] = {}
    for step, pitch in zip(figure, struck, strict=True):
        if said.setdefault(step, pitch) != pitch:
            return -1
    main = said.get(Neighbour.MAIN, -1)
    high, low = said.get(Neighbour.UPPER, main + 1), said.get(Neighbour.LOWER, main - 1)
    near = high - main <= farthest and main - low <= farthest
    fits = near and low < main < high and (not row.late or pitches[0] == main)
    return main if fits else -1


def _spread(
    notes: Sequence[Note], marked: dict[int, tuple[Mark, ...]], ticks_per_quarter: int
) -> Iterator[tuple[int, int]]:
    """Yield (number, where its spread chord begins) of notes that begin later than that."""
    begin = -1
    for number, marks in marked.items():
        if not any(mark.name == "arpeggiate" for mark in marks):
            continue
        start = notes[number].start
        if begin < 0 or start - begin > ticks_per_quarter * _SPREAD / 2:
            begin = start
        elif start > begin:
            yield number, begin
