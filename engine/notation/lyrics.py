"""Syllables of MIDI files to lyrics under notes."""

from collections.abc import Iterable

from engine.music.score import Other
from engine.music.smf_text import decode_text
from engine.notation.page import Lyric

LYRIC = 0x05
# Karaoke files begin lines and paragraphs so.
_LINE_MARKS = "/\\"


def lyrics_by_tick(others: Iterable[Other]) -> dict[int, Lyric]:
    """Return the syllable at each tick.

    A hyphen at the end of one, or none of the spaces that karaoke files write, joins it to the
    next.

    Args:
        others: A track's events that are only passed on.
    """
    texts: dict[int, str] = {}
    for other in others:
        if other.kind == LYRIC and (text := _syllable(other.data)):
            texts[other.tick] = texts.get(other.tick, "") + text
    spaced = any(text.startswith(" ") or text.endswith(" ") for text in texts.values())
    found: dict[int, Lyric] = {}
    goes_on = False
    items = sorted(texts.items())
    for index, (tick, text) in enumerate(items):
        bare = text.strip().lstrip(_LINE_MARKS).strip()
        following = items[index + 1][1] if index + 1 < len(items) else " "
        joins = bare.endswith("-") or (spaced and _runs_on(text, following))
        word = bare.rstrip("-").strip()
        if word:
            found[tick] = Lyric(word, _syllabic(before=goes_on, after=joins))
        if bare:
            goes_on = joins
    return found


def _syllable(data: bytes) -> str:
    """Return a syllable with the space, or the end of a line, that stands before and after it."""
    return _edge(data[:1]) + decode_text(data) + _edge(data[-1:])


def _edge(byte: bytes) -> str:
    if not byte.isspace():
        return ""
    return " " if byte == b" " else "\n"


def _runs_on(text: str, following: str) -> bool:
    return not text[-1:].isspace() and not following.startswith((" ", "\n", *_LINE_MARKS))


def _syllabic(*, before: bool, after: bool) -> str:
    if before:
        return "middle" if after else "end"
    return "begin" if after else "single"
