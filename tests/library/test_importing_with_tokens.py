"""Imports that encode what they take, so that a training finds its songs ready."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.library.catalogue import Catalogue
from engine.library.importing import Tokens, import_folders
from engine.library.location import SongLocation
from engine.library.normalizing import RECIPE, recipe_of
from engine.library.songs import library_songs, read_song
from engine.messages import ImportReport
from engine.tokens.cache import TokenCache
from engine.tokens.naming import vocabulary_of
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import LEAST_HELD_OUT, MOST_HELD_OUT, EncodedSongs, Song, prepare
from engine.values.config import TokenizerConfig
from engine.values.score import Score
from tests.library.conftest import run, song, write_song


def _encoding(tmp_path: Path) -> tuple[TokenCache, Tokens]:
    cache = TokenCache(tmp_path / "songs.sqlite")
    return cache, Tokens(cache=cache, vocabulary=vocabulary_of(TokenizerConfig()))


def _imported(folder: Path, catalogue: Catalogue, tokens: Tokens) -> ImportReport:
    *_, report = import_folders([folder], catalogue, workers=1, tokens=tokens)
    assert isinstance(report, ImportReport)
    return report


def test_an_import_encodes_what_training_takes(tmp_path: Path, catalogue: Catalogue) -> None:
    """29 songs, three of them one family: all in a store, divided fairly, nothing read again."""
    for seed in range(26):
        write_song(tmp_path / "music" / f"{seed}.mid", song(seed, notes=200))
    family = song(99, notes=200)
    notes = family.tracks[0].notes
    for first in range(3):
        part = replace(family, tracks=(family.tracks[0].with_notes(notes[first : first + 190]),))
        write_song(tmp_path / "music" / f"family {first}.mid", part)
    cache, tokens = _encoding(tmp_path)
    with cache:
        assert _imported(tmp_path / "music", catalogue, tokens).ready == 29
        assert len(cache.known(recipe=tokens.recipe)) == 29
        # The starter's ids: it takes what was encoded for models that go on in order alone.
        tokenizer = Tokenizer(TokenizerConfig(any_order=True))
        to_learn = [
            Song(name=s.name, source=s.place, piece=s.split_key, content=s.content)
            for s in library_songs(catalogue)
        ]
        for each in to_learn[::9]:
            kept = cache.song(each.content, recipe=tokens.recipe)
            assert kept is not None
            again = tokenizer.encode(read_song(each.source))
            assert kept.id_array.tolist() == again.ids.tolist()
            assert kept.bar_array.tolist() == again.bars.tolist()
        prepared = list(
            prepare(
                to_learn,
                tmp_path / "store",
                tokenizer=tokenizer,
                read=_must_not_be_read,
                kept=EncodedSongs(cache, recipe_of(tokenizer.vocabulary)),
            )
        )
    assert [p.problem for p in prepared] == [""] * 29
    store = open_store(tmp_path / "store")
    assert len(store.names) == 29
    held_out = store.token_count("valid") / (
        store.token_count("valid") + store.token_count("train")
    )
    assert LEAST_HELD_OUT <= held_out <= MOST_HELD_OUT
    splits = {
        split for name, split in zip(store.names, store.splits, strict=True) if "family" in name
    }
    assert len(splits) == 1


def test_what_was_encoded_in_order_is_named_as_before() -> None:
    vocabulary = Tokenizer().vocabulary
    assert recipe_of(vocabulary) == f"{vocabulary.fingerprint}-{RECIPE}"
    other = Tokenizer(TokenizerConfig(any_order=True, velocities=16)).vocabulary
    assert recipe_of(other) != recipe_of(vocabulary)


def _must_not_be_read(place: SongLocation) -> Score:
    raise AssertionError(place)


@pytest.mark.slow
def test_songs_that_were_never_encoded_are_by_the_next_import(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    for seed in range(3):
        write_song(tmp_path / "music" / f"{seed}.mid", song(seed))
    assert run(tmp_path / "music", catalogue).ready == 3
    cache, tokens = _encoding(tmp_path)
    with cache:
        assert _imported(tmp_path / "music", catalogue, tokens).ready == 3
        assert len(cache.known(recipe=tokens.recipe)) == 3
        before = catalogue.connection.total_changes
        assert _imported(tmp_path / "music", catalogue, tokens).ready == 3
        assert catalogue.connection.total_changes - before < 3
