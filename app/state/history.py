"""Undo as a list of named compositions: pure, so each step costs a reference."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.composition import Composition

LIMIT = 1000
COALESCE_S = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One state of the document.

    Attributes:
        name: What the user did to get here, as the Undo menu says it.
        composition: The state.
        merge: Steps of the same non-empty kind that follow quickly are one step.
        at_s: When it was made.
    """

    name: str
    composition: Composition
    merge: str = ""
    at_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All states that can be gone back to, and the one that holds.

    Attributes:
        steps: Oldest first, at most `LIMIT`; never empty.
        index: Which of them holds.
        saved: The composition that is on disk, or None.
    """

    steps: tuple[Step, ...]
    index: int = 0
    saved: Composition | None = None

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
        """Return it after an edit; what was undone before is dropped."""
        step = Step(name=name, composition=composition, merge=merge, at_s=at_s)
        kept = self.steps[: self.index + 1]
        last = kept[-1]
        if merge and self.index and last.merge == merge and at_s - last.at_s < COALESCE_S:
            kept = kept[:-1]
        steps = (*kept, step)[-LIMIT:]
        return replace(self, steps=steps, index=len(steps) - 1)

    def at(self, index: int) -> "History":
        """Return it with another state holding."""
        return replace(self, index=max(0, min(index, len(self.steps) - 1)))

    def amending(self, change: Callable[[Composition], Composition]) -> "History":
        """Return it with every state changed: for what no undo may take back."""
        return replace(
            self,
            steps=tuple(replace(step, composition=change(step.composition)) for step in self.steps),
        )

    def saved_as(self, composition: Composition) -> "History":
        """Return it with this composition as what is on disk."""
        return replace(self, saved=composition)
