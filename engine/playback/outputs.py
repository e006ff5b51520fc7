"""Where messages go: the shape of every output, and one that only writes down what it gets."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from engine.messages import OutputKind


class Output(Protocol):
    """Anything that takes MIDI messages. The player owns the clock; `at_s` is on that clock.

    Attributes:
        name: As the user knows it.
        kind: What it is.
        banks: How many sets of 16 channels it has.
        lead_s: How long before it is to sound it wants a message; 0 sends what it gets at once.
        latency_s: From the time asked for to the time heard, as far as known.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> OutputKind: ...  # noqa: D102
    @property
    def banks(self) -> int: ...  # noqa: D102
    @property
    def lead_s(self) -> float: ...  # noqa: D102
    @property
    def latency_s(self) -> float: ...  # noqa: D102

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        """Send a message that is to sound at a time; a time in the past means at once.

        Raises:
            PortError: The output has gone.
        """

    def cancel(self) -> None:
        """Forget notes that were sent ahead of their time and do not sound yet."""

    def close(self) -> None:
        """Let go of the device. Nothing can be sent afterwards; closing twice is harmless."""


@runtime_checkable
class SoundingOutput(Protocol):
    """An output that makes sound itself."""

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Have these programs ready soon; each (number, whether a drum kit)."""

    def levels(self) -> dict[int, tuple[float, float]]:
        """Return the peaks since this was last asked, left and right, by channel; -1 is all."""


class Recorded(NamedTuple):
    """One message as it arrived.

    Attributes:
        received_s: When it came.
        at_s: When it was to sound.
        bank: Which 16 channels.
        message: Its bytes.
    """

    received_s: float
    at_s: float
    bank: int
    message: bytes


class RecordingOutput:
    """An output that writes down what it gets: for tests, and where nothing can sound.

    Args:
        name: What it is called.
        clock: The player's clock, in seconds.
        keep: The last so many messages are kept, so that it can run for days.
        banks: How many sets of 16 channels it pretends to have.
    """

    kind: OutputKind = "recording"
    lead_s = 0.0
    latency_s = 0.0

    def __init__(
        self,
        name: str = "Recording",
        *,
        clock: Callable[[], float] = time.perf_counter,
        keep: int = 100_000,
        banks: int = 1,
    ) -> None:
        self.name = name
        self.banks = banks
        self.closed = False
        self.received: deque[Recorded] = deque(maxlen=keep)
        self._clock = clock

    @property
    def messages(self) -> list[bytes]:
        """The bytes alone, in order."""
        return [recorded.message for recorded in self.received]

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        """Write a message down."""
        self.received.append(Recorded(self._clock(), at_s, bank, message))

    def cancel(self) -> None:
        """Do nothing: it holds nothing back."""

    def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True


def unbalanced(messages: list[bytes]) -> list[tuple[int, int]]:
    """Return (channel, pitch) of each note that began and was not ended by a note-off.

    Controllers that end notes are not counted: some devices ignore them.
    """
    sounding: set[tuple[int, int]] = set()
    for message in messages:
        status, channel = message[0] & 0xF0, message[0] & 0x0F
        if status == 0x90 and message[2] > 0:
            sounding.add((channel, message[1]))
        elif status in {0x80, 0x90}:
            sounding.discard((channel, message[1]))
    return sorted(sounding)
