"""How well a network predicts songs: by note and second, and by place.

Legend: T segment, K ids of the longest step, L ids of a song, begin and end included.
Only nats and bits a note and bits a second can be compared between models with different ids.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from benchmarks.evaluation.past import Past
from benchmarks.evaluation.reading import SEGMENT, Reading, song_nats, song_nats_alone
from benchmarks.evaluation.rows import SongSteps
from benchmarks.evaluation.song import Ids, Nats
from engine.tokens.tokenizer import Tokenizer
from engine.values.time import Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class SongLoss:
    """How well one song is predicted.

    Attributes:
        name: The song's.
        steps: Steps of the network.
        tokens: Ids predicted; what declares the parts is not.
        notes: Notes among them.
        seconds: How long the music is.
        nats: Negative log-likelihood of all of it.
    """

    name: str
    steps: int
    tokens: int
    notes: int
    seconds: float
    nats: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """How well songs are predicted.

    Attributes:
        songs: How many.
        steps: Steps of the network.
        tokens: Ids predicted.
        notes: Notes among them.
        nats_per_token: Comparable only for one tokenizer.
        nats_per_note: Comparable between tokenizers.
        bits_per_note: Comparable between tokenizers.
        bits_per_second: Comparable between tokenizers.
    """

    songs: int
    steps: int
    tokens: int
    notes: int
    nats_per_token: float
    nats_per_note: float
    bits_per_note: float
    bits_per_second: float


def total(losses: Iterable[SongLoss]) -> Loss:
    """Return the loss of songs together, each note counting the same.

    Raises:
        ValueError: There is no song.
    """
    songs = list(losses)
    if not songs:
        raise ValueError("a loss needs at least one song")
    nats = sum(song.nats for song in songs)
    bits = nats / math.log(2)
    tokens = sum(song.tokens for song in songs)
    notes = sum(song.notes for song in songs)
    return Loss(
        songs=len(songs),
        steps=sum(song.steps for song in songs),
        tokens=tokens,
        notes=notes,
        nats_per_token=nats / max(1, tokens),
        nats_per_note=nats / max(1, notes),
        bits_per_note=bits / max(1, notes),
        bits_per_second=bits / max(1e-9, sum(song.seconds for song in songs)),
    )


def song_losses(
    reading: Reading,
    tokenizer: Tokenizer,
    songs: Iterable[tuple[str, Ids]],
    *,
    carried: bool = True,
    segment_length: int = SEGMENT,
) -> Iterator[SongLoss]:
    """Yield the loss of each song, read from its beginning in segments.

    Args:
        reading: Of the network.
        tokenizer: Its tokenizer.
        songs: Name and ids of each.
        carried: Carry the memory from segment to segment; else each begins from nothing.
        segment_length: T.
    """
    for name, ids in songs:
        song = reading.song(ids)
        nll = token_losses(reading, song, carried=carried, segment_length=segment_length)
        yield song_loss(tokenizer, name, song, nll)


def song_loss(tokenizer: Tokenizer, name: str, song: SongSteps, nll: Nats) -> SongLoss:
    """Return a song's loss.

    Args:
        tokenizer: Of its ids.
        name: What figures call it.
        song: As the network reads it.
        nll: Of each id but the first, (L - 1,).
    """
    return SongLoss(
        name=name,
        steps=song.steps,
        tokens=int(song.scored.sum()),
        notes=int(song.notes.sum()),
        seconds=Timeline(tokenizer.decode(song.ids)).duration_s,
        nats=float(nll.sum()),
    )


def token_losses(
    reading: Reading,
    song: SongSteps | Ids,
    *,
    carried: bool = True,
    segment_length: int = SEGMENT,
) -> Nats:
    """Return the nats of each id of a song but the first, (L - 1,).

    What declares the parts costs nothing, nor do ids of a step that is cut off.

    Args:
        reading: Of the network.
        song: As the network reads it, or its begin and what follows, (L,).
        carried: Carry the memory from segment to segment; else each begins from nothing but the
            song's declarations.
        segment_length: T.
    """
    song = song if isinstance(song, SongSteps) else reading.song(song)
    if carried:
        nats = song_nats(reading, song, song.rows, segment_length=segment_length)
    else:
        nats = song_nats_alone(reading, song, segment_length=segment_length)
    return song.by_id(nats)


@torch.inference_mode()
def echoed_losses(
    reading: Reading,
    song: SongSteps | Ids,
    *,
    strength: float = 1.0,
    segment_length: int = SEGMENT,
) -> Nats:
    """Return what `token_losses` does, with memory carried, and as a piece's own past leans.

    Args:
        reading: Of the network.
        song: As the network reads it, or its begin and what follows, (L,).
        strength: Of echo and phrases.
        segment_length: T.
    """
    song = song if isinstance(song, SongSteps) else reading.song(song)
    wanted = song.ids[1:][song.scored].tolist()
    begun = song.ids[: song.id_at(song.head)].tolist()
    past = Past.of(begun, reading.vocabulary, reading.priors, strength=strength)
    memory = reading.empty_memory(1)
    parts: list[Nats] = []
    heard = 0
    for start in range(0, song.steps - 1, segment_length):
        rows = song.rows.between(start, start + segment_length)
        logits, memory = reading.logits(rows, memory)
        parts.append(past.nats(logits, wanted[heard : heard + len(logits)]))
        heard += len(logits)
    found = np.zeros(len(song.ids) - 1)
    found[song.scored] = np.concatenate(parts)
    return found


def loss_by_position(
    reading: Reading,
    songs: Sequence[Ids],
    *,
    carried: bool,
    segment_length: int = SEGMENT,
    bucket: int = 32,
) -> list[float]:
    """Return the mean nats a note by place in the segment, one figure a bucket (T1).

    A song's first segment is left out: there is nothing to carry into it.
    """
    read = [reading.song(ids) for ids in songs]
    losses = [
        token_losses(reading, song, carried=carried, segment_length=segment_length) for song in read
    ]
    return nats_by_position(read, losses, segment_length=segment_length, bucket=bucket)


def nats_by_position(
    songs: Sequence[SongSteps],
    losses: Sequence[Nats],
    *,
    segment_length: int = SEGMENT,
    bucket: int = 32,
) -> list[float]:
    """Return the mean nats a note by place in the segment (T1), from songs' `token_losses`.

    A song's first segment is left out: there is nothing to carry into it.
    """
    sums, counts = np.zeros(segment_length), np.zeros(segment_length)
    for song, nll in zip(songs, losses, strict=True):
        places = np.arange(song.steps - 1)
        later = places >= segment_length
        np.add.at(sums, places[later] % segment_length, song.by_step(nll)[later])
        np.add.at(counts, places[later] % segment_length, song.notes[1:][later])
    buckets = range(0, segment_length, bucket)
    return [
        float(sums[b : b + bucket].sum() / max(1.0, counts[b : b + bucket].sum())) for b in buckets
    ]


def as_figures(value: Loss) -> dict[str, Any]:
    """Return a loss as plain rounded numbers for a report."""
    return {
        "songs": value.songs,
        "steps": value.steps,
        "tokens": value.tokens,
        "notes": value.notes,
        "nats_per_token": round(value.nats_per_token, 4),
        "nats_per_note": round(value.nats_per_note, 4),
        "bits_per_note": round(value.bits_per_note, 3),
        "bits_per_second": round(value.bits_per_second, 2),
    }
