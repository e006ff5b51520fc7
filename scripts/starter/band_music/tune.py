"""Tunes of a small grammar: motifs that are repeated, moved and answered, over given chords.

A period of eight bars is four ideas of two bars, such as `a a b c`. Each letter is one motif: a
rhythm and a contour in steps of the scale. Where a motif comes back over other chords it moves with
them (a sequence); the last idea ends in a cadence and a rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from theory import Chord, Key, scale_over

from engine.values.score import TICKS_PER_QUARTER, Note

_PERIODS = ("aabc", "abac", "aaba", "aabb", "abab", "aaac", "abcb")
# Steps of the scale from note to note: mostly to a neighbour, seldom a leap.
_STEPS = (-1, 1) * 8 + (0,) * 3 + (-2, 2) * 2 + (3, -3, 4)
# How much of its time a motif's start lies above the period's first, in steps of the scale.
_ARCHES = ((0, 1, 2, 0), (0, 0, 2, 0), (0, -1, 2, 1), (0, 2, 3, 0), (2, 1, 0, 0), (0, 0, 0, 0))


@dataclass(frozen=True, slots=True)
class Manner:
    """How a tune moves.

    Attributes:
        low: Lowest pitch.
        high: Highest pitch.
        step: Ticks of its shortest usual note.
        density: Notes a quarter note.
        syncopation: 0 to 1.
        bar: Ticks in a bar.
        beat: Ticks in a beat.
    """

    low: int
    high: int
    step: int
    density: float
    syncopation: float
    bar: int
    beat: int


@dataclass(frozen=True, slots=True)
class _Motif:
    """Two bars: (tick, length) of each note, and steps from one note to the next."""

    rhythm: tuple[tuple[int, int], ...]
    contour: tuple[int, ...]


def compose(
    rng: Random, chords: Sequence[Chord], key: Key, manner: Manner, *, closed: bool = True
) -> tuple[Note, ...]:
    """Return a tune over chords that begin at tick 0.

    Args:
        rng: Draws it.
        chords: One after another.
        key: Whose scale it uses.
        manner: How it moves.
        closed: Whether it ends on the tonic; else it stays open.
    """
    bars = chords[-1].end // manner.bar
    period = rng.choice(_PERIODS)
    motifs: dict[str, _Motif] = {}
    made: list[Note] = []
    middle = (manner.low + manner.high) // 2 + rng.randint(-3, 1)
    arch = rng.choice(_ARCHES)
    for first in range(0, bars, 2):
        idea, last = (first // 2) % 4, first + 2 >= bars
        letter = period[idea]
        motif = motifs.setdefault(letter, _motif(rng, manner, bars=min(2, bars - first)))
        ends = idea == 3 or last
        anchor = _anchor(middle, arch[idea], chords, first * manner.bar, key)
        notes = _realised(motif, chords, key, manner, anchor=anchor, at=first * manner.bar)
        if ends:
            notes = _cadence(notes, chords, key, manner, (first + 2) * manner.bar, closed=closed)
        made.extend(note for note in notes if note.start < bars * manner.bar)
    return tuple(made)


def _anchor(middle: int, rise: int, chords: Sequence[Chord], at: int, key: Key) -> int:
    """Return the pitch around which a motif begins: a note of the chord near the arch."""
    chord = chord_at(chords, at)
    scale = scale_over(key.classes, chord.classes)
    wanted = _moved(middle, rise, scale)
    return nearest(wanted, chord.classes)


def chord_at(chords: Sequence[Chord], tick: int) -> Chord:
    """Return the chord that sounds at a tick; the last one after the end."""
    for chord in chords:
        if tick < chord.end:
            return chord
    return chords[-1]


def nearest(pitch: int, classes: Sequence[int]) -> int:
    """Return the pitch of one of the classes that is nearest, the lower of two."""
    return min(
        (pitch + shift for shift in range(-6, 7) if (pitch + shift) % 12 in classes),
        key=lambda candidate: (abs(candidate - pitch), candidate),
    )


def _moved(pitch: int, steps: int, scale: Sequence[int]) -> int:
    """Return a pitch moved by steps of a scale; from outside it the first step leads into it."""
    direction = 1 if steps > 0 else -1
    for _ in range(abs(steps)):
        pitch += direction
        while pitch % 12 not in scale:
            pitch += direction
    return pitch


def _motif(rng: Random, manner: Manner, *, bars: int) -> _Motif:
    head = _rhythm(rng, manner, manner.density)
    rhythm = list(head)
    if bars == 2:
        # The second bar echoes the first or answers it, with fewer notes and a breath.
        echo = rng.random() < 0.35
        tail = head if echo else _rhythm(rng, manner, manner.density * 0.7)
        tail = _breath(tail, manner, rng)
        rhythm += [(tick + manner.bar, length) for tick, length in tail]
    contour = [0]
    for _ in rhythm[1:]:
        step = rng.choice(_STEPS)
        if abs(contour[-1]) >= 3:
            # After a leap a step back.
            step = -1 if contour[-1] > 0 else 1
        contour.append(step)
    return _Motif(tuple(rhythm), tuple(contour))


def _rhythm(rng: Random, manner: Manner, density: float) -> list[tuple[int, int]]:
    """Return (tick, length) of the notes of a bar, by the weight of their places."""
    places = range(0, manner.bar, manner.step)
    quarters = manner.bar / TICKS_PER_QUARTER
    count = max(1, min(len(places), round(density * quarters + rng.gauss(0, 0.7))))
    weights = {tick: _weight(tick, manner) * rng.uniform(0.5, 1.5) for tick in places}
    chosen = sorted(sorted(places, key=lambda tick: -weights[tick])[:count])
    ends = [*chosen[1:], manner.bar]
    longest = 3 * manner.beat
    return [(tick, min(end - tick, longest)) for tick, end in zip(chosen, ends, strict=True)]


def _weight(tick: int, manner: Manner) -> float:
    if tick == 0:
        return 1.0 - 0.3 * manner.syncopation
    if tick % manner.beat == 0:
        return 0.8 - 0.35 * manner.syncopation
    if tick % (manner.beat // 2) == 0:
        return 0.45 + 0.35 * manner.syncopation
    return 0.25 + 0.35 * manner.syncopation


def _breath(notes: list[tuple[int, int]], manner: Manner, rng: Random) -> list[tuple[int, int]]:
    """Return a bar whose last quarter or so is a held note or a rest."""
    limit = manner.bar - rng.choice((manner.beat, manner.beat, manner.beat // 2))
    kept = [(tick, length) for tick, length in notes if tick < limit] or [notes[0]]
    tick, _ = kept[-1]
    return [*kept[:-1], (tick, max(manner.step, limit - tick))]


def _realised(
    motif: _Motif, chords: Sequence[Chord], key: Key, manner: Manner, *, anchor: int, at: int
) -> list[Note]:
    pitch, made = anchor, []
    for (tick, length), step in zip(motif.rhythm, motif.contour, strict=True):
        chord = chord_at(chords, at + tick)
        scale = scale_over(key.classes, chord.classes)
        moved = _moved(pitch, step, scale)
        if not manner.low <= moved <= manner.high:
            moved = _moved(pitch, -step, scale)
        strong = tick % manner.beat == 0 or length >= manner.beat
        pitch = _within(nearest(moved, chord.classes if strong else scale), manner)
        # A note that is held into the next chord must be one of its notes, or end before it.
        end = at + tick + length
        if end > chord.end and pitch % 12 not in chord_at(chords, chord.end).classes:
            end = max(chord.end, at + tick + manner.step)
        made.append(Note(at + tick, pitch, end - at - tick))
    return made


def _within(pitch: int, manner: Manner) -> int:
    while pitch > manner.high:
        pitch -= 12
    while pitch < manner.low:
        pitch += 12
    return pitch


def _cadence(
    notes: list[Note],
    chords: Sequence[Chord],
    key: Key,
    manner: Manner,
    end: int,
    *,
    closed: bool,
) -> list[Note]:
    """Return the last idea with its last bar led to a long note, and a rest after it."""
    goal_at = end - manner.bar
    kept = [note for note in notes if note.start < goal_at]
    chord = chord_at(chords, goal_at)
    around = kept[-1].pitch if kept else (manner.low + manner.high) // 2
    tonic = key.tonic in chord.classes
    goals = (key.tonic,) if closed and tonic else chord.classes
    goal = _within(nearest(around, goals), manner)
    if kept:
        kept[-1] = Note(
            kept[-1].start,
            _led(kept[-1].pitch, goal, key, chord_at(chords, kept[-1].start)),
            min(kept[-1].duration, goal_at - kept[-1].start),
        )
    length = manner.bar - manner.beat if closed else manner.bar // 2
    return [*kept, Note(goal_at, goal, max(manner.step, length))]


def _led(pitch: int, goal: int, key: Key, chord: Chord) -> int:
    """Return the note before a goal: a step above or below it where that fits the chord."""
    scale = scale_over(key.classes, chord.classes)
    above, below = _moved(goal, 1, scale), _moved(goal, -1, scale)
    options = [p for p in (above, below, goal) if p % 12 in chord.classes] or [above]
    return min(options, key=lambda option: abs(option - pitch))


def varied(rng: Random, notes: Sequence[Note], chords: Sequence[Chord], key: Key) -> list[Note]:
    """Return a tune as it is sung again: now and then a note split, passed through or left out."""
    made: list[Note] = []
    for note, following in zip(notes, [*notes[1:], None], strict=True):
        draw = rng.random()
        if draw < 0.06 and note.duration >= 480 and following is not None:
            half = note.duration // 80 * 40
            scale = scale_over(key.classes, chord_at(chords, note.start + half).classes)
            towards = 1 if following.pitch > note.pitch else -1
            passing = _moved(note.pitch, towards, scale)
            made.append(Note(note.start, note.pitch, half))
            made.append(Note(note.start + half, passing, note.duration - half))
        elif draw < 0.09 and note.duration >= 240:
            half = note.duration // 80 * 40
            made += [Note(note.start, note.pitch, half), Note(note.start + half, note.pitch, half)]
        elif draw > 0.985 and made:
            continue
        else:
            made.append(note)
    return made
