"""Write `assets/letters.json`: how often each letter follows another, in thirty languages.

`engine.values.encodings` finds with it in which encoding bytes are likeliest words. The words are
those of wordfreq 3.1 (https://github.com/rspeer/wordfreq, CC BY-SA 4.0), and for Estonian and Thai
the names of languages, countries and scripts in Babel's CLDR (Unicode licence). Only words whose
hash is odd are counted. `python -m benchmarks encodings` judges on other texts.

Run in an environment of its own: `pip install wordfreq babel mecab-python3 ipadic jieba`, then
`python scripts/letter_frequencies.py`.
"""

import hashlib
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from engine.values.encodings import FAMILIES, SIGNS  # noqa: E402

# Nobody has counted their words: the names of languages and countries.
_NAMED = ("et", "th")
# Words of a language, by how often they are used. Rare ones add nothing to letters.
_WORDS = 30_000
# Fonts of the eight-bit encodings have these for the letters with a comma.
_CEDILLAS = str.maketrans("șțȘȚ", "şţŞŢ")
# Rarer letters are of other languages: in German texts é, in English ones ü.
_RAREST = 2e-5
# Of a letter's frequency so much is that behind its neighbour, the rest that anywhere.
_BEHIND = 0.9
# Syllables begin within words.
_WITHIN = 0.3
# Steps of a nat, and the least likely that one sign says.
_STEPS, _LEAST = 6, 13.0
_FIRST_CODE = 33
# Characters of a language with thousands: two thirds of all that is written.
_SIGNS = 600
_BEGIN = " "


def main() -> None:
    """Count and write."""
    languages = [language for family in FAMILIES for language in family.languages]
    letters = {language: _table(_words_of(language)) for language in languages}
    signs = {language: _frequent(_words_of(language)) for language in SIGNS}
    text = json.dumps({"letters": letters, "signs": signs}, ensure_ascii=False, indent=0)
    (ROOT / "assets" / "letters.json").write_text(text + "\n", "utf-8")


def _words_of(language: str) -> dict[str, float]:
    """Return the words of a language that are counted, with how often each is used."""
    words = _named(language) if language in _NAMED else _used(language)
    return {
        word.translate(_CEDILLAS): often
        for word, often in words.items()
        if hashlib.sha256(word.encode()).digest()[0] & 1
    }


def _used(language: str) -> dict[str, float]:
    wordfreq: Any = import_module("wordfreq")
    frequencies: dict[str, float] = wordfreq.get_frequency_dict(language)
    most = sorted(frequencies, key=lambda word: -frequencies[word])[:_WORDS]
    return {word: frequencies[word] for word in most if any(map(str.isalpha, word))}


def _named(language: str) -> dict[str, float]:
    babel: Any = import_module("babel")
    locale = babel.Locale.parse(language)
    lists = (locale.languages, locale.territories, locale.currencies, locale.scripts)
    names = [name for each in lists for name in each.values()]
    words = [word for name in names for word in name.lower().split()]
    return dict(Counter(word for word in words if any(map(str.isalpha, word))))


def _table(words: dict[str, float]) -> dict[str, object]:
    """Return the letters of a language, and for each of them the likelihoods of the next one."""
    single: defaultdict[str, float] = defaultdict(float)
    pairs: defaultdict[tuple[str, str], float] = defaultdict(float)
    for word, often in words.items():
        for part in _parts(word):
            for before, letter in zip(_BEGIN + part, part, strict=False):
                single[letter] += often
                pairs[before, letter] += often
    total = sum(single.values())
    alphabet = sorted(letter for letter, often in single.items() if often / total > _RAREST)
    share = {letter: single[letter] / total for letter in alphabet}
    rows = []
    for before in (_BEGIN, *alphabet):
        here = sum(pairs[before, letter] for letter in alphabet) or 1.0
        near = (1 - _WITHIN) if before == _BEGIN else _BEHIND
        rows.append(
            "".join(
                _code(near * pairs[before, letter] / here + (1 - near) * share[letter])
                for letter in alphabet
            )
        )
    return {"alphabet": "".join(alphabet), "rows": rows}


def _parts(word: str) -> Iterable[str]:
    return "".join(c if c.isalpha() or _is_mark(c) else " " for c in word.lower()).split()


def _is_mark(letter: str) -> bool:
    # Thai vowels above and below letters.
    return "\u0e31" <= letter <= "\u0e4e"


def _code(share: float) -> str:
    nats = min(_LEAST, -math.log(share)) if share > 0 else _LEAST
    return chr(_FIRST_CODE + round(nats * _STEPS))


def _frequent(words: dict[str, float]) -> dict[str, object]:
    """Return the most frequent signs of a language and the likelihood of each."""
    signs: defaultdict[str, float] = defaultdict(float)
    for word, often in words.items():
        for sign in word:
            if not sign.isascii():
                signs[sign] += often
    total = sum(signs.values())
    most = sorted(signs.items(), key=lambda item: -item[1])[:_SIGNS]
    return {
        "signs": "".join(sign for sign, _ in most),
        "codes": "".join(_code(often / total) for _, often in most),
    }


if __name__ == "__main__":
    main()
