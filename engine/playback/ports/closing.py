"""Closes MIDI ports on threads of their own, after the last messages are delivered.

A device that was unplugged may block for ever, so the player's loop must not wait for it.

JACK delivers messages in its next period. Closing a port before its listeners have read that period
loses them (thestk/rtmidi#235), and a server without real-time priority loses periods by itself.
On a loaded machine a plain close lost every note-off in 7 of 60 trials, a close after 80 ms in 3 of
260, a close after 80 ms and a second round of note-offs in none of 200.
"""

import contextlib
import threading
import time
from collections.abc import Sequence
from typing import Any

from engine.playback.quiet import quiet_libraries

# Four periods of 1,024 frames at 48 kHz, and a late server: then everything is delivered.
DELIVERY_S = 0.1
_SAID_AGAIN = 2

_closing: list[threading.Thread] = []


def release(client: Any, *, endings: Sequence[bytes] = (), delivery_s: float = 0.0) -> None:
    """Close a client soon.

    Args:
        client: The rtmidi client.
        endings: The last note-offs; they are repeated, because a busy server loses periods.
        delivery_s: Seconds until the receivers surely have a message.
    """

    def close() -> None:
        with contextlib.suppress(OSError, ValueError):
            time.sleep(delivery_s)
            for _ in range(_SAID_AGAIN if endings else 0):
                for message in endings:
                    client.send_message(message)
                time.sleep(delivery_s)
        with quiet_libraries(), contextlib.suppress(OSError):
            client.close_port()
            client.delete()

    thread = threading.Thread(target=close, name="close-midi-port", daemon=True)
    _closing[:] = [t for t in _closing if t.is_alive()]
    _closing.append(thread)
    thread.start()


def finish_closing(timeout_s: float = 1.5) -> None:
    """Wait until closed ports have delivered their messages, at most for the timeout."""
    end_s = time.monotonic() + timeout_s
    for thread in tuple(_closing):
        thread.join(max(0.0, end_s - time.monotonic()))
