"""In which order measures are played: repeats, endings, da capo, dal segno, coda, fine."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.errors import LimitError

MOST_TIMES = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What a measure says about the order.

    Attributes:
        forward: A repeat begins at its left.
        backward: How often the repeat that ends at its right is played, where no ending says
            more; 0 for no repeat.
        endings: The passes it is played in, if it stands in an ending.
        closes: Whether its ending ends with it.
        segno: Whether the sign stands at its left.
        coda: Whether the coda begins with it.
        to_coda: Whether one leaves for the coda after it.
        da_capo: Whether one goes back to the beginning after it.
        dal_segno: Whether one goes back to the sign after it.
        fine: Whether the piece ends with it, once one has gone back.
    """

    forward: bool = False
    backward: int = 0
    endings: frozenset[int] = frozenset()
    closes: bool = False
    segno: bool = False
    coda: bool = False
    to_coda: bool = False
    da_capo: bool = False
    dal_segno: bool = False
    fine: bool = False


@dataclass(frozen=True, slots=True)
class PlayedMeasure:
    """A measure's turn.

    Attributes:
        measure: Its number, from 0.
        time: Which time the section is played, from 1; it chooses the verse.
    """

    measure: int
    time: int


def in_order(count: int) -> tuple[PlayedMeasure, ...]:
    """Return measures as they stand."""
    return tuple(PlayedMeasure(number, 1) for number in range(count))


def unfolded(signs: Sequence[Signs], *, most: int) -> tuple[PlayedMeasure, ...]:
    """Return measures as they are played; after a da capo without repeats, by custom.

    Args:
        signs: Of each measure.
        most: The most measures that are played.

    Raises:
        LimitError: More of them would be.
    """
    walk = _Unfolder(signs)
    turns: list[PlayedMeasure] = []
    while walk.place < len(signs):
        turn = walk.step()
        if turn is None:
            continue
        turns.append(turn)
        if len(turns) > most:
            raise LimitError(f"With its repeats it is longer than {most:,} measures.")
    return tuple(turns)


@dataclass(frozen=True, slots=True)
class _Run:
    """Endings beside each other.

    Attributes:
        endings: The measures of each, and the passes it is played in.
        repeats: Whether one goes back from any of them; else they are played as they stand.
    """

    endings: tuple[tuple[range, frozenset[int]], ...]
    repeats: bool

    @property
    def stop(self) -> int:
        """The measure after it."""
        return self.endings[-1][0].stop

    @property
    def last(self) -> range:
        """The measures of its last ending."""
        return self.endings[-1][0]

    @property
    def highest(self) -> int:
        """The last pass that has an ending."""
        return max(max(passes) for _, passes in self.endings)

    def ending_at(self, place: int) -> range:
        """Return the measures of the ending that one of its measures is in."""
        return next(measures for measures, _ in self.endings if place in measures)

    def is_end(self, place: int) -> bool:
        """Return whether an ending ends with a measure."""
        return any(measures.stop == place + 1 for measures, _ in self.endings)

    def played(self, time: int) -> range:
        """Return the measures that a pass plays: where it has no ending, those of the next one."""
        if not self.repeats:
            return range(self.endings[0][0].start, self.stop)
        own = [measures for measures, passes in self.endings if time in passes]
        later = [measures for measures, passes in self.endings if max(passes) > time]
        return next(iter((*own, *later)), range(0))


class _Unfolder:
    """Where one is."""

    def __init__(self, signs: Sequence[Signs]) -> None:
        self._signs = signs
        self._runs = {n: run for run in _runs(signs) for ending, _ in run.endings for n in ending}
        self._codas = [n for n, here in enumerate(signs) if here.coda]
        self.place = 0
        self._begin = 0
        self._time = 1
        self._went_back = False

    def step(self) -> PlayedMeasure | None:
        """Take one measure and go on; None where an ending is passed over."""
        here = self._signs[self.place]
        if here.forward and self.place != self._begin:
            self._begin, self._time = self.place, 1
        run = self._runs.get(self.place)
        if run is not None and not self._is_played(run):
            self._leave_for(run.ending_at(self.place).stop)
            return None
        turn = PlayedMeasure(self.place, self._time)
        self._go_on(here)
        return turn

    def _is_played(self, run: _Run) -> bool:
        return self.place in (run.last if self._went_back else run.played(self._time))

    def _go_on(self, here: Signs) -> None:
        if self._went_back and here.fine:
            self.place = len(self._signs)
        elif self._went_back and here.to_coda and (coda := self._find_coda()) > self.place:
            self.place = coda
        elif not self._went_back and self._time < self._passes(here):
            self._time += 1
            self.place = self._begin
        elif not self._went_back and (here.da_capo or here.dal_segno):
            self._went_back = True
            self.place = self._find_segno() if here.dal_segno else 0
        else:
            self._leave(here)

    def _passes(self, here: Signs) -> int:
        """Return how often what ends with a measure is played; 0 for what is not repeated."""
        run = self._runs.get(self.place)
        if run is None or not run.is_end(self.place):
            return here.backward
        if here.backward:
            return max(here.backward, run.highest)
        # A repeat sign that is missing under one of several endings.
        return run.highest if run.repeats and not (here.da_capo or here.dal_segno) else 0

    def _leave(self, here: Signs) -> None:
        run = self._runs.get(self.place)
        if run is not None and run.repeats and run.is_end(self.place):
            self._leave_for(run.stop)
            return
        self._leave_for(self.place + 1)
        if here.backward:
            self._begin, self._time = self.place, 1

    def _leave_for(self, place: int) -> None:
        run = self._runs.get(self.place)
        self.place = place
        if run is not None and place == run.stop:
            self._begin, self._time = place, 1

    def _find_segno(self) -> int:
        return next((n for n, signs in enumerate(self._signs) if signs.segno), 0)

    def _find_coda(self) -> int:
        later = bisect_right(self._codas, self.place)
        return self._codas[later] if later < len(self._codas) else -1


def _runs(signs: Sequence[Signs]) -> Iterator[_Run]:
    """Yield the runs of endings; one with a pass that was there before begins another run."""
    run: list[tuple[range, frozenset[int]]] = []
    for measures in _endings(signs):
        passes = signs[measures.start].endings
        beside = run and run[-1][0].stop == measures.start and not signs[measures.start].forward
        if run and (not beside or any(passes & others for _, others in run)):
            yield _run(signs, run)
            run = []
        run.append((measures, passes))
    if run:
        yield _run(signs, run)


def _run(signs: Sequence[Signs], endings: Sequence[tuple[range, frozenset[int]]]) -> _Run:
    repeats = any(signs[number].backward for measures, _ in endings for number in measures)
    return _Run(tuple(endings), repeats)


def _endings(signs: Sequence[Signs]) -> list[range]:
    """Return the measures of each ending."""
    found: list[range] = []
    for number, here in enumerate(signs):
        if not here.endings:
            continue
        if found and found[-1].stop == number and _goes_on(signs[number - 1], here):
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found


def _goes_on(before: Signs, here: Signs) -> bool:
    """Return whether the ending of a measure is that of the one before."""
    ends = before.closes or before.backward or here.forward
    return before.endings == here.endings and not ends
