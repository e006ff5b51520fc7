"""A piece that the model reads before this one gives its manner, and not its notes."""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from engine.copying.windows import GRID_PER_QUARTER, voices_of
from engine.generation.plan import Plan
from engine.generation.rules.rule import Rule
from engine.generation.state.decoding import DecodingState
from engine.request import PartNote
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.score import Score

RUN = 8
"""Notes in a row that are the other piece's. Of 112 alternatives of the starter that had not read a
piece, two had as many in common with it (experiment 2026-11-29-first-bars)."""

# Fewer kinds of steps are a scale, and steps that come again after so many are a figure of an
# accompaniment; both are nobody's.
_KINDS, _FIGURE = 4, 4

Place = tuple[int, int]
"""Tick and pitch of a note."""

Moves = tuple[Place, ...]
"""Steps in sixteenths and in semitones from note to note."""


class RememberedNotes(Rule):
    """Refuses a note with which a track would repeat a tune of the remembered piece, in any key.

    Args:
        runs: The runs of `RUN` notes of that piece.
        ticks_per_quarter: Of the piece that is written.
        vocabulary: The vocabulary.
    """

    def __init__(self, runs: frozenset[Moves], ticks_per_quarter: int, vocabulary: Vocabulary):
        self._runs, self._quarter, self._vocabulary = runs, ticks_per_quarter, vocabulary
        # By track, the last notes, ascending.
        self._made: dict[int, list[Place]] = defaultdict(list)

    @classmethod
    def of(cls, plan: Plan) -> "RememberedNotes | None":
        """Return the rule where the model reads another piece first."""
        other = plan.request.remembered
        runs = runs_of(other) if other is not None else frozenset()
        return cls(runs, plan.score.ticks_per_quarter, plan.vocabulary) if runs else None

    def refuses(self, token: int, state: DecodingState) -> bool:
        """Refuse a pitch that completes a run of the other piece."""
        if self._vocabulary.kinds[token] != TokenKind.PITCH:
            return False
        return self._repeats(state.track, (state.tick, int(self._vocabulary.values[token])))

    def admits(self, part: PartNote, state: DecodingState) -> bool:
        """Return False for a note of a run: it was drawn because all were refused."""
        if state.voices.is_drums(state.part):
            return True
        place = (part.note.start, part.note.pitch)
        if self._repeats(part.track, place):
            return False
        insort(self._made[part.track], place)
        del self._made[part.track][: -2 * RUN]
        return True

    def branch(self) -> "RememberedNotes":
        """Return a copy with its own notes."""
        other = RememberedNotes(self._runs, self._quarter, self._vocabulary)
        other._made.update({track: [*made] for track, made in self._made.items()})
        return other

    def _repeats(self, track: int, place: Place) -> bool:
        made = [*self._made[track]]
        insort(made, place)
        # A note may stand below one that was written before it.
        first = max(0, made.index(place) - RUN + 1)
        return any(run in self._runs for run in _runs(made[first:], self._quarter))


def runs_of(score: Score) -> frozenset[Moves]:
    """Return the runs of `RUN` notes of all voices of a score but drums."""
    return frozenset(
        run
        for voice in voices_of(score)
        for run in _runs(
            sorted({(note.start, note.pitch) for note in voice.notes}), score.ticks_per_quarter
        )
        if len(set(run)) >= _KINDS and not _is_figure(run)
    )


def _is_figure(run: Moves) -> bool:
    return any(run[lag:] == run[:-lag] for lag in range(1, _FIGURE + 1))


def _runs(places: list[Place], quarter: int) -> Iterable[Moves]:
    steps = [
        (
            (2 * (after[0] - before[0]) * GRID_PER_QUARTER + quarter) // (2 * quarter),
            after[1] - before[1],
        )
        for before, after in pairwise(places)
    ]
    return (tuple(steps[at : at + RUN - 1]) for at in range(len(steps) - RUN + 2))
