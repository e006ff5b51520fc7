"""What waits to be sent, in sending order: pure."""

import heapq
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from engine.playback.clock import CLOCK_TRACK
from engine.playback.cursor import Due
from engine.playback.schedule import CLICK_TRACK
from engine.playback.voices import Voice

NEVER = float("inf")
_END_ORDER = -1
_ENDLESS = frozenset({CLOCK_TRACK, CLICK_TRACK})


class Ending(NamedTuple):
    """The end of a note that sounds.

    Attributes:
        elapsed_s: When, in music time.
        voice: Which note.
    """

    elapsed_s: float
    voice: Voice


class Waiting(NamedTuple):
    """Something to send; sorts in sending order.

    Attributes:
        send_s: Clock time to send it: earlier than `at_s` for outputs that want a lead.
        order: -1 for the end of a note, else the event's order.
        number: Keeps what was queued first in front.
        at_s: Clock time at which it is to sound.
        what: An event or the end of a note.
    """

    send_s: float
    order: int
    number: int
    at_s: float
    what: Due | Ending


class Agenda:
    """A heap of what waits."""

    def __init__(self) -> None:
        self._heap: list[Waiting] = []
        self._numbers = count()

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._heap)

    @property
    def next_s(self) -> float:
        """Clock time at which to send the next one; `NEVER` when nothing waits."""
        return self._heap[0].send_s if self._heap else NEVER

    @property
    def has_music(self) -> bool:
        """Whether anything waits but the clock and the metronome, which never end."""
        return any(_track_of(entry.what) not in _ENDLESS for entry in self._heap)

    def add(self, what: Due | Ending, *, at_s: float, lead_s: float) -> None:
        """Let something wait for its clock time."""
        order = what.event.order if isinstance(what, Due) else _END_ORDER
        entry = Waiting(at_s - lead_s, order, next(self._numbers), at_s, what)
        heapq.heappush(self._heap, entry)

    def pop(self) -> Waiting:
        """Return the next one, which no longer waits."""
        return heapq.heappop(self._heap)

    def drop(self, condition: Callable[[Due | Ending], bool]) -> None:
        """Let nothing wait any more that meets a condition."""
        self._heap = [entry for entry in self._heap if not condition(entry.what)]
        heapq.heapify(self._heap)

    def drain(self) -> list[Due | Ending]:
        """Return all that waits, in order; nothing waits any more."""
        waiting, self._heap = sorted(self._heap), []
        return [entry.what for entry in waiting]


def _track_of(what: Due | Ending) -> int:
    return what.voice.track if isinstance(what, Ending) else what.event.track
