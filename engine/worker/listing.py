"""What is in the library, as the window's list shows it."""

import os

from engine.library.catalogue import Catalogue, Entry
from engine.messages import LibraryListed, LibraryPiece
from engine.paths import Paths


def list_library(paths: Paths) -> LibraryListed:
    """Return the usable pieces and the number of the others; nothing without a catalogue.

    Raises:
        LibraryError: The catalogue cannot be read.
    """
    if not paths.catalogue.is_file():
        return LibraryListed(pieces=(), folders=(), not_used=0, files=0)
    with Catalogue(paths.catalogue) as catalogue:
        pieces = tuple(_piece(entry) for entry in catalogue.training_entries())
        files = sum(catalogue.counts().values())
        folders = tuple(_text(os.fsencode(folder)) for folder in catalogue.folders())
    return LibraryListed(pieces=pieces, folders=folders, not_used=files - len(pieces), files=files)


def _piece(entry: Entry) -> LibraryPiece:
    statistics = entry.statistics
    return LibraryPiece(
        path=_text(entry.place.path),
        member=_text(entry.place.member.encode("utf-8", "surrogateescape")),
        title=entry.name,
        seconds=statistics.seconds if statistics else 0.0,
        tracks=statistics.tracks if statistics else 0,
        programs=statistics.programs if statistics else (),
        drums=statistics.drums if statistics else False,
        key=statistics.key if statistics else "",
        warning=entry.reason,
    )


def _text(name: bytes) -> str:
    # JSON carries text: a name that is none is shown, and cannot be opened from the list.
    return name.decode("utf-8", "replace")
