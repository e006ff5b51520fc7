"""Edit bars of all tracks: pure functions that return a new composition.

`engine.form.passages` says what becomes of notes that cross a cut and of what holds before and
after it. A part of a note that the model made counts as changed by hand; a note that only moves
does not. Takes move with the bars in which they begin. The takes of deleted bars stay, at the cut;
those of cut bars come back with them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from app.values.note_edits import transposed_within
from engine.form.passages import Passage, empty_passage, joined, split
from engine.form.way_marks import Way
from engine.harmony.chord_track import transposed, with_chords, written_chords
from engine.harmony.keys import Key
from engine.messages import PartNote
from engine.piece.composition import Composition, edited
from engine.piece.takes import Take
from engine.values.event_kinds import KEY
from engine.values.events import KeySignature, TimedEvent
from engine.values.score import Marker, Note, Score
from engine.values.time import BarMap

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedBars:
    """Bars of a piece on the clipboard.

    Attributes:
        passage: The bars.
        bars: How many.
        takes: Number of each take that begins in them, and its ticks from their beginning; empty
            for bars that were copied: their takes stay where they are.
    """

    passage: Passage
    bars: int
    takes: tuple[tuple[int, int], ...] = ()

    def elsewhere(self) -> "CopiedBars":
        """Return them for another piece, which has other takes."""
        quarter = self.passage.score.ticks_per_quarter
        return CopiedBars(passage=self.passage.resampled(quarter), bars=self.bars)


@dataclass(frozen=True, slots=True)
class Section:
    """Bars from one marker to the next.

    Attributes:
        start: Tick of its first bar line.
        end: Tick of the bar line after its last bar.
        name: The marker's text.
    """

    start: int
    end: int
    name: str


def copied(composition: Composition, span: Span) -> CopiedBars:
    """Return the bars between two bar lines for the clipboard."""
    bars = BarMap.of(composition.score)
    count = bars.bar_at(span[1]) - bars.bar_at(span[0])
    return CopiedBars(passage=split(composition.score, span)[1], bars=count)


def cut(composition: Composition, span: Span) -> tuple[Composition, CopiedBars]:
    """Return the composition without the bars between two bar lines, and these bars."""
    start, end = span
    takes = tuple((t.number, t.start - start) for t in composition.takes if start <= t.start < end)
    return deleted(composition, span), replace(copied(composition, span), takes=takes)


def deleted(composition: Composition, span: Span) -> Composition:
    """Return the composition without the bars between two bar lines; what follows closes up."""
    before, _, after = split(composition.score, span)
    return _arranged(composition, (before, after), span, (0, 2))


def inserted(composition: Composition, at: int, *, bars: int) -> Composition:
    """Return the composition with empty bars before a bar line, in the meter that holds there."""
    before, after = split(composition.score, (at,))
    empty = empty_passage(composition.score, at=at, bars=bars)
    return _arranged(composition, (before, empty, after), (at,), (0, None, 1))


def pasted(composition: Composition, bars: CopiedBars, at: int) -> Composition:
    """Return the composition with bars of the clipboard before a bar line.

    Tracks that the piece has not are added.
    """
    score = composition.score
    passage = bars.passage
    if passage.score.ticks_per_quarter != score.ticks_per_quarter:
        passage = passage.resampled(score.ticks_per_quarter)
    before, after = split(score, (at,))
    new = _arranged(composition, (before, passage, after), (at,), (0, None, 1))
    for number, ticks in bars.takes:
        if number <= len(new.takes):
            take = new.take(number)
            new = new.with_take(_take_at(take, partial(_later, by=at + ticks - take.start)))
    return new


def repeated(composition: Composition, span: Span) -> Composition:
    """Return the composition with the bars between two bar lines once more, right after them."""
    return pasted(composition, copied(composition, span), span[1])


def moved(composition: Composition, span: Span, to: int) -> Composition:
    """Return the composition with the bars between two bar lines before another bar line.

    Args:
        composition: The piece.
        span: The bars.
        to: Tick of a bar line of the piece as it is, not inside the bars.
    """
    start, end = span
    if start <= to <= end:
        return composition
    if to < start:
        at, order = (to, start, end), (0, 2, 1, 3)
    else:
        at, order = (start, end, to), (0, 2, 1, 3)
    passages = split(composition.score, at)
    return _arranged(composition, [passages[i] for i in order], at, order)


def place_of_moved(span: Span, to: int) -> Span:
    """Return where `moved` puts bars."""
    start, end = span
    by = to - start if to < start else to - end
    return (start, end) if start <= to <= end else (start + by, end + by)


def transposed_bars(composition: Composition, span: Span, semitones: int) -> Composition:
    """Return the composition with the bars between two bar lines in another key.

    Notes, chords and keys change; drums stay. No note leaves the range of MIDI: all of them stop
    where the first one would.
    """
    before, bars, after = split(composition.score, span)
    semitones = transposed_within(bars.score.pitched_notes(), semitones)
    if not semitones:
        return composition
    parts = (before, _in_another_key(bars, semitones), after)
    return _arranged(composition, parts, span, (0, 1, 2))


def sections(score: Score) -> tuple[Section, ...]:
    """Return the sections of a piece: each begins at the bar line of a marker.

    Of several markers in a bar the first one gives the name. Music before the first marker
    is no section; the last section ends with the last bar that has music.
    """
    bars = BarMap.of(score)
    named: dict[int, Marker] = {}
    for marker in score.markers:
        named.setdefault(bars.start_of(bars.bar_at(marker.tick)), marker)
    starts = sorted(named)
    last = max((score.end, *(start + 1 for start in starts)))
    ends = (*starts[1:], bars.start_of(bars.bars_until(last)))
    return tuple(
        Section(start, end, named[start].text) for start, end in zip(starts, ends, strict=True)
    )


def section_at(score: Score, tick: int) -> int | None:
    """Return the index of the section that holds a tick; None outside all of them."""
    for index, section in enumerate(sections(score)):
        if section.start <= tick < section.end:
            return index
    return None


def on_the_way(composition: Composition, way: Way) -> Composition:
    """Return the composition with its bars in the order of a way through its page."""
    score, runs = way.score, _runs(way.bars)
    bars = BarMap.of(score)
    edges = sorted({bar for run in runs for bar in (run.start, run.stop)} - {0})
    at = tuple(bars.start_of(bar) for bar in edges if bar < bars.bars_until(score.end))
    firsts = [0, *(bars.bar_at(tick) for tick in at)]
    passages = split(score, at)
    used: list[int] = [n for run in runs for n, first in enumerate(firsts) if first in run]
    order = [n if n not in used[:i] else None for i, n in enumerate(used)]
    shown = composition.with_score(score)
    new = _arranged(shown, [passages[n] for n in used], at, order)
    return new.with_score(replace(new.score, written_bars=way.written_bars()))


def _runs(bars: Sequence[int]) -> list[range]:
    """Return bars that follow each other as ranges."""
    runs: list[range] = []
    for bar in bars:
        if runs and runs[-1].stop == bar:
            runs[-1] = range(runs[-1].start, bar + 1)
        else:
            runs.append(range(bar, bar + 1))
    return runs


# --- parts ---------------------------------------------------------------------------------------


def _arranged(
    composition: Composition,
    passages: Sequence[Passage],
    at: Sequence[int],
    order: Sequence[int | None],
) -> Composition:
    """Return the composition with passages in place of its music.

    Args:
        composition: The piece.
        passages: The new order.
        at: The bar lines at which the piece was split.
        order: For each passage its number among those of the piece, or None for a new one.
    """
    score = joined(passages, composition.score, shortened=edited)
    if score == composition.score:
        return composition
    starts, place = [0] * (len(at) + 1), 0
    placed: set[int] = set()
    for passage, index in zip(passages, order, strict=True):
        if index is not None:
            starts[index] = place
            placed.add(index)
        place += passage.length

    edges = (0, *at)

    def moved_to(tick: int) -> int:
        index = max(i for i, edge in enumerate(edges) if edge <= tick)
        if index not in placed:
            return starts[index + 1]
        return tick - edges[index] + starts[index]

    kept = _with_changed_tracks(composition.score, score)
    changed = composition.with_score(kept)
    if all(moved_to(t.start) == t.start and moved_to(t.end) == t.end for t in changed.takes):
        return changed
    return replace(changed, takes=tuple(_take_at(take, moved_to) for take in changed.takes))


def _with_changed_tracks(before: Score, after: Score) -> Score:
    """Return `after` with the equal tracks of `before`, so that views update only the others."""
    tracks = tuple(
        before.tracks[i] if i < len(before.tracks) and before.tracks[i] == track else track
        for i, track in enumerate(after.tracks)
    )
    return replace(after, tracks=tracks)


def _take_at(take: Take, at: Callable[[int], int]) -> Take:
    """Return a take at another place.

    Args:
        take: The take.
        at: Returns where a tick of the piece is now.
    """
    by = at(take.start) - take.start
    ask = take.ask
    pattern = sorted(at(tick) for tick in ask.pattern) if any(ask.pattern) else (0, 0)
    return replace(
        take,
        end=take.end + by,
        notes=_parts_moved(take.notes, by),
        ask=replace(
            ask,
            start=ask.start + by,
            beginning=_parts_moved(ask.beginning, by),
            beginning_end=ask.beginning_end + by if ask.beginning_end else 0,
            since=at(ask.since) if ask.since else 0,
            pattern=(pattern[0], pattern[1]),
        ),
    )


def _later(tick: int, *, by: int) -> int:
    return max(0, tick + by)


def _parts_moved(parts: tuple[PartNote, ...], by: int) -> tuple[PartNote, ...]:
    if not by:
        return parts
    # Notes that were played early, before the first bar, begin with it.
    return tuple(
        PartNote(part.track, replace(part.note, start=max(0, part.note.start + by)))
        for part in parts
    )


def _in_another_key(bars: Passage, semitones: int) -> Passage:
    tracks = [
        track
        if track.is_drum
        else track.with_notes(_transposed(note, semitones) for note in track.notes)
        for track in bars.score.tracks
    ]
    wholes = tuple(
        known
        if track.is_drum
        else {
            _transposed(part, semitones): _transposed(note, semitones)
            for part, note in known.items()
        }
        for track, known in zip(bars.score.tracks, bars.wholes, strict=True)
    )
    keys = tuple(_in_key(key, semitones) for key in bars.score.key_signatures)
    score = replace(bars.score, tracks=tuple(tracks), key_signatures=keys)
    score = with_chords(score, transposed(written_chords(score), semitones))
    *held, on_ruler = bars.held
    ruler: dict[object, TimedEvent] = dict(on_ruler)
    key = ruler.get(KEY.field)
    if isinstance(key, KeySignature):
        ruler[KEY.field] = _in_key(key, semitones)
    chord = bars.chord
    return replace(
        bars,
        score=score,
        wholes=wholes,
        held=(*held, ruler),
        chord=next(iter(transposed((chord,), semitones))) if chord is not None else None,
    )


def _transposed(note: Note, semitones: int) -> Note:
    return edited(replace(note, pitch=note.pitch + semitones))


def _in_key(signature: KeySignature, semitones: int) -> KeySignature:
    key = Key.of(signature)
    return Key((key.tonic + semitones) % 12, key.minor).signature(signature.tick)
