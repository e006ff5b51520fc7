"""What a note costs: by what is said of it, and by how many notes were heard before.

Notes are what every representation has: networks whose ids or steps differ compare.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.song import Ids, Nats
from engine.tokens.vocabulary import TokenKind, Vocabulary

HEARD = (0, 16, 64, 256, 1024, 4096)
"""Notes heard before: from one of these to the next."""

_NOTES = (TokenKind.PITCH, TokenKind.DRUM)
_FIELDS = {
    TokenKind.BAR: "bar",
    TokenKind.METER: "bar",
    TokenKind.SPECIAL: "bar",  # a piece ends where a bar might have begun
    TokenKind.CHORD: "chord",
    TokenKind.POSITION: "position",
    TokenKind.PART: "part",
    TokenKind.PROGRAM: "part",
    TokenKind.PITCH: "pitch",
    TokenKind.DRUM: "pitch",
    TokenKind.VELOCITY: "velocity",
    TokenKind.DURATION: "duration",
    TokenKind.TEMPO: "tempo",
    TokenKind.PEDAL: "pedal",
    TokenKind.PEDAL_OFF: "pedal",
}

_Song = tuple[NDArray[np.uint8], Nats]


def by_field(
    songs: Sequence[Ids], nats: Sequence[Nats], vocabulary: Vocabulary
) -> dict[str, float]:
    """Return the nats a note that each field costs; they add up to those of everything.

    Args:
        songs: Ids of each, begin included.
        nats: Of each id but the first (`loss.token_losses`).
        vocabulary: Of the ids.
    """
    sums: dict[str, float] = dict.fromkeys(_FIELDS.values(), 0.0)
    notes = 0
    for kinds, nll in _kinds_of(songs, nats, vocabulary):
        notes += int(np.isin(kinds, _NOTES).sum())
        for kind in np.unique(kinds):
            sums[_FIELDS[TokenKind(int(kind))]] += float(nll[kinds == kind].sum())
    return {name: value / max(1, notes) for name, value in sums.items() if value}


def by_notes_heard(
    songs: Sequence[Ids], nats: Sequence[Nats], vocabulary: Vocabulary
) -> dict[tuple[int, int], float]:
    """Return nats a note by how many notes of the song were heard before it, (from, to).

    Args:
        songs: Ids of each, begin included.
        nats: Of each id but the first (`loss.token_losses`).
        vocabulary: Of the ids.
    """
    sums: dict[tuple[int, int], float] = defaultdict(float)
    notes: dict[tuple[int, int], int] = defaultdict(int)
    for kinds, nll in _kinds_of(songs, nats, vocabulary):
        struck = np.isin(kinds, _NOTES)
        heard: NDArray[np.int64] = np.cumsum(struck) - struck
        for low, past in pairwise(HEARD):
            here = (heard >= low) & (heard < past)
            sums[low, past] += float(nll[here].sum())
            notes[low, past] += int(struck[here].sum())
    return {span: sums[span] / count for span, count in notes.items() if count}


def _kinds_of(
    songs: Sequence[Ids], nats: Sequence[Nats], vocabulary: Vocabulary
) -> Iterator[_Song]:
    for ids, nll in zip(songs, nats, strict=True):
        yield vocabulary.kinds[ids[1:]], nll
