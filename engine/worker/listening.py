"""The listen role: finds the notes of sound files, and of sound from a microphone."""

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.ground.errors import ProcessError, SoundError
from engine.ground.host import limit_memory
from engine.ground.paths import pitch_network
from engine.listening.finding import Finder, Found
from engine.listening.intake import Intake
from engine.listening.live_line import LiveLine
from engine.listening.network import Floats, PitchNetwork
from engine.listening.outline import Outline
from engine.listening.salience import saliences
from engine.listening.sound_file import SoundFile
from engine.messages import (
    CloseMicrophone,
    Command,
    HearAs,
    Listened,
    ListeningStopped,
    ListenTo,
    ListMicrophones,
    MicrophoneOpened,
    MicrophonesListed,
    NotesHeard,
    Notice,
    OpenMicrophone,
    SoundArrived,
    StopListening,
)
from engine.playback.sound.devices import audio_devices
from engine.sentence import said
from engine.values.hearing import LEVEL_STEP_S, LINE_STEP_S, LONGEST_RECORDING_S, Sounded, Voices
from engine.worker.door import Border, Emit, Inbox
from engine.worker.microphone import RATE as MICROPHONE_RATE
from engine.worker.microphone import Microphone, Tape

# Two hours of sound take 250 MB, and a damaged file must not take all there is.
MEMORY_LIMIT_BYTES = 1_500_000_000
# miniaudio keeps what PulseAudio maps for a device, 260 MB of addresses each: 100 recordings.
_MAPPED_BYTES = 32_000_000_000
# A pause between two looks at the commands, while nothing arrives from the microphone.
_LOOK_S = 0.02
_TELL_EVERY_S = 0.1
# The first notes of a file are found when so much of it was heard, and again at twice as much.
_FIRST_NOTES_S = 10.0
# A microphone that is switched off or kept away gives nothing but zeros.
_DEAD_S = 2.0
_NO_SOUND = (
    "The microphone gives nothing, not even noise: it is switched off, or the system keeps it from"
    " Segue."
)
_BROKEN_OFF = "‘{name}’ breaks off after {seconds:,.1f} seconds, which were listened to."
_UNWRITTEN = "The recording ended, because its file could not be written ({reason})."
_TOO_LONG = "The recording ended, because it is {hours} hours long."


class _StoppedError(Exception):
    """The recording that is listened to was stopped."""


class _GoneError(Exception):
    """The parent has gone."""


@dataclass(slots=True)
class _Recording:
    """A recording, as far as it was heard.

    Attributes:
        line: The pitch of a voice at the microphone, as `Sounded` has it.
        drawn: Levels that the parent has.
    """

    request: int
    file: str
    finder: Finder
    total_s: float = 0.0
    outline: Outline = field(default_factory=Outline)
    line: list[int] = field(default_factory=list)
    drawn: int = 0


class ListenRole:
    """Listens to one recording after another, and looks at its commands meanwhile.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes events.
        border: Turns an error into an event.
        finder: Makes what finds the notes of one recording.
        open_microphone: Opens a microphone by its name.
    """

    def __init__(
        self,
        inbox: Inbox,
        emit: Emit,
        *,
        border: Border,
        finder: Callable[[Voices | None], Finder] = Finder,
        open_microphone: Callable[[str], Microphone] = Microphone,
    ) -> None:
        self._inbox = inbox
        self._emit = emit
        self._border = border
        self._finder = finder
        self._open_microphone = open_microphone
        self._waiting: deque[Command] = deque()
        self._last: _Recording | None = None
        self._request = 0
        self._closing = False
        limit_memory(MEMORY_LIMIT_BYTES, at_most=_MAPPED_BYTES)

    def run(self) -> None:
        """Run commands until the parent goes."""
        while command := self._waiting.popleft() if self._waiting else self._inbox.get():
            request = getattr(command, "request", 0)
            with self._border(self._emit, request=request):
                try:
                    self._request, self._closing = request, False
                    self._obey(command)
                except _StoppedError:
                    self._forget(request)
                except _GoneError:
                    return

    @cached_property
    def _network(self) -> PitchNetwork:
        return PitchNetwork.load(pitch_network())

    def _obey(self, command: Command) -> None:
        match command:
            case ListMicrophones():
                self._emit(MicrophonesListed(names=audio_devices("captures")))
            case ListenTo():
                self._listen_to(command)
            case OpenMicrophone():
                self._record(command)
            case HearAs(request=request, voices=voices):
                if self._last is None or self._last.request != request:
                    raise ProcessError("That recording is no longer there.")
                self._tell_notes(self._last, voices)
            case StopListening(request=request):
                self._forget(request)
            case CloseMicrophone():
                pass  # it closed by itself, and `Listened` has the notes
            case _:
                name = type(command).__name__
                raise ProcessError(
                    "The listening process does not know the command {name}.", name=name
                )

    def _attend(self) -> None:
        """Look at the commands that came meanwhile.

        Raises:
            _StoppedError: The user stops the recording that this role listens to.
            _GoneError: The parent has gone.
        """
        while True:
            try:
                command = self._inbox.get_nowait()
            except queue.Empty:
                return
            match command:
                case None:
                    self._inbox.put(None)
                    raise _GoneError
                case StopListening(request=request):
                    # Also commands of this recording that have not begun.
                    kept = (one for one in self._waiting if getattr(one, "request", 0) != request)
                    self._waiting = deque(kept)
                    if request == self._request:
                        raise _StoppedError
                    self._forget(request)
                case CloseMicrophone(request=request) if request == self._request:
                    self._closing = True
                case _:
                    self._waiting.append(command)

    def _forget(self, request: int) -> None:
        if self._last is not None and self._last.request == request:
            self._last = None
        self._emit(ListeningStopped(request=request))

    def _listen_to(self, command: ListenTo) -> None:
        with SoundFile(Path(command.file)) as sound:
            finder = self._finder(command.voices)
            heard = _Recording(command.request, command.file, finder, sound.total_s)
            notes_at_s = _FIRST_NOTES_S
            for part in saliences(self._passed(sound.blocks(), heard), self._network):
                heard.finder.add(part)
                self._tell_sound(heard)
                if heard.outline.seconds >= notes_at_s:
                    notes_at_s = 2 * heard.outline.seconds
                    hearing = self._found(heard).hearing
                    self._emit(NotesHeard(request=heard.request, hearing=hearing))
            broke_off = sound.broke_off
        if broke_off:
            name, seconds = Path(command.file).name, heard.outline.seconds
            self._emit(Notice(message=said(_BROKEN_OFF, name=name, seconds=seconds)))
        self._end(heard)

    def _passed(self, blocks: Iterator[Floats], heard: _Recording) -> Iterator[Floats]:
        for block in blocks:
            self._attend()
            heard.outline.add(block)
            yield block

    def _record(self, command: OpenMicrophone) -> None:
        limit_memory(MEMORY_LIMIT_BYTES, at_most=_MAPPED_BYTES)
        heard = _Recording(command.request, command.target, self._finder(command.voices))
        network = self._network
        with self._open_microphone(command.microphone) as microphone:
            for part in saliences(self._arriving(microphone, heard), network):
                heard.finder.add(part)
        if not heard.outline.samples:
            raise SoundError("The microphone recorded nothing.")
        self._end(heard)

    def _arriving(self, microphone: Microphone, heard: _Recording) -> Iterator[Floats]:
        """Yield the sound of a microphone until it is to close, and close it."""
        intake, line = Intake(MICROPHONE_RATE), LiveLine()
        opened, told_s, dead = False, 0.0, True
        with Tape(Path(heard.file)) as tape, microphone:
            for frames in self._kept(microphone, tape):
                if not opened:
                    opened = True
                    self._emit(_opened(heard.request, microphone))
                block = intake(frames)
                heard.outline.add(block)
                heard.line += line.feed(block)
                dead = dead and not frames.any()
                if dead and heard.outline.seconds >= _DEAD_S:
                    dead = False
                    self._emit(Notice(message=_NO_SOUND))
                if heard.outline.seconds - told_s >= _TELL_EVERY_S:
                    told_s = heard.outline.seconds
                    self._tell_sound(heard)
                yield block
        rest = intake.rest()
        heard.outline.add(rest)
        yield rest

    def _kept(self, microphone: Microphone, tape: Tape) -> Iterator[Floats]:
        """Yield the frames of a microphone once they are in a file, until it is to close.

        A `Notice` has the reason if the recording ends otherwise; it counts.
        """
        frames, longest = 0, LONGEST_RECORDING_S * MICROPHONE_RATE
        while not self._closing and frames < longest:
            self._attend()
            try:
                read = microphone.read(_LOOK_S)
                tape.write(read)
            except SoundError as error:
                self._emit(Notice(message=error.message))
                return
            except OSError as error:
                reason = error.strerror or str(error)
                self._emit(Notice(message=said(_UNWRITTEN, reason=reason)))
                return
            if len(read):
                frames += len(read)
                yield read
        if frames >= longest:
            self._emit(Notice(message=said(_TOO_LONG, hours=LONGEST_RECORDING_S // 3600)))

    def _tell_sound(self, heard: _Recording) -> None:
        first, heard.drawn = heard.drawn, len(heard.outline.levels)
        begin, end = (round(one * LEVEL_STEP_S / LINE_STEP_S) for one in (first, heard.drawn))
        if heard.line and end > len(heard.line):
            # The line comes a little after the sound.
            heard.drawn = int(len(heard.line) * LINE_STEP_S / LEVEL_STEP_S)
            end = round(heard.drawn * LEVEL_STEP_S / LINE_STEP_S)
        self._emit(
            SoundArrived(
                request=heard.request,
                sounded=Sounded(
                    start_s=first * LEVEL_STEP_S,
                    levels=tuple(heard.outline.levels[first : heard.drawn]),
                    line=tuple(heard.line[begin:end]),
                ),
                seconds=heard.outline.seconds,
                total_s=heard.total_s,
            )
        )

    def _end(self, heard: _Recording) -> None:
        self._last = heard
        self._tell_notes(heard)

    def _tell_notes(self, heard: _Recording, voices: Voices | None = None) -> None:
        found = self._found(heard, voices)
        if not found.is_clear:
            raise SoundError(
                "No note was heard: nothing in the recording has a clear pitch.",
                hint="Sing or play louder, or nearer to the microphone.",
            )
        self._emit(
            Listened(
                request=heard.request,
                hearing=found.hearing,
                sounded=Sounded(levels=tuple(heard.outline.levels), line=found.line),
                file=heard.file,
            )
        )

    def _found(self, heard: _Recording, voices: Voices | None = None) -> Found:
        """Return the notes; those of an hour take seconds, so a thread of their own finds them."""
        answers: queue.SimpleQueue[Found | BaseException] = queue.SimpleQueue()

        def find() -> None:
            try:
                answers.put(heard.finder.found(heard.outline.seconds, voices))
            except BaseException as error:  # noqa: BLE001 - raised again below
                answers.put(error)

        # If this recording is stopped the thread ends by itself, and nobody asks it.
        threading.Thread(target=find, name="find", daemon=True).start()
        while True:
            self._attend()
            try:
                answer = answers.get(timeout=_LOOK_S)
            except queue.Empty:
                continue
            if isinstance(answer, BaseException):
                raise answer
            return answer


def _opened(request: int, microphone: Microphone) -> MicrophoneOpened:
    return MicrophoneOpened(
        request=request,
        microphone=microphone.name,
        latency_s=microphone.latency_s,
        began_s=microphone.began_s,
    )
