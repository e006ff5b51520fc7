"""JSON from outside: count its objects first, then decode it against a type.

A decoder builds an object for each pair of brackets: 3 MB of `{},{},…` may take 300 MB of memory.
Counting the brackets takes a hundredth of the time of decoding them.
"""

import contextlib
import gc
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from engine.gate.refusal import RefusedError
from engine.sentence import from_wire

_T = TypeVar("_T")
# Letters that a notice shows on a few lines.
_LONGEST_REASON = 200
# The words of msgspec where a number is out of the range of its type.
_OUT_OF_RANGE = re.compile(r"^Expected `(?:int|float)` (<=|>=) (\S+) - at `\$\.(\S+)`$")
NOT_JSON = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""The errors of a decoder; it raises RecursionError for deep nesting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentBounds:
    """The limits of a JSON document.

    Attributes:
        text_bytes: Size of the text.
        containers: Number of objects and arrays.
        values: Number of values in all of them.
    """

    text_bytes: int
    containers: int
    values: int


DESCRIPTION = DocumentBounds(text_bytes=4 << 20, containers=50_000, values=500_000)
"""For small documents: the description or card of a model, the status of a run."""

OURS = DocumentBounds(text_bytes=256 << 20, containers=4_000_000, values=24_000_000)
"""For files of this program; the largest lists the songs of a whole library."""


def check(text: bytes, bounds: DocumentBounds) -> None:
    """Check the size of a document before it is decoded.

    Args:
        text: The JSON.
        bounds: The limits.

    Raises:
        RefusedError: The document exceeds a limit.
    """
    if len(text) > bounds.text_bytes:
        raise RefusedError(f"it has more than {bounds.text_bytes >> 20} MiB")
    # Brackets in strings count, too: no text that people write comes near the limits.
    if text.count(b"{") + text.count(b"[") > bounds.containers:
        raise RefusedError(f"it holds more than {bounds.containers:,} objects")
    if text.count(b",") > bounds.values:
        raise RefusedError(f"it holds more than {bounds.values:,} values")


def check_depth(document: object, *, most: int) -> None:
    """Check the depth of a document.

    Raises:
        RefusedError: Objects and arrays are nested more than `most` times.
    """
    level = [document]
    for _ in range(most + 1):
        containers = [each for each in level if isinstance(each, dict | list)]
        if not containers:
            return
        level = [
            inner
            for each in containers
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    raise RefusedError("it is nested too deeply")


def decode(text: bytes, kind: type[_T], bounds: DocumentBounds) -> _T:
    """Decode a document and check each field.

    Args:
        text: The JSON.
        kind: The type to decode, with the ranges of its fields.
        bounds: The limits.

    Raises:
        RefusedError: The document exceeds a limit, is nested too deeply, or has another type.
    """
    check(text, bounds)
    try:
        with _uncollected():
            return msgspec.json.decode(text, type=kind, dec_hook=from_wire)
    except NOT_JSON as error:
        raise RefusedError(_why(error)) from error


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Disable the garbage collector: it would scan a million new objects and find no cycles."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def mapping(text: bytes, bounds: DocumentBounds = DESCRIPTION) -> dict[str, Any]:
    """Decode a JSON object whose fields the caller checks.

    Raises:
        RefusedError: The document exceeds a limit, is nested too deeply, or is not an object.
    """
    check(text, bounds)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RefusedError(_why(error)) from error
    if not isinstance(found, dict):
        raise RefusedError("it is no JSON object")
    return found


def _why(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    message = str(error)
    if len(message) > _LONGEST_REASON:
        # The message of a decoder may quote an invalid value of any length.
        message = f"{message[: _LONGEST_REASON // 2]} … {message[-_LONGEST_REASON // 2 :]}"
    return message if isinstance(error, msgspec.ValidationError) else f"it is not JSON: {message}"


def in_words(error: Exception) -> str:
    """Return what is wrong with a document, as the end of a sentence.

    Args:
        error: One of `NOT_JSON`.
    """
    found = _OUT_OF_RANGE.search(str(error))
    if found is None:
        return str(error)
    sign, limit, field = found.groups()
    return f"{field} must be {limit} or {'more' if sign == '>=' else 'less'}"
