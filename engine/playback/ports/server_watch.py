"""Detects a dead MIDI server by sending a message through it and back.

When a JACK server has died, its list of ports stays and sending raises nothing; once the delivery
buffer of 16 kB is full, sending never returns.
"""

import os
import time
from collections.abc import Callable
from typing import Any

from engine.playback.ports.port_names import port_names

_EVERY_S = 0.4  # interval of messages
# A busy server loses messages; so many missed in a row, over a second, call for a closer look.
_MOST_MISSED = 3
_ACTIVE_SENSING = (0xFE,)


class ServerWatch:
    """Sends a message through a server back to this process, again and again.

    Args:
        sender: An rtmidi output client of the server, without an open port.
        listener: An rtmidi input client of the server, without an open port.
        clock: Returns seconds, monotonic.

    Raises:
        OSError: The server does not accept the ports.
    """

    def __init__(
        self,
        sender: Any,
        listener: Any,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sender = sender
        self._listener = listener
        self._clock = clock
        self._missed = 0
        self._beat = False
        self._next_s = 0.0
        # Another Segue on this server has such a port as well.
        name = f"pulse {os.getpid()}.{id(self)}"
        listener.ignore_types(active_sense=False)
        listener.open_virtual_port(name)
        ports = [i for i, port in enumerate(port_names(sender)) if port.endswith(name)]
        if not ports:
            raise OSError(f"the port ‘{name}’ was not made")
        sender.open_port(ports[0], name="pulse")

    @property
    def has_delivered(self) -> bool:
        """Whether a message ever came back: a server may not allow the connection at all."""
        return self._beat

    def is_alive(self) -> bool:
        """Return whether the last messages came back, and send the next; most calls do nothing."""
        now_s = self._clock()
        if now_s < self._next_s:
            return True
        self._next_s = now_s + _EVERY_S
        came = False
        while self._listener.get_message() is not None:
            came = True
        self._missed = 0 if came else self._missed + 1
        self._beat = self._beat or came
        if self._missed > _MOST_MISSED:
            self._missed = 0
            return False
        self._sender.send_message(_ACTIVE_SENSING)
        return True
