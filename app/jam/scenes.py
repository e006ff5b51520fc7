"""The notes, turns, chords and bars that the Jam page shows, read from the record of the jam."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, floor

from app.state.jam_record import JamRecord, Turn
from app.values.jam_choices import JamChoices
from app.values.jam_grid import JamGrid
from app.views.jam.values import BarPicture, ChordMark, JamScene, Strip, Who
from engine.harmony.chord_symbols import Chord, chord_name, pitch_classes
from engine.harmony.chord_track import chord_at, fifths_before
from engine.harmony.chords import find_chords
from engine.values.score import Note, Score, Track

# Bars on show, bars of the past at least, and how many bars a page turns at once.
_BARS, _PAST, _PAGE = 12, 4, 4
# The share of a bar by which notes of a tune may overlap.
_LEGATO = 1 / 16
# A whole jam shows so many bars at least.
_LEAST_BARS = 4


@dataclass(frozen=True, slots=True)
class _Span:
    first: float
    last: float

    def of(self, notes: Iterable[Note], *, before: float = 0.0) -> tuple[Note, ...]:
        first = self.first - before
        return tuple(note for note in notes if note.end > first and note.start < self.last)


class JamScenes:
    """Reads scenes from a record; the chords are found again only after a beat or a plan."""

    def __init__(self) -> None:
        self._known: tuple[object, ...] = ()
        self._chords: tuple[ChordMark, ...] = ()

    def scene(
        self, record: JamRecord, tick: float, choices: JamChoices, *, whole: bool = False
    ) -> JamScene:
        """Return what is to be seen at a tick.

        Args:
            record: The notes and turns so far.
            tick: Where the music is.
            choices: The user's choices.
            whole: Whether to show all bars, after the jam, and not only those around the tick.
        """
        end = _end_of(record, tick)
        span = _whole(record.grid, end) if whole else _page(record.grid, tick)
        waiting = () if whole else _waiting(record, tick)
        return JamScene(
            me=span.of(record.me(tick)),
            segue=span.of(record.segue),
            waiting=span.of(waiting),
            held=record.held,
            grid=record.grid,
            first=span.first,
            last=span.last,
            over=whole,
            turns=tuple(_strips(record, end if whole else tick, choices, waiting, whole=whole)),
            chords=self._marks(record, tick, span, waiting, whole=whole),
        )

    def _marks(
        self,
        record: JamRecord,
        tick: float,
        span: _Span,
        waiting: tuple[Note, ...],
        *,
        whole: bool,
    ) -> tuple[ChordMark, ...]:
        beat = tick if whole else int(tick // record.beat)
        known = beat, span, len(record.segue), record.segue[-1:], waiting[:1], record.who
        if known != self._known:
            self._known = known
            self._chords = tuple(_found(record, tick, span, waiting, whole=whole))
        return self._chords


def bars_of(record: JamRecord, tick: float) -> tuple[BarPicture, ...]:
    """Return every bar up to a tick as a picture, from the first one after the count-in."""
    bar, begin, end = record.bar, record.begin, round(tick)
    count = max(0, ceil((end - begin) / bar))
    notes: list[list[tuple[int, Note]]] = [[] for _ in range(count)]
    both = ((0, record.me(tick)), (1, record.segue))
    for track, note in ((track, note) for track, each in both for note in each):
        if begin <= note.start < end:
            notes[(note.start - begin) // bar].append((track, note))
    turns = record.turns(begin + count * bar)
    return tuple(
        BarPicture(start, start + bar, _who_at(turns, start + bar / 2), tuple(each))
        for start, each in zip(range(begin, begin + count * bar, bar), notes, strict=True)
    )


def _who_at(turns: Iterable[Turn], tick: float) -> Who:
    return next((turn.who for turn in turns if turn.start <= tick < turn.end), "me")


def _end_of(record: JamRecord, tick: float) -> float:
    ends = (note.end for note in (*record.me(tick), *record.segue))
    return max((*ends, float(record.begin)))


def _first_line(grid: JamGrid) -> float:
    """Return where bar 1 begins."""
    return grid.origin - ceil((grid.origin - grid.begin) / grid.bar - 1e-6) * grid.bar


def _page(grid: JamGrid, tick: float) -> _Span:
    """Return the bars around a tick; the page turns by some bars at a time."""
    base = _first_line(grid)
    bar = floor((tick - base) / grid.bar + 1e-6)
    # An upbeat in the count-in is to be seen.
    first = max(min(0, bar), (bar - _PAST) // _PAGE * _PAGE)
    return _Span(base + first * grid.bar, base + (first + _BARS) * grid.bar)


def _whole(grid: JamGrid, end: float) -> _Span:
    base = _first_line(grid)
    bars = max(_LEAST_BARS, ceil((end - base) / grid.bar - 1e-6))
    return _Span(base, base + bars * grid.bar)


def _waiting(record: JamRecord, tick: float) -> tuple[Note, ...]:
    """Return the notes of the ready answer, moved to the next beat on which it can begin."""
    waiting = record.waiting
    if waiting is None:
        return ()
    late = max(0.0, tick - waiting.from_tick)
    shift = -int(-late // record.beat) * record.beat
    return tuple(replace(part.note, start=part.note.start + shift) for part in waiting.notes)


def _strips(
    record: JamRecord,
    tick: float,
    choices: JamChoices,
    waiting: tuple[Note, ...],
    *,
    whole: bool,
) -> Iterator[Strip]:
    """Yield the turns that were, the one that is up to its end, and the next one."""
    turns, end = record.turns(tick), record.turn_end
    if not end and record.who != "me":
        end = record.committed
    for turn in turns:
        lasts = turn is turns[-1] and end > turn.end and not whole
        yield Strip(turn.who, turn.start, end if lasts else turn.end)
    if whole or record.who == "both":
        return
    length = (choices.turn_bars or 1) * record.grid.bar
    if record.turn_end:
        yield Strip("segue" if record.who == "me" else "me", end, end + length, planned=True)
    elif waiting:
        yield Strip("segue", waiting[0].start, waiting[0].start + length, planned=True)


def _found(
    record: JamRecord, tick: float, span: _Span, waiting: tuple[Note, ...], *, whole: bool
) -> Iterator[ChordMark]:
    """Yield the chords of what was played, and of what Segue has decided on."""
    bar = record.bar
    me, segue = record.frame.tracks[:2]
    pitched = (
        *(() if me.is_drum else record.me(tick)),
        *(() if segue.is_drum else (*record.segue, *waiting)),
    )
    notes = span.of(pitched, before=bar)
    if not notes:
        return
    base = max(0, floor((span.first - bar) / bar) * bar)
    moved = tuple(sorted(replace(n, start=max(0, n.start - base)) for n in notes))
    frame = record.frame
    score = Score(
        ticks_per_quarter=frame.ticks_per_quarter,
        tracks=(Track(notes=moved),),
        time_signatures=frame.time_signatures,
    )
    found = [replace(chord, tick=chord.tick + base) for chord in find_chords(score)]
    end, turns = max(note.end for note in notes), record.turns(max(tick, span.last))
    ahead = () if whole else (n.start for n in (*waiting, *record.segue) if n.start >= tick)
    planned = min(ahead, default=end)
    places = {max(round(span.first), chord.tick) for chord in found}
    places |= {turn.start for turn in turns} | ({planned} if waiting else set())
    last: tuple[str, Who] = "", "nobody"
    fifths = fifths_before(score, score.end)
    shown = sorted(each for each in places if span.first <= each < min(end, span.last))
    for place, until in pairwise((*shown, end)):
        chord, decided = chord_at(found, place), place >= planned
        if chord.root < 0 or (tick <= place < planned and not whole):
            continue
        heard = [note for note in notes if place < note.end and note.start < until]
        if not _is_harmony(chord, heard, legato=bar * _LEGATO):
            continue
        who: Who = "segue" if decided else _who_at(turns, place)
        # A chord that goes on has a second name only where the other player takes it over.
        if last != (last := (chord_name(chord, fifths), who)):
            yield ChordMark(place, last[0], who, planned=decided)


def _is_harmony(chord: Chord, notes: list[Note], *, legato: float) -> bool:
    """Return whether notes say a chord: two sound at once, or three of its tones and no other.

    A tune alone fits many chords, and their names would be guesses. Its notes may overlap by
    `legato` ticks.
    """
    ordered = sorted(notes, key=lambda note: note.start)
    if any(other.start < note.end - legato for note, other in pairwise(ordered)):
        return True
    heard = {note.pitch % 12 for note in notes}
    return len(heard) > 2 and heard <= pitch_classes(chord)
