"""Numbers of a MusicXML file, and places in it: fractions of a quarter that stay small.

Places are sums of lengths, each over divisions of its own. Over a common denominator they are
exact; a file with other divisions before each note would make it grow with every note.
"""

import re
from fractions import Fraction
from functools import lru_cache

LONGEST = Fraction(1024)
"""Quarters: nothing that anyone counts is longer."""
FINEST = (1 << 10) * 720_720
"""Parts of a quarter. Every tuplet of up to sixteen notes in 1,024ths is exact in them; a tick is
1,537,536 of them, so that 100,000 places that are rounded one after another are no tick off."""
# Digits are limited, so that a damaged file makes no huge fractions.
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{0,9})?")
_LONGEST_NUMBER = 20
# A file has few different numbers; reading one from its text takes longer than all else with it.
_MOST_KEPT = 4096


def number(text: str | None) -> Fraction:
    """Return the number in a text, between -10⁹ and 10⁹; 0 for any other text."""
    text = (text or "").strip()
    return _number(text) if len(text) <= _LONGEST_NUMBER else Fraction(0)


@lru_cache(maxsize=_MOST_KEPT)
def _number(text: str) -> Fraction:
    found = _NUMBER.fullmatch(text)
    return Fraction(found.group()) if found else Fraction(0)


def simplified(quarters: Fraction) -> Fraction:
    """Return a place as it is; where it is finer than `FINEST` parts, the nearest of these."""
    if quarters.denominator <= FINEST:
        return quarters
    return Fraction(round(quarters * FINEST), FINEST)
