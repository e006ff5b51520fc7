"""Lowers pitches and lengths far from those that their part has played.

Pages: docs/experiments/2026-11-23-registers.md (pitch, length) and 2026-11-25-hands.md (short
notes).

Legend: V vocabulary.
"""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from engine.generation.plan import Plan
from engine.generation.rules.rule import EVERYWHERE, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.music.score import Note
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind

FREE = 3
"""Semitones beyond the played range that cost nothing, because music moves to new notes."""

TOLERANCE = 1.25
"""Times longer or shorter than the played lengths that cost nothing: the grid rounds lengths."""

SHORTEST = 0.05
"""Share of a part's notes that count as its short ones."""

MOST_NATS = 3.0
"""The highest cost of a pitch or a length; an unbounded cost would forbid."""

HALF_SURE = 16
"""Number of a part's notes at which its range counts half."""


class PlayedRange(Rule):
    """Lowers pitches and lengths far from those that the part has played.

    Args:
        costs: By number of the part, nats that are added to all ids, (V,).
    """

    places = EVERYWHERE - {Place.PITCH, Place.DRUM}

    def __init__(self, costs: Mapping[int, NDArray[np.float32]]) -> None:
        self._costs = costs

    @classmethod
    def of(cls, plan: Plan) -> "PlayedRange | None":
        """Return the rule where parts have played and the user does not ask for another range."""
        if plan.is_bold or plan.priors.range.is_off:
            return None
        costs = range_costs(plan)
        return cls(costs) if costs else None

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Add the costs of the part that plays."""
        costs = self._costs.get(state.part)
        if costs is not None:
            logits += costs


def range_costs(plan: Plan) -> dict[int, NDArray[np.float32]]:
    """Return the costs of each part by its number: nats of all ids, (V,), 0 or below."""
    vocabulary, priors = plan.vocabulary, plan.priors.range
    pitches, lengths = map(vocabulary.ids_of, (TokenKind.PITCH, TokenKind.DURATION))
    heights = vocabulary.values[pitches]
    quarters = vocabulary.values[lengths] / plan.tokenizer.ticks_per_quarter
    wanted = plan.leaning
    # The user wants to leave this range.
    higher, lower = (any(sign * each.register > 0 for each in wanted) for sign in (1, -1))
    longer = any(each.note_length > 0 for each in wanted)
    # More notes in the same time are shorter ones.
    shorter = any(each.note_length < 0 or each.busy > 0 for each in wanted)
    found = {}
    for part, notes in _played(plan):
        played = [note.pitch for note in notes]
        above = np.maximum(0, heights - max(played) - FREE) * (not higher)
        below = np.maximum(0, min(played) - heights - FREE) * (not lower)
        durations = sorted(note.duration / plan.score.ticks_per_quarter for note in notes)
        longest, shortest = durations[-1], durations[int(SHORTEST * len(durations))]
        doublings = np.maximum(0, np.log2(quarters / (TOLERANCE * longest))) * (not longer)
        halvings = np.maximum(0, np.log2(shortest / (TOLERANCE * quarters))) * (not shorter)
        cost = np.zeros(len(vocabulary), dtype=np.float32)
        cost[pitches] = priors.semitone * (above + below)
        cost[lengths] = priors.doubling * doublings + priors.halving * halvings
        sure = len(notes) / (len(notes) + HALF_SURE)
        found[part] = -np.float32(sure) * np.minimum(cost, np.float32(MOST_NATS))
    return found


def _played(plan: Plan) -> Iterator[tuple[int, list[Note]]]:
    """Yield each pitched part and its notes outside the bars that are written."""
    request, score, parts = plan.request, plan.score, plan.parts
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
