"""Songs at hand that are read in another order.

Which songs of a pass are, and how, depends on seed, pass and song alone. They are made when a row
comes to them. They have as many steps as they had, or some more, and so many as they had are read:
plan and resume know nothing of it.

Legend: P songs at hand, N ids of the store.
"""

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from engine.config import BatchConfig
from engine.tokens.gathering import begins_of
from engine.tokens.ordering import drawn
from engine.tokens.plan import EpochPlan
from engine.tokens.vocabulary import Vocabulary

Ids = NDArray[np.uint16]
Ints = NDArray[np.int64]
AS_WRITTEN = -1
_ORDER = 2  # told apart from what else a seed and an epoch draw
_KEPT = 256  # songs; more than there are rows, most often


def orders_of(
    tokens: Ids, offsets: Ints, config: BatchConfig, vocabulary: Vocabulary | None
) -> "Orders | None":
    """Return what reads songs in another order, or None where none is.

    Args:
        tokens: Ids of all songs, uint16, (N,).
        offsets: Where each song begins, and where the last one ends, (songs + 1,).
        config: Which share of the songs, and the seed.
        vocabulary: With announcements.

    Raises:
        ValueError: Ids are read, not steps, or the vocabulary has no announcements.
    """
    if not config.reordered:
        return None
    if vocabulary is None or not vocabulary.has_order:
        raise ValueError("songs are reordered in steps of a vocabulary that can say so: any_order")
    return Orders(tokens, offsets, vocabulary, share=config.reordered, seed=config.seed)


class Orders:
    """Makes the songs that are read in another order.

    Args:
        tokens: Ids of all songs, uint16, (N,).
        offsets: Where each song begins, and where the last one ends, (songs + 1,).
        vocabulary: With announcements.
        share: Of the songs of a pass.
        seed: Draws which and how.
    """

    def __init__(
        self, tokens: Ids, offsets: Ints, vocabulary: Vocabulary, *, share: float, seed: int
    ) -> None:
        self._tokens, self._offsets, self._vocabulary = tokens, offsets, vocabulary
        self._share, self._seed = share, seed
        self._made: OrderedDict[tuple[int, int], tuple[Ids, Ints]] = OrderedDict()

    def keys(self, songs: Ints, plan: EpochPlan) -> Ints:
        """Return song and epoch of each song of a plan, (plan's songs, 2).

        Both are `AS_WRITTEN` where the song is not read in another order.

        Args:
            songs: That the plan's numbers mean.
            plan: Of one pass.
        """
        generator = np.random.default_rng([self._seed, plan.epoch, _ORDER])
        others = (generator.random(len(songs)) < self._share)[plan.song]
        keys = np.stack((songs[plan.song], np.full_like(plan.song, plan.epoch)), axis=1)
        return np.where(others[:, None], keys, AS_WRITTEN)

    def made(self, keys: Ints, heard: Ints) -> dict[int, tuple[Ids, Ints]]:
        """Return the songs that are heard in another order.

        Args:
            keys: Song and epoch of each song at hand, (P, 2); `AS_WRITTEN` where it is read so.
            heard: Which of them stand in the segment.

        Returns:
            By song at hand, its ids and where its steps begin, its end included.
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
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return self._made[key]
