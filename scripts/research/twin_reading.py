"""What an arm of the memory experiment makes of held-out songs, read as it was trained.

Legend: B songs side by side, T steps, K ids of the longest step.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
import torch
from torch import Tensor

from benchmarks.evaluation.loss_by_note import Said, as_figures, note_loss, said_of
from benchmarks.evaluation.reading import NoteReading
from benchmarks.evaluation.rows import Rows, SongSteps
from benchmarks.evaluation.song import Ids
from engine.generation.priors import SHAPE
from engine.model.network.memory import Memory
from engine.model.network.note_xl import NoteXL
from engine.tokens.store import TokenStore
from engine.tokens.vocabulary import Vocabulary

HALVES = ("choose", "judge")
"""Of the held-out songs: one for the curves while arms learn, one for the last word."""
_ROWS = 8


class SegmentReading(NoteReading):
    """A network of notes that reads whatever it is given in segments of its training.

    Args:
        network: In evaluation mode.
        vocabulary: Of its ids.
        segment: Steps that it reads at once, at most.
    """

    def __init__(self, network: NoteXL, vocabulary: Vocabulary, *, segment: int) -> None:
        super().__init__(network, vocabulary, SHAPE)
        self.segment = segment

    def _segments(self, rows: Rows) -> Iterator[Rows]:
        for start in range(0, rows.length, self.segment):
            yield rows.between(start, min(start + self.segment, rows.length))

    def hear(self, rows: Rows, memory: Memory) -> Memory:
        """As `Reading.hear`."""
        for part in self._segments(rows):
            memory = super().hear(part, memory)
        return memory

    def nats(self, rows: Rows, memory: Memory) -> tuple[Tensor, Memory]:
        """As `Reading.nats`."""
        found = []
        for part in self._segments(rows):
            nats, memory = super().nats(part, memory)
            found.append(nats)
        return torch.cat(found, dim=1), memory


def half_of(name: str) -> str:
    """Return the half of the held-out songs to which a song belongs, by the hash of its name."""
    return HALVES[sha256(name.encode()).digest()[0] % 2]


def held_out(store: TokenStore, half: str, *, songs: int) -> list[tuple[str, Ids]]:
    """Return the held-out songs of one half, as (name, ids).

    Args:
        store: Of which the split `valid` is read.
        half: One of `HALVES`.
        songs: Of each collection, at most.
    """
    taken: dict[str, int] = defaultdict(int)
    found = []
    for song in store.songs("valid").tolist():
        name = store.names[song]
        source = name.partition("/")[0]
        if half_of(name) == half and taken[source] < songs:
            taken[source] += 1
            found.append((name, np.array(store.ids(song))))
    return found


def note_figures(
    reading: SegmentReading, songs: Sequence[tuple[str, Ids]], *, ids: int
) -> dict[str, Any]:
    """Return nats a note: all, by field, by notes heard before, by collection.

    Args:
        reading: Of the arm.
        songs: (name, ids) of each.
        ids: Of each song, at most.
    """
    read = [(name, reading.song(whole[:ids])) for name, whole in songs]
    # Songs of like length are read side by side, so that little is padding.
    read.sort(key=lambda song: (song[1].steps, song[0]))
    said = [
        one
        for first in range(0, len(read), _ROWS)
        for one in _said(reading, read[first : first + _ROWS])
    ]
    return as_figures(note_loss(said))


@torch.inference_mode()
def _said(reading: SegmentReading, songs: Sequence[tuple[str, SongSteps]]) -> Iterator[Said]:
    rows = reading.side_by_side([song.rows for _, song in songs])
    nats, _ = reading.nats(rows, reading.empty_memory(len(songs)))
    for (name, song), row in zip(songs, nats.numpy(), strict=True):
        own = row[rows.length - song.rows.length :]
        yield said_of(name.partition("/")[0], song.ids, song.by_id(own), reading.vocabulary)
