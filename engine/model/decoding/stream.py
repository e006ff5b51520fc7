"""The ids of one row, and the steps that they complete.

`engine/tokens/steps.py` knows which ids make a step of a network of notes. In a network of ids each
id is a step.

Legend: W ids of a bag, P parts.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

Bag = tuple[int, ...]
"""The ids of a step, and after each part the program of it; at most W."""


class OpenStep(Protocol):
    """The state of a row between two ids; a value."""

    @property
    def programs(self) -> tuple[int, ...]:
        """(P,), the program id of each part, -1 where none was declared."""

    @property
    def bag(self) -> Bag:
        """The ids of the incomplete step, programs of parts included; empty before its first id."""

    @property
    def said(self) -> int:
        """Number of ids of the incomplete step, programs not counted."""


class Steps(Protocol):
    """Divides ids into steps. An id and the ids before it decide whether it completes a step."""

    @property
    def start(self) -> OpenStep:
        """The state before the first id."""

    def advance(self, state: Any, token: int, /) -> tuple[OpenStep, Bag | None]:
        """Append one id.

        Args:
            state: `start`, or the state that this returned.
            token: The id.

        Returns:
            The state after it, and the bag of the step that it completed, or None.
        """


class _NoStep(NamedTuple):
    programs: tuple[int, ...] = ()
    bag: Bag = ()
    said: int = 0


class EachId:
    """Each id is a step."""

    start: OpenStep = _NoStep()

    def advance(self, state: Any, token: int, /) -> tuple[OpenStep, Bag]:
        """Append one id, which is a step."""
        return state, (token,)


class Stream:
    """The ids of one row, oldest first, and the steps that they completed.

    Args:
        steps: How ids are divided.
        state: Before the first id.

    Attributes:
        ids: All ids.
        bags: Of the complete steps.
        state: After the last id.
    """

    def __init__(self, steps: Steps, state: OpenStep) -> None:
        self.ids: list[int] = []
        self.bags: list[Bag] = []
        self.state = state
        self._steps = steps
        self._ends: list[int] = []  # for each step, the number of ids up to its last
        self._states = [state]  # before the first step, and after each

    def append(self, token: int) -> bool:
        """Append one id; return whether it completed its step."""
        self.state, bag = self._steps.advance(self.state, token)
        self.ids.append(token)
        if bag is None:
            return False
        self.bags.append(bag)
        self._ends.append(len(self.ids))
        self._states.append(self.state)
        return True

    def copy(self) -> "Stream":
        """Return an independent copy."""
        other = Stream(self._steps, self.state)
        other.ids, other.bags = [*self.ids], [*self.bags]
        other._ends, other._states = [*self._ends], [*self._states]
        return other

    def steps_in(self, length: int) -> int:
        """Return the number of steps that the first ids completed."""
        return bisect_right(self._ends, length)

    def ids_of(self, steps: int) -> int:
        """Return the number of ids of the first steps."""
        return self._ends[steps - 1] if steps else 0

    def states_from(self, begin: int) -> Iterator[tuple[int, OpenStep]]:
        """Yield the number of complete steps and the state before each id from a place on."""
        steps = self.steps_in(begin)
        state = self._states[steps]
        for place in range(self.ids_of(steps), len(self.ids)):
            if place >= begin:
                yield steps, state
            state, bag = self._steps.advance(state, self.ids[place])
            steps += bag is not None

    def cut(self, length: int) -> None:
        """Keep the first ids only."""
        steps = self.steps_in(length)
        whole = self.ids_of(steps)
        said = self.ids[whole:length]
        del self.ids[whole:], self.bags[steps:], self._ends[steps:], self._states[steps + 1 :]
        self.state = self._states[-1]
        for token in said:
            self.append(token)


def padded(bags: Sequence[Bag], *, pad: int) -> list[list[int]]:
    """Pad bags to the longest one, at least to one id."""
    width = max(1, *map(len, bags))
    return [[*bag, *[pad] * (width - len(bag))] for bag in bags]
