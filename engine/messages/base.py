"""The base classes of messages, and the events that every child sends.

The base class of a message decides who sends it to whom; no other list exists. `wire` and the
window's `Link` find the messages through these bases.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from engine.ground.errors import ProcessError
from engine.sentence import Text
from engine.values.ranges import Chosen

PROTOCOL = 5
"""The version of the messages. Raise it when a program that knows only the earlier messages would
misread these: a new field has no default, or a field or a message goes or means something else.
`docs/protocol.md` explains the protocol."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The base of all messages; the class name travels as the tag.

    A message that is a value, or says more about one, extends the value's class too: a view takes
    it as that value, and knows no message (`ImportReport` is an `ImportResult`).
    """


_Kind = TypeVar("_Kind", bound=Message)


class Command(Message, frozen=True, kw_only=True):
    """A message from the parent to a child."""


class Event(Message, frozen=True, kw_only=True):
    """A message from a child to its parent; every child may send direct subclasses."""


class PipeMessage(Message, frozen=True, kw_only=True):
    """A message through the pipe between player and live; the window does not see it."""


class FromPlayer(PipeMessage, frozen=True, kw_only=True):
    """From the player to live."""


class FromLive(PipeMessage, frozen=True, kw_only=True):
    """From live to the player."""


class LiveCommand(Command, frozen=True, kw_only=True):
    """To the child that makes music."""


class LiveEvent(Event, frozen=True, kw_only=True):
    """From the child that makes music."""


class PieceCommand(LiveCommand, frozen=True, kw_only=True):
    """About one piece.

    Attributes:
        piece: A number chosen by the sender; the window's only piece is 0.
    """

    piece: Chosen = 0


class PieceEvent(LiveEvent, frozen=True, kw_only=True):
    """About one piece.

    Attributes:
        piece: That of the command.
    """

    piece: Chosen = 0


class ServeCommand(Command, frozen=True, kw_only=True):
    """To `segue serve` alone, which also takes each `PieceCommand` and `LoadModel`."""


class PlayerCommand(Command, frozen=True, kw_only=True):
    """To the player."""


class PlayerEvent(Event, frozen=True, kw_only=True):
    """From the player."""


class JobCommand(Command, frozen=True, kw_only=True):
    """To a child that runs one job: an import, a training, an export."""


class JobEvent(Event, frozen=True, kw_only=True):
    """From a child that runs one job."""


class RenderCommand(JobCommand, frozen=True, kw_only=True):
    """To the job that writes audio files."""


class RenderEvent(JobEvent, frozen=True, kw_only=True):
    """From the job that writes audio files."""


class LibraryCommand(Command, frozen=True, kw_only=True):
    """To the child that searches the catalogue."""


class LibraryEvent(Event, frozen=True, kw_only=True):
    """From the child that searches the catalogue."""


class EngraveCommand(Command, frozen=True, kw_only=True):
    """To the child that draws pages of music."""


class EngraveEvent(Event, frozen=True, kw_only=True):
    """From the child that draws pages of music."""


class ListenCommand(Command, frozen=True, kw_only=True):
    """To the child that listens to sound."""


class ListenEvent(Event, frozen=True, kw_only=True):
    """From the child that listens to sound."""


class ReaderCommand(Command, frozen=True, kw_only=True):
    """To the child that opens pieces from outside."""


class ReaderEvent(Event, frozen=True, kw_only=True):
    """From the child that opens pieces from outside."""


def kinds(family: type[_Kind]) -> Iterator[type[_Kind]]:
    """Yield the message classes below a base; classes with subclasses are bases, too."""
    for derived in family.__subclasses__():
        if derived.__subclasses__():
            yield from kinds(derived)
        else:
            yield derived


class Ready(Event, frozen=True, kw_only=True):
    """The child has started and reads commands.

    Attributes:
        role: `live`, `player` or another name in `engine.processes.process.ROLES`.
        seconds: From its start until now.
        protocol: `PROTOCOL` of the child's program; 0 for one that is older than this field.
    """

    role: str
    seconds: float
    protocol: int = 0


def require_same_protocol(ready: Ready) -> None:
    """Refuse a child whose messages have another version than this program's.

    That happens when Segue is updated while it is open: the next child is of the new version.

    Raises:
        ProcessError: The versions differ.
    """
    if ready.protocol != PROTOCOL:
        raise ProcessError(
            "Segue was changed while it was running. The messages of its new {role} process "
            "have version {protocol}, those of this program version {own}.",
            role=ready.role,
            protocol=ready.protocol,
            own=PROTOCOL,
            hint="Save your work and start Segue again.",
        )


class Alive(Event, frozen=True, kw_only=True):
    """A heartbeat, sent four times a second."""


class Failed(Event, frozen=True, kw_only=True):
    """A command failed; the child goes on.

    Attributes:
        request: The request that failed, or 0.
        piece: The piece of the command that failed, or 0.
        message: One sentence for the user.
        hint: The user's remedy, or empty.
        details: A traceback for the log, or empty.
    """

    request: int = 0
    piece: int = 0
    message: Text
    hint: Text = ""
    details: str = ""


class Notice(Event, frozen=True, kw_only=True):
    """One sentence for the user that is no failure."""

    message: Text
