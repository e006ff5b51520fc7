"""Importing into the user's library.

Songs are also encoded, with the tokenizer of models from scratch and of the starter, so that a
training need not do it.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from engine.copying.prints import PrintStore
from engine.ground.paths import Paths
from engine.library.catalogue import Catalogue
from engine.library.importing import Tokens, import_folders
from engine.messages import ImportProgress, ImportReport
from engine.tokens.cache import TokenCache
from engine.tokens.naming import vocabulary_of
from engine.values.config import TokenizerConfig


def import_into_library(
    folders: Sequence[str | Path], paths: Paths, *, cancelled: Callable[[], bool]
) -> Iterator[ImportProgress | ImportReport]:
    """Add all music in some files and folders to the user's library.

    Args:
        folders: Files and folders.
        paths: The user's folders.
        cancelled: Called many times a second; True stops.

    Yields:
        Progress, and last the report.

    Raises:
        LibraryError: The catalogue cannot be opened or written.
    """
    with (
        Catalogue(paths.catalogue) as catalogue,
        PrintStore(paths.prints) as prints,
        TokenCache(encoded_songs(paths)) as cache,
    ):
        tokens = Tokens(cache=cache, vocabulary=vocabulary_of(TokenizerConfig()))
        yield from import_folders(
            [Path(f) for f in folders],
            catalogue,
            cancelled=cancelled,
            prints=prints,
            tokens=tokens,
        )


def encoded_songs(paths: Paths) -> Path:
    """Return the SQLite file with the user's songs as ids."""
    return paths.token_stores / "songs.sqlite"
