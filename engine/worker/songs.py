"""Which songs a model learns from: the library's, or those of a folder, duplicates left out."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from engine.copying.prints import PrintStore
from engine.copying.windows import windows_of_score
from engine.errors import SegueError, TrainingError
from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.library.catalogue import Catalogue
from engine.library.importing import import_folders
from engine.library.songs import library_songs
from engine.library.tasks import Place
from engine.messages import ImportProgress
from engine.paths import Paths
from engine.saving import write_atomically
from engine.training.prepare import Song
from engine.worker.encoded import read_to_keep


@dataclass(frozen=True, slots=True, kw_only=True)
class Songs:
    """What there is to learn from.

    Attributes:
        songs: One for each file.
        seconds: Of music.
        notes: In all of them.
        source: Where they are from, in words.
        contents: Hash of each one's bytes, which names its fingerprint.
    """

    songs: tuple[Song[Place], ...]
    seconds: float
    notes: int
    source: str
    contents: tuple[bytes, ...] = ()

    def keep(self, file: Path) -> None:
        """Write which songs these are, so that a run that goes on later finds them again."""
        write_atomically(file, msgspec.json.encode(_Kept(songs=_described(self))))

    @classmethod
    def kept(cls, file: Path) -> "Songs":
        """Return the songs that `keep` wrote down.

        Raises:
            TrainingError: There is no such list, or it is damaged.
        """
        try:
            text = read_file(file, most=documents.OURS.text_bytes)
            known = documents.decode(text, _Kept, documents.OURS).songs
        except RefusedError as error:
            raise TrainingError("The list of this run's songs cannot be read.") from error
        return cls(
            songs=tuple(
                Song(name=song.name, source=Place(bytes.fromhex(song.path), song.member))
                for song in known
            ),
            contents=tuple(bytes.fromhex(song.content) for song in known),
            seconds=0.0,
            notes=0,
            source="",
        )

    def joined(self, others: "Songs") -> "Songs":
        """Return these songs and those of others that are not among them."""
        known = set(self.contents)
        further = [
            (song, content)
            for song, content in zip(others.songs, others.contents, strict=True)
            if content not in known
        ]
        return replace(
            self,
            songs=(*self.songs, *(song for song, _ in further)),
            contents=(*self.contents, *(content for _, content in further)),
        )


class _KeptSong(msgspec.Struct, frozen=True, kw_only=True):
    """A song as it is written down: name, hash of its bytes, place (hexadecimal bytes)."""

    name: str
    content: str
    path: str = ""
    member: str = ""


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    songs: tuple[_KeptSong, ...]


def _described(songs: Songs) -> tuple[_KeptSong, ...]:
    return tuple(
        _KeptSong(
            name=song.name,
            content=content.hex(),
            path=song.source.path.hex(),
            member=song.source.member,
        )
        for song, content in zip(songs.songs, songs.contents, strict=True)
    )


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


def fingerprinted(songs: Songs, paths: Paths) -> Iterator[int]:
    """Make the fingerprints that an import has not made; yield how many songs were looked at.

    Raises:
        LibraryError: They cannot be kept.
    """
    with PrintStore(paths.prints) as prints:
        known = prints.known(songs.contents)
        for done, (song, content) in enumerate(zip(songs.songs, songs.contents, strict=True), 1):
            if content and content not in known:
                with contextlib.suppress(SegueError):
                    _add_prints(prints, song, content)
            yield done


def _add_prints(prints: PrintStore, song: Song[Place], content: bytes) -> None:
    read = read_to_keep(song.source)
    # A file may be another one than it was when its song was catalogued.
    if read.content == content:
        prints.add([(content, song.name, windows_of_score(read.score).packed())])


def _songs(catalogue: Catalogue, source: str) -> Songs:
    numbers = [entry.statistics for entry in catalogue.training_entries() if entry.statistics]
    found = list(library_songs(catalogue))
    return Songs(
        songs=tuple(
            Song(name=s.name, source=s.place, piece=s.split_key, content=s.content) for s in found
        ),
        contents=tuple(song.content for song in found),
        seconds=sum(statistics.seconds for statistics in numbers),
        notes=sum(statistics.notes for statistics in numbers),
        source=source,
    )
