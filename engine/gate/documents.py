"""JSON from outside: counted before it is decoded, checked while it is decoded.

A decoder builds an object for each pair of brackets, so that 3 MB of `{},{},…` may become 300 MB
of memory. Counting the brackets costs a hundredth of decoding them.
"""

import contextlib
import gc
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from engine.gate.refusal import RefusedError

_T = TypeVar("_T")
_LONGEST_REASON = 200
NOT_JSON = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What a decoder raises; nesting is told by the third, which nobody expects of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The most a document may be.

    Attributes:
        text_bytes: Of JSON.
        containers: Objects and arrays in it.
        values: Of all of them together.
    """

    text_bytes: int
    containers: int
    values: int


DESCRIPTION = Bounds(text_bytes=4 << 20, containers=50_000, values=500_000)
"""A model's description, a card, a status: some kilobytes."""

OURS = Bounds(text_bytes=256 << 20, containers=4_000_000, values=24_000_000)
"""What this program wrote down for itself: the songs of the largest library at the most."""


def check(text: bytes, bounds: Bounds) -> None:
    """Refuse a document that would take more than its bounds.

    Args:
        text: Its JSON.
        bounds: The most it may be.

    Raises:
        RefusedError: It is larger, or holds more.
    """
    if len(text) > bounds.text_bytes:
        raise RefusedError(f"it has more than {bounds.text_bytes >> 20} MiB")
    # Those within strings are counted too: no text that people write comes near the bounds.
    if text.count(b"{") + text.count(b"[") > bounds.containers:
        raise RefusedError(f"it holds more than {bounds.containers:,} objects")
    if text.count(b",") > bounds.values:
        raise RefusedError(f"it holds more than {bounds.values:,} values")


def check_depth(document: object, *, most: int) -> None:
    """Refuse a document whose objects and arrays are nested more than `most` times.

    Raises:
        RefusedError: They are.
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


def decode(text: bytes, kind: type[_T], bounds: Bounds) -> _T:
    """Return what a document says, every field of it checked.

    Args:
        text: Its JSON.
        kind: What it is to be, with its ranges.
        bounds: The most it may be.

    Raises:
        RefusedError: It is larger, nested too deeply, or something else.
    """
    check(text, bounds)
    try:
        with _uncollected():
            return msgspec.json.decode(text, type=kind)
    except NOT_JSON as error:
        raise RefusedError(_why(error)) from error


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the collector away: among a million new objects it looks long and finds nothing."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def mapping(text: bytes, bounds: Bounds = DESCRIPTION) -> dict[str, Any]:
    """Return a document whose fields its reader checks one by one.

    Raises:
        RefusedError: It is larger, nested too deeply, or no JSON object.
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
    said = str(error)
    if len(said) > _LONGEST_REASON:
        # A decoder repeats a value that it does not know, however long.
        said = f"{said[: _LONGEST_REASON // 2]} … {said[-_LONGEST_REASON // 2 :]}"
    return said if isinstance(error, msgspec.ValidationError) else f"it is not JSON: {said}"
