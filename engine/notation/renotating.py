"""A page after an edit: only the measures that changed are made anew."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.notation.bars import bar_count
from engine.notation.grid import PlacementMemory
from engine.notation.notating import notate
from engine.notation.page import Head, NotatedMeasure, NotatedPiece
from engine.notation.pedals import SUSTAIN
from engine.values.mark_kinds import MarkGroup, shown_marks
from engine.values.score import Note, Score, Track, common_ends
from engine.values.time import BarMap

# A sign or a tie may change in the measures beside.
_NEIGHBOUR_MEASURES = 1


def renotated(
    page: NotatedPiece, before: Score, after: Score, memory: PlacementMemory | None = None
) -> tuple[NotatedPiece, range]:
    """Return the page of an edited score, and which measures of it are others than before.

    Clefs, and letters of notes a measure and more away, stay until the whole page is made anew.

    Args:
        page: Of `before`.
        before: The score as it was.
        after: The score as it is.
        memory: Where the notes of its tracks stand; it is brought up to date.
    """
    count = len(page.parts[0].measures)
    if not _is_alike(before, after) or bar_count(after) != count:
        new = notate(after, memory=memory)
        return new, range(len(new.parts[0].measures))
    wanted = _touched(before, after, count)
    if not wanted:
        return page, wanted
    excerpt = notate(after, only=wanted, memory=memory)
    if excerpt.performed != page.performed or _frame(excerpt) != _frame(page):
        new = notate(after, memory=memory)
        return new, range(len(new.parts[0].measures))
    shifts = {
        number: _Shift.between(old.notes, new.notes)
        for number, (old, new) in enumerate(zip(before.tracks, after.tracks, strict=True))
        if len(old.notes) != len(new.notes)
    }
    return _spliced(page, excerpt, wanted, shifts), wanted


def _is_alike(before: Score, after: Score) -> bool:
    """Return whether two scores have the same ruler and the same tracks, but for their notes."""
    bare = (replace(score, tracks=()) for score in (before, after))
    if next(bare) != next(bare) or len(before.tracks) != len(after.tracks):
        return False
    return all(
        _about(one) == _about(other) for one, other in zip(before.tracks, after.tracks, strict=True)
    )


def _about(track: Track) -> tuple[object, ...]:
    pedals = tuple(control for control in track.controls if control.number == SUSTAIN)
    about = track.name, track.program, track.is_drum, bool(track.notes)
    return *about, track.others, pedals, track.directions


def _touched(before: Score, after: Score, count: int) -> range:
    ticks: list[int] = []
    for old, new in zip(before.tracks, after.tracks, strict=True):
        if old.notes is new.notes or old.notes == new.notes:
            continue
        head, tail = common_ends(old.notes, new.notes)
        changed = (
            *old.notes[head : len(old.notes) - tail],
            *new.notes[head : len(new.notes) - tail],
        )
        ticks += [note.start for note in changed] + [note.end - 1 for note in changed]
        ticks += _line_ends(changed, (*old.notes, *new.notes))
    if not ticks:
        return range(0)
    bars = BarMap.of(after)
    first, last = bars.bar_at(min(ticks)), bars.bar_at(max(ticks))
    return range(max(0, first - _NEIGHBOUR_MEASURES), min(count, last + 1 + _NEIGHBOUR_MEASURES))


def _line_ends(changed: Iterable[Note], notes: Iterable[Note]) -> Iterator[int]:
    """Yield where the lines at changed notes begin and end: a slur is drawn on all their lines."""
    names = {name for note in changed for name in _line_names(note)}
    if names:
        yield from (note.start for note in notes if not names.isdisjoint(_line_names(note)))


def _line_names(note: Note) -> Iterator[str]:
    marks = shown_marks(note.marks)
    return (mark.detail for mark in marks if mark.kind.group is MarkGroup.LINE)


def _frame(page: NotatedPiece) -> tuple[tuple[int, int], ...]:
    return tuple((part.track, part.staves) for part in page.parts)


@dataclass(frozen=True, slots=True)
class _Shift:
    """By how much the numbers of a track's notes change, from a note on.

    Attributes:
        first: The number that the first of them had.
        by: The offset that is added.
    """

    first: int
    by: int

    @classmethod
    def between(cls, old: tuple[Note, ...], new: tuple[Note, ...]) -> "_Shift":
        _, tail = common_ends(old, new)
        return cls(len(old) - tail, len(new) - len(old))

    def measures(self, measures: Sequence[NotatedMeasure]) -> list[NotatedMeasure]:
        """Return measures whose heads are of the notes as they are numbered now."""
        return [
            replace(
                measure,
                voices=tuple(
                    replace(
                        voice,
                        symbols=tuple(
                            replace(symbol, heads=tuple(map(self._head, symbol.heads)))
                            for symbol in voice.symbols
                        ),
                    )
                    for voice in measure.voices
                ),
            )
            for measure in measures
        ]

    def _head(self, head: Head) -> Head:
        track, note, *tied = head.id.split("-")
        # A note that is held from before the edit has its number still.
        if int(note) < self.first:
            return head
        return replace(head, id="-".join((track, str(int(note) + self.by), *tied)))


def _spliced(
    page: NotatedPiece, excerpt: NotatedPiece, wanted: range, shifts: dict[int, _Shift]
) -> NotatedPiece:
    parts = []
    for part, new in zip(page.parts, excerpt.parts, strict=True):
        measures = list(part.measures)
        for number in wanted:
            measures[number] = _with_voices(measures[number], new.measures[number - wanted.start])
        if part.track in shifts:
            measures[wanted.stop :] = shifts[part.track].measures(measures[wanted.stop :])
        parts.append(replace(part, measures=tuple(measures)))
    return replace(page, parts=tuple(parts))


def _with_voices(old: NotatedMeasure, new: NotatedMeasure) -> NotatedMeasure:
    """Return a measure with other voices; its clef stays until the whole page is made anew."""
    return replace(old, voices=new.voices)
