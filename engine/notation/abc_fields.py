"""Fields of ABC: meters, unit lengths, tempos and keys."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from engine.form.tempo_words import TempoChange, tempo_in
from engine.notation.musicxml_notes import key_alter

# Digits are limited, so that a damaged file makes no huge numbers.
_FRACTION = re.compile(r"(\d{1,3})\s*/\s*(\d{1,3})")
_TEMPO = re.compile(r"((?:\d{1,2}/\d{1,2}\s*)*)=?\s*(\d{1,4}(?:\.\d{1,3})?)")
# Of old files: `C3=60` counts notes of three units a minute, `C=60` notes of one.
_OLD_TEMPO = re.compile(r"[A-Ga-g]\s*(\d{0,2})(?:/(\d{1,2}))?\s*=\s*(\d{1,4}(?:\.\d{1,3})?)")
_KEY = re.compile(r"([A-G])([#b♯♭]?)\s*([A-Za-z]*)")
_SMALL_KEY = re.compile(r"[a-g][#b♯♭]?(?:\s*(?:m|min|minor|maj|major|mix|dor)\w*)?")
_CLEF = r"(?:treble|bass|alto|tenor|perc|none|[GCF](?=\d?[+\-^_\s]|\d?$))"
_STAFF = re.compile(
    r"(?:clef|octave|transpose|middle|m|staff|stafflines|sound|score|shift|cue|style|instrument)="
    rf"|{_CLEF}"
)
# A clef with an 8 or a 15 below or above it, which moves what sounds.
_MOVED_CLEF = re.compile(rf"(?:clef=)?\"?{_CLEF}\d?([+\-^_])(8|15)\b")
_PERCUSSION = re.compile(r"(?:clef=)?\"?(?:perc|P\b)")
_OCTAVE = re.compile(r"\boctave=\"?([+-]?\d)\b")
_TRANSPOSE = re.compile(r"\btranspose=\"?([+-]?\d{1,2})\b")
# The longest order of parts; a damaged one could ask for millions.
_MOST_PARTS = 1000
_ALTERS = {"": 0, "#": 1, "♯": 1, "b": -1, "♭": -1}
# Fifths of major keys by letter, and what a mode has fewer of.
_FIFTHS: Mapping[str, int] = MappingProxyType(
    {"F": -1, "C": 0, "G": 1, "D": 2, "A": 3, "E": 4, "B": 5}
)
_MODES: Mapping[str, int] = MappingProxyType(
    {"": 0, "maj": 0, "ion": 0, "mix": -1, "dor": -2, "m": -3, "min": -3, "aeo": -3, "phr": -4,
     "loc": -5, "lyd": 1}
)  # fmt: skip
_EXPLICIT = re.compile(r"(?:^|(?<=[\s#bA-Ga-z]))(\^\^|\^|__|_|=)([A-Ga-g])(?![A-Za-z])")
SIGNS: Mapping[str, int] = MappingProxyType({"^^": 2, "^": 1, "=": 0, "_": -1, "__": -2})
_BAGPIPE = {"HP": 0, "Hp": 2}
_MOST_FIFTHS = 7
_EIGHTH = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class AbcKey:
    """A key signature of ABC.

    Attributes:
        fifths: Sharps, negative for flats.
        minor: Whether it is a minor key.
        extra: Semitones of letters that it changes besides.
        is_unknown: Whether the field said no key that is known.
    """

    fifths: int = 0
    minor: bool = False
    extra: Mapping[str, int] = field(default_factory=dict)
    is_unknown: bool = False

    def alter(self, step: str) -> int:
        """Return the semitones that it moves a letter by."""
        return self.extra.get(step, key_alter(step, self.fifths))


def key_in(text: str) -> AbcKey | None:
    """Return the key of a `K:` field; None where it says a clef only."""
    text = text.strip()
    extra = {step.upper(): SIGNS[sign] for sign, step in _EXPLICIT.findall(text)}
    if not text or text.lower().startswith("none"):
        return AbcKey(extra=extra)
    for name, fifths in _BAGPIPE.items():
        if re.match(rf"{name}\b", text):
            return AbcKey(fifths, extra=extra)
    if _SMALL_KEY.fullmatch(text):
        text = text[0].upper() + text[1:]
    if re.match(r"[a-z]", text) and _STAFF.match(text):
        return None
    found = _KEY.match(text)
    if found is None:
        return AbcKey(extra=extra, is_unknown=not extra)
    mode = found[3].lower()
    if mode == "exp":
        return AbcKey(extra=extra)
    known = mode if mode in _MODES else mode[:3]
    fewer = _MODES.get(known, 0)
    fifths = _FIFTHS[found[1]] + 7 * _ALTERS[found[2]] + fewer
    return AbcKey(
        max(-_MOST_FIFTHS, min(_MOST_FIFTHS, fifths)), known in {"m", "min", "aeo"}, extra
    )


@dataclass(frozen=True, slots=True)
class StaffMoves:
    """The octaves and semitones that a clef and its neighbours add to pitches.

    Attributes:
        clef: Octaves by the 8 or 15 at the clef; None where there is no clef.
        octave: Octaves by `octave=`; None where it says none.
        transpose: Semitones by `transpose=`; None where it says none.
        is_drum: Whether the clef is that of drums.
    """

    clef: int | None = None
    octave: int | None = None
    transpose: int | None = None
    is_drum: bool = False

    def over(self, before: "StaffMoves") -> "StaffMoves":
        """Return the moves that hold where this comes after others."""
        return StaffMoves(
            before.clef if self.clef is None else self.clef,
            before.octave if self.octave is None else self.octave,
            before.transpose if self.transpose is None else self.transpose,
            self.is_drum or before.is_drum,
        )

    @property
    def semitones(self) -> int:
        """By how much what sounds is higher than what is written."""
        return 12 * ((self.clef or 0) + (self.octave or 0)) + (self.transpose or 0)


def staff_moves(text: str) -> StaffMoves:
    """Return what a `K:` or `V:` field says about clef, octave and transposition."""
    octave, transpose = _OCTAVE.search(text), _TRANSPOSE.search(text)
    bare = re.sub(r'\b(?:name|nm|sname|snm|subname|words)="[^"]*"', "", text)
    return StaffMoves(
        clef=_clef_octaves(bare),
        octave=int(octave[1]) if octave is not None else None,
        transpose=int(transpose[1]) if transpose is not None else None,
        is_drum=any(_PERCUSSION.match(word) for word in bare.split()),
    )


def _clef_octaves(text: str) -> int | None:
    for word in text.split():
        moved = _MOVED_CLEF.match(word)
        if moved is not None:
            octaves = 1 if moved[2] == "8" else 2
            return octaves if moved[1] in "+^" else -octaves
        if re.match(rf"(?:clef=)?\"?{_CLEF}", word) and not _KEY.fullmatch(word):
            return 0
    return None


def parts_in(text: str) -> str:
    """Return the letters of a `P:` field in the order in which the parts are played.

    `A3`, `(AB)2` and groups within groups are played as often as they say; dots say nothing.
    """
    stack: list[list[str]] = [[]]
    for part in re.findall(r"[A-Za-z]|\(|\)|\d{1,2}", re.sub(r'"[^"]*"', "", text)):
        if part == "(":
            stack.append([])
        elif part == ")":
            group = stack.pop() if len(stack) > 1 else []
            stack[-1].append("".join(group))
        elif part.isdigit():
            if stack[-1]:
                stack[-1][-1] = (stack[-1][-1] * int(part))[:_MOST_PARTS]
        else:
            stack[-1].append(part)
        if sum(map(len, stack[-1])) > _MOST_PARTS:
            break
    return "".join("".join(group) for group in stack)[:_MOST_PARTS]


def meter_in(text: str) -> tuple[int, int] | None:
    """Return the meter of an `M:` field; None where it says that there is none."""
    text = text.strip()
    if text in {"C", "C|"}:
        return (4, 4) if text == "C" else (2, 2)
    if "/" not in text:
        return None
    beats, _, value = text.rpartition("/")
    count = sum(int(each) for each in re.findall(r"\d{1,3}", beats))
    found = re.match(r"\s*(\d{1,2})", value)
    unit = int(found[1]) if found else 0
    if unit not in {1, 2, 4, 8, 16, 32, 64} or not 1 <= count <= 255:
        return None
    return count, unit


def length_in(text: str) -> Fraction | None:
    """Return the unit note length of an `L:` field, in quarters; None where it says none."""
    found = _FRACTION.search(text)
    if found is not None and int(found[2]):
        return 4 * Fraction(int(found[1]), int(found[2]))
    return Fraction(4) if text.strip() == "1" else None


def unit_of(meter: tuple[int, int] | None) -> Fraction:
    """Return the unit note length of a tune that says none, in quarters."""
    if meter is not None and Fraction(*meter) < Fraction(3, 4):
        return Fraction(1, 4)
    return Fraction(1, 2)


def tempo_in_field(text: str, unit: Fraction = _EIGHTH) -> TempoChange | None:
    """Return the tempo of a `Q:` field.

    Args:
        text: The text of the field.
        unit: The unit note length in quarters, which the fields of old files count in.
    """
    words = " ".join(re.findall(r'"([^"]*)"', text))
    plain = re.sub(r'"[^"]*"', "", text).strip()
    old = _OLD_TEMPO.match(plain)
    found = _TEMPO.match(plain)
    bpm = 0.0
    if old is not None:
        length = Fraction(int(old[1] or 1), int(old[2] or 1) or 1)
        bpm = float(old[3]) * float(length * unit)
    elif found is not None:
        beats = [Fraction(int(a), int(b)) for a, b in _FRACTION.findall(found[1]) if int(b)]
        quarters = 4 * sum(beats, Fraction(0)) if beats else Fraction(1)
        bpm = float(found[2]) * float(quarters)
    if bpm > 0:
        return TempoChange(bpm)
    return tempo_in(words) if words else None
