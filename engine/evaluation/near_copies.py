"""Does memory pay where music repeats itself? Gain by the distance of an earlier near-copy (T5).

For each bar: how much better are its ids predicted with the song carried in memory than with one
bar of context? Bars are told apart by how far back the nearest bar stands that is nearly the same
(shared ÷ all notes, as `musicality.similarity`). Copies one bar back are seen either way; a gain
that stays large at 8 bars and more is what memory is for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from engine.evaluation.musicality import Bar, bars
from engine.evaluation.song import EvaluatedSong
from engine.model.transformer_xl import TransformerXL

NO_END = 10_000
DISTANCES = ((1, 1), (2, 3), (4, 7), (8, 15), (16, NO_END))
NEAR = 0.7
NEW = 0.2
_FEWEST_NOTES = 4
_MOST_IDS = 768
_ROWS = 16

Nats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyGain:
    """Bars with a near-copy at some distances, or with nothing like them before.

    Attributes:
        nearest: Bars back to the nearest near-copy, at least; 0 where nothing before is alike.
        farthest: The same, at most.
        bars: How many.
        short: Nats a token with one bar of context.
        carried: Nats a token with carried memory.
        error: Standard error of the gain a token, over bars.
    """

    nearest: int
    farthest: int
    bars: int
    short: float
    carried: float
    error: float

    @property
    def gain(self) -> float:
        """Nats a token that the memory is worth."""
        return self.short - self.carried


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bar:
    """One bar: where it is, and how far back its near-copy (0: nothing is alike)."""

    song: int
    before: int
    begin: int
    end: int
    distance: int


def copy_gains(
    model: TransformerXL,
    songs: Sequence[EvaluatedSong],
    carried: Sequence[Nats],
    *,
    most_bars: int = 1500,
) -> tuple[CopyGain, ...]:
    """Return the gain for new bars, then for each of `DISTANCES` that occurs.

    Args:
        model: In evaluation mode.
        songs: Whose bars.
        carried: Of each song the nats of all ids but the first, with memory (`token_losses`).
        most_bars: Look at so many, spread evenly over all.
    """
    found = [bar for number, song in enumerate(songs) for bar in _bars(number, song)]
    if not found:
        return ()
    spread = np.linspace(0, len(found) - 1, min(most_bars, len(found))).round().astype(int)
    # Alike in length, so that little is padding.
    chosen = sorted((found[i] for i in spread), key=lambda bar: bar.end - bar.before)
    short = [nats for part in _parts(chosen) for nats in _short(model, songs, part)]
    groups = ((0, 0), *DISTANCES)
    gains = []
    for nearest, farthest in groups:
        mine = [
            (carried[bar.song][bar.begin - 1 : bar.end - 1], nats)
            for bar, nats in zip(chosen, short, strict=True)
            if nearest <= bar.distance <= farthest
        ]
        if mine:
            gains.append(_gain(nearest, farthest, mine))
    return tuple(gains)


def distance_of_copy(before: Sequence[Bar], bar: Bar) -> int | None:
    """Return how many bars back the nearest near-copy stands.

    Returns:
        1 for the bar before; 0 if nothing before is alike; None if something is, but not nearly.
    """
    alike = 0.0
    for distance, other in enumerate(reversed(before), 1):
        likeness = len(bar & other) / len(bar | other)
        if likeness >= NEAR:
            return distance
        alike = max(alike, likeness)
    return 0 if alike < NEW else None


def _bars(number: int, song: EvaluatedSong) -> Iterator[_Bar]:
    contents = bars(song.score)
    starts = song.bars.tolist()
    for index in range(1, min(len(contents), len(starts) - 1)):
        before, begin, end = starts[index - 1], starts[index], starts[index + 1]
        if len(contents[index]) < _FEWEST_NOTES or end - before > _MOST_IDS:
            continue
        distance = distance_of_copy(contents[:index], contents[index])
        if distance is not None:
            yield _Bar(song=number, before=before, begin=begin, end=end, distance=distance)


def _parts(chosen: Sequence[_Bar]) -> Iterator[Sequence[_Bar]]:
    for first in range(0, len(chosen), _ROWS):
        yield chosen[first : first + _ROWS]


@torch.inference_mode()
def _short(
    model: TransformerXL, songs: Sequence[EvaluatedSong], part: Sequence[_Bar]
) -> Iterator[Nats]:
    """Yield the nats of each bar's ids, read from the beginning of the bar before it."""
    longest = max(bar.end - bar.before for bar in part)
    ids = np.zeros((len(part), longest), np.int64)
    for row, bar in enumerate(part):
        ids[row, : bar.end - bar.before] = songs[bar.song].ids[bar.before : bar.end]
    rows = torch.from_numpy(ids).to(model.device)
    nll, _, _ = model.losses(rows[:, :-1], rows[:, 1:], model.empty_memory(len(part)))
    for bar, nats in zip(part, nll.double().cpu().numpy(), strict=True):
        yield nats[bar.begin - bar.before - 1 : bar.end - bar.before - 1]


def _gain(nearest: int, farthest: int, pairs: Sequence[tuple[Nats, Nats]]) -> CopyGain:
    by_bar = np.array([short.mean() - with_memory.mean() for with_memory, short in pairs])
    tokens = sum(len(short) for _, short in pairs)
    error = by_bar.std(ddof=1) / np.sqrt(len(by_bar)) if len(by_bar) > 1 else 0.0
    return CopyGain(
        nearest=nearest,
        farthest=farthest,
        bars=len(pairs),
        short=float(sum(short.sum() for _, short in pairs) / tokens),
        carried=float(sum(with_memory.sum() for with_memory, _ in pairs) / tokens),
        error=float(error),
    )
