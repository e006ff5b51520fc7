"""Importing into the user's library: the catalogue opened for as long as it takes."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from engine.copying.prints import PrintStore
from engine.library.catalogue import Catalogue
from engine.library.importing import import_folders
from engine.messages import ImportProgress, ImportReport
from engine.paths import Paths


def import_into_library(
    folders: Sequence[str], paths: Paths, *, cancelled: Callable[[], bool]
) -> Iterator[ImportProgress | ImportReport]:
    """Add all music in some files and folders to the user's library.

    Args:
        folders: Files and folders.
        paths: The user's folders.
        cancelled: Asked many times a second whether to stop.

    Yields:
        Progress, and last the report.

    Raises:
        LibraryError: The catalogue cannot be opened or written.
    """
    with Catalogue(paths.catalogue) as catalogue, PrintStore(paths.prints) as prints:
        yield from import_folders(
            [Path(f) for f in folders], catalogue, cancelled=cancelled, prints=prints
        )
