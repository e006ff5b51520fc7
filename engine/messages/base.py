"""What every child says, and the values that several messages carry."""

import msgspec


class Message(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The base of all messages; the class name travels as the tag."""


class Ready(Message, frozen=True, kw_only=True):
    """The child is up and listens.

    Attributes:
        role: live, player or job.
        seconds: From its start until now.
    """

    role: str
    seconds: float


class Alive(Message, frozen=True, kw_only=True):
    """A heartbeat, four a second; a child silent for long is taken for dead."""


class Failed(Message, frozen=True, kw_only=True):
    """What was asked for did not work; the child lives on.

    Attributes:
        request: The request it belongs to, or 0.
        message: One sentence for the user.
        hint: What the user can do, or empty.
        details: A traceback for the log, or empty.
    """

    request: int = 0
    message: str
    hint: str = ""
    details: str = ""


class Notice(Message, frozen=True, kw_only=True):
    """One sentence for the user that is no failure."""

    message: str
