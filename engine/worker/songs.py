"""Which songs a model learns from: the library's, or those of a folder, duplicates left out."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.errors import TrainingError
from engine.library.catalogue import Catalogue
from engine.library.importing import import_folders
from engine.library.songs import library_songs
from engine.library.tasks import Place
from engine.messages import ImportProgress
from engine.paths import Paths
from engine.training.prepare import Song


@dataclass(frozen=True, slots=True, kw_only=True)
class Songs:
    """What there is to learn from.

    Attributes:
        songs: One for each file.
        seconds: Of music.
        notes: In all of them.
        source: Where they are from, in words.
    """

    songs: tuple[Song[Place], ...]
    seconds: float
    notes: int
    source: str


def songs_of_library(paths: Paths) -> Songs:
    """Return what the user's library has to learn from.

    Raises:
        TrainingError: Nothing.
        LibraryError: The catalogue cannot be read.
    """
    if paths.catalogue.is_file():
        with Catalogue(paths.catalogue) as catalogue:
            songs = _songs(catalogue, "the library")
        if songs.songs:
            return songs
    raise TrainingError(
        "There is no music in the library to learn from.", hint="Add a folder of MIDI files."
    )


def songs_of_folder(folder: Path, catalogue: Path) -> Iterator[ImportProgress | Songs]:
    """Examine a folder as an import does, into a catalogue of its own; yield its songs at last.

    Args:
        folder: With MIDI files in it.
        catalogue: A file that is made for this.

    Raises:
        TrainingError: There is no such folder, or no usable song in it.
    """
    if not folder.exists():
        raise TrainingError(f"There is no folder ‘{folder}’.")
    with Catalogue(catalogue) as of_folder:
        for event in import_folders([folder], of_folder):
            if isinstance(event, ImportProgress):
                yield event
        songs = _songs(of_folder, f"the folder ‘{folder.name}’")
    if not songs.songs:
        raise TrainingError(f"There is no MIDI file in ‘{folder}’ that can be learned from.")
    yield songs


def _songs(catalogue: Catalogue, source: str) -> Songs:
    numbers = [entry.statistics for entry in catalogue.training_entries() if entry.statistics]
    return Songs(
        songs=tuple(
            Song(name=song.name, source=song.place, piece=song.split_key)
            for song in library_songs(catalogue)
        ),
        seconds=sum(statistics.seconds for statistics in numbers),
        notes=sum(statistics.notes for statistics in numbers),
        source=source,
    )
