"""Messages that wait to be sent, in order of sending. Pure."""

import heapq
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from engine.playback.sending.cursor import Due
from engine.playback.sending.pulses import CLOCK_TRACK
from engine.playback.sending.schedule import CLICK_TRACK, END_ORDER
from engine.playback.sending.sounding_notes import SoundingNote

NEVER = float("inf")
_ENDLESS = frozenset({CLOCK_TRACK, CLICK_TRACK})


class Ending(NamedTuple):
    """The end of a sounding note.

    Attributes:
        elapsed_s: Music time of the end.
        voice: The note.
    """

    elapsed_s: float
    voice: SoundingNote


class Waiting(NamedTuple):
    """An entry of the agenda; sorts in order of sending.

    Attributes:
        send_s: Clock time of sending: earlier than `at_s` for outputs with a lead.
        order: -1 for the end of a note, else the event's order.
        number: Sequence number, to keep the order of queueing.
        at_s: Clock time of sounding.
        what: An event or the end of a note.
    """

    send_s: float
    order: int
    number: int
    at_s: float
    what: Due | Ending


class Agenda:
    """A heap of waiting events and note ends."""

    def __init__(self) -> None:
        self._heap: list[Waiting] = []
        self._numbers = count()

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._heap)

    @property
    def next_s(self) -> float:
        """Clock time of the next entry; `NEVER` if nothing waits."""
        return self._heap[0].send_s if self._heap else NEVER

    @property
    def has_music(self) -> bool:
        """Whether anything waits except clock and metronome, which never end."""
        return any(_track_of(entry.what) not in _ENDLESS for entry in self._heap)

    def add(self, what: Due | Ending, *, at_s: float, lead_s: float) -> None:
        """Add an event or note end with its clock time."""
        order = what.event.order if isinstance(what, Due) else END_ORDER
        entry = Waiting(at_s - lead_s, order, next(self._numbers), at_s, what)
        heapq.heappush(self._heap, entry)

    def pop(self) -> Waiting:
        """Remove and return the next entry."""
        return heapq.heappop(self._heap)

    def drop(self, condition: Callable[[Due | Ending], bool]) -> None:
        """Remove everything that meets a condition."""
        self._heap = [entry for entry in self._heap if not condition(entry.what)]
        heapq.heapify(self._heap)

    def waiting(self) -> list[Due | Ending]:
        """Return everything that waits, in no order."""
        return [entry.what for entry in self._heap]

    def drain(self) -> list[Due | Ending]:
        """Remove and return everything, in order."""
        waiting, self._heap = sorted(self._heap), []
        return [entry.what for entry in waiting]


def _track_of(what: Due | Ending) -> int:
    return what.voice.track if isinstance(what, Ending) else what.event.track
