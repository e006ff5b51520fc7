"""The form of a song: which sections follow one another, on what chords and with what tune."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from style import Style
from theory import CLOSES, OPENS, Chord, Key, chart, coloured, grown
from tune import Manner, compose, varied

from engine.values.score import Note

# intro, verse, pre-chorus, chorus, bridge, solo, break, build-up, drop, head of a chorus, outro
ENERGY = {
    "i": 0.4, "v": 0.55, "p": 0.68, "c": 0.88, "b": 0.6, "s": 0.75,
    "k": 0.28, "u": 0.6, "d": 1.0, "h": 0.62, "o": 0.5,
}  # fmt: skip
# Whose chords a section borrows.
_CHORDS_OF = {"i": "vhc", "s": "hv", "k": "cv", "u": "cv", "d": "cv", "o": "chv"}
_SILENT = frozenset("iuo")
# Progressions that much music is made of, by mode, four bars each unless longer.
POOL = {
    "major": (
        "I V vi IV", "vi IV I V", "I vi IV V", "IV I V vi", "I IV vi V", "I IV I V", "IV V I I",
        "I iii IV V", "I V/3 vi I/5 IV I/3 ii V", "I ii IV V", "I IV ii V", "vi V IV V",
        "I iii vi IV", "I bVII IV I", "IV V iii vi", "ii V I vi", "I vi ii V", "I V IV IV",
        "vi iii IV I", "I IV V IV", "IV iv I I", "I I/3 IV V", "I III vi IV", "ii IV I V",
    ),
    "minor": (
        "i bVI bIII bVII", "i iv bVII bIII", "i bVII bVI V", "i bVII bVI bVII", "i iv i V",
        "i bVI iv V", "bVI bVII i i", "i bIII bVII iv", "i v bVI bVII", "i iv v i", "i i iv V",
        "bVI bIII bVII i", "i bVII iv bVI", "i iv bVI V", "iv bVII bIII bVI", "i i/3 iv V",
    ),
    "dorian": (
        "i IV i IV", "i bVII IV i", "i bIII IV i", "i i IV IV", "i bVII i IV", "i ii bIII IV",
    ),
    "mixolydian": (
        "I bVII IV I", "I bVII I bVII", "I I bVII IV", "I v bVII IV", "I IV bVII IV", "I bVII v IV",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Material:
    """What comes back: chords and a tune from tick 0 on, and the seed of how it is accompanied."""

    chords: tuple[Chord, ...]
    tune: tuple[Note, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a song.

    Attributes:
        letter: Of `ENERGY`.
        bars: How many.
        energy: 0 to 1.
        material: What is played.
        lift: Semitones above the song's key.
    """

    letter: str
    bars: int
    energy: float
    material: Material
    lift: int = 0


def sections(rng: Random, style: Style, key: Key, manner: Manner) -> list[Section]:
    """Return a song of one of a style's forms, all its music newly made."""
    letters = re.findall(r"([a-z])(\d+)", rng.choice(style.forms))
    lengths = {letter: int(bars) for letter, bars in letters}
    makers = _Materials(rng, style, key, manner)
    made: list[Section] = []
    seen: dict[str, int] = {}
    for letter, text in letters:
        again = seen.get(letter, 0)
        seen[letter] = again + 1
        material = makers.of(letter, int(text), lengths)
        if again and material.tune:
            tune = tuple(varied(rng, material.tune, material.chords, key))
            material = replace(material, tune=tune if rng.random() < 0.7 else material.tune)
        energy = min(1.0, ENERGY[letter] + 0.07 * again)
        made.append(Section(letter, int(text), energy, material))
    return _lifted(rng, style, made)


def _lifted(rng: Random, style: Style, made: list[Section]) -> list[Section]:
    """Return the last chorus and what follows a step higher, as ballads like it."""
    choruses = [i for i, section in enumerate(made) if section.letter == "c"]
    if len(choruses) < 3 or rng.random() >= style.lift:
        return made
    up = rng.choice((1, 2, 2))
    return [replace(s, lift=up if i >= choruses[-1] else 0) for i, s in enumerate(made)]


class _Materials:
    """Makes each section's material once."""

    def __init__(self, rng: Random, style: Style, key: Key, manner: Manner) -> None:
        self._rng = rng
        self._style = style
        self._key = key
        self._manner = manner
        self._made: dict[tuple[str, int], Material] = {}
        self._words: dict[str, str] = {}

    def of(self, letter: str, bars: int, lengths: dict[str, int]) -> Material:
        found = self._made.get((letter, bars))
        if found is None:
            found = self._made[letter, bars] = self._make(letter, bars, lengths)
        return found

    def _make(self, letter: str, bars: int, lengths: dict[str, int]) -> Material:
        source = next((c for c in _CHORDS_OF.get(letter, "") if c in lengths), letter)
        words = self._words.get(source) or self._progression(source)
        self._words[source] = words
        closed = letter in "chdos" or source == "h"
        chords = self._fitted(words, bars, closed=closed)
        seed = f"{self._rng.random()}"
        if letter in _SILENT or letter == "k":
            return Material(chords, (), seed)
        return Material(chords, self._sung(letter, chords, closed=closed), seed)

    def _progression(self, letter: str) -> str:
        """Return the numerals of a kind of section."""
        style, mode, rng = self._style, self._key.mode, self._rng
        own = style.verses if letter in "vph" or not style.choruses else style.choruses
        taken = set(self._words.values())
        pool = [words for words in own.get(mode, POOL[mode]) if words not in taken]
        if pool and rng.random() < (0.9 if own else 0.65):
            return rng.choice(pool)
        return grown(rng, mode, bars=rng.choice((4, 4, 8)))

    def _fitted(self, words: str, bars: int, *, closed: bool) -> tuple[Chord, ...]:
        """Return a progression again and again for some bars, with endings where phrases end."""
        bar, rng, mode = self._manner.bar, self._rng, self._key.mode
        once = chart(words, self._key, bar=bar)
        end, now = bars * bar, 0
        made: list[Chord] = []
        while now < end:
            made += [chord.at(now + chord.start, chord.length) for chord in once]
            now += once[-1].end
        cut = _until(made, end)
        if bars >= 8 and once[-1].end < 8 * bar and rng.random() < self._style.cadence:
            ending = rng.choice((CLOSES if closed else OPENS)[mode])
            cut = _ended(cut, chart(ending, self._key, bar=bar), end)
        return tuple(coloured(chord, self._key, self._style.colour) for chord in cut)

    def _sung(self, letter: str, chords: Sequence[Chord], *, closed: bool) -> tuple[Note, ...]:
        manner = self._manner
        if letter == "s":
            manner = replace(manner, density=manner.density * 1.4, high=manner.high + 4)
        elif letter in "cd":
            manner = replace(manner, low=manner.low + 3, high=manner.high + 3)
        elif letter == "p":
            manner = replace(manner, density=manner.density * 0.8)
        return compose(self._rng, chords, self._key, manner, closed=closed)


def _until(chords: Sequence[Chord], end: int) -> list[Chord]:
    return [c.at(c.start, min(c.length, end - c.start)) for c in chords if c.start < end]


def _ended(chords: Sequence[Chord], ending: Sequence[Chord], end: int) -> list[Chord]:
    start = end - ending[-1].end
    return _until(chords, start) + [c.at(start + c.start, c.length) for c in ending]


def passages_of(letters: str, material: Material, *, bars: int) -> list[Section]:
    """Return a borrowed tune's song: its tune as often as the letters say, and what goes around.

    Args:
        letters: `i` and `o` take the tune's last four bars, every other letter the whole tune.
        material: The tune and its chords.
        bars: Of the tune.
    """
    bar = material.chords[-1].end // bars
    start = (bars - 4) * bar
    last = tuple(
        c.at(max(0, c.start - start), c.end - max(start, c.start))
        for c in material.chords
        if c.end > start
    )
    around = Material(last, (), material.seed)
    made, again = [], 0
    for letter in letters:
        if letter in "io":
            made.append(Section(letter, 4, ENERGY[letter], around))
        else:
            energy = min(1.0, ENERGY[letter] + 0.1 * again)
            made.append(Section(letter, bars, energy, material))
            again += 1
    return made
