"""The songs a model or a run learned from, as far as this machine can look music up in them.

A model's folder lists its user's songs by content; their fingerprints are in the library. Those of
songs that are on no user's machine, the starter's, lie in the folder itself, and whatever is made
from a model inherits both.
"""

import contextlib
import shutil
from pathlib import Path

from engine.copying.fingerprints import Fingerprints
from engine.copying.prints import PrintStore
from engine.copying.sparse import read_sparse
from engine.errors import LibraryError, ModelFileError, TrainingError
from engine.paths import Paths
from engine.worker.harmony import inherit_chords
from engine.worker.model_folders import PRINTS, SONGS
from engine.worker.songs import Songs

OF_BASE = "base-songs.json"
"""In a run's folder: the songs that its base learned from."""


def prints_of(folder: Path, paths: Paths) -> Fingerprints | None:
    """Return the fingerprints of the songs of a model or a run, None where none is known here.

    Args:
        folder: The model's or the run's.
        paths: The user's folders.
    """
    sparse = None
    with contextlib.suppress(ModelFileError):
        sparse = read_sparse(folder / PRINTS)
    known = Fingerprints.of_windows((), sparse=sparse)
    contents = songs_in(folder).contents
    if contents:
        with contextlib.suppress(LibraryError), PrintStore(paths.prints) as store:
            known = Fingerprints.of_windows(store.songs(contents), sparse=sparse)
    return known if len(known) else None


def songs_in(folder: Path) -> Songs:
    """Return the songs that a model or a run learned from, its base's with them."""
    found = Songs(songs=(), source="")
    for name in (SONGS, OF_BASE):
        with contextlib.suppress(TrainingError):
            found = found.joined(Songs.kept(folder / name))
    return found


def inherit(base: Path, run_folder: Path) -> None:
    """Write down beside a run which songs its base learned from.

    Raises:
        TrainingError: The disk does not take it.
    """
    try:
        if (base / PRINTS).is_file():
            shutil.copyfile(base / PRINTS, run_folder / PRINTS)
        inherit_chords(base, run_folder)
        songs = songs_in(base)
        if songs.songs:
            songs.keep(run_folder / OF_BASE)
    except OSError as error:
        raise TrainingError(
            f"The run's folder cannot be written ({error.strerror or error})."
        ) from error


def hand_down(run_folder: Path, model: Path) -> None:
    """Write beside a model which songs it learned from, its base's with them.

    A full disk leaves them out: the model is whole without.
    """
    with contextlib.suppress(OSError):
        if (run_folder / PRINTS).is_file():
            shutil.copyfile(run_folder / PRINTS, model / PRINTS)
        songs_in(run_folder).keep(model / SONGS)
