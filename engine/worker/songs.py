"""The songs to train on: from the library or a folder, without duplicates."""

import contextlib
import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from engine.copying.prints import PrintStore
from engine.copying.windows import windows_of_score
from engine.errors import SegueError, TrainingError
from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.library.catalogue import Catalogue
from engine.library.entries import Entry, Known
from engine.library.facts import content_of
from engine.library.importing import import_folders
from engine.library.songs import songs_of
from engine.library.tasks import SongLocation, read_location
from engine.messages import ChosenPiece, ImportProgress, LeftOutPiece
from engine.paths import Paths
from engine.saving import write_atomically
from engine.training.prepare import CHANGED, Song
from engine.worker.encoded import read_to_keep
from engine.worker.training_checks import empty_library, no_folder

_GONE = "The file is not there any more."
_FORGOTTEN = "It is not in the library any more."


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSongs:
    """Songs to train on.

    Attributes:
        songs: One for each file.
        source: Description of where they come from.
        contents: Hash of each file's bytes, the key of its fingerprint.
        seconds_of: Duration by name, where known.
        notes_of: Number of notes by name, where known.
        left_out: Chosen pieces that are not among them, with reasons.
        further: Number of other pieces that were ticked in the library after the choice.
    """

    songs: tuple[Song[SongLocation], ...]
    source: str
    contents: tuple[bytes, ...] = ()
    seconds_of: dict[str, float] = field(default_factory=dict)
    notes_of: dict[str, int] = field(default_factory=dict)
    left_out: tuple[LeftOutPiece, ...] = ()
    further: int = 0

    @property
    def seconds(self) -> float:
        """Seconds of music in all of them."""
        return sum(self.seconds_of.get(song.name, 0.0) for song in self.songs)

    @property
    def notes(self) -> int:
        """Notes in all of them."""
        return sum(self.notes_of.get(song.name, 0) for song in self.songs)

    def without(self, left_out: Collection[LeftOutPiece]) -> "TrainingSongs":
        """Return the songs without some that turned out to be unusable."""
        names = {piece.name for piece in left_out}
        stay = [song.name not in names for song in self.songs]
        return replace(
            self,
            songs=tuple(itertools.compress(self.songs, stay)),
            contents=tuple(itertools.compress(self.contents, stay)),
            left_out=(*self.left_out, *left_out),
        )

    def keep(self, file: Path) -> None:
        """Write the list of songs, so that a resumed run finds them again."""
        write_atomically(file, msgspec.json.encode(_SongList(songs=_described(self))))

    @classmethod
    def kept(cls, file: Path) -> "TrainingSongs":
        """Return the songs of a list that `keep` wrote.

        Raises:
            TrainingError: The list is missing or damaged.
        """
        try:
            text = read_file(file, most=documents.OURS.text_bytes)
            known = documents.decode(text, _SongList, documents.OURS).songs
        except RefusedError as error:
            raise TrainingError("The list of this run's songs cannot be read.") from error
        return cls(
            songs=tuple(
                Song(name=song.name, source=SongLocation(bytes.fromhex(song.path), song.member))
                for song in known
            ),
            contents=tuple(bytes.fromhex(song.content) for song in known),
            source="",
        )

    def joined(self, others: "TrainingSongs") -> "TrainingSongs":
        """Return these songs and the new ones of others."""
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
    """A song in the list: name, hash of its bytes, place (bytes in hexadecimal)."""

    name: str
    content: str
    path: str = ""
    member: str = ""


class _SongList(msgspec.Struct, frozen=True, kw_only=True):
    songs: tuple[_KeptSong, ...]


def _described(songs: TrainingSongs) -> tuple[_KeptSong, ...]:
    return tuple(
        _KeptSong(
            name=song.name,
            content=content.hex(),
            path=song.source.path.hex(),
            member=song.source.member,
        )
        for song, content in zip(songs.songs, songs.contents, strict=True)
    )


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
        raise TrainingError(f"There is no MIDI file in ‘{folder}’ that can be learned from.")
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
