"""Client of the child that listens: to a microphone, or to a file of sound."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.engine_link import Link
from app.state.microphone import Microphone
from engine import messages
from engine.sentence import Text
from engine.values.hearing import Voices

# The child ends after so long without work: it holds the network and the last recording.
IDLE_MS = 120_000


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a recording was not heard.

    Attributes:
        sentence: For the user.
        hint: The way out of it, or empty.
    """

    sentence: Text
    hint: Text = ""


class Listening(QObject):
    """Starts the child at its first use and ends it when it has nothing to do for a while.

    One recording at a time: a new one takes the place of the one before.

    Args:
        link: To the child.
        microphone: Is told whether a microphone is open.

    Signals:
        arrived: The next stretch of a recording (a `messages.SoundArrived`).
        begun: The notes of the beginning of a file (a `messages.NotesHeard`).
        heard: A recording was heard to its end (a `messages.Listened`).
        failed: It was not (a `Trouble`); no microphone is open.
        noticed: A sentence about a recording that broke off; `heard` follows.
        microphones: Their names, the system's default first.
    """

    arrived = Signal(object)
    begun = Signal(object)
    heard = Signal(object)
    failed = Signal(object)
    noticed = Signal(object)
    microphones = Signal(object)

    def __init__(
        self, link: Link, microphone: Microphone, *, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._link, self._microphone = link, microphone
        self._started = self._listens = False
        self._request = 0
        # The number of the recording that is waited for, and of the one that the child holds.
        self._awaited = self._held = 0
        self._waiting: list[messages.Message] = []
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self.close)
        link.on(messages.Ready, lambda _event: self._on_ready())
        link.on(messages.MicrophonesListed, lambda event: self.microphones.emit(event.names))
        link.on(messages.MicrophoneOpened, self._on_open)
        link.on(messages.SoundArrived, self._if_awaited(self.arrived.emit))
        link.on(messages.NotesHeard, self._if_awaited(self.begun.emit))
        link.on(messages.Listened, self._if_awaited(self._on_heard))
        link.on(messages.ListeningStopped, self._on_stopped)
        link.on(messages.Failed, self._on_failed)
        link.on(messages.Notice, lambda notice: self.noticed.emit(notice.message))
        link.died.connect(self._on_death)

    @property
    def busy(self) -> bool:
        """Whether a recording is made or listened to."""
        return self._awaited != 0

    # --- commands ----------------------------------------------------------------------------

    def name_microphones(self) -> None:
        """Ask for the microphones; `microphones` follows."""
        self._send(messages.ListMicrophones())

    def sing(self, target: Path, *, microphone: str, voices: Voices | None) -> None:
        """Open a microphone; `arrived` follows until `end_singing`.

        Args:
            target: The WAV file to write.
            microphone: Its name; empty for the system's default.
            voices: How notes are found; None lets Segue choose.
        """
        self._begin()
        self._microphone.ask()
        self._send(
            messages.OpenMicrophone(
                request=self._awaited, microphone=microphone, target=str(target), voices=voices
            )
        )

    def end_singing(self) -> None:
        """Close the microphone and find the notes; `heard` or `failed` follows."""
        if self._microphone.is_open:
            self._microphone.close()
            self._send(messages.CloseMicrophone(request=self._awaited))

    def hear_file(self, path: Path, *, voices: Voices | None = None) -> None:
        """Find the notes of a file; `arrived`, `begun` and `heard` or `failed` follow."""
        self._begin()
        self._send(messages.ListenTo(request=self._awaited, file=str(path), voices=voices))

    def hear_as(self, path: Path, voices: Voices) -> None:
        """Find the notes of the last recording in another way; `heard` or `failed` follows."""
        if not self._held or not self._listens:
            self.hear_file(path, voices=voices)
            return
        self._awaited = self._held
        self._idle.stop()
        self._send(messages.HearAs(request=self._held, voices=voices))

    def cancel(self) -> None:
        """Drop the recording that is under way: no signal follows."""
        if self.busy:
            self._microphone.close()
            self._send(messages.StopListening(request=self._awaited))
            self._awaited = 0
            self._idle.start()

    def close(self) -> None:
        """End the child, and close the microphone with it."""
        self._idle.stop()
        self._microphone.close()
        self._waiting.clear()
        if self._started:
            self._started = self._listens = False
            self._awaited = self._held = 0
            self._link.close()

    def _begin(self) -> None:
        self.cancel()
        self._idle.stop()
        self._request += 1
        self._awaited, self._held = self._request, 0

    def _send(self, command: messages.Message) -> None:
        if not self._started:
            self._started = True
            self._link.start()
        if self._listens:
            self._link.send(command)
        else:
            self._waiting.append(command)
        if not self.busy:
            self._idle.start()

    # --- events ------------------------------------------------------------------------------

    def _if_awaited(self, do: Callable[[object], object]) -> Callable[[object], None]:
        def take(event: object) -> None:
            if self.busy and getattr(event, "request", 0) == self._awaited:
                do(event)

        return take

    def _on_ready(self) -> None:
        self._listens = True
        waiting, self._waiting = self._waiting, []
        for command in waiting:
            self._link.send(command)

    def _on_open(self, event: messages.MicrophoneOpened) -> None:
        if event.request == self._awaited:
            self._microphone.open(
                event.microphone, since_s=event.began_s, latency_s=event.latency_s
            )

    def _on_heard(self, event: object) -> None:
        self._held, self._awaited = self._awaited, 0
        # The child closes it too when a recording is as long as one may be, or breaks off.
        self._microphone.close()
        self._idle.start()
        self.heard.emit(event)

    def _on_stopped(self, event: messages.ListeningStopped) -> None:
        # The child has forgotten that recording: `hear_as` must send its file again.
        if event.request == self._held:
            self._held = 0

    def _on_failed(self, event: messages.Failed) -> None:
        if self.busy and event.request in (0, self._awaited):
            self._fail(Trouble(event.message, event.hint))

    def _on_death(self, sentence: str) -> None:
        # The link starts another child, which knows nothing of what was sent.
        self._listens, self._held = False, 0
        self._waiting.clear()
        if self.busy:
            self._fail(Trouble(sentence))

    def _fail(self, trouble: Trouble) -> None:
        self._awaited = 0
        if self._microphone.is_open:
            self._microphone.fail(trouble.sentence)
        self._idle.start()
        self.failed.emit(trouble)
