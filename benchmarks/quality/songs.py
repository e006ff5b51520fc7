"""Places in songs to go on from: a prompt, and the bars that really follow."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from benchmarks.evaluation.passages import NEW_BARS, PROMPT_BARS, Passage
from benchmarks.songs import Folders, SongFile, Split, song_files
from engine.ground.errors import SegueError
from engine.values.score import Score
from engine.values.time import BarMap

MOST_HEARD = 16
"""Bars before the start that the model hears at most."""

_GRIDS = (3, 4, 12)  # places a quarter
_LEAST_AGREEMENT = 0.4  # of onsets on a grid: 1 is all on it, a performance without bars is near 0
_MIDDLE_STEP = 4  # bars: starts in the middle lie on such lines, counted from the first bar


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSong:
    """A place in a song to go on from.

    Attributes:
        name: The file's, without its ending.
        collection: Which songs it belongs to.
        sha256: Of the file, in hexadecimal.
        place: Whether the prompt begins the song.
        passage: The prompt and the bars that really follow.
        since: Tick of the bar line before which nothing is heard.
    """

    name: str
    collection: str
    sha256: str
    place: Literal["introduction", "middle"]
    passage: Passage
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The songs of one split.

    Attributes:
        songs: In the order of their hashes, by collection.
        skipped: How many songs were passed over, by reason.
    """

    songs: tuple[ChosenSong, ...]
    skipped: Mapping[str, int]


def find_songs(
    folders: Folders, *, split: Split, count: int, bars: int = NEW_BARS, barred: bool = True
) -> Found:
    """Return songs of a split, as many of each collection at most.

    Songs come in the order of their hashes, so that more of them begin with the same ones. Prompts
    begin the song and stand in its middle in turn.

    Args:
        folders: By collection.
        split: The half, or all.
        count: Songs of a collection; 0 is all.
        bars: That really follow the prompt.
        barred: Whether the notes fit bars; those of a free performance do not.
    """
    songs: list[ChosenSong] = []
    skipped: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for file in song_files(folders, split=split):
        if count and found[file.collection] == count:
            continue
        in_middle = bool(found[file.collection] % 2)
        song = _song(file, in_middle=in_middle, new_bars=bars, barred=barred)
        if isinstance(song, str):
            skipped[song] += 1
            continue
        songs.append(song)
        found[file.collection] += 1
    return Found(songs=tuple(songs), skipped=dict(sorted(skipped.items())))


def has_bars(score: Score) -> bool:
    """Return whether onsets stand on some grid; those of a free performance do not."""
    onsets = np.array([note.start for _, note in score.notes()]) / score.ticks_per_quarter
    agreements = [abs(np.exp(2j * np.pi * grid * onsets).mean()) for grid in _GRIDS]
    return bool(max(agreements) >= _LEAST_AGREEMENT)


def _song(file: SongFile, *, in_middle: bool, new_bars: int, barred: bool) -> ChosenSong | str:
    """Return a song, or why it is none."""
    try:
        score = file.score() if barred else file.as_read()
    except SegueError:
        return "unreadable"
    if not score.note_count:
        return "silent"
    if has_bars(score) != barred:
        return "without bars" if barred else "with bars"
    bars = BarMap.of(score)
    first = bars.bar_at(min(note.start for _, note in score.notes()))
    start = first + PROMPT_BARS
    last = bars.bars_until(score.end) - new_bars
    if last < start:
        return "too short"
    if in_middle:
        start = max(start, first + ((start + last) // 2 - first) // _MIDDLE_STEP * _MIDDLE_STEP)
    ticks = {name: bars.start_of(bar) for name, bar in _lines(start, first, new_bars).items()}
    passage = Passage(
        score=_with_steady_ruler(score, ticks["start"]),
        begin=ticks["begin"],
        start=ticks["start"],
        end=ticks["end"],
    )
    if not passage.prompt.note_count or not passage.following.note_count:
        return "silent"
    return ChosenSong(
        name=file.path.stem,
        collection=file.collection,
        sha256=file.sha256,
        place="introduction" if start == first + PROMPT_BARS else "middle",
        passage=passage,
        since=ticks["since"],
    )


def _lines(start: int, first: int, new_bars: int) -> dict[str, int]:
    return {
        "since": max(first, start - MOST_HEARD),
        "begin": start - PROMPT_BARS,
        "start": start,
        "end": start + new_bars,
    }


def _with_steady_ruler(score: Score, start: int) -> Score:
    """Return a score that keeps its tempo from a tick on: a continuation draws no tempo."""
    return replace(
        score,
        tempos=tuple(tempo for tempo in score.tempos if tempo.tick <= start),
        markers=(),
        tracks=tuple(
            replace(track, controls=tuple(c for c in track.controls if c.tick < start))
            for track in score.tracks
        ),
    )
