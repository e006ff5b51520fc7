"""Tempos in words and numbers: `Allegro (♩ = c. 132)`, `♩ = 72-80`, `doppio movimento`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from engine.form.interpretation import TEMPO_FACTORS, TEMPO_WORDS
from engine.form.quarters import number

# Letters; longer words are no tempo.
_LONGEST_TEXT = 120
UNITS: Mapping[str, Fraction] = MappingProxyType(
    {
        "long": Fraction(16),
        "breve": Fraction(8),
        "whole": Fraction(4),
        "half": Fraction(2),
        "quarter": Fraction(1),
        "eighth": Fraction(1, 2),
        "16th": Fraction(1, 4),
        "32nd": Fraction(1, 8),
        "64th": Fraction(1, 16),
    }
)
# Note signs in a text: of Unicode, of the music fonts (SMuFL), and letters that stand for them.
_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "\U0001d15d": "whole",
        "\U0001d15e": "half",
        "\U0001d157\U0001d165": "half",
        "\U0001d15f": "quarter",
        "\U0001d158\U0001d165": "quarter",
        "♩": "quarter",
        "♪": "eighth",
        "\U0001d160": "eighth",
        "\U0001d161": "16th",
        "\ueca2": "whole",
        "\ueca3": "half",
        "\ueca5": "quarter",
        "\ueca7": "eighth",
        "\ueca9": "16th",
        "\ue1d2": "whole",
        "\ue1d3": "half",
        "\ue1d5": "quarter",
        "\ue1d7": "eighth",
        "\ue1d9": "16th",
        "m.m.": "quarter",
        "mm": "quarter",
        "half": "half",
        "quarter": "quarter",
        "eighth": "eighth",
        "h": "half",
        "q": "quarter",
        "e": "eighth",
    }
)
_UNIT = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))
_DOT = "[.·\U0001d16d\uecb7\ue1e7]"
_FIGURES = (
    r"(?P<low>\d{1,4}(?:[.,]\d{1,3})?)"
    r"(?:\s*(?:[-–—/]|to|bis|à)\s*(?P<high>\d{1,4}(?:[.,]\d{1,3})?))?"
)
_ABOUT = r"(?:c\.?a?\.?|circa|about|approx\.?|etwa|env\.?|~|≈)?\s*"
_EQUATION = re.compile(
    rf"(?<!\w)(?P<unit>{_UNIT})\s*(?P<dots>{_DOT}{{0,3}})\s*(?:[=≈]|&#61;)\s*{_ABOUT}{_FIGURES}"
)
_NUMBER = re.compile(_FIGURES)
_BPM = re.compile(rf"{_ABOUT}{_FIGURES}\s*(?:bpm|b\.p\.m\.)")
_FIRST_TEMPO = re.compile(r"\btempo (?:i|1|primo|1mo|iº|1º)\b")


@dataclass(frozen=True, slots=True)
class TempoChange:
    """The tempo that is written at a place.

    Attributes:
        bpm: Quarters a minute; 0 where it depends on the tempo before.
        factor: On the tempo before.
        first: Whether the first tempo of the piece comes back.
        is_guess: Whether words without a number say it: a number at the same place is better.
    """

    bpm: float = 0.0
    factor: Fraction = Fraction(1)
    first: bool = False
    is_guess: bool = False

    def after(self, before: float, first: float) -> float:
        """Return the tempo that holds, after one and with the first one of the piece."""
        if self.first:
            return first
        return self.bpm or before * float(self.factor)


def dotted(unit: Fraction, dots: int) -> Fraction:
    """Return a note value with dots: each adds half of what the one before added."""
    return unit * (2 - Fraction(1, 1 << min(dots, 4)))


def per_minute(text: str | None) -> Fraction:
    """Return the number in `72`, `c. 72`, or the middle of `72-80`; 0 where there is none."""
    found = _NUMBER.search((text or "")[:_LONGEST_TEXT])
    return _middle(found) if found is not None else Fraction(0)


def tempo_in(text: str) -> TempoChange | None:
    """Return what words over the staff say about the tempo, or None."""
    plain = " ".join(text.lower().replace("\u00a0", " ").split())
    if not plain or len(plain) > _LONGEST_TEXT:
        return None
    equation = _EQUATION.search(plain)
    if equation is not None:
        unit = dotted(UNITS[_SIGNS[equation["unit"]]], len(equation["dots"]))
        return _change(float(_middle(equation) * unit))
    beats = _BPM.search(plain)
    if beats is not None:
        return _change(float(_middle(beats)))
    if _FIRST_TEMPO.search(plain):
        return TempoChange(first=True)
    for words, factor in TEMPO_FACTORS.items():
        if words in plain:
            return TempoChange(factor=factor)
    return _of_words(plain)


def _of_words(plain: str) -> TempoChange | None:
    """Return the tempo of words that begin with one: of `poco allegro` too, not of a sentence."""
    bare = re.sub(r"^(?:molto|poco|assai|piu|più|un poco|tempo di)\s+", "", plain)
    for words, bpm in sorted(TEMPO_WORDS.items(), key=lambda item: -len(item[0])):
        if re.match(rf"{words}\b", bare):
            return TempoChange(float(bpm), is_guess=True)
    return None


def _change(bpm: float) -> TempoChange | None:
    return TempoChange(bpm) if bpm > 0 else None


def _middle(found: re.Match[str]) -> Fraction:
    low = number(found["low"].replace(",", "."))
    high = number((found["high"] or found["low"]).replace(",", "."))
    return (low + high) / 2
