"""The undo history as a list of named compositions, which share unchanged parts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from operator import is_
from typing import TypeVar

from app.state.memory_size import extra_bytes, extra_bytes_of_takes
from engine.form.regridding import Regridding
from engine.piece.composition import Composition
from engine.piece.takes import Take

# In steps; `MOST_BYTES` bounds their memory.
LIMIT = 1000
# An edit of a track costs eight bytes for each of its notes: 256 MiB hold a thousand edits of a
# track of 30,000 notes, or a hundred of one of 300,000.
MOST_BYTES = 256 * 2**20
# A held key repeats faster than this.
COALESCE_S = 0.5

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One state of the document.

    Attributes:
        name: The user's action, as the Undo menu shows it.
        composition: The state.
        about: Its bars or the like, for the list of the history; empty where the name says all.
        merge: Steps with the same non-empty key within `COALESCE_S` become one.
        at_s: Time of the edit, in seconds of the document's clock.
        size: Estimated bytes that it takes beyond the step before it.
        regridding: The change of the beats since the step before it; None if they stayed.
    """

    name: str
    composition: Composition
    about: str = ""
    merge: str = ""
    at_s: float = 0.0
    size: int = 0
    regridding: Regridding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The steps of the document and the current one.

    Attributes:
        steps: Oldest first; never empty. Bounded by `LIMIT` and `MOST_BYTES`; two always stay.
        index: Index of the current step.
        saved: The composition that is on disk, or None.
        dropped: How many older steps were dropped.
    """

    steps: tuple[Step, ...]
    index: int = 0
    saved: Composition | None = None
    dropped: int = 0

    @classmethod
    def of(cls, composition: Composition, *, saved: bool, name: str = "Open") -> "History":
        """Return the history of a new or just opened document."""
        step = Step(name=name, composition=composition)
        return cls(steps=(step,), saved=composition if saved else None)

    @property
    def composition(self) -> Composition:
        """The current composition."""
        return self.steps[self.index].composition

    @property
    def dirty(self) -> bool:
        """Whether the current composition differs from the saved one."""
        return self.composition is not self.saved and self.composition != self.saved

    @property
    def undo_name(self) -> str:
        """The name of the step that Undo takes back; empty if there is none."""
        return self.steps[self.index].name if self.index else ""

    @property
    def redo_name(self) -> str:
        """The name of the step that Redo repeats; empty if there is none."""
        later = self.index + 1
        return self.steps[later].name if later < len(self.steps) else ""

    def pushing(
        self,
        name: str,
        composition: Composition,
        *,
        about: str = "",
        merge: str = "",
        at_s: float = 0.0,
        regridding: Regridding | None = None,
    ) -> "History":
        """Return the history after an edit.

        Undone steps go, and so do the oldest beyond the bounds. The edit itself stays undoable,
        whatever it takes.
        """
        kept = self.steps[: self.index + 1]
        last = kept[-1]
        if merge and self.index and last.merge == merge and at_s - last.at_s < COALESCE_S:
            kept = kept[:-1]
        size = extra_bytes(kept[-1].composition, composition)
        step = Step(
            name=name,
            composition=composition,
            about=about,
            merge=merge,
            at_s=at_s,
            size=size,
            regridding=regridding,
        )
        steps = (*kept, step)
        oldest = _oldest(steps)
        return replace(
            self,
            steps=steps[oldest:],
            index=len(steps) - 1 - oldest,
            dropped=self.dropped + oldest,
        )

    def at(self, index: int) -> "History":
        """Return the history with another current step."""
        return replace(self, index=max(0, min(index, len(self.steps) - 1)))

    def amending(self, change: Callable[[Composition], Composition]) -> "History":
        """Return the history with a change applied to every step."""
        return self._changing((change,) * len(self.steps), unsaved=True)

    def offering(self, takes: tuple[Take, ...], *, unsaved: bool = True) -> "History":
        """Return the history with takes of the current piece added to every step.

        Where a step has other beats than the current piece, its takes have them, too.

        Args:
            takes: The takes.
            unsaved: Whether a step that is on disk then differs from its file.
        """
        of_step = {self.index: takes}
        for index in range(self.index - 1, -1, -1):
            change = self.steps[index + 1].regridding
            of_step[index] = _regridded(of_step[index + 1], change and change.inverse)
        for index in range(self.index + 1, len(self.steps)):
            of_step[index] = _regridded(of_step[index - 1], self.steps[index].regridding)
        changes = (partial(keep_takes, takes=of_step[i]) for i in range(len(self.steps)))
        return self._changing(changes, unsaved=unsaved)

    def between(self, one: int, other: int) -> Regridding | None:
        """Return the change of the beats from one step to another; None if they stayed."""
        if one > other:
            back = self.between(other, one)
            return None if back is None else back.inverse
        whole: Regridding | None = None
        for step in self.steps[one + 1 : other + 1]:
            if step.regridding is not None:
                whole = step.regridding if whole is None else whole.then(step.regridding)
        return whole

    def earlier(self) -> Iterator[Composition]:
        """Yield the states of all steps, newest first, with the beats of the current piece."""
        for index in range(len(self.steps) - 1, -1, -1):
            change = self.between(index, self.index)
            composition = self.steps[index].composition
            yield composition if change is None else composition.regridded(change)

    def _changing(
        self, changes: Iterable[Callable[[Composition], Composition]], *, unsaved: bool
    ) -> "History":
        """Return the history with a change for each step.

        Args:
            changes: As many as steps.
            unsaved: Whether a step that is on disk then differs from its file.
        """
        steps = tuple(_amended(self.steps, changes))
        if unsaved:
            return replace(self, steps=steps)
        amended = (
            after.composition
            for before, after in zip(self.steps, steps, strict=True)
            if before.composition is self.saved or before.composition == self.saved
        )
        return replace(self, steps=steps, saved=next(amended, self.saved))

    def saved_as(self, composition: Composition) -> "History":
        """Return the history with this composition as the saved one."""
        return replace(self, saved=composition)


def _oldest(steps: tuple[Step, ...]) -> int:
    """Return the index of the oldest step to keep."""
    # The oldest step is the piece itself, not an undo step.
    size, oldest = sum(step.size for step in steps[1:]), 0
    while len(steps) - oldest > LIMIT or (size > MOST_BYTES and len(steps) - oldest > 2):
        oldest += 1
        size -= steps[oldest].size
    return oldest


def keep_takes(composition: Composition, takes: tuple[Take, ...]) -> Composition:
    """Return a composition with these takes at its end, whatever tracks it has.

    A step from before a track was added gets the takes without the notes of that track.
    """
    tracks = len(composition.score.tracks)
    return composition.offering(
        take
        if all(part.track < tracks for part in take.notes)
        else replace(take, notes=tuple(part for part in take.notes if part.track < tracks))
        for take in takes
    )


def _regridded(takes: tuple[Take, ...], change: Regridding | None) -> tuple[Take, ...]:
    return takes if change is None else tuple(take.regridded(change) for take in takes)


def _amended(
    steps: Iterable[Step], changes: Iterable[Callable[[Composition], Composition]]
) -> Iterator[Step]:
    """Yield the changed steps; equal results share their objects with the step before."""
    old = new = None
    for step, change in zip(steps, changes, strict=True):
        made = change(step.composition)
        if old is None or new is None:
            yield replace(step, composition=made)
        else:
            made = _sharing(new, made)
            grown = extra_bytes_of_takes(new, made) - extra_bytes_of_takes(old, step.composition)
            yield replace(step, composition=made, size=step.size + grown)
        old, new = step.composition, made


def _sharing(before: Composition, made: Composition) -> Composition:
    """Return `made` with the takes and remembered pieces of `before` where they are equal."""
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
