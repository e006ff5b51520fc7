"""The inheritance of a model from its base: list of songs, fingerprints and chord model."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from engine.ground.errors import TrainingError
from engine.making.harmony import inherit_chords
from engine.making.known_songs import OF_BASE, songs_in
from engine.making.model_folders import PRINTS, SONGS
from engine.sentence import Text, said


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
            "The run's folder cannot be written ({error}).", error=error.strerror or error
        ) from error


def hand_down(run_folder: Path, model: Path) -> Iterator[Text]:
    """Write the songs of a run and of its base into a model's folder.

    Yields:
        A sentence for the user where the disk does not take them: the model works without them.
    """
    try:
        if (run_folder / PRINTS).is_file():
            shutil.copyfile(run_folder / PRINTS, model / PRINTS)
        songs_in(run_folder).keep(model / SONGS)
    except OSError as error:
        yield said(
            "The list of songs was not written beside the model, so copied songs cannot be found: "
            "{reason}.",
            reason=error.strerror,
        )
