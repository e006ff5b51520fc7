"""Lanes of chords to the voices of measures: cut at bar lines, given note values, rests, beams."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from engine.notation import rhythm
from engine.notation.bars import Bar
from engine.notation.grid import GridNote
from engine.notation.lyrics import Verses
from engine.notation.meter import Span, beamed_spans, measure_span
from engine.notation.page import QUARTER, Head, NotatedVoice, Symbol, Value
from engine.notation.rhythm import Piece, WrittenValue
from engine.notation.staves import Lane, StaffChord

# With two voices one sees by its rests where each of them is.
_VOICES_WITH_RESTS = 2

MakeHead = Callable[[GridNote, str, int], Head]


def measures_of(
    stretches: Iterable[tuple[Lane, ...]],
    bars: Sequence[Bar],
    staff: int,
    make_head: MakeHead,
    lyrics: Mapping[int, Verses],
) -> Iterator[tuple[NotatedVoice, ...]]:
    """Yield the voices of each measure of a staff.

    Args:
        stretches: Lanes between bar lines that nothing crosses.
        bars: All measures.
        staff: From 1.
        make_head: Makes a head of a note; the end of the head's name and where the note stands
            are its other arguments.
        lyrics: Syllables by grid unit, under the first voice.
    """
    starts = [bar.start for bar in bars]
    by_bar: list[dict[int, list[Piece]]] = [{} for _ in bars]
    for lanes in stretches:
        for number, lane in enumerate(lanes, 1):
            for chord in lane:
                for index, piece in _cut(chord, bars, starts):
                    by_bar[index].setdefault(number, []).append(piece)
    counts: dict[int, int] = {}
    for bar, lanes_here in zip(bars, by_bar, strict=True):
        if not lanes_here:
            yield (NotatedVoice(1, staff, (whole_rest(bar),)),)
            continue
        writer = _MeasureWriter(bar, make_head, lyrics, counts)
        numbers = range(1, max(lanes_here) + 1) if 1 in lanes_here else sorted(lanes_here)
        voices = tuple(
            NotatedVoice(number, staff, writer.symbols(lanes_here.get(number, []), main=order == 0))
            for order, number in enumerate(numbers)
            if number in lanes_here
        )
        yield without_rests(voices) if len(voices) > _VOICES_WITH_RESTS else voices


def without_rests(voices: tuple[NotatedVoice, ...]) -> tuple[NotatedVoice, ...]:
    """Return voices without the rests in which another one sounds: three of them have no room."""
    sounds = [[(s.start, s.end) for s in voice.symbols if s.heads] for voice in voices]
    cleared = []
    for number, voice in enumerate(voices):
        others = [each for k, of_one in enumerate(sounds) if k != number for each in of_one]
        symbols = tuple(
            replace(symbol, visible=False) if _is_covered(symbol, others) else symbol
            for symbol in voice.symbols
        )
        cleared.append(replace(voice, symbols=symbols))
    return tuple(cleared)


def _is_covered(symbol: Symbol, others: Sequence[tuple[int, int]]) -> bool:
    if symbol.heads or not symbol.visible or symbol.tuplet is not None:
        return False
    return any(start < symbol.end and end > symbol.start for start, end in others)


def whole_rest(bar: Bar) -> Symbol:
    """Return the rest of a whole measure."""
    return Symbol(0, bar.length, None)


def _cut(
    chord: StaffChord, bars: Sequence[Bar], starts: Sequence[int]
) -> Iterator[tuple[int, Piece]]:
    number = max(0, bisect_right(starts, chord.start) - 1)
    while number < len(bars) and bars[number].start < chord.end:
        bar = bars[number]
        start, end = max(chord.start, bar.start), min(chord.end, bar.end)
        if end > start:
            yield number, Piece(start - bar.start, end - bar.start, chord)
        number += 1


class _MeasureWriter:
    def __init__(
        self,
        bar: Bar,
        make_head: MakeHead,
        lyrics: Mapping[int, Verses],
        counts: dict[int, int],
    ) -> None:
        self._bar = bar
        self._make_head = make_head
        self._lyrics = lyrics
        self._heads_so_far = counts
        meter = bar.meter
        self._span = measure_span(meter.numerator, meter.denominator, bar.length)
        self._beam_starts = beamed_spans(self._span, meter.denominator)

    def symbols(self, pieces: Sequence[Piece], *, main: bool) -> tuple[Symbol, ...]:
        """Return a voice's symbols; around what another voice says alone there are spaces."""
        filled = list(_filled(pieces, self._bar.length))
        written = rhythm.write(filled, self._span)
        first = next(i for i, one in enumerate(written) if one.chord is not None)
        last = max(i for i, one in enumerate(written) if one.chord is not None)
        symbols = [
            self._symbol(one, visible=main or first <= index <= last)
            for index, one in enumerate(written)
        ]
        beamed = list(_beamed(symbols, self._beam_starts, self._span))
        return tuple(self._with_graces(written, beamed))

    def _with_graces(
        self, written: Sequence[WrittenValue], symbols: Sequence[Symbol]
    ) -> Iterator[Symbol]:
        for one, symbol in zip(written, symbols, strict=True):
            begins = one.chord is not None and one.chord.start == self._bar.start + one.start
            if one.chord is not None and begins:
                yield from self._graces(one.chord, one.start)
            yield symbol

    def _graces(self, chord: StaffChord, start: int) -> Iterator[Symbol]:
        notes = [g for note in chord.notes if note.start == chord.start for g in note.graces]
        groups = [list(g) for _, g in groupby(sorted(notes, key=_by_start), key=_by_start)]
        value = Value(-1 if len(groups) < 2 else -2)
        beams = rhythm.beams([rhythm.flags(value)] * len(groups))
        for group, of_one in zip(groups, beams, strict=True):
            heads = tuple(self._make_head(note, "", chord.start) for note in group)
            yield Symbol(start, 0, value, heads, beams=of_one, grace=True)

    def _symbol(self, written: WrittenValue, *, visible: bool) -> Symbol:
        chord = written.chord
        if chord is None:
            visible = visible or written.tuplet is not None
            return Symbol(
                written.start,
                written.duration,
                written.value,
                visible=visible,
                tuplet=written.tuplet,
            )
        start = self._bar.start + written.start
        end = start + written.duration
        heads = tuple(self._head(note, start, end) for note in chord.notes)
        begins = any(not head.tied_from for head in heads)
        return Symbol(
            written.start,
            written.duration,
            written.value,
            tuple(sorted(heads, key=lambda head: head.pitch)),
            tuplet=written.tuplet,
            lyrics=self._lyrics.get(start, ()) if begins else (),
        )

    def _head(self, note: GridNote, start: int, end: int) -> Head:
        count = self._heads_so_far.get(note.index, 0)
        self._heads_so_far[note.index] = count + 1
        head = self._make_head(note, f"-{count}" if count else "", note.start)
        before, after = note.start < start, note.end > end
        if not before and not after:
            return head
        # Of tied heads the first one has the marks, the last one those of the note's end.
        marks = tuple(mark for mark in head.marks if not (after if mark.is_last else before))
        return replace(
            head,
            tied_from=before,
            tied_to=after,
            marks=marks,
            attack=0 if before else head.attack,
            release=0 if after else head.release,
        )


def _by_start(note: GridNote) -> int:
    return note.start


def _filled(pieces: Sequence[Piece], length: int) -> Iterator[Piece]:
    at = 0
    for piece in pieces:
        if piece.start > at:
            yield Piece(at, piece.start, None)
        yield piece
        at = piece.end
    if at < length:
        yield Piece(at, length, None)


def _beamed(symbols: Sequence[Symbol], starts: Sequence[int], span: Span) -> Iterator[Symbol]:
    """Yield symbols with their beams: of one beat, of one half where all are plain eighths."""
    joined = _joined(symbols, starts, span)

    def key(entry: tuple[int, Symbol]) -> tuple[object, ...]:
        index, symbol = entry
        if not symbol.heads or not rhythm.flags(symbol.value):
            return ("alone", index)
        beat = bisect_right(joined, symbol.start) - 1
        return ("beam", beat, _tuplet_number(symbols, index))

    for _, group in groupby(enumerate(symbols), key=key):
        together = [symbol for _, symbol in group]
        if not together[0].heads or not rhythm.flags(together[0].value):
            yield from together
            continue
        of_each = rhythm.beams([rhythm.flags(symbol.value) for symbol in together])
        for symbol, of_one in zip(together, of_each, strict=True):
            yield replace(symbol, beams=of_one)


def _tuplet_number(symbols: Sequence[Symbol], index: int) -> int:
    """Return the number of a symbol's tuplet in the measure, negative between tuplets."""
    begun = sum(1 for s in symbols[: index + 1] if s.tuplet is not None and s.tuplet.starts)
    return begun if symbols[index].tuplet is not None else -1 - begun


def _joined(symbols: Sequence[Symbol], starts: Sequence[int], span: Span) -> tuple[int, ...]:
    """Return where beams begin: beats, two of them joined where they hold eighths alone."""
    whole = 4 * QUARTER
    if span.length not in {whole, whole // 2} or len(starts) < 2:
        return tuple(starts)
    left = []
    for start in starts:
        half = start % (2 * QUARTER) == 0
        eighths = all(
            symbol.duration == QUARTER // 2
            for symbol in symbols
            if start - start % (2 * QUARTER)
            <= symbol.start
            < start - start % (2 * QUARTER) + 2 * QUARTER
        )
        if half or not eighths:
            left.append(start)
    return tuple(left)
