"""Are there phrases in what it makes? Likeness of bars by lag in long continuations (T7).

Real songs are most alike 4 and 8 bars apart, where phrases return; a model without form falls from
lag to lag.
"""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchmarks.evaluation.samples import samples
from benchmarks.evaluation.song import EvaluatedSong
from engine.config import SamplingConfig
from engine.errors import EmptyMusicError
from engine.evaluation.musicality import LAGS, Bar, bars, longest_loop, repeated_share
from engine.generation.continuation import Continuation, Opening
from engine.generation.draw import MusicGenerator

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


def similarity(bar_sequence: Sequence[Bar], *, lag: int) -> float | None:
    """Return the mean likeness of bars `lag` apart (shared ÷ all notes); None without such bars."""
    pairs = [(a, b) for a, b in zip(bar_sequence, bar_sequence[lag:], strict=False) if a and b]
    return sum(len(a & b) / len(a | b) for a, b in pairs) / len(pairs) if pairs else None


def bars_of_songs(songs: Sequence[EvaluatedSong], *, most_bars: int) -> list[tuple[Bar, ...]]:
    """Return as many bars of each song as a continuation of it has, prompt aside."""
    return [bars(song.score)[PROMPT_BARS : PROMPT_BARS + most_bars] for song in songs]


def long_samples(
    generator: MusicGenerator,
    songs: Sequence[EvaluatedSong],
    *,
    new_bars: int = NEW_BARS,
    sampling: SamplingConfig | None = None,
    most_notes: int = 0,
) -> Iterator[Continuation]:
    """Yield a long continuation of each song's first bars, as the program makes them.

    Songs that begin with so many bars of silence are left out.

    Args:
        generator: The model's.
        songs: Whose first bars are the prompts.
        new_bars: Bars to add.
        sampling: How ids are drawn; each song gets a seed of its own.
        most_notes: Stop after so many notes, whatever the bars; 0 sets no limit.
    """
    for number, song in enumerate(songs):
        try:
            opening = Opening.of(song.score, bars=PROMPT_BARS, title=song.name)
        except EmptyMusicError:
            continue
        yield from samples(
            generator,
            [opening],
            bars=new_bars,
            sampling=replace(sampling or SamplingConfig(), seed=number),
            most_notes=most_notes,
        )


def bars_of_samples(made: Sequence[Continuation]) -> list[tuple[Bar, ...]]:
    """Return the new bars of each continuation."""
    return [bars(one.score, start=one.start) for one in made]
