"""The player's end of the pipe to live; its messages go into the queue of commands."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.messages import FromLive, FromPlayer, OpenPipe, PipeMessage
from engine.processes.pipe import PipeEnd, listen_at


@dataclass(frozen=True, slots=True)
class LiveSaid:
    """A message from live."""

    message: FromLive


@dataclass(frozen=True, slots=True)
class LiveCame:
    """Live has connected, and knows nothing yet."""


@dataclass(frozen=True, slots=True)
class LiveWent:
    """Live has disconnected: no more plans will come."""


JamNews = LiveSaid | LiveCame | LiveWent


class JamLine:
    """Opens and closes the pipe.

    Args:
        post: Takes pipe events; called on the pipe's thread.
    """

    def __init__(self, post: Callable[[JamNews], None]) -> None:
        self._post = post
        self._end: PipeEnd | None = None

    def open(self, command: OpenPipe) -> None:
        """Wait for live at another address, or nowhere if it is empty.

        Raises:
            ProcessError: The address cannot be used.
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
        """Send live a message soon; without live, drop it."""
        if self._end is not None:
            self._end.send(message)

    def close(self) -> None:
        """Close the pipe."""
        if self._end is not None:
            self._end.close()
            self._end = None

    def _hear(self, message: PipeMessage) -> None:
        if isinstance(message, FromLive):
            self._post(LiveSaid(message))
