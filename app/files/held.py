"""Files that are held over the window: their kinds, by their names, for nothing is read yet."""

import os
from collections.abc import Generator
from pathlib import Path

from app.files.models import SUFFIX as MODEL_SUFFIX
from app.values.held import Held
from engine.values.formats import (
    LEARNED_FROM,
    MIDI,
    MUSESCORE_SUFFIXES,
    OPENED,
    RECORDINGS,
    read_suffixes,
)
from engine.values.sound import BANK_SUFFIXES

_ARCHIVE = ".zip"
# A step of counting looks at so many files: a few milliseconds.
_STEP = 500


def held_of(paths: tuple[Path, ...], *, into_piece: bool) -> Held:
    """Return what some files and folders are.

    Args:
        paths: The files and folders.
        into_piece: Whether there is a piece that notes can be put into.
    """
    if not paths:
        return Held()
    first = paths[0]
    if len(paths) == 1 and not first.is_dir():
        if is_piece(first):
            is_midi = first.suffix.lower() in read_suffixes((MIDI,))
            return Held(kind="piece", name=first.stem, count=1, is_part=into_piece and is_midi)
        if first.suffix.lower() in (MODEL_SUFFIX, *BANK_SUFFIXES):
            return Held(kind="tool", name=first.name)
        if is_sound(first):
            return Held(kind="sound", name=first.name)
    if any(_is_taken(path) for path in paths):
        return Held(kind="music", name=first.name if len(paths) == 1 else "")
    return Held()


def is_piece(path: Path) -> bool:
    """Return whether a file's suffix is that of a piece, or of one that must be exported first."""
    return path.suffix.lower() in (*read_suffixes(OPENED), *MUSESCORE_SUFFIXES)


def is_sound(path: Path) -> bool:
    """Return whether a file's suffix is that of a recording, whose notes can be found."""
    return path.suffix.lower() in read_suffixes(RECORDINGS)


def _is_taken(path: Path) -> bool:
    return (
        is_piece(path)
        or path.suffix.lower() in (MODEL_SUFFIX, _ARCHIVE, *BANK_SUFFIXES)
        or path.is_dir()
    )


def count_pieces(paths: tuple[Path, ...]) -> Generator[int, None, int]:
    """Count the music in files and folders; yield the number of files seen after each step.

    Returns:
        The number of pieces; 0 where an archive holds some that cannot be counted by their names.
    """
    suffixes, seen, pieces = read_suffixes(LEARNED_FROM), 0, 0
    for path in paths:
        inside = os.walk(path) if path.is_dir() else [("", [], [path.name])]
        for _folder, _folders, names in inside:
            for name in names:
                suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122 - twice as fast
                if suffix == _ARCHIVE:
                    return 0
                pieces += suffix in suffixes and not name.startswith(".")
                seen += 1
                if seen % _STEP == 0:
                    yield seen
            yield seen
    return pieces
