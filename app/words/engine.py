"""What the engine says, in the language of the window.

The engine knows no Qt and speaks English. Its sentences are known by their shape: what it fills in
is taken out, the rest is translated like any other text, and put together again.
"""

import json
import re
from functools import lru_cache, partial

from PySide6.QtCore import QCoreApplication

from engine.paths import translations

CONTEXT = "Engine"
_PLACE = re.compile(r"%(\d)")
# Between two sentences.
_ENDS = re.compile(r"(?<=[.)]) ")


def in_own_words(text: str) -> str:
    """Return a sentence of the engine, or several, in the window's language; unknown ones stay."""
    if not text:
        return text
    return _all_known(text) or text


def _all_known(text: str) -> str | None:
    whole = _known(text)
    if whole is not None:
        return whole
    for end in _ENDS.finditer(text):
        first = _known(text[: end.start()])
        rest = _all_known(text[end.end() :]) if first is not None else None
        if rest is not None:
            return f"{first} {rest}"
    return None


def _known(text: str) -> str | None:
    for shape, pieces in _shapes():
        # Most are ruled out by their words: making every pattern would take 50 ms.
        found = _pattern(shape).fullmatch(text) if all(p in text for p in pieces) else None
        if found is not None:
            filled = QCoreApplication.translate(CONTEXT, shape)
            return _PLACE.sub(partial(_filled, found.groupdict()), filled)
    return None


def _filled(parts: dict[str, str], place: re.Match[str]) -> str:
    return parts[f"p{place[1]}"]


@lru_cache(maxsize=1)
def _shapes() -> tuple[tuple[str, list[str]], ...]:
    """Return each sentence and its own words, those that fill in least first."""
    try:
        shapes = json.loads((translations() / "engine.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    # A sentence that is nearly all filled in would know every other one.
    shapes = sorted(shapes, key=lambda shape: -len(_PLACE.sub("", shape)))
    return tuple((shape, _PLACE.split(shape)[::2]) for shape in shapes)


@lru_cache(maxsize=64)
def _pattern(shape: str) -> re.Pattern[str]:
    parts = _PLACE.split(shape)
    text = "".join(
        f"(?P<p{part}>.*?)" if index % 2 else re.escape(part) for index, part in enumerate(parts)
    )
    return re.compile(text, re.DOTALL)
