"""Which functions read and write which format of notation."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from engine.midi.file.midifile import Reading
from engine.midi.file.span import LIMITS, Limits
from engine.notation import abc, musicxml
from engine.notation.abc_reading import read_abc
from engine.notation.abc_text import is_abc
from engine.notation.folding import folded
from engine.notation.not_written import not_written
from engine.notation.page import NotatedPiece
from engine.notation.reading import is_musicxml, read_musicxml
from engine.values.formats import ABC, MUSICXML, NOTATION, Format, format_written_to
from engine.values.score import Score

_WRITERS: Mapping[Format, Callable[[NotatedPiece], bytes]] = MappingProxyType(
    {MUSICXML: musicxml.write, ABC: abc.write}
)


def written(page: NotatedPiece, path: Path) -> bytes:
    """Return a page as a file of the format that a path's ending asks for, else MusicXML."""
    return _WRITERS[_format_of(path)](folded(page))


def _format_of(path: Path) -> Format:
    return format_written_to(path, NOTATION) or MUSICXML


def left_out(score: Score, page: NotatedPiece, path: Path) -> tuple[str, ...]:
    """Return in sentences what a file of a path's format does not have of a piece.

    Args:
        score: The piece.
        page: Its page.
        path: Where it is written.
    """
    signs = abc.unwritten_signs(page) if _format_of(path) is ABC else ()
    return not_written(score, signs)


def is_notation(data: bytes, name: str = "") -> bool:
    """Return whether bytes are likely written music: MusicXML, packed or not, or ABC.

    Args:
        data: The whole file.
        name: The file's name, if there is one.
    """
    return is_musicxml(data) or is_abc(data, name)


def read_notation(
    data: bytes,
    *,
    title: str = "",
    repeats: bool = True,
    limits: Limits = LIMITS,
    name: str = "",
    tune: int = 0,
) -> Reading:
    """Return the music in a file of notation, whatever its ending.

    Args:
        data: The whole file.
        title: The piece's name; empty takes the file's own.
        repeats: Whether repeats are played; else each measure comes once.
        limits: The most that is taken.
        name: The file's name, if there is one.
        tune: Of ABC, which tune, from 1; 0 takes the first one that has notes.

    Raises:
        NotationFileError: It cannot be read as MusicXML or ABC.
        EmptyMusicError: There are no notes in it.
        LimitError: It is larger than Segue reads.
    """
    if is_abc(data, name):
        return read_abc(data, title=title, repeats=repeats, limits=limits, name=name, tune=tune)
    return read_musicxml(data, title=title, repeats=repeats, limits=limits)
