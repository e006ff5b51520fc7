"""The songs to train on: from the library or a folder, without duplicates."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.copying.prints import PrintStore
from engine.copying.windows import windows_of_score
from engine.ground.errors import SegueError, TrainingError
from engine.ground.paths import Paths
from engine.library.catalogue import Catalogue
from engine.library.entries import Entry, Known
from engine.library.facts import content_of
from engine.library.importing import import_folders
from engine.library.location import SongLocation
from engine.library.songs import songs_of
from engine.library.tasks import read_location
from engine.making.encoded import read_to_keep
from engine.making.song_list import TrainingSongs
from engine.making.training_checks import empty_library, no_folder
from engine.messages import ChosenPiece, ImportProgress, LeftOutPiece
from engine.training.prepare import CHANGED, Song

_GONE = "The file is not there any more."
_FORGOTTEN = "It is not in the library any more."


def songs_of_library(paths: Paths) -> TrainingSongs:
    """Return the songs that are ticked in the user's library.

    Raises:
        TrainingError: No song is ticked.
        LibraryError: The catalogue cannot be read.
    """
    if paths.catalogue.is_file():
        with Catalogue(paths.catalogue) as catalogue:
            songs = _songs(catalogue.training_entries(), "the library")
        if songs.songs:
            return songs
    raise empty_library()


def songs_chosen(pieces: Sequence[ChosenPiece], paths: Paths) -> TrainingSongs:
    """Return the songs of an earlier choice, whatever is ticked in the library now.

    A song is identified by its bytes. A moved file is found at its new place; a song whose file has
    changed or is gone is in `left_out`.

    Raises:
        TrainingError: None of them exists any more.
        LibraryError: The catalogue cannot be read.
    """
    if not paths.catalogue.is_file():
        raise TrainingError("The library is not there any more.")
    with Catalogue(paths.catalogue) as catalogue:
        entries = catalogue.with_contents([piece.content for piece in pieces])
        known = catalogue.known_files()
        ticked = {entry.content for entry in catalogue.training_entries()}
    left_out: list[LeftOutPiece] = []
    found: list[Entry] = []
    for piece in pieces:
        chosen = SongLocation(piece.path, piece.member)
        entry = entries.get(piece.content)
        place = entry.place if entry is not None else chosen
        if reason := _why_left_out(place, piece.content, known.get(place)):
            left_out.append(LeftOutPiece(name=chosen.shown, reason=reason))
        elif entry is not None:
            found.append(entry)
    if not found:
        raise TrainingError(
            "None of the pieces that were chosen is there any more.",
            hint="Choose pieces in the library and start again.",
        )
    return replace(
        _songs(found, "the library"),
        left_out=tuple(left_out),
        further=len(ticked - {piece.content for piece in pieces}),
    )


def _why_left_out(place: SongLocation, content: bytes, known: Known | None) -> str:
    """Return why a file is no longer the chosen song; empty if it is.

    The file is read only if it was written to since it was catalogued.
    """
    try:
        status = place.file.stat()
    except (OSError, ValueError):
        return _GONE
    if known is None:
        return _FORGOTTEN
    if known.content == content:
        if (known.size, known.changed_ns) == (status.st_size, status.st_mtime_ns):
            return ""
        with contextlib.suppress(SegueError):
            return "" if content_of(read_location(place)) == content else CHANGED
    return CHANGED


def songs_of_folder(folder: Path, catalogue: Path) -> Iterator[ImportProgress | TrainingSongs]:
    """Examine a folder like an import, in a temporary catalogue; yield progress, then its songs.

    Args:
        folder: Folder with MIDI files.
        catalogue: File to create for this.

    Raises:
        TrainingError: The folder does not exist, or has no usable song.
    """
    if not folder.exists():
        raise no_folder(folder)
    with Catalogue(catalogue) as of_folder:
        for event in import_folders([folder], of_folder):
            if isinstance(event, ImportProgress):
                yield event
        songs = _songs(of_folder.training_entries(), f"the folder ‘{folder.name}’")
    if not songs.songs:
        raise TrainingError(
            "There is no MIDI file in ‘{folder}’ that can be learned from.", folder=folder
        )
    yield songs


def fingerprinted(songs: TrainingSongs, paths: Paths) -> Iterator[int]:
    """Make missing fingerprints; yield the number of songs that are done.

    Raises:
        LibraryError: The fingerprints cannot be written.
    """
    with PrintStore(paths.prints) as prints:
        known = prints.known(songs.contents)
        for done, (song, content) in enumerate(zip(songs.songs, songs.contents, strict=True), 1):
            if content and content not in known:
                with contextlib.suppress(SegueError):
                    _add_prints(prints, song, content)
            yield done


def _add_prints(prints: PrintStore, song: Song[SongLocation], content: bytes) -> None:
    read = read_to_keep(song.source)
    # The file may have changed since its song was catalogued.
    if read.content == content:
        prints.add([(content, song.name, windows_of_score(read.score).packed())])


def _songs(entries: Iterable[Entry], source: str) -> TrainingSongs:
    entries = list(entries)
    found = songs_of(entries)
    counted = [(entry.place.shown, entry.statistics) for entry in entries if entry.statistics]
    return TrainingSongs(
        songs=tuple(
            Song(name=s.name, source=s.place, piece=s.split_key, content=s.content) for s in found
        ),
        contents=tuple(song.content for song in found),
        seconds_of={name: statistics.seconds for name, statistics in counted},
        notes_of={name: statistics.notes for name, statistics in counted},
        source=source,
    )
