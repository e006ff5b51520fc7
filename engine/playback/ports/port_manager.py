"""Opens outputs and inputs, and detects which ones come and go, on a thread of its own.

The player's loop must not wait for a device; `post` hands it what happened.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ground.errors import PortError, SegueError, SoundError
from engine.messages import JACK_TRANSPORT, OWN_INPUT, OWN_OUTPUT, PortsChanged
from engine.playback.clocks.jack_transport import (
    JackTransport,
    LatePeriods,
    PeriodsLost,
    TransportPlace,
    has_transport,
)
from engine.playback.ports.outputs import NamedOutput, PlayerOutput, RecordingOutput
from engine.playback.ports.system_ports import MidiSystem
from engine.playback.sound.bank import bank_path
from engine.playback.sound.devices import audio_devices
from engine.playback.sound.synth import BUFFER_MS, SynthOutput, load_synthesizer
from engine.playback.sound.tones import Synthesizer
from engine.values.sound import OutputKind, Room

if TYPE_CHECKING:
    from engine.playback.ports.input_ports import PortInput

POLL_S = 0.5  # interval of looking for ports that come and go
_FIRST_POLL_S = 0.03  # the first look waits for the first commands
_GAPS_WORTH_REPORTING = 4  # single gaps are not reported
# Interval between attempts to open an audio device that could not be opened.
_SOUND_RETRY_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRequest:
    """An output to open and keep open.

    Attributes:
        port: The player's name for it.
        kind: The kind of output.
        name: The MIDI port's name, or the sound bank's path.
        device: The audio device's name, for the synth.
        buffer_ms: Milliseconds that the synth renders ahead.
        of_track: Whether it is the port of our own for one track.
        label: The name of the port of a track, as other programs see it.
    """

    port: str
    kind: OutputKind
    name: str = ""
    device: str = ""
    buffer_ms: int = BUFFER_MS
    of_track: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class OutputReady:
    """A requested output is open."""

    request: OutputRequest
    output: PlayerOutput


@dataclass(frozen=True, slots=True)
class OpeningFailed:
    """A requested output or input could not be opened; the request stays."""

    request: OutputRequest | None
    error: SegueError


@dataclass(frozen=True, slots=True)
class OutputGone:
    """An open output has vanished."""

    request: OutputRequest


@dataclass(frozen=True, slots=True)
class ServerDied:
    """A MIDI server died; only a new process can use the next one (see `MidiSystem.is_dead`)."""


@dataclass(frozen=True, slots=True)
class SoundGaps:
    """The built-in sound had gaps; `count` since its device was opened."""

    count: int


@dataclass(frozen=True, slots=True)
class InputMessage:
    """A message from an open input; `port` is the input's name."""

    message: bytes
    seconds: float
    port: str = ""


@dataclass(frozen=True, slots=True)
class InputGone:
    """An open input has vanished, with any keys held on it."""

    port: str


@dataclass(frozen=True, slots=True)
class OrphansSilenced:
    """The notes of a dead player have been ended on the ports of `end_orphans`."""


PortEvent = (
    PortsChanged
    | OutputReady
    | OpeningFailed
    | OutputGone
    | ServerDied
    | SoundGaps
    | InputMessage
    | InputGone
    | OrphansSilenced
    | TransportPlace
    | PeriodsLost
)


class PortManager:
    """Keeps the requested outputs and inputs open.

    Args:
        post: Takes events; called on this object's thread and on the MIDI system's.
        clock: The player's clock, in seconds.
    """

    def __init__(
        self, post: Callable[[PortEvent], None], *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._post = post
        self._clock = clock
        self._midi = MidiSystem(watched=True)
        self._orphaned = False
        self._silenced: set[str] = set()
        self._wanted: dict[str, OutputRequest] = {}
        self._open: dict[str, PlayerOutput] = {}
        self._input_names: dict[str, frozenset[str]] = {}
        self._gaps_reported = 0
        self._inputs: dict[str, PortInput] = {}
        self._follows_transport = False
        self._transport: JackTransport | None = None
        self._late: LatePeriods | None = None
        self._seen: PortsChanged | None = None
        self._loaded: tuple[tuple[str, Path | None], Synthesizer] | None = None
        self._room: Room = "room"
        self._level_db = 0.0
        self._sound_tried_s = -_SOUND_RETRY_S
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="ports", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self, timeout_s: float = 2.0) -> None:
        """Stop the thread and close the inputs; the player closes the outputs."""
        self._tasks.put(None)
        self._thread.join(timeout_s)

    def request(self, request: OutputRequest) -> None:
        """Open an output, and reopen it whenever it is lost."""
        self._tasks.put(lambda: self._accept(request))

    def set_room(self, room: Room) -> None:
        """Change the room of the built-in sound, for now and for later devices."""
        self._tasks.put(lambda: self._apply_room(room))

    def set_level(self, decibels: float) -> None:
        """Set the master fader of the built-in sound, for now and for later devices."""
        self._tasks.put(lambda: self._apply_level(decibels))

    def rename(self, port: str, label: str) -> None:
        """Give the port of a track another name."""
        self._tasks.put(lambda: self._rename(port, label))

    def withdraw(self, port: str) -> None:
        """Stop reopening an output."""
        self._tasks.put(lambda: self._withdraw(port))

    def lost(self, port: str) -> None:
        """Mark an output as lost, because sending to it failed."""
        self._tasks.put(lambda: self._lose(port))

    def end_orphans(self, ports: Iterable[str] = ()) -> None:
        """End the notes of a player that died before on each MIDI port that is opened.

        Args:
            ports: Outputs to do this on at once; then `OrphansSilenced` is posted.
        """
        at_once = tuple(ports)
        self._tasks.put(lambda: self._expect_orphans(at_once))

    def listen(self, names: Iterable[str]) -> None:
        """Receive from these inputs, and no others."""
        wanted = frozenset(names)
        self._tasks.put(lambda: self._listen("notes", wanted))

    def follow(self, name: str) -> None:
        """Receive the clock of this input, and of no other; none for an empty name."""
        wanted = frozenset({name} - {"", JACK_TRANSPORT})
        self._tasks.put(lambda: self._listen("clock", wanted))
        self._tasks.put(lambda: self._follow_transport(on=name == JACK_TRANSPORT))

    def move_transport(self, move: Callable[[JackTransport], None]) -> None:
        """Start, stop or move the transport that is followed."""
        self._tasks.put(lambda: None if self._transport is None else move(self._transport))

    # --- on the thread -------------------------------------------------------------------

    def _run(self) -> None:
        # A replacement player must end its predecessor's notes first; polling can wait.
        patience_s = _FIRST_POLL_S
        while True:
            try:
                task = self._tasks.get(timeout=patience_s)
            except queue.Empty:
                self._poll()
                patience_s = POLL_S
                continue
            if task is None:
                break
            task()
        self._close_inputs(set(self._inputs))
        self._close_transport()
        if self._late is not None:
            self._late.close()
        self._midi.close()

    def _poll(self) -> None:
        devices = self._seen.devices if self._seen else ()
        if self._clock() - self._sound_tried_s >= _SOUND_RETRY_S:
            devices = audio_devices()
            self._sound_tried_s = self._clock()
            retry_sound = True
        else:
            retry_sound = False
        seen = self._look(devices)
        if self._midi.is_dead:
            self._post(ServerDied())
            return
        if seen != self._seen:
            self._seen = seen
            self._post(seen)
        for request in tuple(self._wanted.values()):
            self._check_output(request, seen, retry_sound=retry_sound)
        for name in self._wanted_inputs:
            self._check_input(name, seen)
        if self._follows_transport and self._transport is None and seen.clocks:
            self._open_transport(report_failure=False)

    def _look(self, devices: tuple[str, ...]) -> PortsChanged:
        outputs, inputs = self._midi.outputs(), self._midi.inputs()
        clocks = (JACK_TRANSPORT,) if self._midi.has_jack and has_transport() else ()
        if self._midi.makes_ports:
            outputs, inputs = (*outputs, OWN_OUTPUT), (*inputs, OWN_INPUT)
        return PortsChanged(outputs=outputs, inputs=inputs, devices=devices, clocks=clocks)

    def _check_output(
        self, request: OutputRequest, seen: PortsChanged, *, retry_sound: bool
    ) -> None:
        output = self._open.get(request.port)
        there = request.kind != "port" or request.name in seen.outputs
        if output is not None:
            dead = isinstance(output, SynthOutput) and not output.alive
            if not there or dead:
                self._lose(request.port)
                self._post(OutputGone(request))
            elif isinstance(output, SynthOutput):
                self._count_gaps(output)
        elif there and (request.kind != "synth" or retry_sound):
            self._try_to_open(request, report_failure=False)

    def _count_gaps(self, output: SynthOutput) -> None:
        if output.underruns < self._gaps_reported:
            self._gaps_reported = 0  # another device was opened
        elif output.underruns >= self._gaps_reported + _GAPS_WORTH_REPORTING:
            self._gaps_reported = output.underruns
            self._post(SoundGaps(output.underruns))

    def _accept(self, request: OutputRequest) -> None:
        self._wanted[request.port] = request
        self._open.pop(request.port, None)
        self._try_to_open(request, report_failure=True)

    def _withdraw(self, port: str) -> None:
        self._wanted.pop(port, None)
        self._open.pop(port, None)

    def _rename(self, port: str, label: str) -> None:
        output: object = self._open.get(port)
        if port in self._wanted:
            self._wanted[port] = replace(self._wanted[port], label=label)
        if isinstance(output, NamedOutput):
            output.rename(label)

    def _apply_room(self, room: Room) -> None:
        self._room = room
        if self._loaded is not None:
            self._loaded[1].set_room(room)

    def _apply_level(self, decibels: float) -> None:
        self._level_db = decibels
        if self._loaded is not None:
            self._loaded[1].set_level(decibels)

    def _lose(self, port: str) -> None:
        self._open.pop(port, None)

    def _try_to_open(self, request: OutputRequest, *, report_failure: bool) -> None:
        try:
            output = self._make(request)
        except (PortError, SoundError) as error:
            if report_failure:
                self._post(OpeningFailed(request, error))
            return
        self._open[request.port] = output
        self._post(OutputReady(request, output))
        if request.kind in {"port", "virtual"}:
            self._watch_periods()

    def _make(self, request: OutputRequest) -> PlayerOutput:
        match request.kind:
            case "synth":
                load = partial(self._synthesizer, request.name)
                return SynthOutput(
                    load, clock=self._clock, device=request.device, buffer_ms=request.buffer_ms
                )
            case "port":
                return self._open_port(request.name)
            case "virtual" if request.of_track:
                return self._midi.open_track_output(request.name, request.label or request.name)
            case "virtual":
                return self._midi.open_virtual(request.name or "Segue")
            case "recording":
                return RecordingOutput(request.name or "Recording", clock=self._clock, keep=10_000)

    def _open_port(self, name: str) -> PlayerOutput:
        own = name == OWN_OUTPUT
        output = self._midi.open_own_output() if own else self._midi.open_output(name)
        if self._orphaned and name not in self._silenced:
            self._silenced.add(name)
            output.end_orphans()
        return output

    def _expect_orphans(self, at_once: tuple[str, ...]) -> None:
        self._orphaned = True
        for name in at_once:
            # A port that has gone has no device that could still sound.
            with contextlib.suppress(PortError):
                self._open_port(name).close()
        if at_once:
            self._post(OrphansSilenced())

    def _synthesizer(self, bank: str) -> Synthesizer:
        """Return a synthesizer; a device that came back gets the one it had.

        The caller ends what still sounds in it. If the chosen bank cannot be played, report that
        once and return a synthesizer with the bank that ships.

        Raises:
            SoundError: That one cannot be played either.
        """
        wanted = bank, _bank_path(bank)
        if self._loaded is None or self._loaded[0] != wanted:
            try:
                synthesizer = load_synthesizer(bank, room=self._room, live=True)
            except SoundError as error:
                synthesizer = load_synthesizer(room=self._room, live=True)
                instead = SoundError(error.message, hint="The one that ships is used instead.")
                self._post(OpeningFailed(None, instead))
            synthesizer.set_level(self._level_db)
            self._loaded = (wanted, synthesizer)
        return self._loaded[1]

    # --- JACK's periods and its transport ------------------------------------------------

    def _watch_periods(self) -> None:
        """Learn from now on when JACK loses messages, if it can be asked."""
        if self._late is None and self._midi.has_jack and has_transport():
            try:
                self._late = LatePeriods(self._post)
            except PortError:
                self._late = None  # the next port asks again

    def _follow_transport(self, *, on: bool) -> None:
        self._follows_transport = on
        if not on:
            self._close_transport()
        elif self._transport is None:
            self._open_transport(report_failure=True)

    def _open_transport(self, *, report_failure: bool) -> None:
        try:
            self._transport = JackTransport(self._post, clock=self._clock)
        except PortError as error:
            if report_failure:
                self._post(OpeningFailed(None, error))

    def _close_transport(self) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()

    # --- inputs --------------------------------------------------------------------------

    @property
    def _wanted_inputs(self) -> set[str]:
        return set().union(*self._input_names.values())

    def _listen(self, purpose: str, names: frozenset[str]) -> None:
        self._input_names[purpose] = names
        self._close_inputs(set(self._inputs) - self._wanted_inputs)
        for name in sorted(names - set(self._inputs)):
            self._open_input(name, report_failure=True)

    def _open_input(self, name: str, *, report_failure: bool) -> None:
        hear = partial(self._hear, name)
        try:
            own = name == OWN_INPUT
            self._inputs[name] = (
                self._midi.open_own_input(hear) if own else self._midi.open_input(name, hear)
            )
        except PortError as error:
            if report_failure:
                self._post(OpeningFailed(None, error))

    def _check_input(self, name: str, seen: PortsChanged) -> None:
        there = name in seen.inputs
        if name in self._inputs and not there:
            self._close_inputs({name})
            self._post(InputGone(name))
        elif name not in self._inputs and there:
            self._open_input(name, report_failure=False)

    def _hear(self, name: str, message: bytes, seconds: float) -> None:
        self._post(InputMessage(message, seconds, name))

    def _close_inputs(self, names: set[str]) -> None:
        for name in names:
            self._inputs.pop(name).close()


def _bank_path(bank: str) -> Path | None:
    try:
        return bank_path(bank)
    except SoundError:
        return None
