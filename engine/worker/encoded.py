"""The user's songs that are encoded already: what an import has kept, for training to take."""

import contextlib
from collections.abc import Iterator

from engine.library.normalizing import recipe_of
from engine.paths import Paths
from engine.tokens.cache import TokenCache
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import Kept
from engine.worker.library_import import encoded_songs


@contextlib.contextmanager
def encoded_before(paths: Paths, tokenizer: Tokenizer) -> Iterator[Kept]:
    """Open what was encoded by this tokenizer, for `engine.training.prepare.prepare`.

    Raises:
        LibraryError: It cannot be opened.
    """
    with TokenCache(encoded_songs(paths)) as cache:
        yield Kept(cache, recipe_of(tokenizer.vocabulary))
