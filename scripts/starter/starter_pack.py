"""A store as one small file, for a machine that has not the music.

A song that is heard several times is in it once. Its ids are divided: one stream says which kind
each of them is, and each kind has a stream of its own, where lzma finds what repeats.
"""

import argparse
import json
import lzma
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.tokens.store import TokenStore, open_store, write_store
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary

Ids = NDArray[np.uint16]
_LONG = np.dtype("<u4")
# A window over the whole file.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 27, "lc": 4, "pb": 0}]


def pack(arguments: argparse.Namespace) -> None:
    """Make one file of a store."""
    store = open_store(arguments.store)  # a store that is broken is not worth carrying
    numbers, different = _different(store)
    index = {
        "tokenizer": store.tokenizer,
        "songs": [
            [name, split, number]
            for name, split, number in zip(store.names, store.splits, numbers, strict=True)
        ],
        "lengths": [len(ids) for ids in different],
    }
    vocabulary = Tokenizer.from_description(store.tokenizer).vocabulary
    text = json.dumps(index, ensure_ascii=False).encode("utf-8", "surrogatepass")
    with lzma.open(arguments.file, "wb", filters=_FILTERS) as file:
        for part in (text, *_streams(np.concatenate(different), vocabulary)):
            file.write(np.array([len(part)], _LONG).tobytes() + part)
    size = arguments.file.stat().st_size / 2**20
    print(f"{arguments.file}: {size:.1f} MiB, {len(different)} of {len(numbers)} songs")


def unpack(arguments: argparse.Namespace) -> None:
    """Make a store of a file."""
    with lzma.open(arguments.file) as file:
        parts = list(_parts(file))
    index = json.loads(parts[0].decode("utf-8", "surrogatepass"))
    tokenizer = Tokenizer.from_description(index["tokenizer"])
    ids = _together(parts[1:], tokenizer.vocabulary)
    ends = np.cumsum(index["lengths"])
    songs = (
        (name, split, ids[ends[number] - index["lengths"][number] : ends[number]])
        for name, split, number in index["songs"]
    )
    store = write_store(arguments.store, songs, tokenizer)
    print({split: store.token_count(split) for split in ("train", "valid")})


def _different(store: TokenStore) -> tuple[list[int], list[Ids]]:
    """Return which of the different songs each one is, and these, without begin and end."""
    known: dict[bytes, int] = {}
    numbers, different = [], []
    for song in range(len(store.names)):
        ids = store.ids(song)[1:-1]
        number = known.setdefault(ids.tobytes(), len(different))
        if number == len(different):
            different.append(ids)
        numbers.append(number)
    return numbers, different


def _streams(ids: Ids, vocabulary: Vocabulary) -> Iterator[bytes]:
    """Yield the kind of each id, then of each kind which of its ids they are, a byte each."""
    kinds = vocabulary.kinds[ids].astype(np.uint8)
    yield kinds.tobytes()
    for kind in TokenKind:
        place = ids[kinds == kind].astype(np.int64)
        if len(place):
            place -= vocabulary.first_of(kind)
        yield (place % 256).astype(np.uint8).tobytes()
        yield (place // 256).astype(np.uint8).tobytes()


def _together(streams: list[bytes], vocabulary: Vocabulary) -> Ids:
    """Return the ids of streams: the inverse of `_streams`."""
    kinds = np.frombuffer(streams[0], np.uint8)
    ids = np.zeros(len(kinds), np.uint16)
    for kind, low, high in zip(TokenKind, streams[1::2], streams[2::2], strict=True):
        place = np.frombuffer(low, np.uint8) + 256 * np.frombuffer(high, np.uint8).astype(np.int64)
        if len(place):
            ids[kinds == kind] = place + vocabulary.first_of(kind)
    return ids


def _parts(file: lzma.LZMAFile) -> Iterator[bytes]:
    """Yield the parts of a file, each behind its length."""
    while head := file.read(_LONG.itemsize):
        yield file.read(int(np.frombuffer(head, _LONG)[0]))
