"""Chords as values: what is in them, and how musicians write them (`Dm7/F`)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.ground.errors import SegueError
from engine.harmony.keys import is_in_signature, spelled
from engine.harmony.scales import CHORDS
from engine.values.ranges import PitchClassOrNone, Tick

Quality = Literal["none", "maj", "min", "dim", "aug", "sus", "7", "maj7", "min7", "m7b5", "dim7"]
NO_CHORD = "N.C."
_PURE_FIFTH, _THIRDS = 7, (3, 4)  # semitones
# Steps above the root, which is the first; third, fifth and seventh follow in this order.
QUALITIES: Mapping[Quality, tuple[int, ...]] = MappingProxyType(
    {
        "maj": CHORDS["major triad"],
        "min": CHORDS["minor triad"],
        "dim": CHORDS["diminished triad"],
        "aug": CHORDS["augmented triad"],
        "sus": CHORDS["suspended fourth"],
        "7": CHORDS["dominant seventh"],
        "maj7": CHORDS["major seventh"],
        "min7": CHORDS["minor seventh"],
        "m7b5": CHORDS["half-diminished seventh"],
        "dim7": CHORDS["diminished seventh"],
    }
)
_SUFFIXES: Mapping[Quality, str] = MappingProxyType(
    {
        "maj": "",
        "min": "m",
        "dim": "dim",
        "aug": "aug",
        "sus": "sus4",
        "7": "7",
        "maj7": "maj7",
        "min7": "m7",
        "m7b5": "m7♭5",
        "dim7": "dim7",
    }
)
# As chord symbols spell them most often: C♯m and G♯dim, but D♭ and A♭7.
_MAJOR_ROOTS = ("C", "D♭", "D", "E♭", "E", "F", "G♭", "G", "A♭", "A", "B♭", "B")
_MINOR_ROOTS = ("C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "G♯", "A", "B♭", "B")
_LIKE_MINOR: frozenset[Quality] = frozenset({"min", "min7", "dim", "m7b5", "dim7"})
# Diminished chords on a foreign root lead to the note above it, so they have sharps; major ones are
# borrowed from the flat side: G♯dim7 in C, but A♭ and D♭7.
_LEADING: frozenset[Quality] = frozenset({"dim", "m7b5", "dim7"})
# Names that only a root of the key has.
_PLAIN = {"C♭": "B", "F♭": "E", "E♯": "F", "B♯": "C"}
_IN_ORDER, _SIGN_OF = "CDEFGAB", {-1: "♭", 0: "", 1: "♯"}
_LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_SYMBOL = re.compile(r"([A-G])([b#]*)(.*?)(?:/([A-G])([b#]*))?", re.DOTALL)
# Suffixes that colour a chord without changing which of the ten qualities it is.
_COLOUR = re.compile(r"(?:add|omit|no)\d+|(?:alt|[b#](?:9|11|13))")
_PLAIN_SIGNS = str.maketrans({"♭": "b", "♯": "#", "−": "-", "–": "-", "º": "°", "△": "Δ", "^": "Δ"})
# Words with a capital letter mean what they mean without; a bare M is major, a bare m minor.
_MAJOR, _MINOR = re.compile(r"M(?:aj|AJ|A|a(?!dd))"), re.compile(r"M(?:in|IN|i|I)")
# The ways to write each quality; extensions above the seventh keep the seventh's quality.
_SPELLINGS: Mapping[Quality, str] = MappingProxyType(
    {
        "maj": "M maj major ma 2 5 6 69 6/9 M6 maj6 maj69",
        "min": "m min minor mi - m6 min6 mi6 -6 m69 m6/9 mM7 mmaj7 minmaj7 -M7 mM9 mmaj9 -Δ mΔ "
        "-Δ7 mΔ7 -maj7",
        "dim": "dim ° o mb5 minb5 -b5",
        "aug": "aug + #5 +5 maj#5",
        "sus": "sus sus4 sus2 7sus 7sus4 7sus2 9sus 9sus4 13sus 13sus4 sus7 sus9 sus24 sus2sus4",
        "7": "7 9 11 13 dom7 7b5 7#5 7+ 7+5 7-5 +7 aug7 9b5 9#5 +9 aug9 13b5 13#5",
        "maj7": "maj7 M7 ma7 j7 Δ Δ7 maj9 M9 ma9 Δ9 maj11 maj13 M13 maj7b5 maj7#5 M7#5 augmaj7 +M7",
        "min7": "m7 min7 mi7 -7 m9 min9 mi9 -9 m11 min11 mi11 -11 m13 min13 mi13 -13 m7#5",
        "m7b5": "m7b5 min7b5 mi7b5 -7b5 m7-5 ø ø7 m9b5 m11b5 half-dim hdim7 min7dim5",
        "dim7": "dim7 °7 o7 dim9 °9",
    }
)
_QUALITY_OF: Mapping[str, Quality] = MappingProxyType(
    {text: name for name, line in _SPELLINGS.items() for text in line.split()}
)


@dataclass(frozen=True, slots=True, order=True)
class Chord:
    """A chord from a tick on.

    Attributes:
        tick: Where it begins.
        root: Pitch class, 0 is C; -1 where there is no chord.
        quality: One of `QUALITIES`, or `none`.
        bass: Pitch class of its lowest note, the root unless it is a slash chord; -1 for none.
    """

    tick: Tick
    root: PitchClassOrNone = -1
    quality: Quality = "none"
    bass: PitchClassOrNone = -1


def pitch_classes(chord: Chord) -> frozenset[int]:
    """Return the pitch classes of a chord, a foreign bass included; empty for none."""
    if chord.quality == "none":
        return frozenset()
    steps = QUALITIES[chord.quality]
    return frozenset((chord.root + step) % 12 for step in steps) | {chord.bass}


def chord_name(chord: Chord, fifths: int | None = None) -> str:
    """Return a chord as musicians write it: `Dm7/F`, `B♭`, `N.C.` for none.

    Args:
        chord: The chord.
        fifths: Sharps (positive) or flats (negative) of the key it stands in, which decide between
            `F♯7` and `G♭7`; without a key the name is the one that chord symbols have most often.
    """
    if chord.quality == "none":
        return NO_CHORD
    root, bass = _usual_names(chord) if fifths is None else _names_in_key(chord, fifths)
    name = root + _SUFFIXES[chord.quality]
    return name if chord.bass == chord.root else f"{name}/{bass}"


def _usual_names(chord: Chord) -> tuple[str, str]:
    """Return the root and the bass of a chord, without a key."""
    roots = _MINOR_ROOTS if chord.quality in _LIKE_MINOR else _MAJOR_ROOTS
    return roots[chord.root], roots[chord.bass]


def _names_in_key(chord: Chord, fifths: int) -> tuple[str, str]:
    """Return the root and the bass of a chord in a key."""
    below = 0 if chord.quality in _LEADING else 2 if chord.quality in _LIKE_MINOR else 4
    letter, sign = spelled(chord.root, fifths, below=below)
    plain = _PLAIN.get(letter + sign)
    if plain is not None and not is_in_signature(chord.root, fifths):
        letter, sign = plain, ""
    return letter + sign, _bass_name(chord, letter, fifths)


def _bass_name(chord: Chord, root: str, fifths: int) -> str:
    """Return the bass of a chord: a tone of the chord has the letter that lies thirds above."""
    steps = QUALITIES[chord.quality] if chord.quality != "none" else ()
    above = (chord.bass - chord.root) % 12
    if above in steps:
        third = 3 if chord.quality == "sus" and steps.index(above) == 1 else 2 * steps.index(above)
        letter = _IN_ORDER[(_IN_ORDER.index(root) + third) % len(_IN_ORDER)]
        sign = _SIGN_OF.get((chord.bass - _LETTERS[letter] + 6) % 12 - 6)
        if sign is not None:
            return letter + sign
    return "".join(spelled(chord.bass, fifths))


def parse_chord(text: str, *, tick: int = 0) -> Chord:
    """Return the chord that a text names.

    A richer chord than the ten qualities becomes the nearest of them: G13 is G7, C6 is C, Am(maj7)
    is Am, Dsus2 is Dsus4, Fmaj9♯11 is Fmaj7.

    Args:
        text: A chord symbol; ♭ and ♯ may be written b and #.
        tick: Where it begins.

    Raises:
        SegueError: It is no chord symbol.
    """
    plain = re.sub(r"[\s(),]", "", text.translate(_PLAIN_SIGNS))
    if plain.upper().replace(".", "") in {"NC", "NONE"}:
        return Chord(tick)
    match = _SYMBOL.fullmatch(plain)
    if match is None:
        raise _no_chord(text)
    letter, signs, suffix, bass_letter, bass_signs = match.groups()
    suffix = _MINOR.sub("min", _MAJOR.sub("maj", suffix))
    quality = _quality_of(suffix) or _quality_of(_COLOUR.sub("", suffix))
    if quality is None:
        raise _no_chord(text)
    root = _pitch_class(letter, signs)
    bass = _pitch_class(bass_letter, bass_signs) if bass_letter else root
    return Chord(tick, root, quality, bass)


def played_chord(pitches: Iterable[int], *, tick: int = 0) -> Chord:
    """Return the chord that keys which are held together name, the lowest of them its bass.

    Its third and seventh are played, its fifth may be missing where it is a pure one; what is
    richer than the ten qualities becomes the nearest of them, as where it is typed.

    Args:
        pitches: MIDI numbers.
        tick: Where it begins.

    Raises:
        SegueError: They name none: a single tone, an octave, a bare fifth, a cluster.
    """
    held = sorted(set(pitches))
    classes = frozenset(pitch % 12 for pitch in held)
    bass = held[0] % 12 if held else -1
    found = [
        (cost, root != bass, number, root)
        for number, steps in enumerate(QUALITIES.values())
        for root in sorted(classes)
        if (cost := _foreign_and_missing(classes, root, steps)) is not None
    ]
    cost, _, number, root = min(found, default=(0, False, 0, 0))
    # A cluster has some chord in it, and more besides than belongs to it.
    if len(classes) < 2 or not found or cost > len(classes) // 2:
        raise SegueError(
            "These keys together are no chord that Segue knows.",
            hint="Play its third, and its seventh where it has one.",
        )
    return Chord(tick, root, tuple(QUALITIES)[number], bass)


def _foreign_and_missing(classes: frozenset[int], root: int, steps: tuple[int, ...]) -> int | None:
    """Return how many tones are foreign to a chord or missing; None where it cannot be meant."""
    tones = frozenset((root + step) % 12 for step in steps)
    # Without a third it is the fifth that makes it one.
    may_miss = {(root + _PURE_FIFTH) % 12} if steps[1] in _THIRDS else set[int]()
    if not tones - may_miss <= classes:
        return None
    return len(classes - tones) + len(tones - classes)


def _quality_of(suffix: str) -> Quality | None:
    return _QUALITY_OF.get(suffix) if suffix else "maj"


def _pitch_class(letter: str, signs: str) -> int:
    return (_LETTERS[letter] + signs.count("#") - signs.count("b")) % 12


def _no_chord(text: str) -> SegueError:
    shown = text.strip()[:20]
    if shown.startswith("H"):
        return SegueError(
            "‘{shown}’ is no chord here.", shown=shown, hint="Write B for the German H, B♭ for B."
        )
    return SegueError(
        "‘{shown}’ is no chord that Segue knows.",
        shown=shown,
        hint="Write it like C, Am, G7, Dm7/F or N.C.",
    )
