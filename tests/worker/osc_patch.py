"""Another program that speaks OSC, with a socket of its own."""

import socket

from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder

from engine.worker.osc import LOOP_BACK


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((LOOP_BACK, 0))
        number: int = probe.getsockname()[1]
        return number


def datagram(path: str, *arguments: object) -> bytes:
    builder = OscMessageBuilder(path)
    for argument in arguments:
        builder.add_arg(argument)  # type: ignore[arg-type]
    return builder.build().dgram


class Patch:
    """Sends to a port and hears the answers."""

    def __init__(self, port: int) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.settimeout(10)
        self._socket.connect((LOOP_BACK, port))

    def say(self, path: str, *arguments: object) -> None:
        self._socket.send(datagram(path, *arguments))

    def throw(self, data: bytes) -> None:
        self._socket.send(data)

    def hear(self) -> tuple[str, list[object]]:
        message = OscMessage(self._socket.recv(65535))
        return message.address, list(message.params)

    def close(self) -> None:
        self._socket.close()
