"""Names in MIDI files: raw bytes in unknown encodings to clean text, and back.

The standard never said which encoding; files of forty years use their country's.
"""

import re
import unicodedata
from collections.abc import Iterable

LONGEST_TEXT = 256
_BYTES_LOOKED_AT = 4 * LONGEST_TEXT
_TOGETHER = 1 << 16
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_LEVEL_1_HANZI = range(0xB0, 0xD8)
# Format characters that reverse what follows: a name must not rearrange a list or a sentence.
_BIDI_CONTROLS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def decode_text(raw: bytes, encoding: str = "") -> str:
    """Return a name's bytes as one line of clean text of at most `LONGEST_TEXT` characters.

    Args:
        raw: The bytes.
        encoding: What they are in, as `encoding_of` all texts of the file says; empty guesses.
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


def _decoded(raw: bytes) -> str:
    if raw.isascii():
        return raw.decode("ascii")
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
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

    Kana prove Shift JIS; GB 2312 writes pairs of high bytes of which the first is mostly in its
    first level; Cyrillic words are runs of letters above 0xC0; Western text has single accents.
    """
    japanese = _try(raw, "shift_jis")
    if japanese is not None and _KANA.search(japanese):
        return "shift_jis"
    runs = _HIGH_RUN.findall(raw)
    longest = max(map(len, runs))
    if longest >= 3 and all(byte >= 0xC0 for run in runs for byte in run):
        return "cp1251"
    if longest >= 2 and _looks_chinese(runs):
        return "gbk"
    return "cp1252"


def _looks_chinese(runs: list[bytes]) -> bool:
    if any(len(run) % 2 for run in runs):
        return False
    leads = [lead for run in runs for lead in run[::2]]
    return sum(lead in _LEVEL_1_HANZI for lead in leads) * 2 >= len(leads)
