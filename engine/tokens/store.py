"""The songs of a library as ids on disk: a memory-mapped file and an index.

A folder: `tokens-….u16` (all songs one after another, each with begin and end; little-endian) and
`songs.json` (the name of that file, names, splits and lengths of the songs, tokenizer, checksum).
The replacement of `songs.json` activates a new store, so that a reader finds the old store or the
new one, even if the writer dies.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import time_ns
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from engine.gate import documents
from engine.gate.files import open_regular, read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import EmptyMusicError, ModelFileError
from engine.tokens.tokenizer import Tokenizer

# Changes with the layout of the file; an older store is made anew.
FORMAT = 1
_IDS = np.dtype("<u2")
_TOKENS = "tokens-"
_SUFFIX = ".u16"
_DRAFT = ".draft-"
_SONGS_FILE = "songs.json"
# Bytes of the file that are in memory at once while they are hashed.
_CHUNK = 1 << 22

Song = tuple[str, str, NDArray[np.uint16]]


@dataclass(frozen=True, slots=True)
class TokenStore:
    """All songs of a library.

    Attributes:
        tokens: Ids of all songs, begin and end included, uint16, (N,), read-only, on disk.
        offsets: Where each song begins in `tokens`, and where the last one ends, (songs + 1,).
        names: The name of each song.
        splits: The split of each song, such as `train` and `valid`.
        tokenizer: `Tokenizer.describe()` of the one that made the ids.
    """

    tokens: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    names: tuple[str, ...]
    splits: tuple[str, ...]
    tokenizer: dict[str, Any]

    def songs(self, split: str) -> NDArray[np.int64]:
        """Return the indices of the songs of a split, ascending."""
        return np.array([i for i, s in enumerate(self.splits) if s == split], dtype=np.int64)

    def ids(self, song: int) -> NDArray[np.uint16]:
        """Return one song's ids, begin and end included."""
        return self.tokens[self.offsets[song] : self.offsets[song + 1]]

    def said_by(self, tokenizer: Tokenizer) -> "TokenStore":
        """Return the songs as those of a tokenizer with additional ids.

        Raises:
            ModelFileError: The tokenizer's first ids have other meanings.
        """
        if not tokenizer.extends(self.tokenizer):
            raise ModelFileError(
                "The prepared songs' tokens mean something else than this tokenizer's.",
                hint="Prepare the songs again.",
            )
        return replace(self, tokenizer=tokenizer.describe())

    def token_count(self, split: str) -> int:
        """Return the number of ids of a split."""
        return int(np.diff(self.offsets)[self.songs(split)].sum())


def write_store(folder: Path, songs: Iterable[Song], tokenizer: Tokenizer) -> TokenStore:
    """Write songs one by one, replace the store at the end, and open it.

    Args:
        folder: The folder; an older store in it is replaced at the end.
        songs: (name, split, ids without begin and end) of each.
        tokenizer: The tokenizer of the ids.

    Raises:
        EmptyMusicError: There is no song; an older store is unchanged.
    """
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{_DRAFT}{os.getpid()}-{time_ns()}"
    try:
        index = _write_tokens(draft, songs, tokenizer)
        draft.replace(folder / index["tokens"])
        text = json.dumps(index, ensure_ascii=False).encode("utf-8", "surrogatepass")
        with _synced(draft) as file:
            file.write(text)
        draft.replace(folder / _SONGS_FILE)
    finally:
        draft.unlink(missing_ok=True)
    _sweep(folder, keep=index["tokens"])
    return open_store(folder)


def open_store(folder: Path, *, verify: bool = True) -> TokenStore:
    """Open a store; its ids stay on disk until they are read.

    Args:
        folder: The folder.
        verify: Whether to compare the checksum of the whole file.

    Raises:
        ModelFileError: The store is missing, damaged or of another format.
    """
    index = _index_of(folder)
    try:
        rows = [(str(s["name"]), str(s["split"]), int(s["length"])) for s in index["songs"]]
        tokenizer, checksum = dict(index["tokenizer"]), str(index["sha256"])
        # Only the name counts, so that an index cannot refer to a file outside its folder.
        path = folder / Path(str(index["tokens"])).name
        lengths = np.array([length for _, _, length in rows], dtype=np.int64)
        with open_regular(path) as file:
            if not _fits(lengths, file) or (verify and _checksum(file) != checksum):
                raise _damaged(folder)
            tokens = np.memmap(path, dtype=_IDS, mode="r")
    except (KeyError, TypeError, ValueError, OverflowError, OSError) as error:
        raise _damaged(folder) from error
    return TokenStore(
        tokens=tokens,
        offsets=np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths))),
        names=tuple(name for name, _, _ in rows),
        splits=tuple(split for _, split, _ in rows),
        tokenizer=tokenizer,
    )


def _index_of(folder: Path) -> dict[str, Any]:
    try:
        text = read_file(folder / _SONGS_FILE, most=documents.OURS.text_bytes)
        index = documents.mapping(text, documents.OURS)
    except RefusedError as error:
        raise ModelFileError(
            "The prepared songs in {name} cannot be read.", name=folder.name
        ) from error
    if index.get("format") != FORMAT:
        raise ModelFileError(
            "The prepared songs in {name} are of another version of Segue.",
            name=folder.name,
            hint="Prepare the library again.",
        )
    return index


def _fits(lengths: NDArray[np.int64], file: BinaryIO) -> bool:
    """Return whether songs of these lengths, begin and end included, fill the file exactly."""
    # Python's integers: a damaged index must not overflow the sum.
    size = sum(lengths.tolist()) * _IDS.itemsize
    whole = len(lengths) > 0 and bool((lengths >= 2).all())
    return whole and size == os.fstat(file.fileno()).st_size


def _damaged(folder: Path) -> ModelFileError:
    return ModelFileError(
        "The prepared songs in {name} are damaged.",
        name=folder.name,
        hint="Prepare the library again.",
    )


def _checksum(file: BinaryIO) -> str:
    digest = sha256()
    while chunk := file.read(_CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def _write_tokens(draft: Path, songs: Iterable[Song], tokenizer: Tokenizer) -> dict[str, Any]:
    """Write all ids; return the index of the store."""
    digest = sha256()
    rows: list[dict[str, str | int]] = []
    with _synced(draft) as file:
        for name, split, ids in songs:
            whole = np.concatenate(([tokenizer.begin], ids, [tokenizer.end])).astype(_IDS)
            data = whole.tobytes()
            file.write(data)
            digest.update(data)
            rows.append({"name": name, "split": split, "length": len(whole)})
    if not rows:
        raise EmptyMusicError("There are no songs to prepare.")
    return {
        "format": FORMAT,
        "tokens": f"{_TOKENS}{digest.hexdigest()[:16]}{_SUFFIX}",
        "tokenizer": tokenizer.describe(),
        "sha256": digest.hexdigest(),
        "songs": rows,
    }


@contextlib.contextmanager
def _synced(path: Path) -> Iterator[BinaryIO]:
    with path.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def _sweep(folder: Path, *, keep: str) -> None:
    """Delete the files of older stores and of interrupted writers."""
    for path in folder.iterdir():
        ours = path.name.startswith(_DRAFT) or (
            path.name.startswith(_TOKENS) and path.name.endswith(_SUFFIX)
        )
        if ours and path.name != keep:
            # Windows cannot delete a file that is still mapped; the next sweep does.
            with contextlib.suppress(OSError):
                path.unlink()
