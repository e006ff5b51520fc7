"""Whether a microphone is open: what the sign “Microphone on” and the page *Hum it* show."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engine.sentence import Text


@dataclass(frozen=True, slots=True)
class Off:
    """No microphone is open."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A microphone was asked for; the system may still ask the user for permission."""


@dataclass(frozen=True, slots=True)
class On:
    """A microphone records.

    Attributes:
        name: Its name in the system.
        since_s: When its first sample was taken, by the clock of `time.monotonic`.
        latency_s: From a sound to its sample, as far as the system tells.
    """

    name: str
    since_s: float
    latency_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Failed:
    """A microphone could not be opened, or was lost while it recorded; it is closed.

    Attributes:
        sentence: Why, for the user.
    """

    sentence: Text


MicrophoneState = Off | Opening | On | Failed
OFF = Off()


class Microphone(QObject):
    """Holds whether a microphone is open; what listens to the `listen` child sets it.

    The sign shows while `is_open`: also while it opens, since the system may record by then.

    Signals:
        changed: The state is another one (a `MicrophoneState`).
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state: MicrophoneState = OFF

    @property
    def state(self) -> MicrophoneState:
        """The present state."""
        return self._state

    @property
    def is_open(self) -> bool:
        """Whether sound may come in."""
        return isinstance(self._state, Opening | On)

    def ask(self) -> None:
        """A microphone is being opened."""
        self._become(Opening())

    def open(self, name: str, *, since_s: float, latency_s: float = 0.0) -> None:
        """A microphone records; without `ask` before it this is an answer that came too late."""
        if self.is_open:
            self._become(On(name, since_s, latency_s))

    def close(self) -> None:
        """The microphone is closed."""
        self._become(OFF)

    def fail(self, sentence: Text) -> None:
        """The microphone could not be opened, or is lost."""
        self._become(Failed(sentence))

    def _become(self, state: MicrophoneState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
