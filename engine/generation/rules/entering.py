"""Leans a part that comes in to its own register.

A part that was silent for some bars comes back, in real songs, where it played before: its mean
pitch moves by 3.7 semitones. A network has its notes far back in its memory or not at all, and
moved them by 7.6: a clarinet came back as a bass. So until a part has played for a while again,
pitches cost what its own notes and the usual range of its instrument say. Which other parts sound
in that register does not count: real parts that come in strike pitches that others sound with four
of ten notes (experiment 2026-11-29-parts-that-enter).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.form.registers import register_of
from engine.generation.plan import Plan
from engine.generation.planners import endings, entrances
from engine.generation.rules.part_entrances import AWAY
from engine.generation.rules.pitch_cost import Cost, PitchCost
from engine.generation.state.decoding import DecodingState
from engine.planning.phrases import PHRASE
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import PITCHES
from engine.values.score import Note
from engine.values.time import BarMap

USUAL_COUNTS = 4
"""Notes of its own at which a part's notes count as much as the range of its instrument; fitted to
parts that come in in real songs."""

NEAR = 3.0
"""Semitones by which a played pitch speaks for the pitches around it: a standard deviation. A
narrower one would say the key, too, which the network knows better."""

MOST_NATS = 4.0
"""The highest cost of a pitch; any pitch stays possible. Not varied."""

Share = NDArray[np.float64]


class _Presence(NamedTuple):
    """For how many bars a part has been silent, and for how many it has played since it came in."""

    silent: int
    played: int


class EnteringPart(PitchCost):
    """Lowers pitches outside the register of a part that comes in, less from bar to bar.

    Args:
        vocabulary: The vocabulary.
        own: By number of a part, the cost of each pitch.
        parts: By number of a part, when it played; replaced each bar.
    """

    def __init__(
        self, vocabulary: Vocabulary, own: Mapping[int, Cost], parts: Mapping[int, _Presence]
    ) -> None:
        super().__init__(vocabulary, self._cost_in)
        self._vocabulary, self._own, self._parts = vocabulary, own, parts

    @classmethod
    def of(cls, plan: Plan) -> "EnteringPart | None":
        """Return the rule where entrances are planned, and no wish is for less or for an end."""
        if entrances.of(plan) is None or endings.of(plan) or min(plan.fullness) < 1.0:
            return None
        played = plan.parts.notes_of(plan.score.tracks)
        pitched = [part for part in sorted(plan.voices.parts) if not plan.parts.is_drums(part)]
        own = {part: _cost(plan, part, played[part]) for part in pitched}
        silent = {part: _silent_bars(plan, played[part]) for part in pitched}
        # Those that were there are no news.
        parts = {
            part: _Presence(bars, 0 if bars >= AWAY else PHRASE) for part, bars in silent.items()
        }
        return cls(plan.vocabulary, own, parts) if own else None

    def begin_bar(self, state: DecodingState) -> None:
        """Count the bar that is over."""
        begin, struck = state.bar.start, state.heard.struck_before
        found = dict[int, _Presence]()
        for part, (silent, played) in self._parts.items():
            sounds = struck.get(part) or state.voices.held(part, begin)
            bars = 0 if sounds else silent + 1
            found[part] = _Presence(bars, 0 if bars >= AWAY else min(PHRASE, played + 1))
        self._parts = found

    def branch(self) -> "EnteringPart":
        """Return an independent copy."""
        return EnteringPart(self._vocabulary, self._own, self._parts)

    def _cost_in(self, state: DecodingState) -> Cost | None:
        left = 1.0 - self._parts[state.part].played / PHRASE
        return np.float32(left) * self._own[state.part] if left > 0 else None


def register_share(pitches: Iterable[int], program: int) -> Share:
    """Return how likely each pitch is in a part, by its notes and its instrument, (128,).

    Args:
        pitches: That it has played.
        program: Of its instrument.
    """
    played = np.bincount(list(pitches), minlength=PITCHES).astype(float)
    low, high = register_of(program)
    usual = np.zeros(PITCHES)
    usual[low : high + 1] = USUAL_COUNTS / (high + 1 - low)
    apart = np.arange(1 - PITCHES, PITCHES) / NEAR
    around = np.convolve(played + usual, np.exp(-0.5 * apart**2))[PITCHES - 1 : 1 - PITCHES]
    share: Share = around / around.sum()
    return share


def _cost(plan: Plan, part: int, notes: Sequence[Note]) -> Cost:
    """Return what each pitch of a part costs; a slider for the register frees its side."""
    share = register_share(
        (note.pitch for note in notes if note.start < plan.request.start),
        plan.parts.programs[part],
    )
    lost = np.minimum(MOST_NATS, np.log(share.max()) - np.log(share))
    wanted, top = [each.register for each in plan.leaning], int(share.argmax())
    if max(wanted, default=0.0) > 0:
        lost[top:] = 0.0
    if min(wanted, default=0.0) < 0:
        lost[:top] = 0.0
    heights = plan.vocabulary.values[plan.vocabulary.span_of(TokenKind.PITCH)]
    cost: Cost = lost[heights].astype(np.float32)
    return cost


def _silent_bars(plan: Plan, notes: Sequence[Note]) -> int:
    """Return for how many bars before the start no note of a part sounds."""
    start = plan.request.start
    end = max((min(note.end, start) for note in notes if note.start < start), default=None)
    if end is None:
        return AWAY
    return max(0, plan.bar - BarMap.of(plan.score).bars_until(end))
