"""Notes that another program or device sends back, told from notes that somebody plays. Pure."""

from collections import Counter
from typing import NamedTuple

from engine.midi.channels.keys import Key

# An echo comes within some periods of the other program's audio; nobody strikes a key anew so soon.
_ECHO_S = 0.05
# Two people may once strike one pitch together, equally hard; hardly twice in a row.
_TOGETHER = 1


class _Sent(NamedTuple):
    """A note that was sent: when, how hard, and whose key it is."""

    at_s: float
    velocity: int
    key: Key
    is_down: bool = True


class EchoGuard:
    """Finds inputs that send back what Segue sends.

    Such a loop repeats each note for ever. It shows itself where a note that was just sent comes
    back while its own key is down, on that key's input or, twice in a row, on another one. From
    then on, what comes back from that input is an echo even if the key is up already.
    """

    def __init__(self) -> None:
        self._sent: dict[int, _Sent] = {}
        self._echoing: set[str] = set()
        # Notes in a row on an input that are like one of another input that was just sent.
        self._alike: Counter[str] = Counter()

    def sent(self, pitch: int, velocity: int, key: Key, at_s: float) -> None:
        """Take note that the note of a key was sent to another program or device."""
        self._sent[pitch] = _Sent(at_s, velocity, key)

    def released(self, key: Key) -> None:
        """Take note that a key is up."""
        for pitch, sent in self._sent.items():
            if sent.key == key:
                self._sent[pitch] = sent._replace(is_down=False)

    def is_echo(self, port: str, pitch: int, velocity: int, at_s: float) -> bool:
        """Return whether the beginning of a note on an input is one that was sent.

        Args:
            port: The input.
            pitch: As it came, before the input's own transposition.
            velocity: As it came.
            at_s: When.
        """
        sent = self._sent.get(pitch)
        if sent is None or sent.velocity != velocity or not 0 <= at_s - sent.at_s <= _ECHO_S:
            self._alike[port] = 0
            return False
        if port in self._echoing:
            return True
        if sent.is_down and port != sent.key.port:
            self._alike[port] += 1
        if not sent.is_down or 0 < self._alike[port] <= _TOGETHER:
            return False
        self._echoing.add(port)
        return True

    def is_echoing(self, port: str) -> bool:
        """Return whether an input has sent something back."""
        return port in self._echoing

    def forget(self, port: str) -> None:
        """Trust an input again: it is gone, or was chosen anew."""
        self._echoing.discard(port)
        self._alike.pop(port, None)
