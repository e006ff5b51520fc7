"""The list of the songs that a training or a model learned from, also as a file beside it."""

import itertools
import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import TrainingError
from engine.ground.saving import write_atomically
from engine.library.location import SongLocation
from engine.messages import LeftOutPiece
from engine.training.prepare import Song


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

    def without_folders(self) -> bytes:
        """Return the list as `keep` writes it, for other people: only the names of the files."""
        return msgspec.json.encode(
            _SongList(
                songs=tuple(
                    _KeptSong(name=re.split(r"[/\\]", song.name)[-1], content=content.hex())
                    for song, content in zip(self.songs, self.contents, strict=True)
                )
            )
        )

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
