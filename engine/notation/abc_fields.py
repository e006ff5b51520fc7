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
_KEY = re.compile(r"([A-G])([#b♯♭]?)\s*([A-Za-z]*)")
_ALTERS = {"": 0, "#": 1, "♯": 1, "b": -1, "♭": -1}
# Fifths of major keys by letter, and what a mode has fewer of.
_FIFTHS: Mapping[str, int] = MappingProxyType(
    {"F": -1, "C": 0, "G": 1, "D": 2, "A": 3, "E": 4, "B": 5}
)
_MODES: Mapping[str, int] = MappingProxyType(
    {"": 0, "maj": 0, "ion": 0, "mix": -1, "dor": -2, "m": -3, "min": -3, "aeo": -3, "phr": -4,
     "loc": -5, "lyd": 1}
)  # fmt: skip
_EXPLICIT = re.compile(r"(\^\^|\^|__|_|=)([A-Ga-g])")
SIGNS: Mapping[str, int] = MappingProxyType({"^^": 2, "^": 1, "=": 0, "_": -1, "__": -2})
_BAGPIPE = {"HP": 0, "Hp": 2}
_MOST_FIFTHS = 7


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
        if text.startswith(name):
            return AbcKey(fifths, extra=extra)
    if re.match(r"(?:clef|treble|bass|alto|tenor|perc|transpose|octave|middle|staff)", text):
        return None
    found = _KEY.match(text)
    if found is None:
        return AbcKey(extra=extra, is_unknown=not extra)
    mode = found[3].lower()
    known = mode if mode in _MODES else mode[:3]
    fewer = _MODES.get(known, 0)
    fifths = _FIFTHS[found[1]] + 7 * _ALTERS[found[2]] + fewer
    return AbcKey(
        max(-_MOST_FIFTHS, min(_MOST_FIFTHS, fifths)), known in {"m", "min", "aeo"}, extra
    )


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


def tempo_in_field(text: str) -> TempoChange | None:
    """Return the tempo of a `Q:` field."""
    words = " ".join(re.findall(r'"([^"]*)"', text))
    plain = re.sub(r'"[^"]*"', "", text).strip()
    found = _TEMPO.match(plain)
    if found is not None:
        beats = [Fraction(int(a), int(b)) for a, b in _FRACTION.findall(found[1]) if int(b)]
        quarters = 4 * sum(beats, Fraction(0)) if beats else Fraction(1)
        bpm = float(found[2]) * float(quarters)
        if bpm > 0:
            return TempoChange(bpm)
    return tempo_in(words) if words else None
