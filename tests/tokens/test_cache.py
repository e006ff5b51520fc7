"""Songs that were encoded once are found by their content, and by nothing else."""

from pathlib import Path

import numpy as np

from engine.tokens.cache import TokenCache, TokenizedSong

SONG = TokenizedSong.of(np.array([5, 7, 65_000], np.uint16), np.array([0, 2], np.int64))


def test_a_song_comes_back_by_content_and_recipe_only(tmp_path: Path) -> None:
    with TokenCache(tmp_path / "deep" / "songs.sqlite") as cache:
        cache.add([(b"a", SONG), (b"b", TokenizedSong(problem="Too long."))], recipe="one")
        cache.add([], recipe="one")
    with TokenCache(tmp_path / "deep" / "songs.sqlite") as cache:
        assert cache.known(recipe="one") == {b"a", b"b"}
        assert cache.known(recipe="two") == frozenset()
        assert cache.song(b"a", recipe="two") is None
        found = cache.song(b"a", recipe="one")
        assert found == SONG
        assert found.id_array.tolist() == [5, 7, 65_000]
        assert found.bar_array.tolist() == [0, 2]
        assert cache.song(b"b", recipe="one") == TokenizedSong(problem="Too long.")


def test_what_is_no_cache_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "songs.sqlite"
    path.write_bytes(b"no database at all" * 100)
    with TokenCache(path) as cache:
        assert cache.known(recipe="one") == frozenset()
    assert len(list(tmp_path.glob("songs.sqlite.damaged-*"))) == 1
