"""The songs of the library for training: named, grouped for the split, read on demand."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from engine.ground.errors import SegueError
from engine.library.catalogue import Catalogue
from engine.library.entries import Entry
from engine.library.location import SongLocation
from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.library.shelf import Shelf
from engine.library.tasks import read_location
from engine.messages import ChosenPiece
from engine.values.library import PieceQuery
from engine.values.score import Score


@dataclass(frozen=True, slots=True)
class LibrarySong:
    """A song that models learn from, not read yet.

    Attributes:
        name: A unique name for reports.
        split_key: Equal for songs that resemble each other: they share a split.
        place: Its location, for `read_location` in the processes of a pool.
        content: Hash of its bytes, the key of its fingerprint.
    """

    name: str
    split_key: str
    place: SongLocation
    content: bytes = b""


def library_songs(catalogue: Catalogue) -> list[LibrarySong]:
    """Return the songs that are usable, present and ticked, without duplicates."""
    return songs_of(list(catalogue.training_entries()))


def songs_of(entries: Sequence[Entry]) -> list[LibrarySong]:
    """Return files of the catalogue as songs."""
    # The tune of its first song names a family, so that the split is the same on every machine.
    keys: dict[int, str] = {}
    for entry in entries:
        keys.setdefault(entry.family, entry.tune)
    return [
        LibrarySong(entry.place.shown, keys[entry.family], entry.place, entry.content)
        for entry in entries
    ]


def found_among(entries: Iterable[Entry], shelf: Shelf, query: PieceQuery) -> list[Entry]:
    """Return those of some files that a search finds, in their order."""
    found = frozenset(map(int, shelf.find(query)))
    return [entry for entry in entries if entry.number in found]


def chosen_piece(entry: Entry) -> ChosenPiece:
    """Return a file of the catalogue as a piece to learn from."""
    return ChosenPiece(
        content=entry.content,
        path=entry.place.path,
        member=entry.place.member.encode("utf-8", "replace").decode(),
    )


def choice_of(entries: Iterable[Entry]) -> str:
    """Return a digest of a set of pieces, whatever their order."""
    digest = blake2b(digest_size=16)
    for content in sorted(entry.content for entry in entries):
        digest.update(content)
    return digest.hexdigest()


def read_song(place: SongLocation) -> Score:
    """Return the music at a location, with corrected bars.

    Raises:
        MidiFileError, EmptyMusicError, LimitError: It can no longer be read.
    """
    return score_of(read_location(place))


def score_of(data: bytes) -> Score:
    """Return the music in a file's bytes, with corrected bars.

    Raises:
        MidiFileError, EmptyMusicError, LimitError: It cannot be read.
    """
    return normalized(read_score(data).score)


def songs(catalogue: Catalogue) -> Iterator[tuple[str, str, Score]]:
    """Yield (name, split key, score) of the songs that models learn from, read one by one.

    Unreadable songs are skipped: the next import reports them.
    """
    for song in library_songs(catalogue):
        try:
            score = read_song(song.place)
        except SegueError:
            continue
        yield song.name, song.split_key, score
