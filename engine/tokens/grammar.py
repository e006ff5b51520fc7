"""The ids that may follow: a state machine with few places, plus the user's constraints.

MidiTok's graph of token types allows a drum with a duration, time that runs backwards and a bar
that overflows. Here every allowed sequence decodes to music whose time moves forward:

    parts declared, each with its program, ascending; then bar, meter, the bar's chord, then
    positions ascending within the bar; at a position at most one chord, one tempo, then pedals
    released, pedals pressed, then parts ascending, and in each of them pitches ascending. A pitch
    has a velocity and a duration, a drum has a velocity. The end may come wherever a bar may. Only
    declared parts may play.

The encoder writes this order: every encoded song is legal. Announcements of bars and parts that are
read out of order are only read; of them, the model draws only the id that ends a block.
"""

from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tokens.constraints import Constraints
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import DRUMS, TokenKind

NOTHING = -2  # below every program (drums are -1), pitch, position and meter
_MASKS_KEPT = 4096  # of V bytes each: a few megabytes

Mask = NDArray[np.bool_]


class Place(IntEnum):
    """The last thing in the ids."""

    START = 0
    BAR = 1
    METER = 2
    POSITION = 3
    TEMPO = 4
    PEDAL_OFF = 5
    PEDAL = 6
    PART = 7
    PITCH = 8
    DRUM = 9
    VELOCITY = 10
    NOTE = 11
    END = 12
    DECLARING = 13
    DECLARED = 14
    HARMONY = 15  # the chord that a bar begins with
    CHORD = 16  # one that begins inside it
    ANNOUNCED = 17  # a left-out block follows, or the song goes on


class State(NamedTuple):
    """A place in a song; a value, so that a branch costs a reference.

    Attributes:
        place: The last thing in the ids.
        meter: Index of the bar's meter, or NOTHING.
        position: Latest position in the bar, or NOTHING.
        part: Part that plays, or the one declared last, or NOTHING.
        pitch: Highest pitch of that part at this position so far, or NOTHING.
        together: Notes of that part at this position so far.
        pedal: Latest program whose pedal moved here in the same direction, or NOTHING.
        programs: Declared program of each part from 0 on; NOTHING if undeclared.
    """

    place: Place
    meter: int = NOTHING
    position: int = NOTHING
    part: int = NOTHING
    pitch: int = NOTHING
    together: int = 0
    pedal: int = NOTHING
    programs: tuple[int, ...] = ()

    @property
    def program(self) -> int:
        """Program of the part that plays, or NOTHING."""
        known = 0 <= self.part < len(self.programs)
        return self.programs[self.part] if known else NOTHING


class Grammar:
    """Tells which ids may follow, under constraints.

    Args:
        tokenizer: The tokenizer of the ids.
        constraints: The user's limits; nothing is forbidden by default.
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
        self._pitched = bool(self._pitches.any())
        self._rules = self._make_rules()
        self._cached = lru_cache(maxsize=_MASKS_KEPT)(self._forbidden)
        self._playing = lru_cache(maxsize=_MASKS_KEPT)(self._parts_that_play)

    @property
    def start(self) -> State:
        """The state before a song's first bar."""
        """The state before a song's first bar."""
        return State(Place.START)

    @property
    def constraints(self) -> Constraints:
        """The user's constraints."""
        """The user's constraints."""
        return self._constraints

    def under(self, constraints: Constraints) -> "Grammar":
        """Return the grammar with other constraints; states stay valid in it."""
        return Grammar(self._tokenizer, constraints)

    def advance(self, state: State, token: int) -> State:
        """Return the state after an id, legal or not."""
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

    def allowed(self, state: State) -> Mask:
        """Return which ids may follow, bool, (V,), at least one. Read-only: callers share it."""
        return ~self.forbidden(state)

    def forbidden(self, state: State) -> Mask:
        """Return which ids may not follow, bool, (V,). Read-only: callers share it."""
        return self._cached(_BARE.get(state.place, state))

    def accepts(self, ids: Iterable[int]) -> bool:
        """Return whether every id of a song is legal in its place."""
        state = self.start
        for token in ids:
            if not self.allowed(state)[int(token)]:
                return False
            state = self.advance(state, int(token))
        return True

    def _forbidden(self, state: State) -> Mask:
        mask = np.zeros(len(self._vocabulary), dtype=np.bool_)
        for rule in self._rules[state.place]:
            rule(state, mask)
        if not mask.any():
            # The constraints allow nothing here: time may still go on.
            self._time(state, mask)
        forbidden = np.logical_not(mask, out=mask)
        forbidden.flags.writeable = False
        return forbidden

    def _make_rules(self) -> dict[Place, tuple[Callable[[State, Mask], None], ...]]:
        """Return the rules that allow ids after each place."""
        notes = (self._pitches_above, self._parts_above)
        end = (self._time, self._end)
        begins = (self._bar, self._declarations)
        return {
            Place.START: begins,
            Place.DECLARING: (self._all_programs,),
            Place.DECLARED: begins,
            Place.BAR: (self._meters,),
            Place.METER: (self._chords,) if self._vocabulary.has_chords else end,
            Place.HARMONY: end,
            Place.POSITION: (
                self._chords_inside,
                self._tempos,
                self._pedals_off,
                self._pedals,
                *notes,
            ),
            Place.CHORD: (self._tempos, self._pedals_off, self._pedals, *notes, *end),
            Place.TEMPO: (self._pedals_off, self._pedals, *notes, *end),
            Place.PEDAL_OFF: (self._pedals_off, self._pedals, *notes, *end),
            Place.PEDAL: (self._pedals, *notes, *end),
            Place.PART: (self._pitches_above,),
            Place.PITCH: (self._velocities,),
            Place.DRUM: (self._velocities,),
            Place.VELOCITY: (self._durations,),
            Place.NOTE: (*notes, *end),
            Place.END: (self._begin,),
            Place.ANNOUNCED: (self._bar,),
        }

    def _may_play(self, part: int, program: int) -> bool:
        """Return whether a declared part may play and has a pitch to play."""
        if NOTHING in {part, program} or not self._constraints.allows_part(part):
            return False
        return program == DRUMS or self._pitched

    def _parts_that_play(self, programs: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(p for p, program in enumerate(programs) if self._may_play(p, program))

    def _fill(self, mask: Mask, kind: TokenKind, start: int = 0, end: int | None = None) -> None:
        """Allow the ids of a kind from index `start` up to, not including, `end`."""
        first = self._first[kind]
        stop = self._count[kind] if end is None else end
        mask[first + max(start, 0) : first + max(stop, 0)] = True

    def _bar(self, _state: State, mask: Mask) -> None:
        mask[self._vocabulary.bar] = True

    def _declarations(self, state: State, mask: Mask) -> None:
        self._fill(mask, TokenKind.PART, state.part + 1)

    def _all_programs(self, _state: State, mask: Mask) -> None:
        self._fill(mask, TokenKind.PROGRAM)

    def _chords(self, _state: State, mask: Mask) -> None:
        self._fill(mask, TokenKind.CHORD)

    def _chords_inside(self, state: State, mask: Mask) -> None:
        # The chord at position 0 belongs to the bar and comes before the positions.
        if self._count[TokenKind.CHORD] and state.position > 0:
            self._fill(mask, TokenKind.CHORD)

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
        """Allow later positions of this bar, if anything may be written there, and the next bar."""
        mask[self._vocabulary.bar] = True
        if state.meter == NOTHING:
            return
        if self._constraints.tempo_changes or self._playing(state.programs):
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
        playing = {state.programs[part] for part in self._playing(state.programs)} - {DRUMS}
        programs = self._vocabulary.values[ids]
        mask[ids] = np.isin(programs, sorted(playing)) & (programs > max(after, DRUMS))

    def _pitches_above(self, state: State, mask: Mask) -> None:
        """Allow the pitches of the playing part above those that it has at this position."""
        limit = self._constraints.chord_size
        if (limit and state.together >= limit) or not self._may_play(state.part, state.program):
            return
        drums = state.program == DRUMS
        first = self._first[TokenKind.DRUM if drums else TokenKind.PITCH]
        lowest = max(state.pitch + 1, 0)
        mask[first + lowest : first + 128] = (self._drums if drums else self._pitches)[lowest:]

    def _parts_above(self, state: State, mask: Mask) -> None:
        """Allow other parts; only later ones if this part has notes at this position."""
        first = self._vocabulary.first_part
        for part in self._playing(state.programs):
            if part > state.part or (part != state.part and not state.together):
                mask[first + part] = True

    def _velocities(self, _state: State, mask: Mask) -> None:
        self._fill(mask, TokenKind.VELOCITY)

    def _durations(self, _state: State, mask: Mask) -> None:
        self._fill(mask, TokenKind.DURATION)


def _bar_begins(state: State, _value: int) -> State:
    plays = state.place not in _HEADER
    return State(
        Place.BAR,
        meter=state.meter,
        part=state.part if plays else NOTHING,
        programs=state.programs,
    )


def _meter_is(state: State, value: int) -> State:
    return state._replace(place=Place.METER, meter=value)


def _chord_is(state: State, _value: int) -> State:
    inside = state.place != Place.METER
    return state._replace(place=Place.CHORD if inside else Place.HARMONY)


def _position_is(state: State, value: int) -> State:
    return State(Place.POSITION, state.meter, value, state.part, programs=state.programs)


def _tempo_is(state: State, _value: int) -> State:
    return state._replace(place=Place.TEMPO)


def _pedal_off(state: State, value: int) -> State:
    return state._replace(place=Place.PEDAL_OFF, pedal=value)


def _pedal_on(state: State, value: int) -> State:
    return state._replace(place=Place.PEDAL, pedal=value)


def _part_is(state: State, value: int) -> State:
    if state.place == Place.ANNOUNCED:
        return state
    place = Place.DECLARING if state.place in _HEADER else Place.PART
    return State(place, state.meter, state.position, value, programs=state.programs)


def _program_is(state: State, value: int) -> State:
    if state.part == NOTHING:
        return state
    known = [*state.programs, *(NOTHING for _ in range(state.part + 1 - len(state.programs)))]
    known[state.part] = value
    return state._replace(place=Place.DECLARED, programs=tuple(known))


def _pitch_is(state: State, value: int) -> State:
    return state._replace(
        place=Place.PITCH, pitch=value, together=state.together + 1, pedal=NOTHING
    )


def _drum_is(state: State, value: int) -> State:
    together = state.together + 1
    return state._replace(place=Place.DRUM, pitch=value, together=together, pedal=NOTHING)


def _velocity_is(state: State, _value: int) -> State:
    return state._replace(place=Place.NOTE if state.place == Place.DRUM else Place.VELOCITY)


def _duration_is(state: State, _value: int) -> State:
    return state._replace(place=Place.NOTE)


def _announced(state: State, _value: int) -> State:
    return State(Place.ANNOUNCED, meter=state.meter, programs=state.programs)


# Inside a note only the place matters, so that these places need one mask each.
_BARE = {place: State(place) for place in (Place.PITCH, Place.DRUM, Place.VELOCITY)}
_HEADER = frozenset({Place.START, Place.DECLARING, Place.DECLARED})
_ADVANCES: dict[int, Callable[[State, int], State]] = {
    TokenKind.BAR: _bar_begins,
    TokenKind.METER: _meter_is,
    TokenKind.CHORD: _chord_is,
    TokenKind.POSITION: _position_is,
    TokenKind.TEMPO: _tempo_is,
    TokenKind.PEDAL_OFF: _pedal_off,
    TokenKind.PEDAL: _pedal_on,
    TokenKind.PART: _part_is,
    TokenKind.PROGRAM: _program_is,
    TokenKind.PITCH: _pitch_is,
    TokenKind.DRUM: _drum_is,
    TokenKind.VELOCITY: _velocity_is,
    TokenKind.DURATION: _duration_is,
    TokenKind.GAP: _announced,
    TokenKind.FILL: _announced,
    TokenKind.BARS: _announced,
    TokenKind.BACK: _announced,
    TokenKind.REJOIN: _announced,
}
