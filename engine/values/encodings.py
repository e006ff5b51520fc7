"""The encoding in which unknown bytes are most likely words.

`assets/letters.json`, by `scripts/letter_frequencies.py`, says for each language how likely each
letter is behind each other one. Of all encodings and languages the likeliest pair is the guess;
how far it leads says whether to rely on it.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from string import ascii_lowercase as _ASCII
from typing import Literal, NamedTuple, get_args

from engine.ground.paths import assets

Encoding = Literal[
    "utf-8",
    "cp1252",
    "cp1250",
    "cp1251",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
    "cp1257",
    "cp874",
    "iso8859-2",
    "iso8859-5",
    "iso8859-7",
    "iso8859-15",
    "koi8-u",
    "mac_roman",
    "mac_latin2",
    "mac_cyrillic",
    "mac_greek",
    "mac_turkish",
    "cp437",
    "cp850",
    "cp852",
    "cp737",
    "cp775",
    "cp857",
    "cp862",
    "cp866",
    "cp932",
    "euc_jp",
    "gbk",
    "cp950",
    "cp949",
]
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)

# Nats by which a guess must lead. One in two hundred guesses that led by it was wrong
# (`python -m benchmarks encodings`).
_SURE = 8.0
# Bytes of words that are looked at: a hundred say as much as thousands.
_MOST_BYTES = 1 << 13
_WORD = re.compile(rb"[^\x00-\x20]+")

# Likelihoods in nats: of signs that no language has, and of what no text has.
_COMMON_SIGNS = "’‘“”„«»–—…¿¡°º·、。・「」！？，（）～ー♪♯♭"
_COMMON_SIGN, _SIGN, _FOREIGN, _CONTROL, _BROKEN = -6.0, -11.0, -13.0, -15.0, -20.0
# Signs that stand in many files alone and are the same in most encodings.
_RIGHTS = {"©": 2.0, "®": -5.0}
_PLAIN, _PLAIN_LETTER = -2.0, -4.5
_RARE_SIGN, _HALF_WIDTH = -12.0, -9.0
# A capital behind a small letter, and behind a capital.
_CAPITAL_WITHIN, _CAPITAL_AFTER = -5.0, -1.0
_STEPS, _FIRST_CODE = 6, 33


class Family(NamedTuple):
    """Encodings of languages that share a script, with what speaks against each beforehand."""

    languages: tuple[str, ...]
    encodings: dict[Encoding, float]


# Windows wrote most MIDI files; DOS and the Macintosh of before 2001 few, and others hardly any.
FAMILIES = (
    Family(
        ("de", "fr", "es", "pt", "it", "ca", "sv", "da", "nb", "fi", "is", "nl"),
        {"cp1252": 0, "mac_roman": -3, "cp850": -3, "cp437": -3, "iso8859-15": -4},
    ),
    Family(
        ("cs", "pl", "hu", "sk", "sl", "sh", "ro"),
        {"cp1250": -1, "iso8859-2": -2, "mac_latin2": -4, "cp852": -4},
    ),
    Family(
        ("ru", "uk", "bg", "mk"),
        {"cp1251": -1, "koi8-u": -2, "cp866": -3, "mac_cyrillic": -4, "iso8859-5": -4},
    ),
    Family(("el",), {"cp1253": -1, "iso8859-7": -2, "cp737": -4, "mac_greek": -4}),
    Family(("he",), {"cp1255": -1, "cp862": -4}),
    Family(("tr",), {"cp1254": -1, "cp857": -4, "mac_turkish": -4}),
    Family(("lt", "lv", "et"), {"cp1257": -2, "cp775": -4}),
    Family(("ar",), {"cp1256": -2}),
    Family(("th",), {"cp874": -2}),
)
# Latin letters in these are names or English, as likely whichever it is.
_OTHER_SCRIPTS = frozenset({"ru", "uk", "bg", "mk", "el", "he", "ar", "th"})
SIGNS: dict[str, dict[Encoding, float]] = {
    "ja": {"cp932": 0, "euc_jp": -2},
    "zh": {"gbk": -1, "cp950": -1},
    "ko": {"cp949": -1},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCoding:
    """In which encoding the texts of a piece's file were.

    Attributes:
        encoding: Its name. By it the texts of the piece give back the file's bytes.
        is_sure: Whether to rely on it; else a MIDI file gets the bytes back.
    """

    encoding: Encoding
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Guess:
    """The likeliest encoding of some bytes.

    Attributes:
        encoding: Its name.
        lead: By how many nats it is more likely than the best one that reads other words.
    """

    encoding: Encoding
    lead: float

    @property
    def is_sure(self) -> bool:
        """Whether to rely on it."""
        return self.lead >= _SURE


@lru_cache(maxsize=64)
def guess(raw: bytes) -> Guess:
    """Return the likeliest encoding of bytes that are not UTF-8; of words that repeat, once."""
    words = _words(raw)
    text = b" ".join(words)
    pairs = Counter(zip(b" " + text, text, strict=False))
    found = [
        *_by_letters([(a, b, n) for (a, b), n in pairs.items() if b >= 0x21]),
        *_by_signs(words),
    ]
    found.sort(reverse=True)
    best, encoding = found[0]
    read = text.decode(encoding, "replace")
    rival = next((s for s, e in found if text.decode(e, "replace") != read), _lowest(best))
    return Guess(encoding, best - rival)


def _lowest(best: float) -> float:
    return best - 2 * _SURE


def _words(raw: bytes) -> list[bytes]:
    """Return the different words, as many as are looked at. Those in ASCII tell the language."""
    words: list[bytes] = []
    size = 0
    for word in dict.fromkeys(_WORD.findall(raw)):
        if words and size + len(word) > _MOST_BYTES:
            break
        words.append(word[:_MOST_BYTES])
        size += len(word)
    return words


# --- alphabets -----------------------------------------------------------------------------------

_Pairs = Sequence[tuple[int, int, int]]


def _by_letters(pairs: _Pairs) -> Iterator[tuple[float, Encoding]]:
    for family in FAMILIES:
        for encoding, prior in family.encodings.items():
            table = _byte_table(encoding)
            beside = prior + _beside_letters(pairs, table)
            spoken = _letter_pairs(pairs, table)
            yield (
                beside + max(_likelihood(spoken, language) for language in family.languages),
                encoding,
            )


class _Byte(NamedTuple):
    """One byte in an encoding: its letter in lower case, or empty, and the cost of another sign."""

    letter: str
    is_capital: bool
    is_small: bool
    cost: float


@cache
def _byte_table(encoding: Encoding) -> tuple[_Byte, ...]:
    return tuple(_byte(bytes((byte,)).decode(encoding, "replace")) for byte in range(256))


def _byte(sign: str) -> _Byte:
    if sign.isalpha() or "\u0e31" <= sign <= "\u0e4e":
        small = sign.lower()[0]
        return _Byte(small, sign != small, sign == small != sign.upper(), 0.0)
    return _Byte("", is_capital=False, is_small=False, cost=_sign_cost(sign))


def _sign_cost(sign: str) -> float:
    if sign.isascii():
        return _PLAIN
    if sign == "\ufffd" or "\x80" <= sign <= "\x9f":
        return _CONTROL
    if sign in _RIGHTS:
        return _RIGHTS[sign]
    return _COMMON_SIGN if sign in _COMMON_SIGNS else _SIGN


def _beside_letters(pairs: _Pairs, table: tuple[_Byte, ...]) -> float:
    """Return what signs and capitals cost, in whichever language."""
    cost = 0.0
    for first, second, count in pairs:
        before, byte = table[first], table[second]
        cost += count * byte.cost
        if byte.is_capital and before.letter:
            cost += count * (_CAPITAL_WITHIN if before.is_small else _CAPITAL_AFTER)
    return cost


def _letter_pairs(pairs: _Pairs, table: tuple[_Byte, ...]) -> list[tuple[str, int]]:
    """Return each letter with the one before it, or a space, and how often both stand there."""
    return [
        ((table[first].letter or " ") + table[second].letter, count)
        for first, second, count in pairs
        if table[second].letter
    ]


def _likelihood(spoken: list[tuple[str, int]], language: str) -> float:
    nats = _letters()[language]
    likelihood = 0.0
    for pair, count in spoken:
        found = nats.get(pair)
        if found is None:  # behind a letter of another language
            found = nats.get(" " + pair[1], _FOREIGN)
        likelihood += count * found
    return likelihood


# --- signs of thousands --------------------------------------------------------------------------


def _by_signs(words: Iterable[bytes]) -> Iterator[tuple[float, Encoding]]:
    known = list(words)
    for language, encodings in SIGNS.items():
        nats = _signs()[language]
        for encoding, prior in encodings.items():
            text = "".join(word.decode(encoding, "replace") for word in known)
            often = Counter(text)
            yield prior + sum(n * _sign(sign, nats) for sign, n in often.items()), encoding


def _sign(sign: str, nats: dict[str, float]) -> float:
    if sign.isascii():
        return _PLAIN_LETTER if sign.isalpha() else _PLAIN
    if sign in nats:
        return nats[sign]
    if sign == "\ufffd":
        return _BROKEN
    if "\uff61" <= sign <= "\uff9f":
        return _HALF_WIDTH
    if sign in _COMMON_SIGNS:
        return _COMMON_SIGN
    return _RARE_SIGN


# --- the table -----------------------------------------------------------------------------------


@cache
def _file() -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = json.loads(
        (assets() / "letters.json").read_text("utf-8")
    )
    return found


@cache
def _letters() -> dict[str, dict[str, float]]:
    """Return the likelihood of each pair of letters, by language."""
    found: dict[str, dict[str, float]] = {}
    for language, table in _file()["letters"].items():
        alphabet = table["alphabet"]
        nats = found.setdefault(language, {})
        for before, row in zip(" " + alphabet, table["rows"], strict=True):
            nats.update(
                (before + letter, _nats(code)) for letter, code in zip(alphabet, row, strict=True)
            )
        if language in _OTHER_SCRIPTS:
            nats.update(dict.fromkeys(map("".join, product(" " + _ASCII, _ASCII)), _PLAIN_LETTER))
    return found


@cache
def _signs() -> dict[str, dict[str, float]]:
    return {
        language: dict(zip(table["signs"], map(_nats, table["codes"]), strict=True))
        for language, table in _file()["signs"].items()
    }


def _nats(code: str) -> float:
    return (_FIRST_CODE - ord(code)) / _STEPS
