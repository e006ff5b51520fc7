"""Is it this song's past, in its order, that the memory is for? The shuffled-memory control (T4).

The same ids are predicted after one bar that is always the same, and before it four kinds of past:
the song's own, its own bars in another order, as many ids of another song, and none. A model that
only uses its memory for key and instruments does as well with the second as with the first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray

from engine.evaluation.loss import SEGMENT
from engine.evaluation.song import EvaluatedSong
from engine.model.transformer_xl import TransformerXL

KINDS = ("true", "permuted", "other", "none")
_FEWEST_BARS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffledMemory:
    """What each kind of past is worth.

    Attributes:
        places: How many places in songs this is the mean of.
        nats: Nats a token after each of `KINDS`.
        worse: How much more than with the true past, by kind.
        errors: Standard error of that, over places.
    """

    places: int
    nats: dict[str, float]
    worse: dict[str, float]
    errors: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Place:
    """Ids at one place: bars of the past, the bar before the targets, the targets."""

    song: int
    past: tuple[NDArray[np.int64], ...]
    bar: NDArray[np.int64]
    targets: NDArray[np.int64]


def shuffled_memory(
    model: TransformerXL,
    songs: Sequence[EvaluatedSong],
    *,
    past: int = 512,
    targets: int = 64,
    places: int = 48,
    segment_length: int = SEGMENT,
    seed: int = 0,
) -> ShuffledMemory:
    """Measure all four kinds of past at the same places.

    Args:
        model: In evaluation mode.
        songs: At least two.
        past: Ids of the past that is exchanged, at most; whole bars of it.
        targets: Ids predicted at each place.
        places: How many places, at most, spread evenly over all bars that have such a past.
        segment_length: T.
        seed: Of the order of bars and the choice of other songs.

    Raises:
        ValueError: No song has enough bars, or there is only one.
    """
    found = list(_places(songs, past=past, targets=targets))
    if not found or len(songs) < 2:
        raise ValueError("no song has a past to exchange")
    spread = np.linspace(0, len(found) - 1, min(places, len(found))).round().astype(int)
    draw = np.random.default_rng(seed)
    nats = {kind: np.zeros(len(spread)) for kind in KINDS}
    for number, index in enumerate(spread):
        place = found[index]
        pasts = {
            "true": np.concatenate(place.past),
            "permuted": np.concatenate([place.past[i] for i in _another_order(place, draw)]),
            "other": _of_another(songs, place, draw),
            "none": np.zeros(0, np.int64),
        }
        for kind, before in pasts.items():
            read = np.concatenate([before, place.bar])
            nats[kind][number] = _nats(model, read, place.targets, segment_length)
    worse = {kind: values - nats["true"] for kind, values in nats.items() if kind != "true"}
    return ShuffledMemory(
        places=len(spread),
        nats={kind: float(values.mean()) for kind, values in nats.items()},
        worse={kind: float(values.mean()) for kind, values in worse.items()},
        errors={kind: _standard_error(values) for kind, values in worse.items()},
    )


def _places(songs: Sequence[EvaluatedSong], *, past: int, targets: int) -> Iterator[_Place]:
    for number, song in enumerate(songs):
        ids, bars = song.ids.astype(np.int64), song.bars
        for bar in range(_FEWEST_BARS + 1, len(bars)):
            end = int(bars[bar])
            if end + targets > len(ids):
                break
            first = int(np.searchsorted(bars, bars[bar - 1] - past))
            if bar - 1 - first < _FEWEST_BARS:
                continue
            cuts = bars[first:bar]
            parts = tuple(ids[a:b] for a, b in pairwise(cuts.tolist()))
            yield _Place(
                song=number,
                past=parts,
                bar=ids[bars[bar - 1] : end],
                targets=ids[end : end + targets],
            )


def _another_order(place: _Place, draw: np.random.Generator) -> NDArray[np.int64]:
    count = len(place.past)
    order = draw.permutation(count)
    # A shift of the order is another order, too, and never the same one.
    return order if (order != np.arange(count)).any() else np.roll(order, 1)


def _of_another(
    songs: Sequence[EvaluatedSong], place: _Place, draw: np.random.Generator
) -> NDArray[np.int64]:
    """Return as many ids that lead up to a bar line of another song, fewer if it has fewer."""
    wanted = sum(len(part) for part in place.past)
    number = int(draw.integers(len(songs) - 1))
    other = songs[number + (number >= place.song)]
    ends = other.bars[other.bars > wanted]
    end = int(draw.choice(ends)) if len(ends) else len(other.ids)
    return other.ids[max(0, end - wanted) : end].astype(np.int64)


@torch.inference_mode()
def _nats(
    model: TransformerXL,
    read: NDArray[np.int64],
    targets: NDArray[np.int64],
    segment_length: int,
) -> float:
    """Return the mean nats of `targets` after `read`, whose last id predicts the first target."""
    ids = torch.from_numpy(np.concatenate([read, targets])).to(model.device)[None]
    cut = len(read) - 1
    memory = model.empty_memory(1)
    for start in range(0, cut, segment_length):
        _, memory = model.hidden(ids[:, start : min(start + segment_length, cut)], memory, None)
    nll, _, _ = model.losses(ids[:, cut:-1], ids[:, cut + 1 :], memory)
    return float(nll.mean())


def _standard_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
