"""Are there phrases in what it makes? Likeness of bars by lag in long continuations (T7).

Real songs are most alike 4 and 8 bars apart, where phrases return; a model without form falls from
lag to lag.
"""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.config import SamplingConfig
from engine.errors import EmptyMusicError
from engine.evaluation.musicality import LAGS, Bar, bars, longest_loop, repeated_share, similarity
from engine.evaluation.samples import Sample, constraints_of, continued, prompt_of
from engine.evaluation.song import EvaluatedSong
from engine.model.transformer_xl import TransformerXL
from engine.tokens.tokenizer import Tokenizer

PROMPT_BARS = 8
NEW_BARS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """How bars of some pieces relate.

    Attributes:
        pieces: How many.
        likeness: By lag, mean over the pieces that have such bars.
        repeated: Share of bars that equal an earlier one note for note.
        longest_loop: Bars in the longest immediate repetition of any piece.
    """

    pieces: int
    likeness: dict[int, float]
    repeated: float
    longest_loop: int


def structure_of(pieces: Sequence[Sequence[Bar]]) -> Structure:
    """Return how bars of pieces relate.

    Raises:
        ValueError: There is no piece.
    """
    if not pieces:
        raise ValueError("structure needs at least one piece")
    likeness = {}
    for lag in LAGS:
        found = [value for piece in pieces if (value := similarity(piece, lag=lag)) is not None]
        if found:
            likeness[lag] = statistics.mean(found)
    return Structure(
        pieces=len(pieces),
        likeness=likeness,
        repeated=statistics.mean(repeated_share(piece) for piece in pieces),
        longest_loop=max(longest_loop(piece) for piece in pieces),
    )


def bars_of_songs(songs: Sequence[EvaluatedSong], *, most_bars: int) -> list[tuple[Bar, ...]]:
    """Return as many bars of each song as a continuation of it has, prompt aside."""
    return [bars(song.score)[PROMPT_BARS : PROMPT_BARS + most_bars] for song in songs]


def continuations(
    model: TransformerXL,
    tokenizer: Tokenizer,
    songs: Sequence[EvaluatedSong],
    *,
    new_bars: int = NEW_BARS,
    sampling: SamplingConfig | None = None,
    most_tokens: int = 4096,
) -> Iterator[Sample]:
    """Yield a long continuation of each song's first bars, as the program makes them.

    Songs that begin with so many bars of silence are left out.

    Args:
        model: In evaluation mode.
        tokenizer: The model's.
        songs: Whose first bars are the prompts.
        new_bars: Bars to add.
        sampling: How ids are drawn; each song gets a seed of its own.
        most_tokens: Stop after so many ids, whatever the bars.
    """
    for number, song in enumerate(songs):
        try:
            prompt = prompt_of(song.score, tokenizer, bars=PROMPT_BARS)
        except EmptyMusicError:
            continue
        yield continued(
            model,
            tokenizer,
            prompt,
            bars=new_bars,
            sampling=replace(sampling or SamplingConfig(), seed=number),
            constraints=constraints_of(prompt, tokenizer),
            most_tokens=most_tokens,
        )


def bars_of_samples(samples: Sequence[Sample]) -> list[tuple[Bar, ...]]:
    """Return the new bars of each continuation."""
    return [bars(sample.score, start=sample.boundary) for sample in samples]
