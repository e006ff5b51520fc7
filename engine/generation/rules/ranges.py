"""Notes far from what their part has played cost nats: pitch, length, interval.

Pages: docs/experiments/2026-11-23-registers.md (pitch, length),
2026-11-25-hands.md (short notes), 2026-11-23-coming-back.md (intervals).

Legend: V vocabulary.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.generation.plan import Plan
from engine.generation.priors import RangePriors
from engine.generation.rules.rule import BETWEEN_NOTES, EVERYWHERE, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.music.score import Note
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind, Vocabulary

FREE = 3
"""Semitones beyond the played range that cost nothing: music goes on to new notes."""

TOLERANCE = 1.25
"""Times longer or shorter than the played lengths that cost nothing: the grid rounds lengths."""

SHORTEST = 0.05
"""Share of a part's notes that count as its short ones."""

MOST_NATS = 3.0
"""Of pitch or length; a cost without a bound would forbid."""

HALF_SURE = 16
"""Notes of a part after which its range counts half."""

WIDEST = (0, 2, 4, 7, 12, 127)
"""Largest interval of each class in semitones: repeated, step, third, fifth, octave, wider."""

USUAL_SHARES = (0.21, 0.36, 0.18, 0.145, 0.085, 0.02)
"""Share of each class among the intervals of tunes that the 11,147-step starter drew without the
rule (docs/experiments/2026-11-23-coming-back.md)."""

NOTES_BELIEVED = 8
"""Intervals of the usual shares that count beside a tune's own. Of 8 and 16 tried on the tunes of
the demo pieces, 8 left fewer repeated notes (0.085 and 0.093; 0.143 without the rule; real music
0.028)."""


class PlayedRange(Rule):
    """Lowers pitches and lengths far from those that the part has played.

    Args:
        costs: By number of the part, nats to add to all ids, (V,).
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
    """Return what each part's range costs, by its number: nats of all ids, (V,), 0 or below."""
    vocabulary, priors = plan.vocabulary, plan.priors.range
    pitches, lengths = map(vocabulary.ids_of, (TokenKind.PITCH, TokenKind.DURATION))
    heights = vocabulary.values[pitches]
    quarters = vocabulary.values[lengths] / plan.tokenizer.ticks_per_quarter
    wanted = plan.leaning
    # A range that the user wants to leave costs nothing.
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


class MelodicIntervals(Rule):
    """Leans to the intervals by which a tune has moved.

    A small model that is unsure strikes the last note again.

    Args:
        nats: By number of the part, for each class of interval in `WIDEST`; parts that are no
            tunes are missing.
        vocabulary: Of the ids.
    """

    places = BETWEEN_NOTES

    def __init__(self, nats: Mapping[int, Sequence[float]], vocabulary: Vocabulary) -> None:
        self._pitches = vocabulary.span_of(TokenKind.PITCH)
        widest = WIDEST[-1]
        # By part: of each interval, from the widest fall to the widest rise.
        self._nats = {
            part: np.array(
                [each[_width(interval)] for interval in range(-widest, widest + 1)], np.float32
            )
            for part, each in nats.items()
        }

    @classmethod
    def of(cls, plan: Plan) -> "MelodicIntervals | None":
        """Return the rule where a part is a tune and is not asked to leave its register."""
        if plan.is_bold or not plan.priors.range.interval or not plan.voices.tunes:
            return None
        if any(each.register for each in plan.leaning):
            return None
        nats = {
            part: interval_nats(pitches, plan.priors.range)
            for part, pitches in plan.voices.tunes.items()
        }
        return cls(nats, plan.vocabulary)

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Add the nats of the intervals from the last note of the tune."""
        nats = self._nats.get(state.part)
        if nats is None or not state.may_begin_note:
            return
        last = state.voices.last(state.part)
        if last is not None:
            widest = WIDEST[-1]
            logits[self._pitches] += nats[widest - last : widest - last + 128]


def interval_nats(pitches: Sequence[int], priors: RangePriors) -> tuple[float, ...]:
    """Return how much likelier each class of interval is in a tune than it usually is, in nats.

    Args:
        pitches: Of the tune, in order.
        priors: The most nats.
    """
    own = Counter(_width(after - before) for before, after in pairwise(pitches))
    whole, most = own.total() + NOTES_BELIEVED, priors.interval
    return tuple(
        max(-most, min(most, math.log((own[width] / usual + NOTES_BELIEVED) / whole)))
        for width, usual in enumerate(USUAL_SHARES)
    )


def _width(interval: int) -> int:
    """Return the class in `WIDEST` of an interval."""
    return bisect_left(WIDEST, abs(interval))
