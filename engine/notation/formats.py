"""Which function writes which format of notation."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from engine.music.formats import MUSICXML, NOTATION, Format, format_written_to
from engine.notation import musicxml
from engine.notation.page import NotatedPiece

_WRITERS: Mapping[Format, Callable[[NotatedPiece], bytes]] = MappingProxyType(
    {MUSICXML: musicxml.write}
)


def written(page: NotatedPiece, path: Path) -> bytes:
    """Return a page as a file of the format that a path's ending asks for, else MusicXML."""
    return _WRITERS[format_written_to(path, NOTATION) or MUSICXML](page)
