"""Ids in steps: a step is an event, most often a note, and what the model reads at once.

A step ends with the id that completes something: a bar's meter, a chord, a tempo, a pedal, a note,
the declaration of a part, an announcement, the beginning or the end of a song. Whether it ends
depends on ids that were said already, never on what comes next: else nobody could tell while
drawing whether the model is to read on.

What is read is a bag of ids, the step's own and beside each part its program, so that a note knows
its instrument without looking back.

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
"""Ids in a step of any music: position, part, pitch, velocity and duration."""

STEPS_A_NOTE = 1.2
"""In music with chords: 1.06 for notes and bars, the rest for chords and tempos."""

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
        # A part of what is announced; its bars come last.
        (TokenKind.GAP, TokenKind.PART),
        (TokenKind.FILL, TokenKind.PART),
        # No music says these: a place that was left again ends the step, or it would never end.
        (TokenKind.POSITION, TokenKind.POSITION),
        (TokenKind.PART, TokenKind.PART),
    }
)


class StepState(NamedTuple):
    """Where a stream of ids stands among its steps; a value.

    Attributes:
        programs: Program id of each part, or -1 where none was declared.
        bag: Ids of the step that is open, programs beside parts included.
        said: How many ids the open step has, programs beside parts not counted.
        last: The id before, or -1.
    """

    programs: tuple[int, ...]
    bag: tuple[int, ...] = ()
    said: int = 0
    last: int = -1


class StepDivider:
    """Divides ids into steps.

    Args:
        vocabulary: Of the ids.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._kinds: list[int] = vocabulary.kinds.tolist()
        self._values: list[int] = vocabulary.values.tolist()
        self._begin = vocabulary.begin
        self._unknown = (NO_PROGRAM,) * vocabulary.part_count

    @property
    def start(self) -> StepState:
        """The state before anything is said."""
        return StepState(self._unknown)

    def advance(self, state: StepState, token: int) -> tuple[StepState, tuple[int, ...] | None]:
        """Say one id.

        Returns:
            The state after it, and the bag of the step that it ended, or None.
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
