"""Encode songs in a process pool, divide them into training and validation, write a token store.

The caller passes the songs and the function that reads one, so that reading happens in the pool,
too, and this module knows no MIDI files.
"""

import functools
import hashlib
import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.ground.errors import SegueError, TrainingError
from engine.ground.host import children_without_breaks
from engine.tokens.cache import TokenCache, TokenizedSong
from engine.tokens.events import events_of, said
from engine.tokens.store import write_store
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import TokenizerConfig
from engine.values.score import Score

Split = Literal["train", "valid"]
# Of the pieces; the model does not learn from these.
VALIDATION_SHARE = 0.05
# The held-out share of the music stays between these: the hash alone might hold out none of twenty
# songs, or the one that is half of the music.
LEAST_HELD_OUT, MOST_HELD_OUT = 0.02, 0.2
CHANGED = "The file was changed after it was chosen."
# With fewer songs, starting processes takes longer than it saves.
_SONGS_WORTH_A_POOL = 48

SourceT = TypeVar("SourceT")
SourceT_contra = TypeVar("SourceT_contra", contravariant=True)
Ids = NDArray[np.uint16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Song(Generic[SourceT]):
    """One song to learn from.

    Attributes:
        name: A unique name for reports.
        source: The argument of `read`: a path, bytes, or a score.
        piece: Songs of one piece (its movements, its versions) share this and are never divided
            between training and validation; empty means the name.
        split: Training or validation; None lets the hash of the piece decide.
        weight: Times that an epoch reads it, each time augmented anew.
        content: Hash of the bytes of its file, or empty. It is the key in the cache, and a file
            with other bytes is refused as changed.
    """

    name: str
    source: SourceT
    piece: str = ""
    split: Split | None = None
    weight: int = 1
    content: bytes = b""

    @property
    def piece_name(self) -> str:
        """The piece that the song belongs to."""
        return self.piece or self.name


@dataclass(frozen=True, slots=True)
class ReadSong:
    """The result of reading a song.

    Attributes:
        score: Its music.
        content: Hash of the bytes read: the file may have changed since the song was chosen.
    """

    score: Score
    content: bytes


@dataclass(frozen=True, slots=True)
class EncodedSongs:
    """A cache of encoded songs.

    Attributes:
        recipe: Its key for the way that `read` normalizes songs and for the vocabulary.
    """

    cache: TokenCache
    recipe: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedSong:
    """One encoded song, or the reason why it is left out.

    Attributes:
        tokens: Number of its ids, without begin and end; 0 if it is left out.
        total: Number of songs.
        problem: One sentence on why it is left out, or empty.
    """

    name: str
    tokens: int
    done: int
    total: int
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Encoded:
    ids: Ids
    bars: NDArray[np.int64]
    problem: str = ""
    content: bytes = b""  # hash of the bytes that were read; empty if reading failed


def own_score(source: Score) -> Score:
    """Return the source: `read` for songs that are scores already."""
    return source


def split_of(piece: str, *, validation_share: float = VALIDATION_SHARE) -> Split:
    """Return the split of a piece, by a hash of its name: the same on every machine and day."""
    return "valid" if _drawn(piece) < validation_share else "train"


def _drawn(piece: str) -> float:
    digest = hashlib.sha256(piece.encode("utf-8", "surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def prepare(
    songs: Sequence[Song[SourceT]],
    folder: Path,
    *,
    tokenizer: Tokenizer,
    read: Callable[[SourceT], Score | ReadSong],
    processes: int = 1,
    kept: EncodedSongs | None = None,
) -> Iterator[PreparedSong]:
    """Encode songs and write them as a token store; yield each song when it is done.

    The store is written, atomically, after the last song: exhaust the iterator.

    Args:
        songs: The songs to learn from.
        folder: The folder of the store; an older store in it is replaced.
        tokenizer: The tokenizer of the model.
        read: Reads a source; a function of a module, because it travels to the pool's processes.
            Only `ReadSong`s are added to `kept`.
        processes: Processes that read and encode.
        kept: The cache of encoded songs; it gets the newly encoded ones.

    Yields:
        One value per song, in order.

    Raises:
        TrainingError: None of the songs can be learned from.
    """
    encoded: list[_Encoded] = []
    for song, result in zip(
        songs, _cached_or_encoded(songs, tokenizer.config, read, processes, kept), strict=True
    ):
        encoded.append(result)
        yield PreparedSong(
            name=song.name,
            tokens=len(result.ids),
            done=len(encoded),
            total=len(songs),
            problem=result.problem,
        )
    usable = [(s, e) for s, e in zip(songs, encoded, strict=True) if len(e.ids)]
    if not usable:
        raise TrainingError(
            "None of the songs can be learned from: no notes were found.",
            hint="Add MIDI files with notes and try again.",
        )
    write_store(folder, _divided(usable, tokenizer.vocabulary), tokenizer)


def _cached_or_encoded(
    songs: Sequence[Song[SourceT]],
    config: TokenizerConfig,
    read: Callable[[SourceT], Score | ReadSong],
    processes: int,
    cache: EncodedSongs | None,
) -> Iterator[_Encoded]:
    """Yield each song as ids, from the cache if it has them."""
    # Refused songs are read again: an older version cached files that were unreadable for a day.
    known = cache.cache.encoded(recipe=cache.recipe) if cache else frozenset()
    missing = [song for song in songs if song.content not in known]
    fresh = _encode_all(missing, config, read, processes)
    for song in songs:
        if cache and song.content in known:
            found = cache.cache.song(song.content, recipe=cache.recipe) or TokenizedSong()
            yield _Encoded(found.id_array, found.bar_array)
        else:
            yield _checked(song, next(fresh), cache)


def _checked(song: Song[SourceT], encoded: _Encoded, cache: EncodedSongs | None) -> _Encoded:
    """Refuse a file that changed since the song was chosen; store the ids of any other."""
    if song.content and encoded.content:
        if song.content != encoded.content:
            return _refused(CHANGED)
        if cache:
            cache.cache.add([(song.content, _as_cached(encoded))], recipe=cache.recipe)
    return encoded


def _as_cached(encoded: _Encoded) -> TokenizedSong:
    if encoded.problem:
        return TokenizedSong(problem=encoded.problem)
    return TokenizedSong.of(encoded.ids, encoded.bars)


def _encode_all(
    songs: Sequence[Song[SourceT]],
    config: TokenizerConfig,
    read: Callable[[SourceT], Score | ReadSong],
    processes: int,
) -> Iterator[_Encoded]:
    sources = [song.source for song in songs]
    if processes <= 1 or len(songs) < _SONGS_WORTH_A_POOL:
        encoder = _Encoder(config, read)
        yield from map(encoder, sources)
        return
    # Spawned, not forked: the caller may have torch's threads running.
    context = multiprocessing.get_context("spawn")
    start = functools.partial(_start_encoder, config, read)
    with ProcessPoolExecutor(processes, mp_context=context, initializer=start) as pool:
        with children_without_breaks():
            encoded = pool.map(_encode_in_pool, sources, chunksize=4)
        yield from encoded


class _Encoder(Generic[SourceT_contra]):
    """Reads and encodes one song after another."""

    def __init__(
        self, config: TokenizerConfig, read: Callable[[SourceT_contra], Score | ReadSong]
    ) -> None:
        self._tokenizer = Tokenizer(config)
        self._read = read

    def __call__(self, source: SourceT_contra) -> _Encoded:
        try:
            read = self._read(source)
        except (SegueError, OSError) as error:
            # The drive may be back another day, so that the cache must not store this refusal.
            return _refused(str(error))
        song = read if isinstance(read, ReadSong) else ReadSong(read, b"")
        if not song.score.note_count:
            return _refused("It has no notes.", content=song.content)
        try:
            encoded = self._tokenizer.encode(song.score)
        except SegueError as error:
            return _refused(str(error), content=song.content)
        return _Encoded(encoded.ids, encoded.bars, content=song.content)


def _refused(problem: str, *, content: bytes = b"") -> _Encoded:
    return _Encoded(np.zeros(0, np.uint16), np.zeros(0, np.int64), problem, content)


# One per process of the pool: building the vocabulary for each song would cost more than
# encoding it.
_pool_encoder: list[_Encoder[Any]] = []


def _start_encoder(config: TokenizerConfig, read: Callable[[Any], Score | ReadSong]) -> None:
    # Ctrl+C goes to every process of a terminal; the parent decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _pool_encoder[:] = [_Encoder(config, read)]


def _encode_in_pool(source: Any) -> _Encoded:
    return _pool_encoder[0](source)


def _divided(
    usable: Sequence[tuple[Song[SourceT], _Encoded]], vocabulary: Vocabulary
) -> Iterator[tuple[str, Split, Ids]]:
    """Yield (name, split, ids); there is a validation song unless all the music is one bar."""
    splits = _splits_of(usable)
    if "valid" not in splits:
        song, encoded = usable[-1]
        yield from _song_divided(song, encoded, vocabulary)
        usable, splits = usable[:-1], splits[:-1]
    for (song, encoded), split in zip(usable, splits, strict=True):
        repeats = song.weight if split == "train" else 1
        for again in range(repeats):
            yield (f"{song.name}#{again + 1}" if again else song.name), split, encoded.ids


def _splits_of(usable: Sequence[tuple[Song[SourceT], _Encoded]]) -> list[Split]:
    """Return the split of each song: its own, or that of its piece."""
    splits = [song.split or split_of(song.piece_name) for song, _ in usable]
    lengths = _lengths(usable)
    if any(song.split for song, _ in usable):
        return splits if len(set(splits)) == 2 else _with_both(usable, splits)
    if len(lengths) < 2:
        return ["train"] * len(splits)
    held_out = _held_out(lengths)
    return ["valid" if song.piece_name in held_out else "train" for song, _ in usable]


def _held_out(lengths: Mapping[str, int]) -> set[str]:
    """Return the pieces to validate on: those that the hash draws, to a fair share of the ids.

    Args:
        lengths: Ids of each piece, two pieces at least.
    """
    order = sorted(lengths, key=_drawn)
    total = sum(lengths.values())
    least, most = LEAST_HELD_OUT * total, MOST_HELD_OUT * total
    drawn = [piece for piece in order if split_of(piece) == "valid"]
    ids = sum(lengths[piece] for piece in drawn)
    while ids > most:
        ids -= lengths[drawn.pop()]
    held_out = set(drawn)
    for piece in order:
        if piece not in held_out and ids < least and ids + lengths[piece] <= most:
            held_out.add(piece)
            ids += lengths[piece]
    # Where every piece is more than a fifth of the music, the shortest costs the training least.
    return held_out or {min(order, key=lengths.__getitem__)}


def _lengths(usable: Sequence[tuple[Song[SourceT], _Encoded]]) -> dict[str, int]:
    """Return the number of ids of each piece."""
    lengths: Counter[str] = Counter()
    for song, encoded in usable:
        lengths[song.piece_name] += len(encoded.ids)
    return lengths


def _with_both(
    usable: Sequence[tuple[Song[SourceT], _Encoded]], splits: list[Split]
) -> list[Split]:
    """Move the shortest piece to the empty split; a single piece is for training."""
    lengths = _lengths(usable)
    if len(lengths) < 2:
        return ["train"] * len(splits)
    missing: Split = "valid" if "valid" not in splits else "train"
    # Hold out the shortest piece, or train on the longest one: that leaves the most to train on.
    choose = min if missing == "valid" else max
    moved = choose(lengths, key=lambda piece: (lengths[piece], piece))
    return [
        missing if song.piece_name == moved else split
        for (song, _), split in zip(usable, splits, strict=True)
    ]


def _song_divided(
    song: Song[SourceT], encoded: _Encoded, vocabulary: Vocabulary
) -> Iterator[tuple[str, Split, Ids]]:
    """Hold out the last tenth of the only song, from a bar line on."""
    cut = int(encoded.bars[-max(1, len(encoded.bars) // 10)]) if len(encoded.bars) > 1 else 0
    if not cut:
        yield song.name, "train", encoded.ids
        return
    yield song.name, "train", encoded.ids[:cut]
    yield f"{song.name} (end)", "valid", _from_bar(encoded.ids, cut, vocabulary)


def _from_bar(ids: Ids, first: int, vocabulary: Vocabulary) -> Ids:
    """Return a song from a bar on as a complete song, with its declarations and its first place.

    Args:
        ids: The song, without begin and end.
        first: Index of the bar's first id.
        vocabulary: The vocabulary of the ids.
    """
    whole = np.concatenate(([vocabulary.begin], ids, [vocabulary.end])).astype(np.uint16)
    events = events_of(whole, vocabulary)
    declared = events.kind == TokenKind.PROGRAM
    rest = (events.begins > first) & (events.kind != TokenKind.SPECIAL)
    return said(events, np.flatnonzero(declared | rest), vocabulary)
