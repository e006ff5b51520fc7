"""Each keeps to its register: notes far beyond what a track has played are less likely.

Where several tracks play one instrument a small network mistakes one for another, and a melody
jumps into the accompaniment's octave: of the notes made after pieces of pop music 14 in 100 were
more than a fourth outside of what their track had played, of the real ones none
(`docs/experiments/2026-11-23-registers.md`).

Legend: V vocabulary.
"""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from engine.generation.draft import Draft
from engine.generation.processors import Processor
from engine.generation.wishes import leaning
from engine.music.score import Score
from engine.request import Request
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.vocabulary import TokenKind, Vocabulary

FREE = 3
"""Semitones beyond what was played that cost nothing: music goes on to new notes."""
NATS_A_SEMITONE = 0.35
MOST_NATS = 3.0
HALF_SURE = 16
"""Notes of a track after which its register is half as sure as it can be."""


class Registers(Processor):
    """Takes away from notes that are far beyond what their track has played.

    Args:
        leaning: Nats that are added to each pitch, in the order of their ids, by part; who is
            missing may play anything.
        vocabulary: Of the ids.
    """

    def __init__(self, leaning: Mapping[int, Tensor], vocabulary: Vocabulary) -> None:
        self._leaning = leaning
        self._pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Lean to the register of the part that plays."""
        added = self._leaning.get(draft.part)
        if added is None or not draft.may_begin_a_note:
            return logits
        return logits.index_add(0, self._pitches, added.to(logits.dtype))


def registers_of(
    score: Score, request: Request, parts: Parts, vocabulary: Vocabulary
) -> dict[int, Tensor]:
    """Return what each part leans to: less of each pitch (its ids, in order), in nats.

    Args:
        score: The piece.
        request: What it asks to be written anew does not count.
        parts: Which track is which part.
        vocabulary: Of the ids.
    """
    values = torch.from_numpy(vocabulary.values[vocabulary.ids_of(TokenKind.PITCH)])
    higher = any(each.register > 0 for each in leaning(request))
    lower = any(each.register < 0 for each in leaning(request))
    found = {}
    for part, pitches in _played(score, request, parts):
        # What the user wants is not held back.
        above = (values - max(pitches) - FREE).clamp(min=0) * (not higher)
        below = (min(pitches) - values - FREE).clamp(min=0) * (not lower)
        sure = len(pitches) / (len(pitches) + HALF_SURE)
        cost = (NATS_A_SEMITONE * (above + below)).clamp(max=MOST_NATS)
        found[part] = -sure * cost
    return found


def _played(score: Score, request: Request, parts: Parts) -> Iterator[tuple[int, list[int]]]:
    """Yield each part that has a register, and the pitches it played."""
    end = request.end_in(score) if request.bars else score.end
    for track, part in zip(score.tracks, parts.of_track, strict=True):
        if part == NO_PART or track.is_drum:
            continue
        stays = [n.pitch for n in track.notes if not request.start <= n.start < end]
        if stays:
            yield part, stays
