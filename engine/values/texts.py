"""Names in MIDI files: raw bytes in unknown encodings to clean text, and back.

The standard never said which encoding; files of forty years use their country's.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterable

from engine.values.encodings import Encoding, TextCoding, guess

# Types of MIDI's meta events that are text.
TEXTS = frozenset(range(0x01, 0x10))
# Characters; the window shows a name on one line.
LONGEST_TEXT = 256
_BYTES_LOOKED_AT = 4 * LONGEST_TEXT
# Bytes from which the encoding is guessed.
_TOGETHER = 1 << 16
_HIGH = re.compile(rb"[\x80-\xff]")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# Encodings in which a sign is a pair of bytes.
_OF_PAIRS = frozenset({"cp932", "euc_jp", "gbk", "cp950", "cp949"})
# Bytes beyond ASCII that are UTF-8 by accident: a syllable's. Each sign makes it ten times rarer.
_MOST_BY_ACCIDENT = 8
# A byte that is no sign of an encoding becomes one of Unicode's private signs.
_KEPT, _FIRST_KEPT = "segue-kept", 0xF700
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
    return guess(together).encoding


def clean_text(text: str) -> str:
    """Return text without control characters, on one line, at most `LONGEST_TEXT` long."""
    spaced = "".join(
        " " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c
        for c in text.translate(_BIDI_CONTROLS)
        if unicodedata.category(c) != "Cs"
    )
    return spaced.strip()[:LONGEST_TEXT].rstrip()


def coding_of(texts: Iterable[bytes]) -> TextCoding | None:
    """Return the encoding that the texts of a file are likeliest written in; None for UTF-8.

    One short syllable says little; all texts of a file together say much.
    """
    unknown = (text for text in texts if not text.isascii() and text[:2] not in _UTF16_MARKS)
    joined = b"\n".join(unknown)[:_TOGETHER]
    if _is_utf8(joined):
        return None
    found = guess(joined)
    return TextCoding(encoding=found.encoding, is_sure=found.is_sure)


def in_utf8(raw: bytes, encoding: Encoding) -> bytes:
    """Return a text of a file as UTF-8; `from_utf8` returns the bytes again.

    One that is UTF-8 already stays, whatever the file is written in.
    """
    if raw.isascii() or raw[:2] in _UTF16_MARKS or _says_utf8(raw, encoding):
        return raw
    text = raw.decode(encoding, _KEPT)
    # Of two codes for one sign only one comes back.
    return text.encode() if _encoded(text, encoding) == raw else raw


def from_utf8(raw: bytes, encoding: Encoding) -> bytes:
    """Return a text in UTF-8 in another encoding; as it is where it has other signs."""
    text = _try(raw, "utf-8")
    found = None if text is None else _encoded(text, encoding)
    return raw if found is None else found


def reread(text: str, *, old: Encoding, new: Encoding) -> str:
    """Return a text that was read in one encoding as it reads in another one."""
    raw = None if text.isascii() else _encoded(text, old)
    return text if raw is None else raw.decode(new, _KEPT)


def _encoded(text: str, encoding: Encoding) -> bytes | None:
    try:
        return text.encode(encoding, _KEPT)
    except UnicodeEncodeError:
        return None


def _says_utf8(raw: bytes, encoding: Encoding) -> bool:
    """Return whether a text is UTF-8 in a file that is not.

    Syllables may be UTF-8 by accident. Then they have signs that the file's encoding has not; or
    they are one pair of bytes, a sign in one and a letter in the other.
    """
    text = _try(raw, "utf-8-sig")
    if text is None:
        return False
    high = len(_HIGH.findall(raw))
    if high > _MOST_BY_ACCIDENT:
        return True
    is_one_pair = high == 2 and encoding in _OF_PAIRS
    return not is_one_pair and _encoded(text, encoding) is not None


def _keep_bytes(error: UnicodeError) -> tuple[str | bytes, int]:
    """Stand for a byte that is no sign of an encoding by one that nobody uses, and back."""
    if isinstance(error, UnicodeDecodeError):
        odd = error.object[error.start : error.end]
        return "".join(chr(_FIRST_KEPT + byte) for byte in odd), error.end
    if isinstance(error, UnicodeEncodeError):
        codes = [ord(sign) - _FIRST_KEPT for sign in error.object[error.start : error.end]]
        if all(0x80 <= code <= 0xFF for code in codes):
            return bytes(codes), error.end
    raise error


codecs.register_error(_KEPT, _keep_bytes)


def _is_utf8(raw: bytes) -> bool:
    return _try(raw, "utf-8-sig") is not None


def _decoded(raw: bytes) -> str:
    if raw.isascii():
        return raw.decode("ascii")
    if raw[:2] in _UTF16_MARKS:
        return raw.decode("utf-16", "replace")
    for encoding in ("utf-8-sig", guess(raw).encoding):
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
