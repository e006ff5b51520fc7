"""The drummer: beats as strings, fills that lead into the next phrase, builds and endings."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from pattern import line, steps

from engine.values.score import Note

KICK, SNARE, CLOSED_HAT, OPEN_HAT, CRASH = 36, 38, 42, 46, 49
HIGH_TOM, MID_TOM, FLOOR_TOM = 50, 47, 43
# A letter for each drum of General MIDI that a style uses.
DRUMS = {
    "K": KICK,
    "S": SNARE,
    "X": 37,  # side stick
    "C": 39,  # hand clap
    "H": CLOSED_HAT,
    "P": 44,  # hi-hat by foot
    "O": OPEN_HAT,
    "R": 51,  # ride
    "B": 53,  # its bell
    "t": HIGH_TOM,
    "m": MID_TOM,
    "f": FLOOR_TOM,
    "M": 54,  # tambourine
    "W": 56,  # cowbell
    "G": 63,  # open high conga
    "n": 62,  # mute high conga
    "g": 64,  # low conga
    "b": 60,  # high bongo
    "u": 61,  # low bongo
    "q": 65,  # high timbale
    "A": 67,  # high agogo
    "a": 68,  # low agogo
    "c": 69,  # cabasa
    "r": 70,  # maracas
    "V": 75,  # claves
    "w": 76,  # wood block
    "Z": 81,  # open triangle
    "k": 82,  # shaker
}
_LINE = re.compile(r"(\w):(.+?)(?=\s\w:|$)")
_MARKS = {"x": 0, "X": 16, "o": -34}
_QUIETER = {CLOSED_HAT: -12, OPEN_HAT: -8, 51: -8, 82: -16, 70: -14, 54: -10, 69: -14}
_LENGTH = 60
_LIMB_DRUMS = frozenset({SNARE, CLOSED_HAT, OPEN_HAT, 37, 39, 51, 53, 54})


@lru_cache(maxsize=1024)
def beat_of(text: str) -> tuple[tuple[int, str], ...]:
    """Return (drum, pattern) of each line of a beat such as `K:x...x... S:..x...x.`."""
    return tuple((DRUMS[letter], pattern) for letter, pattern in _LINE.findall(text))


def play(
    rng: Random, beat: str, *, bars: int, bar: int, loud: int, busy: float = 0.1
) -> Iterator[Note]:
    """Yield a beat for some bars, a little different in the second half of each four.

    Args:
        rng: Draws which extra kicks and ghosts this beat gets; the same each time it is played.
        beat: As `beat_of` reads.
        bars: How many.
        bar: Ticks.
        loud: Velocity of a plain hit.
        busy: How likely a place in the cycle of four bars gets one more hit.
    """
    for drum, pattern in beat_of(beat):
        for tick, mark, _ in steps(line(pattern, bars=bars), bar=bar):
            velocity = loud + _MARKS[mark] + _QUIETER.get(drum, 0)
            yield Note(tick, drum, _LENGTH, velocity)
    yield from _extras(rng, beat, bars=bars, bar=bar, loud=loud, busy=busy)


def _extras(
    rng: Random, beat: str, *, bars: int, bar: int, loud: int, busy: float
) -> Iterator[Note]:
    drums = dict(beat_of(beat))
    for drum, quieter in ((KICK, 12), (SNARE, 38)):
        if drum not in drums:
            continue
        length = len(drums[drum].partition("|")[0].partition(" / ")[0])
        for place in range(1, length):
            if rng.random() < busy / 4 and place % 2 == 1:
                tick = place * bar // length
                cycle = rng.choice((1, 3))
                for i in range(cycle, bars, 4):
                    yield Note(i * bar + tick, drum, _LENGTH, loud - quieter)


class Fills:
    """The few fills that a drummer has for a song, each played again and again.

    Args:
        rng: Draws them.
        bar: Ticks in a bar.
        beat: Ticks in a beat.
        grid: Ticks of a fill's shortest step.
        busy: 0 to 1.
    """

    def __init__(self, rng: Random, *, bar: int, beat: int, grid: int, busy: float) -> None:
        self._bar = bar
        beats = max(1, round(bar / beat))
        self._short = _fill(rng, beat * (1 if rng.random() < 0.6 else min(2, beats)), grid, busy)
        self._long = _fill(
            rng, beat * max(1, beats // 2 if rng.random() < 0.6 else beats), grid, busy
        )

    def into(self, notes: list[Note], *, end: int, loud: int, long: bool) -> list[Note]:
        """Return a beat whose last beats before `end` are a fill."""
        fill = self._long if long else self._short
        start = end - (fill[0][0] if fill else 0)
        kept = [n for n in notes if n.start < start or n.start >= end or n.pitch not in _LIMB_DRUMS]
        top = max(1, len(fill) - 1)
        made = [
            Note(end - before, drum, _LENGTH, loud - 6 + round(18 * i / top) + (8 if strong else 0))
            for i, (before, drum, strong) in enumerate(fill)
        ]
        return kept + made


def _fill(rng: Random, length: int, grid: int, busy: float) -> list[tuple[int, int, bool]]:
    """Return (ticks before the end, drum, on a beat), descending from snare to floor tom."""
    places = [t for t in range(0, length, grid) if t == 0 or rng.random() < 0.45 + 0.5 * busy]
    order = rng.choice(
        (
            (SNARE, HIGH_TOM, MID_TOM, FLOOR_TOM),
            (SNARE, SNARE, HIGH_TOM, FLOOR_TOM),
            (HIGH_TOM, MID_TOM, FLOOR_TOM),
            (SNARE,),
            (SNARE, MID_TOM, SNARE, FLOOR_TOM),
        )
    )
    return [
        (length - tick, order[len(order) * tick // length], tick % (2 * grid) == 0)
        for tick in places
    ]


def build(*, bars: int, bar: int, loud: int) -> Iterator[Note]:
    """Yield a snare that doubles its pace and grows, over four-on-the-floor: a dance build-up."""
    total = bars * bar
    for tick in range(0, total - bar // 2, bar // 4):
        yield Note(tick, KICK, _LENGTH, loud)
    now = 0
    while now < total:
        done = now / total
        yield Note(now, SNARE, _LENGTH, round(loud - 38 + 50 * done))
        now += bar // (4 if done < 0.5 else 8 if done < 0.75 else 16)


def crash(tick: int, loud: int) -> list[Note]:
    """Return a crash with a kick, as a section begins."""
    return [Note(tick, CRASH, _LENGTH, loud + 10), Note(tick, KICK, _LENGTH, loud + 6)]
