"""Chords, scales and progressions: what a band agrees on before it plays.

Progressions are written in Roman numerals against the major scale of the tonic, as pop charts are:
`I vi IV V7`, in minor `i bVI bIII bVII`. A numeral lasts a bar unless it says so: `ii7:1/2`.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random

MODES = {
    "major": (0, 2, 4, 5, 7, 9, 11),
    "minor": (0, 2, 3, 5, 7, 8, 10),
    "dorian": (0, 2, 3, 5, 7, 9, 10),
    "mixolydian": (0, 2, 4, 5, 7, 9, 10),
}
# Fifths between a mode's signature and that of the major key of its tonic.
SIGNATURE_SHIFT = {"major": 0, "minor": -3, "dorian": -2, "mixolydian": -1}
_DEGREES = {"i": 0, "ii": 2, "iii": 4, "iv": 5, "v": 7, "vi": 9, "vii": 11}
_SHIFT = {"": 0, "b": -1, "#": 1}
_TRIAD = {True: (0, 4, 7), False: (0, 3, 7)}
_QUALITIES = {
    "maj7": (0, 4, 7, 11),
    "maj9": (0, 4, 7, 11, 14),
    "add9": (0, 4, 7, 14),
    "sus": (0, 5, 7),
    "sus2": (0, 2, 7),
    "7sus": (0, 5, 7, 10),
    "9sus": (0, 5, 7, 10, 14),
    "7b9": (0, 4, 7, 10, 13),
    "o": (0, 3, 6),
    "o7": (0, 3, 6, 9),
    "h7": (0, 3, 6, 10),
    "+": (0, 4, 8),
    "5": (0, 7),
}
_ADDED = {"": (), "6": (9,), "7": (10,), "9": (10, 14), "11": (10, 14, 17), "13": (10, 14, 21)}
_NUMERAL = re.compile(
    r"(?P<sign>[b#]?)(?P<degree>[ivIV]+)(?P<quality>[^/:]*)(/(?P<bass>\d))?(:(?P<bars>[\d/]+))?"
)
# How a functional progression may go on: tonic, subdominant and dominant harmonies of each mode.
_FUNCTIONS = {
    "major": {"T": "I I vi iii I/3", "S": "IV ii IV ii", "D": "V V7 V bVII"},
    "minor": {"T": "i i bVI bIII", "S": "iv bVI iv iih7", "D": "V7 bVII v V"},
    "dorian": {"T": "i i bIII", "S": "IV IV ii", "D": "bVII v bVII"},
    "mixolydian": {"T": "I I vi", "S": "IV ii bVII", "D": "bVII v IV"},
}
_SHAPES = ("TTSD", "TSTD", "TTSS", "TSSD", "TDST", "TSDT", "STSD", "SDTT", "TDTS")
# Bars that end a phrase on the tonic, and that leave it open.
CLOSES = {
    "major": ("V7 I", "IV:1/2 V7:1/2 I", "ii:1/2 V7:1/2 I", "IV I"),
    "minor": ("V7 i", "iv:1/2 V7:1/2 i", "bVII i", "bVI:1/2 bVII:1/2 i"),
    "dorian": ("bVII i", "IV i", "v i"),
    "mixolydian": ("bVII I", "IV:1/2 bVII:1/2 I", "bVII:1/2 IV:1/2 I"),
}
OPENS = {
    "major": ("V", "IV:1/2 V:1/2", "Vsus:1/2 V:1/2", "ii:1/2 V:1/2"),
    "minor": ("V", "bVII", "iv:1/2 V:1/2", "Vsus:1/2 V:1/2"),
    "dorian": ("IV", "bVII", "v"),
    "mixolydian": ("bVII", "v", "IV"),
}


@dataclass(frozen=True, slots=True)
class Key:
    """A tonic (pitch class) and one of `MODES`."""

    tonic: int
    mode: str

    @property
    def classes(self) -> tuple[int, ...]:
        """Pitch classes of its scale, from the tonic."""
        return tuple((self.tonic + step) % 12 for step in MODES[self.mode])

    @property
    def fifths(self) -> int:
        """Sharps (positive) or flats of its signature, -6 to 6."""
        fifths = self.tonic * 7 + SIGNATURE_SHIFT[self.mode]
        return (fifths + 5) % 12 - 5

    @property
    def minor(self) -> bool:
        """Whether its tonic triad is minor."""
        return 3 in MODES[self.mode]

    def raised(self, semitones: int) -> "Key":
        """Return the same mode on another tonic."""
        return replace(self, tonic=(self.tonic + semitones) % 12)


@dataclass(frozen=True, slots=True)
class Chord:
    """A chord over a stretch of time.

    Attributes:
        root: Pitch class.
        steps: Semitones above the root.
        bass: Pitch class of the lowest voice.
        start: Tick.
        length: Ticks.
    """

    root: int
    steps: tuple[int, ...]
    bass: int
    start: int = 0
    length: int = 0

    @property
    def end(self) -> int:
        """The tick where the next one begins."""
        return self.start + self.length

    @property
    def classes(self) -> tuple[int, ...]:
        """Pitch classes from the root upwards."""
        return tuple((self.root + step) % 12 for step in self.steps)

    def raised(self, semitones: int) -> "Chord":
        """Return it transposed."""
        return replace(self, root=(self.root + semitones) % 12, bass=(self.bass + semitones) % 12)

    def at(self, start: int, length: int) -> "Chord":
        """Return it at another place."""
        return replace(self, start=start, length=length)


@lru_cache(maxsize=4096)
def numeral(text: str, tonic: int) -> tuple[Chord, Fraction]:
    """Return the chord of a numeral and how many bars it lasts.

    Raises:
        ValueError: It is no numeral.
    """
    match = _NUMERAL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no chord")
    degree, quality = match["degree"], match["quality"]
    root = (tonic + _DEGREES[degree.lower()] + _SHIFT[match["sign"]]) % 12
    steps = _QUALITIES.get(quality) or _TRIAD[degree.isupper()] + _ADDED[quality]
    bass = (root + steps[(int(match["bass"]) - 1) // 2]) % 12 if match["bass"] else root
    return Chord(root, steps, bass), Fraction(match["bars"] or 1)


def chart(text: str, key: Key, *, bar: int) -> tuple[Chord, ...]:
    """Return the chords of a progression, one after another from tick 0; `bar` in ticks."""
    made: list[Chord] = []
    now = 0
    for word in text.split():
        chord, bars = numeral(word, key.tonic)
        length = round(bars * bar)
        made.append(chord.at(now, length))
        now += length
    return tuple(made)


def grown(rng: Random, mode: str, *, bars: int) -> str:
    """Return a progression of tonic, subdominant and dominant functions; `bars` is 4 or 8."""
    functions = _FUNCTIONS[mode]
    words: list[str] = []
    for _ in range(bars // 4):
        for function in rng.choice(_SHAPES):
            options = [w for w in functions[function].split() if words[-1:] != [w]]
            words.append(rng.choice(options))
    words[0] = functions["T"].split()[0] if rng.random() < 0.7 else words[0]
    return " ".join(words)


def coloured(chord: Chord, key: Key, colour: str) -> Chord:
    """Return a plain triad as a style plays it: `power`, `triad`, `seventh` or `ninth`."""
    if colour == "power" and len(chord.steps) == 3 and 6 not in chord.steps:
        return replace(chord, steps=(0, 7))
    if colour not in {"seventh", "ninth"} or chord.steps not in _TRIAD.values():
        return chord
    major_seventh = (chord.root + 11) % 12 in key.classes and chord.steps[1] == 4
    steps = (*chord.steps, 11 if major_seventh else 10)
    ninth_fits = (chord.root + 2) % 12 in key.classes
    return replace(chord, steps=(*steps, 14) if colour == "ninth" and ninth_fits else steps)


@lru_cache(maxsize=65536)
def scale_over(classes: tuple[int, ...], chord: tuple[int, ...]) -> tuple[int, ...]:
    """Return the pitch classes that sound right over a chord: the key's, bent where it leaves it.

    Args:
        classes: Of the key.
        chord: Pitch classes of the chord, root first.
    """
    bent = set(classes)
    for tone in chord:
        if tone in bent:
            continue
        raised = (tone - chord[0]) % 12 in {4, 6, 8, 11}
        given_up = (tone - 1 if raised else tone + 1) % 12
        if given_up not in chord:
            bent.discard(given_up)
        bent.add(tone)
    return tuple(sorted(bent))


@lru_cache(maxsize=65536)
def voicing(
    classes: tuple[int, ...], before: tuple[int, ...], low: int, high: int, voices: int
) -> tuple[int, ...]:
    """Return a close voicing between two pitches, the one that moves least from the last.

    Args:
        classes: Pitch classes of the chord, root first.
        before: Pitches of the last chord; empty at first.
        low: Lowest pitch.
        high: Highest pitch.
        voices: How many; of a larger chord the root goes first (the bass has it), then the fifth.
    """
    wanted = list(classes)
    while len(wanted) > max(voices, 2):
        fifth = (classes[0] + 7) % 12
        wanted.remove(fifth if fifth in wanted and len(wanted) == 4 else wanted[0])
    options = [
        _stack(bottom, wanted, voices) for bottom in range(low, high) if bottom % 12 in wanted
    ]
    fitting = [option for option in options if option[-1] <= high] or options[:1]
    middle = (low + high) / 2

    def cost(option: tuple[int, ...]) -> float:
        centre = abs(sum(option) / len(option) - middle)
        if not before:
            return centre
        moves = sum(min(abs(pitch - old) for old in before) for pitch in option)
        return moves + 0.35 * centre

    return min(fitting, key=cost)


def _stack(bottom: int, wanted: list[int], voices: int) -> tuple[int, ...]:
    made = [bottom]
    while len(made) < voices:
        pitch = made[-1] + 1
        while pitch % 12 not in wanted:
            pitch += 1
        made.append(pitch)
    return tuple(made)
