"""The player's end of the pipe to live: what is said there goes into the queue of commands."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.messages import FromLive, FromPlayer, OpenPipe, PipeMessage
from engine.pipe import PipeEnd, listen_at


@dataclass(frozen=True, slots=True)
class LiveSaid:
    """Live said something."""

    message: FromLive


@dataclass(frozen=True, slots=True)
class LiveCame:
    """Live is there, and knows nothing yet."""


@dataclass(frozen=True, slots=True)
class LiveWent:
    """Live has gone: nobody plans any more."""


JamNews = LiveSaid | LiveCame | LiveWent


class JamLine:
    """Opens and leaves the pipe.

    Args:
        post: Takes news; called on the pipe's thread.
    """

    def __init__(self, post: Callable[[JamNews], None]) -> None:
        self._post = post
        self._end: PipeEnd | None = None

    def open(self, command: OpenPipe) -> None:
        """Wait for live at this place instead of the one before; nowhere if it has none.

        Raises:
            ProcessError: Nobody can wait there.
        """
        self.close()
        if command.address:
            self._end = listen_at(
                command,
                on_message=self._hear,
                on_connect=lambda: self._post(LiveCame()),
                on_disconnect=lambda: self._post(LiveWent()),
            )
            self._end.start()

    def say(self, message: FromPlayer) -> None:
        """Say something to live soon; without it, to nobody."""
        if self._end is not None:
            self._end.send(message)

    def close(self) -> None:
        """Leave."""
        if self._end is not None:
            self._end.close()
            self._end = None

    def _hear(self, message: PipeMessage) -> None:
        if isinstance(message, FromLive):
            self._post(LiveSaid(message))
