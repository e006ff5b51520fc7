"""Syllables of files to lyrics under notes: from a part's own track, or from one with words only.

MIDI's lyrics are one line. Verses after the first stand beside it in text events, `[2] day`.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.notation.page import Lyric
from engine.values.score import Other, Score, Track
from engine.values.texts import decode_text, encoding_of

# Types of meta events.
TEXT, LYRIC = 0x01, 0x05
_FIRST_META, _LAST_TEXT = 0x01, 0x07
# Karaoke files begin lines and paragraphs so, and texts about the file with an @.
_LINE_MARKS = "/\\"
_ABOUT = b"@"
_KARAOKE = b"@K"
_VERSE = re.compile(rb"\[(\d{1,2})\] ?")
MOST_VERSES = 12
# A syllable may be off its note by this share of a quarter.
_NEAR_QUARTERS = 1 / 8
# Words belong to a track if this share of them is at its notes.
_LEAST_SHARE_AT_NOTES = 0.5

Verses = tuple[Lyric | None, ...]


def verse_event(tick: int, verse: int, text: str) -> Other:
    """Return a syllable as an event of a track.

    Args:
        tick: Where it is sung.
        verse: From 1.
        text: The syllable.
    """
    if verse == 1:
        return Other(tick, LYRIC, text.encode())
    return Other(tick, TEXT, f"[{verse}] {text}".encode())


def lyrics_of(score: Score) -> dict[int, dict[int, Verses]]:
    """Return the syllables of each track that is sung, by tick.

    Words in a track of their own, as karaoke files have them, go to the track whose notes begin
    where they stand.
    """
    encoding = encoding_of(_texts(score))
    found = {
        number: verses_by_tick(track.others, encoding, notes=track)
        for number, track in enumerate(score.tracks)
        if track.notes and any(other.kind == LYRIC for other in track.others)
    }
    for words in _words_alone(score):
        number = _singer(score, [word.tick for word in words], taken=found)
        if number is not None:
            track = score.tracks[number]
            at_notes = _at_notes(words, track, score.ticks_per_quarter)
            found[number] = verses_by_tick(at_notes, encoding, notes=track)
    return found


def verses_by_tick(
    others: Iterable[Other], encoding: str = "", *, notes: Track | None = None
) -> dict[int, Verses]:
    """Return the syllables at each tick, one for each verse.

    A hyphen at the end of one, or none of the spaces that karaoke files write, joins it to the
    next.

    Args:
        others: A track's events that are only passed on.
        encoding: That of their texts; empty judges each for itself.
        notes: The track that sings them: a syllable is drawn out over notes without one.
    """
    texts: dict[int, dict[int, str]] = {}
    for other in others:
        verse, data = _verse_of(other)
        if verse and (text := _syllable(data, encoding)):
            line = texts.setdefault(verse, {})
            line[other.tick] = line.get(other.tick, "") + text
    lines = {verse: _line(line) for verse, line in texts.items()}
    if notes is not None:
        lines = {verse: _drawn_out(line, notes) for verse, line in lines.items()}
    ticks = sorted({tick for line in lines.values() for tick in line})
    last = max(lines, default=0)
    return {
        tick: tuple(lines.get(verse, {}).get(tick) for verse in range(1, last + 1))
        for tick in ticks
    }


def _verse_of(other: Other) -> tuple[int, bytes]:
    """Return which verse an event is a syllable of, and its text; 0 for no syllable."""
    if other.kind == LYRIC:
        return 1, other.data
    found = _VERSE.match(other.data) if other.kind == TEXT else None
    if found is None or not 2 <= int(found[1]) <= MOST_VERSES:
        return 0, b""
    return int(found[1]), other.data[found.end() :]


def _line(texts: Mapping[int, str]) -> dict[int, Lyric]:
    """Return one verse, its words divided into syllables."""
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


def _drawn_out(line: dict[int, Lyric], track: Track) -> dict[int, Lyric]:
    """Return a verse whose syllables say whether they go on over notes without one."""
    ends: dict[int, int] = {}
    for note in track.notes:
        ends[note.start] = max(note.end, ends.get(note.start, 0))
    onsets = sorted(ends)
    following = dict(pairwise(onsets))
    drawn = {
        tick
        for tick in line
        if tick in following and following[tick] not in line and following[tick] <= ends[tick]
    }
    return {
        tick: replace(lyric, extends=True)
        if tick in drawn and lyric.syllabic in {"single", "end"}
        else lyric
        for tick, lyric in line.items()
    }


# --- words in a track of their own ---------------------------------------------------------------


def _texts(score: Score) -> Iterator[bytes]:
    for others in (score.others, *(track.others for track in score.tracks)):
        for other in others:
            if _FIRST_META <= other.kind <= _LAST_TEXT:
                yield other.data


def _words_alone(score: Score) -> Iterator[list[Other]]:
    """Yield the words of each track without notes, and of the score itself."""
    alone = [track.others for track in score.tracks if not track.notes]
    for others in (score.others, *alone):
        lyrics = [other for other in others if other.kind == LYRIC]
        words = lyrics or list(_karaoke(others))
        if words:
            yield words


def _karaoke(others: Sequence[Other]) -> Iterator[Other]:
    """Yield the words of a karaoke file as lyrics; its texts about itself are left out."""
    texts = [other for other in others if other.kind == TEXT]
    lines = sum(text.data.startswith((b"/", b"\\")) for text in texts)
    if lines or any(text.data.startswith(_KARAOKE) for text in texts):
        for text in texts:
            if not text.data.startswith(_ABOUT):
                yield replace(text, kind=LYRIC)


def _singer(score: Score, words: Sequence[int], *, taken: Mapping[int, object]) -> int | None:
    """Return the track whose note starts match words best; of equals the one with fewest notes."""
    best: tuple[float, int] | None = None
    singer: int | None = None
    for number, track in enumerate(score.tracks):
        if number in taken or track.is_drum or not track.notes:
            continue
        onsets = sorted({note.start for note in track.notes})
        at_notes = sum(
            _nearest(onsets, tick, score.ticks_per_quarter) is not None for tick in words
        )
        rank = (at_notes / len(words), -len(track.notes))
        if rank[0] >= _LEAST_SHARE_AT_NOTES and (best is None or rank > best):
            best, singer = rank, number
    return singer


def _at_notes(words: Iterable[Other], track: Track, quarter: int) -> Iterator[Other]:
    onsets = sorted({note.start for note in track.notes})
    for word in words:
        nearest = _nearest(onsets, word.tick, quarter)
        yield word if nearest is None else replace(word, tick=nearest)


def _nearest(onsets: Sequence[int], tick: int, quarter: int) -> int | None:
    place = bisect_left(onsets, tick)
    beside = onsets[max(0, place - 1) : place + 1]
    nearest = min(beside, key=lambda onset: abs(onset - tick))
    return nearest if abs(nearest - tick) <= quarter * _NEAR_QUARTERS else None


# --- single syllables ----------------------------------------------------------------------------


def _syllable(data: bytes, encoding: str) -> str:
    """Return a syllable with the space, or the end of a line, before and after it."""
    return _edge(data[:1]) + decode_text(data, encoding) + _edge(data[-1:])


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
