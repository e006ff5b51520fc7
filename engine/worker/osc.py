"""OSC for `segue serve`: datagrams on the loop-back address become commands, events become replies.

Only this module imports pythonosc. `docs/serve.md` lists the messages. It is off unless
`OpenOsc` opens it.
"""

import contextlib
import hmac
import math
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder
from pythonosc.osc_packet import OscPacket

from engine.ground.errors import ProcessError
from engine.messages import (
    Command,
    ContinuationFinished,
    Failed,
    Heard,
    Message,
    NotesMade,
    OpenOsc,
    decode_command,
)

# Stands for a drum kit where a program is expected, as in the window.
DRUM_KIT = 128
LOOP_BACK = "127.0.0.1"
_LARGEST_DATAGRAM_BYTES = 65_535  # bytes of a datagram
# A sender that answers each failure with something wrong must not keep this busy for ever.
_FAILURE_EVERY_S = 0.5
_MOST_SENDERS = 64

Address = tuple[str, int]
Fields = dict[str, Any]
Put = Callable[[Command], None]


class OscGateway:
    """Receives commands on the loop-back address and answers their senders.

    The events of a piece go to the sender that spoke of it last.

    Args:
        command: The port and the token.
        put: Takes commands; called on the gateway's thread.
        clock: Seconds, monotonic.

    Raises:
        ProcessError: The port is in use.
    """

    def __init__(
        self, command: OpenOsc, put: Put, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._token = command.token
        self._put = put
        self._clock = clock
        self._senders: dict[int, Address] = {}
        self._told_s: dict[Address, float] = {}
        self._closed = False
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind((LOOP_BACK, command.port))
        except OSError as error:
            self._socket.close()
            raise ProcessError(
                "OSC cannot use port {port}: {strerror}.",
                port=command.port,
                strerror=error.strerror,
                hint="Choose another port.",
            ) from error
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._run, name="osc", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop receiving, and end the thread."""
        self._closed = True
        # A datagram of its own wakes the thread.
        with contextlib.suppress(OSError):
            self._socket.sendto(b"", (LOOP_BACK, self.port))
        self._thread.join()
        self._socket.close()

    def tell(self, event: Message) -> None:
        """Send an event to the sender that spoke of its piece last."""
        for piece, path, *arguments in replies(event):
            sender = self._senders.get(piece)
            if sender is not None:
                self._send(sender, path, (piece, *arguments))

    # --- on the thread -------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closed:
            try:
                datagram, sender = self._socket.recvfrom(_LARGEST_DATAGRAM_BYTES)
            except OSError:
                continue  # Windows reports here that a reply reached nobody
            if not self._closed:
                self._take(datagram, sender)

    def _take(self, datagram: bytes, sender: Address) -> None:
        try:
            for message in messages_of(datagram):
                command = self._command(message)
                self._answer(getattr(command, "piece", 0), sender)
                self._put(command)
        except ProcessError as error:
            self._refuse(sender, error.message)

    def _answer(self, piece: int, sender: Address) -> None:
        """Send the events of a piece to a sender from now on."""
        self._senders.pop(piece, None)
        if len(self._senders) >= _MOST_SENDERS:
            self._senders.pop(next(iter(self._senders)))
        self._senders[piece] = sender

    def _command(self, message: OscMessage) -> Command:
        """Return the command of a message.

        Raises:
            ProcessError: The token is wrong, or the message is no command.
        """
        token, *arguments = message.params or [None]
        sent = token.encode() if isinstance(token, str) else b""
        if not hmac.compare_digest(sent, self._token.encode()):
            raise ProcessError(
                "The first argument of {address} is not the token.", address=message.address
            )
        return command_of(message.address, arguments)

    def _refuse(self, sender: Address, sentence: str) -> None:
        now_s = self._clock()
        if now_s < self._told_s.get(sender, -math.inf) + _FAILURE_EVERY_S:
            return
        if len(self._told_s) >= _MOST_SENDERS:
            self._told_s.clear()
        self._told_s[sender] = now_s
        self._send(sender, "/segue/failed", (0, sentence))

    def _send(self, sender: Address, path: str, arguments: Sequence[int | str]) -> None:
        builder = OscMessageBuilder(path)
        for argument in arguments:
            builder.add_arg(argument)
        with contextlib.suppress(OSError):  # nobody listens there any more
            self._socket.sendto(builder.build().dgram, sender)


def messages_of(datagram: bytes) -> Iterator[OscMessage]:
    """Yield the messages of a datagram, a bundle or a single one, without regard to their times.

    Raises:
        ProcessError: It is no OSC.
    """
    try:
        packet = OscPacket(datagram)
    except Exception as error:
        # pythonosc raises errors of several kinds at wrong bytes, not only its own.
        raise ProcessError("A datagram is no OSC message.") from error
    for timed in packet.messages:
        yield timed.message


def command_of(path: str, arguments: Sequence[Any]) -> Command:
    """Return the command that a message stands for; it passes the same checks as a JSON line.

    Args:
        path: The address, such as `/segue/hear`.
        arguments: Those after the token. Whole numbers may be floats, as patches send them.

    Raises:
        ProcessError: There is no such message, or its arguments are wrong.
    """
    if path == "/segue/json":
        line = arguments[0] if arguments else ""
        if not isinstance(line, str):
            raise ProcessError("/segue/json takes one command as text.")
        return decode_command(line.encode())
    make = _COMMANDS.get(path)
    if make is None:
        raise ProcessError("There is no OSC message {path}.", path=path[:80])
    try:
        fields = make(*(_whole(each) for each in arguments))
    except (TypeError, ValueError) as error:
        raise ProcessError("{path} has other arguments than these.", path=path) from error
    return decode_command(msgspec.json.encode(fields))


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError
    return round(value)


def _open(piece: int, *programs: int) -> Fields:
    tracks = [
        {"program": 0, "is_drum": True} if program == DRUM_KIT else {"program": program}
        for program in programs or (0,)
    ]
    return {"type": "OpenPiece", "piece": piece, "score": {"tracks": tracks}}


def _hear(piece: int, track: int, *numbers: int) -> Fields:
    start, pitch, duration, velocity, *rest = numbers
    (number,) = rest or (0,)
    note = {"start": start, "pitch": pitch, "duration": duration, "velocity": velocity}
    notes = [{"track": track, "note": note}]
    return {"type": "Hear", "piece": piece, "number": number, "notes": notes}


def _go_on(piece: int, start: int, bars: int, request: int = 1) -> Fields:
    ask = {"start": start, "bars": bars, "alternatives": 1, "planned": False}
    return {"type": "GoOn", "piece": piece, "request": request, "ask": ask}


def _cancel(piece: int, request: int = 1) -> Fields:
    return {"type": "CancelContinue", "piece": piece, "request": request}


def _rewind(piece: int, bar: int) -> Fields:
    return {"type": "Rewind", "piece": piece, "bar": bar}


def _close(piece: int) -> Fields:
    return {"type": "ClosePiece", "piece": piece}


_COMMANDS: dict[str, Callable[..., Fields]] = {
    "/segue/open": _open,
    "/segue/hear": _hear,
    "/segue/goon": _go_on,
    "/segue/cancel": _cancel,
    "/segue/rewind": _rewind,
    "/segue/close": _close,
}


def replies(event: Message) -> Iterator[tuple[Any, ...]]:
    """Yield (piece, address, arguments after the piece …) of each reply to an event."""
    match event:
        case NotesMade():
            for made in event.notes:
                note = made.note
                yield (
                    event.piece, "/segue/note", event.request, event.alternative, made.track,
                    note.start, note.pitch, note.duration, note.velocity,
                )  # fmt: skip
        case Heard():
            yield event.piece, "/segue/heard", event.number
        case ContinuationFinished():
            yield event.piece, "/segue/finished", event.request
        case Failed():
            yield event.piece, "/segue/failed", f"{event.message} {event.hint}".strip()
