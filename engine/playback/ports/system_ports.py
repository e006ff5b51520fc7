"""The MIDI ports of this machine. Only this module imports rtmidi, and never in the player's loop.

Ports are identified by name. Sending to a port that has vanished raises nothing on most systems, so
users must check the list of ports regularly (see `engine.playback.ports.port_manager`).
"""

import contextlib
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.ground.errors import PortError
from engine.messages import OWN_INPUT, OWN_OUTPUT
from engine.playback import wire
from engine.playback.clocks import jack_server
from engine.playback.ports.closing import DELIVERY_S, release
from engine.playback.ports.input_ports import InputCallback, PortInput, PortQueue
from engine.playback.ports.port_names import port_names
from engine.playback.ports.server_watch import ServerWatch
from engine.playback.quiet import quiet_libraries
from engine.values.sound import OutputKind

CLIENT = "Segue"
# Our own two ports have clients of their own, so that JACK always gives them the same names.
_TO_OTHERS, _FROM_OTHERS = f"{CLIENT} out", f"{CLIENT} in"
# JACK calls the second client of a name `Segue-01`; macOS shows no client.
_OURS = re.compile(rf"{CLIENT}( out| in| track \d+)?(-\d+)?(:|$)")
_ASK_AGAIN_S = 2.0
_ALSA_SEQUENCER = Path("/dev/snd/seq")
# Ends of notes that a port remembers: more at once would overflow the delivery buffer.
_ENDINGS_KEPT = 1024
# A period that was late is reported within .1 s (measured), and what is lost in it again, too.
_MAY_BE_LOST_S = 0.5
# Pause between the channels of an all-notes-off; a burst would overflow the delivery buffer.
_PACE_S = 0.005
# A busy server loses periods. With two repeats, notes of one dead player in 23 went on sounding.
_ORPHANS_TOLD = 3
# Unread messages: of an input that is read each millisecond, and of one that is read only at the
# end, enough for a minute at the highest rate.
_QUEUE_SIZE, _LONG_QUEUE_SIZE = 16_384, 200_000
# ALSA appends the numbers of client and port, which change each time a device is plugged in.
_ALSA_NUMBERS = re.compile(r" \d+:\d+$")


def friendly(names: Sequence[str]) -> tuple[str, ...]:
    """Return port names for the user: without ALSA numbers, `… (2)` for the second of a name."""
    seen: Counter[str] = Counter()
    shown = []
    for name in names:
        plain = _ALSA_NUMBERS.sub("", name)
        seen[plain] += 1
        shown.append(plain if seen[plain] == 1 else f"{plain} ({seen[plain]})")
    return tuple(shown)


class MidiSystem:
    """Lists and opens the MIDI ports of all systems that rtmidi supports here.

    Args:
        watched: Whether to detect a dead server whose list of ports stays (see `ServerWatch`).

    Attributes:
        is_dead: Whether a server has died. This process must not use its library again: a new
            client would crash while clients of the dead server exist.
    """

    def __init__(self, *, watched: bool = False) -> None:
        self._rtmidi: Any = _load_rtmidi()
        self._watched = watched
        self.is_dead = False
        self._jack: jack_server.Identity | None = None
        self._server_watches: dict[int, ServerWatch] = {}
        self._probes: dict[tuple[int, bool], Any] = {}
        self._asleep_until_s: dict[int, float] = {}
        self._lock = threading.Lock()

    def outputs(self) -> tuple[str, ...]:
        """Return the names of ports to send to; none if no MIDI system runs."""
        return tuple(name for name, _, _ in self._ports(to_send=True))

    def inputs(self) -> tuple[str, ...]:
        """Return the names of ports to receive from."""
        return tuple(name for name, _, _ in self._ports(to_send=False))

    @property
    def makes_ports(self) -> bool:
        """Whether a system that `outputs` found running lets programs make ports."""
        return any((api, True) in self._probes for api in self._apis if self._makes_ports(api))

    @property
    def has_jack(self) -> bool:
        """Whether `outputs` found a JACK server running."""
        return any((api, True) in self._probes for api in self._apis if self._is_jack(api))

    @property
    def _apis(self) -> tuple[int, ...]:
        return tuple(self._rtmidi.get_compiled_api()) if self._rtmidi is not None else ()

    def _makes_ports(self, api: int) -> bool:
        rtmidi = self._rtmidi
        return api in {rtmidi.API_MACOSX_CORE, rtmidi.API_LINUX_ALSA, rtmidi.API_UNIX_JACK}

    def _ports(self, *, to_send: bool) -> list[tuple[str, int, int]]:
        """Return (friendly name, API, index in that API) of each port."""
        found = []
        with self._lock, quiet_libraries():
            for api in self._apis:
                names = self._names(api, to_send=to_send)
                shown = friendly(names)
                found += [(name, api, i) for i, name in enumerate(shown)]
        # Our own ports are no destinations: they would feed our output back to us.
        return [port for port in found if not _OURS.match(port[0])]

    def _names(self, api: int, *, to_send: bool) -> list[str]:
        """Return the raw names of one API's ports; a client that works is kept for next time."""
        key = api, to_send
        if time.monotonic() < self._asleep_until_s.get(api, 0.0) or not self._may_run(api):
            return []
        try:
            if key not in self._probes:
                self._probes[key] = self._client(api, to_send=to_send)
            names = port_names(self._probes[key])
            self._check_server(api)
        except OSError:
            # Each attempt takes milliseconds, so a system that does not run is rarely asked.
            self._asleep_until_s[api] = time.monotonic() + _ASK_AGAIN_S
            self._let_go_of(api)
            return []
        return names

    def _may_run(self, api: int) -> bool:
        """Return whether to ask a system that was not running: asking delays notes."""
        if (api, True) in self._probes or (api, False) in self._probes:
            return True
        if api == self._rtmidi.API_LINUX_ALSA:
            return _ALSA_SEQUENCER.exists()
        return not (self._is_jack(api) and jack_server.can_be_told()) or jack_server.answers()

    def _check_server(self, api: int) -> None:
        """Check whether JACK still delivers messages."""
        if not (self._watched and self._is_jack(api)):
            return
        if api not in self._server_watches:
            for to_send in (True, False):
                if (api, to_send) not in self._probes:
                    self._probes[api, to_send] = self._client(api, to_send=to_send)
            self._server_watches[api] = ServerWatch(
                self._probes[api, True], self._probes[api, False]
            )
            self._jack = jack_server.identity()
        known = self._jack is not None
        if known and jack_server.identity() != self._jack:
            self.is_dead = True  # the server has gone, or a new one has replaced it
        elif not self._server_watches[api].is_alive():
            # An overloaded server delivers nothing for seconds, but still answers. One that was
            # killed before the first message came back does not answer.
            delivered = self._server_watches[api].has_delivered
            self.is_dead = not jack_server.answers() if known else delivered

    def _let_go_of(self, api: int) -> None:
        self._server_watches.pop(api, None)
        for to_send in (True, False):
            probe = self._probes.pop((api, to_send), None)
            if probe is not None:
                release(probe)

    def _is_jack(self, api: int) -> bool:
        return bool(api == self._rtmidi.API_UNIX_JACK)

    def _client(self, api: int, *, to_send: bool) -> Any:
        if to_send:
            return self._rtmidi.MidiOut(api, name=CLIENT)
        return self._rtmidi.MidiIn(api, name=CLIENT, queue_size_limit=_QUEUE_SIZE)

    def open_output(self, name: str) -> "PortOutput":
        """Open the port of a name for sending.

        Raises:
            PortError: There is no such port, or it is busy.
        """
        client = self._open(name, to_send=True)
        return PortOutput(name, client, delivery_s=self._delivery_of(client))

    def open_input(self, name: str, callback: InputCallback) -> PortInput:
        """Open the port of a name for receiving.

        Args:
            name: One of `inputs`.
            callback: Called with each message and its time, on the input's thread.

        Raises:
            PortError: There is no such port, or it is busy.
        """
        return PortInput(name, self._open(name, to_send=False), callback)

    def open_own_output(self) -> "PortOutput":
        """Create the port that other programs know as ours and receive from.

        Raises:
            PortError: This system has no virtual ports, or no MIDI system runs.
        """
        return self.open_virtual(OWN_OUTPUT, client=_TO_OTHERS)

    def open_own_input(self, callback: InputCallback) -> PortInput:
        """Create the port that other programs know as ours and send to.

        Args:
            callback: As for `open_input`.

        Raises:
            PortError: This system has no virtual ports, or no MIDI system runs.
        """

        def client(api: int) -> Any:
            return self._rtmidi.MidiIn(api, name=_FROM_OTHERS, queue_size_limit=_QUEUE_SIZE)

        return PortInput(OWN_INPUT, self._virtual(OWN_INPUT, client), callback)

    def open_virtual(self, name: str, *, client: str = CLIENT) -> "PortOutput":
        """Create a port that other programs can connect to and receive from.

        Args:
            name: Name of the port.
            client: Name of the client; ports of other clients appear in our own `inputs`.

        Raises:
            PortError: This system has no virtual ports, or no MIDI system runs.
        """

        def make(api: int) -> Any:
            return self._rtmidi.MidiOut(api, name=client)

        made = self._virtual(name, make)
        return PortOutput(name, made, kind="virtual", delivery_s=self._delivery_of(made))

    def open_track_output(self, name: str, label: str) -> "PortOutput":
        """Create a port for one track, as `Segue track 2:Bass`.

        Its client has the number at the end of the name, so that JACK always gives it the same
        name. macOS shows no client, so there the port is called `Segue: Bass`.

        Args:
            name: A name that `track_output` made.
            label: The track's name.

        Raises:
            PortError: This system has no virtual ports, or no MIDI system runs.
        """
        shown = f"{CLIENT}: {label}" if sys.platform == "darwin" else label
        return self.open_virtual(shown, client=f"{CLIENT} track {name.rpartition(' ')[2]}")

    def _delivery_of(self, client: Any) -> float:
        return DELIVERY_S if self._is_jack(client.get_current_api()) else 0.0

    def open_virtual_input(self, name: str) -> PortQueue:
        """Create a port that other programs, and another Segue, can send to.

        Raises:
            PortError: This system has no virtual ports, or no MIDI system runs.
        """

        def client(api: int) -> Any:
            return self._rtmidi.MidiIn(api, name=name, queue_size_limit=_LONG_QUEUE_SIZE)

        return PortQueue(self._virtual(name, client))

    def _virtual(self, name: str, make: Callable[[int], Any]) -> Any:
        # Listing begins the watch of the servers: the death of one before that is never noticed.
        self._ports(to_send=True)
        for api in self._apis:
            with quiet_libraries(), contextlib.suppress(OSError, NotImplementedError):
                client = make(api)
                client.open_virtual_port(name)
                return client
        raise PortError(
            "This system has no virtual MIDI ports.",
            hint="On Linux, start JACK or PipeWire; on Windows, install loopMIDI.",
        )

    def _open(self, name: str, *, to_send: bool) -> Any:
        apis = [api for known, api, _ in self._ports(to_send=to_send) if known == name]
        for api in apis[:1]:
            try:
                with quiet_libraries():
                    client = self._client(api, to_send=to_send)
                if self._connect(client, api, name, to_send=to_send):
                    return client
            except OSError as error:
                raise _busy(name) from error
            release(client)
        raise PortError(
            "‘{name}’ is not connected.",
            name=name,
            hint="It is used by itself as soon as it is back.",
        )

    def _connect(self, client: Any, api: int, name: str, *, to_send: bool) -> bool:
        """Open the port of a name; return False if it has gone.

        Creating a client takes long, so the port's index is looked up now and again after opening:
        if ports came or went in between, the index may be another port's.
        """
        place = self._place_of(name, api, to_send=to_send)
        if place is None:
            return False
        try:
            with quiet_libraries():
                client.open_port(place, name="out" if to_send else "in")
        except ValueError:  # the port has just gone
            return False
        return self._place_of(name, api, to_send=to_send) == place

    def _place_of(self, name: str, api: int, *, to_send: bool) -> int | None:
        ports = self._ports(to_send=to_send)
        return next((place for known, its, place in ports if (known, its) == (name, api)), None)

    def close(self) -> None:
        """Close the clients that list ports."""
        for api in {api for api, _ in self._probes}:
            self._let_go_of(api)


def _load_rtmidi() -> ModuleType | None:
    """Return rtmidi, or None if its libraries are missing (libasound on a bare Linux)."""
    try:
        import rtmidi  # noqa: PLC0415 - may be impossible here, and then everything else works
    except ImportError:
        return None
    loaded: ModuleType = rtmidi
    return loaded


def _busy(name: str) -> PortError:
    who = "Windows says ‘{}’ is" if sys.platform == "win32" else "‘{}’ is"
    return PortError(
        "{who} already in use by another program.",
        who=who.format(name),
        hint="Close it there or pick another port.",
    )


class PortOutput:
    """A MIDI port for sending; it sends at once, so call it when the time has come.

    Args:
        name: Name for the user.
        client: The rtmidi client with the port open.
        kind: A port of this machine, or a virtual one of our own.
        delivery_s: Time to stay open after sending, so that the last messages are delivered; 0
            where no message gets lost.
        clock: Returns seconds, monotonic.
    """

    banks = 1
    lead_s = 0.0
    latency_s = 0.0

    def __init__(
        self,
        name: str,
        client: Any,
        *,
        kind: OutputKind = "port",
        delivery_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._clock = clock
        self.kind = kind
        self._client = client
        self._delivery_s = delivery_s
        # The last message that ended notes, for each key, pedal and channel, and its time; a
        # message that begins one anew removes it.
        self._endings: dict[bytes, tuple[bytes, float]] = {}

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:  # noqa: ARG002
        """Send a message now.

        Raises:
            PortError: The port has gone.
        """
        if self._client is None:
            raise PortError("‘{name}’ is closed.", name=self.name)
        try:
            self._client.send_message(message)
        except (OSError, ValueError) as error:
            raise PortError("‘{name}’ was disconnected.", name=self.name) from error
        self._remember(message)

    def _remember(self, message: bytes) -> None:
        status, channel = message[0] & 0xF0, message[0] & 0x0F
        key = bytes(
            (wire.NOTE_OFF | channel if status == wire.NOTE_ON else message[0], *message[1:2])
        )
        self._endings.pop(key, None)
        if wire.ends_notes(message):
            self._endings[key] = message, self._clock()
            if len(self._endings) > _ENDINGS_KEPT:
                del self._endings[next(iter(self._endings))]
        elif status == wire.NOTE_ON:
            for number in (wire.ALL_SOUND_OFF, wire.ALL_NOTES_OFF):
                self._endings.pop(bytes((wire.CONTROL | channel, number)), None)

    def repeat_endings(self) -> None:
        """Send again what may be lost of what ended notes; a key that sounds anew sounds on.

        Raises:
            PortError: The port has gone.
        """
        since_s = self._clock() - _MAY_BE_LOST_S
        for message, at_s in tuple(self._endings.values()) if self._delivery_s else ():
            if at_s >= since_s:
                self.send(message, 0.0)

    def rename(self, name: str) -> None:
        """Give the port another name, its connections stay; macOS cannot, so its name stays."""
        with contextlib.suppress(OSError, RuntimeError):
            if self._client is not None:
                self._client.set_port_name(name)
                self.name = name

    def end_orphans(self) -> None:
        """End all possible notes; takes a tenth of a second, more if messages may get lost.

        Raises:
            PortError: The port has gone.
        """
        for _ in range(_ORPHANS_TOLD if self._delivery_s else 1):
            # A port that was just opened may not be connected yet; a busy server loses periods.
            time.sleep(self._delivery_s)
            for channel in range(16):
                for message in wire.orphans(channel):
                    self.send(message, 0.0)
                time.sleep(_PACE_S)
        self._endings.clear()

    def cancel(self) -> None:
        """Do nothing: every message is sent at once."""

    def close(self) -> None:
        """Close the port once everything, and the last note-offs again, has been delivered."""
        client, self._client = self._client, None
        if client is not None:
            lossy = bool(self._delivery_s)
            endings = tuple(message for message, _ in self._endings.values()) if lossy else ()
            release(client, endings=endings, delivery_s=self._delivery_s)
