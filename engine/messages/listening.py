"""The messages between the window and the process that listens: to a microphone or a file."""

from typing import Annotated

import msgspec

from engine.messages.base import ListenCommand, ListenEvent
from engine.values.hearing import Hearing, Seconds, Sounded, Voices
from engine.values.ranges import LONGEST_PATH, Chosen

_Path = Annotated[str, msgspec.Meta(max_length=LONGEST_PATH)]
_Device = Annotated[str, msgspec.Meta(max_length=255)]


class ListMicrophones(ListenCommand, frozen=True, kw_only=True):
    """Name the microphones; answered by `MicrophonesListed`."""


class MicrophonesListed(ListenEvent, frozen=True, kw_only=True):
    """The microphones of this computer.

    Attributes:
        names: In the order of the system, its default first.
    """

    names: tuple[str, ...]


class OpenMicrophone(ListenCommand, frozen=True, kw_only=True):
    """Record from a microphone until `CloseMicrophone` or `StopListening`.

    Answered by `MicrophoneOpened`, then by `SoundArrived` ten times a second, or by `Failed`. A
    recording that breaks off, for the microphone has gone or the disk is full, ends with a
    `Notice` and with `Listened`, as if it had been closed.

    Attributes:
        request: A number chosen by the sender.
        microphone: A name of `MicrophonesListed`; the system's default if empty.
        target: The WAV file that is written: what was recorded is there even if a process dies.
        voices: How notes are found; None lets Segue choose.
    """

    request: Chosen
    microphone: _Device = ""
    target: _Path
    voices: Voices | None = None


class MicrophoneOpened(ListenEvent, frozen=True, kw_only=True):
    """A microphone records.

    Attributes:
        request: That of the command.
        microphone: Its name; empty for the system's default.
        latency_s: From a sound to its sample here, as far as the system tells.
        began_s: When the first sample was taken, by the clock of `time.monotonic`, which all
            processes of a computer share.
    """

    request: Chosen
    microphone: str
    latency_s: float
    began_s: float


class CloseMicrophone(ListenCommand, frozen=True, kw_only=True):
    """Stop recording and find the notes; answered by `Listened`.

    Attributes:
        request: That of `OpenMicrophone`.
    """

    request: Chosen


class ListenTo(ListenCommand, frozen=True, kw_only=True):
    """Find the notes of a sound file.

    Answered by `SoundArrived` for each stretch, by `NotesHeard` after ten seconds of sound and each
    time that twice as much was heard, then by `Listened`; or by `Failed`.

    Attributes:
        request: A number chosen by the sender.
        file: A WAV, FLAC, MP3 or OGG file.
        voices: How notes are found; None lets Segue choose.
    """

    request: Chosen
    file: _Path
    voices: Voices | None = None


class HearAs(ListenCommand, frozen=True, kw_only=True):
    """Find the notes of the last recording in the other way; answered by `Listened`.

    Attributes:
        request: That of the recording.
        voices: How.
    """

    request: Chosen
    voices: Voices


class StopListening(ListenCommand, frozen=True, kw_only=True):
    """Forget a recording, or stop while it is listened to; answered by `ListeningStopped`.

    Attributes:
        request: That of the recording.
    """

    request: Chosen


class SoundArrived(ListenEvent, frozen=True, kw_only=True):
    """The next stretch of a recording, to draw.

    Attributes:
        request: That of the command.
        sounded: Its levels, and its pitch as far as one voice sings.
        seconds: The length of the recording so far.
        total_s: The length of the whole file; 0 for a microphone.
    """

    request: Chosen
    sounded: Sounded
    seconds: Seconds
    total_s: Seconds = 0.0


class NotesHeard(ListenEvent, frozen=True, kw_only=True):
    """The notes of the beginning of a file, while the rest is read.

    Attributes:
        request: That of the command.
        hearing: The notes so far.
    """

    request: Chosen
    hearing: Hearing


class Listened(ListenEvent, frozen=True, kw_only=True):
    """A recording was heard to its end.

    Attributes:
        request: That of the command.
        hearing: All that was heard.
        sounded: The whole outline, its line that of one voice.
        file: The recording.
    """

    request: Chosen
    hearing: Hearing
    sounded: Sounded
    file: str


class ListeningStopped(ListenEvent, frozen=True, kw_only=True):
    """A recording is forgotten, its microphone closed.

    Attributes:
        request: That of the command.
    """

    request: Chosen
