"""A song as evaluation sees it: its ids, and where in them its bars and its seconds are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.music.score import Score
from engine.music.time import Timeline
from engine.tokens.tokenizer import Tokenizer

Ids = NDArray[np.uint16]
Nats = NDArray[np.float64]
# The collection of songs whose names are no paths.
NO_COLLECTION = "songs"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EvaluatedSong:
    """One song.

    Attributes:
        name: What figures call it.
        score: As it was read.
        ids: Begin, its ids and end, uint16, (L,).
        bars: Index into `ids` of each bar's first id, ascending, (P,).
        seconds: When each of these bars begins, (P,).
    """

    name: str
    score: Score
    ids: Ids
    bars: NDArray[np.int64]
    seconds: NDArray[np.float64]

    @property
    def collection(self) -> str:
        """The first folder of its name, where that is a path."""
        folder, slash, _ = self.name.partition("/")
        return folder if slash else NO_COLLECTION

    def bar_at(self, index: int) -> float:
        """Return where an id stands in bars, with the part of the bar before it as a fraction."""
        return float(np.interp(index, self.bars, np.arange(len(self.bars))))

    def second_at(self, index: int) -> float:
        """Return when an id is heard, as if the ids of a bar were spread over it evenly."""
        return float(np.interp(index, self.bars, self.seconds))


def song_of(name: str, score: Score, tokenizer: Tokenizer, *, most_ids: int = 0) -> EvaluatedSong:
    """Return a song with its ids, the first of them where they are too many.

    Args:
        name: What figures call it.
        score: The music.
        tokenizer: The model's.
        most_ids: Keep so many ids at most; 0 keeps all.

    Raises:
        EmptyMusicError: There is no note in it.
        LimitError: It is too long for the tokenizer.
    """
    encoded = tokenizer.encode(score)
    whole = np.concatenate(([tokenizer.begin], encoded.ids, [tokenizer.end])).astype(np.uint16)
    ids = whole[:most_ids] if most_ids else whole
    bars = encoded.bars + 1
    bars = bars[bars < len(ids)]
    time = Timeline(score)
    seconds = [time.tempo.seconds_at(time.bars.start_of(bar)) for bar in range(len(bars))]
    return EvaluatedSong(name=name, score=score, ids=ids, bars=bars, seconds=np.array(seconds))


def ids_of(songs: Sequence[EvaluatedSong]) -> list[Ids]:
    """Return the ids of each."""
    return [song.ids for song in songs]
