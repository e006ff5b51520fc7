"""Opens outputs and inputs, and notices what comes and goes: on a thread of its own.

The player's loop must not wait for a device; it is told what happened through `post`.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import PortError, SegueError, SoundError
from engine.messages import OutputKind, Room
from engine.playback.bank import find_bank
from engine.playback.outputs import Output, RecordingOutput
from engine.playback.ports import MidiSystem
from engine.playback.synth import BUFFER_MS, SynthOutput, audio_devices, load_synthesizer
from engine.playback.tones import Synthesizer

if TYPE_CHECKING:
    from engine.playback.input_ports import PortInput

POLL_S = 0.5
_FIRST_POLL_S = 0.03
_GAPS_WORTH_TELLING = 4
# An audio device that could not be opened is tried again this often.
_SOUND_RETRY_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """An output that somebody wants.

    Attributes:
        port: What the player calls it.
        kind: What it is.
        name: The port's name, or the sound bank's path.
        device: The audio device's name, for the synth.
        buffer_ms: Milliseconds that the synth makes ahead.
    """

    port: str
    kind: OutputKind
    name: str = ""
    device: str = ""
    buffer_ms: int = BUFFER_MS


@dataclass(frozen=True, slots=True)
class PortsSeen:
    """The ports and audio devices of this machine are others than before."""

    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """An output that was wished for is ready."""

    wish: Wish
    output: Output


@dataclass(frozen=True, slots=True)
class NotOpened:
    """An output or input that was wished for could not be opened; it stays wished for."""

    wish: Wish | None
    error: SegueError


@dataclass(frozen=True, slots=True)
class Gone:
    """An output that was open has vanished."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class ServerDied:
    """A MIDI server died; only a new process can use the next one (see `MidiSystem.is_dead`)."""


@dataclass(frozen=True, slots=True)
class SoundBroke:
    """The built-in sound has gaps; `count` since its device was opened."""

    count: int


@dataclass(frozen=True, slots=True)
class InputMessage:
    """Something came from an open input; `port` is its name."""

    message: bytes
    seconds: float
    port: str = ""


@dataclass(frozen=True, slots=True)
class InputGone:
    """An open input has vanished; what was held at it is held no more."""

    port: str


@dataclass(frozen=True, slots=True)
class OrphansSilenced:
    """The notes of a player that died before were ended, where that was asked for at once."""


News = (
    PortsSeen
    | Opened
    | NotOpened
    | Gone
    | ServerDied
    | SoundBroke
    | InputMessage
    | InputGone
    | OrphansSilenced
)


class Keeper:
    """Keeps the wished outputs and the input open.

    Args:
        post: Takes news; called on this object's thread and on the MIDI system's.
        clock: The player's clock, in seconds.
    """

    def __init__(
        self, post: Callable[[News], None], *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._post = post
        self._clock = clock
        self._midi = MidiSystem(watched=True)
        self._orphaned = False
        self._soothed: set[str] = set()
        self._wishes: dict[str, Wish] = {}
        self._open: dict[str, Output] = {}
        self._input_names: dict[str, frozenset[str]] = {}
        self._gaps_told = 0
        self._inputs: dict[str, PortInput] = {}
        self._seen: PortsSeen | None = None
        self._loaded: tuple[tuple[str, Path | None], Synthesizer] | None = None
        self._room: Room = "room"
        self._sound_tried_s = -_SOUND_RETRY_S
        self._requests: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        """Begin to look, and go on until closed."""
        self._thread.start()

    def close(self, timeout_s: float = 2.0) -> None:
        """Stop looking and let go of the input; outputs belong to the player."""
        self._requests.put(None)
        self._thread.join(timeout_s)

    def wish(self, wish: Wish) -> None:
        """Open an output, and open it again whenever it was lost."""
        self._requests.put(lambda: self._grant(wish))

    def set_room(self, room: Room) -> None:
        """Let the built-in sound be in another room, now and when it is opened again."""
        self._requests.put(lambda: self._move_to(room))

    def unwish(self, port: str) -> None:
        """No longer open an output again."""
        self._requests.put(lambda: self._drop(port))

    def lost(self, port: str) -> None:
        """Take an output for lost: a message could not be sent to it."""
        self._requests.put(lambda: self._lose(port))

    def end_orphans(self, ports: Iterable[str] = ()) -> None:
        """End, on each MIDI port that is opened, the notes of a player that died before.

        Args:
            ports: Outputs on which that is done at once; `OrphansSilenced` is posted then.
        """
        at_once = tuple(ports)
        self._requests.put(lambda: self._expect_orphans(at_once))

    def listen(self, names: Iterable[str]) -> None:
        """Listen to these inputs instead of those before."""
        wanted = frozenset(names)
        self._requests.put(lambda: self._listen("notes", wanted))

    def follow(self, name: str) -> None:
        """Listen to the clock of this input instead of the one before; empty for none."""
        wanted = frozenset({name} - {""})
        self._requests.put(lambda: self._listen("clock", wanted))

    # --- on the thread -------------------------------------------------------------------

    def _run(self) -> None:
        # Who takes over from a player that died is to end its notes; looking around can wait.
        patience_s = _FIRST_POLL_S
        while True:
            try:
                request = self._requests.get(timeout=patience_s)
            except queue.Empty:
                self._poll()
                patience_s = POLL_S
                continue
            if request is None:
                break
            request()
        self._close_inputs(set(self._inputs))
        self._midi.close()

    def _poll(self) -> None:
        devices = self._seen.devices if self._seen else ()
        if self._clock() - self._sound_tried_s >= _SOUND_RETRY_S:
            devices = audio_devices()
            self._sound_tried_s = self._clock()
            retry_sound = True
        else:
            retry_sound = False
        seen = PortsSeen(self._midi.outputs(), self._midi.inputs(), devices)
        if self._midi.is_dead:
            self._post(ServerDied())
            return
        if seen != self._seen:
            self._seen = seen
            self._post(seen)
        for wish in tuple(self._wishes.values()):
            self._look_after(wish, seen, retry_sound=retry_sound)
        for name in self._wanted_inputs:
            self._look_after_input(name, seen)

    def _look_after(self, wish: Wish, seen: PortsSeen, *, retry_sound: bool) -> None:
        output = self._open.get(wish.port)
        there = wish.kind != "port" or wish.name in seen.outputs
        if output is not None:
            dead = isinstance(output, SynthOutput) and not output.alive
            if not there or dead:
                self._lose(wish.port)
                self._post(Gone(wish))
            elif isinstance(output, SynthOutput):
                self._count_gaps(output)
        elif there and (wish.kind != "synth" or retry_sound):
            self._try(wish, say_failure=False)

    def _count_gaps(self, output: SynthOutput) -> None:
        if output.underruns < self._gaps_told:
            self._gaps_told = 0  # another device
        elif output.underruns >= self._gaps_told + _GAPS_WORTH_TELLING:
            self._gaps_told = output.underruns
            self._post(SoundBroke(output.underruns))

    def _grant(self, wish: Wish) -> None:
        self._wishes[wish.port] = wish
        self._open.pop(wish.port, None)
        self._try(wish, say_failure=True)

    def _drop(self, port: str) -> None:
        self._wishes.pop(port, None)
        self._open.pop(port, None)

    def _move_to(self, room: Room) -> None:
        self._room = room
        if self._loaded is not None:
            self._loaded[1].set_room(room)

    def _lose(self, port: str) -> None:
        self._open.pop(port, None)

    def _try(self, wish: Wish, *, say_failure: bool) -> None:
        try:
            output = self._make(wish)
        except (PortError, SoundError) as error:
            if say_failure:
                self._post(NotOpened(wish, error))
            return
        self._open[wish.port] = output
        self._post(Opened(wish, output))

    def _make(self, wish: Wish) -> Output:
        match wish.kind:
            case "synth":
                load = partial(self._synthesizer, wish.name)
                return SynthOutput(
                    load, clock=self._clock, device=wish.device, buffer_ms=wish.buffer_ms
                )
            case "port":
                return self._open_port(wish.name)
            case "virtual":
                return self._midi.open_virtual(wish.name or "Segue")
            case "recording":
                return RecordingOutput(wish.name or "Recording", clock=self._clock, keep=10_000)

    def _open_port(self, name: str) -> Output:
        output = self._midi.open_output(name)
        if self._orphaned and name not in self._soothed:
            self._soothed.add(name)
            output.end_orphans()
        return output

    def _expect_orphans(self, at_once: tuple[str, ...]) -> None:
        self._orphaned = True
        for name in at_once:
            # A port that has gone has nobody behind it who could sound.
            with contextlib.suppress(PortError):
                self._open_port(name).close()
        if at_once:
            self._post(OrphansSilenced())

    def _synthesizer(self, bank: str) -> Synthesizer:
        """Return a synthesizer; the one of a device that came back is used again.

        What still sounds in it is ended by who connects the output. A chosen bank that cannot be
        played is told once, and the best of the others plays.
        """
        wanted = bank, _found(bank)
        if self._loaded is None or self._loaded[0] != wanted:
            try:
                synthesizer = load_synthesizer(bank, room=self._room)
            except SoundError as error:
                self._post(NotOpened(None, error))
                synthesizer = load_synthesizer(room=self._room)
            self._loaded = (wanted, synthesizer)
        return self._loaded[1]

    # --- inputs --------------------------------------------------------------------------

    @property
    def _wanted_inputs(self) -> set[str]:
        return set().union(*self._input_names.values())

    def _listen(self, purpose: str, names: frozenset[str]) -> None:
        self._input_names[purpose] = names
        self._close_inputs(set(self._inputs) - self._wanted_inputs)
        for name in sorted(names - set(self._inputs)):
            self._open_input(name, say_failure=True)

    def _open_input(self, name: str, *, say_failure: bool) -> None:
        try:
            self._inputs[name] = self._midi.open_input(name, partial(self._hear, name))
        except PortError as error:
            if say_failure:
                self._post(NotOpened(None, error))

    def _look_after_input(self, name: str, seen: PortsSeen) -> None:
        there = name in seen.inputs
        if name in self._inputs and not there:
            self._close_inputs({name})
            self._post(InputGone(name))
        elif name not in self._inputs and there:
            self._open_input(name, say_failure=False)

    def _hear(self, name: str, message: bytes, seconds: float) -> None:
        self._post(InputMessage(message, seconds, name))

    def _close_inputs(self, names: set[str]) -> None:
        for name in names:
            self._inputs.pop(name).close()


def _found(bank: str) -> Path | None:
    try:
        return find_bank(bank)
    except SoundError:
        return None
