"""Written notes as they are played: tremolos, ornaments, spread chords, glissandi, grace notes.

Each sign is a row of `interpretation`; what a file says of a note's own timing counts more.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from engine.form import interpretation
from engine.form.interpretation import SIGNS
from engine.form.ornaments import MOST_STRIKES, Strike, in_turn, ornament
from engine.notation.read_parts import NO_MARKS, ReadNote
from engine.values.mark_kinds import FIRST_STRIKE, STRIKE, Mark

# Of MIDI.
_HIGHEST_PITCH = 127
_FIRST, _STRIKE = Mark(FIRST_STRIKE), (Mark(STRIKE),)


@dataclass(slots=True)
class WrittenNote:
    """A note with all that is tied to it, at its place in the piece as it is played.

    Attributes:
        note: As it was read; of tied notes the first one.
        start: Quarters from the beginning.
        end: Quarters; of a grace note the same as `start`.
        attack: Quarters from its written start to its sounding start.
        release: Quarters from its written end to its sounding end.
        verses: The syllables that are sung to it.
        written: The marks at it and at all that is tied to it.
    """

    note: ReadNote
    start: Fraction
    end: Fraction
    attack: Fraction = Fraction(0)
    release: Fraction = Fraction(0)
    verses: tuple[str, ...] = ()
    written: tuple[Mark, ...] = ()

    @property
    def is_timed(self) -> bool:
        """Whether the file itself gives its timing."""
        return bool(self.attack or self.release)


@dataclass(frozen=True, slots=True)
class PlayedNote:
    """A note that sounds.

    Attributes:
        start: Quarters from the beginning.
        end: Quarters.
        pitch: MIDI number.
        note: The note that it plays.
        verses: The syllables that are sung to it.
        marks: The marks of the written note; of the strikes after its first one `STRIKE`.
    """

    start: Fraction
    end: Fraction
    pitch: int
    note: ReadNote
    verses: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


def played(notes: Iterable[WrittenNote]) -> Iterator[PlayedNote]:
    """Yield what sounds of the notes of a part."""
    timed: list[WrittenNote] = []
    plain: list[WrittenNote] = []
    for note in notes:
        (timed if note.is_timed else plain).append(note)
    for each in timed:
        start = max(Fraction(0), each.start + each.attack)
        end = each.end + each.release
        end = max(start, end)
        yield PlayedNote(start, end, each.note.pitch, each.note, each.verses, each.written)
    delays = _arpeggio_delays(plain)
    plain.sort(key=_by_voice)
    for _, voice in groupby(plain, key=lambda each: (each.note.staff, each.note.voice)):
        groups = [
            _Group(tuple(of_one), delays) for _, of_one in groupby(voice, key=lambda one: one.start)
        ]
        yield from _voice(groups)


def _by_voice(each: WrittenNote) -> tuple[str, str, Fraction]:
    return each.note.staff, each.note.voice, each.start


def _arpeggio_delays(notes: Iterable[WrittenNote]) -> dict[tuple[Fraction, int], Fraction]:
    """Return by how much each note of a spread chord, over all staves, begins later."""
    chords: dict[tuple[Fraction, str], list[WrittenNote]] = {}
    for each in notes:
        if each.note.marks.arpeggio and each.note.length:
            chords.setdefault((each.start, each.note.marks.arpeggio), []).append(each)
    found: dict[tuple[Fraction, int], Fraction] = {}
    for chord in chords.values():
        downwards = any(each.note.marks.downwards for each in chord)
        pitches = sorted({each.note.pitch for each in chord}, reverse=downwards)
        room = min(each.end - each.start for each in chord) / 2
        step = min(interpretation.ARPEGGIO_STEP, room / max(1, len(pitches) - 1))
        for number, pitch in enumerate(pitches):
            found[chord[0].start, pitch] = step * number
    return found


class _Group:
    """The notes of one voice at one place: a chord, with its grace notes."""

    def __init__(
        self, notes: Sequence[WrittenNote], delays: dict[tuple[Fraction, int], Fraction]
    ) -> None:
        self.mains = [each for each in notes if each.note.length]
        self.graces = [each for each in notes if not each.note.length]
        self.start = notes[0].start
        self.end = max(each.end for each in notes)
        self.delays = delays

    @property
    def is_plain(self) -> bool:
        """Whether nothing changes how it is played, as nothing does most chords."""
        return not self.graces and all(each.note.marks is NO_MARKS for each in self.mains)

    @property
    def strokes(self) -> int:
        return max((each.note.marks.strokes for each in self.mains), default=0)

    @property
    def with_next(self) -> bool:
        return any(each.note.marks.with_next for each in self.mains)


def _voice(groups: Sequence[_Group]) -> Iterator[PlayedNote]:
    sounding = [group for group in groups if group.mains]
    following = {id(one): other for one, other in pairwise(sounding)}
    taken: set[int] = set()
    for group in groups:
        if id(group) in taken:
            continue
        if group.is_plain:
            for each in group.mains:
                pitch = each.note.pitch
                yield PlayedNote(each.start, each.end, pitch, each.note, each.verses, each.written)
            continue
        after = following.get(id(group))
        begin = group.start + (yield from _graces(group))
        if group.with_next and after is not None and after.start == group.end:
            taken.add(id(after))
            yield from _between(group, after, begin)
            continue
        strokes = group.strokes
        for each in group.mains:
            delay = group.delays.get((group.start, each.note.pitch), Fraction(0))
            yield from _note(each, min(begin + delay, each.end), after, strokes=strokes)


def _graces(group: _Group) -> Generator[PlayedNote, None, Fraction]:
    """Yield grace notes; return by how much their main note begins later."""
    if not group.graces:
        return Fraction(0)
    room = min((each.end - each.start for each in group.mains), default=Fraction(0))
    count = max(each.note.before for each in group.graces)
    on_beat = [each for each in group.graces if each.note.share and room]
    step, late = interpretation.GRACE_LENGTH, Fraction(0)
    if on_beat:
        late = room * on_beat[0].note.share
        step = late / count
    elif group.start < step * count:
        # At the very beginning there is no room before.
        late = min(step * count, room / 2) if room else step * count - group.start
        step = (group.start + late) / count
    for each in group.graces:
        start = group.start + late - step * each.note.before
        pitch = each.note.pitch
        yield PlayedNote(start, start + step, pitch, each.note, marks=each.written)
    return late


def _note(
    each: WrittenNote, start: Fraction, after: _Group | None, *, strokes: int
) -> Iterator[PlayedNote]:
    note, end = each.note, each.end
    rows = [SIGNS[sign] for sign in note.marks.signs]
    figure = next((row for row in rows if row.figure), None)
    if strokes and not note.marks.with_next:
        step = _stroke(each.end - each.start, strokes)
        parts = in_turn(start, end, step, (note.pitch,))
    elif figure is not None:
        steps = note.marks.upper, note.marks.lower
        parts = ornament(start, end, note.pitch, figure, steps)
    elif note.marks.slides and after is not None:
        parts = _glissando(note.pitch, start, end, after)
    else:
        share = min((row.length for row in rows), default=Fraction(1))
        parts = iter([(start, start + (end - start) * share, note.pitch)])
    struck = [strike for strike in parts if 0 <= strike[2] <= _HIGHEST_PITCH]
    verses, marks = each.verses, _first_of(each, struck)
    for begin, until, pitch in struck:
        yield PlayedNote(begin, until, pitch, note, verses, marks)
        verses, marks = (), _STRIKE


def _first_of(each: WrittenNote, struck: Sequence[Strike]) -> tuple[Mark, ...]:
    """Return the marks of the first strike of a note."""
    return (*each.written, _FIRST) if len(struck) > 1 else each.written


def _glissando(pitch: int, start: Fraction, end: Fraction, after: _Group) -> Iterator[Strike]:
    goal = min((each.note.pitch for each in after.mains), key=lambda other: abs(other - pitch))
    count = max(1, abs(goal - pitch))
    direction = 1 if goal > pitch else -1
    step = (end - start) / count
    for number in range(count):
        begin = start + step * number
        yield begin, begin + step, pitch + direction * number


def _between(group: _Group, after: _Group, begin: Fraction) -> Iterator[PlayedNote]:
    """Yield a tremolo between two chords: both in turn, for as long as both are written."""
    step = _stroke(after.end - group.start, group.strokes)
    chords = (group.mains, after.mains)
    count = max(1, min(MOST_STRIKES, int((after.end - begin) / step)))
    for number in range(count):
        start = begin + step * number
        end = after.end if number == count - 1 else start + step
        for each in chords[number % 2]:
            first = number < 2
            verses, marks = (each.verses, (*each.written, _FIRST)) if first else ((), _STRIKE)
            yield PlayedNote(start, end, each.note.pitch, each.note, verses, marks)


def _stroke(length: Fraction, strokes: int) -> Fraction:
    """Return how long a strike of a tremolo is: its strokes count like flags."""
    odd = length.denominator // (length.denominator & -length.denominator)
    # A note of a triplet is written longer than it is, and its strikes are of the triplet.
    ratio = Fraction(1 << (odd.bit_length() - 1), odd)
    flags = strokes
    written = length / ratio
    while Fraction(1, 1 << (flags - strokes)) > written:
        flags += 1
    return ratio / (1 << flags)
