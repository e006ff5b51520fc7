"""Emits the chords of the chord track, and keeps strong beats to chord tones on request.

A model whose vocabulary has chords learned them as a condition of the notes. These rules give it
the chords of the chord track, and it draws none of its own as far as the track goes.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.generation.plan import Plan
from engine.generation.planners import bass, context, endings
from engine.generation.reading.bars import Grid
from engine.generation.reading.chords import StrongBeats, foreign_to
from engine.generation.rules.pitch_cost import Cost, PitchCost
from engine.generation.rules.rule import BETWEEN_NOTES, EVERYWHERE, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.harmony.chord_symbols import Chord, pitch_classes
from engine.harmony.chord_track import chord_at, end_of
from engine.request import PartNote
from engine.tokens.constraints import ALL_PITCH_CLASSES
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.score import Score

LEADING = 2.5
"""Nats from pitches of the bass that are not the root of the dominant before an end."""

MOST_HITS = 3
"""Drums in the last chord of a piece: of two hands and a foot."""


class ChordTrack(Rule):
    """Emits the chords of a track, at the beginning of a bar and where they change inside it.

    Args:
        chords: The chords of the track, at least one, ascending by tick.
        score: The piece.
        grid: Ticks to positions.
        vocabulary: With chords.
        silent: Whether the model draws chords where the track has none.
    """

    places = BETWEEN_NOTES

    def __init__(
        self,
        chords: Sequence[Chord],
        score: Score,
        grid: Grid,
        vocabulary: Vocabulary,
        *,
        silent: bool = False,
    ) -> None:
        self._chords = chords
        self._silent = silent
        self._span = (chords[0].tick, end_of(chords, score))
        self._ticks = [chord.tick for chord in chords]
        self._score, self._grid, self._vocabulary = score, grid, vocabulary
        self._ids = vocabulary.span_of(TokenKind.CHORD)
        self._said_until = -1

    @classmethod
    def of(cls, plan: Plan) -> "ChordTrack | None":
        """Return the rule where chords are written over the piece, or found beside a gap."""
        if plan.written:
            return cls(plan.written, plan.score, plan.grid, plan.vocabulary)
        if found := context.chords(plan):
            return cls(found, plan.score, plan.grid, plan.vocabulary, silent=True)
        return None

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Forbid other chords where the track has one."""
        if not self._span[0] <= state.bar.start < self._span[1]:
            return
        now = chord_at(self._chords, state.bar.start)
        if self._silent and now.root < 0:
            return
        if state.place == Place.METER:
            logits[:] = -np.inf
            logits[self._id(now)] = 0.0
        else:
            logits[self._ids] = -np.inf

    def instead(self, token: int, state: DecodingState) -> Sequence[int]:
        """Return the ids of the next change if it comes before the drawn id."""
        bar = state.bar
        first = bisect_right(self._ticks, max(self._said_until, bar.start))
        for index in range(first, bisect_left(self._ticks, bar.end)):
            chord = self._chords[index]
            position = self._grid.position_at(chord.tick - bar.start)
            if not self._is_due(token, position):
                break
            self._said_until = chord.tick
            if position <= state.grammar_state.position or (self._silent and chord.root < 0):
                continue  # it is at the place of the one before, or changes nothing
            place = self._vocabulary.first_of(TokenKind.POSITION) + position
            return (place, self._id(chord))
        return ()

    def branch(self) -> "ChordTrack":
        """Return a copy that has emitted nothing yet."""
        return type(self)(
            self._chords, self._score, self._grid, self._vocabulary, silent=self._silent
        )

    def _is_due(self, token: int, position: int) -> bool:
        kind = self._vocabulary.kinds[token]
        if kind == TokenKind.POSITION:
            return bool(self._vocabulary.values[token] >= position)
        return token == self._vocabulary.bar or kind == TokenKind.SPECIAL

    def _id(self, chord: Chord) -> int:
        ids = self._vocabulary.chord_ids
        return ids.get((chord.root, chord.quality), ids[-1, "none"])


class Cadence(ChordTrack):
    """Emits the chords of a wish's ending, unless the user wrote others over the last bars."""

    @classmethod
    def of(cls, plan: Plan) -> "Cadence | None":
        """Return the rule for a request with an ending."""
        ending = endings.of(plan)
        if not ending or not ending.cadence:
            return None
        return cls(ending.cadence, plan.score, plan.grid, plan.vocabulary)


class ChordTones(PitchCost):
    """Forbids pitches outside the chord on strong beats.

    Args:
        chords: At least one, ascending by tick.
        score: The piece.
        vocabulary: The vocabulary.
    """

    keeps_notes = False

    def __init__(self, chords: Sequence[Chord], score: Score, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary, lambda state: _forbidden(self._tones(state.tick)))
        self._chords, self._end = chords, end_of(chords, score)
        self._beats = StrongBeats(score)

    @classmethod
    def of(cls, plan: Plan) -> "ChordTones | None":
        """Return the rule where the user asked for chord tones on strong beats."""
        if not plan.written or plan.request.harmony != "held":
            return None
        return cls(plan.written, plan.score, plan.vocabulary)

    def admits(self, part: PartNote, state: DecodingState) -> bool:
        """Return False for a foreign note, which is drawn where nothing else was left."""
        tones = self._tones(part.note.start)
        return not tones or state.voices.is_drums(state.part) or part.note.pitch % 12 in tones

    def _tones(self, tick: int) -> frozenset[int]:
        """Return the pitch classes that may be struck at a tick; none where all may."""
        if tick >= self._end or tick not in self._beats:
            return frozenset()
        return pitch_classes(chord_at(self._chords, tick))


class CadenceTones(ChordTones):
    """Keeps strong beats to the chords of a wish's ending."""

    @classmethod
    def of(cls, plan: Plan) -> "CadenceTones | None":
        """Return the rule for a request with an ending."""
        ending = endings.of(plan)
        if not ending or not ending.cadence:
            return None
        return cls(ending.cadence, plan.score, plan.vocabulary)


def lengths_beyond(ticks: int, grid: Grid, vocabulary: Vocabulary) -> slice:
    """Return the ids of lengths of more than some ticks, but never the shortest."""
    ids = vocabulary.span_of(TokenKind.DURATION)
    kept = int(np.searchsorted(vocabulary.durations, grid.nearest(ticks), side="right"))
    return slice(ids.start + max(1, kept), ids.stop)


@cache
def _forbidden(tones: frozenset[int]) -> Cost | None:
    """Return the cost that leaves the tones of a chord; None where it has none."""
    return np.where(foreign_to(tones), np.float32(np.inf), np.float32(0.0)) if tones else None


class FinalChord(Rule):
    """Ends a piece in its last bar: one chord on its first beat, held to the bar line.

    Every part that plays in the bar before takes part in it, and its lowest note is its root.

    Args:
        chord: In the last bar; without a root nothing is pitched.
        dominant: The chord that leads to it, or None.
        bass_part: Number of the part that plays lowest; None where none is pitched.
        vocabulary: Of the ids.
        grid: Ticks of the piece as positions of the vocabulary.
    """

    places = EVERYWHERE - {Place.PITCH, Place.DRUM}

    def __init__(
        self,
        chord: Chord,
        dominant: Chord | None,
        bass_part: int | None,
        vocabulary: Vocabulary,
        grid: Grid,
    ) -> None:
        self._chord, self._dominant, self._bass, self._grid = chord, dominant, bass_part, grid
        self._pitches = vocabulary.span_of(TokenKind.PITCH)
        self._numbers = np.arange(self._pitches.stop - self._pitches.start)
        root = frozenset({chord.root}) if chord.root >= 0 else ALL_PITCH_CLASSES
        self._foreign = foreign_to(pitch_classes(chord) or ALL_PITCH_CLASSES)
        self._no_root = foreign_to(root)
        self._no_dominant = foreign_to(frozenset({dominant.root if dominant else -1}))
        self._drums = vocabulary.span_of(TokenKind.DRUM)
        self._positions = vocabulary.span_of(TokenKind.POSITION)
        self._durations = vocabulary.span_of(TokenKind.DURATION)
        self._lengths, self._vocabulary = vocabulary.durations, vocabulary
        self._first_part = vocabulary.first_part
        self._past_parts = vocabulary.span_of(TokenKind.PART).stop
        self._ends = [vocabulary.bar, vocabulary.end]

    @classmethod
    def of(cls, plan: Plan) -> "FinalChord | None":
        """Return the rule for a wish for an end."""
        ending = endings.of(plan)
        if ending is None or ending.final is None:
            return None
        dominant = ending.cadence[0] if len(ending.cadence) > 1 else None
        return cls(ending.final, dominant, bass.of(plan), plan.vocabulary, plan.grid)

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Forbid everything but the chord in the last bar."""
        if not state.is_last_bar:
            if state.place == Place.VELOCITY:
                self._let_go(logits, state)
            elif not state.is_inside_note:
                self._lead(logits, state)
            return
        before = logits.copy()
        if state.place == Place.VELOCITY:
            self._hold(logits, state)
        elif not state.is_inside_note:
            self._strike(logits, state)
        if logits.max() == -np.inf:
            # The user's range or scale has no tone of the chord.
            logits[:] = before

    def _let_go(self, logits: Logits, state: DecodingState) -> None:
        """Forbid notes that would sound on into the chord."""
        rest = self._chord.tick - state.tick
        logits[lengths_beyond(rest, self._grid, self._vocabulary)] = -np.inf

    def _lead(self, logits: Logits, state: DecodingState) -> None:
        """Lean the bass to the root of the dominant."""
        if self._dominant and state.part == self._bass and state.tick >= self._dominant.tick:
            logits[self._pitches][self._no_dominant] -= LEADING

    def _hold(self, logits: Logits, state: DecodingState) -> None:
        """Forbid all lengths but the one nearest to the rest of the bar."""
        rest = self._grid.nearest(state.bar.end - state.tick)
        held = int(np.argmin(np.abs(self._lengths - rest)))
        kept = logits[self._durations.start + held]
        logits[self._durations] = -np.inf
        logits[self._durations.start + held] = kept

    def _strike(self, logits: Logits, state: DecodingState) -> None:
        """Leave the first onset, the tones of the chord, and no end before all parts play."""
        struck = state.heard.struck
        if state.voices.is_drums(state.part):
            if len(struck.get(state.part, ())) >= MOST_HITS:
                logits[self._drums] = -np.inf
        else:
            pitches = logits[self._pitches]
            pitches[self._foreign | self._out_of_place(state, pitches)] = -np.inf
        positions = logits[self._positions]
        if struck:
            positions[:] = -np.inf
        elif (open_ := np.flatnonzero(positions > -np.inf)).size:
            positions[open_[0] + 1 :] = -np.inf
        due = self._due(state)
        if due is not None:
            # Parts come in order, so none after it may come before it.
            logits[self._ends] = -np.inf
            logits[self._first_part + due + 1 : self._past_parts] = -np.inf
            if state.part > due and state.place != Place.PART:
                logits[self._pitches] = -np.inf
                logits[self._drums] = -np.inf

    def _due(self, state: DecodingState) -> int | None:
        """Return the first part that has not struck the chord; None where all have."""
        due = {part for part in state.heard.struck_before if part in state.voices.parts}
        if self._bass is not None:
            due.add(self._bass)
        return min(due - state.heard.struck.keys(), default=None)

    def _out_of_place(self, state: DecodingState, logits: Logits) -> NDArray[np.bool_]:
        """Return the pitches of the part that plays with which the root would not be lowest.

        Args:
            state: Of the row.
            logits: Of the pitches.
        """
        struck = state.heard.struck
        sounding = [
            pitch
            for part, pitches in struck.items()
            if not state.voices.is_drums(part)
            for pitch in pitches
        ]
        if state.part == self._bass and self._bass not in struck:
            above = self._numbers > min(sounding, default=len(self._numbers))
            pitches: NDArray[np.bool_] = self._no_root | above
            return pitches
        roots = [pitch for pitch in sounding if not self._no_root[pitch]]
        # A part before the bass leaves room for a root under it.
        possible = np.flatnonzero(~self._no_root & (logits > -np.inf))
        lowest = min(roots, default=int(possible[0]) if possible.size else 0)
        under: NDArray[np.bool_] = self._no_root & (self._numbers < lowest)
        return under
