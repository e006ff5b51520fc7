"""A song for one piano, as pop is often kept: its tune, a second line, and an accompaniment.

The tune and the second line are those of the band; chords become figures of the two hands, another
one every few bars, and mostly the same one where the same chords come back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.harmony.chords import QUALITIES, Chord, find_chords
from engine.values.score import TICKS_PER_QUARTER, Note, Score, Track
from engine.values.time import BarMap

_EIGHTH = TICKS_PER_QUARTER // 2
# A line has one note at a time, but for a few; of a tune there is some in a third of the bars.
_NOTES_AN_ONSET = 1.15
_LEAST_BARS = 0.33
_LOWEST_LINE = 55
# Where hands play: the lowest root, and the lowest note of the right hand's close chord.
_LOWEST_ROOT = 36
_CLOSE = (52, 60)
_BARS_OF_A_FIGURE = 8
# That chords which come back have the figure that they had before: a guess, not measured.
_SAME_FIGURE_CHANCE = 0.8
_LOUD = {"Melody": 90, "Bridge": 76, "Piano": 68}


@dataclass(frozen=True, slots=True)
class _Stroke:
    """Notes of a figure that begin together.

    Attributes:
        at: Eighths from the bar line.
        tones: Of the left hand `1` root, `5` fifth, `8` octave, `3` tenth; of the right one the
            whole chord `x`, its lowest tone `a`, the next `b`, and its highest `c`.
        length: Eighths.
    """

    at: float
    tones: str
    length: float


def _figure(text: str) -> tuple[_Stroke, ...]:
    """Return the strokes of words like `0:1x:8`: eighths from the bar line, tones, length."""
    rows = (word.split(":") for word in text.split())
    return tuple(_Stroke(float(at), tones, float(length)) for at, tones, length in rows)


_FIGURES = tuple(
    _figure(text)
    for text in (
        "0:18x:8",
        "0:1x:4 1:5:3 2:8:2 4:1x:4 5:5:3 6:8:2",
        "0:1x:2 1:5:7 2:x:2 3:8:1 4:x:2 5:8:1 6:x:2 7:8:1",
        "0:1:8 1:5:7 2:8:6 3:3:5 4:x:4 6:x:2",
        "0:1:4 1:5:3 2:8:2 3:3:1 4:8:4 5:5:3 6:8:2 7:3:1",
        "0:18x:2 2:x:2 4:18x:2 6:x:2",
        "0:1x:3 3:x:3 4:1:4 6:x:2",
        "0:1:2 1:x:1 2:5:2 3:x:1 4:1:2 5:x:1 6:5:2 7:x:1",
        "0:1a:8 1:b:1 2:c:1 3:b:1 4:a:1 5:b:1 6:c:1 7:b:1",
        "0:1a:4 0.5:b:1 1:c:1 1.5:b:1 2:a:1 2.5:b:1 3:c:1 3.5:b:1"
        " 4:8a:4 4.5:b:1 5:c:1 5.5:b:1 6:a:1 6.5:b:1 7:c:1 7.5:b:1",
        "0:1x:3 1.5:5:1 3:1x:1 4:x:2 5:8:1 6:1x:2 7.5:5:0.5",
    )
)
_IN_THREE = tuple(
    _figure(text)
    for text in (
        "0:18x:6",
        "0:1:6 2:x:2 4:x:2",
        "0:1:6 1:5:5 2:8:4 3:3:3 4:8:2 5:5:1",
        "0:1a:6 1:b:1 2:c:1 3:b:1 4:a:1 5:b:1",
        "0:1x:2 2:5x:2 4:8x:2",
    )
)


def for_piano(score: Score, random: np.random.Generator) -> Score | None:
    """Return a song for piano; None where it has no tune or no chords.

    Args:
        score: The song: a band, or a lead sheet.
        random: Draws the figures and where the hands lie.
    """
    score = score.resampled(TICKS_PER_QUARTER)
    lines = sorted(_lines(score), key=_height, reverse=True)
    if not lines:
        return None
    piano = list(_accompaniment(score, find_chords(score), random))
    if not piano:
        return None
    parts = {"Melody": lines[0].notes, "Bridge": lines[1].notes if len(lines) > 1 else ()}
    tracks = [
        Track(name=name).with_notes(
            Note(note.start, note.pitch, note.duration, _LOUD[name]) for note in notes
        )
        for name, notes in (parts | {"Piano": tuple(piano)}).items()
        if notes
    ]
    return Score(
        tracks=tuple(tracks),
        tempos=score.tempos,
        time_signatures=score.time_signatures,
        key_signatures=score.key_signatures,
        title=score.title,
    )


def _lines(score: Score) -> Iterator[Track]:
    """Yield the tracks that may be a tune."""
    bars = BarMap.of(score)
    count = max(bars.bars_until(score.end), 1)
    for track in score.tracks:
        if track.is_drum or not track.notes:
            continue
        onsets = {note.start for note in track.notes}
        heard = {bars.bar_at(start) for start in onsets}
        alone = len(track.notes) <= _NOTES_AN_ONSET * len(onsets)
        if alone and len(heard) >= _LEAST_BARS * count and _height(track) >= _LOWEST_LINE:
            yield track


def _height(track: Track) -> float:
    return sum(note.pitch for note in track.notes) / len(track.notes)


def _accompaniment(
    score: Score, chords: Sequence[Chord], random: np.random.Generator
) -> Iterator[Note]:
    """Yield the notes of both hands, a bar after the other."""
    bars, end = BarMap.of(score), score.end
    ends = [chord.tick for chord in chords[1:]] + [end]
    starts = [chord.tick for chord in chords]
    low = int(random.integers(*_CLOSE, endpoint=True))
    figure: tuple[_Stroke, ...] = ()
    earlier: dict[tuple[tuple[int, int, str], ...], tuple[_Stroke, ...]] = {}
    for bar, start in bars.bar_starts(0, end):
        past = min(bars.start_of(bar + 1), end)
        if not figure or bar % _BARS_OF_A_FIGURE == 0:
            known = _FIGURES if (past - start) % (8 * _EIGHTH) == 0 else _IN_THREE
            block = _chords_between(chords, start, start + _BARS_OF_A_FIGURE * (past - start))
            drawn = known[int(random.integers(len(known)))]
            again = random.random() < _SAME_FIGURE_CHANCE
            figure = earlier.get(block, drawn) if again else drawn
            earlier.setdefault(block, figure)
        yield from _bar(figure, chords, start=start, past=past, starts=starts, ends=ends, low=low)


def _chords_between(
    chords: Sequence[Chord], start: int, end: int
) -> tuple[tuple[int, int, str], ...]:
    """Return the chords that sound in some bars: places, roots and qualities."""
    past = [chord.tick for chord in chords[1:]] + [end]
    return tuple(
        (max(chord.tick - start, 0), chord.root, chord.quality)
        for chord, until in zip(chords, past, strict=False)  # of no chords there is an end, too
        if chord.tick < end and until > start
    )


def _bar(
    figure: Sequence[_Stroke],
    chords: Sequence[Chord],
    *,
    start: int,
    past: int,
    starts: Sequence[int],
    ends: Sequence[int],
    low: int,
) -> Iterator[Note]:
    """Yield a figure in a bar, each stroke in the chord that sounds; no note outlasts its chord."""
    whole = max((past - start) // (8 * _EIGHTH), 1)
    for stroke in (
        _Stroke(stroke.at + 8 * again, stroke.tones, stroke.length)
        for again in range(whole)
        for stroke in figure
    ):
        tick = start + round(stroke.at * _EIGHTH)
        number = int(np.searchsorted(starts, tick, side="right")) - 1
        if tick >= past or number < 0 or chords[number].quality == "none":
            continue
        length = min(round(stroke.length * _EIGHTH), ends[number] - tick, past - tick)
        for pitch in _pitches(stroke.tones, chords[number], low):
            yield Note(tick, pitch, max(length, 1), _LOUD["Piano"])


def _pitches(tones: str, chord: Chord, low: int) -> list[int]:
    """Return the pitches of a stroke, each once."""
    steps = QUALITIES[chord.quality]
    root = _LOWEST_ROOT + (chord.bass - _LOWEST_ROOT) % 12
    close = sorted(low + (chord.root + step - low) % 12 for step in steps)
    fifth = root + (chord.root + steps[2] - root) % 12
    left = {"1": root, "5": fifth, "8": root + 12}
    left["3"] = root + 12 + (chord.root + steps[1] - root) % 12
    right = {"a": close[:1], "b": close[1:2], "c": close[-1:], "x": close}
    found = {pitch for tone in tones for pitch in (right.get(tone) or [left[tone]])}
    return sorted(found)
