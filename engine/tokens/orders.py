"""Songs of a batch in another order of bars.

Seed, epoch and song decide which songs are reordered, and how. `Orders` reorders a song when a row
reaches it. A reordered song may have more steps; the rows read as many as the original has, so that
the plan and a resumed run are the same with and without reordering.

Legend: P songs at hand, N ids of the store.
"""

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from engine.tokens.gathering import begins_of
from engine.tokens.ordering import drawn
from engine.tokens.plan import EpochPlan
from engine.tokens.vocabulary import Vocabulary
from engine.values.config import BatchConfig

Ids = NDArray[np.uint16]
Ints = NDArray[np.int64]
# The song is not reordered.
AS_WRITTEN = -1
_ORDER = 2  # separates these random numbers from the others of the same seed and epoch
_CACHED_SONGS = 256  # usually more than there are rows, so that no song is reordered twice


def orders_of(
    tokens: Ids, offsets: Ints, config: BatchConfig, vocabulary: Vocabulary | None
) -> "Orders | None":
    """Return the reordering that a config asks for, or None.

    Args:
        tokens: Ids of all songs, uint16, (N,).
        offsets: Where each song begins, and where the last one ends, (songs + 1,).
        config: The share of the songs to reorder, and the seed.
        vocabulary: A vocabulary with announcements.

    Raises:
        ValueError: The model reads ids, not steps, or the vocabulary has no announcements.
    """
    if not config.reordered:
        return None
    if vocabulary is None or not vocabulary.has_order:
        raise ValueError(
            "reordered songs need steps and a vocabulary with announcements: any_order"
        )
    return Orders(tokens, offsets, vocabulary, share=config.reordered, seed=config.seed)


class Orders:
    """Reorders songs and caches the results.

    Args:
        tokens: Ids of all songs, uint16, (N,).
        offsets: Where each song begins, and where the last one ends, (songs + 1,).
        vocabulary: A vocabulary with announcements.
        share: The share of the songs of an epoch to reorder.
        seed: Decides which songs are reordered, and how.
    """

    def __init__(
        self, tokens: Ids, offsets: Ints, vocabulary: Vocabulary, *, share: float, seed: int
    ) -> None:
        self._tokens, self._offsets, self._vocabulary = tokens, offsets, vocabulary
        self._share, self._seed = share, seed
        self._made: OrderedDict[tuple[int, int], tuple[Ids, Ints]] = OrderedDict()

    def keys(self, songs: Ints, plan: EpochPlan) -> Ints:
        """Return song and epoch of each song of a plan, (plan's songs, 2).

        Both are `AS_WRITTEN` where the song is not reordered.

        Args:
            songs: The song of each of the plan's numbers.
            plan: The plan of one epoch.
        """
        generator = np.random.default_rng([self._seed, plan.epoch, _ORDER])
        others = (generator.random(len(songs)) < self._share)[plan.song]
        keys = np.stack((songs[plan.song], np.full_like(plan.song, plan.epoch)), axis=1)
        return np.where(others[:, None], keys, AS_WRITTEN)

    def made(self, keys: Ints, heard: Ints) -> dict[int, tuple[Ids, Ints]]:
        """Return the reordered songs of a segment.

        Args:
            keys: Song and epoch of each song at hand, (P, 2), as from `keys`.
            heard: Indices of the songs at hand that the segment reads.

        Returns:
            For each reordered song at hand, its ids and where its steps begin, its end included.
        """
        others = heard[keys[heard, 0] != AS_WRITTEN].tolist()
        return {one: self._song(int(keys[one, 0]), int(keys[one, 1])) for one in others}

    def _song(self, song: int, epoch: int) -> tuple[Ids, Ints]:
        key = (song, epoch)
        if key not in self._made:
            ids = np.array(self._tokens[self._offsets[song] : self._offsets[song + 1]])
            generator = np.random.default_rng([self._seed, epoch, song, _ORDER])
            other = drawn(ids, generator, self._vocabulary)
            self._made[key] = other, begins_of(other, self._vocabulary)
            while len(self._made) > _CACHED_SONGS:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return self._made[key]
