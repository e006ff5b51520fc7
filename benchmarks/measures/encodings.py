"""How often texts of unknown encodings are read as they are.

Sentences of translated programs, which no table was counted from, in each encoding that can write
them. Detectors that are installed (charset-normalizer, chardet) read the same texts.
"""

import argparse
import gettext
import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import NamedTuple

from benchmarks.harness import Benchmark, Figures
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.values.encodings import FAMILIES, SIGNS, Encoding, guess

# What such folders call the languages that are written in other ways or places.
_CALLED = {"sh": "hr", "zh": "zh_CN", "pt": "pt_BR"}
_TRADITIONAL: Encoding = "cp950"
# Words of a text; options, names of files and places for values are none.
_LENGTHS = (90, 40, 20, 6)
_NO_WORD = re.compile(r"[%<&{\\]\S*|[\x00-\x1f]|[A-Za-z]*[_=/]\S*|--\S+")
_FEWEST_WORDS, _FEWEST_SENTENCES = 3, 20
# Fonts of the eight-bit encodings have these for the letters with a comma.
_CEDILLAS = str.maketrans("șțȘȚ", "şţŞŢ")
_TRIES = 30

Detector = Callable[[bytes], tuple[str, bool]]


class Text(NamedTuple):
    """A text that was written in an encoding: as bytes and as words."""

    encoding: Encoding
    raw: bytes
    words: str


@cache
def sentences(folder: Path, language: str, split: str) -> tuple[tuple[str, ...], ...]:
    """Return the sentences of a language in a folder of catalogues, each as its words.

    Args:
        folder: Of gettext's catalogues, `LANGUAGE/LC_MESSAGES/*.mo`.
        language: Its name there.
        split: "choose" or "judge", by the hash of the program's name.
    """
    found = []
    for path in sorted((folder / language / "LC_MESSAGES").glob("*.mo")):
        if (hashlib.sha256(path.name.encode()).digest()[0] & 1 == 1) == (split == "choose"):
            catalogue = _catalogue(path)
            texts = [text for key, text in catalogue.items() if key and isinstance(text, str)]
            found += [words for text in texts if (words := _words(text))]
    return tuple(found)


def _catalogue(path: Path) -> dict[str, object]:
    """Return a catalogue; empty if its head is not readable."""
    with path.open("rb") as file, suppress(UnicodeDecodeError):
        found: dict[str, object] = vars(gettext.GNUTranslations(file))["_catalog"]
        return found
    return {}


def _words(text: str) -> tuple[str, ...]:
    words = [word for word in _NO_WORD.sub(" ", text).split() if any(map(str.isalpha, word))]
    is_one = len(words) >= _FEWEST_WORDS and not all(map(str.isascii, words))
    return tuple(words) if is_one else ()


def texts(folder: Path, split: str, *, words: int, each: int, seed: int) -> Iterator[Text]:
    """Yield texts of each language in each of its encodings.

    Args:
        folder: As `sentences`.
        split: As `sentences`.
        words: Of a text.
        each: Texts of each language and encoding.
        seed: Of the draw.
    """
    rng = random.Random(seed)  # noqa: S311 - a draw of sentences
    pairs = [
        *(pair for family in FAMILIES for pair in product(family.languages, family.encodings)),
        *((language, each) for language, encodings in SIGNS.items() for each in encodings),
    ]
    for language, encoding in pairs:
        called = "zh_TW" if encoding == _TRADITIONAL else _CALLED.get(language, language)
        found = sentences(folder, called, split)
        if len(found) >= _FEWEST_SENTENCES:
            for _ in range(each):
                drawn = (_drawn(rng, found, words) for _ in range(_TRIES))
                written = ((text, _written(text, encoding)) for text in drawn)
                yield from [Text(encoding, raw, text) for text, raw in written if raw][:1]


def _drawn(rng: random.Random, found: Sequence[tuple[str, ...]], words: int) -> str:
    drawn: list[str] = []
    while len(drawn) < words:
        drawn += rng.choice(found)
    return " ".join(drawn[:words]).translate(_CEDILLAS)


def _written(text: str, encoding: str) -> bytes:
    """Return a text in an encoding; empty if it cannot be written or says nothing of it."""
    try:
        raw = text.encode(encoding)
    except UnicodeEncodeError:
        return b""
    return b"" if raw.isascii() else raw


def _ours(raw: bytes) -> tuple[str, bool]:
    found = guess(raw)
    return found.encoding, found.is_sure


def _normalizer(raw: bytes) -> tuple[str, bool]:
    found = import_module("charset_normalizer").from_bytes(raw).best()
    return (found.encoding if found is not None else "latin-1"), True


def _chardet(raw: bytes) -> tuple[str, bool]:
    return import_module("chardet").detect(raw)["encoding"] or "latin-1", True


def _detectors() -> dict[str, Detector]:
    found: dict[str, Detector] = {"Segue": _ours}
    for name, detect in (("charset_normalizer", _normalizer), ("chardet", _chardet)):
        try:
            import_module(name)
        except ImportError:
            continue
        found[name] = detect
    return found


def _read(text: Text, encoding: str) -> str:
    try:
        return text.raw.decode(encoding, "replace")
    except LookupError:
        return ""


def _counted(drawn: Sequence[Text], detect: Detector) -> Figures:
    wrong: Counter[str] = Counter()
    sure = sure_wrong = 0
    for text in drawn:
        encoding, is_sure = detect(text.raw)
        is_wrong = _read(text, encoding) != text.words
        wrong[text.encoding] += is_wrong
        sure += is_sure
        sure_wrong += is_sure and is_wrong
    return {
        "texts": len(drawn),
        "right": 1 - sum(wrong.values()) / max(1, len(drawn)),
        "sure": sure / max(1, len(drawn)),
        "sure_and_wrong": sure_wrong,
        "wrong": dict(wrong.most_common(6)),
    }


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, nargs="?", default=Path("/usr/share/locale"))
    parser.add_argument("--texts", choices=("choose", "judge"), default="choose")
    parser.add_argument("--each", type=int, default=6, help="texts of a language and encoding")
    parser.add_argument("--seed", type=int, default=0)


def _measure(arguments: Arguments, _output: Output) -> None:
    for words in _LENGTHS:
        drawn = tuple(
            texts(
                arguments.folder,
                arguments.texts,
                words=words,
                each=arguments.each,
                seed=arguments.seed,
            )
        )
        for name, detect in _detectors().items():
            print(words, "words,", name, _counted(drawn, detect), flush=True)


BENCHMARKS = {"encodings": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
