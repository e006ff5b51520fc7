"""The order in which measures are played: repeats, endings, da capo, dal segno, coda, fine."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.ground.errors import LimitError

# A damaged file could ask for a million.
MOST_TIMES = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class JumpBack:
    """A da capo or a dal segno at the end of a measure.

    Attributes:
        segno: The name of the segno that it goes back to, empty for one without a name; None goes
            back to the beginning.
        until: `fine` or `coda` where the text says which of them ends it, else empty.
        passes: The passes of a repeated section after which it is taken; empty for each.
    """

    segno: str | None = None
    until: str = ""
    passes: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """The signs of a measure that change the order in which measures are played.

    Attributes:
        forward: Whether a repeat begins at its left.
        backward: How often the repeat that ends at its right is played, where no ending says
            more; 0 for no repeat.
        endings: The passes it is played in, if it stands in an ending.
        closes: Whether its ending ends with it.
        segnos: The names of the segnos at its left, empty texts for those without a name.
        codas: The names of the codas that begin with it.
        to_coda: The name of the coda that one leaves for after it; None for no such sign.
        back: The jump back after it, or None.
        fine: Whether the piece ends with it, once one has gone back.
    """

    forward: bool = False
    backward: int = 0
    endings: frozenset[int] = frozenset()
    closes: bool = False
    segnos: frozenset[str] = frozenset()
    codas: frozenset[str] = frozenset()
    to_coda: str | None = None
    back: JumpBack | None = None
    fine: bool = False


@dataclass(frozen=True, slots=True)
class PlayedMeasure:
    """One time that a measure is played.

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
    """Return measures as they are played; after a jump back without repeats, by custom.

    Args:
        signs: Of each measure.
        most: The most measures that are played.

    Raises:
        LimitError: More of them would be played.
    """
    unfolder = _Unfolder(_with_ways_to_the_coda(signs))
    played: list[PlayedMeasure] = []
    while unfolder.place < len(signs):
        measure = unfolder.step()
        if measure is None:
            continue
        played.append(measure)
        if len(played) > most:
            raise LimitError("With its repeats it is longer than {most:,} measures.", most=most)
    return tuple(played)


def _with_ways_to_the_coda(signs: Sequence[Signs]) -> Sequence[Signs]:
    """Return signs in which the first of two bare coda signs leads to the second one.

    A page says it so where no words do: the sign stands where one leaves and where one arrives.
    """
    codas = [number for number, here in enumerate(signs) if here.codas]
    jumps = any(here.back is not None for here in signs)
    if not jumps or len(codas) < 2 or any(here.to_coda is not None for here in signs):
        return signs
    first = codas[0]
    changed = list(signs)
    changed[first] = replace(changed[first], codas=frozenset())
    if first:
        changed[first - 1] = replace(changed[first - 1], to_coda="")
    return changed


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
    """Goes through measures as a player does."""

    def __init__(self, signs: Sequence[Signs]) -> None:
        self._signs = signs
        self._runs = {n: run for run in _runs(signs) for ending, _ in run.endings for n in ending}
        self._segnos = [n for n, here in enumerate(signs) if here.segnos]
        self._codas = [n for n, here in enumerate(signs) if here.codas]
        self.place = 0
        self._begin = 0
        self._time = 1
        # The jump that was taken last, where jumps were taken from, and whether a coda followed.
        self._back: JumpBack | None = None
        self._taken: set[int] = set()
        self._in_coda = False

    def step(self) -> PlayedMeasure | None:
        """Take one measure and go on; None where an ending is passed over."""
        here = self._signs[self.place]
        if here.forward and self.place != self._begin:
            self._begin, self._time = self.place, 1
        run = self._runs.get(self.place)
        if run is not None and not self._is_played(run):
            self._leave_for(run.ending_at(self.place).stop)
            return None
        played = PlayedMeasure(self.place, self._time)
        self._go_on(here)
        return played

    def _is_played(self, run: _Run) -> bool:
        return self.place in (run.last if self._back else run.played(self._time))

    def _go_on(self, here: Signs) -> None:
        if self._ends(here):
            self.place = len(self._signs)
        elif (coda := self._coda_after(here)) > self.place:
            self.place = coda
            self._in_coda = True
        elif not self._back and self._time < self._passes(here):
            self._time += 1
            self.place = self._begin
        elif here.back is not None and self._jumps(here.back):
            self._taken.add(self.place)
            self._back = here.back
            self._in_coda = False
            self.place = 0 if here.back.segno is None else self._find_segno(here.back.segno)
        else:
            self._leave(here)

    def _ends(self, here: Signs) -> bool:
        if not here.fine or self._back is None:
            return False
        return self._back.until != "coda" or self._in_coda

    def _coda_after(self, here: Signs) -> int:
        """Return the measure where the coda begins that one leaves for now; -1 to stay."""
        if here.to_coda is None or self._back is None or self._back.until == "fine":
            return -1
        return self._find_coda(here.to_coda)

    def _jumps(self, back: JumpBack) -> bool:
        return self.place not in self._taken and (not back.passes or self._time in back.passes)

    def _passes(self, here: Signs) -> int:
        """Return how often what ends with a measure is played; 0 for what is not repeated."""
        run = self._runs.get(self.place)
        if run is None or not run.is_end(self.place):
            return here.backward
        if here.backward:
            # A repeat sign under the last of several endings adds no pass: MusicXML counts passes
            # by the numbers of endings. MuseScore goes back once more and leaps over all endings.
            return max(here.backward, run.highest)
        # A repeat sign that is missing under one of several endings.
        return run.highest if run.repeats and here.back is None else 0

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

    def _find_segno(self, name: str) -> int:
        """Return the segno of a name, else the last one before this place, else the first one."""
        named = [n for n in self._segnos if name and name in self._signs[n].segnos]
        before = [n for n in self._segnos if n < self.place]
        if named:
            return named[0]
        # The second sign is drawn as two signs and has no name in most files.
        if name.isdigit() and 0 < int(name) <= len(self._segnos):
            return self._segnos[int(name) - 1]
        return before[-1] if before else next(iter(self._segnos), 0)

    def _find_coda(self, name: str) -> int:
        """Return the coda of a name, else the next one; -1 where none follows."""
        later = self._codas[bisect_right(self._codas, self.place) :]
        named = [n for n in later if name and name in self._signs[n].codas]
        return next(iter((*named, *later)), -1)


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
