"""Nats a note: by what is said of it, by how many notes were heard before, by collection.

Notes are what every representation has: models whose ids differ, or whose step is a note, compare.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.song import Ids, Nats
from engine.tokens.vocabulary import TokenKind, Vocabulary

# Notes heard before: from one of these to the next.
HEARD = (0, 16, 64, 256, 1024, 4096)
_NOTES = (TokenKind.PITCH, TokenKind.DRUM)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Said:
    """What predicting a song cost.

    Attributes:
        collection: Which songs it belongs to.
        nats: Of each id that was predicted, (N,).
        fields: The kind of each, (N,).
        heard: Notes heard before each, (N,).
        notes: Notes that were predicted.
    """

    collection: str
    nats: Nats
    fields: NDArray[np.int64]
    heard: NDArray[np.int64]
    notes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteLoss:
    """Nats a note, all songs together, each note counting the same.

    Attributes:
        notes: How many were predicted.
        nats: Of everything.
        by_field: The part of it that each kind of id costs; they add up to `nats`.
        by_heard: By notes heard before, (from, to): of the notes there.
        by_collection: Of each.
    """

    notes: int
    nats: float
    by_field: dict[str, float]
    by_heard: dict[tuple[int, int], float]
    by_collection: dict[str, float]


def said_of(collection: str, ids: Ids, nats: Nats, vocabulary: Vocabulary) -> Said:
    """Return what predicting a song's ids cost.

    Args:
        collection: Which songs it belongs to.
        ids: Begin and what follows, (L,).
        nats: Of each id but the first, (L - 1,).
        vocabulary: Of the ids.
    """
    fields = np.asarray(vocabulary.kinds[ids[1:]], dtype=np.int64)
    is_note = np.isin(fields, _NOTES)
    heard: NDArray[np.int64] = np.cumsum(is_note) - is_note
    return Said(
        collection=collection, nats=nats, fields=fields, heard=heard, notes=int(is_note.sum())
    )


def note_loss(songs: Iterable[Said]) -> NoteLoss:
    """Return the loss of songs together.

    Raises:
        ValueError: There is no note.
    """
    said = list(songs)
    notes = sum(song.notes for song in said)
    if not notes:
        raise ValueError("a loss a note needs at least one note")
    parts: dict[str, list[Said]] = defaultdict(list)
    for song in said:
        parts[song.collection].append(song)
    return NoteLoss(
        notes=notes,
        nats=_a_note(said),
        by_field=_by_field(said, notes),
        by_heard=_by_heard(said),
        by_collection={name: _a_note(some) for name, some in parts.items()},
    )


def as_figures(found: NoteLoss) -> dict[str, Any]:
    """Return nats a note as plain figures."""
    return {
        "notes": found.notes,
        "nats": round(found.nats, 4),
        "by_field": {name: round(value, 4) for name, value in found.by_field.items()},
        "by_heard": {
            f"{low}-{past}": round(value, 4) for (low, past), value in found.by_heard.items()
        },
        "by_collection": {name: round(value, 4) for name, value in found.by_collection.items()},
    }


def _a_note(songs: Sequence[Said]) -> float:
    nats = sum(float(song.nats.sum()) for song in songs)
    return nats / max(1, sum(song.notes for song in songs))


def _by_field(songs: Sequence[Said], notes: int) -> dict[str, float]:
    sums: dict[str, float] = defaultdict(float)
    for song in songs:
        for field in np.unique(song.fields):
            name = TokenKind(int(field)).name.lower()
            sums[name] += float(song.nats[song.fields == field].sum())
    return {name: value / notes for name, value in sorted(sums.items(), key=lambda item: -item[1])}


def _by_heard(songs: Sequence[Said]) -> dict[tuple[int, int], float]:
    found = {}
    for low, past in pairwise(HEARD):
        nats = notes = 0.0
        for song in songs:
            here = (song.heard >= low) & (song.heard < past)
            nats += float(song.nats[here].sum())
            notes += int(np.isin(song.fields[here], _NOTES).sum())
        if notes:
            found[low, past] = nats / notes
    return found
