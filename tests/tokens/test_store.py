"""The store on disk: what was written, whatever happens meanwhile."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.ground.errors import EmptyMusicError, ModelFileError
from engine.tokens.store import Song, open_store, write_store

SONGS: list[Song] = [
    ("one", "train", np.array([3, 4, 5], dtype=np.uint16)),
    ("twö \udcff", "valid", np.array([700], dtype=np.uint16)),
    ("three", "train", np.zeros(0, dtype=np.uint16)),
]


def test_every_song_comes_back_between_begin_and_end(tmp_path: Path, tokenizer) -> None:
    write_store(tmp_path / "store", iter(SONGS), tokenizer)
    store = open_store(tmp_path / "store")
    assert store.names == ("one", "twö \udcff", "three")
    assert [store.ids(i).tolist() for i in range(len(store.names))] == [
        [1, 3, 4, 5, 2],
        [1, 700, 2],
        [1, 2],
    ]
    assert store.songs("train").tolist() == [0, 2]
    assert store.token_count("train") == 7
    assert store.tokenizer == tokenizer.describe()
    with pytest.raises(ValueError, match="read-only"):
        store.tokens[0] = 1


def test_a_new_store_replaces_the_old_one_whole(tmp_path: Path, tokenizer) -> None:
    folder = tmp_path / "store"
    write_store(folder, SONGS, tokenizer)
    write_store(folder, SONGS[:1], tokenizer)
    assert open_store(folder).names == ("one",)
    assert len(list(folder.iterdir())) == 2


def test_a_writer_that_dies_leaves_the_old_store(tmp_path: Path, tokenizer) -> None:
    folder = tmp_path / "store"
    write_store(folder, SONGS, tokenizer)

    def dying() -> Iterator[Song]:
        yield SONGS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_store(folder, dying(), tokenizer)
    assert len(open_store(folder).names) == 3
    assert len(list(folder.iterdir())) == 2


def test_what_a_killed_writer_left_is_swept(tmp_path: Path, tokenizer) -> None:
    folder = tmp_path / "store"
    folder.mkdir()
    (folder / ".draft-1-2").write_bytes(b"half")
    (folder / "tokens-0123.u16").write_bytes(b"old")
    (folder / "notes.txt").write_bytes(b"mine")
    write_store(folder, SONGS, tokenizer)
    names = {path.name for path in folder.iterdir()}
    assert len(names) == 3
    assert "notes.txt" in names


def test_no_songs_make_no_store(tmp_path: Path, tokenizer) -> None:
    with pytest.raises(EmptyMusicError):
        write_store(tmp_path / "store", [], tokenizer)
    with pytest.raises(ModelFileError, match="cannot be read"):
        open_store(tmp_path / "store")


def _damage(folder: Path, change: dict[str, object]) -> None:
    path = folder / "songs.json"
    index = json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
    path.write_text(json.dumps(index | change), encoding="utf-8")


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"tokens": "../other"},
        {"tokens": 4},
        {"songs": []},
        {"songs": [{"name": "one"}]},
        {"songs": [{"name": "one", "split": "train", "length": "x"}]},
        {"songs": [{"name": "one", "split": "train", "length": 9}]},
        {"sha256": "0"},
        {"tokenizer": 1},
    ],
)
def test_a_damaged_index_is_refused(tmp_path: Path, tokenizer, change) -> None:
    write_store(tmp_path / "store", SONGS, tokenizer)
    _damage(tmp_path / "store", change)
    with pytest.raises(ModelFileError):
        open_store(tmp_path / "store")


def test_flipped_bits_and_truncation_are_noticed(tmp_path: Path, tokenizer) -> None:
    folder = tmp_path / "store"
    write_store(folder, SONGS, tokenizer)
    (path,) = folder.glob("*.u16")
    data = path.read_bytes()
    path.write_bytes(data[:3] + bytes([data[3] ^ 1]) + data[4:])
    with pytest.raises(ModelFileError, match="damaged"):
        open_store(folder)
    path.write_bytes(data[:-2])
    with pytest.raises(ModelFileError, match="damaged"):
        open_store(folder)
