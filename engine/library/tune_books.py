"""ABC files with many tunes: each tune is a song, as a file in an archive is one."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from engine.ground.errors import MidiFileError, NotationFileError, SegueError
from engine.midi.file.files import read_file
from engine.notation.abc_reading import tunes_in
from engine.notation.abc_text import TuneText
from engine.values.formats import ABC


def is_book(path: Path) -> bool:
    """Return whether a file may have many tunes."""
    return path.suffix.lower() in ABC.read


def tune_names(path: Path) -> tuple[str, ...]:
    """Return the names of the tunes of a file that have music, in its order; none if it has none.

    A name has the tune's place and its title: `0012 The Kesh.abc`.
    """
    try:
        tunes = tunes_in(read_file(path), name=path.name)
    except SegueError:
        return ()
    return tuple(_name(n, tune) for n, tune in enumerate(tunes, 1) if tune.has_music)


def tune_bytes(path: Path, name: str) -> bytes:
    """Return one tune as a file of its own.

    Args:
        path: The file.
        name: One of `tune_names`.

    Raises:
        MidiFileError: The file cannot be read, or the tune is not there any more.
        LimitError: The file is too large.
    """
    number, _, _ = name.partition(" ")
    try:
        status = path.stat()
        tunes = _tunes(path, status.st_size, status.st_mtime_ns)
    except OSError as error:
        raise MidiFileError("It is no longer there.") from error
    except NotationFileError as error:
        raise MidiFileError(error.message) from error
    place = int(number) if number.isdigit() else 0
    if not 1 <= place <= len(tunes) or _name(place, tunes[place - 1]) != name:
        raise MidiFileError("It is no longer there.")
    return tunes[place - 1].text().encode()


@lru_cache(maxsize=1)
def _tunes(path: Path, size: int, changed_ns: int) -> Sequence[TuneText]:  # noqa: ARG001
    """Return the tunes of a file, kept for the next tune of the same file."""
    return tunes_in(read_file(path), name=path.name)


def _name(number: int, tune: TuneText) -> str:
    title = "".join(" " if letter in "/\\" else letter for letter in tune.title)
    return f"{number:04} {' '.join(title.split()) or 'Untitled'}.abc"
