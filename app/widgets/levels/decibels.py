"""One scale of decibels for faders and meters, and the words of a level."""

import math
from itertools import pairwise

from app.words.figures import decimal

TICKS = (6, 0, -6, -12, -24, -40)
"""The levels that stand beside a fader."""

LOUDEST, SILENCE_DB = 6.0, -60.0
"""The ends of the scale; the lower one stands for silence."""

# Level, and share of the height from the top: more room where one mixes.
_PLACES = (
    *((LOUDEST, 0.0), (0.0, 0.2), (-6.0, 0.38), (-12.0, 0.55), (-24.0, 0.77)),
    *((-40.0, 0.93), (SILENCE_DB, 1.0)),
)


def place_of(level: float) -> float:
    """Return the place of a level in decibels, 0.0 at the top to 1.0 at the bottom."""
    for (above, top), (below, bottom) in pairwise(_PLACES):
        if level >= below:
            return max(0.0, top + (level - above) / (below - above) * (bottom - top))
    return 1.0


def level_at(place: float) -> float:
    """Return the level at a place, 0.0 to 1.0; -inf at the bottom."""
    for (above, top), (below, bottom) in pairwise(_PLACES):
        if place < bottom:
            return above + max(0.0, place - top) / (bottom - top) * (below - above)
    return -math.inf


def level_of(peak: float) -> float:
    """Return a peak, of which 1.0 is full scale, in decibels."""
    return 20 * math.log10(peak) if peak > 0 else -math.inf


def level_words(level: float) -> str:
    """Return a level as `−2.4`, `0.0`, `+3.0`, or `−∞` for silence."""
    if level <= SILENCE_DB:
        return "−∞"
    shown = round(level, 1)
    sign = "−" if shown < 0 else "+" if shown > 0 else ""
    return sign + decimal(abs(float(shown)), 1)


def typed_level(text: str) -> float | None:
    """Return the level that a user typed, within the scale; None if it is no number."""
    plain = text.lower().replace("db", "").replace("−", "-").replace(",", ".").strip()
    if plain.lstrip("-") in ("∞", "inf"):
        return -math.inf
    try:
        level = float(plain)
    except ValueError:
        return None
    if math.isnan(level):
        return None
    return min(LOUDEST, level) if level > SILENCE_DB else -math.inf
