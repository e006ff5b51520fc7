"""Title and composer of a piece: what texts of MIDI files say of them, and how they are changed."""

import re
from collections.abc import Iterable
from dataclasses import replace

from engine.values.score import Other, Score
from engine.values.texts import clean_text, decode_text

# Types of meta events.
TEXT, COPYRIGHT, NAME = 0x01, 0x02, 0x03
# A title that fits on a line of print.
MOST_LETTERS = 120
_OWN = "Composer: "
_SAYS_WHO = re.compile(
    r"^\W*(?:composers?\s*[:=]|(?:(?:words|lyrics)\s*(?:and|&|\+)\s*)?"
    r"(?:composed|music|written)\s+by\b\s*:?|by\b\s*:?)\s*(?P<who>\S.*)$",
    re.IGNORECASE,
)
# Programs write these where a title could be.
_NO_TITLE = re.compile(
    r"^\W*(?:(?:tempo|conductor|control|master|meta|global|midi|main|new|untitled|unnamed|title|"
    r"sequence|song|score|track|staff|piano|melody|chords?|drums?|bass|voice|instrument|part|"
    r"export(?:ed)?|format|file|from|by|time|signature|map|guide|click|\d+)\W*)*$",
    re.IGNORECASE,
)
_LETTERS_OF_A_TITLE = 3
# Programs write these where a composer could be.
_NO_COMPOSER = re.compile(
    r"^\W*(?:unregistered|unlicensed|evaluation|unknown|your\s+name|composer)\b", re.IGNORECASE
)


def is_title(text: str) -> bool:
    """Return whether a name in a file may be its piece's, and not one that programs write."""
    letters = sum(letter.isalpha() for letter in text)
    return letters >= _LETTERS_OF_A_TITLE and not _NO_TITLE.match(text)


def composer_said(text: str) -> str:
    """Return who wrote it where a text says so in so many words, or an empty text."""
    said = _SAYS_WHO.match(text)
    if said is None or not any(letter.isalpha() for letter in said["who"]):
        return ""
    if _NO_COMPOSER.match(said["who"]):
        return ""
    return said["who"].partition("(")[0][:MOST_LETTERS].strip(" .,;:\"'")


def composer_of(others: Iterable[Other]) -> str:
    """Return the composer that texts at a piece's beginning name, or an empty text."""
    return next(filter(None, map(_who, others)), "")


def credited(score: Score, *, title: str, composer: str) -> Score:
    """Return a score with another title and composer; what its file said of another one goes."""
    title, composer = clean_text(title)[:MOST_LETTERS], clean_text(composer)[:MOST_LETTERS]
    if composer != score.composer:
        score = _silent_on_who(score)
    return replace(titled(score, title), composer=composer)


def titled(score: Score, title: str) -> Score:
    """Return a score with another title, which its MIDI file gets in place of the old name."""
    if title == score.title:
        return score
    others = tuple(other for other in score.others if other.kind != NAME)
    return replace(score, title=title, others=others)


def own_text(score: Score) -> str:
    """Return the text by which a MIDI file is to say who wrote it; empty where it says so."""
    if not score.composer or composer_of(score.others) == score.composer:
        return ""
    return f"{_OWN}{score.composer}"


def without_own_text(others: tuple[Other, ...], composer: str) -> tuple[Other, ...]:
    """Return events of a file without the text that `own_text` gave it."""
    own = f"{_OWN}{composer}"
    return tuple(
        other for other in others if not (_is_about_all(other) and decode_text(other.data) == own)
    )


def _silent_on_who(score: Score) -> Score:
    tracks = tuple(
        replace(track, others=tuple(other for other in track.others if not _who(other)))
        if any(map(_who, track.others))
        else track
        for track in score.tracks
    )
    others = tuple(other for other in score.others if not _who(other))
    return replace(score, tracks=tracks, others=others)


def _who(other: Other) -> str:
    if not _is_about_all(other):
        return ""
    text = decode_text(other.data)
    return text.removeprefix(_OWN).strip() if text.startswith(_OWN) else composer_said(text)


def _is_about_all(other: Other) -> bool:
    # Later texts may be words that are sung.
    return other.kind in {TEXT, COPYRIGHT} and other.tick == 0
