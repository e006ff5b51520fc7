"""In which order measures are played: repeats, endings, da capo, dal segno, coda, fine."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import LimitError

MOST_TIMES = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What a measure says about the order.

    Attributes:
        forward: A repeat begins at its left.
        backward: How often the repeat that ends at its right is played; 0 for no repeat.
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
class Turn:
    """A measure's turn.

    Attributes:
        measure: Its number, from 0.
        time: Which time the section is played, from 1; it chooses the verse.
    """

    measure: int
    time: int


def in_order(count: int) -> tuple[Turn, ...]:
    """Return measures as they stand."""
    return tuple(Turn(number, 1) for number in range(count))


def unfolded(signs: Sequence[Signs], *, most: int) -> tuple[Turn, ...]:
    """Return measures as they are played; after a da capo without repeats, by custom.

    Args:
        signs: Of each measure.
        most: The most measures that are played.

    Raises:
        LimitError: More of them would be.
    """
    walk = _Walk(signs)
    turns: list[Turn] = []
    while walk.place < len(signs):
        turn = walk.step()
        if turn is None:
            continue
        turns.append(turn)
        if len(turns) > most:
            raise LimitError(f"With its repeats it is longer than {most:,} measures.")
    return tuple(turns)


class _Walk:
    """Where one is."""

    def __init__(self, signs: Sequence[Signs]) -> None:
        self._signs = signs
        self._last_endings = _last_endings(signs)
        self.place = 0
        self._begin = 0
        self._time = 1
        self._went_back = False

    def step(self) -> Turn | None:
        """Take one measure and go on; None for one that is passed over."""
        here = self._signs[self.place]
        if here.forward and self.place != self._begin:
            self._begin, self._time = self.place, 1
        if here.endings and not self._is_played(here):
            self.place += 1
            return None
        turn = Turn(self.place, self._time)
        self._go_on(here)
        return turn

    def _is_played(self, here: Signs) -> bool:
        if self._went_back:
            return self.place in self._last_endings
        return self._time in here.endings

    def _go_on(self, here: Signs) -> None:
        if self._went_back and here.fine:
            self.place = len(self._signs)
        elif self._went_back and here.to_coda and (coda := self._find_coda()) > self.place:
            self.place = coda
        elif here.backward and not self._went_back and self._time < here.backward:
            self._time += 1
            self.place = self._begin
        elif not self._went_back and (here.da_capo or here.dal_segno):
            self._went_back = True
            self.place = self._find_segno() if here.dal_segno else 0
        else:
            self.place += 1
            if here.backward or (here.endings and here.closes):
                self._begin, self._time = self.place, 1

    def _find_segno(self) -> int:
        return next((n for n, signs in enumerate(self._signs) if signs.segno), 0)

    def _find_coda(self) -> int:
        return next((n for n, s in enumerate(self._signs) if s.coda and n > self.place), -1)


def _last_endings(signs: Sequence[Signs]) -> frozenset[int]:
    """Return the measures of endings that no other ending follows."""
    found: set[int] = set()
    for number in range(len(signs) - 1, -1, -1):
        here = signs[number]
        if not here.endings:
            continue
        after = signs[number + 1] if number + 1 < len(signs) else Signs()
        follows = after.endings and (after.endings == here.endings and not here.closes)
        if not after.endings or (follows and number + 1 in found):
            found.add(number)
    return frozenset(found)
