"""The facts about the bytes of a file that a guarded worker finds for the catalogue."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from engine.ground.errors import SegueError
from engine.library.credits import NOBODY, SongCredits
from engine.library.fingerprints import Fingerprint, fingerprint, windows_of
from engine.library.normalizing import normalized
from engine.library.reading import Music, read_music
from engine.library.statistics import Statistics, statistics_of
from engine.library.table import NoteTable
from engine.sentence import Text, sentences
from engine.tokens.cache import TokenizedSong
from engine.tokens.encoding import encode
from engine.tokens.vocabulary import Vocabulary
from engine.values.thumbnail import thumbnail_of

State = Literal["ready", "warning", "refused", "duplicate"]
# Raised when a new version finds more facts: the next import then examines older rows again.
EDITION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts about a file.

    Attributes:
        state: Usable, usable with oddities, or not usable.
        reason: Sentences on the refusal or the oddities; empty if there are none.
        content: Hash of its bytes; empty if they could not be read.
        statistics: Its numbers, or None if it is refused.
        fingerprint: Its hashes, or None if it is refused.
        windows: Its windows of 16 notes, packed, to find copies; empty if refused.
        tokens: The normalized song as ids, or None if not requested or refused.
        credits: Title and composer in the file.
        thumbnail: Its picture, packed; empty if it is refused.
    """

    state: State
    reason: Text = ""
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
    """Return the hash of a file's bytes."""
    return blake2b(data, digest_size=16).digest()


def examine(data: bytes, vocabulary: Vocabulary | None = None, *, name: str = "") -> Facts:
    """Return the facts about the bytes of a file; no content makes it raise.

    Args:
        data: The whole file.
        vocabulary: The vocabulary in which to encode the song; None does not encode it.
        name: The file's name, if there is one; its ending may say what it is.
    """
    content = content_of(data)
    try:
        music = read_music(data, name=name)
    except SegueError as error:
        return refused(error.message, content=content)
    table = music.table
    return Facts(
        state="warning" if music.warnings else "ready",
        reason=sentences(music.warnings),
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
