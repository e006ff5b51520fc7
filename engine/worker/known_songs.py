"""The songs that a model or a run learned from, and their fingerprints on this machine.

A model's folder lists its training songs by content; the library has their fingerprints. Songs that
are in no user's library, as the starter's, have their fingerprints in the folder itself. A model
inherits both from its base.
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
from engine.worker.songs import TrainingSongs

OF_BASE = "base-songs.json"
"""File in a run's folder: the songs of its base model."""


def prints_of(folder: Path, paths: Paths) -> Fingerprints | None:
    """Return the fingerprints of the songs of a model or a run; None if there are none here.

    Args:
        folder: Folder of the model or the run.
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


def songs_in(folder: Path) -> TrainingSongs:
    """Return the songs that a model or a run learned from, with those of its base."""
    found = TrainingSongs(songs=(), source="")
    for name in (SONGS, OF_BASE):
        with contextlib.suppress(TrainingError):
            found = found.joined(TrainingSongs.kept(folder / name))
    return found


def inherit(base: Path, run_folder: Path) -> None:
    """Write the songs of the base model into a run's folder.

    Raises:
        TrainingError: The disk is full or cannot be written.
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
    """Write the songs of a run and of its base into a model's folder.

    On a full disk they are left out: the model works without them.
    """
    with contextlib.suppress(OSError):
        if (run_folder / PRINTS).is_file():
            shutil.copyfile(run_folder / PRINTS, model / PRINTS)
        songs_in(run_folder).keep(model / SONGS)
