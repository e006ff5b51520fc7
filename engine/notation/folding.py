"""A page with its repeats: bars that are played more than once are written once.

A piece has its bars as they are played, and says which bar of its page each of them is. Where that
is still true of the music, the page gets its repeats, endings and jumps back. Where somebody has
changed one of the passes, the page has all of them.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.form.unfolding import Signs, unfolded
from engine.form.way import signs_in
from engine.ground.errors import LimitError
from engine.notation.page import (
    Clef,
    DirectionMark,
    Lyric,
    NotatedMeasure,
    NotatedPart,
    NotatedPiece,
    NotatedVoice,
    Symbol,
)
from engine.notation.page_way import jump_of


def folded(page: NotatedPiece) -> NotatedPiece:
    """Return a page with its repeats; where they do not fit its bars, without signs of jumps.

    A reader would jump once more there.
    """
    if not page.way:
        return page
    order = _order(page)
    if order is None:
        return _without_jumps(page)
    copies, signs = order
    if not all(_are_alike(part, copies) for part in page.parts):
        return _without_jumps(page)
    parts = tuple(_folded(part, copies, signs) for part in page.parts)
    return replace(page, parts=parts, way={}, is_folded=True)


def _without_jumps(page: NotatedPiece) -> NotatedPiece:
    def without(measure: NotatedMeasure) -> NotatedMeasure:
        left = tuple(d for d in measure.directions if jump_of(d.kind, d.text) is None)
        return replace(measure, directions=left) if left != measure.directions else measure

    parts = tuple(replace(part, measures=tuple(map(without, part.measures))) for part in page.parts)
    return replace(page, parts=parts)


def with_times(page: NotatedPiece) -> NotatedPiece:
    """Return a page of bars as they are played that says which time each of them is played.

    A repeat sign there would ask for one more time. So `1×` and `2×` stand where a time begins,
    and the endings stay over their bars.
    """
    if not page.way or page.is_folded:
        return page
    total = Counter(written.number for written in page.way.values())
    seen: Counter[int] = Counter()
    measures = [list(part.measures) for part in page.parts]
    before = (-1, 0)
    for number, written in sorted(page.way.items()):
        seen[written.number] += 1
        time = seen[written.number]
        goes_on = before == (written.number - 1, time)
        for order, of_part in enumerate(measures):
            here = replace(of_part[number], signs=Signs(endings=signs_in(written.signs).endings))
            if not order and total[written.number] > 1 and not goes_on:
                said = DirectionMark(0, "words", f"{time}×", above=True)
                here = replace(here, directions=(said, *here.directions))
            of_part[number] = here
        before = (written.number, time if total[written.number] > 1 else 0)
    parts = tuple(
        replace(part, measures=tuple(of_part))
        for part, of_part in zip(page.parts, measures, strict=True)
    )
    return replace(page, parts=parts)


_Copies = tuple[tuple[int, ...], ...]


def _order(page: NotatedPiece) -> tuple[_Copies, tuple[Signs, ...]] | None:
    """Return which measures play each bar of the page with repeats, and the bars' signs.

    None where a player of that page would play other measures. A new measure comes after the bar
    that is played before it.
    """
    count = len(page.parts[0].measures)
    copies: dict[tuple[int, int], list[int]] = {}
    signs: dict[tuple[int, int], Signs] = {}
    before = (-1, 0)
    for measure in range(count):
        written = page.way.get(measure)
        place = (before[0], before[1] + 1) if written is None else (written.number, 0)
        copies.setdefault(place, []).append(measure)
        signs.setdefault(place, Signs() if written is None else signs_in(written.signs))
        before = place
    places = sorted(copies)
    said = tuple(signs[place] for place in places)
    try:
        played = unfolded(said, most=count)
    except LimitError:
        return None
    if [places[turn.measure] for turn in played] != _played(copies, count):
        return None
    return tuple(tuple(copies[place]) for place in places), said


def _played(copies: Mapping[tuple[int, int], Sequence[int]], count: int) -> list[tuple[int, int]]:
    found = [(0, 0)] * count
    for place, measures in copies.items():
        for measure in measures:
            found[measure] = place
    return found


def _are_alike(part: NotatedPart, copies: _Copies) -> bool:
    return all(len({_content(part.measures[n]) for n in of_bar}) == 1 for of_bar in copies)


def _content(measure: NotatedMeasure) -> Hashable:
    """Return what has to be the same each time that a bar is played."""
    heads = frozenset(
        (voice.staff, symbol.start, symbol.duration, symbol.grace, head.pitch, head.marks)
        for voice in measure.voices
        for symbol in voice.symbols
        for head in symbol.heads
    )
    chords = tuple((chord.start, chord.text, chord.root, chord.bass) for chord in measure.chords)
    return measure.length, heads, chords, measure.directions


def _folded(part: NotatedPart, copies: _Copies, signs: Sequence[Signs]) -> NotatedPart:
    standing = list(_standing(part.measures))
    measures: list[NotatedMeasure] = []
    before: _Standing | None = None
    for of_bar, here in zip(copies, signs, strict=True):
        measure = part.measures[of_bar[0]]
        now = standing[of_bar[0]]
        voices = _with_verses([part.measures[n].voices for n in of_bar])
        told = _told(measure, now, before)
        measures.append(replace(told, voices=voices, signs=here))
        before = now
    return replace(part, measures=tuple(measures))


@dataclass(frozen=True, slots=True)
class _Standing:
    """The meter, the key and the clefs that hold in a measure."""

    meter: tuple[int, int]
    key: tuple[int, bool]
    clefs: tuple[tuple[int, Clef], ...]


def _standing(measures: Sequence[NotatedMeasure]) -> Iterator[_Standing]:
    meter, key = (4, 4), (0, False)
    clefs: dict[int, Clef] = {}
    for measure in measures:
        meter = measure.meter or meter
        key = key if measure.fifths is None else (measure.fifths, measure.minor)
        clefs |= dict(measure.clefs)
        yield _Standing(meter, key, tuple(sorted(clefs.items(), key=lambda item: item[0])))


def _told(measure: NotatedMeasure, now: _Standing, before: _Standing | None) -> NotatedMeasure:
    """Return a measure that says what is new after the bar before it on the page."""
    same_key = before is not None and before.key == now.key
    known = () if before is None else before.clefs
    return replace(
        measure,
        meter=None if before is not None and before.meter == now.meter else now.meter,
        fifths=None if same_key else now.key[0],
        minor=now.key[1],
        clefs=tuple(clef for clef in now.clefs if clef not in known),
    )


def _with_verses(passes: Sequence[tuple[NotatedVoice, ...]]) -> tuple[NotatedVoice, ...]:
    """Return the voices of the first pass, with a verse for the words of each pass."""
    first, *others = passes
    if not others:
        return first
    sung = [
        {
            (voice.staff, symbol.start): symbol.lyrics
            for voice in voices
            for symbol in voice.symbols
            if symbol.lyrics and not symbol.grace
        }
        for voices in passes
    ]
    if all(words == sung[0] for words in sung):
        return first

    def with_words(voice: NotatedVoice, symbol: Symbol) -> Symbol:
        if symbol.grace or not symbol.heads:
            return symbol
        verses = [_verse(words.get((voice.staff, symbol.start), ())) for words in sung]
        return replace(symbol, lyrics=tuple(verses) if any(verses) else ())

    return tuple(
        replace(voice, symbols=tuple(with_words(voice, symbol) for symbol in voice.symbols))
        for voice in first
    )


def _verse(lyrics: Sequence[Lyric | None]) -> Lyric | None:
    return next(filter(None, lyrics), None)
