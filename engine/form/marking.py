"""Put marks on notes and take them off: what is heard follows, as a reader plays the same page.

A staccato note becomes short and an accented one louder, a trill becomes its strikes. Taken off,
the note is plain again. All functions return another score, and the notes that stand in it for
those that were given.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.form.interpretation import SIGNS, louder_by
from engine.form.ornaments import neighbours, ornament
from engine.form.slopes import bounded
from engine.form.strikes import is_struck, share_of, written_notes
from engine.harmony.keys import estimate_key, fifths_at
from engine.values.mark_kinds import (
    FIRST_STRIKE,
    SPELLED,
    STRIKE,
    Mark,
    MarkGroup,
    in_words,
    marks_in,
    shown_marks,
)
from engine.values.score import Note, Score, Tempo, Track
from engine.values.time import DEFAULT_BPM

Notes = tuple[Note, ...]
SLUR = "slur"
_SLUR_START, _SLUR_STOP = "slur-start", "slur-stop"
_FERMATA = "fermata"
# Of each of these a note has one.
_EXCLUSIVE = (
    frozenset({"staccato", "staccatissimo", "spiccato", "detached-legato"}),
    frozenset({"accent", "strong-accent", "soft-accent"}),
    frozenset(name for name, row in SIGNS.items() if row.figure),
)
# Tempos are written in whole microseconds.
_SAME_TEMPO = 1e-3


@dataclass(frozen=True, slots=True)
class Head:
    """A note as it is written, with all that is heard of it.

    Attributes:
        note: The written note: an ornament is one note, a staccato note has its full length.
        heard: The notes that sound for it, the first with its marks.
    """

    note: Note
    heard: Notes

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that a page shows at it."""
        return shown_marks(self.note.marks)


def heads_of(track: Track, notes: Iterable[Note], ticks_per_quarter: int) -> tuple[Head, ...]:
    """Return the written notes that some notes of a track are heard of, by start.

    Args:
        track: The part.
        notes: Notes of it; strikes of an ornament stand for all of it.
        ticks_per_quarter: The grid of their ticks.
    """
    wanted, all_ = frozenset(notes), track.notes
    written = written_notes(all_, ticks_per_quarter)
    strikes: dict[int, list[int]] = {}
    for number, first in written.strikes.items():
        strikes.setdefault(first, []).append(number)
    chosen = {written.strikes.get(n, n) for n, note in enumerate(all_) if note in wanted}
    return tuple(
        Head(
            _full(all_[n]) if n not in written.sounding else written.sounding[n],
            (all_[n], *(all_[each] for each in strikes.get(n, ()))),
        )
        for n in sorted(chosen)
    )


def _full(note: Note) -> Note:
    """Return a note with its written length."""
    marks = marks_in(note.marks)
    if Mark(FIRST_STRIKE) in marks:
        # Somebody has changed the strikes: they are notes of their own now.
        return replace(note, marks=in_words(mark for mark in marks if not is_struck(mark)))
    if not marks:
        return note
    return replace(note, duration=max(1, round(note.duration / share_of(marks))))


def with_mark(score: Score, index: int, notes: Collection[Note], mark: Mark) -> tuple[Score, Notes]:
    """Return a score with a mark at notes of a track, and these notes.

    Args:
        score: The piece.
        index: The track.
        notes: Notes of it.
        mark: Any mark that is no line.
    """

    def adding(marks: Sequence[Mark]) -> tuple[Mark, ...]:
        others = next((names for names in _EXCLUSIVE if mark.name in names), {mark.name})
        return (*(each for each in marks if each.name not in others), mark)

    new, changed = _remarked(score, index, notes, adding)
    return (_held(new, index, changed), changed) if mark.name == _FERMATA else (new, changed)


def without_mark(
    score: Score, index: int, notes: Collection[Note], name: str
) -> tuple[Score, Notes]:
    """Return a score without a mark at notes of a track, and these notes.

    Args:
        score: The piece.
        index: The track.
        notes: Notes of it.
        name: The mark's name.
    """

    def leaving(marks: Sequence[Mark]) -> tuple[Mark, ...]:
        return tuple(mark for mark in marks if mark.name != name)

    new, changed = _remarked(score, index, notes, leaving)
    return (_let_go(new, index, changed), changed) if name == _FERMATA else (new, changed)


def marks_at(score: Score, index: int, notes: Collection[Note]) -> frozenset[str]:
    """Return the names of the marks that all of some notes have, `slur` among them."""
    heads = heads_of(score.tracks[index], notes, score.ticks_per_quarter)
    if not heads:
        return frozenset()
    names = frozenset.intersection(*(frozenset(mark.name for mark in head.marks) for head in heads))
    slurs = {SLUR} if _slurs_over(heads) else set[str]()
    return frozenset(name for name in names if not name.startswith(SLUR)) | slurs


# --- playing -------------------------------------------------------------------------------------


def _remarked(
    score: Score,
    index: int,
    notes: Collection[Note],
    change: Callable[[Sequence[Mark]], tuple[Mark, ...]],
) -> tuple[Score, Notes]:
    track, quarter = score.tracks[index], score.ticks_per_quarter
    heads = heads_of(track, notes, quarter)
    fifths = _fifths(score, index)
    coming: list[Note] = []
    for head in heads:
        coming += _played(head, change(head.marks), fifths(head.note.start), quarter)
    leaving = [note for head in heads for note in head.heard]
    return score.with_track(index, track.exchanging(leaving, coming)), tuple(sorted(coming))


def _fifths(score: Score, index: int) -> Callable[[int], int]:
    guessed = estimate_key(score.tracks[index].notes) if not score.key_signatures else None
    default = 0 if guessed is None else guessed.fifths

    def at(tick: int) -> int:
        held = fifths_at(score.key_signatures, tick)
        return default if held is None else held

    return at


def _played(head: Head, marks: Sequence[Mark], fifths: int, quarter: int) -> Iterator[Note]:
    """Yield what sounds of a written note that has other marks now."""
    note = head.note
    marks = (*marks, *(mark for mark in marks_in(note.marks) if mark.name == SPELLED))
    velocity = bounded(note.velocity - louder(head.marks) + louder(marks))
    if any(is_struck(mark) and mark.name not in SIGNS for mark in head.marks):
        # The strikes of a tremolo or a glissando stay: they are as many as its strokes say.
        words = in_words((*marks, Mark(FIRST_STRIKE)))
        first, *others = head.heard
        yield replace(first, velocity=velocity, marks=words)
        yield from (replace(each, velocity=velocity) for each in others)
        return
    start, end = Fraction(note.start, quarter), Fraction(note.end, quarter)
    row = next((SIGNS[m.name] for m in marks if m.name in SIGNS and SIGNS[m.name].figure), None)
    if row is None:
        ticks = _rounded(note.start + note.duration * share_of(marks)) - note.start
        yield replace(note, duration=max(1, ticks), velocity=velocity, marks=in_words(marks))
        return
    strikes = ornament(start, end, note.pitch, row, neighbours(note.pitch, fifths))
    words, moves = in_words((*marks, Mark(FIRST_STRIKE))), note.moves
    for begin, until, pitch in strikes:
        at = _rounded(begin * quarter)
        length = max(1, _rounded(until * quarter) - at)
        if 0 <= pitch <= 127:
            yield replace(
                note,
                start=at,
                duration=length,
                pitch=pitch,
                velocity=velocity,
                marks=words,
                moves=moves,
            )
            words, moves = STRIKE, ()


def louder(marks: Iterable[Mark]) -> int:
    """Return what marks add to the velocity of a note: the strongest of them."""
    return louder_by(mark.name for mark in marks)


def _rounded(tick: Fraction) -> int:
    return (2 * tick.numerator + tick.denominator) // (2 * tick.denominator)


# --- slurs ---------------------------------------------------------------------------------------


def with_slur(score: Score, index: int, notes: Collection[Note]) -> tuple[Score, Notes]:
    """Return a score with a slur from the first of some notes to the last, and these notes.

    A single note is slurred to the next one. Nothing changes where there is none.
    """
    track, quarter = score.tracks[index], score.ticks_per_quarter
    heads = heads_of(track, notes, quarter)
    ends = _ends(track, heads, quarter)
    if ends is None:
        return score, tuple(sorted(notes))
    name = str(next_line(track))
    starts, stops = (end.heard[0] for end in ends)
    exchanged = {
        starts: replace(starts, marks=_with_word(starts.marks, Mark(_SLUR_START, name))),
        stops: replace(stops, marks=_with_word(stops.marks, Mark(_SLUR_STOP, name))),
    }
    return _exchanged(score, index, notes, exchanged)


def without_slur(score: Score, index: int, notes: Collection[Note]) -> tuple[Score, Notes]:
    """Return a score without the slurs over exactly these notes, and these notes."""
    track = score.tracks[index]
    slurs = _slurs_over(heads_of(track, notes, score.ticks_per_quarter))
    gone = {Mark(kind, name) for name in slurs for kind in (_SLUR_START, _SLUR_STOP)}
    exchanged = {}
    for note in track.notes:
        marks = marks_in(note.marks)
        if not gone.isdisjoint(marks):
            exchanged[note] = replace(note, marks=in_words(m for m in marks if m not in gone))
    return _exchanged(score, index, notes, exchanged)


def _exchanged(
    score: Score, index: int, notes: Collection[Note], by: dict[Note, Note]
) -> tuple[Score, Notes]:
    track = score.tracks[index].exchanging(by.keys(), by.values())
    return score.with_track(index, track), tuple(sorted(by.get(note, note) for note in notes))


def _ends(track: Track, heads: Sequence[Head], quarter: int) -> tuple[Head, Head] | None:
    if not heads:
        return None
    first, last = heads[0], heads[-1]
    if first.note.start < last.note.start:
        return first, last
    following = (n for n in track.notes if n.start >= first.note.end and n.marks != STRIKE)
    after = next(following, None)
    if after is None:
        return None
    return first, heads_of(track, (after,), quarter)[0]


def next_line(track: Track) -> int:
    """Return a number that no slur or other line of a track has."""
    lines = (
        mark.detail
        for note in track.notes
        if note.marks
        for mark in shown_marks(note.marks)
        if mark.kind.group is MarkGroup.LINE
    )
    return 1 + max((int(name) for name in lines if name.isdigit()), default=0)


def _with_word(text: str, mark: Mark) -> str:
    return in_words((*marks_in(text), mark))


def _slurs_over(heads: Sequence[Head]) -> frozenset[str]:
    """Return the names of the slurs from the first of some notes to the last.

    Of a single note all that begin there.
    """
    if not heads:
        return frozenset()
    first, last = heads[0].note.start, heads[-1].note.start
    begun = _slur_ends(heads, _SLUR_START, first)
    return begun if first == last else begun & _slur_ends(heads, _SLUR_STOP, last)


def _slur_ends(heads: Sequence[Head], kind: str, tick: int) -> frozenset[str]:
    return frozenset(
        mark.detail
        for head in heads
        if head.note.start == tick
        for mark in head.marks
        if mark.name == kind
    )


# --- fermatas ------------------------------------------------------------------------------------


def _held(score: Score, index: int, notes: Notes) -> Score:
    """Return a score that is slower while some notes sound."""
    slower = float(SIGNS[_FERMATA].slower)
    tempos = {tempo.tick: tempo.bpm for tempo in score.tempos}
    for start, end in _stretches(score, index, notes):
        within = _bpm_at(tempos, start)
        if _holds(tempos, start, end, slower):
            continue
        tempos.setdefault(end, _bpm_at(tempos, end))
        tempos |= {tick: bpm / slower for tick, bpm in tempos.items() if start < tick < end}
        tempos[start] = within / slower
    return _with_tempos(score, tempos)


def _let_go(score: Score, index: int, notes: Notes) -> Score:
    """Return a score without what is slower while some notes sound."""
    slower = float(SIGNS[_FERMATA].slower)
    tempos = {tempo.tick: tempo.bpm for tempo in score.tempos}
    for start, end in _stretches(score, index, notes):
        if not _holds(tempos, start, end, slower):
            continue
        within = tempos.pop(start) * slower
        if not _is_same(_bpm_at(tempos, start), within):
            tempos[start] = within
        tempos |= {tick: bpm * slower for tick, bpm in tempos.items() if start < tick < end}
        after = tempos.pop(end)
        if not _is_same(_bpm_at(tempos, end), after):
            tempos[end] = after
    return _with_tempos(score, tempos)


def _holds(tempos: dict[int, float], start: int, end: int, slower: float) -> bool:
    if start not in tempos or end not in tempos:
        return False
    held = tempos[start]
    # Notes after it may be held as well: the tempo is back after the last of them.
    after = (bpm for tick, bpm in sorted(tempos.items()) if tick >= end)
    return _is_same(held * slower, next((bpm for bpm in after if not _is_same(bpm, held)), held))


def _stretches(score: Score, index: int, notes: Notes) -> Iterator[tuple[int, int]]:
    """Yield where fermatas hold: all notes that begin together are one."""
    ends: dict[int, int] = {}
    for head in heads_of(score.tracks[index], notes, score.ticks_per_quarter):
        ends[head.note.start] = max(ends.get(head.note.start, 0), head.note.end)
    yield from sorted(ends.items())


def _bpm_at(tempos: dict[int, float], tick: int) -> float:
    held = max((each for each in tempos if each <= tick), default=None)
    return DEFAULT_BPM if held is None else tempos[held]


def _is_same(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME_TEMPO * other


def _with_tempos(score: Score, tempos: dict[int, float]) -> Score:
    return replace(score, tempos=tuple(Tempo(tick, bpm) for tick, bpm in sorted(tempos.items())))
