"""Tokenizers, real songs, and corpora of any lengths."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.midi.file.midifile import read_midi
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import TokenizerConfig
from engine.values.score import Score

Corpus = tuple[NDArray[np.uint16], NDArray[np.int64]]
EVERY = 12  # of the real songs, for tests that need no more


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return Tokenizer()


@pytest.fixture(scope="session")
def pedal_tokenizer() -> Tokenizer:
    return Tokenizer(TokenizerConfig(sustain_pedal=True))


@pytest.fixture(scope="session")
def song_files(test_data: Path) -> list[Path]:
    return sorted((test_data / "music").rglob("*.mid*"))


@pytest.fixture(scope="session")
def songs(song_files: list[Path]) -> list[tuple[str, Score]]:
    """A few songs of every source."""
    return [(path.name, read_midi(path.read_bytes()).score) for path in song_files[::EVERY]]


@pytest.fixture(scope="session")
def corpus_of(tokenizer: Tokenizer) -> Callable[[list[int]], Corpus]:
    """Songs of given lengths (ids between begin and end), every id of all of them another one's."""

    def make(lengths: list[int]) -> Corpus:
        generator = np.random.default_rng(len(lengths))
        songs = [
            np.concatenate(([tokenizer.begin], generator.integers(3, 780, n), [tokenizer.end]))
            for n in lengths
        ]
        offsets = np.cumsum([0, *(len(song) for song in songs)])
        return np.concatenate(songs).astype(np.uint16), offsets.astype(np.int64)

    return make
