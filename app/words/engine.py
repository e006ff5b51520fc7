"""Translate the engine's sentences to the window's language.

The engine has no Qt and writes English. A sentence is recognised by its pattern: the inserted
values
are taken out, the pattern is translated by Qt, and the values are inserted again.
"""

import json
import re
from functools import lru_cache, partial

from PySide6.QtCore import QCoreApplication

from engine.ground.paths import translations

# Qt's translation context of the engine's sentences.
CONTEXT = "Engine"
_PLACE = re.compile(r"%(\d)")
# The space between two sentences.
_ENDS = re.compile(r"(?<=[.)]) ")


def translate_engine_text(text: str) -> str:
    """Return one or several sentences of the engine translated; unknown text stays unchanged."""
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
        # The check of the fixed words comes first: compiling all patterns would take 50 ms.
        found = _pattern(shape).fullmatch(text) if all(p in text for p in pieces) else None
        if found is not None:
            filled = QCoreApplication.translate(CONTEXT, shape)
            return _PLACE.sub(partial(_filled, found.groupdict()), filled)
    return None


def _filled(parts: dict[str, str], place: re.Match[str]) -> str:
    return parts[f"p{place[1]}"]


@lru_cache(maxsize=1)
def _shapes() -> tuple[tuple[str, list[str]], ...]:
    """Return each pattern with its fixed words, the most specific pattern first."""
    try:
        shapes = json.loads((translations() / "engine.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    # A pattern with few fixed words would match other sentences.
    shapes = sorted(shapes, key=lambda shape: -len(_PLACE.sub("", shape)))
    return tuple((shape, _PLACE.split(shape)[::2]) for shape in shapes)


@lru_cache(maxsize=64)
def _pattern(shape: str) -> re.Pattern[str]:
    parts = _PLACE.split(shape)
    text = "".join(
        f"(?P<p{part}>.*?)" if index % 2 else re.escape(part) for index, part in enumerate(parts)
    )
    return re.compile(text, re.DOTALL)
