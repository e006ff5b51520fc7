"""Tunings that Segue offers by name, derived from their ratios and fifths."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.values.tuning import Tuning, cents_of_ratio, equal_division, octave_tuning

# The amounts by which twelve pure fifths exceed seven octaves, and four exceed two octaves and a
# pure third, in cents.
_PYTHAGOREAN_COMMA = cents_of_ratio(3**12 / 2**19)
_SYNTONIC_COMMA = cents_of_ratio(81 / 80)
_SCHISMA = _PYTHAGOREAN_COMMA - _SYNTONIC_COMMA
_PURE_FIFTH = cents_of_ratio(3 / 2)

# Fifths upwards from C and downwards from C, as steps of the keyboard.
_C, _D, _E_FLAT, _E, _F, _F_SHARP, _G, _A, _B_FLAT, _B = 0, 2, 3, 4, 5, 6, 7, 9, 10, 11
_WOLF_FROM = 8  # G sharp: the fifth from there to E flat is left over

_JUST = (
    Fraction(1),
    Fraction(16, 15),
    Fraction(9, 8),
    Fraction(6, 5),
    Fraction(5, 4),
    Fraction(4, 3),
    Fraction(45, 32),
    Fraction(3, 2),
    Fraction(8, 5),
    Fraction(5, 3),
    Fraction(9, 5),
    Fraction(15, 8),
)
# C, C sharp, D, E flat … of the 19 steps, as in meantone.
_NINETEEN = (0, 1, 3, 5, 6, 8, 9, 11, 12, 14, 16, 17)


def _of_fifths(narrowed: Mapping[int, float]) -> Sequence[float]:
    """Return the cents of C to B above C, made of fifths from E flat up to G sharp.

    Args:
        narrowed: The cents by which the fifth that begins at a step is narrower than a pure one;
            the others are pure.
    """
    cents = dict.fromkeys(range(12), 0.0)
    position, step = 0.0, _E_FLAT
    while step != _WOLF_FROM:
        position += _PURE_FIFTH - narrowed.get(step, 0.0)
        step = (step + 7) % 12
        cents[step] = position
    return [(cents[step] - cents[_C]) % 1200 for step in range(12)]


def _tempered(steps: Sequence[int], comma: float, *, share: int) -> dict[int, float]:
    return dict.fromkeys(steps, comma / share)


_ALL_FIFTHS = tuple(range(12))

KNOWN_TUNINGS: tuple[Tuning, ...] = (
    octave_tuning("Just intonation in C", [cents_of_ratio(float(ratio)) for ratio in _JUST]),
    octave_tuning("Pythagorean", _of_fifths({})),
    octave_tuning(
        "Quarter-comma meantone", _of_fifths(_tempered(_ALL_FIFTHS, _SYNTONIC_COMMA, share=4))
    ),
    octave_tuning(
        "Werckmeister III", _of_fifths(_tempered((_C, _G, _D, _B), _PYTHAGOREAN_COMMA, share=4))
    ),
    octave_tuning(
        "Kirnberger III",
        _of_fifths(
            _tempered((_C, _G, _D, _A), _SYNTONIC_COMMA, share=4) | {_F_SHARP: _SCHISMA},
        ),
    ),
    octave_tuning(
        "Vallotti",
        _of_fifths(_tempered((_F, _C, _G, _D, _A, _E), _PYTHAGOREAN_COMMA, share=6)),
    ),
    equal_division("19 equal steps, 12 of them on the keys", 19, degrees=_NINETEEN),
    equal_division("19 equal steps, one a key", 19),
    equal_division("24 equal steps, one a key", 24),
)


def known_tuning(name: str) -> Tuning | None:
    """Return a tuning by its name, in capitals or not; None if there is none."""
    return next((one for one in KNOWN_TUNINGS if one.name.casefold() == name.casefold()), None)
