"""Another program beside Segue, in a process of its own: it connects itself to Segue's ports.

It can be killed as any DAW can. Started by `Daw`; run with JSON in its first argument.
"""

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import rtmidi

from tests.waiting import eventually

# It looks for ports of Segue that have come or gone as often as a DAW's own watch does.
_LOOKS_EVERY_S = 0.05
# It reports the first pulse of its clock as if it came from a port of this name.
_STARTED = "started"


class Daw:
    """The process, and what it has heard.

    Args:
        hears: Ports of Segue that it receives from, as JACK names them.
        plays: The port of Segue that it sends to; empty for none.
        clock: Beats a minute of the MIDI clock that it sends after `start`; 0 for none.
    """

    def __init__(self, hears: Sequence[str], *, plays: str = "", clock: float = 0.0) -> None:
        setup = json.dumps({"hears": list(hears), "plays": plays, "clock": clock})
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.playback.fake_daw", setup],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._started_s = 0.0
        # (port, seconds on this machine's monotonic clock, message)
        self.heard: list[tuple[str, float, bytes]] = []
        self.connected: set[str] = set()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            said = json.loads(line)
            if said["port"] == _STARTED:
                self._started_s = said["at_s"]
            elif said["message"] is None:
                self.connected.add(said["port"])
            else:
                self.heard.append((said["port"], said["at_s"], bytes.fromhex(said["message"])))

    @staticmethod
    def now_s() -> float:
        """Seconds on the clock of `heard`."""
        return time.monotonic()

    def began_s(self) -> float:
        """The time of the first pulse of its clock."""
        assert eventually(lambda: self._started_s > 0.0)
        return self._started_s

    def on(self, port: str) -> list[bytes]:
        """The messages that came from a port."""
        return [message for name, _, message in tuple(self.heard) if name == port]

    def awaits(self, *ports: str) -> None:
        """Wait until it is connected to ports of Segue."""
        assert eventually(lambda: self.connected >= set(ports)), self.connected

    def send(self, *messages: bytes) -> None:
        """Have it play messages to Segue."""
        assert self._process.stdin is not None
        for message in messages:
            self._process.stdin.write(message.hex() + "\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it as a crash would."""
        self._process.kill()
        self._end()

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._end()

    def _end(self) -> None:
        self._process.wait()
        self._reader.join(10)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def __enter__(self) -> "Daw":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# --- the process -----------------------------------------------------------------------------


def main(setup: dict[str, Any]) -> None:
    """Connect to Segue's ports whenever they are there, print what comes, play what is asked."""
    commands: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(commands,), daemon=True).start()
    inputs: dict[str, Any] = {}
    output = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name="DAW out") if setup["plays"] else None
    is_out = False
    pulse_s = 60 / setup["clock"] / 24 if setup["clock"] else 0.0
    due_s, looked_s = 0.0, -1.0
    while True:
        now_s = time.monotonic()
        if now_s - looked_s > _LOOKS_EVERY_S:
            looked_s = now_s
            _connect(setup["hears"], inputs)
            is_out = is_out or (output is not None and _open(output, setup["plays"]))
        for port, at_s, message in _came(inputs):
            _say(port, at_s, message)
        while not commands.empty():
            command = commands.get()
            if command is None:
                return
            if output is not None:
                output.send_message(list(command))
            if pulse_s and command[0] in {0xFA, 0xFB}:
                due_s = time.monotonic()
                _say(_STARTED, due_s, None)
            if command[0] == 0xFC:
                due_s = 0.0
        if output is not None and due_s and time.monotonic() >= due_s:
            output.send_message([0xF8])
            due_s += pulse_s
        time.sleep(0.0005)


def _listen(commands: "queue.SimpleQueue[bytes | None]") -> None:
    for line in sys.stdin:
        commands.put(bytes.fromhex(line))
    commands.put(None)


def _connect(wanted: Sequence[str], inputs: dict[str, Any]) -> None:
    for name in wanted:
        if name not in inputs:
            client = rtmidi.MidiIn(
                rtmidi.API_UNIX_JACK, name=f"DAW {len(inputs)}", queue_size_limit=100_000
            )
            client.ignore_types(timing=False)
            if _open(client, name):
                inputs[name] = client
            else:
                client.delete()


def _open(client: Any, name: str) -> bool:
    ports = client.get_ports()
    if name not in ports:
        return False
    client.open_port(ports.index(name))
    _say(name, time.monotonic(), None)
    return True


def _came(inputs: dict[str, Any]) -> Iterator[tuple[str, float, bytes]]:
    for name, client in inputs.items():
        while (got := client.get_message()) is not None:
            yield name, time.monotonic(), bytes(got[0])


def _say(port: str, at_s: float, message: bytes | None) -> None:
    told = None if message is None else message.hex()
    sys.stdout.write(json.dumps({"port": port, "at_s": at_s, "message": told}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
