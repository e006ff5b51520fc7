"""Ids as they are said, and the steps that they end: what a decoder knows of one row's ids.

Which ids make a step is the vocabulary's business (`engine/tokens/steps.py`); a network of ids has
the simplest division of all, each id by itself.

Legend: W ids of a bag, P parts.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

Bag = tuple[int, ...]
"""The ids of a step, and beside each part its program; at most W."""


class OpenStep(Protocol):
    """Where a row stands among its steps; a value."""

    @property
    def programs(self) -> tuple[int, ...]:
        """(P,), the program id of each part, -1 where none was declared."""

    @property
    def bag(self) -> Bag:
        """What the open step has said, companions included; empty where none is open."""

    @property
    def said(self) -> int:
        """How many ids the open step has said, companions not counted."""


class Steps(Protocol):
    """Divides ids into steps; an id ends a step by what was said before it alone."""

    @property
    def start(self) -> OpenStep:
        """The state before anything is said."""

    def advance(self, state: Any, token: int, /) -> tuple[OpenStep, Bag | None]:
        """Say one id.

        Args:
            state: `start`, or what this returned.
            token: The id.

        Returns:
            The state after it, and the bag of the step that it ended, or None.
        """


class _NoStep(NamedTuple):
    programs: tuple[int, ...] = ()
    bag: Bag = ()
    said: int = 0


class EachId:
    """Each id is a step."""

    start: OpenStep = _NoStep()

    def advance(self, state: Any, token: int, /) -> tuple[OpenStep, Bag]:
        """Say one id, which ends its step."""
        return state, (token,)


class Stream:
    """The ids of one row, oldest first, and the steps they ended.

    Args:
        steps: How ids are divided.
        state: After what was said before.

    Attributes:
        ids: What was said.
        bags: Of the steps that were ended.
        state: After the last id.
    """

    def __init__(self, steps: Steps, state: OpenStep) -> None:
        self.ids: list[int] = []
        self.bags: list[Bag] = []
        self.state = state
        self._steps = steps
        self._ends: list[int] = []  # for each step, how many ids had been said with its last
        self._states = [state]  # before the first step, and after each

    def say(self, token: int) -> bool:
        """Say one id; return whether it ended its step."""
        self.state, bag = self._steps.advance(self.state, token)
        self.ids.append(token)
        if bag is None:
            return False
        self.bags.append(bag)
        self._ends.append(len(self.ids))
        self._states.append(self.state)
        return True

    def steps_in(self, length: int) -> int:
        """Tell how many steps the first ids ended."""
        return bisect_right(self._ends, length)

    def ids_of(self, steps: int) -> int:
        """Tell how many ids the first steps have."""
        return self._ends[steps - 1] if steps else 0

    def states_from(self, begin: int) -> Iterator[tuple[int, OpenStep]]:
        """Yield, for each id from a place on, the steps ended before it and the state it met."""
        steps = self.steps_in(begin)
        state = self._states[steps]
        for place in range(self.ids_of(steps), len(self.ids)):
            if place >= begin:
                yield steps, state
            state, bag = self._steps.advance(state, self.ids[place])
            steps += bag is not None

    def cut(self, length: int) -> None:
        """Go back to where so many ids had been said; an open step is said again."""
        steps = self.steps_in(length)
        whole = self.ids_of(steps)
        said = self.ids[whole:length]
        del self.ids[whole:], self.bags[steps:], self._ends[steps:], self._states[steps + 1 :]
        self.state = self._states[-1]
        for token in said:
            self.say(token)


def padded(bags: Sequence[Bag], *, pad: int) -> list[list[int]]:
    """Fill bags up to the width of the widest, which is at least one."""
    width = max(1, *map(len, bags))
    return [[*bag, *[pad] * (width - len(bag))] for bag in bags]
