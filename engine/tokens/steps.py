"""Divides ids into steps: a step is an event, usually a note, that the model reads at once.

A step ends with the id that completes an event: the meter of a bar, a chord, a tempo, a pedal, a
note, the declaration of a part, an announcement, the beginning or the end of a song. Whether it
ends never depends on later ids, so that the decoder knows while it draws when the model has to
read.

The model reads a step as a bag of ids: its own ids and their companions, which it never predicts.
After each part comes the program of the part, so that a note includes its instrument. In a model
with `tempo_at_bars`, the current tempo comes after the meter of each bar: a song says a tempo only
where it begins, and the model's memory soon loses that step.

Legend: L ids, S steps.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import ModelConfig, StepConfig

LONGEST = 5
"""Most ids in a step: position, part, pitch, velocity and duration."""

STEPS_A_NOTE = 1.2
"""Average steps per note in music with chords: 1.06 for notes and bars, the rest for chords and
tempos."""

# No program: no part was declared.
NO_PROGRAM = -1
# No tempo: the song has said none yet.
NO_TEMPO = -1
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
        tempo: The last Tempo id of the song, or -1 if there was none.
    """

    programs: tuple[int, ...]
    bag: tuple[int, ...] = ()
    said: int = 0
    last: int = -1
    tempo: int = NO_TEMPO


class StepDivider:
    """Divides ids into steps.

    Args:
        vocabulary: The vocabulary of the ids.
        tempo_at_bars: Whether the bag of each bar includes the current tempo.

    Attributes:
        vocabulary: The vocabulary of the ids.
        tempo_at_bars: Whether the bag of each bar includes the current tempo.
    """

    def __init__(self, vocabulary: Vocabulary, *, tempo_at_bars: bool = False) -> None:
        self.vocabulary = vocabulary
        self.tempo_at_bars = tempo_at_bars
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
        programs, tempo = state.programs, state.tempo
        before = self._kinds[state.last] if state.last >= 0 else -1
        bag = (*state.bag, token)
        if kind == _PART and programs[self._values[token]] != NO_PROGRAM:
            bag = (*bag, programs[self._values[token]])
        elif kind == _PROGRAM and before == _PART:
            part = self._values[state.last]
            programs = (*programs[:part], token, *programs[part + 1 :])
        elif kind == _METER and self.tempo_at_bars and tempo != NO_TEMPO:
            bag = (*bag, tempo)
        elif kind == _TEMPO:
            tempo = token
        elif token == self._begin:
            programs, tempo = self._unknown, NO_TEMPO
        if _ENDS[before + 1][kind]:
            return StepState(programs, last=token, tempo=tempo), bag
        return StepState(programs, bag, state.said + 1, token, tempo), None

    def follow(self, ids: Iterable[int]) -> StepState:
        """Return the state after ids from the start."""
        state = self.start
        for token in ids:
            state, _ = self.advance(state, int(token))
        return state

    def ends(self, ids: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return whether each id of whole songs, one after another, ends a step, (L,)."""
        kinds = self.vocabulary.kinds[ids]
        before = np.concatenate(([-1], kinds[:-1].astype(np.int64)))
        ends: NDArray[np.bool_] = self._ends_array[before + 1, kinds]
        return ends

    @cached_property
    def _ends_array(self) -> NDArray[np.bool_]:
        return np.array(_ENDS, dtype=np.bool_)


_PART, _PROGRAM = int(TokenKind.PART), int(TokenKind.PROGRAM)
_METER, _TEMPO = int(TokenKind.METER), int(TokenKind.TEMPO)
_ENDS = [
    [kind in _ALWAYS or (before, kind) in _AFTER for kind in TokenKind]
    for before in (-1, *TokenKind)
]


def steps_of(config: ModelConfig, vocabulary: Vocabulary) -> StepDivider | None:
    """Return the division into a model's steps; None for a model whose step is an id.

    Args:
        config: The model's config.
        vocabulary: The vocabulary of its ids.
    """
    if config.steps is None:
        return None
    return StepDivider(vocabulary, tempo_at_bars=config.steps.tempo_at_bars)


def step_config(vocabulary: Vocabulary, *, tempo_at_bars: bool = False) -> StepConfig:
    """Return the facts about ids that a model needs if one step of it is one note.

    Args:
        vocabulary: The vocabulary of its ids.
        tempo_at_bars: As for `StepDivider`.
    """
    return StepConfig(
        pad=vocabulary.pad,
        first_pitch=vocabulary.first_of(TokenKind.PITCH),
        first_part=vocabulary.first_part,
        parts=vocabulary.part_count,
        places=LONGEST,
        tempo_at_bars=tempo_at_bars,
    )


def step_ends(ids: NDArray[np.integer], vocabulary: Vocabulary) -> NDArray[np.int64]:
    """Return one past the last id of each step of whole songs, ascending, (S,)."""
    return np.flatnonzero(StepDivider(vocabulary).ends(ids)).astype(np.int64) + 1
