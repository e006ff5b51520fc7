"""The main part of the player process: commands in, sound and events out, every note ended."""

import gc
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

import msgspec

from engine.ground.errors import SegueError
from engine.messages import (
    BUILT_IN,
    Capture,
    ChooseSound,
    Command,
    DropOuts,
    EndOrphans,
    Failed,
    FromPlayer,
    Lateness,
    LetGo,
    Message,
    Notice,
    OpenAgain,
    OpenPipe,
    OrphansEnded,
    OutputLost,
    OutputOpened,
    Panic,
    Play,
    Playhead,
    PlayingBegan,
    PlayKeysAs,
    PortsChanged,
    SoundNote,
    Stop,
    TypedNote,
)
from engine.playback import wire
from engine.playback.choosing import Choosing, default_request
from engine.playback.clocks.jack_transport import PeriodsLost, TransportPlace
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.player.console import DEFAULT
from engine.playback.player.jam_line import JamLine, JamNews, LiveCame, LiveSaid, LiveWent
from engine.playback.player.other_clock import OtherClock
from engine.playback.player.player import Player
from engine.playback.ports.closing import finish_closing
from engine.playback.ports.outputs import PlayerOutput, RecordingOutput
from engine.playback.ports.port_manager import (
    InputGone,
    InputMessage,
    OpeningFailed,
    OrphansSilenced,
    OutputGone,
    OutputReady,
    OutputRequest,
    PortEvent,
    PortManager,
    ServerDied,
    SoundGaps,
)
from engine.playback.sending.agenda import NEVER
from engine.playback.urgency import PLAYING, be_urgent
from engine.sentence import said

Inbox = queue.SimpleQueue[Command | None]
_NOTHING = object()
# Windows wakes waiting threads late, so the end of a wait is slept there, deaf to commands.
# Elsewhere waiting is as punctual (measured), and a key is heard at once.
_SLEEP_S = 0.002 if sys.platform == "win32" else 0.0
_MOST_UNSENT = 60  # with more unsent events, positions and statistics are dropped
_SILENT_NAME = "No sound"
_SERVER_DIED = "The MIDI server stopped. Its ports are used again by themselves when it is back."


def run_player(inbox: Inbox, emit: Callable[[Message], None], *, stands_by: bool = False) -> bool:
    """Play until the parent goes away; then end every note and close every port.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes events; may block, the player does not wait for it.
        stands_by: Whether to open nothing before the first command.

    Returns:
        Whether a new process must replace this one, because a MIDI server has died.
    """
    be_urgent(PLAYING)
    _keep_the_collector_away()
    sender = EventSender(emit)
    first = inbox.get() if stands_by else _NOTHING
    if first is None:
        sender.close()
        return False
    role = PlayerRole(inbox, sender.send)
    try:
        role.run(first)
        if role.needs_process:
            # Closing ports of a dead server takes seconds; the end of the process closes them.
            role.silence()
            return True
        role.close()
    except BaseException:
        role.close()
        raise
    finally:
        sender.close()
    return False


def _keep_the_collector_away() -> None:
    """Collect garbage while stopped, not while playing."""
    # Modules that are imported by now live as long as the process: never scan them again.
    gc.collect()
    gc.freeze()
    gc.disable()


class EventSender:
    """Calls `emit` on a thread of its own: a window that hangs must not stop the music.

    Args:
        emit: Takes one event; may block.
    """

    def __init__(self, emit: Callable[[Message], None]) -> None:
        self._emit = emit
        self._events: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="events", daemon=True)
        self._thread.start()

    def send(self, event: Message) -> None:
        """Send an event soon; drop positions and statistics if many events are unsent."""
        passing = isinstance(event, Lateness) or (isinstance(event, Playhead) and event.playing)
        if not passing or self._events.qsize() < _MOST_UNSENT:
            self._events.put(event)

    def _run(self) -> None:
        while (event := self._events.get()) is not None:
            self._emit(event)

    def close(self, timeout_s: float = 1.0) -> None:
        """Send what is left; give up after the timeout."""
        self._events.put(None)
        self._thread.join(timeout_s)


class PlayerRole:
    """Connects the player with commands, ports and inputs.

    Attributes:
        needs_process: Whether it ended because only a new process can continue.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes events and does not block.
        clock: Returns seconds, monotonic.
    """

    def __init__(
        self,
        inbox: Inbox,
        emit: Callable[[Message], None],
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        # One queue for commands and port events, so that one wait receives both.
        self._inbox = cast("queue.SimpleQueue[Any]", inbox)
        self._emit = emit
        self._clock = clock
        self._player = Player(self._report, clock=clock)
        self._ports = PortManager(self._inbox.put, clock=clock)
        self._inputs = InputRouter(self._player, emit, clock)
        self._other_clock = OtherClock(
            self._player, emit, clock, move_transport=self._ports.move_transport
        )
        self._choosing = Choosing(
            self._player,
            self._ports,
            self._inputs,
            self._other_clock,
            open_output=self._open_output,
            request_ports=self._request_ports,
            guarded=self._guarded,
        )
        self._jam = JamLine(self._inbox.put)
        self._opening: set[str] = set()
        self._held_play: Play | None = None
        self._own_ports: frozenset[str] = frozenset()
        self._labels: Mapping[str, str] = {}
        self.needs_process = False

    def run(self, first: Any = _NOTHING) -> None:
        """Run commands and play, until None arrives.

        Args:
            first: A command that has already arrived.
        """
        self._ports.start()
        if first is not _NOTHING:
            self._guarded(partial(self._take, first))
        while True:
            what = self._next(self._guarded(self._step))
            if what is None:
                return
            self._other_clock.miss()
            if isinstance(what, ServerDied):
                self.needs_process = True
                self._emit(Notice(message=_SERVER_DIED))
                return
            if what is not _NOTHING:
                self._guarded(partial(self._take, what))

    def _step(self) -> float:
        next_s = min(self._player.step(), self._other_clock.asks_s)
        # A message that waits to be heard may be the one that says that its device is there.
        return min(next_s, self._inputs.expire()) if self._inbox.empty() else next_s

    def silence(self) -> None:
        """End every note, and nothing else."""
        self._player.stop()

    def close(self) -> None:
        """End every note and close every port."""
        self._player.close()
        self._jam.close()
        self._ports.close()
        finish_closing()

    def _next(self, deadline_s: float | None) -> Any:
        """Return the next item before a deadline, or `_NOTHING`."""
        wait_s = (deadline_s if deadline_s is not None else 0.0) - self._clock()
        try:
            if deadline_s == NEVER:
                return self._inbox.get()
            if wait_s > 2 * _SLEEP_S:
                return self._inbox.get(timeout=wait_s - _SLEEP_S)
            if wait_s > 0:
                time.sleep(wait_s)
            return self._inbox.get_nowait()
        except queue.Empty:
            return _NOTHING

    def _guarded(self, act: Callable[[], float | None]) -> float | None:
        """Call a function; report an error as `Failed`, and stop after an unexpected one."""
        try:
            return act()
        except SegueError as error:
            self._emit(Failed(message=error.message, hint=error.hint))
        except Exception as error:  # noqa: BLE001 - the process's border: it must live on
            self._player.stop()
            self._emit(
                Failed(
                    message="The player met a problem and stopped; your piece is safe.",
                    hint=f"{type(error).__name__}: {error}"[:300],
                    details=traceback.format_exc(),
                )
            )
        return None

    def _report(self, event: Message) -> None:
        if isinstance(event, FromPlayer):
            self._jam.say(event)
            return
        if isinstance(event, OutputLost):
            for port in self._wanted_ports - set(self._player.console.connected):
                self._ports.lost(port)
        if isinstance(event, PlayingBegan):
            shared_s = time.monotonic() - self._clock()
            event = msgspec.structs.replace(event, heard_s=event.heard_s + shared_s)
        self._emit(event)

    @property
    def _wanted_ports(self) -> frozenset[str]:
        return self._own_ports | {DEFAULT}

    # --- commands ------------------------------------------------------------------------

    def _take(self, what: Command | PortEvent | JamNews) -> None:
        if isinstance(what, PortEvent):
            self._handle_port_event(what)
        elif isinstance(what, JamNews):
            self._take_jam(what)
        else:
            self._obey(what)

    def _take_jam(self, news: JamNews) -> None:
        match news:
            case LiveSaid(LetGo() as lost):
                self._inputs.let_key_go(lost)
            case LiveSaid():
                self._player.partner.handle(news.message)
            case LiveCame():
                self._player.partner.meet()
            case LiveWent():
                self._player.partner.miss()

    def _obey(self, command: Command) -> None:
        match command:
            case ChooseSound():
                self._choosing.choose(command.sound)
            case OpenAgain():
                self._open_output(default_request(self._choosing.sound), again=True)
            case PlayKeysAs():
                self._choosing.play_keys_as(command)
            case TypedNote():
                self._choosing.begin()
                self._inputs.take_typed(command)
            case OpenPipe():
                self._jam.open(command)
            case EndOrphans():
                self._ports.end_orphans(command.ports)
            case Capture():
                self._inputs.answer_capture()
            case _:
                self._play(command)

    def _play(self, command: Command) -> None:
        if isinstance(command, Play | SoundNote):
            self._choosing.begin()
        if self._is_held(command) or self._other_clock.holds(command):
            return
        if not self._player.handle(command):
            name = type(command).__name__
            self._emit(
                Failed(message=said("The player does not know the command {name}.", name=name))
            )
        self._request_ports()
        if isinstance(command, Stop):
            gc.collect()

    def _is_held(self, command: Command) -> bool:
        """Keep a `Play` while an output is being opened: its first notes would be lost."""
        console = self._player.console
        nowhere = any(console.output(port) is None for port in self._opening)
        if isinstance(command, Play) and nowhere:
            self._held_play = command
        elif isinstance(command, Play | Stop | Panic):
            self._held_play = None
        return self._held_play is command

    def _play_held(self, opened: str) -> None:
        """Play what waited for an output, unless it waits for another one, too."""
        self._opening.discard(opened)
        held = self._held_play
        if held is not None and not self._is_held(held):
            self._player.handle(held)

    def _open_output(self, request: OutputRequest, *, again: bool = False) -> None:
        output = self._player.console.output()
        if again and output is not None and output.kind == "virtual":
            # Opened a second time it would get another name, and lose its connections.
            self._report_opened(output)
            return
        self._opening.add(DEFAULT)
        self._ports.request(request)

    def _request_ports(self) -> None:
        """Open exactly the ports that tracks use by name."""
        wanted, labels = self._player.console.wanted_ports, self._player.console.port_labels
        for port in sorted(self._own_ports & wanted & labels.keys()):
            if labels[port] != self._labels.get(port):
                self._ports.rename(port, labels[port])
        self._labels = labels
        for port in self._own_ports - wanted:
            self._opening.discard(port)
            self._ports.withdraw(port)
            self._player.console.disconnect(port)
        for port in sorted(wanted - self._own_ports):
            self._opening.add(port)
            self._ports.request(self._request_of(port))
        self._own_ports = wanted

    def _request_of(self, port: str) -> OutputRequest:
        if port == BUILT_IN:
            return OutputRequest(port=port, kind="synth")
        if port in self._player.console.track_ports:
            label = self._labels[port]
            return OutputRequest(port=port, kind="virtual", name=port, of_track=True, label=label)
        return OutputRequest(port=port, kind="port", name=port)

    # --- news ----------------------------------------------------------------------------

    def _handle_port_event(self, news: PortEvent) -> None:
        match news:
            case InputGone():
                self._inputs.let_go(news.port)
            case InputMessage():
                self._take_input(news)
            case PortsChanged() | SoundGaps() | OrphansSilenced():
                self._tell(news)
            case TransportPlace():
                self._other_clock.take_transport(news)
            case OutputReady():
                self._attach(news)
            case OpeningFailed():
                self._report_failure(news)
            case OutputGone():
                self._player.console.lose(news.request.port)
            case PeriodsLost():
                self._player.console.repeat_endings()

    def _tell(self, news: PortsChanged | SoundGaps | OrphansSilenced) -> None:
        match news:
            case PortsChanged():
                self._emit(news)
            case SoundGaps():
                self._emit(DropOuts(count=news.count))
            case OrphansSilenced():
                self._emit(OrphansEnded())

    def _attach(self, news: OutputReady) -> None:
        output, port = news.output, news.request.port
        self._opening.discard(port)
        if port not in self._wanted_ports:
            output.close()
            return
        try:
            self._player.attach(output, port)
        except Exception:
            # Closing the replaced output may fail; a held `Play` must not wait for ever.
            if port == DEFAULT:
                self._go_on_silently()
            raise
        if port == DEFAULT:
            self._report_opened(output)
            self._request_ports()
        self._play_held(port)

    def _report_failure(self, news: OpeningFailed) -> None:
        self._emit(Failed(message=news.error.message, hint=news.error.hint))
        if news.request is None:
            return
        if news.request.port == DEFAULT:
            self._go_on_silently()
        else:
            self._play_held(news.request.port)

    def _report_opened(self, output: PlayerOutput) -> None:
        self._emit(
            OutputOpened(
                kind=output.kind,
                name=output.name,
                latency_s=output.latency_s,
                live_latency_s=getattr(output, "live_latency_s", output.latency_s),
                borrowed=tuple(sorted(getattr(output, "borrowed", ()))),
            )
        )

    def _go_on_silently(self) -> None:
        """Use an output that plays nothing, so that everything else works without sound."""
        if self._player.console.output() is None:
            self._player.attach(RecordingOutput(_SILENT_NAME, clock=self._clock, keep=1))
            self._emit(OutputOpened(kind="recording", name=_SILENT_NAME))
        self._play_held(DEFAULT)

    def _take_input(self, news: InputMessage) -> None:
        if news.message[0] in wire.CLOCK_MESSAGES or news.message[0] == wire.SYSEX:
            self._other_clock.take(news.message, news.seconds, news.port)
        else:
            self._inputs.take(news.message, news.seconds, news.port)
