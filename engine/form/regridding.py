"""Other ticks for the same seconds: where everything goes when a piece gets other beats."""

from dataclasses import dataclass, replace
from functools import cached_property

from engine.values.score import Note, Score, Tempo
from engine.values.time import BarMap, TempoMap

# Ticks: errors of floating-point numbers.
_ROUNDING = 1e-6


@dataclass(frozen=True)
class GridChange:
    """One change of the grid.

    Attributes:
        before: A score with the old tempos.
        after: A score with the new tempos and meters.
        shift_s: Seconds by which everything comes earlier.
    """

    before: Score
    after: Score
    shift_s: float

    @cached_property
    def _old(self) -> TempoMap:
        return TempoMap.of(self.before)

    @cached_property
    def _bars(self) -> BarMap:
        return BarMap.of(self.after)

    @cached_property
    def _new(self) -> TempoMap:
        return TempoMap.of(self.after)

    def tick_of(self, tick: float) -> float:
        """Return the new place of an old tick, not rounded."""
        return self._new.tick_at(self._old.seconds_at(tick) - self.shift_s)

    def at(self, tick: int) -> int:
        """Return the new tick of an old one, at least 0.

        A place that is half an old tick from a bar line is on it, so that bar lines are bar lines
        again when a change is undone.
        """
        place = self.tick_of(tick)
        near = max(0, round(place))
        bars = self._bars
        bar = bars.bar_at(near)
        before, after = bars.start_of(bar), bars.start_of(bar + 1)
        line = before if place - before <= after - place else after
        old_tick = self.tick_of(tick + 1) - place
        return line if abs(line - place) <= old_tick / 2 + _ROUNDING else near

    def note(self, note: Note) -> Note:
        """Return a note in the new grid; its own moves go with it."""
        start, end = self.at(note.start), self.at(note.end)
        moves = tuple(
            replace(move, after=max(0, self.at(note.start + move.after) - start))
            for move in note.moves
        )
        return replace(note, start=start, duration=max(1, end - start), moves=moves)

    def score(self, score: Score) -> Score:
        """Return a score in the new grid."""
        moved = score.at_ticks(self.at, note=self.note)
        return replace(
            moved,
            ticks_per_quarter=self.after.ticks_per_quarter,
            tempos=self.after.tempos,
            time_signatures=self.after.time_signatures,
        )

    @property
    def inverse(self) -> "GridChange":
        """The change back."""
        return GridChange(self.after, self.before, -self.shift_s)


@dataclass(frozen=True)
class Regridding:
    """A change of the grid of ticks: tempos and meters change, and every event keeps its second.

    A common shift of all seconds is possible. Ticks are rounded, so that the inverse may return a
    tick beside the old one.
    """

    steps: tuple[GridChange, ...]

    @classmethod
    def between(cls, before: Score, after: Score, *, shift_s: float = 0.0) -> "Regridding":
        """Return the change from the grid of one score to that of another.

        Args:
            before: A score with the old tempos.
            after: A score with the new tempos and meters.
            shift_s: Seconds by which everything comes earlier.
        """
        return cls((GridChange(before, after, shift_s),))

    @property
    def inverse(self) -> "Regridding":
        """The change back."""
        return Regridding(tuple(step.inverse for step in reversed(self.steps)))

    def then(self, later: "Regridding") -> "Regridding":
        """Return this change and another after it."""
        return Regridding(self.steps + later.steps)

    @property
    def shift_s(self) -> float:
        """Seconds by which everything comes earlier."""
        return sum(step.shift_s for step in self.steps)

    @property
    def tempos(self) -> tuple[Tempo, ...]:
        """The tempos of the new grid."""
        return self.steps[-1].after.tempos

    @property
    def bars(self) -> BarMap:
        """The bars of the new grid."""
        return BarMap.of(self.steps[-1].after)

    def tick_of(self, tick: float) -> float:
        """Return the new place of an old one, not rounded; it may be before 0."""
        for step in self.steps:
            tick = step.tick_of(tick)
        return tick

    def at(self, tick: int) -> int:
        """Return the new tick of an old one, at least 0."""
        for step in self.steps:
            tick = step.at(tick)
        return tick

    def note(self, note: Note) -> Note:
        """Return a note of the old grid in the new one."""
        for step in self.steps:
            note = step.note(note)
        return note

    def score(self, score: Score) -> Score:
        """Return a score of the old grid in the new one."""
        for step in self.steps:
            score = step.score(score)
        return score
