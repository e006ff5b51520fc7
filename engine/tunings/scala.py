"""Scala's scales (`.scl`) and keyboard mappings (`.kbm`): a tuning of all keys from their text.

The formats are described on huygens-fokker.org/scala/scl_format.html and in the help of Scala.
Lines that begin with an exclamation mark are comments. Numbers are read strictly, text behind them
is ignored.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from engine.gate.files import TooLargeError, UnreadableError, read_file
from engine.ground.errors import TuningError
from engine.values.tuning import A4_HZ, C4_KEY, KEYS, Tuning, cents_of_ratio, pitch_of_hz

SCALE_SUFFIX, MAPPING_SUFFIX = ".scl", ".kbm"
# Larger than any file of the Scala archive.
MOST_BYTES = 1 << 20
MOST_NOTES = 10_000
# Of one pitch: wider than hearing.
_WIDEST_CENTS = 24_000.0
_HIGHEST_DEGREE = 1_000_000
_LOWEST_HZ, _HIGHEST_HZ = 1.0, 20_000.0
_MIDDLE_C_HZ = A4_HZ * 2 ** ((C4_KEY - 69) / 12)

# Text behind a number is ignored, unless it could be part of it: `5/`, `1e3`, `100,5`.
_END = r"(?!\s*/|[\d.]|,\d|[eE][+-]?\d)"
# A point makes a value one of cents.
_CENTS = re.compile(r"\s*([+-]?\d*\.\d*)" + _END)
_RATIO = re.compile(r"\s*(-?\d{1,19})(?:\s*/\s*(-?\d{1,19}))?" + _END)
_INTEGER = re.compile(r"\s*(-?\d{1,9})" + _END)
_NUMBER = re.compile(r"\s*(\d{1,9}(?:\.\d*)?|\.\d+)" + _END)
_UNMAPPED = re.compile(r"\s*[xX](?!\w)")


class _FormatError(ValueError):
    """A fault of a file, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale.

    Attributes:
        description: The line that describes it.
        cents: Its notes in cents above the first, which is not among them; the last is the
            interval after which the scale repeats.
    """

    description: str
    cents: tuple[float, ...]

    @property
    def period_cents(self) -> float:
        """The interval after which it repeats; 0 for a scale of one note."""
        return self.cents[-1] if self.cents else 0.0

    def cents_of(self, degree: int) -> float:
        """Return the cents of a degree of any sign above the first note."""
        if not self.cents:
            return 0.0
        period, step = divmod(degree, len(self.cents))
        return period * self.period_cents + (self.cents[step - 1] if step else 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyboardMapping:
    """The degree of a scale that each key plays.

    Attributes:
        first: The first key that is tuned.
        last: The last key that is tuned; those outside stay in equal temperament.
        middle: The key of the first degree in `degrees`.
        reference: The key whose frequency is given.
        frequency: Its frequency in Hz.
        octave: The degree whose pitch is the distance of two repetitions; 0 for the scale's own.
        degrees: The degrees of successive keys, repeated in both directions; None for a key that
            does not sound. Empty for one degree a key.
    """

    first: int = 0
    last: int = KEYS - 1
    middle: int = C4_KEY
    reference: int = C4_KEY
    frequency: float = _MIDDLE_C_HZ
    octave: int = 0
    degrees: tuple[int | None, ...] = ()

    def cents_of(self, key: int, scale: Scale) -> float | None:
        """Return the cents of a key above the middle key's degree 0; None if it is not mapped."""
        offset = key - self.middle
        if not self.degrees:
            return scale.cents_of(offset)
        repetition, place = divmod(offset, len(self.degrees))
        degree = self.degrees[place]
        if degree is None:
            return None
        period = scale.cents_of(self.octave) if self.octave else scale.period_cents
        return repetition * period + scale.cents_of(degree)


LINEAR = KeyboardMapping()
"""One degree a key; middle C is the first note, with the frequency of equal temperament."""


def read_scala(scale: Path, mapping: Path | None = None) -> Tuning:
    """Return the tuning of a scale's file.

    Args:
        scale: A `.scl` file.
        mapping: A `.kbm` file; None for one degree a key, with middle C as usual.

    Raises:
        TuningError: A file cannot be read, or is not of its format.
    """
    kept = scale_of(_text_of(scale), name=scale.name)
    keys = LINEAR if mapping is None else mapping_of(_text_of(mapping), name=mapping.name)
    name = kept.description or scale.stem
    return tuning_of(kept, keys, name=name if mapping is None else f"{name} ({mapping.stem})")


def tuning_of(scale: Scale, mapping: KeyboardMapping = LINEAR, *, name: str = "") -> Tuning:
    """Return the tuning of a scale on a keyboard.

    Args:
        scale: The scale.
        mapping: Where its degrees are.
        name: A name for the user; empty for the scale's description.

    Raises:
        TuningError: The key whose frequency is given plays no degree.
    """
    reference = mapping.cents_of(mapping.reference, scale)
    if reference is None:
        raise TuningError(
            "The keyboard mapping gives the frequency of key {reference}, which it leaves out.",
            reference=mapping.reference,
        )
    anchor = pitch_of_hz(mapping.frequency)

    def pitch_of(key: int) -> float | None:
        if not mapping.first <= key <= mapping.last:
            return float(key)
        cents = mapping.cents_of(key, scale)
        return None if cents is None else anchor + (cents - reference) / 100

    return Tuning.of(name or scale.description, pitch_of)


def scale_of(text: str, *, name: str = "The scale") -> Scale:
    """Return the scale in the text of a `.scl` file.

    Raises:
        TuningError: It is no scale; one sentence with the name.
    """
    try:
        return _scale(_lines(text))
    except _FormatError as error:
        raise TuningError(
            "‘{name}’ is not a readable Scala scale ({error}).", name=name, error=error
        ) from error


def mapping_of(text: str, *, name: str = "The mapping") -> KeyboardMapping:
    """Return the keyboard mapping in the text of a `.kbm` file.

    Raises:
        TuningError: It is no mapping; one sentence with the name.
    """
    try:
        return _mapping(_lines(text))
    except _FormatError as error:
        raise TuningError(
            "‘{name}’ is not a readable Scala keyboard mapping ({error}).", name=name, error=error
        ) from error


def _text_of(path: Path) -> str:
    try:
        data = read_file(path, most=MOST_BYTES)
    except TooLargeError as error:
        raise TuningError("‘{name}’ is larger than any Scala file.", name=path.name) from error
    except UnreadableError as error:
        raise TuningError("Could not open ‘{name}’.", name=path.name, hint=str(error)) from error
    if b"\0" in data:
        raise TuningError("‘{name}’ is not a text, as Scala files are.", name=path.name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line that is no comment, with its number."""
    # Not `splitlines`: a form feed or a separator of Unicode may stand in a description.
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if not line.startswith("!"):
            yield number, line


def _scale(lines: Iterator[tuple[int, str]]) -> Scale:
    _, description = _next(lines, "a description")
    count = _integer(_next(lines, "the number of notes"), 0, MOST_NOTES, "the number of notes")
    cents: list[float] = []
    for number, line in lines:
        if len(cents) < count and line.strip():
            cents.append(_cents(number, line))
        elif _CENTS.match(line) or _RATIO.match(line):
            raise _FormatError(f"it announces {count} notes and has more")
    if len(cents) < count:
        raise _FormatError(f"it announces {count} notes and has {len(cents)}")
    return Scale(" ".join(description.split()), tuple(cents))


def _cents(number: int, line: str) -> float:
    """Return the cents of a line: a ratio, or a value in cents if it has a point."""
    found = _CENTS.match(line)
    if found is not None and any(map(str.isdigit, found[1])):
        return _bounded_cents(float(found[1]), number)
    ratio = _RATIO.match(line)
    if ratio is None:
        raise _FormatError(f"line {number} is no pitch")
    numerator, denominator = int(ratio[1]), int(ratio[2] or 1)
    if numerator <= 0 or denominator <= 0:
        raise _FormatError(f"line {number} is a ratio that is not positive")
    return _bounded_cents(cents_of_ratio(Fraction(numerator, denominator)), number)


def _bounded_cents(cents: float, number: int) -> float:
    if abs(cents) > _WIDEST_CENTS:
        raise _FormatError(f"the interval in line {number} is wider than hearing")
    return cents


def _mapping(lines: Iterator[tuple[int, str]]) -> KeyboardMapping:
    def key(what: str) -> int:
        return _integer(_next(lines, what), 0, KEYS - 1, what)

    what = "the size of the map"
    size = _integer(_next(lines, what), 0, MOST_NOTES, what)
    first, last = key("the first key"), key("the last key")
    middle, reference = key("the middle key"), key("the reference key")
    frequency = _frequency(*_next(lines, "the reference frequency"))
    what = "the degree of the octave"
    octave = _integer(_next(lines, what), 0, _HIGHEST_DEGREE, what)
    if first > last:
        raise _FormatError(f"its first key, {first}, comes after its last key, {last}")
    return KeyboardMapping(
        first=first,
        last=last,
        middle=middle,
        reference=reference,
        frequency=frequency,
        octave=octave,
        degrees=_degrees(lines, size),
    )


def _degrees(lines: Iterator[tuple[int, str]], size: int) -> tuple[int | None, ...]:
    degrees: list[int | None] = []
    for number, line in lines:
        unmapped = _UNMAPPED.match(line) is not None
        if len(degrees) == size:
            # A linear map needs no degrees, and template files list them all the same.
            if size and (unmapped or _INTEGER.match(line)):
                raise _FormatError(f"it announces {size} keys and has more")
            continue
        if not line.strip():
            continue
        what = f"the degree in line {number}"
        degrees.append(
            None if unmapped else _integer((number, line), -_HIGHEST_DEGREE, _HIGHEST_DEGREE, what)
        )
    # Unmapped keys at the end may be left out.
    return (*degrees, *[None] * (size - len(degrees)))


def _frequency(number: int, line: str) -> float:
    found = _NUMBER.match(line)
    frequency = float(found[1]) if found else 0.0
    if not _LOWEST_HZ <= frequency <= _HIGHEST_HZ:
        raise _FormatError(f"the frequency in line {number} is no audible one")
    return frequency


def _next(lines: Iterator[tuple[int, str]], what: str) -> tuple[int, str]:
    found = next(lines, None)
    if found is None:
        raise _FormatError(f"it ends before {what}")
    return found


def _integer(numbered: tuple[int, str], least: int, most: int, what: str) -> int:
    number, line = numbered
    found = _INTEGER.match(line)
    if found is None or not least <= int(found[1]) <= most:
        raise _FormatError(f"{what}, line {number}, is no number from {least} to {most}")
    return int(found[1])
