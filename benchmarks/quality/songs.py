"""Songs of folders, divided once into those to choose by and those to judge by.

Which half a song is in depends on the bytes of its file alone, so that a song never changes sides.
A strength or a rule is chosen by songs of *choose*; *judge* is looked at when the choice is made.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from engine.errors import SegueError
from engine.evaluation.passages import NEW_BARS, PROMPT_BARS, Passage
from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.music.formats import MIDI
from engine.music.score import Score
from engine.music.time import BarMap

Split = Literal["choose", "judge"]
SPLITS: tuple[Split, ...] = get_args(Split)

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


def split_of(data: bytes) -> Split:
    """Return the half that a file with these bytes is in."""
    return SPLITS[hashlib.sha256(data).digest()[0] % len(SPLITS)]


def folders_of(texts: Iterable[str]) -> dict[str, list[Path]]:
    """Return folders by collection.

    Args:
        texts: `NAME=FOLDER`, or `FOLDER` alone; folders of one name are one collection.

    Raises:
        SegueError: There is no such folder.
    """
    folders: dict[str, list[Path]] = {}
    for text in texts:
        name, _, folder = text.rpartition("=")
        path = Path(folder)
        if not path.is_dir():
            raise SegueError(f"There is no folder ‘{folder}’.")
        folders.setdefault(name or f"{path.parent.name}/{path.name}", []).append(path)
    return folders


def find_songs(folders: Mapping[str, Sequence[Path]], *, split: Split, count: int) -> Found:
    """Return songs of a split, as many of each collection at most.

    Songs come in the order of their hashes, so that more of them begin with the same ones. Prompts
    begin the song and stand in its middle in turn.

    Args:
        folders: By collection.
        split: The half.
        count: Songs of a collection.
    """
    songs: list[ChosenSong] = []
    skipped: Counter[str] = Counter()
    for collection, places in folders.items():
        found = 0
        for digest, path in _files(places, split):
            if found == count:
                break
            song = _song(path, collection, digest, in_middle=bool(found % 2))
            if isinstance(song, str):
                skipped[song] += 1
                continue
            songs.append(song)
            found += 1
    return Found(songs=tuple(songs), skipped=dict(sorted(skipped.items())))


def has_bars(score: Score) -> bool:
    """Return whether onsets stand on some grid; those of a free performance do not."""
    onsets = np.array([note.start for _, note in score.notes()]) / score.ticks_per_quarter
    agreements = [abs(np.exp(2j * np.pi * grid * onsets).mean()) for grid in _GRIDS]
    return bool(max(agreements) >= _LEAST_AGREEMENT)


def _files(places: Sequence[Path], split: Split) -> list[tuple[str, Path]]:
    """Return the files of a split by hash, each music once."""
    found: dict[str, Path] = {}
    for folder in places:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() not in MIDI.read or not path.is_file():
                continue
            data = path.read_bytes()
            if split_of(data) == split:
                found.setdefault(hashlib.sha256(data).hexdigest(), path)
    return sorted(found.items())


def _song(path: Path, collection: str, digest: str, *, in_middle: bool) -> ChosenSong | str:
    """Return a song, or why it is none."""
    try:
        score = normalized(read_score(path).score)
    except SegueError:
        return "unreadable"
    if not score.note_count:
        return "silent"
    if not has_bars(score):
        return "without bars"
    bars = BarMap.of(score)
    first = bars.bar_at(min(note.start for _, note in score.notes()))
    start = first + PROMPT_BARS
    last = bars.bars_until(score.end) - NEW_BARS
    if last < start:
        return "too short"
    if in_middle:
        start = max(start, first + ((start + last) // 2 - first) // _MIDDLE_STEP * _MIDDLE_STEP)
    ticks = {name: bars.start_of(bar) for name, bar in _lines(start, first).items()}
    passage = Passage(
        score=_with_steady_ruler(score, ticks["start"]),
        begin=ticks["begin"],
        start=ticks["start"],
        end=ticks["end"],
    )
    if not passage.prompt.note_count or not passage.following.note_count:
        return "silent"
    return ChosenSong(
        name=path.stem,
        collection=collection,
        sha256=digest,
        place="introduction" if start == first + PROMPT_BARS else "middle",
        passage=passage,
        since=ticks["since"],
    )


def _lines(start: int, first: int) -> dict[str, int]:
    return {
        "since": max(first, start - MOST_HEARD),
        "begin": start - PROMPT_BARS,
        "start": start,
        "end": start + NEW_BARS,
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
