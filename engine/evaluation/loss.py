"""How well a model predicts songs: by token, note and second, and by place.

Legend: T segment, L ids of a song, begin and end included.
Only bits a note and a second can be compared between models with different tokens.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from engine.evaluation.past import Past
from engine.evaluation.song import Ids, Nats
from engine.model.transformer_xl import TransformerXL
from engine.music.time import Timeline
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary

SEGMENT = 256


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
    for name, ids in songs:
        nll = token_losses(model, ids, carried=carried, segment_length=segment_length)
        yield song_loss(tokenizer, name, ids, nll)


def song_loss(tokenizer: Tokenizer, name: str, ids: Ids, nll: Nats) -> SongLoss:
    """Return a song's loss.

    Args:
        tokenizer: Of the ids.
        name: The song's.
        ids: Its ids, (L,).
        nll: Of each id but the first, (L - 1,).
    """
    kind = tokenizer.vocabulary.kinds[ids]
    return SongLoss(
        name=name,
        tokens=len(ids) - 1,
        notes=int(np.isin(kind, (TokenKind.PITCH, TokenKind.DRUM)).sum()),
        seconds=Timeline(tokenizer.decode(ids)).duration_s,
        nats=float(nll.sum()),
    )


@torch.inference_mode()
def token_losses(
    model: TransformerXL,
    ids: Ids,
    *,
    carried: bool = True,
    segment_length: int = SEGMENT,
    targets: Ids | None = None,
) -> Nats:
    """Return the nats of each id of a song but the first, (L - 1,).

    Args:
        model: In evaluation mode.
        ids: Begin and what follows, (L,).
        carried: Carry the memory from segment to segment; else each begins from nothing.
        segment_length: T.
        targets: What to predict in each place, (L - 1,); None takes what does follow there.
    """
    whole = torch.from_numpy(ids.astype(np.int64)).to(model.device)[None]
    wanted = whole[:, 1:]
    if targets is not None:
        wanted = torch.from_numpy(targets.astype(np.int64)).to(model.device)[None]
    memory = model.empty_memory(1)
    parts = []
    for start in range(0, whole.shape[1] - 1, segment_length):
        stop = min(start + segment_length, whole.shape[1] - 1)
        before = memory if carried else model.empty_memory(1)
        nll, _, memory = model.losses(whole[:, start:stop], wanted[:, start:stop], before)
        parts.append(nll[0].double().cpu().numpy())
    return np.concatenate(parts)


@torch.inference_mode()
def echoed_losses(
    model: TransformerXL,
    ids: Ids,
    *,
    vocabulary: Vocabulary,
    strength: float = 1.0,
    segment_length: int = SEGMENT,
) -> Nats:
    """Return what `token_losses` does, with memory carried, and as a piece's own past leans.

    Args:
        model: In evaluation mode.
        ids: Begin and what follows, (L,).
        vocabulary: Of the ids.
        strength: Of echo and phrases.
        segment_length: T.
    """
    whole = torch.from_numpy(ids.astype(np.int64))
    past, memory = Past.of(ids[:1].tolist(), vocabulary, strength), model.empty_memory(1)
    parts = []
    for start in range(0, len(ids) - 1, segment_length):
        stop = min(start + segment_length, len(ids) - 1)
        logits, memory = model(whole[None, start:stop].to(model.device), memory)
        parts.append(past.nats(logits[0], whole[start + 1 : stop + 1].tolist()))
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
    return nats_by_position(
        [token_losses(model, ids, carried=carried, segment_length=segment_length) for ids in songs],
        segment_length=segment_length,
        bucket=bucket,
    )


def nats_by_position(
    songs: Iterable[Nats], *, segment_length: int = SEGMENT, bucket: int = 32
) -> list[float]:
    """Return the mean of songs' nats (`token_losses`) by place in the segment (T1).

    A song's first segment is left out: there is nothing to carry into it.
    """
    sums, counts = np.zeros(segment_length), np.zeros(segment_length)
    for nll in songs:
        places = np.arange(len(nll))
        later = places >= segment_length
        np.add.at(sums, places[later] % segment_length, nll[later])
        np.add.at(counts, places[later] % segment_length, 1)
    buckets = range(0, segment_length, bucket)
    return [
        float(sums[b : b + bucket].sum() / max(1.0, counts[b : b + bucket].sum())) for b in buckets
    ]


def as_figures(value: Loss) -> dict[str, Any]:
    """Return a loss as plain rounded numbers for a report."""
    return {
        "songs": value.songs,
        "tokens": value.tokens,
        "nats_per_token": round(value.nats_per_token, 4),
        "bits_per_note": round(value.bits_per_note, 3),
        "bits_per_second": round(value.bits_per_second, 2),
    }
