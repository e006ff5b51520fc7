"""Everything the catalogue keeps about one file's bytes: what a guarded worker finds out."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from engine.errors import SegueError
from engine.library.credits import NOBODY, SongCredits
from engine.library.fingerprints import Fingerprint, fingerprint, windows_of
from engine.library.normalizing import normalized
from engine.library.reading import Music, read_music
from engine.library.statistics import Statistics, statistics_of
from engine.library.table import NoteTable
from engine.music.thumbnail import thumbnail_of
from engine.tokens.cache import TokenizedSong
from engine.tokens.encoding import encode
from engine.tokens.vocabulary import Vocabulary

State = Literal["ready", "warning", "refused", "duplicate"]
# What is found out about a file grows with the program: files that were examined when less was
# are examined once more by the next import.
EDITION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known about a file.

    Attributes:
        state: Usable, usable with something odd, or not usable.
        reason: Why it is refused or what was odd, in sentences; empty for a sound file.
        content: Hash of its bytes; empty when they could not be read.
        statistics: Its numbers, or None when it is refused.
        fingerprint: Its hashes, or None when it is refused.
        windows: Its windows of 16 notes, packed, by which copies are found; empty when refused.
        tokens: The song made ready and encoded, or None when it was not asked for or refused.
        credits: Title and composer, as far as the file says them.
        thumbnail: Its picture, packed; empty when it is refused.
    """

    state: State
    reason: str = ""
    content: bytes = b""
    statistics: Statistics | None = None
    fingerprint: Fingerprint | None = None
    windows: bytes = b""
    tokens: TokenizedSong | None = None
    credits: SongCredits = NOBODY
    thumbnail: bytes = b""


def refused(reason: str, *, content: bytes = b"") -> Facts:
    """Return the facts of a file that cannot be used."""
    return Facts(state="refused", reason=reason, content=content)


def content_of(data: bytes) -> bytes:
    """Return the hash by which a file's bytes are known."""
    return blake2b(data, digest_size=16).digest()


def examine(data: bytes, vocabulary: Vocabulary | None = None) -> Facts:
    """Return what is to be known about a file's bytes; never raises for what is in them.

    Args:
        data: The whole file.
        vocabulary: In whose ids the song is to be written as well; None does not write it.
    """
    content = content_of(data)
    try:
        music = read_music(data)
    except SegueError as error:
        return refused(error.message, content=content)
    table = music.table
    return Facts(
        state="warning" if music.warnings else "ready",
        reason=" ".join(music.warnings),
        content=content,
        statistics=statistics_of(table),
        fingerprint=fingerprint(table),
        windows=windows_of(table).packed(),
        tokens=_tokenized(music, vocabulary) if vocabulary else None,
        credits=music.credits,
        thumbnail=_picture(table),
    )


def _picture(table: NoteTable) -> bytes:
    return thumbnail_of(
        start=table.start,
        duration=table.duration,
        pitch=table.pitch,
        part=table.part,
        drum=table.drum,
    ).packed()


def _tokenized(music: Music, vocabulary: Vocabulary) -> TokenizedSong:
    try:
        score = music.make_score(vocabulary.has_pedal)
        encoded = encode(normalized(score, music.table), vocabulary)
    except SegueError as error:
        return TokenizedSong(problem=error.message)
    return TokenizedSong.of(encoded.ids, encoded.bars)
