"""A tune moves as it has moved: steps, leaps and struck-again notes as often as before.

A small model that is unsure strikes the note again that it struck last: of tunes of the demo
pieces, which do so once in sixty notes, it made some in which one note in seven was the one before
(`docs/experiments/2026-11-23-coming-back.md`). Where a tune does so by itself, it goes on so.

Legend: V vocabulary.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import torch
from torch import Tensor

from engine.generation.draft import Draft
from engine.generation.processors import Processor
from engine.tokens.vocabulary import TokenKind, Vocabulary

WIDEST = (0, 2, 4, 7, 12, 127)
"""Semitones: a note struck again, a step, a third, up to a fifth, up to an octave, more."""
USUAL = (0.21, 0.36, 0.18, 0.145, 0.085, 0.02)
"""Share of each among the intervals of tunes that are made without this."""
NOTES_BELIEVED = 8
"""Intervals as `USUAL` has them that count beside a tune's own: of a short one little is known.
Tunes of the demo pieces struck 0.093 of their notes again with 16, 0.085 with 8, 0.143 without;
real ones 0.028."""
MOST_NATS = 1.5

_WIDEST = WIDEST[-1]


class Intervals(Processor):
    """Leans to the intervals by which a tune moves.

    Args:
        leaning: Nats by width of interval, as in `WIDEST`, by part; who is missing is no tune.
        vocabulary: Of the ids.
    """

    def __init__(self, leaning: Mapping[int, Sequence[float]], vocabulary: Vocabulary) -> None:
        self._pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))
        self._heights = torch.from_numpy(vocabulary.values[vocabulary.ids_of(TokenKind.PITCH)])
        # By part: of each interval, from the widest fall to the widest rise.
        self._nats = {
            part: torch.tensor([nats[_width(each)] for each in range(-_WIDEST, _WIDEST + 1)])
            for part, nats in leaning.items()
        }

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Lean to the intervals of the tune that plays."""
        nats = self._nats.get(draft.part)
        last = draft.voices.last(draft.part) if nats is not None else None
        if nats is None or last is None or not draft.may_begin_a_note:
            return logits
        added = nats[self._heights - last + _WIDEST]
        return logits.index_add(0, self._pitches, added.to(logits.dtype))


def intervals_of(tunes: Mapping[int, Sequence[int]]) -> dict[int, tuple[float, ...]]:
    """Return what each tune leans to, as `Intervals` takes it.

    Args:
        tunes: Pitches in order, by part.
    """
    return {part: leaning_of(pitches) for part, pitches in tunes.items()}


def leaning_of(pitches: Sequence[int]) -> tuple[float, ...]:
    """Return by how many nats each width of interval is likelier in a tune than it usually is.

    Args:
        pitches: Of the tune, in order.
    """
    own = Counter(_width(after - before) for before, after in pairwise(pitches))
    whole = own.total() + NOTES_BELIEVED
    return tuple(
        max(-MOST_NATS, min(MOST_NATS, math.log((own[width] / usual + NOTES_BELIEVED) / whole)))
        for width, usual in enumerate(USUAL)
    )


def _width(interval: int) -> int:
    """Return which of `WIDEST` an interval is."""
    return bisect_left(WIDEST, abs(interval))
