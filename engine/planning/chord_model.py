"""How likely a chord is after others at its place in a phrase: counts, smoothed by backing off.

A distribution over `CHORDS` numbers interpolates four orders (Witten and Bell 1991): the chord
alone, after one chord, after one at its place in the phrase, after two at that place.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, groupby
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.gate import documents
from engine.gate.files import read_file
from engine.ground.errors import ModelFileError
from engine.planning.files import FILE_NAME, MOST
from engine.planning.harmony import CHORDS, raised
from engine.planning.phrases import PHRASE

Floats = NDArray[np.float64]
Count = Annotated[int, msgspec.Meta(ge=1, le=1 << 31)]
_Number = Annotated[int, msgspec.Meta(ge=0, lt=CHORDS)]
_Place = Annotated[int, msgspec.Meta(ge=0, lt=PHRASE)]


class BarCount(NamedTuple):
    """How often a chord came after two others at a place in the phrase."""

    before: int
    last: int
    place: int
    chord: int
    times: int


class Line(msgspec.Struct, frozen=True):
    """A line of figures: least squares of a figure of the bars to come on those of the prompt.

    Attributes:
        weights: For stay, roots and moves of the prompt, and a constant.
        spread: Standard deviation of what the line leaves.
    """

    weights: tuple[float, float, float, float]
    spread: Annotated[float, msgspec.Meta(gt=0.0)]


class Followers(msgspec.Struct, frozen=True, array_like=True):
    """The chords that followed two others.

    Attributes:
        before: The chord before the last one.
        last: The last chord.
        chords: (place in the phrase, chord, how often).
    """

    before: _Number
    last: _Number
    chords: tuple[tuple[_Place, _Number, Count], ...]


class ModeCounts(msgspec.Struct, frozen=True):
    """Counts in songs of one mode.

    Attributes:
        followers: By the two chords before them, so that the file names these once.
        middles: (chord of the bar, chord in its middle, how often), different ones alone.
        unchanged: Bars with a middle in which the chord stays.
    """

    followers: tuple[Followers, ...] = ()
    middles: tuple[tuple[_Number, _Number, Count], ...] = ()
    unchanged: Annotated[int, msgspec.Meta(ge=0)] = 0

    @property
    def bars(self) -> Iterator[BarCount]:
        """All counts, ascending."""
        for each in self.followers:
            for place, chord, count in each.chords:
                yield BarCount(each.before, each.last, place, chord, count)


class Returns(msgspec.Struct, frozen=True):
    """How often the chords of a block of four bars are those of an earlier block.

    Songs differ: of dances half of the blocks return, of romantic songs one in five. So the chance
    has a beta distribution over songs, and what a prompt repeats says which kind it is.

    Attributes:
        again: The first parameter of the beta distribution: blocks that return.
        fresh: The second one: blocks that do not.
        lags: The share of blocks that return after 1, 2, 3 ... blocks.
    """

    again: Annotated[float, msgspec.Meta(gt=0.0)]
    fresh: Annotated[float, msgspec.Meta(gt=0.0)]
    lags: tuple[float, ...]


class ChordCounts(msgspec.Struct, frozen=True):
    """A chord model as it is saved.

    Attributes:
        major, minor: By mode.
        motion: A line for stay, roots, moves and closes of 16 bars to come.
        returns: How often blocks return.
    """

    major: ModeCounts
    minor: ModeCounts
    motion: tuple[Line, Line, Line, Line]
    returns: Returns

    @property
    def is_empty(self) -> bool:
        """Whether no chord was counted."""
        return not self.major.followers and not self.minor.followers


@dataclass(frozen=True)
class ChordTable:
    """The distributions of one mode.

    Args:
        counts: The counts of its mode.
    """

    counts: ModeCounts
    _cache: dict[tuple[int, int, int], Floats] = field(default_factory=dict, compare=False)

    def after(self, before: int, last: int, *, place: int) -> Floats:
        """Return the probability of each chord, (CHORDS,).

        Args:
            before: The chord before the last one.
            last: The last chord.
            place: Of the bar to come, counted from the beginning of its phrase.
        """
        key = (before, last, place)
        if (known := self._cache.get(key)) is None:
            known, by_last, by_place = self._orders
            counted = (
                by_last[last],
                by_place[last, place],
                self._after_two(before, last, place=place),
            )
            for counts in counted:
                if counts.any():
                    # Witten and Bell: as much is left to the lower order as there are kinds.
                    kinds = np.count_nonzero(counts)
                    known = (counts + kinds * known) / (counts.sum() + kinds)
            self._cache[key] = known
        return known

    @property
    def changes(self) -> Floats:
        """How often each chord follows another one, (CHORDS, CHORDS)."""
        return self._orders[1]

    def middle(self, first: int) -> Floats:
        """Return the probability of each other chord in the middle of a bar, (CHORDS,)."""
        counts = self._middles.get(first)
        if counts is None:
            return self._orders[0]
        kinds = np.count_nonzero(counts)
        mixed: Floats = (counts + kinds * self._orders[0]) / (counts.sum() + kinds)
        return mixed

    def _after_two(self, before: int, last: int, *, place: int) -> Floats:
        """Count the chords after two others at a place, (CHORDS,).

        There are twenty thousand such contexts, of which a piece needs a few: no table is made.
        """
        counts = np.zeros(CHORDS)
        for chords in self._chords_after.get((before, last), ()):
            for at, chord, count in chords:
                if at == place:
                    counts[chord] += count
        return counts

    @cached_property
    def _chords_after(self) -> dict[tuple[int, int], list[tuple[tuple[int, int, int], ...]]]:
        found: dict[tuple[int, int], list[tuple[tuple[int, int, int], ...]]] = {}
        for each in self.counts.followers:
            found.setdefault((each.before, each.last), []).append(each.chords)
        return found

    @cached_property
    def _orders(self) -> tuple[Floats, Floats, Floats]:
        """The share of each chord, and the counts of chords after others.

        (CHORDS,); (CHORDS, CHORDS), after a chord; (CHORDS, PHRASE, CHORDS), after one at a place.
        """
        followers = self.counts.followers
        # As one row of numbers: tuples of them take four times as long to read.
        triples = chain.from_iterable(each.chords for each in followers)
        row = np.fromiter(chain.from_iterable(triples), dtype=np.int64)
        place, chord, times = row.reshape(-1, 3).T
        last = np.repeat(
            np.array([each.last for each in followers], dtype=np.int64),
            [len(each.chords) for each in followers],
        )
        alone = np.full(CHORDS, 1e-3)
        np.add.at(alone, chord, times)
        by_place = np.zeros((CHORDS, PHRASE, CHORDS))
        np.add.at(by_place, (last, place, chord), times)
        return alone / alone.sum(), by_place.sum(axis=1), by_place

    @cached_property
    def _middles(self) -> dict[int, Floats]:
        found: dict[int, Floats] = {}
        for first, middle, count in self.counts.middles:
            found.setdefault(first, np.zeros(CHORDS))[middle] += count
        return found


class ChordModel:
    """A chord model that is ready.

    Args:
        counts: As saved.

    Attributes:
        motion: The lines of `ChordCounts`.
        returns: How often blocks return.
    """

    def __init__(self, counts: ChordCounts) -> None:
        self.counts = counts
        self.motion = counts.motion
        self.returns = counts.returns
        self._tables = {False: ChordTable(counts.major), True: ChordTable(counts.minor)}

    @cached_property
    def steps(self) -> Floats:
        """The share of each chord after another one in songs of any key, (CHORDS, CHORDS).

        The same step from the same kind of chord counts the same wherever it begins. A row is 0
        where no song has such a chord.
        """
        counts = self._tables[False].changes + self._tables[True].changes
        numbers = [raised(semitones) for semitones in range(12)]
        steps = np.sum([counts[np.ix_(at, at)] for at in numbers], axis=0)
        shares: Floats = steps / np.maximum(steps.sum(axis=1, keepdims=True), 1.0)
        return shares

    def table(self, *, minor: bool) -> ChordTable:
        """Return the distributions of a mode."""
        return self._tables[minor]


def load_chord_model(folder: Path) -> ChordModel | None:
    """Return the chord model in a model's folder; None where it has none.

    Raises:
        ModelFileError: The file is not valid.
    """
    path = folder / FILE_NAME
    if not path.exists():
        return None
    try:
        data = read_file(path, most=MOST.text_bytes)
        return ChordModel(documents.decode(data, ChordCounts, MOST))
    except ValueError as error:
        raise ModelFileError(
            "‘{file_name}’ of the model is not valid ({error}).", file_name=FILE_NAME, error=error
        ) from error


def followers_of(bars: Iterable[BarCount]) -> tuple[Followers, ...]:
    """Return counts by the two chords before them.

    Args:
        bars: Ascending.
    """
    return tuple(
        Followers(before, last, tuple((bar.place, bar.chord, bar.times) for bar in group))
        for (before, last), group in groupby(bars, key=lambda bar: (bar.before, bar.last))
    )


def encoded(counts: ChordCounts) -> bytes:
    """Return a chord model as its file's bytes."""
    return msgspec.json.encode(counts)
