"""Songs of folders, divided once into those to choose by and those to judge by.

Which half a song is in depends on the bytes of its file alone, so that a song never changes sides.
A strength or a rule is chosen by songs of *choose*; *judge* is looked at when the choice is made.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Literal, TypeVar, get_args

from engine.ground.errors import SegueError
from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.values.formats import MIDI
from engine.values.score import Score

Half = Literal["choose", "judge"]
HALVES: tuple[Half, ...] = get_args(Half)
Split = Literal["choose", "judge", "all"]
SPLITS: tuple[Split, ...] = get_args(Split)

Folders = Mapping[str, Sequence[Path]]
"""Folders by collection."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class SongFile:
    """A file of music.

    Attributes:
        path: Where it is.
        collection: Which songs it belongs to.
        sha256: Of its bytes, in hexadecimal.
    """

    path: Path
    collection: str
    sha256: str

    @property
    def name(self) -> str:
        """The collection's name and the file's, without its ending."""
        return f"{self.collection}/{self.path.stem}"

    def as_read(self) -> Score:
        """Return the song with the bars of its file, as it is opened.

        Raises:
            SegueError: It cannot be read.
        """
        return read_score(self.path).score

    def score(self) -> Score:
        """Return the song as training reads it, its bars put right.

        Raises:
            SegueError: It cannot be read.
        """
        return normalized(self.as_read())


def half_of(data: bytes) -> Half:
    """Return the half that a file with these bytes is in."""
    return HALVES[hashlib.sha256(data).digest()[0] % len(HALVES)]


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


def song_files(
    folders: Folders, *, split: Split, suffixes: Iterable[str] = MIDI.read
) -> Iterator[SongFile]:
    """Yield the files of a split, each music once.

    They come by collection and in the order of their hashes, so that more of them begin with the
    same ones, and the first few are no neighbours in their folder.

    Args:
        folders: By collection.
        split: The half, or all.
        suffixes: Of files that are asked for, in small letters.
    """
    wanted = frozenset(suffixes)
    for collection, places in folders.items():
        found: dict[str, Path] = {}
        for folder in places:
            for path in sorted(folder.rglob("*")):
                if path.suffix.lower() not in wanted or not path.is_file():
                    continue
                data = path.read_bytes()
                if split in {"all", half_of(data)}:
                    found.setdefault(hashlib.sha256(data).hexdigest(), path)
        for digest, path in sorted(found.items()):
            yield SongFile(path=path, collection=collection, sha256=digest)


def first_files(
    folders: Folders, *, split: Split, count: int, suffixes: Iterable[str] = MIDI.read
) -> Iterator[SongFile]:
    """Yield the first files of each collection; the arguments are those of `song_files`.

    Args:
        folders: By collection.
        split: The half, or all.
        count: So many of each collection; 0 is all.
        suffixes: Of files that are asked for, in small letters.
    """
    files = song_files(folders, split=split, suffixes=suffixes)
    for _, group in groupby(files, key=lambda file: file.collection):
        yield from islice(group, count or None)


def first_songs(
    folders: Folders,
    take: Callable[[SongFile, Score], _T | None],
    *,
    split: Split,
    count: int,
) -> Iterator[_T]:
    """Yield what is taken of the first songs of each collection.

    Args:
        folders: By collection.
        take: Returns what is wanted of a song; None, or a `SegueError`, passes it over. So does a
            file that cannot be read: that is the importer's to report.
        split: The half, or all.
        count: So many of each collection; 0 is all.
    """
    files = song_files(folders, split=split)
    for _, group in groupby(files, key=lambda file: file.collection):
        yield from islice(_taken(group, take), count or None)


def _taken(files: Iterable[SongFile], take: Callable[[SongFile, Score], _T | None]) -> Iterator[_T]:
    for file in files:
        try:
            taken = take(file, file.score())
        except SegueError:
            continue
        if taken is not None:
            yield taken
