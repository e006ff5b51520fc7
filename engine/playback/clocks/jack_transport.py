"""The transport of a JACK server, which all its programs start, stop and move together.

The server also says when it was late: what was sent then comes late or never.

Only this module imports `jack` (JACK-Client). That needs the system's libjack; without it one
sentence says so, and everything else works.
"""

import importlib.util
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any

from engine.ground.errors import PortError
from engine.playback.quiet import quiet_libraries

_CLIENT, _LATE_CLIENT = "Segue transport", "Segue periods"
_LOOK_S = 0.01  # interval of looking where the transport is
_LOOK_STARTING_S = 0.001  # while it is about to move
# All programs wait for one that is not ready; none waits for a player that hangs.
_PATIENCE_S = 0.25
_SETTLED_S = 0.1
_HINT = "Start JACK, or PipeWire with its JACK libraries (Debian: libjack-jackd2-0)."


@dataclass(frozen=True, slots=True)
class TransportBeat:
    """The musical place of a transport whose program knows bars.

    Attributes:
        bar: The bar, from 0.
        quarters: Quarters since the beginning of the bar.
    """

    bar: int
    quarters: float


@dataclass(frozen=True, slots=True)
class TransportPlace:
    """The state of the transport.

    Attributes:
        rolls: Whether it moves.
        place_s: Seconds from the beginning.
        at_s: Clock time at which it was there.
        beat: The same place in bars; None if no program says so.
        starts: Whether it will move from here, as soon as all programs are ready.
        ready: Says that this program is, where it `starts`.
    """

    rolls: bool
    place_s: float
    at_s: float
    beat: TransportBeat | None = None
    starts: bool = False
    ready: Callable[[], None] = field(default=lambda: None, compare=False)


def has_transport() -> bool:
    """Return whether this system's JACK servers can be asked for their transport."""
    return sys.platform == "linux" and importlib.util.find_spec("jack") is not None


class JackTransport:
    """Reports the transport of the running server, and moves it.

    It is one of JACK's slow-sync clients: before the transport moves from a place, it asks for
    that place and waits for the answer, so that the music begins there and not where it is found.

    Args:
        hear: Takes its state while it moves and when it changes, on a thread of this object.
        clock: The player's clock, in seconds.

    Raises:
        PortError: There is no libjack, or no server runs.
    """

    def __init__(
        self, hear: Callable[[TransportPlace], None], *, clock: Callable[[], float]
    ) -> None:
        self._hear = hear
        self._clock = clock
        # The frame from which it is about to move, and the one that this program is ready for.
        self._asked: int | None = None
        self._answered: int | None = None
        self._asked_s = -inf
        self._wakes, self._closed = threading.Event(), False
        self._jack, self._client = _opened(_CLIENT)
        self._activate()
        self._thread = threading.Thread(target=self._watch, name="jack-transport", daemon=True)
        self._thread.start()

    def _activate(self) -> None:
        try:
            with quiet_libraries():
                self._client.set_sync_callback(self._may_roll)
                self._client.activate()
        except self._jack.JackError as error:
            self._client.close()
            raise PortError("No JACK server runs here.", hint=_HINT) from error

    def start(self, place_s: float) -> None:
        """Move all programs to a place, and start them."""
        self.locate(place_s)
        self._client.transport_start()

    def locate(self, place_s: float) -> None:
        """Move all programs to a place, in seconds from the beginning."""
        self._client.transport_frame = round(max(0.0, place_s) * self._client.samplerate)

    def stop(self) -> None:
        """Stop all programs."""
        self._client.transport_stop()

    def close(self) -> None:
        """Leave the server; the transport goes on."""
        self._closed = True
        self._wakes.set()
        self._thread.join()
        with quiet_libraries():
            self._client.close()

    def _may_roll(self, state: Any, position: Any) -> bool:
        """Return whether the transport may move; called by JACK's thread in each of its periods."""
        if state != self._jack.STARTING:
            self._asked = None
            return True
        frame, now_s = int(position.frame), self._clock()
        if self._asked != frame:
            self._asked, self._answered, self._asked_s = frame, None, now_s
            place = TransportPlace(
                rolls=False,
                place_s=frame / self._client.samplerate,
                at_s=now_s,
                beat=_beat_of(self._jack.position2dict(position), since_s=0.0),
                starts=True,
                ready=partial(self._answer, frame),
            )
            self._hear(place)
            self._wakes.set()
        return self._answered == frame or now_s - self._asked_s > _PATIENCE_S

    def _answer(self, frame: int) -> None:
        self._answered = frame

    def _watch(self) -> None:
        told: TransportPlace | None = None
        look_s = _LOOK_S
        while True:
            self._wakes.wait(look_s)
            self._wakes.clear()
            if self._closed:
                return
            looked_s = self._clock()
            state, place = self._place()
            starts = state == self._jack.STARTING
            look_s = _LOOK_STARTING_S if starts else _LOOK_S
            # While it was looked at, it may have been moved.
            if starts or looked_s <= self._asked_s:
                continue
            self._asked = None
            moved = told is None or place.rolls != told.rolls or place.place_s != told.place_s
            if moved:
                told = place
                self._hear(place)

    def _place(self) -> tuple[Any, TransportPlace]:
        """Return the state, and the place; the library interpolates between its periods."""
        state, position = self._client.transport_query()
        at_s, frame = self._clock(), self._client.transport_frame
        rate = self._client.samplerate
        beat = _beat_of(position, since_s=(frame - position["frame"]) / rate)
        return state, TransportPlace(state == self._jack.ROLLING, frame / rate, at_s, beat)


@dataclass(frozen=True, slots=True)
class PeriodsLost:
    """The server was late a moment ago: messages may be lost."""


class LatePeriods:
    """Reports when the running server was late.

    A program that is not ready at the end of a period reads the next one over it. Of 4,700 messages
    to a receiver that paused for 2 to 30 ms now and then, 69 never came; the server had said of
    each within .1 s that it was late (29 November 2026).

    Args:
        hear: Called on a thread of this object, `_SETTLED_S` after a late period.

    Raises:
        PortError: There is no libjack, or no server runs.
    """

    def __init__(self, hear: Callable[[PeriodsLost], None]) -> None:
        self._hear = hear
        self._wakes, self._closed = threading.Event(), threading.Event()
        jack, self._client = _opened(_LATE_CLIENT)
        try:
            with quiet_libraries():
                self._client.set_xrun_callback(self._was_late)
                self._client.activate()
        except jack.JackError as error:
            self._client.close()
            raise PortError("No JACK server runs here.", hint=_HINT) from error
        self._thread = threading.Thread(target=self._watch, name="jack-periods", daemon=True)
        self._thread.start()

    def _was_late(self, _delayed_us: float) -> None:
        self._wakes.set()

    def _watch(self) -> None:
        while True:
            self._wakes.wait()
            # Late periods come in rows, and the repeats must not be lost in the next one.
            if self._closed.wait(_SETTLED_S):
                return
            self._wakes.clear()
            self._hear(PeriodsLost())

    def close(self) -> None:
        """Leave the server."""
        self._closed.set()
        self._wakes.set()
        self._thread.join()
        with quiet_libraries():
            self._client.close()


def _beat_of(position: dict[str, Any], *, since_s: float) -> TransportBeat | None:
    """Return the musical place some seconds after a position; None if it has none."""
    try:
        beats = position["beat"] - 1 + position["tick"] / position["ticks_per_beat"]
        beats += since_s * position["beats_per_minute"] / 60
        quarters = beats * 4 / position["beat_type"]
        bar = int(position["bar"]) - 1
    except (KeyError, ZeroDivisionError):
        return None
    return TransportBeat(bar, quarters) if bar >= 0 and quarters >= 0 else None


def _opened(name: str) -> tuple[Any, Any]:
    """Return the library, and a client of the server that is not active yet."""
    try:
        import jack  # noqa: PLC0415 - it needs a library of the system
    except (ImportError, OSError) as error:
        raise PortError("This system has no JACK library.", hint=_HINT) from error
    try:
        with quiet_libraries():
            return jack, jack.Client(name, no_start_server=True)
    except jack.JackError as error:
        raise PortError("No JACK server runs here.", hint=_HINT) from error
