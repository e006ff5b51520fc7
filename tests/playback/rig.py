"""The player's role on a thread, with devices that tests plug in."""

import queue
import threading
from collections.abc import Callable

import pytest

from engine.ground.errors import PortError, SoundError
from engine.messages import Message
from engine.playback.ports import port_manager as port_managers
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.role import PlayerRole


class NamedRecording(RecordingOutput):
    """A port whose name can change."""

    def rename(self, name: str) -> None:
        self.name = name


class Rig:
    """A role on a thread, what it said, and devices that tests plug in."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.events: list[Message] = []
        self.ports: dict[str, RecordingOutput] = {}
        self.made: dict[str, RecordingOutput] = {}
        self.sound: RecordingOutput | None = None
        rig = self

        class Midi:
            is_dead = False
            makes_ports = False
            has_jack = False

            def outputs(self) -> tuple[str, ...]:
                return tuple(rig.ports)

            def inputs(self) -> tuple[str, ...]:
                return ()

            def open_output(self, name: str) -> RecordingOutput:
                if name not in rig.ports:
                    raise PortError(f"‘{name}’ is not connected.")
                return rig.ports[name]

            def open_virtual(self, name: str, label: str = "") -> RecordingOutput:
                rig.made[name] = output = NamedRecording(label or name)
                output.kind = "virtual"
                return output

            open_track_output = open_virtual

            def open_input(self, name: str, _callback: object) -> None:
                raise PortError(f"‘{name}’ is not connected.")

            def close(self) -> None:
                pass

        def synth(*_args: object, **_options: object) -> RecordingOutput:
            if rig.sound is None:
                raise SoundError("No audio device found.")
            return rig.sound

        monkeypatch.setattr(port_managers, "MidiSystem", lambda *, watched: watched and Midi())
        monkeypatch.setattr(port_managers, "SynthOutput", callable_type(synth))
        monkeypatch.setattr(port_managers, "audio_devices", tuple)
        monkeypatch.setattr(port_managers, "POLL_S", 0.02)
        monkeypatch.setattr(port_managers, "_SOUND_RETRY_S", 0.05)
        self.role = PlayerRole(self.inbox, self.events.append)  # type: ignore[arg-type]
        self.thread = threading.Thread(target=self.role.run)

    def send(self, *commands: object) -> None:
        for command in commands:
            self.inbox.put(command)

    def said(self, kind: type[Message]) -> list[Message]:
        return [event for event in self.events if isinstance(event, kind)]

    def end(self) -> None:
        self.inbox.put(None)
        self.thread.join(5)
        self.role.close()


def callable_type(make: Callable[..., RecordingOutput]) -> type:
    """Return a class whose making is this function: `isinstance` must still work on it."""

    class Stand:
        alive = True

        def __new__(cls, *args: object, **options: object) -> RecordingOutput:  # type: ignore[misc]
            return make(*args, **options)

    return Stand
