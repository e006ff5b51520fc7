"""Rules that forbid: the grammar, free voices and keys, the end of a gap, and copies of songs."""

import numpy as np

from engine.copying.guard import CopyGuard
from engine.copying.windows import instruments_of
from engine.generation.plan import Plan
from engine.generation.rules.pitch_cost import Cost, PitchCost, cost_of
from engine.generation.rules.rule import BETWEEN_NOTES, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.request import PartNote
from engine.tokens.grammar import Grammar, Place
from engine.tokens.vocabulary import TokenKind, Vocabulary


class GapEnd(Rule):
    """Ends a gap with its last bar: its bar line gets the logit of the id "gap is full".

    Args:
        bars: Bars of the gap, as the vocabulary writes them.
        vocabulary: With announcements.
    """

    places = BETWEEN_NOTES

    def __init__(self, bars: int, vocabulary: Vocabulary) -> None:
        self._last = bars - 1
        self._bar = vocabulary.bar
        self._rejoin = vocabulary.first_of(TokenKind.REJOIN)

    @classmethod
    def of(cls, plan: Plan) -> "GapEnd | None":
        """Return the rule for a request that fills a gap."""
        if not plan.request.fill:
            return None
        return cls(sum(1 for _ in plan.bars()), plan.vocabulary)

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Give the bar line the logit of the id that ends a gap."""
        if state.bars_before >= self._last:
            logits[self._bar] = logits[self._rejoin]


class GrammarMask(Rule):
    """Forbids what the grammar forbids, and the end of the piece before the last bar.

    Args:
        grammar: With the user's tracks, range and scale.
        vocabulary: The vocabulary.
    """

    def __init__(self, grammar: Grammar, vocabulary: Vocabulary) -> None:
        self._grammar = grammar
        self._end = vocabulary.end

    @classmethod
    def of(cls, plan: Plan) -> "GrammarMask":
        """Return the rule; every request has it."""
        return cls(plan.grammar, plan.vocabulary)

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Forbid ids that may not follow here."""
        np.putmask(logits, self._grammar.forbidden(state.grammar_state), -np.inf)
        # A request for sixteen bars gets sixteen, also where a real song would end.
        if not state.is_last_bar:
            logits[self._end] = -np.inf


class VoiceLimit(Rule):
    """Forbids parts, pitches and positions for which a track has no free voice.

    Args:
        vocabulary: The vocabulary.
    """

    places = BETWEEN_NOTES

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._first_part, self._bar = vocabulary.first_part, vocabulary.bar
        self._pitches = vocabulary.span_of(TokenKind.PITCH)
        self._drums = vocabulary.span_of(TokenKind.DRUM)
        self._first_position = vocabulary.first_of(TokenKind.POSITION)

    @classmethod
    def of(cls, plan: Plan) -> "VoiceLimit | None":
        """Return the rule where the user or a track of one voice sets a limit."""
        return cls(plan.vocabulary) if plan.voices.limited else None

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Forbid parts, pitches and positions without a free voice."""
        voices, tick = state.voices, state.tick
        full, free_from = voices.full(tick), voices.free_from
        if not full and free_from <= tick:
            return
        for part in full:
            logits[self._first_part + part] = -np.inf
        if state.part in full and state.place != Place.PART:
            logits[self._pitches] = -np.inf
            logits[self._drums] = -np.inf
        if free_from > tick:
            # A position must be followed by a note, so it needs a voice that is free there.
            taken = state.positions_before(free_from)
            logits[self._first_position : self._first_position + taken] = -np.inf
        if logits.max() == -np.inf:
            logits[self._bar] = 0.0


class NoRetrigger(PitchCost):
    """Forbids pitches that the part holds: MIDI would end both notes with the first note-off."""

    keeps_notes = False

    @classmethod
    def of(cls, plan: Plan) -> "NoRetrigger":
        """Return the rule; every request has it."""
        vocabulary, first = plan.vocabulary, plan.vocabulary.first_of(TokenKind.PITCH)

        def cost_at(state: DecodingState) -> Cost | None:
            held = state.voices.held(state.part, state.tick)
            return cost_of({first + each: np.inf for each in held}, vocabulary) if held else None

        return cls(vocabulary, cost_at)


class CopyLimit(Rule):
    """Refuses a note that would copy more of a learned song than the user allows.

    Args:
        guard: Follows the notes and finds copies; for this rule alone.
        vocabulary: The vocabulary.
    """

    def __init__(self, guard: CopyGuard, vocabulary: Vocabulary) -> None:
        self._guard = guard
        self._vocabulary = vocabulary

    @classmethod
    def of(cls, plan: Plan) -> "CopyLimit | None":
        """Return the rule where the user sets a limit and the learned songs are known."""
        longest = plan.request.limits.longest_copy
        if not longest or plan.prints is None or not len(plan.prints):
            return None
        guard = CopyGuard(
            plan.prints,
            longest=longest,
            ticks_per_quarter=plan.score.ticks_per_quarter,
            instruments=instruments_of(plan.score),
        )
        return cls(guard, plan.vocabulary)

    def refuses(self, token: int, state: DecodingState) -> bool:
        """Refuse a pitch that would make a run too long."""
        if self._vocabulary.kinds[token] != TokenKind.PITCH:
            return False
        pitch = int(self._vocabulary.values[token])
        return not self._guard.allows(track=state.track, start=state.tick, pitch=pitch)

    def admits(self, part: PartNote, state: DecodingState) -> bool:
        """Return False for a note that copies too much: it was drawn because all were refused."""
        if state.voices.is_drums(state.part):
            return True
        place = {"track": part.track, "start": part.note.start, "pitch": part.note.pitch}
        if not self._guard.allows(**place):
            return False
        self._guard.add(**place)
        return True

    def branch(self) -> "CopyLimit":
        """Return a copy with its own guard."""
        return CopyLimit(self._guard.branch(), self._vocabulary)
