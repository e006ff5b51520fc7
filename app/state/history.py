"""Undo as a list of named compositions: pure, so a step costs what its edit changed."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from operator import is_
from typing import TypeVar

from app.state.weight import bytes_beyond, takes_beyond
from engine.piece.composition import Composition

LIMIT = 1000
# A quarter of a gigabyte. An edit of a track costs eight bytes for each of its notes: with it a
# thousand edits of a track of 30,000 notes are kept, and a hundred of one of 300,000.
MOST_BYTES = 256 * 2**20
COALESCE_S = 0.5

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One state of the document.

    Attributes:
        name: What the user did to get here, as the Undo menu says it.
        composition: The state.
        merge: Steps of the same non-empty kind that follow quickly are one step.
        at_s: When it was made.
        size: About how many bytes it takes beyond the step before it.
    """

    name: str
    composition: Composition
    merge: str = ""
    at_s: float = 0.0
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All states that can be gone back to, and the one that holds.

    Attributes:
        steps: Oldest first, at most `LIMIT` and `MOST_BYTES`, but for the last two; never empty.
        index: Which of them holds.
        saved: The composition that is on disk, or None.
        dropped: How many older ones there were.
    """

    steps: tuple[Step, ...]
    index: int = 0
    saved: Composition | None = None
    dropped: int = 0

    @classmethod
    def of(cls, composition: Composition, *, saved: bool, name: str = "Open") -> "History":
        """Return the history of a document just opened or made."""
        step = Step(name=name, composition=composition)
        return cls(steps=(step,), saved=composition if saved else None)

    @property
    def composition(self) -> Composition:
        """The document as it is."""
        return self.steps[self.index].composition

    @property
    def dirty(self) -> bool:
        """Whether it differs from what is on disk."""
        return self.composition is not self.saved and self.composition != self.saved

    @property
    def undo_name(self) -> str:
        """What Undo would take back; empty when there is nothing."""
        return self.steps[self.index].name if self.index else ""

    @property
    def redo_name(self) -> str:
        """What Redo would do again; empty when there is nothing."""
        later = self.index + 1
        return self.steps[later].name if later < len(self.steps) else ""

    def pushing(
        self, name: str, composition: Composition, *, merge: str = "", at_s: float = 0.0
    ) -> "History":
        """Return it after an edit; what was undone before is dropped, and the oldest beyond bounds.

        The edit itself can be undone, whatever it takes.
        """
        kept = self.steps[: self.index + 1]
        last = kept[-1]
        if merge and self.index and last.merge == merge and at_s - last.at_s < COALESCE_S:
            kept = kept[:-1]
        size = bytes_beyond(kept[-1].composition, composition)
        step = Step(name=name, composition=composition, merge=merge, at_s=at_s, size=size)
        steps = (*kept, step)
        oldest = _oldest(steps)
        return replace(
            self,
            steps=steps[oldest:],
            index=len(steps) - 1 - oldest,
            dropped=self.dropped + oldest,
        )

    def at(self, index: int) -> "History":
        """Return it with another state holding."""
        return replace(self, index=max(0, min(index, len(self.steps) - 1)))

    def amending(self, change: Callable[[Composition], Composition]) -> "History":
        """Return it with every state changed: for what no undo may take back."""
        return replace(self, steps=tuple(_amended(self.steps, change)))

    def saved_as(self, composition: Composition) -> "History":
        """Return it with this composition as what is on disk."""
        return replace(self, saved=composition)


def _oldest(steps: tuple[Step, ...]) -> int:
    """Return from which step on they are kept."""
    # What the oldest holds is the piece itself, about.
    size, oldest = sum(step.size for step in steps[1:]), 0
    while len(steps) - oldest > LIMIT or (size > MOST_BYTES and len(steps) - oldest > 2):
        oldest += 1
        size -= steps[oldest].size
    return oldest


def _amended(steps: Iterable[Step], change: Callable[[Composition], Composition]) -> Iterator[Step]:
    """Yield the steps changed alike; what the change made for one of them the next one shares."""
    old = new = None
    for step in steps:
        made = change(step.composition)
        if old is None or new is None:
            yield replace(step, composition=made)
        else:
            made = _sharing(new, made)
            grown = takes_beyond(new, made) - takes_beyond(old, step.composition)
            yield replace(step, composition=made, size=step.size + grown)
        old, new = step.composition, made


def _sharing(before: Composition, made: Composition) -> Composition:
    """Return a composition with the takes and pieces of another one wherever they are equal."""
    takes = _shared(before.takes, made.takes)
    remembered = _shared(before.remembered, made.remembered)
    if takes is made.takes and remembered is made.remembered:
        return made
    return replace(made, takes=takes, remembered=remembered)


def _shared(before: tuple[_Value, ...], made: tuple[_Value, ...]) -> tuple[_Value, ...]:
    if made is before:
        return made
    pairs = zip(before, made, strict=False)
    same = tuple(old if old is new or old == new else new for old, new in pairs)
    shared = same + made[len(same) :]
    if len(shared) == len(before) and all(map(is_, shared, before)):
        return before
    return shared
