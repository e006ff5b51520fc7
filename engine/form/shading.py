"""Dynamics, hairpins, pedals and words of a part: put there and taken off.

The velocities of the notes follow, as a reader plays dynamics and hairpins. A note that was played
louder or softer than its sign says stays so by as much.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from engine.form.interpretation import (
    DEFAULT_VELOCITY,
    DYNAMICS,
    PEDAL_DOWN,
    PEDAL_UP,
    STROKES,
    SWELL_LONGEST,
    SWELLS,
)
from engine.form.marking import louder
from engine.form.slopes import Hairpin, Slopes, bounded
from engine.form.strikes import written_notes
from engine.values.events import Control, Direction, Other
from engine.values.mark_kinds import marks_in
from engine.values.score import Note, Track

_DYNAMIC, _END, _DASHES_END = "dynamic", "hairpin-end", "dashes-end"
_TURNS = {"crescendo": 1, "diminuendo": -1}
_SUSTAIN = 64
# A meta event of MIDI.
_LYRIC = 0x05
Turn = Literal["crescendo", "diminuendo"]
Directions = tuple[Direction, ...]


def dynamics_at(track: Track, tick: int) -> frozenset[str]:
    """Return the dynamics that are written at a tick."""
    found = (d.text for d in track.directions if d.tick == tick and d.kind == _DYNAMIC)
    return frozenset(found)


def with_dynamic(track: Track, tick: int, name: str, ticks_per_quarter: int) -> Track:
    """Return a part with a dynamic at a tick, in place of another one there.

    Args:
        track: The part.
        tick: Where it stands.
        name: `pp`, `sfz`; empty takes away what is there.
        ticks_per_quarter: The grid of the ticks.
    """
    kept = [d for d in track.directions if d.tick != tick or d.kind != _DYNAMIC]
    return _heard(track, [*kept, *_one(tick, name)], tick, ticks_per_quarter)


def _one(tick: int, name: str) -> Directions:
    return (Direction(tick, "dynamic", name),) if name else ()


def hairpins_over(track: Track, start: int, end: int) -> frozenset[str]:
    """Return the kinds of the hairpins that begin at one tick and end at another one."""
    pairs = _pairs(track.directions)
    return frozenset(a.kind for a, b in pairs if (a.tick, b.tick) == (start, end))


def with_hairpin(
    track: Track, start: int, end: int, kind: Turn, ticks_per_quarter: int, *, ends_bar: bool
) -> Track:
    """Return a part with a hairpin, in place of those that begin or end within it.

    Args:
        track: The part.
        start: Where it begins.
        end: Where it ends.
        kind: Which way it opens.
        ticks_per_quarter: The grid of the ticks.
        ends_bar: Whether `end` is a bar line.
    """
    pair = Direction(start, kind, "1"), Direction(end, "hairpin-end", "1", ends_bar=ends_bar)
    rest = _without_hairpins(track.directions, start, end)
    return _heard(track, [*rest, *pair], start, ticks_per_quarter)


def without_hairpins(track: Track, start: int, end: int, ticks_per_quarter: int) -> Track:
    """Return a part without the hairpins that have room in common with [start, end)."""
    rest = _without_hairpins(track.directions, start, end)
    return _heard(track, rest, start, ticks_per_quarter)


def _without_hairpins(directions: Directions, start: int, end: int) -> list[Direction]:
    gone = {
        id(each)
        for pair in _pairs(directions)
        if pair[0].tick < end and start < pair[1].tick
        for each in pair
    }
    return [each for each in directions if id(each) not in gone]


def _pairs(directions: Iterable[Direction]) -> Iterator[tuple[Direction, Direction]]:
    opened: dict[str, Direction] = {}
    for each in directions:
        if each.kind in _TURNS:
            opened[each.text] = each
        elif each.kind == _END and (begun := opened.pop(each.text, None)) is not None:
            yield begun, each


def with_words(track: Track, tick: int, text: str) -> Track:
    """Return a part with words over a tick, in place of those there; empty ones take them away."""
    kept = [d for d in track.directions if d.tick != tick or d.kind != "words"]
    new = [Direction(tick, "words", text, above=True)] if text else []
    return replace(track, directions=tuple(sorted([*kept, *new], key=lambda d: d.tick)))


def words_at(track: Track, tick: int) -> str:
    """Return the words that stand at a tick, or an empty text."""
    found = (d.text for d in track.directions if d.tick == tick and d.kind == "words")
    return next(found, "")


def with_syllables(track: Track, ticks: Sequence[int], text: str) -> Track:
    """Return a part with the syllables of a text at some ticks, in place of those there.

    Args:
        track: The part.
        ticks: Where notes begin, ascending; each takes one syllable.
        text: Words, with hyphens between the syllables of one; empty takes all away.
    """
    words = (word.split("-") for word in text.split())
    syllables = [
        part + "-" * (place < len(parts) - 1) for parts in words for place, part in enumerate(parts)
    ]
    gone = frozenset(ticks)
    kept = [o for o in track.others if o.kind != _LYRIC or o.tick not in gone]
    # More syllables than notes: the last note takes what is left.
    last = len(ticks) - 1
    if len(syllables) > len(ticks):
        syllables[last:] = ["".join(syllables[last:])]
    new = [Other(t, _LYRIC, s.encode()) for t, s in zip(ticks, syllables, strict=False) if s]
    return replace(track, others=tuple(sorted([*kept, *new], key=lambda other: other.tick)))


def is_pedalled(track: Track, start: int, end: int) -> bool:
    """Return whether the pedal goes down at one tick and up at another one."""
    moves = [(c.tick, c.value) for c in track.controls if c.number == _SUSTAIN]
    return (start, PEDAL_DOWN) in moves and (end, PEDAL_UP) in moves


def with_pedal(track: Track, start: int, end: int, *, on: bool) -> Track:
    """Return a part with the pedal down from one tick to another one, or without any there."""
    kept = [c for c in track.controls if c.number != _SUSTAIN or not start <= c.tick <= end]
    new = [Control(start, _SUSTAIN, PEDAL_DOWN), Control(end, _SUSTAIN, PEDAL_UP)] if on else []
    return replace(track, controls=tuple(sorted([*kept, *new], key=lambda c: c.tick)))


# --- what is heard -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shade:
    """How loud a part is by its signs: what holds, and what strikes one chord."""

    slopes: Slopes
    strokes: dict[int, int]
    quarter: int

    def at(self, tick: int) -> float:
        struck = self.strokes.get(tick)
        return self.slopes.at(Fraction(tick, self.quarter)) if struck is None else struck


def _shade(directions: Iterable[Direction], base: float, quarter: int) -> _Shade:
    levels: dict[int, int] = {}
    strokes: dict[int, int] = {}
    directions = tuple(directions)
    for each in directions:
        if each.kind == _DYNAMIC and each.text in DYNAMICS:
            levels[each.tick] = DYNAMICS[each.text]
        elif each.kind == _DYNAMIC and each.text in STROKES:
            stroke = STROKES[each.text]
            strokes[each.tick] = stroke.velocity
            if stroke.then:
                levels[each.tick] = DYNAMICS[stroke.then]
    hairpins = [(a.tick, b.tick, _TURNS[a.kind]) for a, b in _pairs(directions)]
    hairpins += _swells(directions, sorted(levels), quarter)
    said = [(Fraction(tick, quarter), float(level)) for tick, level in sorted(levels.items())]
    turns = [
        Hairpin(Fraction(start, quarter), Fraction(end, quarter), "", direction)
        for start, end, direction in sorted(hairpins)
        if end > start
    ]
    return _Shade(Slopes(said, turns, base=base), strokes, quarter)


def _swells(
    directions: Directions, levels: list[int], quarter: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the hairpins that words say: until their dashes, the next dynamic or the next swell."""
    begun = [d for d in directions if d.kind == "words" and _swell(d.text)]
    dashes = [d.tick for d in directions if d.kind == _DASHES_END]
    places = sorted({*levels, *dashes, *(each.tick for each in begun)})
    for each in begun:
        end = next((place for place in places if place > each.tick), None)
        if end is not None and end - each.tick <= SWELL_LONGEST * quarter:
            yield each.tick, end, _swell(each.text)


def _swell(text: str) -> int:
    return SWELLS.get(text.strip(" .").lower(), 0)


def _heard(track: Track, directions: Iterable[Direction], tick: int, quarter: int) -> Track:
    """Return a part with other directions and the velocities that follow from them.

    Args:
        track: The part.
        directions: All of them.
        tick: Where they are others first.
        quarter: Ticks.
    """
    new = tuple(sorted(directions, key=lambda direction: direction.tick))
    base = _base(track, tick)
    before, after = _shade(track.directions, base, quarter), _shade(new, base, quarter)
    strikes = written_notes(track.notes, quarter).strikes
    notes = []
    for number, note in enumerate(track.notes):
        main = track.notes[strikes.get(number, number)]
        added = louder(marks_in(main.marks))
        was, now = before.at(main.start), after.at(main.start)
        if was == now:
            notes.append(note)
            continue
        # A note that is as loud as its sign says is so again, whatever the rounding.
        exact = note.velocity == bounded(was + added)
        velocity = bounded(now + added if exact else note.velocity + now - was)
        notes.append(replace(note, velocity=velocity))
    return replace(track, notes=tuple(notes), directions=new).with_notes(notes)


def _base(track: Track, tick: int) -> float:
    """Return how loud a part is before its first sign, as the notes nearby are played.

    Music that was played has velocities of its own and no sign. A first sign sets the notes under
    it, so their mean stands for what held there; where the first sign goes, the notes before it do.
    """
    signs = (d.tick for d in track.directions if d.kind == _DYNAMIC or d.kind in _TURNS)
    first = next(signs, None)
    end = track.end + 1 if first is None else first
    near = [n for n in track.notes if tick <= n.start < end]
    near = near or [n for n in track.notes if n.start < min(tick, end)]
    return _mean(near) if near else DEFAULT_VELOCITY


def _mean(notes: list[Note]) -> float:
    return sum(n.velocity - louder(marks_in(n.marks)) for n in notes) / len(notes)
