"""Each keeps to its register and its pace: notes far beyond what a track played are less likely.

Where several tracks play one instrument a small network mistakes one for another, and a melody
jumps into the accompaniment's octave: of the notes made after pieces of pop music 14 in 100 were
more than a fourth outside of what their track had played, of the real ones none
(`docs/experiments/2026-11-23-registers.md`). Notes more than twice as long as any of their track
were made two times as often as they are played, and a tune that holds one is silent meanwhile; ever
shorter notes made a pianist's chords a patter (`docs/experiments/2026-11-25-hands.md`).

Legend: V vocabulary.
"""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from engine.generation.draft import Draft
from engine.generation.processors import Processor
from engine.generation.wishes import ALONE, Stretch, leaning
from engine.music.score import Note, Score
from engine.request import Request
from engine.tokens.parts import Parts
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind

FREE = 3
"""Semitones beyond what was played that cost nothing: music goes on to new notes."""
NATS_A_SEMITONE = 0.35
MOST_NATS = 3.0
LONGER = 1.25
"""Times the longest note that cost nothing: lengths are rounded to the grid."""
NATS_A_DOUBLING = 2.0
SHORTEST = 0.05
"""Share of a track's notes that are its short ones: below these, notes are shorter than usual."""
SHORTER = 1.25
"""Times shorter than the longest of its short notes that cost nothing."""
NATS_A_HALVING = 2.0
HALF_SURE = 16
"""Notes of a track after which its register is half as sure as it can be."""


class Registers(Processor):
    """Takes away from notes that are far beyond what their track has played.

    Args:
        leaning: Nats that are added to all ids (V,), by part; who is missing may play anything.
    """

    def __init__(self, leaning: Mapping[int, Tensor]) -> None:
        self._leaning = leaning

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Lean to the register of the part that plays."""
        added = self._leaning.get(draft.part)
        return logits if added is None else logits + added.to(logits.dtype)


def registers_of(
    score: Score,
    request: Request,
    parts: Parts,
    tokenizer: Tokenizer,
    *,
    stretch: Stretch = ALONE,
) -> dict[int, Tensor]:
    """Return what each part leans to: less of each pitch and length, in nats (V,).

    Args:
        score: The piece.
        request: What it asks to be written anew does not count, nor what it says is forgotten.
        parts: Which track is which part.
        tokenizer: Of the ids.
        stretch: What its wish is about.
    """
    vocabulary = tokenizer.vocabulary
    pitches, lengths = map(vocabulary.ids_of, (TokenKind.PITCH, TokenKind.DURATION))
    heights = torch.from_numpy(vocabulary.values[pitches])
    quarters = torch.from_numpy(vocabulary.values[lengths]) / tokenizer.ticks_per_quarter
    wanted = leaning(request, stretch)
    # What the user wants is not held back.
    higher, lower = (any(sign * each.register > 0 for each in wanted) for sign in (1, -1))
    longer = any(each.note_length > 0 for each in wanted)
    # More notes in the same time are shorter ones.
    shorter = any(each.note_length < 0 or each.busy > 0 for each in wanted)
    found = {}
    for part, notes in _played(score, request, parts):
        played = [note.pitch for note in notes]
        above = (heights - max(played) - FREE).clamp(min=0) * (not higher)
        below = (min(played) - heights - FREE).clamp(min=0) * (not lower)
        durations = sorted(note.duration / score.ticks_per_quarter for note in notes)
        longest, shortest = durations[-1], durations[int(SHORTEST * len(durations))]
        doublings = torch.log2(quarters / (LONGER * longest)).clamp(min=0) * (not longer)
        halvings = torch.log2(shortest / (SHORTER * quarters)).clamp(min=0) * (not shorter)
        cost = torch.zeros(len(vocabulary))
        cost[pitches] = NATS_A_SEMITONE * (above + below).float()
        cost[lengths] = (NATS_A_DOUBLING * doublings + NATS_A_HALVING * halvings).float()
        sure = len(notes) / (len(notes) + HALF_SURE)
        found[part] = -sure * cost.clamp(max=MOST_NATS)
    return found


def _played(score: Score, request: Request, parts: Parts) -> Iterator[tuple[int, list[Note]]]:
    """Yield each part that has a register, and the notes it played."""
    end = request.end_in(score) if request.bars else score.end
    for part, notes in parts.notes_of(score.tracks).items():
        if parts.is_drums(part):
            continue
        stays = [
            note
            for note in notes
            if request.since <= note.start and not request.start <= note.start < end
        ]
        if stays:
            yield part, stays
