"""Songs that an import has already encoded, for use in training."""

import contextlib
from collections.abc import Iterator

from engine.ground.paths import Paths
from engine.library.facts import content_of
from engine.library.location import SongLocation
from engine.library.normalizing import recipe_of
from engine.library.songs import score_of
from engine.library.tasks import read_location
from engine.library.user_library import encoded_songs
from engine.tokens.cache import TokenCache
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import EncodedSongs, ReadSong


@contextlib.contextmanager
def encoded_before(paths: Paths, tokenizer: Tokenizer) -> Iterator[EncodedSongs]:
    """Open the songs encoded by this tokenizer, for `engine.training.prepare.prepare`.

    Raises:
        LibraryError: The file cannot be opened.
    """
    with TokenCache(encoded_songs(paths)) as cache:
        yield EncodedSongs(cache, recipe_of(tokenizer.vocabulary))


def read_to_keep(place: SongLocation) -> ReadSong:
    """Read the music at a place, with the hash of its bytes, for training.

    Raises:
        MidiFileError, EmptyMusicError, LimitError: The file can no longer be read.
    """
    data = read_location(place)
    return ReadSong(score_of(data), content_of(data))
