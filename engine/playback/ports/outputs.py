"""The interface of all outputs, and an output that only records messages."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from engine.playback.sound.tape import Tape
from engine.playback.sound.tones import Heard
from engine.values.sound import OutputKind
from engine.values.tuning import Tuning


class PlayerOutput(Protocol):
    """Takes MIDI messages. The player owns the clock; `at_s` is on that clock."""

    @property
    def name(self) -> str:
        """Name for the user."""

    @property
    def kind(self) -> OutputKind:
        """Kind of output."""

    @property
    def banks(self) -> int:
        """Number of sets of 16 channels."""

    @property
    def lead_s(self) -> float:
        """How long before its time it needs a message; 0 if it sends every message at once."""

    @property
    def latency_s(self) -> float:
        """Time from the requested to the audible sound, as far as known."""

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        """Send a message that is to sound at a time; a time in the past means at once.

        Raises:
            PortError: The output has gone.
        """

    def cancel(self) -> None:
        """Drop notes that were sent ahead of time and do not sound yet."""

    def close(self) -> None:
        """Close the device; nothing can be sent afterwards, and a second call does nothing."""


@runtime_checkable
class NamedOutput(Protocol):
    """An output that other programs know by a name that can change."""

    def rename(self, name: str) -> None:
        """Give it another name; it stays connected."""


@runtime_checkable
class LossyOutput(Protocol):
    """An output that may lose what is sent."""

    def repeat_endings(self) -> None:
        """Send again what ended notes just now.

        Raises:
            PortError: The output has gone.
        """


@runtime_checkable
class SoundingOutput(Protocol):
    """An output that makes sound itself."""

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Prepare programs, each (number, whether a drum kit)."""

    def set_tuning(self, tuning: Tuning | None) -> None:
        """Tune the notes that begin from now on, drums excepted; None is equal temperament."""

    def heard(self) -> Heard:
        """Return the sound since the last call and its peaks."""


@runtime_checkable
class TapeOutput(Protocol):
    """An output that plays a recording beside the notes."""

    @property
    def tape(self) -> Tape:
        """The player of the recording."""

    @property
    def latency_s(self) -> float:
        """Time from the requested to the audible sound, as far as known."""

    def cue(self, at_s: float, place_s: float | None) -> None:
        """From a time on play the recording from a place, in seconds; None for silence."""


class RecordedMessage(NamedTuple):
    """A message with its times.

    Attributes:
        received_s: Time of arrival.
        at_s: Time at which it was to sound.
        bank: Which 16 channels.
        message: The bytes.
    """

    received_s: float
    at_s: float
    bank: int
    message: bytes


class RecordingOutput:
    """An output that keeps messages: for tests, and for machines without sound.

    Args:
        name: Name for the user.
        clock: The player's clock, in seconds.
        keep: Number of last messages to keep, so that it can run for days.
        banks: Number of sets of 16 channels.
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
        self.received: deque[RecordedMessage] = deque(maxlen=keep)
        self._clock = clock

    @property
    def messages(self) -> list[bytes]:
        """The bytes of all messages, in order."""
        return [recorded.message for recorded in self.received]

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        """Keep a message."""
        self.received.append(RecordedMessage(self._clock(), at_s, bank, message))

    def cancel(self) -> None:
        """Do nothing: no message is held back."""

    def close(self) -> None:
        """Set `closed`."""
        self.closed = True


def unbalanced(messages: list[bytes]) -> list[tuple[int, int]]:
    """Return (channel, pitch) of each note that began and was not ended by a note-off.

    Controllers that end notes do not count: some devices ignore them.
    """
    sounding: set[tuple[int, int]] = set()
    for message in messages:
        status, channel = message[0] & 0xF0, message[0] & 0x0F
        if status == 0x90 and message[2] > 0:
            sounding.add((channel, message[1]))
        elif status in {0x80, 0x90}:
            sounding.discard((channel, message[1]))
    return sorted(sounding)
