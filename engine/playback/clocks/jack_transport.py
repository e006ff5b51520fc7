"""The transport of a JACK server, which all its programs start, stop and move together.

Only this module imports `jack` (JACK-Client). That needs the system's libjack; without it one
sentence says so, and everything else works.
"""

import importlib.util
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.ground.errors import PortError
from engine.playback.quiet import quiet_libraries

_CLIENT = "Segue transport"
_LOOK_S = 0.01  # interval of looking where the transport is
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
    """

    rolls: bool
    place_s: float
    at_s: float
    beat: TransportBeat | None = None


def has_transport() -> bool:
    """Return whether this system's JACK servers can be asked for their transport."""
    return sys.platform == "linux" and importlib.util.find_spec("jack") is not None


class JackTransport:
    """Reports the transport of the running server, and moves it.

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
        self._client, self._rolling = _connected()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="jack-transport", daemon=True)
        self._thread.start()

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
        self._closed.set()
        self._thread.join()
        with quiet_libraries():
            self._client.close()

    def _watch(self) -> None:
        told: TransportPlace | None = None
        while not self._closed.wait(_LOOK_S):
            place = self._place()
            moved = told is None or place.rolls != told.rolls or place.place_s != told.place_s
            if moved:
                told = place
                self._hear(place)

    def _place(self) -> TransportPlace:
        state, position = self._client.transport_query()
        # The library interpolates between its periods.
        at_s, frame = self._clock(), self._client.transport_frame
        rate = self._client.samplerate
        rolls = state == self._rolling
        beat = _beat_of(position, since_s=(frame - position["frame"]) / rate)
        return TransportPlace(rolls, frame / rate, at_s, beat)


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


def _connected() -> tuple[Any, Any]:
    """Return a client of the server, and the state of a transport that moves."""
    try:
        import jack  # noqa: PLC0415 - it needs a library of the system
    except (ImportError, OSError) as error:
        raise PortError("This system has no JACK library.", hint=_HINT) from error
    try:
        with quiet_libraries():
            client = jack.Client(_CLIENT, no_start_server=True)
            client.activate()
    except jack.JackError as error:
        raise PortError("No JACK server runs here.", hint=_HINT) from error
    return client, jack.ROLLING
