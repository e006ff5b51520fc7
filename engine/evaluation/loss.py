"""How well a model predicts songs: by token, note and second, by place and by context.

Legend: B rows, T segment, C context fed before the targets. Ids of a song include begin and end.
Only bits a note and a second can be compared between models with different tokens.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from engine.model.transformer_xl import TransformerXL
from engine.music.time import Timeline
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind

Ids = NDArray[np.uint16]
SEGMENT = 256
CONTEXTS = (0, 64, 128, 256, 512, 1024, 2048, 4096)
_ROWS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SongLoss:
    """How well one song is predicted.

    Attributes:
        name: The song's.
        tokens: Ids predicted.
        notes: Notes among them.
        seconds: How long the music is.
        nats: Negative log-likelihood of all of it.
    """

    name: str
    tokens: int
    notes: int
    seconds: float
    nats: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """How well songs are predicted.

    Attributes:
        songs: How many.
        tokens: Ids predicted.
        nats_per_token: Comparable only for one tokenizer.
        bits_per_note: Comparable between tokenizers.
        bits_per_second: Comparable between tokenizers.
    """

    songs: int
    tokens: int
    nats_per_token: float
    bits_per_note: float
    bits_per_second: float


def total(losses: Iterable[SongLoss]) -> Loss:
    """Return the loss of songs together, each token counting the same.

    Raises:
        ValueError: There is no song.
    """
    songs = list(losses)
    if not songs:
        raise ValueError("a loss needs at least one song")
    nats = sum(song.nats for song in songs)
    bits = nats / math.log(2)
    tokens = sum(song.tokens for song in songs)
    return Loss(
        songs=len(songs),
        tokens=tokens,
        nats_per_token=nats / tokens,
        bits_per_note=bits / max(1, sum(song.notes for song in songs)),
        bits_per_second=bits / max(1e-9, sum(song.seconds for song in songs)),
    )


def song_losses(
    model: TransformerXL,
    tokenizer: Tokenizer,
    songs: Iterable[tuple[str, Ids]],
    *,
    carried: bool = True,
    segment_length: int = SEGMENT,
) -> Iterator[SongLoss]:
    """Yield the loss of each song, read from its beginning in segments.

    Args:
        model: In evaluation mode.
        tokenizer: The model's.
        songs: Name and ids of each.
        carried: Carry the memory from segment to segment; else each begins from nothing.
        segment_length: T.
    """
    kinds = tokenizer.vocabulary.kinds
    for name, ids in songs:
        nll = token_losses(model, ids, carried=carried, segment_length=segment_length)
        kind = kinds[ids]
        yield SongLoss(
            name=name,
            tokens=len(ids) - 1,
            notes=int(np.isin(kind, (TokenKind.PITCH, TokenKind.DRUM)).sum()),
            seconds=Timeline(tokenizer.decode(ids)).duration_s,
            nats=float(nll.sum()),
        )


@torch.inference_mode()
def token_losses(
    model: TransformerXL, ids: Ids, *, carried: bool = True, segment_length: int = SEGMENT
) -> NDArray[np.float64]:
    """Return the nats of each id of a song but the first, (L - 1,)."""
    whole = torch.from_numpy(ids.astype(np.int64)).to(model.device)[None]
    memory = model.empty_memory(1)
    parts = []
    for start in range(0, whole.shape[1] - 1, segment_length):
        stop = min(start + segment_length, whole.shape[1] - 1)
        before = memory if carried else model.empty_memory(1)
        nll, _, memory = model.losses(whole[:, start:stop], whole[:, start + 1 : stop + 1], before)
        parts.append(nll[0].double().cpu().numpy())
    return np.concatenate(parts)


def loss_by_position(
    model: TransformerXL,
    songs: Sequence[Ids],
    *,
    carried: bool,
    segment_length: int = SEGMENT,
    bucket: int = 32,
) -> list[float]:
    """Return the mean nats a token by place in the segment, one figure a bucket (T1).

    A song's first segment is left out: there is nothing to carry into it.
    """
    sums, counts = np.zeros(segment_length), np.zeros(segment_length)
    for ids in songs:
        nll = token_losses(model, ids, carried=carried, segment_length=segment_length)
        places = np.arange(len(nll))
        later = places >= segment_length
        np.add.at(sums, places[later] % segment_length, nll[later])
        np.add.at(counts, places[later] % segment_length, 1)
    buckets = range(0, segment_length, bucket)
    return [
        float(sums[b : b + bucket].sum() / max(1.0, counts[b : b + bucket].sum())) for b in buckets
    ]


def loss_by_context(
    model: TransformerXL,
    songs: Sequence[Ids],
    *,
    contexts: Sequence[int] = CONTEXTS,
    targets: int = 64,
    windows: int = 64,
    segment_length: int = SEGMENT,
    mem_len: int | None = None,
) -> dict[int, float]:
    """Return the mean nats of the same tokens after contexts of each length (T2).

    The targets are the same ids for every context; they lie where songs have the longest context
    before them, spread evenly over all such places.

    Args:
        model: In evaluation mode.
        songs: Ids of each; songs that are too short for the longest context are left out.
        contexts: Lengths C; the first target itself has no context where C is 0.
        targets: Ids measured in each window.
        windows: How many windows, at most.
        segment_length: T, in which the context is read.
        mem_len: Positions carried; None takes the model's.

    Raises:
        ValueError: No song is long enough.
    """
    longest = max(contexts)
    found = _windows(songs, length=longest + targets + 1, count=windows)
    if not len(found):
        raise ValueError(f"no song has {longest + targets + 1} ids")
    return {
        context: _mean_after(
            model,
            found[:, longest - context :],
            targets=targets,
            segment_length=segment_length,
            mem_len=mem_len,
        )
        for context in contexts
    }


def _windows(songs: Sequence[Ids], *, length: int, count: int) -> NDArray[np.int64]:
    places = [
        (song, start)
        for song, ids in enumerate(songs)
        for start in range(0, len(ids) - length + 1, 256)
    ]
    chosen = places[:: max(1, len(places) // count)][:count]
    return np.array(
        [songs[song][start : start + length].astype(np.int64) for song, start in chosen]
    )


@torch.inference_mode()
def _mean_after(
    model: TransformerXL,
    windows: NDArray[np.int64],
    *,
    targets: int,
    segment_length: int,
    mem_len: int | None,
) -> float:
    """Return the mean nats of the last `targets` ids of each window, (windows, C + targets + 1)."""
    sums = 0.0
    for first in range(0, len(windows), _ROWS):
        ids = torch.from_numpy(windows[first : first + _ROWS]).to(model.device)
        memory = model.empty_memory(len(ids), mem_len=mem_len)
        cut = ids.shape[1] - 1 - targets
        for start in range(0, cut, segment_length):
            _, memory = model.hidden(ids[:, start : min(start + segment_length, cut)], memory, None)
        nll, _, _ = model.losses(ids[:, cut:-1], ids[:, cut + 1 :], memory)
        sums += float(nll.sum())
    return sums / (len(windows) * targets)


def as_figures(value: Loss) -> dict[str, Any]:
    """Return a loss as plain rounded numbers for a report."""
    return {
        "songs": value.songs,
        "tokens": value.tokens,
        "nats_per_token": round(value.nats_per_token, 4),
        "bits_per_note": round(value.bits_per_note, 3),
        "bits_per_second": round(value.bits_per_second, 2),
    }
