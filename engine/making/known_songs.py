"""The songs that a model or a run learned from, and their fingerprints on this machine.

A model's folder lists its training songs by content; the library has their fingerprints. Songs that
are in no user's library, as the starter's, have their fingerprints in the folder itself.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path

from engine.copying.fingerprints import Fingerprints
from engine.copying.prints import PrintStore
from engine.copying.sparse import read_sparse
from engine.ground.errors import LibraryError, ModelFileError, TrainingError
from engine.ground.paths import Paths
from engine.making.model_folders import PRINTS, SONGS
from engine.making.song_list import TrainingSongs
from engine.sentence import Text, said

OF_BASE = "base-songs.json"
"""File in a run's folder: the songs of its base model."""


def prints_of(folder: Path, paths: Paths) -> Fingerprints | None:
    """Return the fingerprints of the songs of a model or a run; None if there are none here.

    Args:
        folder: Folder of the model or the run.
        paths: The user's folders.

    Raises:
        ModelFileError: Those in the folder are damaged.
        LibraryError: Those of the library are damaged.
    """
    sparse = read_sparse(folder / PRINTS)
    known = Fingerprints.of_windows((), sparse=sparse)
    contents = songs_in(folder).contents
    if contents:
        with PrintStore(paths.prints) as store:
            known = Fingerprints.of_windows(store.songs(contents), sparse=sparse)
    return known if len(known) else None


def prints_or_word(folder: Path, paths: Paths, tell: Callable[[Text], None]) -> Fingerprints | None:
    """Return what `prints_of` returns; where it cannot be read, tell a sentence and return None.

    Args:
        folder: Folder of the model or the run.
        paths: The user's folders.
        tell: Takes the sentence for the user.
    """
    try:
        return prints_of(folder, paths)
    except (ModelFileError, LibraryError) as error:
        tell(
            said(
                "Notes that are copied from songs cannot be found with this model: {reason}",
                reason=error.message,
            )
        )
        return None


def songs_in(folder: Path) -> TrainingSongs:
    """Return the songs that a model or a run learned from, with those of its base."""
    found = TrainingSongs(songs=(), source="")
    for name in (SONGS, OF_BASE):
        with contextlib.suppress(TrainingError):
            found = found.joined(TrainingSongs.kept(folder / name))
    return found
