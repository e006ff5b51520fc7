"""MIDI inputs, read from the driver's queue, never by a callback in Python.

A callback waits for Python's global lock. If that takes longer than a period, JACK overwrites the
messages: in dense playing a few notes in a hundred were lost, and note-offs became note-ons. The
driver fills its queue without Python.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from engine.playback.ports.closing import release

InputCallback = Callable[[bytes, float], None]
# Interval of reading: short while somebody plays, longer after a pause.
_LOOK_S, _LOOK_RESTING_S = 0.001, 0.003
_RESTS_AFTER_S = 10.0
# Bounds on the drift between two clocks of one machine, and on the delay of reading a message.
_DRIFT = 2e-4
_LONGEST_S = 0.25
# A copy that RtMidi makes follows within some microseconds; nobody strikes a key again so soon.
_COPIED_S = 0.0005
# How many readings count, and for how long: twice the drift in that time is not heard.
_READINGS, _REMEMBERED_S = 64, 10.0


class CopyFilter:
    """Tells the copies that RtMidi makes of a note from notes that were played. Pure.

    RtMidi reads a period of JACK in a loop. If JACK begins the next period meanwhile, RtMidi gets
    nothing more, does not notice it, and hands on its last message again for each message that was
    lost. A device may mean to send equal controllers and clock pulses, so this filter looks at
    notes alone.
    """

    def __init__(self) -> None:
        self._last = b""
        self._sounding: Counter[tuple[int, int]] = Counter()

    def is_copy(self, message: bytes, after_s: float) -> bool:
        """Return whether a message is a copy of the one before it.

        A repeated note-off is no copy while its note still sounds: two parts may end in unison.

        Args:
            message: The message.
            after_s: Seconds since the one before it.
        """
        again = message == self._last and after_s < _COPIED_S
        self._last = message
        if len(message) != 3 or message[0] & 0xE0 != 0x80:
            return False
        note = (message[0] & 0x0F, message[1])
        if message[0] & 0x10 and message[2]:
            self._sounding[note] += not again
            return again
        if self._sounding[note]:
            self._sounding[note] -= 1
            return False
        return again


class PortQueue:
    """A MIDI input whose driver keeps messages and their times.

    Args:
        client: The rtmidi client with its port open.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._at_s = 0.0
        self._copies = CopyFilter()

    def take(self) -> list[tuple[float, bytes]]:
        """Return (seconds since the first message, message) of all messages since the last call."""
        taken: list[tuple[float, bytes]] = []
        while self._client is not None and (got := self._client.get_message()) is not None:
            message, after_s = got
            self._at_s += after_s
            if not self._copies.is_copy(bytes(message), after_s):
                taken.append((self._at_s, bytes(message)))
        return taken

    def close(self) -> None:
        """Close the port."""
        client, self._client = self._client, None
        if client is not None:
            release(client)


class DriverTime:
    """Converts a driver's times to our clock. Pure.

    Messages are read with varying delays; of the last readings, the earliest gives the offset of
    the clocks. Only readings enter, never an offset made of them: a wrong one is soon forgotten.
    """

    def __init__(self) -> None:
        # Of the last messages: time of reading, and how far our clock was ahead of the driver's.
        self._readings: deque[tuple[float, float]] = deque(maxlen=_READINGS)

    def of(self, driver_s: float, read_s: float) -> float:
        """Return the time of arrival of a message.

        Args:
            driver_s: Its time on the driver's clock, which has an arbitrary start.
            read_s: Time of reading, on our clock.
        """
        new_s = read_s - driver_s
        readings = self._readings
        while readings and read_s - readings[0][0] > _REMEMBERED_S:
            readings.popleft()
        if readings and abs(new_s - min(ahead_s for _, ahead_s in readings)) >= _LONGEST_S:
            readings.clear()  # one of the clocks jumped
        readings.append((read_s, new_s))
        # An older reading bounds the offset by what the clocks may have drifted since.
        return driver_s + min(ahead_s + _DRIFT * (read_s - at_s) for at_s, ahead_s in readings)


class PortInput:
    """Receives from a MIDI port.

    Args:
        name: Name for the user.
        client: The rtmidi client with its port open.
        callback: Called with each message and its time of arrival, on a thread of this input.
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
        # By default rtmidi drops MIDI clock, active sensing, whose end is the device's end, and
        # system exclusive messages: full frames of time code are some.
        client.ignore_types(sysex=False, timing=False, active_sense=False)
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
        """Close the port, and end the thread."""
        self._closed.set()
        if self._thread is not threading.current_thread():
            self._thread.join()
        self._queue.close()
