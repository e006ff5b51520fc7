"""How well a passage of an answer fits the phrase that it answers. Pure."""

from collections.abc import Sequence
from math import log2

from engine.form.figures import FIGURE_NOTES, melodic_figures, upper_line
from engine.values.score import Note

_DENSITY = 0.25  # of each doubling or halving of the phrase's notes a beat
_COPY = 1.0  # against a bar that is one of the phrase; as much as all its figures count
_LEAST = 0.5  # note that is added on both sides, so that an empty passage has a density, too
_SIZES = range(2, FIGURE_NOTES + 1)


class PhraseFit:
    """Scores passages by the figures and the density of a phrase.

    Args:
        phrase: The notes of the phrase.
        ticks: Its length.
        before: Notes of the answer before the passage.
        bar: Length of a bar in ticks, to find copies of the phrase's bars; 0 allows copies.
    """

    def __init__(
        self,
        phrase: Sequence[Note],
        *,
        ticks: int,
        before: Sequence[Note] = (),
        bar: int = 0,
    ) -> None:
        line = upper_line(phrase)
        self._figures = {size: frozenset(melodic_figures(line, notes=size)) for size in _SIZES}
        self._notes_a_tick = len(phrase) / max(1, ticks)
        self._before = tuple(before)
        self._bar = bar
        self._bars = _struck(phrase, bar).values() if bar else ()

    def score(self, notes: Sequence[Note], *, ticks: int) -> float:
        """Return how well a passage fits, 1 at most.

        Args:
            notes: Its notes, all after those before it.
            ticks: Its length.
        """
        wanted = self._notes_a_tick * ticks
        off = abs(log2((len(notes) + _LEAST) / (wanted + _LEAST)))
        return self._taken_up(notes) - _DENSITY * off - _COPY * self._copied(notes)

    def _copied(self, notes: Sequence[Note]) -> float:
        """Return the share of a passage's bars that also stand in the phrase."""
        made = _struck(notes, self._bar).values() if self._bar else ()
        return sum(bar in self._bars for bar in made) / max(1, len(made))

    def _taken_up(self, notes: Sequence[Note]) -> float:
        """Return how much of a figure of the phrase ends on a note of the passage, the mean."""
        line = upper_line((*self._before, *notes))
        fresh = len({note.start for note in notes})
        ends = range(len(line) - fresh, len(line))
        return sum(map(self._longest, [line[: end + 1] for end in ends])) / max(1, fresh)

    def _longest(self, line: Sequence[Note]) -> float:
        """Return the length of the longest figure of the phrase that ends a line, 1 for a whole."""
        ending = [
            size
            for size in _SIZES
            if any(one in self._figures[size] for one in melodic_figures(line[-size:], notes=size))
        ]
        return (max(ending, default=1) - 1) / (FIGURE_NOTES - 1)


def _struck(notes: Sequence[Note], bar: int) -> dict[int, set[tuple[int, int]]]:
    """Return where notes of each bar begin, and their pitches.

    On no grid, unlike `passage_figures.onsets_by_bar`: only what is copied to the tick is a copy.
    """
    found: dict[int, set[tuple[int, int]]] = {}
    for note in notes:
        found.setdefault(note.start // bar, set()).add((note.start % bar, note.pitch))
    return found
