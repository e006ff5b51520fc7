"""Divides ids into steps: a step is an event, usually a note, that the model reads at once.

A step ends with the id that completes an event: the meter of a bar, a chord, a tempo, a pedal, a
note, the declaration of a part, an announcement, the beginning or the end of a song. Whether it
ends never depends on later ids, so that the decoder knows while it draws when the model has to
read.

The model reads a step as a bag of ids: its own ids and, after each part, the program of the part,
so that a note includes its instrument.

Legend: L ids, S steps.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.config import StepConfig
from engine.tokens.vocabulary import TokenKind, Vocabulary

LONGEST = 5
"""Most ids in a step: position, part, pitch, velocity and duration."""

STEPS_A_NOTE = 1.2
"""Average steps per note in music with chords: 1.06 for notes and bars, the rest for chords and
tempos."""

# No program: no part was declared.
NO_PROGRAM = -1
_ALWAYS = frozenset(
    {
        TokenKind.SPECIAL,
        TokenKind.METER,
        TokenKind.TEMPO,
        TokenKind.CHORD,
        TokenKind.DURATION,
        TokenKind.PEDAL,
        TokenKind.PEDAL_OFF,
        TokenKind.PROGRAM,
        TokenKind.BARS,
        TokenKind.REJOIN,
    }
)
_AFTER = frozenset(
    {
        (TokenKind.DRUM, TokenKind.VELOCITY),
        # A part in an announcement; the announced bars come last.
        (TokenKind.GAP, TokenKind.PART),
        (TokenKind.FILL, TokenKind.PART),
        # Never in real music: two of a kind end the step, which could otherwise grow without end.
        (TokenKind.POSITION, TokenKind.POSITION),
        (TokenKind.PART, TokenKind.PART),
    }
)


class StepState(NamedTuple):
    """The state of the division after an id; a value.

    Attributes:
        programs: Program id of each part, or -1 if it was not declared.
        bag: Ids of the open step, with the programs of its parts.
        said: Number of ids of the open step, without the programs of its parts.
        last: The previous id, or -1.
    """

    programs: tuple[int, ...]
    bag: tuple[int, ...] = ()
    said: int = 0
    last: int = -1


class StepDivider:
    """Divides ids into steps."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._kinds: list[int] = vocabulary.kinds.tolist()
        self._values: list[int] = vocabulary.values.tolist()
        self._begin = vocabulary.begin
        self._unknown = (NO_PROGRAM,) * vocabulary.part_count

    @property
    def start(self) -> StepState:
        """The state before the first id."""
        return StepState(self._unknown)

    def advance(self, state: StepState, token: int) -> tuple[StepState, tuple[int, ...] | None]:
        """Add one id.

        Returns:
            The state after it, and the bag of the step that it completes, or None.
        """
        kind = self._kinds[token]
        programs = state.programs
        before = self._kinds[state.last] if state.last >= 0 else -1
        bag = (*state.bag, token)
        if kind == _PART and programs[self._values[token]] != NO_PROGRAM:
            bag = (*bag, programs[self._values[token]])
        elif kind == _PROGRAM and before == _PART:
            part = self._values[state.last]
            programs = (*programs[:part], token, *programs[part + 1 :])
        elif token == self._begin:
            programs = self._unknown
        if _ENDS[before + 1][kind]:
            return StepState(programs, last=token), bag
        return StepState(programs, bag, state.said + 1, token), None

    def follow(self, ids: Iterable[int]) -> StepState:
        """Return the state after ids from the start."""
        state = self.start
        for token in ids:
            state, _ = self.advance(state, int(token))
        return state

    def ends(self, ids: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return whether each id of whole songs, one after another, ends a step, (L,)."""
        kinds = self._vocabulary.kinds[ids]
        before = np.concatenate(([-1], kinds[:-1].astype(np.int64)))
        ends: NDArray[np.bool_] = self._ends_array[before + 1, kinds]
        return ends

    @cached_property
    def _ends_array(self) -> NDArray[np.bool_]:
        return np.array(_ENDS, dtype=np.bool_)


_PART, _PROGRAM = int(TokenKind.PART), int(TokenKind.PROGRAM)
_ENDS = [
    [kind in _ALWAYS or (before, kind) in _AFTER for kind in TokenKind]
    for before in (-1, *TokenKind)
]


def step_config(vocabulary: Vocabulary) -> StepConfig:
    """Return what a model whose step is one of these needs to know of its ids."""
    return StepConfig(
        pad=vocabulary.pad,
        first_pitch=vocabulary.first_of(TokenKind.PITCH),
        first_part=vocabulary.first_part,
        parts=vocabulary.part_count,
        places=LONGEST,
    )


def step_ends(ids: NDArray[np.integer], vocabulary: Vocabulary) -> NDArray[np.int64]:
    """Return one past the last id of each step of whole songs, ascending, (S,)."""
    return np.flatnonzero(StepDivider(vocabulary).ends(ids)).astype(np.int64) + 1
