"""How playing leads into music that is still being made: where it turns back, and to which bar.

Pure. While the music at `start` is not known far enough, the last bar before the gate repeats, or
playing waits there in silence. Each bar keeps its length, so the beat goes on.
"""

from dataclasses import dataclass
from math import ceil

from engine.values.time import BarMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Where a stretch of playing ends, and where playing goes on from there.

    Attributes:
        end: Tick past the last one of the stretch.
        then: Tick at which playing goes on.
        holds: Whether the music waits there: notes that sound past `end` are cut only then.
        silent_until: Tick up to which the next stretch has no notes; None for one with notes.
    """

    end: float
    then: float
    holds: bool = False
    silent_until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """Music that is being made, into which playing leads.

    Attributes:
        start: Bar line where it begins.
        until: Bar line that playing does not pass yet; 0 once the music is known to its end.
        repeats: Whether the last bar repeats meanwhile; otherwise playing waits in silence.
    """

    start: int
    until: int = 0
    repeats: bool = True

    def first_of_bar_before(self, line: int, bars: BarMap) -> int:
        """Return the first tick of the bar that ends at a bar line."""
        return bars.start_of(bars.bar_at(max(0, line - 1)))

    def turn(self, tick: float, *, entered: bool, bars: BarMap, end: int) -> Turn | None:
        """Return where playing from a tick turns back; None if it plays on.

        Args:
            tick: Where playing is.
            entered: Whether playing has come into the new music.
            bars: The bars of the music.
            end: Where the music that is known ends.
        """
        if tick > self.start and not entered:
            return self._back(tick, self.start, bars=bars, end=end)
        if not self.until:
            return None
        if tick >= self.until:
            return self._back(tick, self.until, bars=bars, end=end)
        return self._hold(self.until, self.first_of_bar_before(self.until, bars), gate=self.until)

    def _back(self, tick: float, gate: int, *, bars: BarMap, end: int) -> Turn:
        """Return to the bar before the gate: at the next bar line, or now where nothing sounds."""
        first = self.first_of_bar_before(gate, bars)
        if tick < end:
            return self._hold(bars.start_of(bars.bars_until(ceil(tick))), first, gate=gate)
        # In step: what is counted goes on.
        into = (tick - bars.start_of(bars.bar_at(int(tick)))) % (gate - first)
        return self._hold(tick, first + into, gate=gate)

    def _hold(self, end: float, then: float, *, gate: int) -> Turn:
        silent_until = None if self.repeats else gate
        return Turn(end=end, then=then, holds=True, silent_until=silent_until)
