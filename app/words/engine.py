"""Translate the engine's sentences to the window's language.

The engine has no Qt and writes English. A sentence knows its pattern and its values: Qt translates
the pattern, and the values are inserted again.
"""

import re

from PySide6.QtCore import QCoreApplication

from engine.sentence import Sentence

# Qt's translation context of the engine's sentences.
CONTEXT = "Engine"
_PLACE = re.compile(r"%(\d+)")


def translate_engine_text(text: str) -> str:
    """Return a sentence of the engine translated; unknown text stays unchanged."""
    if not isinstance(text, Sentence) or not text.values:
        return _translated(text)
    parts = [
        translate_engine_text(part) if isinstance(part, Sentence) else part for part in text.parts
    ]
    return _PLACE.sub(lambda place: parts[int(place[1]) - 1], _translated(text.pattern))


def _translated(text: str) -> str:
    # Qt cuts a text at a NUL and takes no surrogates, which file names may have; no key has them.
    return QCoreApplication.translate(CONTEXT, text) if text.isprintable() else text
