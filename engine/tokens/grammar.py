"""Which ids may follow: a state machine of twelve places, joined with the user's constraints.

MidiTok's own graph of token types lets a drum have a duration, time go backwards and a bar
overflow. Here whatever may be drawn decodes to music whose time only moves forward:

    bar, meter, then positions ascending within the bar; at a position at most one tempo, then
    pedals released, pedals pressed, then programs ascending (drums first), and in each of them
    pitches ascending. A pitch has a velocity and a duration, a drum has a velocity. The end may
    come wherever a bar may.

It is the encoder's own order: every encoded song is legal.
"""

from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.tokens.constraints import Constraints
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import DRUMS, TokenKind

NOTHING = -2  # below every program (drums are -1), pitch, position and meter
_MASKS_KEPT = 4096

Mask = NDArray[np.bool_]


class Place(IntEnum):
    """What has just been said."""

    START = 0
    BAR = 1
    METER = 2
    POSITION = 3
    TEMPO = 4
    PEDAL_OFF = 5
    PEDAL = 6
    PROGRAM = 7
    PITCH = 8
    DRUM = 9
    VELOCITY = 10
    NOTE = 11
    END = 12


class State(NamedTuple):
    """Where a song stands; a value, so that a branch is a reference.

    Attributes:
        place: What has just been said.
        meter: Index of the bar's meter, or NOTHING.
        position: Latest position in the bar, or NOTHING.
        program: Program that plays, or NOTHING.
        pitch: Highest pitch of that program at this position so far, or NOTHING.
        chord: Notes of that program at this position so far.
        pedal: Latest program whose pedal moved here in the same direction, or NOTHING.
    """

    place: Place
    meter: int = NOTHING
    position: int = NOTHING
    program: int = NOTHING
    pitch: int = NOTHING
    chord: int = 0
    pedal: int = NOTHING


class Grammar:
    """Says what may follow, under constraints.

    Args:
        tokenizer: Whose ids.
        constraints: What the user allows; nothing is forbidden by default.
    """

    def __init__(self, tokenizer: Tokenizer, constraints: Constraints | None = None) -> None:
        self._tokenizer = tokenizer
        self._vocabulary = tokenizer.vocabulary
        self._constraints = constraints or Constraints()
        self._kinds: list[int] = self._vocabulary.kinds.tolist()
        self._values: list[int] = self._vocabulary.values.tolist()
        self._first = {
            kind: self._vocabulary.first_of(kind)
            for kind in TokenKind
            if len(self._vocabulary.ids_of(kind))
        }
        self._count = {kind: len(self._vocabulary.ids_of(kind)) for kind in TokenKind}
        self._bar_lengths: list[int] = self._vocabulary.meter_lengths.tolist()
        self._pitches = np.array([self._constraints.allows_pitch(p) for p in range(128)])
        self._drums = np.ones(128, dtype=np.bool_)
        self._programs = self._playable_programs()
        self._rules = self._make_rules()
        self._cached = lru_cache(maxsize=_MASKS_KEPT)(self._mask)

    @property
    def start(self) -> State:
        """The state before a song's first bar."""
        return State(Place.START)

    @property
    def constraints(self) -> Constraints:
        """What the user allows."""
        return self._constraints

    def under(self, constraints: Constraints) -> "Grammar":
        """Return the grammar under other constraints; states go on in it as they are."""
        return Grammar(self._tokenizer, constraints)

    def advance(self, state: State, token: int) -> State:
        """Return the state after an id, be it legal or not."""
        kind = self._kinds[token]
        value = self._values[token]
        if kind in _ADVANCES:
            return _ADVANCES[kind](state, value)
        if token == self._vocabulary.end:
            return State(Place.END)
        return State(Place.START) if token == self._vocabulary.begin else state

    def follow(self, ids: Iterable[int], state: State | None = None) -> State:
        """Return the state after ids, by default from the start."""
        state = self.start if state is None else state
        for token in ids:
            state = self.advance(state, int(token))
        return state

    def allowed(self, state: State) -> Tensor:
        """Return which ids may follow, bool, (V,); never none. Shared: do not write to it."""
        return self._cached(state)

    def accepts(self, ids: Iterable[int]) -> bool:
        """Return whether every id of a song is legal where it stands."""
        state = self.start
        for token in ids:
            if not self.allowed(state)[int(token)]:
                return False
            state = self.advance(state, int(token))
        return True

    def _mask(self, state: State) -> Tensor:
        mask = np.zeros(len(self._vocabulary), dtype=np.bool_)
        for rule in self._rules[state.place]:
            rule(state, mask)
        if not mask.any():
            # A position where the constraints leave nothing to play is left again.
            self._time(state, mask)
        return torch.from_numpy(mask)

    def _make_rules(self) -> dict[Place, tuple[Callable[[State, Mask], None], ...]]:
        """What may follow each place, part by part."""
        notes = (self._pitches_above, self._programs_above)
        end = (self._time, self._end)
        return {
            Place.START: (self._bar,),
            Place.BAR: (self._meters,),
            Place.METER: end,
            Place.POSITION: (self._tempos, self._pedals_off, self._pedals, *notes),
            Place.TEMPO: (self._pedals_off, self._pedals, *notes, *end),
            Place.PEDAL_OFF: (self._pedals_off, self._pedals, *notes, *end),
            Place.PEDAL: (self._pedals, *notes, *end),
            Place.PROGRAM: (self._pitches_above,),
            Place.PITCH: (self._velocities,),
            Place.DRUM: (self._velocities,),
            Place.VELOCITY: (self._durations,),
            Place.NOTE: (*notes, *end),
            Place.END: (self._begin,),
        }

    def _playable_programs(self) -> Mask:
        """Programs, by place among their ids, that may play and have a pitch to play."""
        ids = self._vocabulary.ids_of(TokenKind.PROGRAM)
        programs = [self._values[i] for i in ids.tolist()]
        pitched = bool(self._pitches.any())
        return np.array(
            [self._constraints.allows_program(p) and (p == DRUMS or pitched) for p in programs]
        )

    def _may_play(self, program: int) -> bool:
        if program == NOTHING:
            return False
        return bool(self._programs[self._vocabulary.program_ids[program] - self._program_base])

    @property
    def _program_base(self) -> int:
        return self._first[TokenKind.PROGRAM]

    def _fill(self, mask: Mask, kind: TokenKind, start: int = 0, end: int | None = None) -> None:
        """Allow ids of a kind from one place among them to before another."""
        first = self._first[kind]
        stop = self._count[kind] if end is None else end
        mask[first + max(start, 0) : first + max(stop, 0)] = True

    def _bar(self, _state: State, mask: Mask) -> None:
        mask[self._vocabulary.bar] = True

    def _begin(self, _state: State, mask: Mask) -> None:
        mask[self._vocabulary.begin] = True

    def _end(self, _state: State, mask: Mask) -> None:
        mask[self._vocabulary.end] = self._constraints.end

    def _meters(self, state: State, mask: Mask) -> None:
        if self._constraints.meter_changes or state.meter == NOTHING:
            self._fill(mask, TokenKind.METER)
        else:
            self._fill(mask, TokenKind.METER, state.meter, state.meter + 1)

    def _time(self, state: State, mask: Mask) -> None:
        """Later positions of this bar, if anything can be put there, and the next bar."""
        mask[self._vocabulary.bar] = True
        if state.meter != NOTHING and (self._programs.any() or self._constraints.tempo_changes):
            self._fill(mask, TokenKind.POSITION, state.position + 1, self._bar_lengths[state.meter])

    def _tempos(self, _state: State, mask: Mask) -> None:
        if self._constraints.tempo_changes:
            self._fill(mask, TokenKind.TEMPO)

    def _pedals_off(self, state: State, mask: Mask) -> None:
        self._pedal_moves(state, mask, TokenKind.PEDAL_OFF, Place.PEDAL_OFF)

    def _pedals(self, state: State, mask: Mask) -> None:
        self._pedal_moves(state, mask, TokenKind.PEDAL, Place.PEDAL)

    def _pedal_moves(self, state: State, mask: Mask, kind: TokenKind, place: Place) -> None:
        if not self._count[kind] or not self._constraints.pedal:
            return
        after = state.pedal if state.place == place else NOTHING
        ids = self._vocabulary.ids_of(kind)
        programs = self._vocabulary.values[ids]
        mask[ids] = self._programs & (programs > max(after, DRUMS))

    def _pitches_above(self, state: State, mask: Mask) -> None:
        """Pitches of the program that plays, above those it has at this position."""
        limit = self._constraints.chord_size
        if (limit and state.chord >= limit) or not self._may_play(state.program):
            return
        drums = state.program == DRUMS
        first = self._first[TokenKind.DRUM if drums else TokenKind.PITCH]
        lowest = max(state.pitch + 1, 0)
        mask[first + lowest : first + 128] = (self._drums if drums else self._pitches)[lowest:]

    def _programs_above(self, state: State, mask: Mask) -> None:
        """Other programs; above this one where it has notes at this position already."""
        ids = self._vocabulary.ids_of(TokenKind.PROGRAM)
        programs = self._vocabulary.values[ids]
        other = programs > state.program if state.chord else programs != state.program
        mask[ids] = self._programs & other

    def _velocities(self, _state: State, mask: Mask) -> None:
        self._fill(mask, TokenKind.VELOCITY)

    def _durations(self, _state: State, mask: Mask) -> None:
        self._fill(mask, TokenKind.DURATION)


def _bar_begins(state: State, _value: int) -> State:
    return State(Place.BAR, meter=state.meter, program=state.program)


def _meter_is(state: State, value: int) -> State:
    return State(Place.METER, meter=value, program=state.program)


def _position_is(state: State, value: int) -> State:
    return State(Place.POSITION, state.meter, value, state.program)


def _tempo_is(state: State, _value: int) -> State:
    return state._replace(place=Place.TEMPO)


def _pedal_off(state: State, value: int) -> State:
    return state._replace(place=Place.PEDAL_OFF, pedal=value)


def _pedal_on(state: State, value: int) -> State:
    return state._replace(place=Place.PEDAL, pedal=value)


def _program_is(state: State, value: int) -> State:
    return State(Place.PROGRAM, state.meter, state.position, value)


def _pitch_is(state: State, value: int) -> State:
    return State(Place.PITCH, state.meter, state.position, state.program, value, state.chord + 1)


def _drum_is(state: State, value: int) -> State:
    return State(Place.DRUM, state.meter, state.position, state.program, value, state.chord + 1)


def _velocity_is(state: State, _value: int) -> State:
    return state._replace(place=Place.NOTE if state.place == Place.DRUM else Place.VELOCITY)


def _duration_is(state: State, _value: int) -> State:
    return state._replace(place=Place.NOTE)


_ADVANCES: dict[int, Callable[[State, int], State]] = {
    TokenKind.BAR: _bar_begins,
    TokenKind.METER: _meter_is,
    TokenKind.POSITION: _position_is,
    TokenKind.TEMPO: _tempo_is,
    TokenKind.PEDAL_OFF: _pedal_off,
    TokenKind.PEDAL: _pedal_on,
    TokenKind.PROGRAM: _program_is,
    TokenKind.PITCH: _pitch_is,
    TokenKind.DRUM: _drum_is,
    TokenKind.VELOCITY: _velocity_is,
    TokenKind.DURATION: _duration_is,
}
