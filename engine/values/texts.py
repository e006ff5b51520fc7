"""Names in MIDI files: raw bytes in unknown encodings to clean text, and back.

The standard never said which encoding; files of forty years use their country's.
"""

import re
import unicodedata
from collections.abc import Iterable

# Characters; the window shows a name on one line.
LONGEST_TEXT = 256
_BYTES_LOOKED_AT = 4 * LONGEST_TEXT
# Bytes from which the encoding is guessed.
_TOGETHER = 1 << 16
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_PAIR = re.compile(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]")
# The first bytes of the characters that texts are mostly made of.
_LEVEL_1_HANZI = range(0xB0, 0xD8)
_HANGUL_LEADS = range(0xB0, 0xC9)
_EUC_KANA_LEADS = range(0xA4, 0xA6)
_BIG5_LEADS = range(0xA4, 0xC7)
_SOME_OF_THEM, _MOST_OF_THEM = 0.5, 0.9
# Chinese text of so many characters does not keep within the rows that Korean uses.
_ENOUGH_PAIRS = 8
# Format characters that reverse what follows: a name must not rearrange a list or a sentence.
_BIDI_CONTROLS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def decode_text(raw: bytes, encoding: str = "") -> str:
    """Return a name's bytes as one line of clean text of at most `LONGEST_TEXT` characters.

    Args:
        raw: The bytes.
        encoding: Their encoding, as `encoding_of` finds it for all texts; empty guesses.
    """
    raw = raw[:_BYTES_LOOKED_AT]
    text = _try(raw, encoding) if encoding else None
    return clean_text(_decoded(raw) if text is None else text)


def encoding_of(texts: Iterable[bytes]) -> str:
    """Return the likeliest encoding of all texts of a file; empty where each says it itself.

    One syllable of two bytes may be of any country, a hundred of them are not.
    """
    together = b"\n".join(text for text in texts if not text.isascii())[:_TOGETHER]
    if not together or _try(together, "utf-8") is not None:
        return ""
    return _guess(together)


def clean_text(text: str) -> str:
    """Return text without control characters, on one line, at most `LONGEST_TEXT` long."""
    spaced = "".join(
        " " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c
        for c in text.translate(_BIDI_CONTROLS)
        if unicodedata.category(c) != "Cs"
    )
    return spaced.strip()[:LONGEST_TEXT].rstrip()


def coding_of(texts: Iterable[bytes]) -> str:
    """Return the encoding that all texts of a file are likeliest written in.

    One short syllable says little; all texts of a file together say much.
    """
    joined = b" ".join(text for text in texts if not text.isascii())
    return "utf-8" if _is_utf8(joined) else _guess(joined)


def in_utf8(raw: bytes, coding: str) -> bytes:
    """Return a text as UTF-8; one that is UTF-8 already stays, whatever the file is written in."""
    if raw.isascii() or raw[:2] in _UTF16_MARKS or _is_utf8(raw):
        return raw
    text = _try(raw, coding)
    return (raw.decode("latin-1") if text is None else text).encode("utf-8")


def _is_utf8(raw: bytes) -> bool:
    return _try(raw, "utf-8-sig") is not None


def _decoded(raw: bytes) -> str:
    if raw.isascii():
        return raw.decode("ascii")
    if raw[:2] in _UTF16_MARKS:
        return raw.decode("utf-16", "replace")
    for encoding in ("utf-8-sig", _guess(raw)):
        text = _try(raw, encoding)
        if text is not None:
            return text
    return raw.decode("latin-1")


def _try(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        # The look at a long text may end in the middle of a character.
        if error.start >= _BYTES_LOOKED_AT - 3:
            return raw[: error.start].decode(encoding)
        return None


def _guess(raw: bytes) -> str:
    """Return the likeliest encoding of bytes that are not UTF-8.

    Kana prove Shift JIS, or EUC-JP. Cyrillic words are runs of letters above 0xC0. Chinese and
    Korean write pairs of high bytes, each in its own range. Western text has single accents.
    """
    japanese = _try(raw, "shift_jis")
    if japanese is not None and _KANA.search(japanese):
        return "shift_jis"
    runs = _HIGH_RUN.findall(raw)
    longest = max(map(len, runs), default=0)
    if longest >= 3 and all(byte >= 0xC0 for run in runs for byte in run):
        return _guess_cyrillic(runs)
    return (_guess_pairs(raw, runs) if longest >= 2 else None) or "cp1252"


def _guess_cyrillic(runs: list[bytes]) -> str:
    """Small letters, of which words are made, are the upper half in one and the lower in one."""
    letters = [byte for run in runs for byte in run]
    return "koi8-r" if 2 * sum(byte < 0xE0 for byte in letters) > len(letters) else "cp1251"


def _guess_pairs(raw: bytes, runs: list[bytes]) -> str | None:
    """Return the likeliest encoding that writes a character as two bytes, or None."""
    pairs = _PAIR.findall(raw)
    if any(pair[1] < 0xA1 for pair in pairs) and _share(pairs, _BIG5_LEADS) >= _MOST_OF_THEM:
        return "big5" if _try(raw, "big5") is not None else None
    if any(len(run) % 2 for run in runs):
        return None
    if _share(pairs, _EUC_KANA_LEADS) >= _SOME_OF_THEM and _try(raw, "euc_jp") is not None:
        return "euc_jp"
    is_long = len(pairs) >= _ENOUGH_PAIRS
    if is_long and _share(pairs, _HANGUL_LEADS) == 1 and _try(raw, "euc_kr") is not None:
        return "euc_kr"
    return "gbk" if _share(pairs, _LEVEL_1_HANZI) >= _SOME_OF_THEM else None


def _share(pairs: list[bytes], leads: range) -> float:
    return sum(pair[0] in leads for pair in pairs) / max(1, len(pairs))
