"""Messages to JSON lines and back; every field is checked on arrival.

Import this module after all modules with messages: it collects the subclasses of `Command` and
`Event`.
"""

import contextlib
from typing import Any, Union

import msgspec

from engine.gate.documents import NOT_JSON, in_words
from engine.ground.errors import ProcessError
from engine.messages.base import Command, Event, Message, PipeMessage, kinds
from engine.sentence import from_wire, to_wire
from engine.values.ranges import Chosen


def _one_of(family: type[Message]) -> Any:
    return Union[tuple(kinds(family))]  # noqa: UP007 - `|` cannot join a list


_encoder = msgspec.json.Encoder(enc_hook=to_wire)
_english_encoder = msgspec.json.Encoder(enc_hook=str)
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(
    _one_of(Command), dec_hook=from_wire
)
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(
    _one_of(Event), dec_hook=from_wire
)
_pipe_decoder: msgspec.json.Decoder[PipeMessage] = msgspec.json.Decoder(
    _one_of(PipeMessage), dec_hook=from_wire
)


def encode(message: Message) -> bytes:
    """Return one JSON line, newline included."""
    return _encoder.encode(message) + b"\n"


def encode_in_english(message: Message) -> bytes:
    """Return one JSON line in which each sentence is its English text, for other programs."""
    return _english_encoder.encode(message) + b"\n"


class CommandError(ProcessError):
    """A line that is no command.

    Attributes:
        piece: The piece that it names, 0 where it names none.
        request: The request that it names, 0 where it names none.
    """

    piece = 0
    request = 0


class _Named(msgspec.Struct):
    piece: Chosen = 0
    request: Chosen = 0


def decode_command(line: bytes) -> Command:
    """Return the command on a line.

    Raises:
        CommandError: The line is no command.
    """
    try:
        return _command_decoder.decode(line)
    except NOT_JSON as error:
        raise _refusal(line, error) from error


def _refusal(line: bytes, error: Exception) -> CommandError:
    """Return the error of a line that is no command, with the numbers that its sender knows."""
    refusal = CommandError("A command could not be read: {error}.", error=in_words(error))
    with contextlib.suppress(*NOT_JSON):
        named = msgspec.json.decode(line, type=_Named)
        refusal.piece, refusal.request = named.piece, named.request
    return refusal


def decode_event(line: bytes) -> Event:
    """Return the event on a line.

    Raises:
        ProcessError: The line is no event.
    """
    try:
        return _event_decoder.decode(line)
    except NOT_JSON as error:
        raise ProcessError("An event could not be read: {error}", error=error) from error


def decode_pipe(line: bytes) -> PipeMessage:
    """Return what came through the pipe between the player and live.

    Raises:
        ProcessError: It is nothing that either of them says there.
    """
    try:
        return _pipe_decoder.decode(line)
    except NOT_JSON as error:
        raise ProcessError(
            "A message of the jam could not be read: {error}", error=error
        ) from error
