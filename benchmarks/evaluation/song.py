"""A song as evaluation sees it: its ids, and where in them its bars and its seconds are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.tokens.tokenizer import Tokenizer
from engine.values.score import Score
from engine.values.time import Timeline

Ids = NDArray[np.uint16]
Nats = NDArray[np.float64]
# The collection of songs of which none is known.
NO_COLLECTION = "songs"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EvaluatedSong:
    """One song.

    Attributes:
        name: What figures call it.
        collection: Which songs it belongs to.
        score: As it was read.
        ids: Begin, its ids and end, uint16, (L,).
        bars: Index into `ids` of each bar's first id, ascending, (P,).
        seconds: When each of these bars begins, (P,).
    """

    name: str
    collection: str
    score: Score
    ids: Ids
    bars: NDArray[np.int64]
    seconds: NDArray[np.float64]

    def bar_at(self, index: int) -> float:
        """Return where an id stands in bars, with the part of the bar before it as a fraction."""
        return float(np.interp(index, self.bars, np.arange(len(self.bars))))

    def second_at(self, index: int) -> float:
        """Return when an id is heard, as if the ids of a bar were spread over it evenly."""
        return float(np.interp(index, self.bars, self.seconds))

    def first(self, count: int) -> "EvaluatedSong":
        """Return its first ids, at most so many."""
        bars = self.bars[self.bars < count]
        return replace(self, ids=self.ids[:count], bars=bars, seconds=self.seconds[: len(bars)])


def song_of(
    name: str, score: Score, tokenizer: Tokenizer, *, collection: str = NO_COLLECTION
) -> EvaluatedSong:
    """Return a song with its ids.

    Args:
        name: What figures call it.
        score: The music.
        tokenizer: The model's.
        collection: Which songs it belongs to.

    Raises:
        EmptyMusicError: There is no note in it.
        LimitError: It is too long for the tokenizer.
    """
    encoded = tokenizer.encode(score)
    whole = np.concatenate(([tokenizer.begin], encoded.ids, [tokenizer.end])).astype(np.uint16)
    bars = encoded.bars + 1
    time = Timeline(score)
    seconds = [time.tempo.seconds_at(time.bars.start_of(bar)) for bar in range(len(bars))]
    return EvaluatedSong(
        name=name,
        collection=collection,
        score=score,
        ids=whole,
        bars=bars,
        seconds=np.array(seconds),
    )


def ids_of(songs: Sequence[EvaluatedSong]) -> list[Ids]:
    """Return the ids of each."""
    return [song.ids for song in songs]
