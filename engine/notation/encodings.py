"""Finds the real encoding of XML that declares a wrong one, as after an edit by hand."""

import codecs
import re

# Bytes: the XML declaration comes first.
_HEAD = 256
_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._:-]{1,40})[\"']")
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF8 = "utf-8"
# Used if a document is no UTF-8: every byte is a letter of this encoding.
_LAST_RESORT = "cp1252"
_SHOWN = {_UTF8: "UTF-8", _LAST_RESORT: "Western European (Windows-1252)"}


def as_utf8(data: bytes) -> tuple[bytes, str]:
    """Return the document, and the encoding that was used if the declared one was wrong.

    Args:
        data: An XML document.

    Returns:
        The document unchanged and an empty text if its bytes fit the declared encoding; else the
        document in UTF-8 and the name of its real encoding.
    """
    if data.startswith(_WIDE_MARKS) or b"\0" in data[:4]:
        return data, ""
    declared = _declared(data)
    if declared is not None and _fits(data, declared):
        return data, ""
    if _fits(data, _UTF8):
        return data.removeprefix(codecs.BOM_UTF8), _SHOWN[_UTF8]
    return data.decode(_LAST_RESORT, "replace").encode(), _SHOWN[_LAST_RESORT]


def _declared(data: bytes) -> str | None:
    """Return the encoding that a document names, else UTF-8; None for an unknown one."""
    found = _DECLARED.search(data[:_HEAD])
    if found is None:
        return _UTF8
    try:
        return codecs.lookup(found[1].decode("ascii")).name
    except LookupError:
        return None


def _fits(data: bytes, encoding: str) -> bool:
    """Return whether bytes without a mark of two-byte letters may be of an encoding."""
    if encoding.startswith(("utf-16", "utf-32")):
        return False
    if encoding != _UTF8:
        # The parser decodes the rest: encodings of one byte a letter, and rare ones.
        return True
    try:
        data.decode(_UTF8)
    except UnicodeDecodeError:
        return False
    return True
