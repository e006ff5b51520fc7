"""Continuations for figures: the first bars of songs gone on with, as the program does it."""

from collections.abc import Iterable, Iterator

from engine.generation.continuation import Continuation, Opening, continuations
from engine.generation.draw import MusicGenerator
from engine.request import Request
from engine.values.config import SamplingConfig


def samples(
    generator: MusicGenerator,
    openings: Iterable[Opening],
    *,
    bars: int,
    sampling: SamplingConfig,
    alternatives: int = 1,
    most_notes: int = 0,
) -> Iterator[Continuation]:
    """Yield the continuations of each opening.

    Args:
        generator: The model's.
        openings: What is gone on with.
        bars: Bars to add.
        sampling: How they are drawn.
        alternatives: Of each opening, drawn side by side.
        most_notes: Stop an opening's continuations when one has so many; 0 sets no limit.
    """
    for opening in openings:
        request = Request(
            start=opening.boundary, bars=bars, alternatives=alternatives, sampling=sampling
        )
        yield from continuations(generator, opening.score, request, most_notes=most_notes)
