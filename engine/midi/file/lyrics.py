"""Words that stand in a track of their own, as karaoke files have them, to the part that sings."""

from bisect import bisect_left
from dataclasses import replace

from engine.values.events import Other
from engine.values.score import Score, Track

# Types of meta events.
TEXT, LYRIC = 0x01, 0x05
# Texts of karaoke files that say what the file is, not what is sung.
_TAG = b"@"
# Words belong to a part that begins a note at so many of their ticks.
_MOST_OF_THEM = 0.5
_TICKS_OFF = 1 / 16


def with_words_at_their_part(score: Score) -> Score:
    """Return a score whose words are in the part that sings them.

    They stay where they are if a part has words already, or if none sings at their ticks.
    """
    words = _words(score.others)
    if not words or any(other.kind == LYRIC for t in score.tracks for other in t.others):
        return score
    ticks = sorted({word.tick for word in words})
    near = round(score.ticks_per_quarter * _TICKS_OFF)
    fits = [_share_sung(track, ticks, near=near) for track in score.tracks]
    best = max(fits, default=0.0)
    if best < _MOST_OF_THEM:
        return score
    index = fits.index(best)
    track = score.tracks[index]
    taken = frozenset(map(id, words))
    lyrics = [replace(word, tick=_sung_at(track, word.tick, near), kind=LYRIC) for word in words]
    others = sorted((*track.others, *lyrics), key=lambda other: other.tick)
    rest = tuple(other for other in score.others if id(other) not in taken)
    return replace(score.with_track(index, replace(track, others=tuple(others))), others=rest)


def _words(others: tuple[Other, ...]) -> list[Other]:
    """Return lyrics, or in a karaoke file its texts."""
    lyrics = [other for other in others if other.kind == LYRIC and other.data]
    if lyrics:
        return lyrics
    texts = [other for other in others if other.kind == TEXT]
    if not any(text.data.startswith(_TAG + b"K") for text in texts):
        return []
    return [text for text in texts if not text.data.startswith(_TAG)]


def _share_sung(track: Track, ticks: list[int], *, near: int) -> float:
    """Return the share of words at which a part sings one note; chords and drums do not sing."""
    if track.is_drum or not track.notes:
        return 0.0
    starts = [note.start for note in track.notes]
    sung = sum(_nearest(starts, tick, near) is not None for tick in ticks)
    # Of parts that play at all words the one with the fewest other notes is the melody.
    return sung / len(ticks) - 0.4 * max(0, 1 - len(ticks) / len(starts))


def _sung_at(track: Track, tick: int, near: int) -> int:
    found = _nearest([note.start for note in track.notes], tick, near)
    return tick if found is None else found


def _nearest(starts: list[int], tick: int, near: int) -> int | None:
    place = bisect_left(starts, tick - near)
    candidates = [start for start in starts[place : place + 8] if abs(start - tick) <= near]
    return min(candidates, key=lambda start: abs(start - tick), default=None)
