"""MIDI ports that are listened to: read from the driver's queue, never by a callback in Python.

A callback that waits for the interpreter longer than a period lets JACK overwrite the messages that
are still being read: of dense playing a few notes in a hundred were lost, and endings became
beginnings. The queue is filled without Python.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from engine.playback.closing import release

InputCallback = Callable[[bytes, float], None]
# Who plays is not to wait for the next look; who has paused waits a little longer, once.
_LOOK_S, _LOOK_RESTING_S = 0.001, 0.003
_RESTS_AFTER_S = 10.0
# How far two clocks of one machine may drift apart, and how late a message can be read at all.
_DRIFT = 2e-4
_LONGEST_S = 0.25


class PortQueue:
    """A MIDI port whose messages are kept, and their times taken, without Python.

    Args:
        client: The rtmidi client with its port open.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._at_s = 0.0

    def take(self) -> list[tuple[float, bytes]]:
        """Return (seconds since the first message, message) of what came since the last call."""
        taken: list[tuple[float, bytes]] = []
        while self._client is not None and (got := self._client.get_message()) is not None:
            message, after_s = got
            self._at_s += after_s
            taken.append((self._at_s, bytes(message)))
        return taken

    def close(self) -> None:
        """Stop listening."""
        client, self._client = self._client, None
        if client is not None:
            release(client)


class DriverTime:
    """Turns a driver's times into those of our clock: pure.

    A message is read when this process gets its turn, which is late, now more and now less; the
    earliest reading tells how the two clocks stand to each other.
    """

    def __init__(self) -> None:
        self._ahead_s: float | None = None
        self._read_s = 0.0

    def of(self, driver_s: float, read_s: float) -> float:
        """Return when a message came.

        Args:
            driver_s: Its time on the driver's clock, which begins anywhere.
            read_s: When it was read, on ours.
        """
        ahead_s = read_s - driver_s
        if self._ahead_s is not None:
            drifted_s = self._ahead_s + _DRIFT * (read_s - self._read_s)
            if ahead_s - drifted_s < _LONGEST_S:
                ahead_s = min(ahead_s, drifted_s)
        self._ahead_s, self._read_s = ahead_s, read_s
        return driver_s + ahead_s


class PortInput:
    """A MIDI port to listen to.

    Args:
        name: As the user knows it.
        client: The rtmidi client with its port open.
        callback: Gets each message and the time it came, on a thread of this input.
        clock: The player's clock, in seconds.
    """

    def __init__(
        self,
        name: str,
        client: Any,
        callback: InputCallback,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.name = name
        self._callback = callback
        self._clock = clock
        self._closed = threading.Event()
        # Without this, rtmidi keeps MIDI clock to itself; what only says "I am here" it may keep.
        client.ignore_types(sysex=True, timing=False, active_sense=True)
        self._queue = PortQueue(client)
        self._thread = threading.Thread(target=self._read, name="midi-input", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        times = DriverTime()
        came_s = self._clock()
        while not self._closed.is_set():
            read_s = self._clock()
            for driver_s, message in self._queue.take():
                came_s = read_s
                self._callback(message, times.of(driver_s, read_s))
            rests = read_s - came_s > _RESTS_AFTER_S
            time.sleep(_LOOK_RESTING_S if rests else _LOOK_S)

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        if self._thread is not threading.current_thread():
            self._thread.join()
        self._queue.close()
