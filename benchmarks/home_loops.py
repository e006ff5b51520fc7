"""Loops whose home is known: generated ones in six scales, as bands play them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.harmony.keys import MODES, Key, Mode
from engine.values.score import Note

BAR = 1920
"""Ticks."""

Lines = tuple[int, ...]

# Scale degrees of the chords that a scale is known by, the more usual first.
_CHORDS: dict[Mode, tuple[int, ...]] = {
    "": (4, 5, 6, 2, 3),
    "aeolian": (6, 7, 4, 5, 3),
    "dorian": (4, 7, 3, 5, 2),
    "phrygian": (2, 7, 3, 6, 4),
    "lydian": (2, 5, 7, 3, 6),
    "mixolydian": (7, 4, 5, 2, 6),
}
_HOW_OFTEN = (4, 3, 2, 1, 1)
_EIGHTH = BAR // 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """A loop.

    Attributes:
        notes: Sorted.
        bar_lines: Ticks where bars begin, and where the last one ends.
        home: Its key.
        begins: Whether its first chord is the home chord.
    """

    notes: tuple[Note, ...]
    bar_lines: Lines
    home: Key
    begins: bool


def loops(seed: int, count: int) -> Iterator[Loop]:
    """Yield loops of 2, 4 and 8 bars, played for 8 or 16; the same for the same seed.

    Seven in ten begin with the home chord. The others end with it, have it in half of their bars,
    and their tune comes to rest on it. One in four has no thirds, one in five a pedal point.
    """
    rng = Random(seed)  # noqa: S311 - loops, not secrets
    for _ in range(count):
        yield _loop(rng)


def _loop(rng: Random) -> Loop:
    mode, tonic = rng.choice(tuple(_CHORDS)), rng.randrange(12)
    home = Key(tonic, minor=bool(mode) and MODES[mode].minor, mode=mode)
    length, begins = rng.choice((2, 4, 8)), rng.random() < 0.7
    if not begins:
        length = max(4, length)
    player = _Player(rng, home.scale, is_at_rest=not begins)
    chords = _chords(rng, _CHORDS[mode], length, begins=begins)
    bars = rng.choice((8, 16))
    notes = (note for bar in range(bars) for note in player.bar(bar, chords[bar % length]))
    lines = tuple(bar * BAR for bar in range(bars + 1))
    return Loop(notes=tuple(sorted(notes)), bar_lines=lines, home=home, begins=begins)


def _chords(rng: Random, others: tuple[int, ...], length: int, *, begins: bool) -> list[int]:
    chords = [rng.choices(others, _HOW_OFTEN)[0] for _ in range(length)]
    if begins:
        chords[0] = 1
        if length == 8:
            chords[4] = 1
    else:
        chords[length // 2 :] = [1] * (length - length // 2)
    return chords


class _Player:
    """Plays bars: accompaniment, and mostly a bass and a tune."""

    def __init__(self, rng: Random, scale: tuple[int, ...], *, is_at_rest: bool) -> None:
        self._rng, self._scale = rng, scale
        self._has_thirds, self._is_pedal = rng.random() > 0.25, rng.random() < 0.2
        self._has_bass, self._has_tune = rng.random() < 0.85, is_at_rest or rng.random() < 0.7
        self._rest = 1.0 if is_at_rest else 0.6  # chance that a phrase of the tune ends on home
        self._is_broken, self._pulse = rng.random() < 0.25, rng.choice((1, 4, 8))

    def _tone(self, degree: int) -> int:
        return self._scale[(degree - 1) % len(self._scale)]

    def bar(self, bar: int, chord: int) -> Iterator[Note]:
        """Yield the notes of a bar over the chord on a degree."""
        steps = (0, 2, 4) if self._has_thirds else (0, 4)
        tones = [self._tone(chord + step) for step in steps]
        start, bass = bar * BAR, self._scale[0] if self._is_pedal else tones[0]
        length = BAR // self._pulse
        if self._has_bass:
            yield from (Note(start + i * length, 36 + bass, length) for i in range(self._pulse))
        pitches = sorted(55 + (tone - 55) % 12 for tone in tones)
        if not self._has_bass:
            pitches.insert(0, 48 + bass)
        if self._is_broken:
            for i in range(8):
                yield Note(start + i * _EIGHTH, pitches[i % len(pitches)], _EIGHTH)
        else:
            yield from (Note(start, pitch, BAR) for pitch in pitches)
        if self._has_tune:
            yield from self._tune(start, tones, is_last=bar % 4 == 3)

    def _tune(self, start: int, tones: list[int], *, is_last: bool) -> Iterator[Note]:
        at = 0
        while at < 8:
            eighths = min(self._rng.choice((1, 1, 2, 2, 4)), 8 - at)
            tone = self._rng.choice(tones if at % 4 == 0 else self._scale)
            if is_last and at + eighths == 8 and self._rng.random() < self._rest:
                tone = self._scale[0]
            yield Note(start + at * _EIGHTH, 67 + (tone - 67) % 12, eighths * _EIGHTH)
            at += eighths
