"""The MIDI ports of this machine. The only importer of rtmidi; the player's loop never calls it.

Ports are known by name. A send to a port that has gone raises nothing on most systems, so whoever
uses one must look at the list again and again (see `engine.playback.keeper`).
"""

import contextlib
import re
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.errors import PortError
from engine.messages import OutputKind
from engine.playback import jack_server, wire
from engine.playback.closing import DELIVERY_S, release
from engine.playback.input_ports import InputCallback, PortInput, PortQueue
from engine.playback.port_names import port_names
from engine.playback.pulse import Pulse
from engine.playback.quiet import quiet_libraries

CLIENT = "Segue"
# JACK calls the second client of a name `Segue-01`.
_OURS = re.compile(rf"{CLIENT}(-\d+)?:")
_ASK_AGAIN_S = 2.0
_ALSA_SEQUENCER = Path("/dev/snd/seq")
# Of a port's endings; more than can sound at once on 16 channels in any piece.
_ENDINGS_KEPT = 1024
# Between the channels of what ends all notes: what waits for delivery must not overflow.
_PACE_S = 0.005
# A busy server loses periods; told twice, the notes of one dead player in 23 sounded on.
_ORPHANS_TOLD = 3
# Of messages that nobody took yet: of an input that is read each millisecond, and of one that is
# read when all is over, a minute of the fastest.
_QUEUE_SIZE, _LONG_QUEUE_SIZE = 16_384, 200_000
# ALSA adds the numbers of client and port, which are others each time a device is plugged in.
_ALSA_NUMBERS = re.compile(r" \d+:\d+$")


def friendly(names: Sequence[str]) -> tuple[str, ...]:
    """Return port names as the user knows them: no ALSA numbers, the second of a name `… (2)`."""
    seen: Counter[str] = Counter()
    shown = []
    for name in names:
        plain = _ALSA_NUMBERS.sub("", name)
        seen[plain] += 1
        shown.append(plain if seen[plain] == 1 else f"{plain} ({seen[plain]})")
    return tuple(shown)


class MidiSystem:
    """Lists and opens MIDI ports of every system that rtmidi was built for and that runs here.

    Args:
        watched: Notice when a server dies whose list stays as it was (see `Pulse`).

    Attributes:
        is_dead: Whether one has. Its library cannot be used again in this process: whoever makes a
            client of the next server while there are some of the last one crashes.
    """

    def __init__(self, *, watched: bool = False) -> None:
        self._rtmidi: Any = _load_rtmidi()
        self._watched = watched
        self.is_dead = False
        self._jack: jack_server.Identity | None = None
        self._pulses: dict[int, Pulse] = {}
        self._probes: dict[tuple[int, bool], Any] = {}
        self._asleep_until_s: dict[int, float] = {}
        self._lock = threading.Lock()

    def outputs(self) -> tuple[str, ...]:
        """Return the names of ports that can be sent to; none where no MIDI system runs."""
        return tuple(name for name, _, _ in self._ports(to_send=True))

    def inputs(self) -> tuple[str, ...]:
        """Return the names of ports that can be listened to."""
        return tuple(name for name, _, _ in self._ports(to_send=False))

    def _ports(self, *, to_send: bool) -> list[tuple[str, int, int]]:
        """Return (friendly name, API, index in that API) of each port."""
        if self._rtmidi is None:
            return []
        found = []
        with self._lock, quiet_libraries():
            for api in self._rtmidi.get_compiled_api():
                names = self._names(api, to_send=to_send)
                shown = friendly(names)
                found += [(name, api, i) for i, name in enumerate(shown)]
        # Our own ports are no destinations: they would feed what we play back to us.
        return [port for port in found if not _OURS.match(port[0])]

    def _names(self, api: int, *, to_send: bool) -> list[str]:
        """Return the raw names of one API's ports; a probe that works is kept for next time."""
        key = api, to_send
        if time.monotonic() < self._asleep_until_s.get(api, 0.0) or not self._may_run(api):
            return []
        try:
            if key not in self._probes:
                self._probes[key] = self._client(api, to_send=to_send)
            names = port_names(self._probes[key])
            self._feel_pulse(api)
        except OSError:
            # A system that does not run is asked seldom: each attempt takes milliseconds.
            self._asleep_until_s[api] = time.monotonic() + _ASK_AGAIN_S
            self._let_go_of(api)
            return []
        return names

    def _may_run(self, api: int) -> bool:
        """Return whether it is worth asking a system that was not there: asking delays notes."""
        if (api, True) in self._probes or (api, False) in self._probes:
            return True
        if api == self._rtmidi.API_LINUX_ALSA:
            return _ALSA_SEQUENCER.exists()
        return not (self._is_jack(api) and jack_server.can_be_told()) or jack_server.answers()

    def _feel_pulse(self, api: int) -> None:
        """Notice whether JACK still delivers."""
        if not (self._watched and self._is_jack(api)):
            return
        if api not in self._pulses:
            for to_send in (True, False):
                if (api, to_send) not in self._probes:
                    self._probes[api, to_send] = self._client(api, to_send=to_send)
            self._pulses[api] = Pulse(self._probes[api, True], self._probes[api, False])
            self._jack = jack_server.identity()
        known = self._jack is not None
        if known and jack_server.identity() != self._jack:
            self.is_dead = True  # it has gone, or another one has its place
        elif not self._pulses[api].beats():
            # One that is overloaded delivers nothing for seconds, and lives.
            self.is_dead = not (known and jack_server.answers())

    def _let_go_of(self, api: int) -> None:
        self._pulses.pop(api, None)
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
        """Open the port of this name to send to it.

        Raises:
            PortError: There is no such port, or it is busy.
        """
        client = self._open(name, to_send=True)
        return PortOutput(name, client, delivery_s=self._delivery_of(client))

    def open_input(self, name: str, callback: InputCallback) -> PortInput:
        """Open the port of this name and hand on what it plays.

        Args:
            name: One of `inputs`.
            callback: Gets each message and the time it came, on a thread of the input.

        Raises:
            PortError: There is no such port, or it is busy.
        """
        return PortInput(name, self._open(name, to_send=False), callback)

    def open_virtual(self, name: str, *, client: str = CLIENT) -> "PortOutput":
        """Make a port that other programs can listen to.

        Args:
            name: Of the port.
            client: Of whom it seems to be; another one's is an input for us, too.

        Raises:
            PortError: This system has no virtual ports, or no MIDI system runs.
        """

        def make(api: int) -> Any:
            return self._rtmidi.MidiOut(api, name=client)

        made = self._virtual(name, make)
        return PortOutput(name, made, kind="virtual", delivery_s=self._delivery_of(made))

    def _delivery_of(self, client: Any) -> float:
        return DELIVERY_S if self._is_jack(client.get_current_api()) else 0.0

    def open_virtual_input(self, name: str) -> PortQueue:
        """Make a port that other programs, and another Segue, can send to.

        Raises:
            PortError: This system has no virtual ports, or no MIDI system runs.
        """

        def client(api: int) -> Any:
            return self._rtmidi.MidiIn(api, name=name, queue_size_limit=_LONG_QUEUE_SIZE)

        return PortQueue(self._virtual(name, client))

    def _virtual(self, name: str, make: Callable[[int], Any]) -> Any:
        apis = self._rtmidi.get_compiled_api() if self._rtmidi is not None else ()
        for api in apis:
            with quiet_libraries(), contextlib.suppress(OSError, NotImplementedError):
                client = make(api)
                client.open_virtual_port(name)
                return client
        raise PortError(
            "This system has no virtual MIDI ports.",
            hint="On Windows, loopMIDI adds ports that programs can share.",
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
            f"‘{name}’ is not connected.", hint="It is used by itself as soon as it is back."
        )

    def _connect(self, client: Any, api: int, name: str, *, to_send: bool) -> bool:
        """Open the port of a name; return False if it is no longer there.

        Making a client takes long, so its place is looked up now; and once more afterwards: if
        others came or went meanwhile, what was opened may be another port.
        """
        place = self._place_of(name, api, to_send=to_send)
        if place is None:
            return False
        try:
            with quiet_libraries():
                client.open_port(place, name="out" if to_send else "in")
        except ValueError:  # it has just gone
            return False
        return self._place_of(name, api, to_send=to_send) == place

    def _place_of(self, name: str, api: int, *, to_send: bool) -> int | None:
        ports = self._ports(to_send=to_send)
        return next((place for known, its, place in ports if (known, its) == (name, api)), None)

    def close(self) -> None:
        """Let go of everything used to list ports."""
        for api in {api for api, _ in self._probes}:
            self._let_go_of(api)


def _load_rtmidi() -> ModuleType | None:
    """Return rtmidi, or None where its libraries are missing (libasound on a bare Linux)."""
    try:
        import rtmidi  # noqa: PLC0415 - may be impossible here, and then everything else works
    except ImportError:
        return None
    return rtmidi  # type: ignore[no-any-return]


def _busy(name: str) -> PortError:
    who = "Windows says ‘{}’ is" if sys.platform == "win32" else "‘{}’ is"
    return PortError(
        f"{who.format(name)} already in use by another program.",
        hint="Close it there or pick another port.",
    )


class PortOutput:
    """A MIDI port to send to; sends at once, so it is called when the time has come.

    Args:
        name: As the user knows it.
        client: The rtmidi client with its port open.
        kind: A port of this machine, or a virtual one of our own.
        delivery_s: How long it must stay open after sending, so that what was sent is delivered.
    """

    banks = 1
    lead_s = 0.0
    latency_s = 0.0

    def __init__(
        self, name: str, client: Any, *, kind: OutputKind = "port", delivery_s: float = 0.0
    ) -> None:
        self.name = name
        self.kind = kind
        self._client = client
        self._delivery_s = delivery_s
        # What ended notes since one last began: said again when the port is closed.
        self._endings: deque[bytes] = deque(maxlen=_ENDINGS_KEPT)

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:  # noqa: ARG002
        """Send a message now.

        Raises:
            PortError: The port has gone.
        """
        if self._client is None:
            raise PortError(f"‘{self.name}’ is closed.")
        try:
            self._client.send_message(message)
        except (OSError, ValueError) as error:
            raise PortError(f"‘{self.name}’ was disconnected.") from error
        if wire.ends_notes(message):
            self._endings.append(message)
        elif message[0] & 0xF0 == wire.NOTE_ON:
            self._endings.clear()

    def end_orphans(self) -> None:
        """End all notes there can be; takes a tenth of a second, and more where it may be lost.

        Raises:
            PortError: The port has gone.
        """
        for _ in range(_ORPHANS_TOLD if self._delivery_s else 1):
            # A port that was just opened may not be connected yet, and a busy server loses periods.
            time.sleep(self._delivery_s)
            for channel in range(16):
                for message in wire.orphans(channel):
                    self.send(message, 0.0)
                time.sleep(_PACE_S)
        self._endings.clear()

    def cancel(self) -> None:
        """Do nothing: it holds nothing back."""

    def close(self) -> None:
        """Close the port soon; what was sent before is delivered, and what ended notes again."""
        client, self._client = self._client, None
        if client is not None:
            endings = tuple(self._endings) if self._delivery_s else ()
            release(client, endings=endings, delivery_s=self._delivery_s)
