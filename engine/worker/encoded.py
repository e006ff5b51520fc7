"""The user's songs that are encoded already: what an import has kept, for training to take."""

import contextlib
from collections.abc import Iterator

from engine.library.facts import content_of
from engine.library.normalizing import recipe_of
from engine.library.songs import score_of
from engine.library.tasks import SongLocation, read_location
from engine.paths import Paths
from engine.tokens.cache import TokenCache
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import EncodedSongs, ReadSong
from engine.worker.library_import import encoded_songs


@contextlib.contextmanager
def encoded_before(paths: Paths, tokenizer: Tokenizer) -> Iterator[EncodedSongs]:
    """Open what was encoded by this tokenizer, for `engine.training.prepare.prepare`.

    Raises:
        LibraryError: It cannot be opened.
    """
    with TokenCache(encoded_songs(paths)) as cache:
        yield EncodedSongs(cache, recipe_of(tokenizer.vocabulary))


def read_to_keep(place: SongLocation) -> ReadSong:
    """Return the music at a place, for training, and which bytes it was read from.

    Raises:
        MidiFileError, EmptyMusicError, LimitError: It cannot be read any more.
    """
    data = read_location(place)
    return ReadSong(score_of(data), content_of(data))
